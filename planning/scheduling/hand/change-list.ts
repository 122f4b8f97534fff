/**
 * The changes by hand as a list over the plan as it was opened: what comes back to where it was leaves the list, and the plan is
 * what the rest of the list makes of the opened one. So there and back is where it was, whatever stood between.
 */

import type { Bars } from './bars.ts'
import { type HandAnswer, hasMoved, OrderEnds, type Times } from './hand-answer.ts'
import type { BoardCopy, HandBoard } from './hand-board.ts'
import { type MoveRefusal, refused } from './hand-refusal.ts'

/** One change; the same key again is a change of the same thing. */
interface Change {
  readonly key: string
  /** Whether it could be made; if not, the times are what they were. */
  readonly apply: () => boolean
  /** What it is refused for where nothing that can be named bars it. */
  readonly refusal: MoveRefusal
}

/** More changes than these, and the plan counts as opened anew. */
const mostChanges = 100

export class ChangeList {
  private readonly board: HandBoard
  private readonly bars: Bars
  private readonly orderEnds: OrderEnds
  private opened: BoardCopy
  private changes: readonly Change[] = []
  /** A change that is neither kept nor taken back. `former`: it was made by starting again from what was opened. */
  private pending: { changes: readonly Change[]; moved: readonly number[]; former?: BoardCopy } | null = null

  constructor(board: HandBoard, bars: Bars) {
    this.board = board
    this.bars = bars
    this.orderEnds = new OrderEnds(board.model)
    this.opened = board.copy()
  }

  /** The last change stays. */
  keep(): void {
    if (!this.pending) return
    this.changes = this.pending.changes
    this.settleDown()
    if (this.changes.length <= mostChanges) return
    this.changes = []
    this.opened = this.board.copy()
  }

  /** The last change never was: the times are what they were. */
  takeBack(): void {
    if (!this.pending) return
    if (this.pending.former) {
      this.board.putBack(this.pending.former)
      this.settleDown()
      return
    }
    this.board.takeBack()
    this.pending = null
  }

  private settleDown(): void {
    this.board.keep()
    this.pending = null
  }

  /** The operations that the last change moved, while it is neither kept nor taken back. */
  moved(): readonly number[] {
    return this.pending?.moved ?? []
  }

  /** `isBack`: what is changed comes back to where it was opened. */
  make(change: Change, isBack: boolean): HandAnswer {
    if (this.pending) throw new Error('The last change is neither kept nor taken back')
    if (isBack && this.changes.some(({ key }) => key === change.key)) {
      const answer = this.without(change.key)
      if (answer) return answer
    }
    if (!this.apply(change)) return this.bars.found() ?? refused(change.refusal, 'operation', '')
    const { plan, model } = this.board
    const moved: number[] = []
    for (let k = 0; k < plan.changedCount; k++) {
      const i = plan.changed[k]!
      if (hasMoved(model, i, plan, plan.old)) moved.push(i)
    }
    this.pending = { moved, changes: [...this.changes, change] }
    return this.answer(moved, i => (plan.isChanged[i] === 1 ? plan.old.end[i]! : plan.end[i]!))
  }

  private apply({ apply }: Change): boolean {
    const done = apply()
    if (!done) this.board.putBackWritten()
    return done
  }

  /** What was opened, with all changes but those of the key; undefined, and nothing has changed, when one cannot be made. */
  private without(key: string): HandAnswer | undefined {
    const { board } = this
    const former = board.copy()
    const rest = this.changes.filter(change => change.key !== key)
    board.putBack(this.opened)
    for (const change of rest) {
      if (!this.apply(change)) {
        board.putBack(former)
        return undefined
      }
      this.settleDown()
    }
    const before = timesIn(former, board.plan)
    const moved: number[] = []
    for (let i = 0; i < board.model.operationCount; i++)
      if (board.plan.isPlaced(i) && hasMoved(board.model, i, board.plan, before)) moved.push(i)
    this.pending = { changes: rest, moved, former }
    return this.answer(moved, i => before.end[i]!)
  }

  private answer(moved: readonly number[], endBefore: (i: number) => number): HandAnswer {
    const orders = this.orderEnds.changed(moved, this.board.plan, endBefore)
    return { ok: true, movedCount: moved.length, orders }
  }

  /** What stood in an array of the board when it was opened. */
  openedOf<A extends Float64Array | Int32Array>(array: A): A {
    return this.opened.get(array) as A
  }
  openedTimes(): Times {
    return timesIn(this.opened, this.board.plan)
  }
}

const timesIn = (copy: BoardCopy, { lane, setupStart, start, end }: Times): Times => ({
  lane: copy.get(lane) as Int32Array,
  setupStart: copy.get(setupStart) as Float64Array,
  start: copy.get(start) as Float64Array,
  end: copy.get(end) as Float64Array,
})
