import {
  add,
  convert,
  isPositive,
  type Quantity,
  quantityDecimals,
  roundHalfUp,
  shareOf,
  subtract,
  sum,
} from '@qitao/core/quantity.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { hourSeconds, type Instant } from '@qitao/core/time.ts'
import { type ClosestTime, runSeconds, runTime } from '@qitao/engineering/model/time/cycle-time.rules.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { freezeKind } from '@qitao/masterdata/model/resource/device-freeze.status.ts'
import { workedBetween } from '@qitao/planning/calendar/working-time.ts'
import { type LoadTask, loadOf, type Machines } from './load.rules.ts'

/**
 * OEE of a machine in a period: availability (run time of its planned time so far: its calendar without what stops it on
 * purpose; a breakdown is planned time that was lost), performance (what the cycle times at full speed ask for, of the run
 * time), quality (good of all made). Percent, to one decimal.
 */
export interface Utilization {
  readonly oee: Quantity
  readonly availability: Quantity
  readonly performance: Quantity
  readonly quality: Quantity
  readonly planned_hours: Quantity
  readonly actual_hours: Quantity
}
/** Where the time of its calendar went, in seconds: each part is what the one before it leaves. */
export interface Losses {
  readonly calendar_seconds: number
  /** Maintenance and other freezes. */
  readonly planned_stop_seconds: number
  readonly breakdown_seconds: number
  /** Open, and no task ran. */
  readonly idle_seconds: number
  readonly run_seconds: number
  /** Ran longer than the cycle times at full speed ask for; less than 0: quicker. */
  readonly speed_seconds: number
  readonly quality_seconds: number
  /** In which good pieces were made at full speed. */
  readonly effective_seconds: number
  readonly good_quantity: Quantity
  readonly defective_quantity: Quantity
}

export interface WorkedTask extends LoadTask {
  readonly material_id: string
  readonly status: CodeOf<typeof taskStatus>
  readonly defective_quantity: Quantity
  readonly actual_start_time: Instant | null
  readonly actual_finish_time: Instant | null
}
export interface MeasuredMachine {
  readonly id: string
  readonly efficiency: Quantity
  readonly freezes: readonly {
    readonly start_time: Instant
    readonly end_time: Instant
    readonly kind: CodeOf<typeof freezeKind>
  }[]
}

const percent = (part: Quantity, whole: Quantity): Quantity =>
  shareOf(part, whole) === 0 ? '0' : roundHalfUp(convert(part, '100', whole), 1)
const hours = (seconds: number): Quantity => roundHalfUp(convert(String(seconds), '1', String(hourSeconds)), 2)

/** What a machine did in a period, in sums that add up over machines and periods. */
export interface MachineWork {
  readonly calendar_seconds: number
  readonly planned_stop_seconds: number
  readonly breakdown_seconds: number
  /** Of its calendar, without what stops it on purpose. */
  readonly open_seconds: number
  readonly run_seconds: number
  /** What the cycle times at full speed ask for all that was made. */
  readonly ideal_seconds: Quantity
  readonly good_quantity: Quantity
  readonly made_quantity: Quantity
}

/** Of each period, one after another, the tasks that were to be there or were: a period looks at no others. */
export function tasksByPeriod(
  tasks: readonly WorkedTask[],
  periods: readonly (readonly [from: Instant, until: Instant])[],
  now: Instant,
): WorkedTask[][] {
  const of = periods.map((): WorkedTask[] => [])
  const periodAt = (at: Instant): number => {
    let [low, high] = [0, periods.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (periods[middle]![0] <= at) low = middle
      else high = middle - 1
    }
    return low
  }
  for (const task of tasks) {
    const started = task.actual_start_time
    const from = Math.min(task.setup_start_time, started ?? Number.POSITIVE_INFINITY)
    const until = started === null ? task.end_time : Math.max(task.end_time, endOf(task, now))
    for (let at = periodAt(from); at < periods.length && periods[at]![0] <= until; at++) of[at]!.push(task)
  }
  return of
}
const endOf = (task: WorkedTask, now: Instant): Instant =>
  task.status === taskStatus.codes.done ? (task.actual_finish_time ?? now) : now

