import { LinkAnswer } from '@qitao/access/web/record/share-links.drawer.tsx'
import type { Out } from '@qitao/core/call.ts'
import { isPositive, shareOf } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { dayOf, minuteOf } from '@qitao/core/time.ts'
import { type CallFailure, failureText } from '@qitao/platform/web/call/failures.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { PublicFrame } from '@qitao/platform/web/frame/public-frame.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Progress, Result } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { salesOrderStatus, statusForCustomer } from '../model/sales-order.status.ts'
import { queryOrderLink, type ShareAnswer } from '../model/share.calls.ts'
import './sales.css'

const stateForCustomer = (status: Shared['order']['status']) => {
  const state = salesOrderStatus.stateOf(status)
  return { ...state, ...statusForCustomer[state.key] }
}
export type Shared = Out<typeof queryOrderLink>

/**
 * The order of the link in the address; says so when the link is wrong, withdrawn or expired. Before an order is found it is not
 * known what the link was for.
 */
export function WithSharedOrder({
  about,
  children,
}: {
  about: Text
  children: (shared: Shared, share_key: string) => ReactNode
}) {
  const [search] = useSearchParams()
  const share_key = search.get('share_key') ?? ''
  const order = useCall(queryOrderLink, share_key ? { share_key } : null)
  const found = !order.error && order.data
  return (
    <PublicFrame
      wide
      about={found ? about : text('共享链接', 'Shared link')}
      {...(found ? { by: { name: found.company_name, logo_url: found.company_logo_url } } : {})}
    >
      {found ? (
        children(found, share_key)
      ) : share_key && !order.error ? (
        <PageSkeleton />
      ) : (
        <LinkProblem {...(order.error ? { failure: order.error } : {})} />
      )}
    </PublicFrame>
  )
}

function LinkProblem({ failure }: { failure?: CallFailure }) {
  const say = useSay()
  const language = useLanguage()
  return (
    <Result
      status="warning"
      title={failure ? failureText(failure, language) : say(text('链接不完整', 'The link is not complete'))}
      subTitle={say(text('请向发送链接的人索取新的链接。', 'Ask whoever sent the link for a new one.'))}
    />
  )
}

/** Head and lines of the order with how far each line is. */
export function SharedOrder({ shared, lineMore }: { shared: Shared; lineMore?: (line_id: string) => ReactNode }) {
  const say = useSay()
  const { order, lines, time_zone } = shared
  const progress = new Map(shared.progress.map(one => [one.line_id, one]))
  const day = (at: number | null) => (at === null ? '—' : dayOf(at, time_zone))
  const facts: [string, ReactNode][] = [
    [say(text('客户', 'Customer')), order.customer_name ?? '—'],
    [say(text('客户订单号', 'Customer order no.')), order.customer_order_no ?? '—'],
    [say(text('下单日期', 'Order date')), day(order.order_date)],
    [say(text('交付日期', 'Delivery date')), day(order.delivery_date)],
    ...(order.promised_date === null
      ? []
      : ([[say(text('承诺日期', 'Promised date')), day(order.promised_date)]] as [string, ReactNode][])),
    [say(text('计划完工', 'Planned finish')), day(order.planned_finish_time)],
    ...(order.total_amount === null
      ? []
      : ([[say(text('总金额', 'Total amount')), `${order.total_amount} ${order.currency ?? ''}`]] as [
          string,
          ReactNode,
        ][])),
  ]
  return (
    <>
      <header className="qt-shared-head">
        <h2>
          {say(text('订单', 'Order'))} {order.no}
        </h2>
        <StatusTag of={stateForCustomer(order.status)} />
      </header>
      <dl className="qt-facts">
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ol className="qt-shared-lines">
        {lines.map(line => {
          const done = progress.get(line.line_id)
          return (
            <li key={line.line_id}>
              <div className="qt-shared-line">
                <div>
                  <strong>{line.material_name}</strong>
                  <span className="qt-secondary">
                    {line.material_code}
                    {line.material_specs ? ` · ${line.material_specs}` : ''}
                  </span>
                </div>
                <div className="qt-shared-figures">
                  <Quantity value={line.quantity} unit={line.unit_name} />
                  <span className="qt-secondary">
                    {say(text('交期', 'Due'))} {day(line.delivery_date ?? order.delivery_date)}
                  </span>
                  {line.promised_date === null ? null : (
                    <span className="qt-secondary">
                      {say(text('承诺', 'Promised'))} {day(line.promised_date)}
                    </span>
                  )}
                  {line.price === null ? null : (
                    <span className="qt-secondary">
                      {say(text('单价', 'Price'))} {line.price} · {say(text('金额', 'Amount'))} {line.amount ?? '—'}
                    </span>
                  )}
                </div>
              </div>
              {done ? (
                <div className="qt-shared-steps">
                  {isPositive(done.planned_quantity) ? (
                    <Step title={say(text('已计划', 'Planned'))} done={done.planned_quantity} of={line.quantity} />
                  ) : null}
                  <Step title={say(text('已生产', 'Produced'))} done={done.produced_quantity} of={line.quantity} />
                  <Step title={say(text('已入库', 'In warehouse'))} done={done.inbound_quantity} of={line.quantity} />
                  <Step title={say(text('已发货', 'Shipped'))} done={done.shipped_quantity} of={line.quantity} />
                </div>
              ) : null}
              {lineMore?.(line.line_id)}
            </li>
          )
        })}
      </ol>
      <p className="qt-secondary">
        {say(text('由 {name} 分享，有效至 {until}（{zone}）', 'Shared by {name}, valid until {until} ({zone})'), {
          name: shared.sharer_name,
          until: minuteOf(shared.expire_time, time_zone),
          zone: time_zone,
        })}
      </p>
    </>
  )
}

/** How full a bar stands: a share for the eye, never a quantity. */
const percentOf = (done: string, of: string): number =>
  isPositive(of) ? Math.min(100, Math.floor(shareOf(done, of) * 100)) : 0

function Step({ title, done, of }: { title: string; done: string; of: string }) {
  return (
    <div>
      <span className="qt-secondary">{title}</span>
      <Progress
        aria-label={title}
        size="small"
        percent={percentOf(done, of)}
        format={() => <Quantity value={done} />}
      />
    </div>
  )
}

/** What the reader answered. */
export function AnswerText({ answer }: { answer: ShareAnswer }) {
  const say = useSay()
  const wished = answer.lines.filter(line => line.wished_date !== null || line.remark !== null).length
  const more = wished > 0 ? ` · ${say(text('{wished} 行有意见', '{wished} lines with wishes'), { wished })}` : ''
  return <LinkAnswer of={answer} more={more} />
}
