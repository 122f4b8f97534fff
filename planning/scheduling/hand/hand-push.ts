/**
 * A plan in which every task stays where it stands unless something pushes it: what is pushed is pushed to the right, as far
 * as it must be, in the order of machines and routings, and takes its place again when the way is free.
 */
import type { Instant } from '@qitao/core/time.ts'
import { workedAt } from '../../calendar/working-time.ts'
import { Repair } from '../improve/changeable-timetable.ts'
import { LatestEnds } from '../place/latest-ends.ts'
import { alternativeOn, loadOn } from '../problem/charge.ts'
import { compile, type Model } from '../problem/model.ts'
import type { Problem } from '../problem/problem.ts'
import { shareInBatches } from '../problem/transfer.ts'
import { StandingPlan, type StandingTask } from '../standing/standing-plan.ts'

export class HandRepair extends Repair {
  /** Working seconds that each way to do an operation takes at least. */
  protected readonly standardRun: Float64Array
  /** Where each task wants to stand. */
  protected readonly stands: Float64Array
  /** Half of the time by the clock that each task takes where it stands. */
  private readonly half: Float64Array
  /** Puts back what a change wrote beside the times, latest first. */
  private undo: (() => void)[] = []
  /** Null: the plan stands against its routings, so that a task may be timed anew twice. */
  private readonly latestEnds: LatestEnds | null
  /** The change cannot be made; it goes on to this key, for the bars that may come up to there. Infinity: nothing is known. */
  private hopelessFrom = Number.POSITIVE_INFINITY

  /** The tasks stand as they are, whatever rules they break; one that is touched keeps every rule from then on. */
  constructor(problem: Problem, tasks: readonly StandingTask[]) {
    const model = compile(problem, new Map(tasks.map(task => [task.operation, task.start])))
    letFixedHandOverInBatches(model)
    const standing = new StandingPlan(model, tasks)
    const stands = new Float64Array(model.operationCount)
    const standardRun = model.altRun.slice()
    for (let i = 0; i < stands.length; i++) {
      if (!standing.isPlaced(i) || model.isFixed[i] === 1) continue
      stands[i] = standing.start[i]!
      // Made longer by hand: it stays so long.
      const alternative = standing.alternative[i]!
      const table = model.tables[model.altTable[alternative]!]!
      const run = workedAt(table, standing.end[i]!) - workedAt(table, standing.start[i]!)
      if (standing.head[i] === i && run > model.altRun[alternative]!) model.altRun[alternative] = run
    }
    super(standing, stands)
    this.stands = stands
    this.standardRun = standardRun
    this.half = Float64Array.from(stands, (start, i) => (start > 0 ? (standing.end[i]! - start) / 2 : 0))
    this.latestEnds = this.isInOrder() ? new LatestEnds(this, this.sequence) : null
  }

  protected isFree(i: number): boolean {
    return this.isPlaced(i) && this.model.isFixed[i] === 0
  }

  /** Out of its charge, into another, along its lane or to another one; the head of a charge takes the whole of it along. */
  protected bring(i: number, alternative: number, machine: number, start: Instant): boolean {
    this.begin()
    const most = this.model.operationCount
    const alone = this.head[i] !== i || this.nextMember[i]! < 0
    const charge = alone ? this.chargeAt(i, machine, start) : -1
    if (charge >= 0 && charge !== this.head[i]) {
      this.stand(i, this.stands[charge]!)
      return this.tryJoin(i, charge, most)
    }
    const whole = this.head[i] === i
    const lane = this.laneAt(machine, i, start)
    const next = this.nextAt(lane, i, start)
    for (let member = i; member >= 0; member = whole ? this.nextMember[member]! : -1) this.stand(member, start)
    if (!whole) return this.tryLeave(i, alternative, lane, next, most)
    return this.lane[i] === lane && this.after[i] === next
      ? this.tryTimes([i], most)
      : this.tryMove(i, alternative, lane, next, most, true)
  }

  /** Times these anew, those of them that are free. */
  protected timeAnew(operations: Iterable<number>): boolean {
    this.begin()
    return this.tryTimes(
      [...operations].filter(i => this.isFree(i)),
      this.model.operationCount,
    )
  }

  /** Before each change. */
  protected begin(): void {
    this.latestEnds?.begin()
    this.hopelessFrom = Number.POSITIVE_INFINITY
  }

  /** Whether a task that has just been timed anew leaves too little time to what stands behind it, and nothing else will bar. */
  protected leavesNoRoom(operation: number): boolean {
    if (this.hopelessFrom === Number.POSITIVE_INFINITY) {
      if (!this.latestEnds || !this.goesFar(operation) || !this.latestEnds.isPassedBy(operation)) return false
      this.hopelessFrom = this.lastBar()
    }
    return this.key[operation]! >= this.hopelessFrom
  }

