import { text } from '@qitao/core/text.ts'
import type { Column } from '@qitao/platform/web/list/columns.tsx'
import type { Filter } from '@qitao/platform/web/list/filters.ts'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import type { ComponentProps } from 'react'
import type { InventoryRow } from '../model/inventory.record.ts'
import type { listStock, StockLevel } from '../model/stock.calls.ts'
import type { stockView } from '../model/stock-view.ts'
import { EndOfDay } from './end-of-day.tsx'
import { materialColumn } from './material-cell.tsx'

type View = (typeof stockView.list)[number]['key']
type StockColumn = Column<InventoryRow>
type StockFilter = Filter<typeof listStock>

const unit = (row: InventoryRow) => row.unit_name
const amount = (name: keyof InventoryRow & string, more: object = {}): StockColumn => ({
  name,
  unit,
  width: 104,
  sort: false,
  ...more,
})

/** Columns of a view; the material opens its detail. */
export function columnsOf(
  view: View,
  level: StockLevel,
  open: (row: InventoryRow) => void,
  sees_prices: boolean,
): StockColumn[] {
  const material: StockColumn = { ...materialColumn, opens: open }
  const kind: StockColumn = { name: 'kind', width: 100, sort: false, hidden: true }
  const source: StockColumn = { name: 'source_no', width: 160 }
  const bounds: StockColumn = { name: 'bound_state', width: 100, sort: false }
  const supplier: StockColumn = { name: 'supplier_id', width: 150, sort: false }
  switch (view) {
    case 'in_stock':
      return [
        material,
        kind,
        ...(level === 'serial' ? [{ name: 'serial_no', width: 150, sort: true }] : []),
        ...(level === 'material' || level === 'serial'
          ? []
          : [
              { name: 'warehouse_id', width: 100, sort: false },
              { name: 'location_id', width: 100, sort: true },
            ]),
        ...(level === 'lot' || level === 'serial' ? [{ name: 'lot_number', width: 110, sort: false }] : []),
        ...(level === 'lot' || level === 'container' ? [{ name: 'container_id', width: 110, sort: false }] : []),
        ...(level === 'serial'
          ? []
          : [
              amount('quantity', { sort: true }),
              amount('available_quantity'),
              amount('occupied_quantity', { opens: open }),
            ]),
        ...(sees_prices ? [{ name: 'value' as const, width: 110, sort: false }] : []),
        ...(level === 'material'
          ? [amount('in_transit_quantity'), amount('in_production_quantity'), amount('safety_stock'), bounds]
          : []),
        ...(level === 'lot' ? [{ name: 'quality_status', width: 124, sort: false }] : []),
        { name: 'age_days', width: 90 },
        ...(level === 'serial' ? [{ name: 'supplier_lot', width: 120, sort: false }] : []),
        {
          name: 'expire_time',
          ...(level === 'serial' ? { hidden: true } : {}),
          render: row =>
            row.expire_time === null ? <span className="qt-none">—</span> : <DueDate day={row.expire_time} />,
        },
        ...(level === 'lot'
          ? [
              { name: 'supplier_lot', width: 120, sort: false },
              { name: 'production_time', width: 110, sort: false, hidden: true },
              { ...(supplier as object), name: 'supplier_id', hidden: true },
            ]
          : []),
        { name: 'first_in_time', hidden: true },
      ]
    case 'on_the_way':
      return [
        material,
        kind,
        { ...(source as object), name: 'source_no', title: text('采购单号', 'Purchase order no.') },
        supplier,
        amount('quantity', { title: text('在途数量', 'On the way') }),
        amount('occupied_quantity', { title: text('已被工单占用', 'Held by MOs') }),
        {
          name: 'expected_time',
          title: text('预计到货', 'ETA'),
          render: row => <DueDate day={row.expected_time} />,
        },
      ]
    case 'shortage':
      return [
        material,
        kind,
        amount('short_quantity', { sort: true }),
        amount('quantity', { title: text('在库', 'In stock') }),
        amount('available_quantity'),
        amount('in_transit_quantity'),
        amount('in_production_quantity'),
        amount('safety_stock'),
        bounds,
        {
          name: 'expected_time',
          title: text('最早需用', 'Needed from'),
          render: row => <DueDate day={row.expected_time} />,
        },
        supplier,
      ]
    case 'work_in_progress':
      return [
        material,
        kind,
        { ...(source as object), name: 'source_no', title: text('工单号', 'MO no.') },
        amount('quantity', { title: text('在制数量', 'In production') }),
        amount('occupied_quantity', { title: text('已被工单占用', 'Held by MOs') }),
        {
          name: 'expected_time',
          title: text('计划完工', 'Planned finish'),
          render: row =>
            row.expected_time === null ? <span className="qt-none">—</span> : <Instant at={row.expected_time} />,
        },
      ]
  }
}

export function filtersOf(view: View, level: StockLevel): StockFilter[] {
  const common: StockFilter[] = ['keyword', { name: 'kind', of: 'kind' }]
  if (view === 'on_the_way') return [...common, 'supplier_id']
  if (view !== 'in_stock') return common
  const asOf: StockFilter = {
    ...{ name: 'as_of', title: text('截至', 'At the end of') },
    input: (own: ComponentProps<typeof EndOfDay>) => <EndOfDay {...own} />,
  }
  if (level === 'material') return [...common, asOf, 'warehouse_id', 'bound_state', 'expired']
  if (level === 'serial') return [...common, asOf, 'lot_number']
  const places: StockFilter[] = [...common, asOf, 'warehouse_id', 'location_id']
  return level === 'location' || level === 'container'
    ? [...places, 'expired']
    : [...places, 'quality_status', 'available', 'expired', 'supplier_id']
}
