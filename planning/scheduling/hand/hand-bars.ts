/**
 * What bars the way of a change by hand: what the task that is moved waits for, and what is locked behind any other. A change is
 * given up at the first bar, and the bar is what it is refused for.
 */
import type { Instant } from '@qitao/core/time.ts'
import { why } from '../place/timetable.ts'
import type { Problem } from '../problem/problem.ts'
import type { StandingTask } from '../standing/standing-plan.ts'
import { HandRepair } from './hand-push.ts'
import { type Refused, refused } from './hand-refusal.ts'

export class HandBars extends HandRepair {
  /** 1: something locked or running waits for it. */
  private readonly feedsLocked: Uint8Array
  private readonly feeders: readonly number[]
  /** The operation that is being moved, and to where; -1: none. What bars its way. */
  private asked = -1
  private askedStart = 0
  private bar: Refused | null = null
  /** What is locked behind a task does not bar its way: there is no other. */
  protected passesLocked = false

  constructor(problem: Problem, tasks: readonly StandingTask[]) {
    super(problem, tasks)
    const { model } = this
    this.feedsLocked = new Uint8Array(model.operationCount)
    for (const i of model.laneFixed)
      for (let k = model.predFirst[i]!; k < model.predFirst[i + 1]!; k++) this.feedsLocked[model.predOp[k]!] = 1
    this.feeders = Array.from(this.feedsLocked.keys()).filter(i => this.feedsLocked[i] === 1 && model.isFixed[i] === 0)
  }

  /** A task is asked to start at an instant, and no later. */
  protected askFor(i: number, start: Instant): void {
    this.asked = i
    this.askedStart = start
  }

  /** What barred the way since something was asked for; then nothing is asked for any more. */
  protected takeBar(): Refused | null {
    const { bar } = this
    this.asked = -1
    this.bar = null
    return bar
  }

  /** What the task that is moved waits for, and what is locked behind any other, bar the way. */
  protected override isBarred(operation: number, hasMoved: boolean): boolean {
    if (operation === this.head[this.asked] && this.start[operation]! > this.askedStart)
      this.bar = this.heldBack(operation)
    if (!this.passesLocked)
      for (let member = operation; member >= 0 && !this.bar; member = this.nextMember[member]!) {
        const before = this.old.end[member]!
        if (this.end[member]! > before) this.bar = this.runsIntoLocked(member, before)
      }
    return this.bar !== null || (hasMoved && this.leavesNoRoom(operation))
  }

  /** The last key at which something may still bar the way. */
  protected override lastBar(): number {
    let last = this.asked >= 0 ? this.key[this.head[this.asked]!]! : Number.NEGATIVE_INFINITY
    if (!this.passesLocked)
      for (const i of this.feeders) if (this.isPlaced(i) && this.key[i]! > last) last = this.key[i]!
    return last
  }

  /** What keeps a task from starting where it wants to, apart from closed time, people and tasks that could move. */
  heldBack(i: number): Refused | null {
    const { problem } = this.model
    const behind = this.behind[i]!
    const before = behind < 0 ? undefined : problem.operations[behind]!.id
    switch (this.reason[i]) {
      case why.predecessor:
        return refused('task_before_predecessor', 'operation', before!, this.end[behind]!)
      case why.kit:
        return refused('start_before_kitting', 'operation', problem.operations[i]!.id, this.kitOf(i))
      case why.lane:
        return behind >= 0 && this.model.isFixed[behind] === 1
          ? refused('task_overlap', 'operation', before!, this.setupStart[behind]!)
          : null
      default:
        return null
    }
  }

  private kitOf(i: number): Instant {
    let at = 0
    for (let member = this.head[i]!; member >= 0; member = this.nextMember[member]!)
      at = Math.max(at, this.model.kitAt[member]!)
    return at
  }

  /** A locked or running task that follows begins before this one allows it to, and did not before the change. */
  private runsIntoLocked(i: number, endBefore: Instant): Refused | null {
    if (this.feedsLocked[i] === 0) return null
    const { model } = this
    for (let k = model.succFirst[i]!; k < model.succFirst[i + 1]!; k++) {
      const after = model.succOp[k]!
      if (model.isFixed[after] === 0) continue
      for (let link = model.predFirst[after]!; link < model.predFirst[after + 1]!; link++) {
        if (model.predOp[link] !== i) continue
        const wait = model.predWait[link]!
        const ready = model.predShare[link] === 1 ? this.end[i]! + wait : this.firstHandOver(link)
        const start = this.start[after]!
        if (ready > start && (model.predShare[link]! < 1 || endBefore + wait <= start))
          return refused('task_after_successor', 'operation', model.problem.operations[after]!.id, start)
      }
    }
    return null
  }
}
