import { text } from '@qitao/core/text.ts'
import { deliveryStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { refresh } from '@qitao/platform/web/call/use-call.ts'
import { useOpened } from '@qitao/platform/web/form/use-opened.ts'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import type { Column } from '@qitao/platform/web/list/columns.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { DayText, Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { askInquiry, listInquiries } from '../model/inquiry.calls.ts'
import { type InquiryRow, inquiry } from '../model/inquiry.record.ts'
import { inquiryStatus, promisePool } from '../model/inquiry.status.ts'
import { AskDialog } from './ask.dialog.tsx'
import { AskOrderDialog } from './ask-order.dialog.tsx'
import { Countdown } from './countdown.tsx'
import { InquiryDrawer } from './inquiry.drawer.tsx'
import './promising.css'
import { answers, useInquiryActs } from './use-inquiry-acts.ts'

/** Order promise: what customers ask for, and what is promised to them. */
export default function OrderPromisePage() {
  const { pending, promised } = promisePool.states
  return (
    <PageTabs
      tabs={[
        { key: 'pending', title: pending, page: <Pool pool="pending" /> },
        { key: 'promised', title: promised, page: <Pool pool="promised" /> },
      ]}
    />
  )
}

function Pool({ pool }: { pool: 'pending' | 'promised' }) {
  const [asking, setAsking] = useState(false)
  const [ofOrder, endOfOrder] = useAskedOrder()
  const [shown, setShown] = useOpened()
  const { confirmActs } = useInquiryActs(setShown)
  const columns: Column<InquiryRow>[] = [
    { name: 'no', width: 140, opens: row => setShown(row.id) },
    {
      name: 'products',
      title: text('产品', 'Products'),
      width: 190,
      sort: false,
      render: row => <Products of={row} />,
    },
    {
      name: 'quantity',
      title: text('数量', 'Quantity'),
      width: 80,
      sort: false,
      render: row => <Quantity value={row.quantity} />,
    },
    { name: 'promise_date', width: 160, render: row => <PromiseDate of={row} /> },
    pool === 'pending'
      ? { name: 'result_kept_until', title: text('保留剩余', 'Held for'), width: 90, render: row => <Kept of={row} /> }
      : { name: 'confirmed_time', width: 140, render: row => <Instant at={row.confirmed_time} /> },
    ...(pool === 'pending' ? [{ name: 'status', width: 100 }] : []),
    { name: 'customer_id', width: 140, sort: false },
    { name: 'requested_date', width: 110, render: row => <DayText of={row.requested_date} /> },
    { name: 'mode', width: 110, sort: false },
    { name: 'order_id', title: text('订单', 'Order'), width: 150, sort: false, render: row => row.order_no },
    { name: 'material_status', width: 120, sort: false, hidden: true },
    { name: 'capacity_status', width: 120, sort: false, hidden: true },
  ]
  return (
    <>
      <ListPage
        call={listInquiries}
        record={inquiry}
        columns={columns}
        filters={[
          'keyword',
          { name: 'pool', fixed: pool },
          'customer_id',
          ...(pool === 'pending' ? [{ name: 'statuses' as const, of: 'status', many: true as const }] : []),
          { name: 'timestamp_range', range: true, title: text('询单日期', 'Asked') },
        ]}
        rowActions={confirmActs}
        toolbar={() => <NewButton title={text('询单', 'Inquire')} run={needing(askInquiry, () => setAsking(true))} />}
      />
      {asking ? <AskDialog onAnswer={setShown} onClose={() => setAsking(false)} /> : null}
      {pool === 'pending' && ofOrder ? (
        <AskOrderDialog key={`${ofOrder.order_id} ${ofOrder.line_id}`} {...ofOrder} onEnd={endOfOrder} />
      ) : null}
      {shown ? <InquiryDrawer id={shown} onOpen={setShown} onClose={() => setShown(undefined)} /> : null}
    </>
  )
}

/** The order that the page was opened to ask for, and perhaps one line of it: the address says so. */
function useAskedOrder() {
  const [search, setSearch] = useSearchParams()
  const order_id = search.get('order')
  /** The answer stands beside the list then. In one change of the address: a second one would not know of the first. */
  const end = (inquiry_id?: string) =>
    setSearch(
      now => {
        const next = new URLSearchParams(now)
        next.delete('order')
        next.delete('line')
        if (inquiry_id !== undefined) next.set('open', inquiry_id)
        return next
      },
      { replace: true },
    )
  return [order_id ? { order_id, line_id: search.get('line') ?? undefined } : undefined, end] as const
}

function Products({ of }: { of: InquiryRow }) {
  const say = useSay()
  const more =
    of.line_count > 1
      ? say(text(' 等{all}项', ' and {more} more'), { all: of.line_count, more: of.line_count - 1 })
      : ''
  const product = `${of.first_material_code ?? ''} ${of.first_material_name ?? ''}${more}`
  return <span title={product}>{product}</span>
}

function PromiseDate({ of }: { of: InquiryRow }) {
  const say = useSay()
  if (of.promise_date === null)
    return <span className="qt-promise-late">{say(text('不能全部承诺', 'Not all of it'))}</span>
  const late = of.delivery_status === deliveryStatus.codes.deadline_missed
  return (
    <span className={late ? 'qt-promise-late' : undefined}>
      <DayText of={of.promise_date} />
      {late ? ` ${say(text('晚于期望', 'late'))}` : ''}
    </span>
  )
}

function Kept({ of }: { of: InquiryRow }) {
  if (of.status !== inquiryStatus.codes.pending) return <span className="qt-none">—</span>
  return <Countdown until={of.result_kept_until} onEnd={() => void refresh(...answers)} />
}
