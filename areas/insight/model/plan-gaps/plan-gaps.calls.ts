import { query } from '@qitao/core/call.ts'
import { codeOf, id, instant } from '@qitao/core/field.ts'
import { statuses } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

/** Gaps of products that are told in one answer. */
export const mostProductGaps = 500

/** What is missing in the master data, so that an order or a product cannot be planned, or is planned with material at the wrong step. */
export const planGapKind = statuses({
  no_bom: { code: 'no_bom', zh: '没有生效的物料BOM', en: 'No BoM in force', colour: 'danger' },
  no_routing: { code: 'no_routing', zh: '没有生效的工艺路线', en: 'No routing in force', colour: 'danger' },
  no_machine: { code: 'no_machine', zh: '工序没有可用设备', en: 'No machine does the process', colour: 'danger' },
  no_lane: { code: 'no_lane', zh: '外协工序没有供应商产能', en: 'No supplier does the process', colour: 'danger' },
  no_calendar: {
    ...{
      code: 'no_calendar',
      zh: '设备没有可用的工作日历',
      en: 'The machine has no working calendar',
      colour: 'warning',
    },
  },
  no_time: { code: 'no_time', zh: '缺少工时', en: 'No cycle time', colour: 'warning' },
  no_step: {
    ...{
      code: 'no_step',
      zh: '制造BOM属另一版物料BOM',
      en: 'Manufacturing BoM is of another BoM version',
      colour: 'warning',
    },
  },
})

export const planGapRow = z.object({
  /** What it is, and of what: no record of its own. */
  id: z.string(),
  kind: codeOf(planGapKind),
  material_id: id.nullable(),
  material_code: z.string().nullable(),
  material_name: z.string().nullable(),
  process_id: id.nullable(),
  process_name: z.string().nullable(),
  device_id: id.nullable(),
  machine_no: z.string().nullable(),
  /** Components of the work orders' BoM that their manufacturing BoM names at no step; null: it is another gap. */
  components: z.int().nullable(),
  /** Open orders that it stops: lines of sales orders for a BoM, work orders for all else. */
  orders: z.int(),
  /** The first of them by their due date. */
  order_nos: z.array(z.string()),
  /** Null: no order waits for it yet. */
  first_due: instant.nullable(),
  /** Where no order waits: products that could not be planned for it, and the first of them. */
  products: z.int(),
  product_codes: z.array(z.string()),
})
export type PlanGapRow = z.output<typeof planGapRow>

export const listPlanGaps = query('/mep_server/factory/query_plan_gap_list', {
  title: text('查询计划缺口', 'List what would stop a plan'),
  grantedBy: [pages.dataCheck],
  input: z.strictObject({}),
  output: z.object({
    result: z.array(planGapRow),
    total: z.int(),
    /** Open work orders, and how many of them nothing stops. */
    open_orders: z.int(),
    ready_orders: z.int(),
    /** Active products that are made, and how many of them could be planned. */
    products: z.int(),
    ready_products: z.int(),
    /** Gaps of products beyond those that are told. */
    more: z.int(),
  }),
})
