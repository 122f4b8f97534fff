import { affected, command, query } from '@qitao/core/call.ts'
import { because, codeOf, id, ids, instant, plainString } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { bulkOutput, listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { deliveryStatus, moStatus, publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { chainPiece, triedRemedy } from '../late/late-order.calls.ts'
import { scheduleObjectives } from '../schedule.calls.ts'
import { simulationStatus } from '../task.status.ts'

const base = '/mep_server/biz/simulation/'
const grantedBy = [pages.productionPlan]
const title50 = plainString(50)

/** How good a plan is: of the orders that are on the plan or wait for it. Units in the names, shares 0 to 1. */
export const planFigures = z.object({
  orders: z.int(),
  late_orders: z.int(),
  unplanned_orders: z.int(),
  /** Of the orders that are placed. */
  on_time_share: z.number(),
  tardiness_hours: z.number(),
  /** By the priorities in force, so that versions can be compared. */
  weighted_tardiness_hours: z.number(),
  setup_hours: z.number(),
  makespan_hours: z.number(),
  /** Planned by available time of all machines over the next fourteen days, and of the busiest. */
  load_share: z.number(),
  busiest_machine_no: z.string().nullable(),
  busiest_load_share: z.number(),
})
export type PlanFigures = z.output<typeof planFigures>

export const simulationVersion = z.object({
  id,
  row_version: z.int(),
  version_no: z.int(),
  name: z.string(),
  status: codeOf(simulationStatus),
  objective: z.enum(scheduleObjectives),
  mo_count: z.int(),
  priority_count: z.int(),
  base_version: z.int().nullable(),
  /** The plan in force has changed since it was calculated. */
  is_old: z.boolean(),
  calculated_time: instant.nullable(),
  created_time: instant,
  created_by_name: z.string().nullable(),
  figures: planFigures.nullable(),
})
export type SimulationVersion = z.output<typeof simulationVersion>

/** A work order with its sales order, and what a version gives it. */
export const simulationRow = z.object({
  id,
  mo: z.object({
    id,
    no: z.string(),
    status: codeOf(moStatus),
    material_code: z.string(),
    material_name: z.string(),
    unit_name: z.string(),
    planned_quantity: z.string(),
    delivery_date: instant,
    priority: z.int(),
    planned_start_time: instant.nullable(),
    planned_finish_time: instant.nullable(),
    capacity_locked: z.boolean(),
    publish_status: codeOf(publishStatus),
  }),
  order: z.object({ id, no: z.string(), customer_name: z.string().nullable() }).nullable(),
  version_id: id.nullable(),
  /** In the version; the order's own without one. */
  priority: z.int(),
  simulated_start_time: instant.nullable(),
  simulated_finish_time: instant.nullable(),
  /** Of the simulated finish; of the planned one without a version. */
  delivery_status: codeOf(deliveryStatus).nullable(),
})
export type SimulationRow = z.output<typeof simulationRow>

export const listSimulationOrders = query(`${base}query_mo_so_list`, {
  acrossWorkgroups: 'refused',
  title: text('模拟工单', 'Orders of a simulation'),
  grantedBy,
  input: listInput({ version_id: id.optional() }),
  output: listOutput(simulationRow),
})
const priority = z.int().refine(value => value >= 1 && value <= 10_000, because(generalErrors.number1To10000))
/** What if: the wished priorities of a version; without a version one is made. The orders themselves keep theirs. */
export const alterSimulatedPriorities = command(`${base}alter_mo_priority`, {
  acrossWorkgroups: 'refused',
  title: text('调整模拟优先级', 'Alter priorities of a simulation'),
  grantedBy,
  input: z.strictObject({
    version_id: id.optional(),
    name: title50.optional(),
    priorities: z
      .array(z.object({ mo_id: id, priority }))
      .min(1)
      .max(2000),
  }),
  output: z.object({ affected: z.int(), version_id: id }),
})
export const simulateSchedule = command(`${base}simulation_schedule`, {
  acrossWorkgroups: 'refused',
  title: text('模拟排程', 'Schedule a simulation'),
  grantedBy,
  input: z.strictObject({
    version_id: id.optional(),
    name: title50.optional(),
    mo_ids: z.array(id).min(1).max(10_000),
    objective: z.enum(scheduleObjectives).default('delivery'),
    seconds: z.int().min(1).max(280).default(20),
  }),
  output: z.object({ job_id: id, version_id: id }),
})
/** The version becomes the plan; its priorities become the orders' own. */
export const convertSimulation = command(`${base}version_conversion`, {
  acrossWorkgroups: 'refused',
  title: text('模拟版本转计划', 'Make a simulation the plan'),
  grantedBy,
  input: z.strictObject({
    version_id: id,
    /** Orders that start within the publishing window are published too. */
    publish: z.boolean().default(true),
  }),
  output: bulkOutput,
})

export const listSimulations = query(`${base}query_version_list`, {
  acrossWorkgroups: 'refused',
  title: text('模拟版本', 'Simulation versions'),
  grantedBy,
  input: listInput({}),
  output: listOutput(simulationVersion),
})
export const dropSimulations = command(`${base}bulk_drop_version`, {
  acrossWorkgroups: 'refused',
  title: text('删除模拟版本', 'Discard simulation versions'),
  grantedBy,
  input: z.strictObject({ ids: ids() }),
  output: affected,
})
/** Versions beside the plan in force: figures as of now, whenever each was calculated, and the orders that differ between any two of them. */
export const compareSimulations = query(`${base}compare_version`, {
  acrossWorkgroups: 'refused',
  title: text('对比模拟版本', 'Compare simulation versions'),
  grantedBy,
  input: z.strictObject({ version_ids: z.array(id).min(1).max(5) }),
  output: z.object({
    /** The plan in force is the first, without an id. */
    plans: z.array(
      z.object({
        id: id.nullable(),
        version_no: z.int().nullable(),
        name: z.string(),
        figures: planFigures,
        /** Tasks that stand elsewhere than in the plan in force, or are not on it. */
        moved_tasks: z.int(),
      }),
    ),
    orders: z.array(
      z.object({
        id,
        no: z.string(),
        material_name: z.string(),
        delivery_date: instant,
        due: instant,
        priority: z.int(),
        /** In the order of `plans`. */
        finishes: z.array(z.object({ priority: z.int(), finish_time: instant.nullable() })),
      }),
    ),
  }),
})

/**
 * Why a version brings orders forward by nothing, or little: what each of them waits for the longest, and the smallest change
 * that would move it. `more`: how many others there are, of which nothing is told.
 */
export const explainSimulation = query(`${base}query_version_bound`, {
  acrossWorkgroups: 'refused',
  title: text('模拟为何未提前', 'Why a simulation changes nothing'),
  grantedBy,
  input: z.strictObject({ version_id: id }),
  output: z.object({
    more: z.int(),
    orders: z.array(
      z.object({
        mo_id: id,
        no: z.string(),
        due: instant,
        /** null: it is on one of the two plans only. */
        gained_seconds: z.int().nullable(),
        tardiness_seconds: z.int(),
        /** null: the version does not place it. */
        finish: instant.nullable(),
        /** The piece nearest to the finish, and all that wait for the same; null: its own work alone. */
        bound: z.object({ piece: chainPiece, seconds: z.int(), pieces: z.int() }).nullable(),
        smallest: triedRemedy.nullable(),
      }),
    ),
  }),
})
export type BoundOrder = z.output<typeof explainSimulation.output>['orders'][number]
