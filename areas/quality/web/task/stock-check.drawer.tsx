import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { taskCalls } from '../../model/task/task.calls.ts'
import { stockCheck } from '../../model/task/task.record.ts'
import { judgedAnswers } from '../refreshes.ts'

const fields = ['material_id', 'location_id', 'lot_number', 'quantity', 'source_no'] as const
type Asked = { [K in (typeof fields)[number]]: string | null }
const blank: Asked = { material_id: null, location_id: null, lot_number: null, quantity: null, source_no: null }

/** Goods in stock that somebody doubts: held at once, and inspected next. */
export function StockCheckDrawer({ onClose }: { onClose: () => void }) {
  const add = useCommand(taskCalls.add, {
    refreshes: judgedAnswers,
    done: ({ id }) => openEdit(pages.editQcTask, { id }),
  })
  return (
    <FormDrawer<Asked>
      open
      title={text('库存复检', 'Inspect goods in stock')}
      values={blank}
      save={saveWith(add, (form: Asked) => form)}
      onClose={onClose}
    >
      {fields.map((name, index) => (
        <Field key={name} of={stockCheck} name={name} autoFocus={index === 0} />
      ))}
    </FormDrawer>
  )
}
