import { command, query } from '@qitao/core/call.ts'
import { id, instant } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import type { Remedy } from '@qitao/planning/scheduling/explain/remedy.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

const base = '/mep_server/biz/schedule/'
const grantedBy = [pages.productionPlan]
const input = z.strictObject({ mo_id: id })

/** A piece of the time before a late finish, and what fills it. Pieces join without a gap, from the finish back. */
export const chainPiece = z.object({
  kind: z.enum([
    'task',
    'predecessor',
    'machine',
    'resource',
    'lock',
    'changeover',
    'calendar',
    'frozen',
    'slack',
    'material',
    'not_before',
    'waiting',
  ]),
  from: instant,
  to: instant,
  seconds: z.int(),
  /** Part of it in which the machine is closed. */
  closed_seconds: z.int(),
  operation_id: id,
  task_id: id.nullable(),
  mo_id: id,
  mo_no: z.string(),
  process_name: z.string(),
  machine_no: z.string().nullable(),
  material_code: z.string().nullable(),
  workgroup_name: z.string().nullable(),
  /** Why a lock does not move. */
  why: z.enum(['running', 'locked', 'published']).nullable(),
})
export type ChainPiece = z.output<typeof chainPiece>

/** Ours: why an order is late. Null: it is in time. */
export const explainLateOrder = query(`${base}query_late_order`, {
  acrossWorkgroups: 'refused',
  title: text('延期原因', 'Why an order is late'),
  grantedBy,
  input,
  output: z.object({
    late: z
      .object({
        due: instant,
        finish: instant,
        tardiness_seconds: z.int(),
        chain: z.array(chainPiece),
      })
      .nullable(),
  }),
})

const remedyKinds = ['overtime', 'expedite', 'other_machine', 'priority', 'as_early'] as const
const remedy = z.custom<Remedy>(
  value =>
    typeof value === 'object' && value !== null && 'kind' in value && remedyKinds.some(kind => kind === value.kind),
)
export const triedRemedy = z.object({
  kind: z.enum(remedyKinds),
  finish: instant,
  /** What is left of the lateness, and what is gained, in seconds. */
  tardiness_seconds: z.int(),
  gained_seconds: z.int(),
  /** Of all orders together, in hours weighted by priority: below 0 is better. */
  weighted_change_hours: z.number(),
  /** Other orders whose lateness changes, in seconds: above 0, later. */
  others: z.array(z.object({ mo_id: id, no: z.string(), change_seconds: z.int(), tardiness_seconds: z.int() })),
  /** What it is about, by kind: the machine that works on or that is left, the machine that takes over. */
  machine_no: z.string().nullable(),
  to_machine_no: z.string().nullable(),
  calendar_id: id.nullable(),
  /** Machines that share this calendar. */
  calendar_machines: z.int(),
  seconds_per_day: z.int().nullable(),
  /** The task that changes its machine, of this order or of the one in its way. */
  mo_no: z.string().nullable(),
  process_name: z.string().nullable(),
  material_code: z.string().nullable(),
  from: instant.nullable(),
  to: instant.nullable(),
  /** Orders that are passed. */
  passed: z.array(z.string()),
  remedy,
})
export type TriedRemedyRow = z.output<typeof triedRemedy>

/** Ours: what would make a late order less late, each tried on a copy of the plan; the best first. */
export const listRemedies = query(`${base}query_remedy_list`, {
  acrossWorkgroups: 'refused',
  title: text('补救措施', 'Remedies of a late order'),
  grantedBy,
  input,
  output: z.object({
    plan_version: z.int(),
    /** How late the plan has the order, as every page says. */
    planned_tardiness_seconds: z.int(),
    /** How late it gets without a remedy: what gains are counted from. More than planned when the books have overtaken the plan. */
    tardiness_seconds: z.int(),
    result: z.array(triedRemedy),
  }),
})
/** Ours: takes a remedy that moves tasks. Overtime is a calendar's business, and an earlier receipt the buyer's. */
export const applyRemedy = command(`${base}apply_remedy`, {
  acrossWorkgroups: 'refused',
  title: text('采用补救措施', 'Take a remedy'),
  grantedBy,
  input: z.strictObject({ mo_id: id, remedy, plan_version: z.int() }),
  output: z.object({ affected: z.int(), plan_version: z.int() }),
})
