/**
 * The changes by hand as a list over the plan as it was opened: what comes back to where it was leaves the list, and the plan is
 * what the rest of the list makes of the opened one. So there and back is where it was, whatever stood between.
 */

import type { Problem } from '../problem/problem.ts'
import type { StandingTask } from '../standing/standing-plan.ts'
import { type HandAnswer, type HandTask, hasMoved, OrderEnds, type Times } from './hand-answer.ts'
import { HandBars } from './hand-bars.ts'
import { type MoveRefusal, refused } from './hand-refusal.ts'
import { type HandState, putBack, stateOf } from './hand-state.ts'

/** One change; the same key again is a change of the same thing. */
interface Change {
  readonly key: string
  readonly apply: () => HandAnswer
}

/** More changes than these, and the plan counts as opened anew. */
const mostChanges = 100

export class HandChanges extends HandBars {
  private readonly orderEnds: OrderEnds
  private opened: HandState
  private changes: readonly Change[] = []
  private lastMoved: readonly number[] = []
  /** A change that is neither kept nor taken back. `former`: it was made by starting again from what was opened. */
  protected pending: { changes: readonly Change[]; moved: readonly number[]; former?: HandState } | null = null

  constructor(problem: Problem, tasks: readonly StandingTask[]) {
    super(problem, tasks)
    this.orderEnds = new OrderEnds(this.model)
    this.opened = this.state()
  }

  /** The last change stays. */
  keepChange(): void {
    if (!this.pending) return
    this.changes = this.pending.changes
    this.settleDown()
    if (this.changes.length <= mostChanges) return
    this.changes = []
    this.opened = this.state()
  }

  /** The last change never was: the times are what they were. */
  takeBackChange(): void {
    if (!this.pending) return
    if (this.pending.former) {
      this.putBackState(this.pending.former)
      this.settleDown()
      return
    }
    this.takeBack()
    this.putBackWritten()
    this.pending = null
  }

  private settleDown(): void {
    this.keep()
    this.keepWritten()
    this.pending = null
  }

  /** The tasks that the last change moved, by start; while it is neither kept nor taken back. */
  movedTasks(): HandTask[] {
    const tasks = (this.pending?.moved ?? []).map(i => this.taskIn(i, this))
    return tasks.sort((a, b) => a.start - b.start || (a.operation < b.operation ? -1 : 1))
  }

  /** How many tasks the last change gave another run; a neighbour may have got another set-up only. */
  runsMoved(): number {
    const { old } = this
    return (this.pending?.moved ?? []).filter(i => old.start[i] !== this.start[i] || old.end[i] !== this.end[i]).length
  }

  protected change(key: string, isBack: boolean, apply: () => HandAnswer): HandAnswer {
    if (this.pending) throw new Error('The last change is neither kept nor taken back')
    if (isBack && this.changes.some(change => change.key === key)) {
      const answer = this.without(key)
      if (answer) return answer
    }
    const answer = apply()
    if (answer.ok) this.pending = { moved: this.lastMoved, changes: [...this.changes, { key, apply }] }
    return answer
  }

  /** What was opened, with all changes but those of the key; undefined, and nothing has changed, when one cannot be made. */
  private without(key: string): HandAnswer | undefined {
    const former = this.state()
    const rest = this.changes.filter(change => change.key !== key)
    this.putBackState(this.opened)
    for (const { apply } of rest) {
      const answer = apply()
      if (!answer.ok) {
        this.putBackState(former)
        return undefined
      }
      this.settleDown()
    }
    const before = timesIn(former, this)
    const moved: number[] = []
    for (let i = 0; i < this.model.operationCount; i++)
      if (this.isPlaced(i) && hasMoved(this.model, i, this, before)) moved.push(i)
    this.pending = { changes: rest, moved, former }
    return { ok: true, movedCount: moved.length, orders: this.orderEnds.changed(moved, this, i => before.end[i]!) }
  }

  protected answer(done: boolean, refusal: MoveRefusal): HandAnswer {
    const { old } = this
    const bar = this.takeBar()
    if (!done) {
      this.putBackWritten()
      return bar ?? refused(refusal, 'operation', '')
    }
    const moved: number[] = []
    for (let k = 0; k < this.changedCount; k++) {
      const i = this.changed[k]!
      if (hasMoved(this.model, i, this, old)) moved.push(i)
    }
    this.lastMoved = moved
    const orders = this.orderEnds.changed(moved, this, i => (this.isChanged[i] === 1 ? old.end[i]! : this.end[i]!))
    return { ok: true, movedCount: moved.length, orders }
  }

  private state(): HandState {
    return stateOf(this, this.model, [this.stands, this.familyAfter, this.mouldAfter, this.fixedAfter])
  }
  private putBackState(state: HandState): void {
    putBack(state)
    if (!this.holdsAnything) return
    for (const resource of this.resources) resource.clear()
    for (let i = 0; i < this.model.operationCount; i++) if (this.isPlaced(i)) this.hold(i)
  }
  protected copyOf<A extends Float64Array | Int32Array>(array: A): A {
    return this.opened.get(array) as A
  }
  protected openedTimes(): Times {
    return timesIn(this.opened, this)
  }

  protected taskIn(i: number, at: Times): HandTask {
    const { model } = this
    return {
      operation: model.problem.operations[i]!.id,
      machine: model.problem.machines[model.laneMachine[at.lane[i]!]!]!.id,
      setupStart: at.setupStart[i]!,
      start: at.start[i]!,
      end: at.end[i]!,
      setupSeconds: this.setupSeconds[i]!,
    }
  }
}

const timesIn = (state: HandState, { lane, setupStart, start, end }: Times): Times => ({
  lane: state.get(lane) as Int32Array,
  setupStart: state.get(setupStart) as Float64Array,
  start: state.get(start) as Float64Array,
  end: state.get(end) as Float64Array,
})
