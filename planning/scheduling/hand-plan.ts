/**
 * A plan under a person's hand: every task stays where it stands unless something pushes it. A change is timed on a copy in
 * memory, at once: what is pushed is pushed to the right, as far as it must be, in the order of machines and routings, and
 * nothing else is looked at. What a task was pushed from it takes again when the way is free: there and back is where it was.
 */
import type { Instant } from '@qitao/core/time.ts'
import { alternativeOn, loadOn } from './charge.ts'
import { compile } from './model.ts'
import type { MoveRefusal } from './move.ts'
import type { Plan } from './plan.ts'
import { type Problem, shortestTaskSeconds } from './problem.ts'
import { Repair } from './repair.ts'
import { StandingPlan } from './standing-plan.ts'

export interface HandTask {
  readonly operation: string
  readonly machine: string
  readonly setupStart: Instant
  readonly start: Instant
  readonly end: Instant
}

export type HandAnswer =
  | {
      readonly ok: true
      /** Every task with other times or another machine than before, the changed one included; by start. */
      readonly moved: readonly HandTask[]
      /** Orders whose lateness changed, in seconds. */
      readonly orders: readonly {
        readonly order: string
        readonly tardinessSeconds: number
        readonly tardinessSecondsBefore: number
      }[]
    }
  | { readonly ok: false; readonly refusal: MoveRefusal }

export class HandPlan extends Repair {
  private readonly stands: Float64Array
  /** Half of the time by the clock that each task takes where it stands. */
  private readonly half: Float64Array
  private readonly operationNumber: ReadonlyMap<string, number>
  private readonly machineNumber: ReadonlyMap<string, number>
  /** Operations of an order stand together. */
  private readonly orderFirst: Int32Array
  /** Puts back what a change wrote beside the times, latest first. */
  private undo: (() => void)[] = []

  /** The plan must keep every rule; a task that does not is pushed to where it does. */
  constructor(problem: Problem, plan: Pick<Plan, 'tasks'>) {
    const model = compile(problem)
    const standing = new StandingPlan(model, plan.tasks)
    const stands = new Float64Array(model.operationCount)
    for (let i = 0; i < stands.length; i++)
      if (standing.isPlaced(i) && model.isFixed[i] === 0) stands[i] = standing.start[i]!
    super(standing, stands)
    this.stands = stands
    this.half = Float64Array.from(stands, (start, i) => (start > 0 ? (standing.end[i]! - start) / 2 : 0))
    this.operationNumber = new Map(model.problem.operations.map((operation, i) => [operation.id, i]))
    this.machineNumber = new Map(model.problem.machines.map((machine, i) => [machine.id, i]))
    this.orderFirst = new Int32Array(model.orderCount + 1)
    for (let i = 0; i < model.operationCount; i++) this.orderFirst[model.orderOf[i]! + 1]!++
    for (let o = 0; o < model.orderCount; o++) this.orderFirst[o + 1]! += this.orderFirst[o]!
  }

  /**
   * Puts a task at an instant on a machine: before the task in whose second half the instant lies, or with a charge that
   * stands there. The head of a charge takes the whole of it along, a member leaves it. Refused, nothing has changed.
   */
  move(operation: string, machine: string, start: Instant): HandAnswer {
    const i = this.numberOf(operation)
    const m = this.machineNumber.get(machine)
    if (m === undefined) return { ok: false, refusal: 'device_unavailable' }
    if (this.model.isFixed[i] === 1) return { ok: false, refusal: 'capacity_locked' }
    const alternative = alternativeOn(this.model, i, m)
    if (alternative < 0 || !this.isPlaced(i)) return { ok: false, refusal: 'device_unavailable' }
    if (!Number.isSafeInteger(start) || start < 0) return { ok: false, refusal: 'bad_time_range' }
    const alone = this.head[i] !== i || this.nextMember[i]! < 0
    const charge = alone ? this.chargeAt(i, m, start) : -1
    if (charge >= 0 && charge !== this.head[i]) {
      this.stand(i, this.stands[charge]!)
      return this.answer(this.tryJoin(i, charge, this.model.operationCount), 'task_before_predecessor')
    }
    const whole = this.head[i] === i
    const lane = this.laneAt(m, i, start)
    const next = this.nextAt(lane, i, start)
    for (let member = i; member >= 0; member = whole ? this.nextMember[member]! : -1) this.stand(member, start)
    const most = this.model.operationCount
    const done = !whole
      ? this.tryLeave(i, alternative, lane, next, most)
      : this.lane[i] === lane && this.after[i] === next
        ? this.tryTimes([i], most)
        : this.tryMove(i, alternative, lane, next, most, true)
    return this.answer(done, 'task_after_successor')
  }

  /** Shifts tasks by so many seconds of the clock, the order on the machines stays. Locked tasks stay too. */
  shift(operations: readonly string[], seconds: number): HandAnswer {
    const chosen = operations.map(id => this.numberOf(id)).filter(i => this.isFree(i))
    if (chosen.length === 0) return { ok: false, refusal: 'capacity_locked' }
    for (const i of chosen) this.stand(i, Math.max(1, this.stands[i]! + seconds))
    return this.answer(this.tryTimes(chosen, this.model.operationCount), 'no_capacity')
  }

