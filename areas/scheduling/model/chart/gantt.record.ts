import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { codeOf, id, instant } from '@qitao/core/field.ts'
import {
  capacityStatus,
  deliveryStatus,
  dispatchStatus,
  materialStatus,
  moStatus,
  publishStatus,
} from '@qitao/manufacturing/model/mo/mo.status.ts'
import { z } from 'zod'
import type { ChartProblem } from '../problem/chart-problem.rules.ts'
import { planSummary } from '../publish/plan-version.calls.ts'
import { taskRow } from '../task.record.ts'

const interval = z.tuple([instant, instant])

/** A machine as a row of the chart; `load_share` is planned by available time of the range shown. */
export const ganttRow = z.object({
  id,
  machine_no: z.string(),
  name: z.string(),
  workgroup_id: id.nullable(),
  workgroup_name: z.string().nullable(),
  /** By which it is planned: of `calendar`. */
  calendar_id: z.string().nullable(),
  capacity: z.int(),
  /** It is the work of a supplier. */
  outside: z.boolean(),
  status: codeOf(enabledStatus),
  process_ids: z.array(id),
  freezes: z.array(z.object({ id, start_time: instant, end_time: instant, reason: z.string().nullable() })),
  load_share: z.number(),
})
export type GanttMachine = z.output<typeof ganttRow>

/** A work order with tasks in the range. */
export const ganttOrder = z.object({
  id,
  no: z.string(),
  status: codeOf(moStatus),
  material_id: id,
  material_code: z.string(),
  material_name: z.string(),
  unit_name: z.string(),
  unit_precision: z.int(),
  planned_quantity: z.string(),
  completed_quantity: z.string(),
  order_no: z.string().nullable(),
  customer_name: z.string().nullable(),
  parent_mo_id: id.nullable(),
  delivery_date: instant,
  /** In time until then: the end of the delivery day. */
  due: instant,
  priority: z.int(),
  planned_finish_time: instant.nullable(),
  material_status: codeOf(materialStatus).nullable(),
  kitting_time: instant.nullable(),
  capacity_status: codeOf(capacityStatus).nullable(),
  capacity_locked: z.boolean(),
  delivery_status: codeOf(deliveryStatus).nullable(),
  publish_status: codeOf(publishStatus),
  dispatch_status: codeOf(dispatchStatus),
})
export type GanttOrder = z.output<typeof ganttOrder>

/** What the engine needs to judge a move: the page asks it while dragging, the server on save. */
export const ganttProblem = z.custom<ChartProblem>(
  value => typeof value === 'object' && value !== null && 'operations' in value,
)

export const ganttData = z.object({
  plan_version: z.int(),
  now: instant,
  summary: planSummary,
  tasks: z.array(taskRow),
  rows: z.array(ganttRow),
  /** Working time over the range of each calendar of the plan: the company's, and those of suppliers' whole days. */
  calendar: z.array(z.object({ id: z.string(), name: z.string(), intervals: z.array(interval) })),
  orders: z.array(ganttOrder),
  problem: ganttProblem,
})
export type GanttData = z.output<typeof ganttData>
