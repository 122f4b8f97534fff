/** The lanes as they are before a pass. */
import { intAt } from '../../web-assembly/kernel/memory.ts'
import { hold } from './holds.ts'
import { laneAt, laneCount, machineAt, operationAt } from './records.ts'

export function clearLanes(now: f64): void {
  for (let l = 0; l < laneCount; l++) {
    const lane = laneAt(l)
    const machine = machineAt(lane.machine)
    lane.free = now
    lane.wake = -1
    lane.family = machine.family
    lane.mould = machine.mould
    lane.last = -1
    lane.nextFixed = lane.fixedFirst
  }
}

/** What is fixed holds what it needs. */
export function holdFixed(laneFixed: usize): void {
  if (laneCount === 0) return
  const end = laneAt(laneCount - 1).fixedEnd
  for (let k = 0; k < end; k++) hold(operationAt(intAt(laneFixed, k)))
}
