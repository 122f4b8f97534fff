import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { add } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { Pager } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Facts } from '@qitao/platform/web/show/facts.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { Tabs } from 'antd'
import { useState } from 'react'
import { type InventoryRow, inventory, type OccupationRow, stockMovement } from '../model/inventory.record.ts'
import { exportStockMovements, listStockMovements, showStock } from '../model/stock.calls.ts'
import { ProjectedTab } from './projected/projected.tab.tsx'

const movementsOnPage = 10

/** One material: what lies where, who occupies it, and every movement that led there. */
export function StockDrawer({ of, onClose }: { of: InventoryRow; onClose: () => void }) {
  const say = useSay()
  const detail = useCall(showStock, { material_id: of.material_id })
  const { may } = useSession()
  const lots = detail.data?.result ?? []
  const sum = (name: 'quantity' | 'available_quantity' | 'occupied_quantity') =>
    lots.map(lot => lot[name] ?? '0').reduce(add, '0')
  const total = {
    ...of,
    quantity: sum('quantity'),
    available_quantity: sum('available_quantity'),
    occupied_quantity: sum('occupied_quantity'),
  }
  return (
    <DetailDrawer open wide title={`${of.material_code} ${of.material_name}`} onClose={onClose}>
      {detail.error ? (
        <ErrorState failure={detail.error} retry={detail.refetch} />
      ) : detail.isPending ? (
        <RowsSkeleton />
      ) : (
        <>
          <Facts
            of={inventory}
            row={total}
            names={['material_specs', 'kind', 'quantity', 'available_quantity', 'occupied_quantity', 'safety_stock']}
          />
          <Tabs
            items={[
              {
                key: 'lots',
                label: say(text('库位批次', 'Bins and lots')),
                children: <Lots of={lots} />,
              },
              {
                key: 'held',
                label: `${say(text('占用', 'Occupied'))} ${detail.data.occupations.length}`,
                children: <Occupations of={detail.data.occupations} lots={lots} unit={of.unit_name} />,
              },
              ...(may(pages.stock)
                ? [
                    {
                      key: 'projected',
                      label: say(text('预计库存', 'Projected')),
                      children: <ProjectedTab material_id={of.material_id} />,
                    },
                    {
                      key: 'movements',
                      label: say(text('库存流水', 'Movements')),
                      children: <Movements material_id={of.material_id} />,
                    },
                  ]
                : []),
            ]}
          />
        </>
      )}
    </DetailDrawer>
  )
}

function Lots({ of }: { of: readonly InventoryRow[] }) {
  const say = useSay()
  return of.length === 0 ? (
    <p className="qt-secondary">{say(text('没有库存', 'Nothing in stock'))}</p>
  ) : (
    <DataTable
      record={inventory}
      rows={of}
      columns={[
        { name: 'location_id', width: 100, sort: false },
        { name: 'lot_number', width: 100, sort: false },
        { name: 'supplier_lot', width: 100, sort: false },
        { name: 'quantity', width: 90, sort: false },
        { name: 'available_quantity', width: 90, sort: false },
        { name: 'quality_status', width: 124, sort: false },
        { name: 'expire_time', width: 170, sort: false, render: row => <DueDate day={row.expire_time} /> },
      ]}
    />
  )
}

function Occupations({
  of,
  lots,
  unit,
}: {
  of: readonly OccupationRow[]
  lots: readonly InventoryRow[]
  unit: string
}) {
  const say = useSay()
  const placeOf = new Map(
    lots.map(lot => [lot.id, [lot.location_code, lot.lot_number, lot.container_code].filter(Boolean).join(' ')]),
  )
  if (of.length === 0) return <p className="qt-secondary">{say(text('没有被工单占用', 'No MO occupies it'))}</p>
  return (
    <ul className="qt-stock-lines">
      {of.map(row => (
        <li key={row.id}>
          <span title={row.product_name}>
            <strong>{row.mo_no}</strong> {row.product_code} {row.product_name}
            <br />
            <span className="qt-secondary">
              {placeOf.get(row.inventory_id)} · {row.order_no ?? say(text('无销售订单', 'No sales order'))} ·{' '}
              {say(text('计划开工', 'Planned start'))}{' '}
              {row.planned_start_time === null ? (
                say(text('未排', 'not planned'))
              ) : (
                <Instant at={row.planned_start_time} />
              )}
            </span>
          </span>
          <span>
            <Quantity value={row.quantity} unit={unit} />
            {row.locked ? <span className="qt-secondary"> {say(text('已锁定', 'locked'))}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Movements({ material_id }: { material_id: string }) {
  const [page, setPage] = useState(1)
  const movements = useCall(
    listStockMovements,
    { material_id, page, page_size: movementsOnPage },
    { keepPrevious: true },
  )
  if (movements.error) return <ErrorState failure={movements.error} retry={movements.refetch} />
  if (movements.isPending) return <RowsSkeleton />
  return (
    <>
      <ExchangeButtons list={{ input: { material_id }, total: movements.data.total }} exports={exportStockMovements} />
      <DataTable
        record={stockMovement}
        rows={movements.data.result.map(row => ({ ...row, id: String(row.id) }))}
        loading={movements.isPlaceholderData}
        columns={[
          { name: 'movement_time', width: 130, sort: false },
          { name: 'movement_type', width: 110, sort: false },
          { name: 'quantity', width: 90, render: row => <Quantity value={row.quantity} signed /> },
          { name: 'balance', width: 90 },
          { name: 'reason', width: 120, sort: false },
          { name: 'location_id', width: 90, sort: false },
          { name: 'lot_number', width: 90, sort: false },
          { name: 'container_id', width: 90, sort: false },
          { name: 'receipt_no', width: 150, sort: false },
          { name: 'mo_id', width: 140, sort: false },
          { name: 'operator_id', width: 90, sort: false },
        ]}
      />
      <Pager fixed page={page} size={movementsOnPage} total={movements.data.total} onChange={next => setPage(next)} />
    </>
  )
}
