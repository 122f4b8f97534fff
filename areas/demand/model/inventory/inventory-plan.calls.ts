import { affected, command, exportOf, query } from '@qitao/core/call.ts'
import { id, ids, plainString, rowVersion } from '@qitao/core/field.ts'
import { listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { inventoryPlan } from './inventory-plan.record.ts'

const base = '/mep_server/biz/supply_demand/'
const grantedBy = [pages.inventoryPlan]
const records = [inventoryPlan]
const planRow = inventoryPlan.row.extend({
  material_code: z.string(),
  material_name: z.string(),
  material_specs: z.string().nullable(),
  unit_name: z.string(),
})
export type InventoryPlanRow = z.output<typeof planRow>
const filters = {
  material_id: id.optional(),
  abc: z.enum(['A', 'B', 'C']).optional(),
  xyz: z.enum(['X', 'Y', 'Z']).optional(),
}
export const listInventoryPlans = query(`${base}query_inventory_plan_list`, {
  title: text('查询库存计划', 'List inventory plans'),
  grantedBy,
  input: listInput(filters),
  output: listOutput(planRow),
  records,
})
export const exportInventoryPlans = exportOf(listInventoryPlans, `${base}export_inventory_plan`, {
  title: text('导出库存计划', 'Export inventory plans'),
  grantedBy,
})
/** What is in use and what was computed are not the same, and nobody has said that it is to stay. */
export const listReconciliation = query(`${base}query_inventory_reconciliation_list`, {
  title: text('库存参数对账', 'Points in use against computed'),
  grantedBy,
  input: listInput(filters),
  output: listOutput(planRow),
  records,
})
const { fields } = inventoryPlan
/** With the versions that were seen, in the same order: refused (5023) where one is another by now. */
const seen = { material_ids: ids(), row_versions: z.array(rowVersion).optional() }
/** What is absent stays as it is. */
export const alterInventoryPlan = command(`${base}alter_inventory_plan`, {
  title: text('修改库存计划参数', 'Alter inventory parameters'),
  grantedBy,
  input: z.strictObject({
    ...seen,
    fill_rate: fields.fill_rate.schema.optional(),
    reorder_cycle: fields.reorder_cycle.schema.optional(),
    supply_lead_time: fields.supply_lead_time.schema.optional(),
    additional_time: fields.additional_time.schema.optional(),
    defect_rate: fields.defect_rate.schema.optional(),
    packaging_size: fields.packaging_size.schema.optional(),
    inventory_lower: fields.inventory_lower.schema.optional(),
    inventory_upper: fields.inventory_upper.schema.optional(),
  }),
  output: affected,
  records,
})
/** Ours. The computed points hold from now on: for the material plan, and for what must be bought. */
export const acceptInventoryPlan = command(`${base}accept_inventory_plan`, {
  title: text('采用再订货点', 'Accept reorder points'),
  grantedBy,
  input: z.strictObject(seen),
  output: affected,
  records,
})
/** Ours. What is in use stays, until another point is computed. */
export const keepInventoryPlan = command(`${base}keep_inventory_plan`, {
  title: text('保留在用的再订货点', 'Keep the points in use'),
  grantedBy,
  input: z.strictObject({ ...seen, reason: plainString(255).min(1) }),
  output: affected,
  records,
})

/** What the stock is worth and how fast it turns has one definition. Handled in `areas/figures/server/inventory-analysis.handlers.ts`. */
export const showInventoryAnalysis = query(`${base}query_inventory_analysis`, {
  title: text('库存分析', 'Inventory analysis'),
  grantedBy,
  input: z.strictObject({ warehouse_id: id.optional(), timestamp_range: timestampRange.optional() }),
  output: z.object({
    summary: z.object({
      /** Amounts are for who sees what is paid for materials; null for others. */
      stock_amount: z.string().nullable(),
      consumed_amount: z.string().nullable(),
      /** K12; null where nothing lay there. */
      turns: z.string().nullable(),
      days: z.string().nullable(),
      /** Materials that lie there and have no purchase price: they are in none of the sums. */
      unpriced_count: z.int(),
    }),
    series: z.array(z.object({ period: z.int(), consumed_amount: z.string().nullable() })),
  }),
  records,
})
const cell = z.object({
  abc: z.string(),
  xyz: z.string(),
  count: z.int(),
  /** Null: prices are not shown. */
  consumed_amount: z.string().nullable(),
  stock_amount: z.string().nullable(),
  buffer_amount: z.string().nullable(),
  fill_rate: z.string().nullable(),
})
export type AbcXyzCell = z.output<typeof cell>
export const showAbcXyz = query(`${base}query_abc_xyz`, {
  title: text('ABC-XYZ分类', 'ABC-XYZ classes'),
  grantedBy,
  input: z.strictObject({}),
  output: z.object({ matrix: z.array(cell) }),
  records,
})

const simulated = z.object({
  reorder_point: z.string(),
  reorder_quantity: z.string(),
  fill_rate: z.string(),
  average_stock: z.string(),
  days_out: z.int(),
  order_count: z.int(),
})
export type SimulatedPlan = z.output<typeof simulated>
/** Ours. The past year as it would have gone with the point in use, and with the computed one. */
export const simulateInventoryPlan = query(`${base}simulate_inventory_plan`, {
  title: text('模拟库存计划', 'Simulate an inventory plan'),
  grantedBy,
  input: z.strictObject({ material_id: id }),
  output: z.object({
    /** Days that it is computed from: since the first consumption, a year at most. */
    day_count: z.int(),
    in_use: simulated,
    computed: simulated,
    /** What another promise would take. */
    sensitivity: z.array(z.object({ fill_rate: z.string(), reorder_point: z.string(), amount: z.string().nullable() })),
    /** Days by how much was consumed: ten parts up to the most. */
    histogram: z.array(z.object({ up_to: z.string(), days: z.int() })),
  }),
  records,
})
