import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { ListPage, type ListView } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { materialColumn } from '@qitao/stock/web'
import { Button } from 'antd'
import { useState } from 'react'
import {
  countPurchaseDemands,
  exportPurchaseDemands,
  listPurchaseDemands,
  orderDemands,
  requestDemands,
} from '../model/purchase-demand.calls.ts'
import { demandUrgency, lotReason, type PurchaseDemandRow, purchaseDemand } from '../model/purchase-demand.record.ts'
import { BuyDialog } from './buy.dialog.tsx'
import { DemandDrawer } from './demand.drawer.tsx'
import { AgreedPrice } from './price/agreed-price.tsx'
import './demand.css'

/** What must be bought, the most urgent first: for whom, how much, from whom, by when. */
export function DemandTab() {
  const [shown, setShown] = useState<PurchaseDemandRow>()
  const [bought, setBought] = useState<{ as: 'requests' | 'orders'; rows: readonly PurchaseDemandRow[] }>()
  const unit = (row: PurchaseDemandRow) => row.unit_name
  const buy = (rows: readonly PurchaseDemandRow[], short = false) => [
    {
      title: short ? text('转订单', 'Order') : text('转采购订单', 'To purchase orders'),
      run: needing(orderDemands, () => setBought({ as: 'orders', rows })),
    },
    {
      title: short ? text('转申请', 'Request') : text('转采购申请', 'To requests'),
      run: needing(requestDemands, () => setBought({ as: 'requests', rows })),
    },
  ]
  return (
    <>
      <ListPage
        call={listPurchaseDemands}
        record={purchaseDemand}
        columns={[
          { ...materialColumn, opens: setShown },
          { name: 'latest_order_date', width: 184, render: row => <DueDate day={row.latest_order_date} /> },
          { name: 'demand_quantity', width: 110, unit },
          { name: 'quantity', width: 150, sort: false, render: row => <Advised of={row} /> },
          'required_date',
          { name: 'supplier_id', width: 130 },
          { name: 'mo_count', width: 80, sort: false },
          { name: 'covered_quantity', width: 110, unit, sort: false },
          { name: 'price', width: 90, sort: false },
          {
            ...{ name: 'agreed', title: text('约定价 · 周期', 'Agreed price, lead'), width: 170 },
            render: row => <AgreedPrice of={row} />,
          },
          { name: 'amount', width: 110, sort: false },
          { name: 'needed_quantity', width: 110, unit, sort: false, hidden: true },
          { name: 'lot_reason', width: 130, sort: false, hidden: true },
          { name: 'urgency', width: 110, sort: false, hidden: true },
          { name: 'buyer_id', width: 100, hidden: true },
          { name: 'supply_lead_time', width: 100, sort: false, hidden: true },
        ]}
        filters={['keyword', 'supplier_id', 'buyer_id']}
        statusBar={{
          filter: 'urgencies',
          table: demandUrgency,
          call: countPurchaseDemands,
          count: (counts, { key }) => counts[key as keyof typeof demandUrgency.codes],
        }}
        rowActions={row => buy([row], true)}
        bulkActions={rows => buy(rows)}
        toolbar={list => <Toolbar of={list} />}
      />
      {shown ? <DemandDrawer of={shown} acts={buy([shown])} onClose={() => setShown(undefined)} /> : null}
      {bought ? <BuyDialog {...bought} onClose={() => setBought(undefined)} /> : null}
    </>
  )
}

/** How much is bought for it, with the reason when that is more. */
export function Advised({
  of: { quantity, unit_name, lot_reason },
}: {
  of: Pick<PurchaseDemandRow, 'quantity' | 'unit_name' | 'lot_reason'>
}) {
  const say = useSay()
  const isMore = lot_reason !== lotReason.codes.as_needed
  return (
    <span className="qt-demand-lot">
      <Quantity value={quantity} unit={unit_name} />
      {isMore ? <span className="qt-secondary">{say(lotReason.stateOf(lot_reason as 'both'))}</span> : null}
    </span>
  )
}

function Toolbar({ of: list }: { of: ListView<typeof listPurchaseDemands> }) {
  const say = useSay()
  const { may } = useSession()
  const { keyword, supplier_id, buyer_id, urgencies } = list.input
  const totals = useCall(
    countPurchaseDemands,
    { keyword, supplier_id, buyer_id, urgencies },
    { keepPrevious: true },
  ).data
  return (
    <>
      {totals ? (
        <span className="qt-secondary qt-demand-totals">
          {isPositive(totals.amount) ? (
            <span>
              {say(text('合计', 'In all'))} <Quantity value={totals.amount} decimals={2} />
            </span>
          ) : null}
          {totals.unpriced_count > 0 ? (
            <span>{say(text('{count}项无单价', '{count} without a price'), { count: totals.unpriced_count })}</span>
          ) : null}
          {totals.unmade_count > 0 ? <Unmade count={totals.unmade_count} opens={may(pages.materialPlan)} /> : null}
        </span>
      ) : null}
      <ExchangeButtons list={list} exports={exportPurchaseDemands} />
    </>
  )
}

/** What they are made of is no demand until they have orders: whoever plans replenishes first. */
function Unmade({ count, opens }: { count: number; opens: boolean }) {
  const say = useSay()
  const words = say(
    text(
      '{count}种自制件缺料未补，其原料尚未列入',
      '{count} parts to make are short; what they are made of is not in yet',
    ),
    { count },
  )
  return opens ? (
    <Button type="link" size="small" onClick={() => openPage(pages.materialPlan)}>
      {words}
    </Button>
  ) : (
    <span>{words}</span>
  )
}
