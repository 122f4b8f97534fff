import {
  add,
  convert,
  isPositive,
  multiply,
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
import { type Interval, merge, subtract as without } from '@qitao/planning/calendar/interval.ts'
import { workedBetween } from '@qitao/planning/calendar/working-time.ts'
import { chargesFor } from '../problem/charge.rules.ts'
import { type LoadTask, loadOf, type Machines } from './load.rules.ts'

/**
 * OEE of a machine in a period: availability (run time of its planned time so far: its calendar without what stops it on
 * purpose; a breakdown is planned time that was lost, and a task that rests does not run), performance (what the cycle times at full speed ask for, of the run
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
  /** When it was begun and nobody worked on it: in order, apart from each other. */
  readonly rests: readonly Interval[]
}
export interface MeasuredMachine {
  readonly id: string
  readonly efficiency: Quantity
  /** Of a furnace: what one charge holds. */
  readonly charge_capacity: Quantity | null
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

/**
 * Of each period, one after another, the tasks that were to be there or were, with those that ran as one with them: a period looks
 * at no others.
 */
export function tasksByPeriod(
  device: MeasuredMachine,
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
  const waiting = tasks.filter(task => task.actual_start_time === null).map(task => [task])
  for (const run of [...waiting, ...runsOf(device, tasks, now)]) {
    const from = Math.min(
      ...run.map(task => Math.min(task.setup_start_time, task.actual_start_time ?? Number.POSITIVE_INFINITY)),
    )
    const until = Math.max(
      ...run.map(task => Math.max(task.end_time, task.actual_start_time === null ? 0 : endOf(task, now))),
    )
    for (let at = periodAt(from); at < periods.length && periods[at]![0] <= until; at++) of[at]!.push(...run)
  }
  return of
}
const endOf = (task: WorkedTask, now: Instant): Instant =>
  task.status === taskStatus.codes.done ? (task.actual_finish_time ?? now) : now
/** From when until when it was begun. */
const spanOf = (task: WorkedTask, now: Instant): Interval => {
  const began = task.actual_start_time ?? now
  return [began, Math.max(began, endOf(task, now))]
}

/**
 * Tasks that ran as one: of a furnace those in one charge, else each by itself. People do not begin and report all of a charge at one
 * moment, nor the next one at the end of the last: who stands there for half of the shorter one's time is in it.
 */
function runsOf({ charge_capacity }: MeasuredMachine, tasks: readonly WorkedTask[], now: Instant): WorkedTask[][] {
  const begun = tasks.filter(task => task.actual_start_time !== null)
  if (charge_capacity === null) return begun.map(task => [task])
  const charges: { tasks: WorkedTask[]; from: Instant; until: Instant }[] = []
  for (const task of begun.toSorted((a, b) => a.actual_start_time! - b.actual_start_time!)) {
    const [from, until] = spanOf(task, now)
    const last = charges.at(-1)
    const both = last ? Math.min(until, last.until) - from : -1
    if (last && both >= 0 && both * 2 >= Math.min(until - from, last.until - last.from)) {
      last.tasks.push(task)
      last.until = Math.max(last.until, until)
    } else charges.push({ tasks: [task], from, until })
  }
  return charges.map(({ tasks }) => tasks)
}

/** What cycle times at full speed ask for what a run has made; undefined: none is known. */
function idealOf(device: MeasuredMachine, run: readonly WorkedTask[], closest: ClosestTime): Quantity | undefined {
  const known = run.flatMap(task => {
    const time = closest(task.material_id, task.process_id, device.id)
    if (!time) return []
    const full = runTime({ ...time, expected_oee: '1' }, device.efficiency)
    const quantity = madeOf(task)
    return [{ quantity, time, secondsOf: (pieces: Quantity) => runSeconds(full, pieces) }]
  })
  if (known.length === 0) return undefined
  if (device.charge_capacity === null)
    return String(known.reduce((all, { quantity, secondsOf }) => all + secondsOf(quantity), 0))
  const load = sum(known.map(({ quantity, time }) => multiply(quantity, time.charge_load)))
  if (!isPositive(load)) return '0'
  const charge = Math.max(...known.map(({ time, secondsOf }) => secondsOf(time.batch_quantity)))
  return String(chargesFor(device.charge_capacity, load, charge).runSeconds)
}
const madeOf = (task: WorkedTask): Quantity => add(task.reported_quantity, task.defective_quantity)

/** `now` ends what is still running. Quantities of a task that spans periods count by its working time in each, of a charge by that of the charge. */
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
  const workedIn = (spans: readonly Interval[], begin: Instant, end: Instant): number =>
    spans.reduce((all, [start, stop]) => {
      const [first, last] = [Math.max(begin, start), Math.min(end, stop)]
      return first < last ? all + workedBetween(table, first, last) : all
    }, 0)
  const ran: Interval[][] = []
  const ideal: Quantity[] = []
  const good: Quantity[] = []
  const made: Quantity[] = []
  for (const run of runsOf(device, tasks, now)) {
    const spans = merge(run.flatMap(task => without([spanOf(task, now)], task.rests)))
    const here = workedIn(spans, from, to)
    if (here <= 0) continue
    ran.push(spans)
    const whole = workedIn(spans, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
    const share = (quantity: Quantity) => (here === whole ? quantity : convert(quantity, String(here), String(whole)))
    const asked = idealOf(device, run, closest)
    if (asked !== undefined) ideal.push(share(asked))
    for (const task of run) {
      good.push(share(task.reported_quantity))
      made.push(share(madeOf(task)))
    }
  }
  // A furnace runs once at a time, also where the next charge was begun before the last was reported.
  const times = device.charge_capacity === null ? ran : [merge(ran.flat())]
  const run_seconds = times.reduce((all, spans) => all + workedIn(spans, from, to), 0)
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
