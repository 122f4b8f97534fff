import { query } from '@qitao/core/call.ts'
import { codeOf, id, instant } from '@qitao/core/field.ts'
import type { StatusColour } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { salesOrder, salesOrderLine } from './sales-order.record.ts'
import { salesOrderStatus } from './sales-order.status.ts'

/** Where the lines of an order stand, and why one is late. Handled by promising: `areas/promising/server/lines/line-state.handlers.ts`. */
const base = '/mep_server/biz/order/'
const grantedBy = [pages.salesOrders, pages.editSalesOrder]
const records = [salesOrder, salesOrderLine]
/** Words of later areas: sales does not know their states. */
const said = z.object({ zh: z.string(), en: z.string() })
const state = said.extend({ colour: z.custom<StatusColour>(value => typeof value === 'string') })

const moOfLine = z.object({
  id,
  no: z.string(),
  state,
  planned_quantity: z.string(),
  completed_quantity: z.string(),
  planned_finish_time: instant.nullable(),
  /** Null: the material plan has not looked at it. */
  material_state: state.nullable(),
  kitting_time: instant.nullable(),
  deciding_material: z.string().nullable(),
  operations: z.int(),
  operations_done: z.int(),
})
export const lineState = z.object({
  line_id: id,
  line_no: z.int(),
  material_id: id,
  material_code: z.string(),
  material_name: z.string(),
  unit_name: z.string(),
  quantity: z.string(),
  shipped_quantity: z.string(),
  returned_quantity: z.string(),
  to_make_quantity: z.string(),
  /** Of that, what finished work orders have made less than was planned. */
  short_quantity: z.string(),
  /** Nothing is made for it: stock covers all of it. */
  from_stock: z.boolean(),
  status: codeOf(salesOrderStatus),
  /** The day asked for: the line's own, else the order's. */
  due_date: instant,
  /** As it was confirmed; an order that is changed afterwards has another day. */
  promised_date: instant.nullable(),
  /** Null as long as something of it is not planned, or on no work order. */
  planned_finish_time: instant.nullable(),
  /** From the planned finish to the end of the day; below 0: late. Null: nothing to count from. */
  slack_days: z.number().nullable(),
  /** Of all its operations, as far as reported; what stock covers is done. */
  progress_percent: z.int(),
  /** The plan or the day itself has left it late, or nothing brings it. */
  is_late: z.boolean(),
  mos: z.array(moOfLine),
})
export type LineState = z.output<typeof lineState>
export type MoOfLine = LineState['mos'][number]

export const queryLineStates = query(`${base}query_line_states`, {
  acrossWorkgroups: 'whole',
  title: text('订单明细状态', 'Where the lines of an order stand'),
  grantedBy: [...grantedBy, pages.orderPromise],
  input: z.strictObject({ order_id: id }),
  output: z.object({ result: z.array(lineState) }),
  records,
})
export const explainLateLines = query(`${base}query_late_lines`, {
  acrossWorkgroups: 'whole',
  title: text('明细延期原因', 'Why lines of an order are late'),
  grantedBy,
  input: z.strictObject({ order_id: id }),
  output: z.object({
    result: z.array(
      z.object({
        line_id: id,
        /** The work order that decides it. */
        mo_id: id.nullable(),
        mo_no: z.string().nullable(),
        /** With how long it waits for that. */
        reason: said,
        /** The plan can be asked what would help. */
        has_remedies: z.boolean(),
      }),
    ),
  }),
  records,
})
export const queryLineRemedies = query(`${base}query_line_remedies`, {
  acrossWorkgroups: 'whole',
  title: text('明细补救措施', 'What would help a late line'),
  grantedBy,
  input: z.strictObject({ line_id: id }),
  output: z.object({
    result: z.array(
      z.object({
        what: said,
        /** What it gains, and what it costs others. */
        effect: said,
        gained_seconds: z.int(),
        /** What is left of the lateness. */
        tardiness_seconds: z.int(),
      }),
    ),
  }),
  records,
})