/** `now` ends what is still running. Quantities of a task that spans periods count by its working time in each. */
export function workOf(
  machines: Machines,
  device: MeasuredMachine,
  tasks: readonly WorkedTask[],
  closest: ClosestTime,
  [from, to]: readonly [Instant, Instant],
  now: Instant,
): MachineWork {
  const table = machines.tableOf(device.id)
  const capacity = machines.capacityOf(device.id)
  const calendar = machines.calendarTableOf(device.id)
  const until = Math.max(from, Math.min(to, now))
  const calendar_seconds = workedBetween(calendar, from, until) * capacity
  const breakdown_seconds = device.freezes.reduce((all, { kind, start_time, end_time }) => {
    const [start, end] = [Math.max(from, start_time), Math.min(until, end_time)]
    const lost = kind === freezeKind.codes.breakdown && start < end
    return lost ? all + workedBetween(calendar, start, end) * capacity : all
  }, 0)
  const planned_stop_seconds = calendar_seconds - workedBetween(table, from, until) * capacity - breakdown_seconds
  let run_seconds = 0
  const ideal: Quantity[] = []
  const good: Quantity[] = []
  const made: Quantity[] = []
  for (const task of tasks) {
    if (task.actual_start_time === null) continue
    const ended = endOf(task, now)
    const here = workedBetween(table, Math.max(from, task.actual_start_time), Math.max(from, Math.min(to, ended)))
    if (here <= 0) continue
    run_seconds += here
    const whole = workedBetween(table, task.actual_start_time, ended)
    const share = (quantity: Quantity) => (here === whole ? quantity : convert(quantity, String(here), String(whole)))
    const all = add(task.reported_quantity, task.defective_quantity)
    const time = closest(task.material_id, task.process_id, device.id)
    if (time) ideal.push(share(String(runSeconds(runTime({ ...time, expected_oee: '1' }, device.efficiency), all))))
    good.push(share(task.reported_quantity))
    made.push(share(all))
  }
  const breakdown = { calendar_seconds, planned_stop_seconds, breakdown_seconds }
  return {
    ...{ ...breakdown, open_seconds: calendar_seconds - planned_stop_seconds, run_seconds, ideal_seconds: sum(ideal) },
    ...{ good_quantity: sum(good), made_quantity: sum(made) },
  }
}

export function utilizationOf(
  machines: Machines,
  device: MeasuredMachine,
  tasks: readonly WorkedTask[],
  closest: ClosestTime,
  period: readonly [Instant, Instant],
  now: Instant,
): Utilization & Losses {
  const { planned_seconds } = loadOf(machines, device.id, tasks, ...period)
  const work = workOf(machines, device, tasks, closest, period, now)
  const { calendar_seconds, planned_stop_seconds, breakdown_seconds, run_seconds, good_quantity, made_quantity } = work
  const run = String(run_seconds)
  const open = String(work.open_seconds)
  const effective = isPositive(made_quantity) ? convert(work.ideal_seconds, good_quantity, made_quantity) : '0'
  const known = [run, open, made_quantity].every(isPositive)
  const ideal_seconds = Number(roundHalfUp(work.ideal_seconds, 0))
  const effective_seconds = Number(roundHalfUp(effective, 0))
  return {
    // Of the parts themselves, not of their rounded percents: as the figures of all machines have it.
    oee: known ? percent(effective, open) : '0',
    availability: percent(run, open),
    performance: percent(work.ideal_seconds, run),
    quality: percent(good_quantity, made_quantity),
    planned_hours: hours(planned_seconds),
    actual_hours: hours(run_seconds),
    ...{ calendar_seconds, planned_stop_seconds, breakdown_seconds, run_seconds, effective_seconds },
    idle_seconds: calendar_seconds - planned_stop_seconds - breakdown_seconds - run_seconds,
    speed_seconds: run_seconds - ideal_seconds,
    quality_seconds: ideal_seconds - effective_seconds,
    good_quantity: roundHalfUp(good_quantity, quantityDecimals),
    defective_quantity: roundHalfUp(subtract(made_quantity, good_quantity), quantityDecimals),
  }
}
