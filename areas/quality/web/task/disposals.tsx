import type { Out } from '@qitao/core/call.ts'
import { isEqual, isPositive, subtract } from '@qitao/core/quantity.ts'
import type { DraftOf } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { serialsIn } from '@qitao/stock/model/piece.record.ts'
import { PiecesSelect } from '@qitao/stock/web'
import { Form } from 'antd'
import { useState } from 'react'
import { type TaskRow, taskCalls } from '../../model/task/task.calls.ts'
import { qcDisposal } from '../../model/task/task.record.ts'
import { cameBack } from '../../model/task/task.rules.ts'
import { disposal } from '../../model/task/task.status.ts'
import { judgedAnswers } from '../refreshes.ts'

type Disposed = Out<typeof taskCalls.detail>['disposals'][number]
/** What failed, and what became of it. */
export function Disposals({
  task,
  done,
  namesPieces,
  pieces,
  badPieces,
}: {
  task: TaskRow
  done: readonly Disposed[]
  /** Each piece of the material has a number. */
  namesPieces: boolean
  /** Pieces of its receipt that are in stock, and those of the sample that did not conform. */
  pieces: readonly string[]
  badPieces: readonly string[]
}) {
  const say = useSay()
  const [opens, setOpens] = useState(false)
  const dispose = useCommand(taskCalls.dispose, { refreshes: judgedAnswers })
  const withdraw = useCommand(taskCalls.withdraw, { refreshes: judgedAnswers })
  const recheck = useCommand(taskCalls.recheck, {
    refreshes: judgedAnswers,
    done: ({ id }) => openEdit(pages.editQcTask, { id }),
  })
  if (!isPositive(task.failed_quantity)) return null
  const inWork = task.location_id === null
  const isBack = cameBack(task)
  const open = subtract(task.failed_quantity, task.disposed_quantity)
  const isAll = isEqual(open, String(pieces.length))
  const proposed = isAll ? pieces : pieces.filter(number => badPieces.includes(number))
  return (
    <section className="qt-qc-part" aria-label={say(qcDisposal.title)}>
      <h3>{say(qcDisposal.title)}</h3>
      <p>
        {say(text('不合格', 'Failed'))} <Quantity value={task.failed_quantity} unit={task.unit_name} /> ·{' '}
        {isBack ? (
          say(text('委外收回的不合格已计为损耗', 'What failed when it came back is counted as a loss'))
        ) : inWork ? (
          say(text('在制品的不合格请在报工中报为不良', 'What failed in work is reported as defective'))
        ) : (
          <>
            {say(text('待处置', 'To dispose of'))} <Quantity value={open} unit={task.unit_name} />
          </>
        )}
      </p>
      <ul>
        {done.map(one => (
          <li key={one.id}>
            <StatusTag of={disposal.stateOf(one.disposal as 2)} />{' '}
            <Quantity value={one.quantity} unit={task.unit_name} /> {one.reason}{' '}
            {one.receipt_id ? <RecordLink kind="outbound" id={one.receipt_id} no={one.receipt_no ?? ''} /> : null}{' '}
            {one.serial_numbers.length > 0 ? (
              <span className="qt-secondary">{one.serial_numbers.join(' ')}</span>
            ) : null}{' '}
            {one.mo_id ? <RecordLink kind="mo" id={one.mo_id} no={one.mo_no ?? ''} /> : null}{' '}
            <span className="qt-secondary">
              {one.disposed_by_name} <Instant at={one.disposed_time} />
            </span>{' '}
            {one.mo_id && !one.mo_begun ? (
              <ActButton
                act={{
                  title: text('撤回返工', 'Take the rework back'),
                  run: withdraw.with({ id: task.id, row_version: task.row_version, disposal_id: one.id }),
                }}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {isPositive(open) && !isBack ? (
        <div className="qt-qc-acts">
          {inWork ? null : (
            <ActButton
              act={{ title: text('处置', 'Dispose of'), run: needing(taskCalls.dispose, () => setOpens(true)) }}
            />
          )}
          <ActButton
            act={{
              title: text('复检', 'Inspect again'),
              run: recheck.with({ id: task.id, row_version: task.row_version }),
            }}
          />
        </div>
      ) : null}
      {opens ? (
        <FormDrawer<DraftOf<typeof qcDisposal>>
          open
          title={text('处置不合格品', 'Dispose of what failed')}
          values={{
            disposal: task.supplier_id ? disposal.codes.return : disposal.codes.scrap,
            quantity: open,
            reason: null,
            process_ids: [],
            delivery_date: null,
            serial_numbers: proposed.join(' ') || null,
          }}
          save={saveWith(dispose, (form: DraftOf<typeof qcDisposal>) => ({
            ...withoutRework(form),
            serial_numbers: form.disposal === disposal.codes.use_as_is ? undefined : serialsIn(form.serial_numbers),
            id: task.id,
            row_version: task.row_version,
          }))}
          reload={refreshAnd(judgedAnswers, () => setOpens(false))}
          onClose={() => setOpens(false)}
        >
          <Field of={qcDisposal} name="disposal" />
          <Field of={qcDisposal} name="quantity" decimals={task.unit_precision} />
          <Field of={qcDisposal} name="reason" autoFocus />
          <ReworkFields />
          {namesPieces || pieces.length > 0 ? <Pieces known={pieces} /> : null}
          <p className="qt-secondary">
            {say(
              text(
                '退货、报废从不良品库存中出库；返工领出到返工工单，完工入库后复检；让步使用转为良品，须由判定人以外的人操作',
                'Return and scrap leave the defective stock; rework takes it to a work order of its own, and it is inspected again when it comes back; use as is makes it good and needs somebody other than the inspector',
              ),
            )}
          </p>
        </FormDrawer>
      ) : null}
    </section>
  )
}

/** Of a rework: by which steps, and until when. */
function ReworkFields() {
  if (Form.useWatch('disposal') !== disposal.codes.rework) return null
  return (
    <>
      <Field of={qcDisposal} name="process_ids" />
      <Field of={qcDisposal} name="delivery_date" />
    </>
  )
}
/** What is used as it is stays where it is. */
function Pieces({ known }: { known: readonly string[] }) {
  const quantity = Form.useWatch<string | null>('quantity')
  if (Form.useWatch('disposal') === disposal.codes.use_as_is) return null
  return <Field of={qcDisposal} name="serial_numbers" wide input={<PiecesSelect known={known} of={quantity} />} />
}
const withoutRework = ({ process_ids, delivery_date, ...form }: DraftOf<typeof qcDisposal>) =>
  form.disposal === disposal.codes.rework ? { ...form, process_ids, delivery_date } : form
