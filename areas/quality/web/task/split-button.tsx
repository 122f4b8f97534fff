import { isMore, type Quantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import { type TaskRow, taskCalls } from '../../model/task/task.calls.ts'
import { qcDisposal } from '../../model/task/task.record.ts'
import { taskAnswers } from '../refreshes.ts'

/** A part of the lot gets a task of its own, which opens. */
export function SplitButton({ task, whyNot }: { task: TaskRow; whyNot: boolean }) {
  const [opens, setOpens] = useState(false)
  const split = useCommand(taskCalls.split, {
    refreshes: taskAnswers,
    done: ({ id }) => openEdit(pages.editQcTask, { id }),
  })
  if (task.location_id === null || !isMore(task.quantity, '1')) return null
  return (
    <>
      <ActButton
        act={{
          title: text('拆分', 'Split'),
          run: needing(taskCalls.split, () => setOpens(true)),
          whyNot: whyNot ? text('请先保存记录', 'Save the results first') : undefined,
        }}
      />
      {opens ? (
        <FormDrawer<{ quantity: Quantity | null }>
          open
          title={text(`拆分 ${task.no}`, `Split ${task.no}`)}
          values={{ quantity: '1' }}
          save={saveWith(split, ({ quantity }: { quantity: Quantity | null }) => ({
            id: task.id,
            row_version: task.row_version,
            quantity,
          }))}
          onClose={() => setOpens(false)}
        >
          <Field of={qcDisposal} name="quantity" decimals={task.unit_precision} autoFocus />
        </FormDrawer>
      ) : null}
    </>
  )
}
