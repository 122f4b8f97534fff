import { affected, command, exportOf, type Out, query } from '@qitao/core/call.ts'
import { codeOf, id, instant, plainString } from '@qitao/core/field.ts'
import { listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { materialKind } from '@qitao/masterdata/model/material/material-kind.status.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { boundState } from './bound.status.ts'
import {
  inventory,
  inventoryRow,
  occupationRow,
  stockLine,
  stockMovement,
  stockMovementRow,
} from './inventory.record.ts'
import { flowKind } from './projected-stock.rules.ts'
import { qualityStatus } from './quality.status.ts'
import { stockView } from './stock-view.ts'

/**
 * What is on the way, short or in work lies in the tables of later areas: the queries are handled by warehouse, the last
 * area that the goods pass.
 */
const base = '/mep_server/biz/stock/'

/** How far in-stock rows are added up. */
export const stockLevels = ['lot', 'location', 'container', 'serial', 'material'] as const
export type StockLevel = (typeof stockLevels)[number]

const stockFilters = {
  warehouse_id: id.optional(),
  location_id: id.optional(),
  material_id: id.optional(),
  kind: codeOf(materialKind).optional(),
  quality_status: codeOf(qualityStatus).optional(),
  lot_number: plainString(50).optional(),
  supplier_id: id.optional(),
}

// countStock, listStock, listStockMovements, showStock: handled in `areas/warehouse/server/stock.handlers.ts`.
export const listStock = query(`${base}query_stock_list`, {
  title: text('库存查询', 'Stock list'),
  grantedBy: [pages.stock, pages.editReceipt, pages.outbound, pages.shipping],
  input: listInput({
    stock_view: codeOf(stockView).default(stockView.codes.in_stock),
    level: z.enum(stockLevels).default('lot'),
    ...stockFilters,
    /** Only what may be issued: good, not expired, not occupied. */
    available: z.boolean().optional(),
    expired: z.boolean().optional(),
    /** Of materials: by the bounds of their master data, as of now. */
    bound_state: codeOf(boundState).optional(),
    /** As it was at a past moment: what was occupied then is not kept. */
    as_of: instant.optional(),
  }),
  output: listOutput(inventoryRow),
  records: [inventory],
})
/** Days that a projection looks ahead at most. */
export const mostProjectedDays = 180
const projectedDay = z.object({
  /** When the day begins. */
  day: instant,
  purchase: z.string(),
  outsourcing: z.string(),
  production: z.string(),
  other_in: z.string(),
  orders: z.string(),
  sales: z.string(),
  /** At the end of the day. */
  balance: z.string(),
})
const projectedFlow = z.object({
  day: instant,
  kind: codeOf(flowKind),
  /** What it is of: a purchase order, a work order, a sales order; masked for whoever may not see it, null where there is none. */
  source_no: z.string().nullable(),
  /** Signed. */
  quantity: z.string(),
  /** It was due before today. */
  overdue: z.boolean(),
})
export type ProjectedStock = Out<typeof showProjectedStock>
/** Ours: what is there of a material day by day, by what is planned to come and to go. */
export const showProjectedStock = query(`${base}query_projected_stock`, {
  title: text('预计库存', 'Projected stock'),
  grantedBy: [pages.stock],
  input: z.strictObject({ material_id: id, days: z.int().min(1).max(mostProjectedDays).default(60) }),
  output: z.object({
    unit_name: z.string(),
    safety_stock: z.string(),
    opening_quantity: z.string(),
    days: z.array(projectedDay),
    flows: z.array(projectedFlow),
    /** The first day that ends below nothing, and below the safety stock. */
    short_day: instant.nullable(),
    low_day: instant.nullable(),
    /** What comes and goes after the last day. */
    later_in: z.string(),
    later_out: z.string(),
  }),
})
// exportStock, exportStockMovements: handled in `areas/warehouse/server/export.handlers.ts`.
export const exportStock = exportOf(listStock, `${base}export_stock`, {
  title: text('导出库存', 'Export stock'),
  grantedBy: [pages.stock],
})
export const countStock = query(`${base}query_stock_summary`, {
  title: text('库存视图数量', 'Stock view counts'),
  grantedBy: [pages.stock],
  input: z.strictObject({ keyword: plainString(100).optional(), level: z.enum(stockLevels).default('lot') }),
  output: z.object({ in_stock: z.int(), on_the_way: z.int(), shortage: z.int(), work_in_progress: z.int() }),
})
export const showStock = query(`${base}query_stock_detail`, {
  title: text('物料库存详情', 'Stock of a material'),
  grantedBy: [pages.stock, pages.materialPlan, pages.stockAdjustments],
  input: z.strictObject({ material_id: id }),
  output: z.object({
    result: z.array(inventoryRow),
    occupations: z.array(occupationRow),
    /** Of the material: whether its pieces have numbers. */
    serial_policy: z.int(),
  }),
  records: [inventory],
})
export const listStockMovements = query(`${base}query_stock_movement_list`, {
  title: text('库存流水', 'Stock movements'),
  grantedBy: [pages.stock],
  input: listInput({
    material_id: id.optional(),
    inventory_id: id.optional(),
    location_id: id.optional(),
    warehouse_id: id.optional(),
    movement_types: z.array(z.int()).max(20).optional(),
    timestamp_range: timestampRange.optional(),
  }),
  output: listOutput(stockMovementRow),
  records: [stockMovement],
})
export const exportStockMovements = exportOf(listStockMovements, `${base}export_stock_movement`, {
  title: text('导出库存流水', 'Export stock movements'),
  grantedBy: [pages.stock],
  rowId: stockMovementRow.shape.id,
})
export const addOpeningStock = command(`${base}add_stock_import`, {
  title: text('期初库存导入', 'Opening stock'),
  grantedBy: [pages.stock],
  input: z.strictObject({ lines: z.array(stockLine.input).min(1).max(2000) }),
  output: affected,
  records: [stockLine],
})
