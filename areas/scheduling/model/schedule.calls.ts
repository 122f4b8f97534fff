import { affected, command, query } from '@qitao/core/call.ts'
import { codeOf, id, instant, plainString, positiveQuantity, rowVersion } from '@qitao/core/field.ts'
import { bulkOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { ganttData } from './chart/gantt.record.ts'
import { planRange } from './chart/time-range.ts'
import { whomFields } from './for-whom.ts'
import type { BrokenPromise } from './problem/promised-orders.rules.ts'
import { productionTask, taskReason, taskRow } from './task.record.ts'
import { ganttView } from './task.status.ts'

const base = '/mep_server/biz/schedule/'
const planners = [pages.productionPlan]
const both = [pages.productionPlan, pages.materialPlan]
const records = [productionTask]
/** May be empty: then the call says that there is nothing to do. */
const someIds = z.array(id).max(10_000)

/** Ways to put a plan right. */
const repairKinds = ['fewest_moves', 'balanced', 'least_lateness', 'with_overtime', 'with_split'] as const
/** Why a task is not where it stood. */
const moveReasons = [
  'machine_stopped',
  'overdue',
  'material',
  'predecessor',
  'machine_taken',
  'earlier',
  'split',
  'new',
  'resource',
] as const

/** What comes first when two wishes are at odds. */
export const scheduleObjectives = ['delivery', 'changeover', 'load'] as const

export const queryGantt = query(`${base}query_gantt`, {
  title: text('生产计划甘特图', 'Production plan Gantt'),
  grantedBy: planners,
  input: z.strictObject({
    view: codeOf(ganttView).default('task'),
    timestamp_range: planRange,
    machine_no_list: z.array(plainString(50)).max(2000).optional(),
    mo_ids: someIds.optional(),
  }),
  output: ganttData,
})

export const autoSchedule = command(`${base}auto_schedule`, {
  acrossWorkgroups: 'refused',
  title: text('自动排程', 'Schedule automatically'),
  grantedBy: both,
  input: z.strictObject({
    mo_ids: someIds.min(1),
    direction: z.enum(['forward']).default('forward'),
    /** No task starts before; the present when absent. */
    start_time: instant.optional(),
    objective: z.enum(scheduleObjectives).default('delivery'),
    /** Longest time to improve the plan, in seconds. */
    seconds: z.int().min(1).max(280).default(20),
  }),
  output: z.object({ job_id: id }),
})
/** Result of the job that `auto_schedule` starts. `cause` and `object` of a failure read with `causeText` of manufacturing. */
export interface ScheduleResult {
  readonly scheduled: number
  readonly failed: readonly {
    readonly id: string
    readonly no: string
    readonly code: number
    readonly cause: string
    readonly object: string
  }[]
  /** Orders that were asked for and that people have placed, locked or published themselves meanwhile: they stay so. */
  readonly left: readonly { readonly id: string; readonly no: string }[]
  /** Locked or dispatched tasks whose machine is down while they are to run: they stay, and somebody has to see to them. */
  readonly in_down_time: readonly { readonly task_id: string; readonly name: string; readonly machine_no: string }[]
  /** Work orders for lines with a promised day that the plan finishes later, or not at all. */
  readonly broken_promises: readonly BrokenPromise[]
  readonly version_no: number
  readonly late_count: number
  /** How far from the best possible at most, 0 to 1; null: not known when it ended. */
  readonly gap: number | null
}

/** Ends a calculation of any kind early: what is best so far is taken. */
export const stopSchedule = command(`${base}stop_schedule`, {
  acrossWorkgroups: 'refused',
  title: text('采用当前最好结果', 'Stop and take the best so far'),
  grantedBy: both,
  input: z.strictObject({ job_id: id }),
  output: affected,
})

const warnings = z.array(z.object({ kind: z.enum(['late', 'moved', 'published_moved']), message: z.string() }))

const wantedPlace = z.strictObject({
  task_id: id,
  /** Its own machine when absent. */
  machine_no: plainString(50).optional(),
  start_time: instant,
  end_time: instant,
  row_version: rowVersion,
})
/** `changed`: all tasks that are different now; what is pushed moves along. */
const movedOutput = z.object({ changed: z.array(taskRow), warnings, plan_version: z.int() })

export const alterTask = command(`${base}alter_task`, {
  acrossWorkgroups: 'refused',
  title: text('调整任务', 'Move a task'),
  grantedBy: planners,
  input: wantedPlace,
  output: movedOutput.extend({ task: taskRow }),
  records,
})
/** What a gesture takes along: all of it is moved, or nothing is. */
export const moveTasks = command(`${base}move_task`, {
  acrossWorkgroups: 'refused',
  title: text('移动任务', 'Move tasks'),
  grantedBy: planners,
  input: z.strictObject({ tasks: z.array(wantedPlace).min(1).max(2000) }),
  output: movedOutput,
  records,
})

/** Where tasks once stood, with the versions that they have now. */
const places = z
  .array(
    z.strictObject({
      task_id: id,
      device_id: id,
      setup_start_time: instant,
      start_time: instant,
      end_time: instant,
      setup_seconds: z.int().min(0),
      /** Why they stood there; absent: a person places them there. */
      reasons: z.array(taskReason).max(20).optional(),
      row_version: rowVersion,
    }),
  )
  .max(20_000)

/** Both answer all tasks that are different now; `task` is the one that stays. */
const parted = z.object({ task: taskRow, changed: z.array(taskRow), warnings, plan_version: z.int() })

/** Takes a part of a task off, to be made on another machine or at another time. */
export const splitTask = command(`${base}split_task`, {
  acrossWorkgroups: 'refused',
  title: text('拆分任务', 'Split a task'),
  grantedBy: planners,
  input: z.strictObject({
    task_id: id,
    /** Of the new part; the task keeps the rest. */
    quantity: positiveQuantity,
    /** Its own machine when absent. */
    machine_no: plainString(50).optional(),
    /** Start of the new part's run; right behind the task when absent, side by side with it on another machine. */
    start_time: instant.optional(),
    row_version: rowVersion,
  }),
  output: parted.extend({ part: taskRow }),
  records,
})
/**
 * Makes one task of parts of an operation: the first of them takes all that the others were to make, and the time for it where
 * it stands. With `places` a split is undone exactly: it and all that was pushed go back to where they stood.
 */
export const joinTasks = command(`${base}join_task`, {
  acrossWorkgroups: 'refused',
  title: text('合并任务', 'Join tasks'),
  grantedBy: planners,
  input: z.strictObject({
    tasks: z
      .array(z.strictObject({ task_id: id, row_version: rowVersion }))
      .min(2)
      .max(100),
    places: places.optional(),
  }),
  output: parted,
  records,
})

/** Takes tasks back to where they stood: undo and redo of a change by hand, exactly. */
export const restoreTasks = command(`${base}restore_task`, {
  acrossWorkgroups: 'refused',
  title: text('恢复任务位置', 'Put tasks back'),
  grantedBy: planners,
  input: z.strictObject({
    tasks: places.min(1),
  }),
  output: z.object({ changed: z.array(taskRow), plan_version: z.int() }),
  records,
})

const movedTask = z.object({
  task_id: id,
  mo_no: z.string(),
  order_no: whomFields.order_no,
  customer_name: whomFields.customer_name,
  process_name: z.string(),
  machine_no: z.string(),
  /** Starts of the set-up, before and now. */
  from_time: instant,
  start_time: instant,
  end_time: instant,
  from_machine_no: z.string(),
  reason: z.enum(moveReasons),
  /** What stands behind the reason: a machine, a material or another task. */
  object: z.string().nullable(),
})
const repairTotals = z.object({
  late_orders: z.int(),
  late_hours: z.number(),
  /** Each hour counts by the priority of its order. */
  weighted_late_hours: z.number(),
  setup_seconds: z.int(),
})
/** A day of a calendar on which its last shift goes on. */
const overtimeDay = z.object({
  calendar_id: id,
  calendar_name: z.string(),
  /** Machines that share the calendar: all of them may be worked on. */
  machines: z.int(),
  day: z.string(),
  seconds: z.int(),
})
/** A task that is made in two parts, at the same time on two machines. */
const splitTaskOffer = z.object({
  /** The one that is parted; it keeps the rest. */
  task_id: id,
  mo_no: z.string(),
  process_name: z.string(),
  machine_no: z.string(),
  quantity: positiveQuantity,
  part_machine_no: z.string(),
  part_quantity: positiveQuantity,
  /** Of the part; start of its set-up. */
  start_time: instant,
  end_time: instant,
})
const repairChoice = z.object({
  kind: z.enum(repairKinds),
  totals: repairTotals,
  /** What is worked on for it: the days become overtime days. */
  overtime: z.array(overtimeDay),
  split: splitTaskOffer.nullable(),
  moved: z.array(movedTask),
  /** Orders whose lateness is another; those that it costs or helps most first. */
  orders: z.array(
    z.object({
      mo_id: id,
      mo_no: z.string(),
      ...whomFields,
      delivery_date: instant,
      finish_time: instant,
      tardiness_seconds: z.int(),
      tardiness_seconds_before: z.int(),
    }),
  ),
})
/** Dispatched or locked tasks whose machine is down while they are to run: they stay until somebody has seen to them. */
const staying = z.array(
  z.object({
    task_id: id,
    mo_no: z.string(),
    process_name: z.string(),
    machine_no: z.string(),
    start_time: instant,
    end_time: instant,
  }),
)

/** The ways in which `repair_plan` can put the plan right; none: it keeps every rule. */
export const previewRepair = query(`${base}preview_repair`, {
  acrossWorkgroups: 'refused',
  title: text('修复计划预览', 'What repairs the plan'),
  grantedBy: planners,
  input: z.strictObject({}),
  output: z.object({
    /** What the choices are computed for. */
    time: instant,
    before: repairTotals,
    choices: z.array(repairChoice.extend({ digest: z.string() })),
    /** The choice that moves the fewest of those that are hardly later than the least late one. */
    advised: z.enum(repairKinds),
    stay: staying,
    /** The last repair, while it can be taken back. */
    last: z
      .object({ plan_version: z.int(), moved_count: z.int(), overtime_days: z.int(), is_split: z.boolean() })
      .nullable(),
  }),
})
/** Puts right what breaks a rule since something happened: a machine is down, a report or material came late, a task has not begun. */
export const repairPlan = command(`${base}repair_plan`, {
  acrossWorkgroups: 'refused',
  title: text('修复计划', 'Repair the plan'),
  grantedBy: planners,
  input: z.strictObject({
    choice: z.enum(repairKinds).default('fewest_moves'),
    /** `digest` of the choice that was agreed to and `time` of its preview: anything else is not done (5023). */
    agreed: z.strictObject({ digest: z.string().max(64), time: instant }).optional(),
  }),
  output: repairChoice
    .pick({ moved: true, orders: true, overtime: true, split: true })
    .extend({ stay: staying, plan_version: z.int() }),
  records,
})

/**
 * Tasks go back to where they stood, what was made in two parts is one task again, and days that were made overtime for it become
 * what they were: while nothing has been planned since.
 */
export const undoRepair = command(`${base}undo_repair`, {
  acrossWorkgroups: 'refused',
  title: text('撤销修复', 'Take the repair back'),
  grantedBy: planners,
  input: z.strictObject({ plan_version: z.int() }),
  output: affected.extend({ plan_version: z.int() }),
  records,
})

export const shiftTasks = command(`${base}shift_task`, {
  acrossWorkgroups: 'refused',
  title: text('左移/右移任务', 'Shift tasks'),
  grantedBy: planners,
  input: z.strictObject({
    task_ids: z.array(id).max(2000),
    direction: z.enum(['left', 'right']),
    /** Seconds; 0: as far as nothing else has to move. */
    duration: z
      .int()
      .min(0)
      .max(366 * 86_400),
  }),
  output: bulkOutput.extend({ changed: z.array(taskRow), warnings }),
  records,
})

export const cancelSchedule = command(`${base}cancel_schedule`, {
  acrossWorkgroups: 'refused',
  title: text('取消排产', 'Cancel scheduling'),
  grantedBy: both,
  input: z.strictObject({ mo_ids: someIds.min(1) }),
  output: bulkOutput,
})
export const lockCapacity = command(`${base}lock_capacity`, {
  acrossWorkgroups: 'refused',
  title: text('锁定产能', 'Lock capacity'),
  grantedBy: both,
  input: z.strictObject({ mo_ids: someIds.min(1) }),
  output: bulkOutput,
})
export const unlockCapacity = command(`${base}unlock_capacity`, {
  acrossWorkgroups: 'refused',
  title: text('解锁产能', 'Unlock capacity'),
  grantedBy: both,
  input: z.strictObject({ mo_ids: someIds.min(1) }),
  output: bulkOutput,
})
