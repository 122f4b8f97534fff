/**
 * What bars the way of a change by hand: what the task that is moved waits for, what is locked behind any other, and that there
 * is no room left behind what is pushed. A change is given up at the first bar, and the bar is what it is refused for.
 */
import type { Instant } from '@qitao/core/time.ts'
import { LatestEnds } from '../place/latest-ends.ts'
import type { PlanBars } from '../place/retimed-plan.ts'
import { why } from '../place/timetable.ts'
import type { HandBoard } from './hand-board.ts'
import { type Refused, refused } from './hand-refusal.ts'

export class Bars implements PlanBars {
  /** What is locked behind a task does not bar its way: there is no other. */
  passesLocked = false

  private readonly board: HandBoard
  /** 1: something locked or running waits for it. */
  private readonly feedsLocked: Uint8Array
  private readonly feeders: readonly number[]
  /** The operation that is being moved, and to where; -1: none. What bars its way. */
  private asked = -1
  private askedStart = 0
  private bar: Refused | null = null
  /** Null: the plan stands against its routings, so that a task may be timed anew twice. */
  private readonly latestEnds: LatestEnds | null
  /** The change cannot be made; it goes on to this key, for the bars that may come up to there. Infinity: nothing is known. */
  private hopelessFrom = Number.POSITIVE_INFINITY

  constructor(board: HandBoard) {
    const { model, plan } = board
    this.board = board
    this.feedsLocked = new Uint8Array(model.operationCount)
    for (const i of model.laneFixed)
      for (let k = model.predFirst[i]!; k < model.predFirst[i + 1]!; k++) this.feedsLocked[model.predOp[k]!] = 1
    this.feeders = Array.from(this.feedsLocked.keys()).filter(i => this.feedsLocked[i] === 1 && model.isFixed[i] === 0)
    this.latestEnds = isInOrder(board) ? new LatestEnds(plan, plan.sequence) : null
  }

  /** Before each change. A task may be asked to start at an instant, and no later. */
  begin(asked = -1, start: Instant = 0): void {
    this.asked = asked
    this.askedStart = start
    this.bar = null
    this.latestEnds?.begin()
    this.hopelessFrom = Number.POSITIVE_INFINITY
  }

  /** What barred the way since `begin`; null: nothing that can be named. */
  found(): Refused | null {
    return this.bar
  }

  isBarred(operation: number, hasMoved: boolean): boolean {
    const { plan } = this.board
    if (this.asked >= 0 && operation === plan.head[this.asked] && plan.start[operation]! > this.askedStart)
      this.bar = this.holdsBack(operation)
    if (!this.passesLocked)
      for (let member = operation; member >= 0 && !this.bar; member = plan.nextMember[member]!) {
        const before = plan.old.end[member]!
        if (plan.end[member]! > before) this.bar = this.runsIntoLocked(member, before)
      }
    return this.bar !== null || (hasMoved && this.leavesNoRoom(operation))
  }

  /** What keeps a task from starting where it wants to, apart from closed time, people and tasks that could move. */
  holdsBack(i: number): Refused | null {
    const { model, plan } = this.board
    const { problem } = model
    const behind = plan.behind[i]!
    const before = behind < 0 ? undefined : problem.operations[behind]!.id
    switch (plan.reason[i]) {
      case why.predecessor:
        return refused('task_before_predecessor', 'operation', before!, plan.end[behind]!)
      case why.kit:
        return refused('start_before_kitting', 'operation', problem.operations[i]!.id, this.kitOf(i))
      case why.lane:
        return behind >= 0 && model.isFixed[behind] === 1
          ? refused('task_overlap', 'operation', before!, plan.setupStart[behind]!)
          : null
      default:
        return null
    }
  }

  private kitOf(i: number): Instant {
    const { model, plan } = this.board
    let at = 0
    for (let member = plan.head[i]!; member >= 0; member = plan.nextMember[member]!)
      at = Math.max(at, model.kitAt[member]!)
    return at
  }

  /** A locked or running task that follows begins before this one allows it to, and did not before the change. */
  private runsIntoLocked(i: number, endBefore: Instant): Refused | null {
    if (this.feedsLocked[i] === 0) return null
    const { model, plan } = this.board
    for (let k = model.succFirst[i]!; k < model.succFirst[i + 1]!; k++) {
      const after = model.succOp[k]!
      if (model.isFixed[after] === 0) continue
      for (let link = model.predFirst[after]!; link < model.predFirst[after + 1]!; link++) {
        if (model.predOp[link] !== i) continue
        const wait = model.predWait[link]!
        const ready = model.predShare[link] === 1 ? plan.end[i]! + wait : plan.firstHandOver(link)
        const start = plan.start[after]!
        if (ready > start && (model.predShare[link]! < 1 || endBefore + wait <= start))
          return refused('task_after_successor', 'operation', model.problem.operations[after]!.id, start)
      }
    }
    return null
  }

  /** Whether a task that has just been timed anew leaves too little time to what stands behind it, and nothing else will bar. */
  private leavesNoRoom(operation: number): boolean {
    if (this.hopelessFrom === Number.POSITIVE_INFINITY) {
      if (!this.latestEnds || !this.goesFar(operation) || !this.latestEnds.isPassedBy(operation)) return false
      this.hopelessFrom = this.lastBar()
    }
    return this.board.plan.key[operation]! >= this.hopelessFrom
  }

  /** Pushed by more than the last task of its lane could be: only then is it worth a look at those between. */
  private goesFar(operation: number): boolean {
    const { model, plan } = this.board
    const limit = model.tables[model.altTable[plan.alternative[operation]!]!]!.ends.at(-1)!
    return plan.end[operation]! - plan.old.end[operation]! > limit - plan.end[plan.laneBack[plan.lane[operation]!]!]!
  }

  /** The last key at which something that can be named may still bar the way. */
  private lastBar(): number {
    const { plan } = this.board
    let last = this.asked >= 0 ? plan.key[plan.head[this.asked]!]! : Number.NEGATIVE_INFINITY
    if (!this.passesLocked)
      for (const i of this.feeders) if (plan.isPlaced(i) && plan.key[i]! > last) last = plan.key[i]!
    return last
  }
}

/** Whether all that a task waits for has a smaller key. */
function isInOrder(board: HandBoard): boolean {
  const { model, plan } = board
  for (let i = 0; i < model.operationCount; i++)
    if (board.isFree(i) && plan.sequence.lowestKey(i) >= plan.key[i]!) return false
  return true
}
