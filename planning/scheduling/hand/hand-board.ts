/**
 * The plan under a person's hand: where each task stands and where it wants to stand. What a change writes beside the times is
 * written down, so that it can be taken back whole.
 */
import type { Instant } from '@qitao/core/time.ts'
import { workedAt } from '../../calendar/working-time.ts'
import { Repair } from '../improve/changeable-timetable.ts'
import { compile, type Model } from '../problem/model.ts'
import type { Problem } from '../problem/problem.ts'
import { shareInBatches } from '../problem/transfer.ts'
import { StandingPlan, type StandingTask } from '../standing/standing-plan.ts'

/** A copy of all that a change by hand may write, to be put back as it was. */
export type BoardCopy = ReadonlyMap<Float64Array | Int32Array | Uint8Array, Float64Array | Int32Array | Uint8Array>

export class HandBoard {
  readonly model: Model
  readonly plan: Repair
  /** Where each task wants to stand. */
  readonly stands: Float64Array
  /** Half of the time by the clock that each task takes where it stood at first. */
  readonly half: Float64Array
  /** Working seconds that each way to do an operation takes at least. */
  readonly standardRun: Float64Array
  /** Puts back what a change wrote beside the times, latest first. */
  private undo: (() => void)[] = []

  /**
   * The tasks stand as they are, whatever rules they break; one that is touched keeps every rule from then on. `like`: a board
   * of the same problem, whose numbers are used again.
   */
  constructor(problem: Problem, tasks: readonly StandingTask[], like?: HandBoard) {
    const model = like
      ? { ...like.model, altRun: like.standardRun.slice() }
      : compile(problem, new Map(tasks.map(task => [task.operation, task.start])))
    if (!like) letFixedHandOverInBatches(model)
    const standing = new StandingPlan(model, tasks)
    this.model = model
    this.standardRun = model.altRun.slice()
    this.stands = new Float64Array(model.operationCount)
    for (let i = 0; i < model.operationCount; i++) {
      if (!standing.isPlaced(i) || model.isFixed[i] === 1) continue
      this.stands[i] = standing.start[i]!
      // Made longer by hand: it stays so long.
      const alternative = standing.alternative[i]!
      const table = model.tables[model.altTable[alternative]!]!
      const run = workedAt(table, standing.end[i]!) - workedAt(table, standing.start[i]!)
      if (standing.head[i] === i && run > model.altRun[alternative]!) model.altRun[alternative] = run
    }
    this.half = Float64Array.from(this.stands, (start, i) => (start > 0 ? (standing.end[i]! - start) / 2 : 0))
    this.plan = new Repair(standing, this.stands)
  }

  isFree(i: number): boolean {
    return this.plan.isPlaced(i) && this.model.isFixed[i] === 0
  }

  stand(i: number, start: Instant): void {
    this.write(this.stands, i, start)
  }
  write(array: Float64Array, i: number, value: number): void {
    const before = array[i]!
    array[i] = value
    this.undo.push(() => {
      array[i] = before
    })
  }

  /** A locked or running task ends at another instant. */
  endFixed(i: number, end: Instant): void {
    const { plan, model } = this
    const before = plan.end[i]!
    const set = (to: Instant) => {
      if (plan.holdsAnything) plan.release(i)
      plan.end[i] = to
      model.fixedEnd[i] = to
      if (plan.holdsAnything) plan.hold(i)
    }
    set(end)
    this.undo.push(() => set(before))
  }

  /** The change stays. */
  keep(): void {
    this.plan.keep()
    this.undo = []
  }
  /** The change never was. */
  takeBack(): void {
    this.plan.takeBack()
    this.putBackWritten()
  }
  /** What was written for a change that the plan has refused. */
  putBackWritten(): void {
    for (const putBack of this.undo.reverse()) putBack()
    this.undo = []
  }

  copy(): BoardCopy {
    const { plan, model, stands } = this
    const arrays = [...plan.written(), model.altRun, model.kitAt, model.fixedEnd, stands]
    return new Map(arrays.map(array => [array, array.slice()]))
  }
  putBack(copy: BoardCopy): void {
    for (const [array, values] of copy) array.set(values)
    if (this.plan.holdsAnything) this.plan.holdAnew()
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
