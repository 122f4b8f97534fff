/**
 * How late a task that is pushed may end so that what stands behind it on its lane still ends within its calendar. A push that
 * leaves no room is known at the first task that goes too far, long before it has run through the plan.
 *
 * Valid where tasks are timed in the order of their keys, each once: what stands behind has not been timed yet then.
 */
import { startAt, totalWorked, workedAt } from '../../calendar/working-time.ts'
import type { PlanState } from './plan-state.ts'
import type { Sequence } from './sequence.ts'

export class LatestEnds {
  private readonly plan: PlanState
  private readonly sequence: Sequence
  /** In working seconds, by task; valid for those behind the first one that was asked about on a lane since `begin`. */
  private readonly latest: Float64Array
  private readonly knownSince: Int32Array
  /** 1: where a task of the lane stands, it keeps the rules of the lane. What does not may stay against them. */
  private readonly isSound: Uint8Array
  private change = 0

  constructor(plan: PlanState, sequence: Sequence) {
    this.plan = plan
    this.sequence = sequence
    this.latest = new Float64Array(plan.model.operationCount)
    this.knownSince = new Int32Array(plan.model.laneMachine.length)
    this.isSound = Uint8Array.from(this.knownSince, (_, lane) => (this.keepsRules(lane) ? 1 : 0))
  }

  /** Before each change: what stands where may have changed since. */
  begin(): void {
    this.change++
  }

  /** Whether a task that has just been timed anew leaves too little time to what stands behind it. */
  isPassedBy(operation: number): boolean {
    const lane = this.plan.lane[operation]!
    if (this.isSound[lane] === 0) return false
    if (this.knownSince[lane] !== this.change) {
      this.lookBehind(operation, lane)
      this.knownSince[lane] = this.change
    }
    return workedAt(this.tableOf(operation), this.plan.end[operation]!) > this.latest[operation]!
  }

  private lookBehind(operation: number, lane: number): void {
    const { altTable, altRun, altSetup, tables } = this.plan.model
    const { alternative } = this.plan
    const { before, laneBack } = this.sequence
    let number = -1
    let latest = 0
    for (let at = laneBack[lane]!; ; at = before[at]!) {
      const way = alternative[at]!
      if (altTable[way]! !== number) {
        const table = tables[altTable[way]!]!
        const instant = number < 0 ? Number.POSITIVE_INFINITY : startAt(tables[number]!, Math.max(0, latest))
        latest = instant === Number.POSITIVE_INFINITY ? totalWorked(table) : workedAt(table, instant)
        number = altTable[way]!
      }
      this.latest[at] = latest
      if (at === operation) return
      latest -= altRun[way]! + altSetup[way]!
    }
  }

  private keepsRules(lane: number): boolean {
    const { model, alternative, start, end } = this.plan
    let free = 0
    for (let at = this.sequence.laneFront[lane]!; at >= 0; at = this.sequence.after[at]!) {
      const table = this.tableOf(at)
      const way = alternative[at]!
      const from = workedAt(table, start[at]!)
      const done = workedAt(table, end[at]!)
      if (workedAt(table, free) + model.altSetup[way]! > from || from + model.altRun[way]! > done) return false
      free = end[at]!
    }
    return true
  }

  private tableOf(operation: number) {
    const { model, alternative } = this.plan
    return model.tables[model.altTable[alternative[operation]!]!]!
  }
}