  /** Gives a task another run, in working seconds: resized by hand, or reported to take longer. */
  resize(operation: string, runSeconds: number): HandAnswer {
    const i = this.numberOf(operation)
    if (!this.isFree(i)) return { ok: false, refusal: 'capacity_locked' }
    if (!(runSeconds >= shortestTaskSeconds)) return { ok: false, refusal: 'task_under_one_hour' }
    // A charge takes as long as its head.
    const head = this.head[i]!
    const { altRun } = this.model
    const alternative = this.alternative[head]!
    const was = altRun[alternative]!
    altRun[alternative] = Math.ceil(runSeconds)
    this.undo.push(() => {
      altRun[alternative] = was
    })
    const after: number[] = [head]
    for (let k = this.model.succFirst[head]!; k < this.model.succFirst[head + 1]!; k++)
      after.push(this.model.succOp[k]!)
    return this.answer(
      this.tryTimes(
        after.filter(each => this.isFree(each)),
        this.model.operationCount,
      ),
      'no_capacity',
    )
  }

  /** The material of an operation comes at another instant. */
  changeKit(operation: string, at: Instant): HandAnswer {
    const i = this.numberOf(operation)
    const { kitAt } = this.model
    const was = kitAt[i]!
    kitAt[i] = at
    this.undo.push(() => {
      kitAt[i] = was
    })
    return this.answer(this.tryTimes(this.isFree(i) ? [i] : [], this.model.operationCount), 'start_before_kitting')
  }

  /** A running or locked task is reported to end at another instant. */
  reportEnd(operation: string, end: Instant): HandAnswer {
    const i = this.numberOf(operation)
    const { model } = this
    if (model.isFixed[i] === 0 || !(end > this.start[i]!)) return { ok: false, refusal: 'bad_time_range' }
    const was = this.end[i]!
    const set = (to: Instant) => {
      if (this.holdsAnything) this.release(i)
      this.end[i] = to
      model.fixedEnd[i] = to
      if (this.holdsAnything) this.hold(i)
    }
    set(end)
    this.undo.push(() => set(was))
    const asked: number[] = []
    for (let at = this.laneFront[this.lane[i]!]!; at >= 0; at = this.after[at]!) {
      if (this.end[at]! > this.start[i]!) asked.push(at)
      if (this.start[at]! > Math.max(was, end)) break
    }
    for (let k = model.succFirst[i]!; k < model.succFirst[i + 1]!; k++) asked.push(model.succOp[k]!)
    return this.answer(
      this.tryTimes(
        asked.filter(each => this.isFree(each)),
        model.operationCount,
      ),
      'no_capacity',
    )
  }

  /** The last change stays. */
  keepChange(): void {
    this.keep()
    this.undo = []
  }

  /** The last change never was: the times are what they were. */
  takeBackChange(): void {
    this.takeBack()
    this.putBack()
  }

  /** The tasks as they stand now, fixed ones included. */
  tasks(): HandTask[] {
    const tasks: HandTask[] = []
    for (let i = 0; i < this.model.operationCount; i++) if (this.isPlaced(i)) tasks.push(this.task(i))
    return tasks
  }

  private numberOf(operation: string): number {
    const i = this.operationNumber.get(operation)
    if (i === undefined) throw new Error(`Unknown operation ${operation}`)
    return i
  }

  private isFree(i: number): boolean {
    return this.isPlaced(i) && this.model.isFixed[i] === 0
  }

  private stand(i: number, start: Instant): void {
    const was = this.stands[i]!
    this.stands[i] = start
    this.undo.push(() => {
      this.stands[i] = was
    })
  }

  private putBack(): void {
    for (const each of this.undo.reverse()) each()
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

  private answer(done: boolean, refusal: MoveRefusal): HandAnswer {
    if (!done) {
      this.putBack()
      return { ok: false, refusal }
    }
    const { model, old } = this
    const moved: HandTask[] = []
    const touched = new Set<number>()
    for (let k = 0; k < this.changedCount; k++) {
      const i = this.changed[k]!
      const same =
        old.setupStart[i] === this.setupStart[i] && old.start[i] === this.start[i] && old.end[i] === this.end[i]
      if (same && model.laneMachine[old.lane[i]!] === model.laneMachine[this.lane[i]!]) continue
      moved.push(this.task(i))
      touched.add(model.orderOf[i]!)
    }
    const orders = []
    for (const o of touched) {
      let end = 0
      let endBefore = 0
      for (let i = this.orderFirst[o]!; i < this.orderFirst[o + 1]!; i++) {
        if (!this.isPlaced(i)) continue
        end = Math.max(end, this.end[i]!)
        endBefore = Math.max(endBefore, this.isChanged[i] === 1 ? old.end[i]! : this.end[i]!)
      }
      const due = model.orderDue[o]!
      const tardinessSeconds = Math.max(0, end - due)
      const tardinessSecondsBefore = Math.max(0, endBefore - due)
      const { id: order } = model.problem.orders[o]!
      if (tardinessSeconds !== tardinessSecondsBefore) orders.push({ order, tardinessSeconds, tardinessSecondsBefore })
    }
    moved.sort((a, b) => a.start - b.start || (a.operation < b.operation ? -1 : 1))
    orders.sort((a, b) => (a.order < b.order ? -1 : 1))
    return { ok: true, moved, orders }
  }

  private task(i: number): HandTask {
    const { model } = this
    return {
      operation: model.problem.operations[i]!.id,
      machine: model.problem.machines[model.laneMachine[this.lane[i]!]!]!.id,
      setupStart: this.setupStart[i]!,
      start: this.start[i]!,
      end: this.end[i]!,
    }
  }
}
