import { add, convert, multiply, type Quantity, roundHalfUp, shareOf, sum } from '@qitao/core/quantity.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { hourSeconds, type Instant } from '@qitao/core/time.ts'
import { type CycleTime, cycleTimeFor, runSeconds } from '@qitao/engineering/model/cycle-time.rules.ts'
import { workedBetween } from '@qitao/planning/calendar/working-time.ts'
import { taskStatus } from '../task.status.ts'
import { type LoadTask, loadOf, type Machines } from './load.rules.ts'

/**
 * OEE of a machine in a period: availability (run time of the time it was open so far), performance (what the cycle times
 * at full speed ask for, of the run time), quality (good of all made). Percent, to one decimal.
 */
export interface Utilization {
  readonly oee: Quantity
  readonly availability: Quantity
  readonly performance: Quantity
  readonly quality: Quantity
  readonly planned_hours: Quantity
  readonly actual_hours: Quantity
}

export interface WorkedTask extends LoadTask {
  readonly material_id: string
  readonly status: CodeOf<typeof taskStatus>
  readonly defective_quantity: Quantity
  readonly actual_start_time: Instant | null
  readonly actual_finish_time: Instant | null
}
export interface SpeedOfMachine {
  readonly id: string
  readonly efficiency: Quantity
}

const percent = (part: Quantity, whole: Quantity): Quantity =>
  shareOf(part, whole) === 0 ? '0' : roundHalfUp(convert(part, '100', whole), 1)
const hours = (seconds: number): Quantity => roundHalfUp(convert(String(seconds), '1', String(hourSeconds)), 2)

/** `now` ends what is still running. Quantities of a task that spans periods count by its working time in each. */
export function utilizationOf(
  machines: Machines,
  device: SpeedOfMachine,
  tasks: readonly WorkedTask[],
  cycle_times: readonly CycleTime[],
  [from, to]: readonly [Instant, Instant],
  now: Instant,
): Utilization {
  const table = machines.tableOf(device.id)
  const planned = loadOf(machines, device.id, tasks, from, to)
  const open = workedBetween(table, from, Math.max(from, Math.min(to, now))) * machines.capacityOf(device.id)
  let actual = 0
  const ideal: Quantity[] = []
  const good: Quantity[] = []
  const made: Quantity[] = []
  for (const task of tasks) {
    if (task.actual_start_time === null) continue
    const until = task.status === taskStatus.codes.done ? (task.actual_finish_time ?? now) : now
    const whole = workedBetween(table, task.actual_start_time, until)
    const here = workedBetween(table, Math.max(from, task.actual_start_time), Math.max(from, Math.min(to, until)))
    if (here <= 0) continue
    actual += here
    const share = (quantity: Quantity) => convert(quantity, String(here), String(whole))
    const all = add(task.reported_quantity, task.defective_quantity)
    const time = cycleTimeFor(atFullSpeed(cycle_times), task.material_id, task.process_id, device)
    if (time) ideal.push(share(String(runSeconds(time, all))))
    good.push(share(task.reported_quantity))
    made.push(share(all))
  }
  const availability = percent(String(actual), String(open))
  const performance = percent(sum(ideal), String(actual))
  const quality = percent(sum(good), sum(made))
  const oee = roundHalfUp(convert(multiply(multiply(availability, performance), quality), '1', '10000'), 1)
  return {
    oee,
    availability,
    performance,
    quality,
    planned_hours: hours(planned.planned_seconds),
    actual_hours: hours(actual),
  }
}

const atFullSpeed = (cycle_times: readonly CycleTime[]): CycleTime[] =>
  cycle_times.map(time => ({ ...time, expected_oee: '1' }))