  /** Pushed by more than the last task of its lane could be: only then is it worth a look at those between. */
  private goesFar(operation: number): boolean {
    const { tables, altTable } = this.model
    const limit = tables[altTable[this.alternative[operation]!]!]!.ends.at(-1)!
    return this.end[operation]! - this.old.end[operation]! > limit - this.end[this.laneBack[this.lane[operation]!]!]!
  }

  /** The last key at which a change may still be barred by something that can be named. */
  protected lastBar(): number {
    return Number.NEGATIVE_INFINITY
  }

  /** Whether all that a task waits for has a smaller key. */
  private isInOrder(): boolean {
    const { model } = this
    for (let i = 0; i < model.operationCount; i++)
      if (this.isFree(i) && this.sequence.lowestKey(i) >= this.key[i]!) return false
    return true
  }

  protected *successors(i: number): Iterable<number> {
    const { succFirst, succOp } = this.model
    for (let k = succFirst[i]!; k < succFirst[i + 1]!; k++) yield succOp[k]!
  }

  /** A locked or running task ends at another instant; those that may follow from it. */
  protected endFixed(i: number, end: Instant): number[] {
    const was = this.end[i]!
    const set = (to: Instant) => {
      if (this.holdsAnything) this.release(i)
      this.end[i] = to
      this.model.fixedEnd[i] = to
      if (this.holdsAnything) this.hold(i)
    }
    set(end)
    this.undo.push(() => set(was))
    const asked = [...this.successors(i)]
    for (let at = this.laneFront[this.lane[i]!]!; at >= 0; at = this.after[at]!) {
      if (this.end[at]! > this.start[i]!) asked.push(at)
      if (this.start[at]! > Math.max(was, end)) break
    }
    return asked
  }

  protected stand(i: number, start: Instant): void {
    this.write(this.stands, i, start)
  }
  protected write(array: Float64Array, i: number, value: number): void {
    const was = array[i]!
    array[i] = value
    this.undo.push(() => {
      array[i] = was
    })
  }
  protected putBackWritten(): void {
    for (const each of this.undo.reverse()) each()
    this.undo = []
  }
  protected keepWritten(): void {
    this.undo = []
  }

  /** A charge that runs on a furnace at an instant and has room for the operation, -1: none. */
  private chargeAt(i: number, machine: number, start: Instant): number {
    const { model } = this
    const capacity = model.machineCharge[machine]!
    if (capacity === 0) return -1
    for (let at = this.laneFront[model.laneFirst[machine]!]!; at >= 0; at = this.after[at]!) {
      if (at === i || start < this.start[at]! || start >= this.end[at]!) continue
      const own = model.altLoad[alternativeOn(model, i, machine)]!
      return model.family[at] === model.family[i] && loadOn(model, this.nextMember, at, machine) + own <= capacity
        ? at
        : -1
    }
    return -1
  }

  /** Its own lane on its own machine, else the one that is free first at an instant. */
  private laneAt(machine: number, i: number, start: Instant): number {
    const { model } = this
    const own = this.lane[i]!
    if (model.laneMachine[own] === machine) return own
    let best = model.laneFirst[machine]!
    let bestEnd = Number.POSITIVE_INFINITY
    for (let lane = best; lane < model.laneFirst[machine + 1]!; lane++) {
      const next = this.nextAt(lane, i, start)
      const last = next >= 0 ? this.before[next]! : this.laneBack[lane]!
      const end = last >= 0 ? this.end[last]! : 0
      if (end < bestEnd) {
        best = lane
        bestEnd = end
      }
    }
    return best
  }

  /** The task of a lane before which an instant lies, by where each wants to stand; -1: the end. */
  private nextAt(lane: number, i: number, start: Instant): number {
    let next = -1
    for (let at = this.laneBack[lane]!; at >= 0; at = this.before[at]!) {
      if (at === i) continue
      if (this.stands[at]! + this.half[at]! <= start) break
      next = at
    }
    return next
  }
}

/** A task that was told to the floor or has begun hands over as it was planned to. */
function letFixedHandOverInBatches({ problem, operationNumber, isFixed, predFirst, predOp, predShare }: Model): void {
  for (const { id, predecessors } of problem.operations)
    for (const link of predecessors) {
      const before = operationNumber.get(link.operation)!
      if (link.transferQuantity === undefined || isFixed[before] === 0) continue
      const i = operationNumber.get(id)!
      for (let k = predFirst[i]!; k < predFirst[i + 1]!; k++)
        if (predOp[k] === before) predShare[k] = shareInBatches(problem.operations[before]!, link)
    }
}
