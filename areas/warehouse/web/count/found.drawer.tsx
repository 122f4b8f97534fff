import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { stockLine } from '@qitao/stock/model/inventory.record.ts'
import { judgedQuality } from '@qitao/stock/model/quality.status.ts'
import { countCalls } from '../../model/count/count.calls.ts'
import { countLine } from '../../model/count/count.record.ts'
import { countAnswers } from '../refreshes.ts'

const fields = ['location_id', 'material_id', 'lot_number', 'quality_status', 'counted_quantity', 'remark'] as const
interface FoundForm {
  location_id: string | null
  material_id: string | null
  lot_number: string | null
  quality_status: (typeof judgedQuality.list)[number]['code'] | null
  counted_quantity: string | null
  remark: string | null
}
/** What is to be inspected is not found: a receipt brings it. */
const found = { ...countLine, fields: { ...countLine.fields, quality_status: stockLine.fields.quality_status } }
const blank: FoundForm = {
  ...{ location_id: null, material_id: null, lot_number: null, counted_quantity: null, remark: null },
  quality_status: judgedQuality.codes.finished,
}

/** Goods that lie where the books have none. */
export function FoundDrawer({ count_id, onClose }: { count_id: string; onClose: () => void }) {
  const enter = useCommand(countCalls.enter, { refreshes: countAnswers })
  return (
    <FormDrawer<FoundForm>
      open
      title={text('新增发现物料', 'Found something else')}
      values={blank}
      save={saveWith(enter, (form: FoundForm) => ({ id: count_id, entries: [form] }))}
      onClose={onClose}
    >
      {fields.map((name, index) => (
        <Field key={name} of={found} name={name} autoFocus={index === 0} />
      ))}
    </FormDrawer>
  )
}
