import { query } from '@qitao/core/call.ts'
import { id, instant, plainString } from '@qitao/core/field.ts'
import { defaultPageSize, listOutput, mostRows } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { whomFields } from '../for-whom.ts'
import { conflictKinds } from './conflict.status.ts'

const base = '/mep_server/biz/schedule/'
const grantedBy = [pages.productionPlan]
const kind = z.enum(conflictKinds)
const counts = z.record(z.string(), z.int())

export const conflictRow = z.object({
  /** Names the conflict as long as it lasts. */
  id: z.string(),
  kind,
  task_id: id,
  mo_id: id,
  mo_no: z.string(),
  process_name: z.string(),
  machine_no: z.string(),
  material_code: z.string(),
  ...whomFields,
  /** The day on which the work order is due. */
  delivery_date: instant,
  /** By how long the order is late when nothing is done; 0: it stays in time, null: it cannot be said. */
  late_seconds: z.int().nullable(),
  /** When its machine is taken for it, with the set-up, as everywhere; and when the run begins. */
  start_time: instant,
  run_time: instant,
  /** When what is missing is there, the stop begins, the report was due. */
  at: instant,
  /** 0: it cannot be said. */
  seconds: z.int(),
  cause: z.string(),
  remedy: z.string(),
  /** Work order and purchase order that it collides with. */
  other_mo_no: z.string().nullable(),
  purchase_order_no: z.string().nullable(),
})
export type ConflictRow = z.output<typeof conflictRow>

/** Ours: where the books have overtaken the plan, with cause and remedy; what is most at stake first. */
export const listConflicts = query(`${base}query_conflict_list`, {
  title: text('计划冲突', 'Conflicts of the plan'),
  grantedBy,
  input: z.strictObject({
    keyword: plainString(100).optional(),
    page: z.int().min(1).max(10_000).default(1),
    page_size: z.int().min(1).max(mostRows).default(defaultPageSize),
    kinds: z.array(kind).max(conflictKinds.length).optional(),
    machine_no: plainString(50).optional(),
    mo_id: id.optional(),
  }),
  output: listOutput(conflictRow).extend({
    /** Kind to count, whatever kinds are asked for. */
    counts,
  }),
})
/** Ours: how many there are, and the tasks that are in conflict: for the head of the page and the bars. */
export const countConflicts = query(`${base}query_conflict_count`, {
  title: text('计划冲突数', 'Count of conflicts'),
  grantedBy,
  input: z.strictObject({}),
  output: z.object({
    total: z.int(),
    counts,
    tasks: z.array(z.object({ task_id: id, kinds: z.array(kind) })),
  }),
})
