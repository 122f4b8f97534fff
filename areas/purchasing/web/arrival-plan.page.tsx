import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import { act } from '@qitao/platform/web/list/act.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { materialColumn } from '@qitao/stock/web'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { arrivalCalls } from '../model/arrival/arrival.calls.ts'
import { type PurchaseStatusCode, purchaseStatus } from '../model/purchase.status.ts'
import { alterArrivals, countArrivals, listArrivals, receiveArrivals } from '../model/purchase-order.calls.ts'
import { type ArrivalRow, arrival } from '../model/purchase-order.record.ts'
import { ArrivalCalendarTab } from './arrival/arrival-calendar.tab.tsx'
import { ArrivalsTab } from './arrival/arrivals.tab.tsx'
import { ComingTab } from './coming/coming.tab.tsx'
import { ExpectedArrival } from './delay/expected-arrival.tsx'
import { EtaDialog } from './eta.dialog.tsx'
import { useLineActs } from './line/line-acts.tsx'
import { openLineOfArrival } from './line/open-line.ts'
import { Wished } from './line/wished.tsx'
import { ReceiveDialog } from './receive.dialog.tsx'

/** What comes when, what is late, and which work orders wait for it. */
export default function ArrivalPlanPage() {
  return (
    <PageTabs
      tabs={[
        { key: 'lines', title: text('待到货明细', 'Open lines'), page: <OpenLinesTab /> },
        { key: 'arrivals', title: text('到货单', 'Arrivals'), page: <ArrivalsTab /> },
        { key: 'timeline', title: text('到货时间轴', 'Time line'), page: <ComingTab /> },
        { key: 'calendar', title: text('到货日历', 'Calendar'), page: <ArrivalCalendarTab /> },
      ]}
    />
  )
}

function OpenLinesTab() {
  const { may } = useSession()
  const [received, setReceived] = useState<readonly ArrivalRow[]>()
  const [moved, setMoved] = useState<readonly ArrivalRow[]>()
  const line = useLineActs()
  const open = may(pages.editPurchase)
    ? { opens: (row: ArrivalRow) => openEdit(pages.editPurchase, { id: row.purchase_order_id }) }
    : {}
  return (
    <>
      <ListPage
        call={listArrivals}
        record={arrival}
        columns={[
          { name: 'purchase_order_no', width: 160, ...open },
          materialColumn,
          { name: 'eta', width: 160, render: row => <DueDate day={row.eta} /> },
          { name: 'wished_date', width: 150, sort: false, render: row => <Wished of={row.wished_date} /> },
          {
            ...{ name: 'expected', title: text('按历史预计（P50 ~ P90）', 'By history (P50 ~ P90)'), width: 216 },
            render: row => <ExpectedArrival eta={row.eta} supplier_id={row.supplier_id} />,
          },
          { name: 'open_quantity', width: 96, unit: row => row.unit_name, sort: false },
          {
            ...{ name: 'announced_quantity', width: 96, sort: false },
            unit: row => row.unit_name,
          },
          { name: 'mo_count', width: 190, sort: false, render: row => <Waiting of={row} /> },
          { name: 'planned_quantity', width: 96, unit: row => row.unit_name, sort: false },
          { name: 'received_quantity', width: 96, unit: row => row.unit_name, sort: false },
          { name: 'supplier_id', width: 120, sort: false },
          { name: 'inbound_progress', width: 110, sort: false },
          { name: 'overdue_days', sort: false, hidden: true },
        ]}
        filters={[
          'keyword',
          'supplier_id',
          { name: 'timestamp_range', range: true, title: text('预计到货', 'ETA') },
          'material_id',
          'overdue',
          'awaited',
          'expedited',
          'unannounced',
        ]}
        rowActions={row => [
          act(
            purchaseStatus,
            'receive',
            row.status as PurchaseStatusCode,
            needing(receiveArrivals, () => setReceived([row])),
          ),
          act(
            purchaseStatus,
            'change_eta',
            row.status as PurchaseStatusCode,
            needing(alterArrivals, () => setMoved([row])),
            {
              title: text('改期', 'New ETA'),
            },
          ),
          ...line.acts(openLineOfArrival(row)),
        ]}
        bulkActions={rows => [
          {
            title: text('通知到货', 'Announce arrival'),
            run: needing(arrivalCalls.add, () =>
              openEdit(pages.editArrival, { lines: rows.map(({ id }) => id).join(',') }),
            ),
            whyNot:
              new Set(rows.map(row => row.supplier_id)).size > 1
                ? text('请选择同一供应商的明细', 'Choose lines of one supplier')
                : undefined,
          },
          { title: text('批量入库', 'Receive'), run: needing(receiveArrivals, () => setReceived(rows)) },
          {
            title: text('批量改期', 'New ETA'),
            run: needing(alterArrivals, () => setMoved(rows)),
            whyNot:
              new Set(rows.map(row => row.purchase_order_id)).size > 1
                ? text('请选择同一张采购订单的明细', 'Choose lines of one purchase order')
                : undefined,
          },
          {
            ...line.expedite(rows.map(openLineOfArrival)),
            whyNot:
              new Set(rows.map(row => row.purchase_order_id)).size > 1
                ? text('请选择同一张采购订单的明细', 'Choose lines of one purchase order')
                : undefined,
          },
        ]}
        toolbar={() => <QuickFilters />}
      />
      {received ? <ReceiveDialog arrivals={received} onClose={() => setReceived(undefined)} /> : null}
      {moved ? <EtaDialog arrivals={moved} onClose={() => setMoved(undefined)} /> : null}
      {line.dialogs}
    </>
  )
}

function Waiting({ of: { mo_count, mo_nos, first_needed_time } }: { of: ArrivalRow }) {
  const say = useSay()
  if (mo_count === 0) return <span className="qt-none">—</span>
  return (
    <span title={mo_nos.join(', ')}>
      {say(text('{count} 个', '{count}'), { count: mo_count })}
      {first_needed_time === null ? null : (
        <span className="qt-secondary">
          {' '}
          {say(text('最早', 'from'))} <Instant at={first_needed_time} />
        </span>
      )}
    </span>
  )
}

/** How much is late or waited for; a click filters the list. */
function QuickFilters() {
  const say = useSay()
  const [search, setSearch] = useSearchParams()
  const counts = useCall(countArrivals, {})
  const turn = (name: 'overdue' | 'awaited') => {
    const next = new URLSearchParams(search)
    next.delete('page')
    if (next.get(name) === 'true') next.delete(name)
    else next.set(name, 'true')
    setSearch(next, { replace: true })
  }
  const button = (name: 'overdue' | 'awaited', title: string, count: number | undefined) => (
    <Button
      type={search.get(name) === 'true' ? 'primary' : 'default'}
      danger={name === 'overdue' && (count ?? 0) > 0}
      aria-pressed={search.get(name) === 'true'}
      onClick={() => turn(name)}
    >
      {title} {count ?? '…'}
    </Button>
  )
  return (
    <>
      <span className="qt-secondary">
        {say(text('7天内 {soon} / {open} 行', '{soon} of {open} within 7 days'), {
          open: counts.data?.open ?? '…',
          soon: counts.data?.next_7_days ?? '…',
        })}
      </span>
      {button('overdue', say(text('逾期', 'Overdue')), counts.data?.overdue)}
      {button('awaited', say(text('有工单等料', 'MOs waiting')), counts.data?.awaited)}
    </>
  )
}
