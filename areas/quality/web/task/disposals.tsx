import { isPositive, type Quantity as QuantityText, subtract } from '@qitao/core/quantity.ts'
import type { DraftOf } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { useState } from 'react'
import { type TaskRow, taskCalls } from '../../model/task/task.calls.ts'
import { qcDisposal } from '../../model/task/task.record.ts'
import { disposal } from '../../model/task/task.status.ts'
import { judgedAnswers } from '../refreshes.ts'

interface Disposed {
  readonly id: string
  readonly disposal: number
  readonly quantity: QuantityText
  readonly reason: string
  readonly disposed_by_name: string | null
  readonly disposed_time: number
}
/** What failed, and what became of it. */
export function Disposals({ task, done }: { task: TaskRow; done: readonly Disposed[] }) {
  const say = useSay()
  const [opens, setOpens] = useState(false)
  const dispose = useCommand(taskCalls.dispose, { refreshes: judgedAnswers })
  if (!isPositive(task.failed_quantity)) return null
  const open = subtract(task.failed_quantity, task.disposed_quantity)
  return (
    <section className="qt-qc-part" aria-label={say(qcDisposal.title)}>
      <h3>{say(qcDisposal.title)}</h3>
      <p>
        {say(text('不合格', 'Failed'))} <Quantity value={task.failed_quantity} unit={task.unit_name} /> ·{' '}
        {say(text('待处置', 'To dispose of'))} <Quantity value={open} unit={task.unit_name} />
      </p>
      <ul>
        {done.map(one => (
          <li key={one.id}>
            <StatusTag of={disposal.stateOf(one.disposal as 2)} />{' '}
            <Quantity value={one.quantity} unit={task.unit_name} /> {one.reason}{' '}
            <span className="qt-secondary">
              {one.disposed_by_name} <Instant at={one.disposed_time} />
            </span>
          </li>
        ))}
      </ul>
      {isPositive(open) ? (
        <ActButton act={{ title: text('处置', 'Dispose of'), run: needing(taskCalls.dispose, () => setOpens(true)) }} />
      ) : null}
      {opens ? (
        <FormDrawer<DraftOf<typeof qcDisposal>>
          open
          title={text('处置不合格品', 'Dispose of what failed')}
          values={{
            disposal: task.supplier_id ? disposal.codes.return : disposal.codes.scrap,
            quantity: open,
            reason: null,
          }}
          save={saveWith(
            dispose,
            (form: DraftOf<typeof qcDisposal>) => ({ ...form, id: task.id, row_version: task.row_version }) as never,
          )}
          onClose={() => setOpens(false)}
        >
          <Field of={qcDisposal} name="disposal" />
          <Field of={qcDisposal} name="quantity" decimals={task.unit_precision} />
          <Field of={qcDisposal} name="reason" autoFocus />
          <p className="qt-secondary">
            {say(
              text(
                '退货、报废从不良品库存中出库；让步使用转为良品，须由判定人以外的人操作',
                'Return and scrap leave the defective stock; use as is makes it good and needs somebody other than the inspector',
              ),
            )}
          </p>
        </FormDrawer>
      ) : null}
    </section>
  )
}
