import { command, exportOf, query } from '@qitao/core/call.ts'
import { codeOf, id, instant, rowVersion } from '@qitao/core/field.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { timeDimension } from '@qitao/scheduling/model/task.status.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { supplyDemand } from './supply-demand.record.ts'
import { demandTrend, pegDemandKind, pegState, pegSupplyKind, supplyStatus } from './supply-demand.status.ts'

const base = '/mep_server/biz/supply_demand/'
const grantedBy = [pages.supplyDemandPlan]
const records = [supplyDemand]
/** Work orders made at once. */
const mostMade = 2000
const time_dimension = codeOf(timeDimension).default(timeDimension.codes.month)

const periodRow = z.object({
  period: instant,
  order_quantity: z.string(),
  /** Of work orders that consume it. */
  need_quantity: z.string(),
  /** What no order has consumed of it. */
  forecast_quantity: z.string(),
  transit_quantity: z.string(),
  production_quantity: z.string(),
  demand_quantity: z.string(),
  supply_quantity: z.string(),
  capacity_quantity: z.string(),
  balance_quantity: z.string(),
  history_average: z.string().nullable(),
  demand_trend: codeOf(demandTrend).nullable(),
  supply_status: codeOf(supplyStatus),
})
export type SupplyDemandPeriod = z.output<typeof periodRow>
const planRow = supplyDemand.row.extend({
  material_code: z.string(),
  material_name: z.string(),
  material_specs: z.string().nullable(),
  unit_name: z.string(),
  /** It has a released BoM, so it is made. */
  made: z.boolean(),
  /** Balance at the end of each period. */
  balances: z.array(z.string()),
})
export type SupplyDemandRow = z.output<typeof planRow>
export const listSupplyDemand = query(`${base}query_supply_demand_plan_list`, {
  title: text('查询供需计划', 'List the demand-supply plan'),
  grantedBy,
  input: listInput({
    time_dimension,
    material_id: id.optional(),
    supply_status: codeOf(supplyStatus).optional(),
    demand_trend: codeOf(demandTrend).optional(),
  }),
  output: listOutput(planRow).extend({
    /** Begins of the periods that `balances` are of. */
    periods: z.array(instant),
  }),
  records,
})
export const exportSupplyDemand = exportOf(listSupplyDemand, `${base}export_supply_demand_plan`, {
  title: text('导出供需计划', 'Export the demand-supply plan'),
  grantedBy,
})
export const showSupplyDemand = query(`${base}query_supply_demand_plan_detail`, {
  title: text('供需计划详情', 'Demand-supply plan of a material'),
  grantedBy,
  input: z.strictObject({ material_id: id, time_dimension }),
  output: z.object({ result: z.array(periodRow) }),
  records,
})

/** Ours. One piece of supply that a demand has, or a demand that none covers (no supply), or supply that nobody has (no demand). */
const pegRow = z.object({
  id: z.string(),
  state: codeOf(pegState),
  demand_kind: codeOf(pegDemandKind).nullable(),
  demand_no: z.string().nullable(),
  demand_id: id.nullable(),
  product_name: z.string().nullable(),
  needed_time: instant.nullable(),
  supply_kind: codeOf(pegSupplyKind).nullable(),
  supply_no: z.string().nullable(),
  available_time: instant.nullable(),
  /** Below 0 where the plan counts less than there is now. */
  quantity: z.string(),
})
export type PegRow = z.output<typeof pegRow>
export const showPegging = query(`${base}query_supply_demand_pegging`, {
  title: text('物料的供需对应', 'Who has what of a material'),
  grantedBy,
  /** Rows of a kind add up to what the plan of these periods shows of it. */
  input: z.strictObject({ material_id: id, time_dimension }),
  output: z.object({
    result: z.array(pegRow),
    /** More than are answered: what they say of the others stands in the rest. */
    cut: z.boolean(),
  }),
  records,
})

/** Ours. A work order for the most that is short of each, as it was seen; done once: then it is short no more. */
export const makeShortages = command(`${base}make_supply_demand_shortages`, {
  title: text('为缺料建立工单', 'Make work orders for shortages'),
  grantedBy,
  input: z.strictObject({
    rows: z
      .array(z.strictObject({ id, row_version: rowVersion }))
      .min(1)
      .max(mostMade),
  }),
  output: z.object({ mo_ids: z.array(id), nos: z.array(z.string()) }),
  records,
})
