import { formatQuantity, isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing, useWithheld } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { DayText, Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { Button, Progress, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import {
  explainLateLines,
  type LineState,
  type MoOfLine,
  queryLineRemedies,
  queryLineStates,
} from '../model/line-state.calls.ts'
import { salesLinesToMo } from '../model/sales-order.calls.ts'
import { salesOrderStatus } from '../model/sales-order.status.ts'
import { CreateMosDialog } from './create-mos.dialog.tsx'
import { OnNoOrder } from './on-no-order.tsx'
import { PartShipped } from './sales-order.columns.tsx'
import './sales.css'

/** Where each line of an order stands: what brings it, when, and of a late one why, and what would help. */
export function OrderLines({ order_id }: { order_id: string }) {
  const say = useSay()
  const states = useCall(queryLineStates, { order_id })
  const late = states.data?.result.some(line => line.is_late) ?? false
  const reasons = useCall(explainLateLines, late ? { order_id } : null)
  if (states.error && !states.data) return <ErrorState failure={states.error} retry={states.refetch} />
  if (!states.data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />
  const lines = states.data.result
  if (lines.length === 0) return <p className="qt-secondary">{say(text('无明细', 'No lines'))}</p>
  const reasonOf = new Map(reasons.data?.result.map(one => [one.line_id, one]))
  return (
    <ul className="qt-order-lines" aria-label={say(text('订单明细', 'Lines'))}>
      {lines.map(line => {
        const told = reasonOf.get(line.line_id)
        return (
          <li key={line.line_id}>
            <LineHead line={line} />
            <div className="qt-order-line-facts">
              <LineDates line={line} />
              <Fact title={text('进度', 'Progress')}>
                <Progress
                  percent={line.progress_percent}
                  size="small"
                  aria-label={say(text('第{line}行进度', 'Progress of line {line}'), { line: line.line_no })}
                />
              </Fact>
              <Fact title={text('已发货', 'Shipped')}>
                <Quantity value={line.shipped_quantity} unit={line.unit_name} />
              </Fact>
              {isPositive(line.returned_quantity) ? (
                <Fact title={text('已退货', 'Returned')}>
                  <Quantity value={line.returned_quantity} unit={line.unit_name} />
                </Fact>
              ) : null}
              {isPositive(line.to_make_quantity) ? (
                <Fact title={text('未转工单', 'On no MO')}>
                  <Quantity value={line.to_make_quantity} unit={line.unit_name} />
                </Fact>
              ) : null}
            </div>
            {isPositive(line.short_quantity) ? <ShortLine order_id={order_id} line={line} /> : null}
            <AskLine order_id={order_id} line={line} />
            {line.mos.map(mo => (
              <LineMo key={mo.id} mo={mo} unit={line.unit_name} />
            ))}
            {told ? (
              <div className="qt-order-line-late">
                <p>
                  <strong>{say(text('为什么延期', 'Why it is late'))}</strong>{' '}
                  {told.mo_id && told.mo_no ? <RecordLink kind="mo" id={told.mo_id} no={told.mo_no} /> : null}{' '}
                  {say(told.reason)}
                </p>
                {told.has_remedies ? <LineRemedies line_id={line.line_id} /> : null}
              </div>
            ) : line.is_late && !reasons.data ? (
              reasons.error ? (
                <ErrorState failure={reasons.error} retry={reasons.refetch} />
              ) : (
                <p className="qt-secondary">{say(text('正在查找延期原因…', 'Looking for why it is late …'))}</p>
              )
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

/** Its work orders are done and have made less than was ordered: the rest is made by another. */
function ShortLine({ order_id, line }: { order_id: string; line: LineState }) {
  const say = useSay()
  const [making, setMaking] = useState(false)
  return (
    <p className="qt-order-line-mo" role="note">
      <strong className="qt-late">
        {say(text('完工少 {quantity} {unit}', 'Finished {quantity} {unit} short'), {
          quantity: formatQuantity(line.short_quantity),
          unit: line.unit_name,
        })}
      </strong>
      <ActButton
        size="small"
        act={{
          title: text('补做', 'Make the rest'),
          run: needing(salesLinesToMo, () => setMaking(true)),
        }}
      />
      {making ? (
        <CreateMosDialog order_ids={[order_id]} line_ids={[line.line_id]} onClose={() => setMaking(false)} />
      ) : null}
    </p>
  )
}

/** Asks which day can be given for the line, as long as nothing is made of it. */
function AskLine({ order_id, line }: { order_id: string; line: LineState }) {
  const { may } = useSession()
  if (!may(pages.orderPromise) || !salesOrderStatus.can('ask', line.status)) return null
  return (
    <ActButton
      size="small"
      act={{
        title: text('询交期', 'Ask for a date'),
        run: needing(pages.orderPromise, () => openPage(pages.orderPromise, { order: order_id, line: line.line_id })),
      }}
    />
  )
}

function LineHead({ line }: { line: LineState }) {
  return (
    <header>
      <span className="qt-secondary qt-number">{line.line_no}</span>
      <strong>
        {line.material_code} {line.material_name}
      </strong>
      <Quantity value={line.quantity} unit={line.unit_name} />
      <StatusTag of={salesOrderStatus.stateOf(line.status)} />
      <PartShipped of={line} />
    </header>
  )
}

function LineDates({ line }: { line: LineState }) {
  const say = useSay()
  const { slack_days } = line
  return (
    <>
      <Fact title={text('要求', 'Asked for')}>
        <DueDate day={line.due_date} done={!line.is_late} />
      </Fact>
      <Fact title={text('承诺', 'Promised')}>
        <DayText of={line.promised_date} />
      </Fact>
      <Fact title={text('计划完成', 'Planned finish')}>
        {line.from_stock ? (
          <span>{say(text('库存满足', 'Covered by stock'))}</span>
        ) : line.planned_finish_time === null && line.mos.length > 0 && isPositive(line.to_make_quantity) ? (
          <OnNoOrder quantity={line.to_make_quantity} />
        ) : line.planned_finish_time === null ? (
          <span className="qt-secondary">{say(text('未排产', 'Not planned'))}</span>
        ) : (
          <Instant at={line.planned_finish_time} />
        )}
      </Fact>
      <Fact title={text('余量', 'Slack')}>
        {slack_days === null ? (
          <span className="qt-none">—</span>
        ) : (
          <span className={slack_days < 0 ? 'qt-late qt-number' : 'qt-number'}>
            {slack_days < 0
              ? say(text('延期 {days} 天', '{days} d late'), { days: -slack_days })
              : say(text('{days} 天', '{days} d'), { days: slack_days })}
          </span>
        )}
      </Fact>
    </>
  )
}

function LineMo({ mo, unit }: { mo: MoOfLine; unit: string }) {
  const say = useSay()
  const withheld = useWithheld()
  const { operations, operations_done: done } = mo
  return (
    <p className="qt-order-line-mo">
      <RecordLink kind="mo" id={mo.id} no={mo.no} />
      <StatusTag of={mo.state} />
      <Quantity value={mo.planned_quantity} unit={unit} />
      {operations > 0 ? (
        <span className="qt-secondary">
          {say(text('工序 {done}/{operations}', '{done} of {operations} operations'), { done, operations })}
        </span>
      ) : null}
      {mo.material_state ? (
        <StatusTag of={mo.material_state} />
      ) : withheld(pages.materialPlan) ? null : (
        <span className="qt-secondary">{say(text('未做齐套检查', 'Kitting not checked'))}</span>
      )}
      {mo.kitting_time ? (
        <span className="qt-secondary">
          {say(text('齐套', 'Kit'))} <DayText of={mo.kitting_time} /> {mo.deciding_material}
        </span>
      ) : null}
    </p>
  )
}

/** Trying takes some seconds: only who asks waits for it. */
function LineRemedies({ line_id }: { line_id: string }) {
  const say = useSay()
  const [asked, setAsked] = useState(false)
  const tried = useCall(queryLineRemedies, asked ? { line_id } : null)
  if (!asked)
    return (
      <Button size="small" onClick={() => setAsked(true)}>
        {say(text('怎样补救', 'What would help'))}
      </Button>
    )
  if (tried.error) return <ErrorState failure={tried.error} retry={tried.refetch} />
  if (!tried.data) return <p className="qt-secondary">{say(text('正在逐项试算…', 'Trying one after the other …'))}</p>
  if (tried.data.result.length === 0)
    return (
      <p className="qt-secondary">
        {say(
          text(
            '没有单项措施能使它更早，请计划员重新排程',
            'No single measure makes it earlier: ask the planner to schedule anew',
          ),
        )}
      </p>
    )
  return (
    <ul>
      {tried.data.result.map(({ what, effect }) => (
        <li key={what.en}>
          {say(what)} <span className="qt-secondary">{say(effect)}</span>
        </li>
      ))}
    </ul>
  )
}

function Fact({ title, children }: { title: ReturnType<typeof text>; children: ReactNode }) {
  const say = useSay()
  return (
    <div>
      <span className="qt-secondary">{say(title)}</span>
      {children}
    </div>
  )
}
