/**
 * A plan under a person's hand. A change is timed on a copy in memory, at once, and touches nothing that it does not push.
 * What has been changed is a list over the plan as it was opened: what comes back to where it was leaves the list, and the
 * plan is what the rest of the list makes of the opened one. So there and back is where it was, whatever stood between.
 */
import type { Instant } from '@qitao/core/time.ts'
import { startAt, workedAt } from '../calendar/working-time.ts'
import { alternativeOn } from './charge.ts'
import { type MoveRefusal, placeRefusal, type Refused, refused, runRefusal } from './hand-refusal.ts'
import { HandRepair } from './hand-repair.ts'
import { type HandState, putBack, stateOf } from './hand-state.ts'
import { type Problem, shortestTaskSeconds } from './problem.ts'
import type { StandingTask } from './standing-plan.ts'
import { why } from './timetable.ts'

export interface HandTask {
  readonly operation: string
  readonly machine: string
  readonly setupStart: Instant
  readonly start: Instant
  readonly end: Instant
  readonly setupSeconds: number
}

export type HandAnswer =
  | {
      readonly ok: true
      /** Tasks with other times or another machine than before, the changed one included: see `movedTasks()`. */
      readonly movedCount: number
      /** Orders whose lateness changed, in seconds. */
      readonly orders: readonly {
        readonly order: string
        readonly tardinessSeconds: number
        readonly tardinessSecondsBefore: number
      }[]
    }
  | Refused

/** The times before a change, by operation. */
interface Before {
  readonly lane: Int32Array
  readonly setupStart: Float64Array
  readonly start: Float64Array
  readonly end: Float64Array
}

/** One change; the same key again is a change of the same thing. */
interface Change {
  readonly key: string
  readonly apply: () => HandAnswer
}

/** More changes than these, and the plan counts as opened anew. */
const mostChanges = 100

export class HandPlan extends HandRepair {
  /** Operations of each order. */
  private readonly orderFirst: Int32Array
  private readonly orderOperation: Int32Array
  /** 1: something locked or running waits for it. */
  private readonly feedsLocked: Uint8Array
  private readonly feeders: readonly number[]
  private opened: HandState
  private changes: readonly Change[] = []
  private lastMoved: readonly number[] = []
  /** The operation that is being moved, and to where; -1: none. What bars its way. */
  private asked = -1
  private askedStart = 0
  private bar: Refused | null = null
  /** What is locked behind a task does not bar its way: there is no other. */
  private passesLocked = false
  /** A change that is neither kept nor taken back. `former`: it was made by starting again from what was opened. */
  private pending: { changes: readonly Change[]; moved: readonly number[]; former?: HandState } | null = null

  constructor(problem: Problem, plan: { readonly tasks: readonly StandingTask[] }) {
    super(problem, plan.tasks)
    const { model } = this
    this.orderFirst = new Int32Array(model.orderCount + 1)
    for (let i = 0; i < model.operationCount; i++) this.orderFirst[model.orderOf[i]! + 1]!++
    for (let o = 0; o < model.orderCount; o++) this.orderFirst[o + 1]! += this.orderFirst[o]!
    this.orderOperation = new Int32Array(model.operationCount)
    const next = this.orderFirst.slice()
    for (let i = 0; i < model.operationCount; i++) this.orderOperation[next[model.orderOf[i]!]!++] = i
    this.feedsLocked = new Uint8Array(model.operationCount)
    for (const i of model.laneFixed)
      for (let k = model.predFirst[i]!; k < model.predFirst[i + 1]!; k++) this.feedsLocked[model.predOp[k]!] = 1
    this.feeders = Array.from(this.feedsLocked.keys()).filter(i => this.feedsLocked[i] === 1 && model.isFixed[i] === 0)
    this.opened = this.state()
  }

  /**
   * Puts a task at an instant on a machine: before the task in whose second half the instant lies, or with a charge that
   * stands there. The head of a charge takes the whole of it along, a member leaves it. It may come to lie later when the
   * machine is closed, people are busy or the task before it is longer; what it waits for, a locked task in the way and the
   * past are refused. Refused, nothing has changed.
   */
  move(operation: string, machine: string, start: Instant): HandAnswer {
    const i = this.numberOf(operation)
    const m = this.model.machineNumber.get(machine)
    if (this.model.isFixed[i] === 1) return refused('capacity_locked', 'operation', operation)
    const alternative = m === undefined ? -1 : alternativeOn(this.model, i, m)
    if (m === undefined || alternative < 0 || !this.isPlaced(i))
      return refused('device_unavailable', 'machine', machine)
    const past = this.pastOf(i, start)
    if (past) return past
    const stood = this.taskIn(i, this.openedTimes())
    return this.change(`move ${operation}`, stood.machine === machine && stood.start === start, () => {
      this.asked = i
      this.askedStart = start
      return this.answer(this.bring(i, alternative, m, start), 'task_after_successor')
    })
  }

  /** Moves a task so that its set-up begins at an instant, as a bar is dropped. */
  drop(operation: string, machine: string, at: Instant): HandAnswer {
    const answer = this.move(operation, machine, at)
    const i = this.numberOf(operation)
    if (!answer.ok || !this.pending || this.setupSeconds[i] === 0 || this.setupStart[i]! >= at) return answer
    const table = this.model.tables[this.model.altTable[this.alternative[i]!]!]!
    const start = startAt(table, workedAt(table, at) + this.setupSeconds[i]!)
    this.takeBackChange()
    return this.move(operation, machine, start)
  }

  /** What is wrong with a run from start to end on a machine by itself, whatever else stands there; null: nothing. */
  refusalOf(operation: string, machine: string, start: Instant, end: Instant): Refused | null {
    const i = this.numberOf(operation)
    const m = this.model.machineNumber.get(machine)
    const wrong = runRefusal(operation, start, end)
    if (wrong) return wrong
    if (this.model.isFixed[i] === 1) return refused('capacity_locked', 'operation', operation)
    const alternative = m === undefined ? -1 : alternativeOn(this.model, i, m)
    if (alternative < 0 || !this.isPlaced(i)) return refused('device_unavailable', 'machine', machine)
    const past = this.pastOf(i, start)
    if (past) return past
    return placeRefusal(this.model, i, alternative, start, end, this.standardRun[alternative]!)
  }

  /** Shifts a task by so many seconds of the clock, the order on the machine stays. */
  shift(operation: string, seconds: number): HandAnswer {
    const i = this.numberOf(operation)
    if (!this.isFree(i)) return refused('capacity_locked', 'operation', operation)
    const to = Math.max(1, this.start[i]! + seconds)
    return this.change(`move ${operation}`, to === this.openedTimes().start[i], () => {
      this.stand(i, to)
      // As far to the left as it goes is asked for as the first instant.
      if (to > 1) {
        this.asked = i
        this.askedStart = to
      }
      return this.answer(this.timeAnew([i]), 'no_capacity')
    })
  }

  /** Gives a task another run, in working seconds: resized by hand, or reported to take longer. */
  resize(operation: string, runSeconds: number): HandAnswer {
    const i = this.numberOf(operation)
    if (!this.isFree(i)) return refused('capacity_locked', 'operation', operation)
    if (!(runSeconds >= shortestTaskSeconds)) return refused('task_under_one_hour', 'operation', operation)
    // A charge takes as long as its head.
    const head = this.head[i]!
    const alternative = this.alternative[head]!
    const run = Math.ceil(runSeconds)
    return this.change(`run ${alternative}`, run === this.copyOf(this.model.altRun)[alternative], () => {
      this.write(this.model.altRun, alternative, run)
      return this.answer(this.timeAnew([head, ...this.successors(head)]), 'no_capacity')
    })
  }

  /** The material of an operation comes at another instant. */
  changeKit(operation: string, at: Instant): HandAnswer {
    const i = this.numberOf(operation)
    return this.change(`kit ${operation}`, at === this.copyOf(this.model.kitAt)[i], () => {
      this.write(this.model.kitAt, i, at)
      return this.answer(this.timeAnew([i]), 'start_before_kitting')
    })
  }

  /** A running or locked task is reported to end at another instant. */
  reportEnd(operation: string, end: Instant): HandAnswer {
    const i = this.numberOf(operation)
    if (this.model.isFixed[i] === 0 || !(end > this.start[i]!))
      return refused('bad_time_range', 'instant', operation, this.start[i]!)
    return this.change(`end ${operation}`, end === this.openedTimes().end[i], () =>
      this.answer(this.timeAnew(this.endFixed(i, end)), 'no_capacity'),
    )
  }

  /** Working seconds between two instants where a task stands. */
  workedBy(operation: string, from: Instant, to: Instant): number {
    const table = this.model.tables[this.model.altTable[this.alternative[this.numberOf(operation)]!]!]!
    return workedAt(table, to) - workedAt(table, from)
  }
  runOf(operation: string): number {
    return this.model.altRun[this.alternative[this.head[this.numberOf(operation)]!]!]!
  }

  /**
   * Puts the plan right after what has happened to it: a machine is down, a report came late, material comes at another time,
   * a task has not begun. Only what breaks a rule moves, and what it pushes; a locked task that is in the way of nothing but
   * its own order is left where it is.
   */
  putRight(): HandAnswer {
    const free: number[] = []
    for (let i = 0; i < this.model.operationCount; i++) if (this.isFree(i) && this.head[i] === i) free.push(i)
    return this.change('put right', false, () => {
      this.passesLocked = true
      const answer = this.answer(this.timeAnew(free), 'no_capacity')
      this.passesLocked = false
      return answer
    })
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

  /** When the order of an operation is due. */
  dueOf(operation: string): Instant {
    return this.model.orderDue[this.model.orderOf[this.numberOf(operation)]!]!
  }

  /** A task as it stands now; undefined: it has no place. */
  task(operation: string): HandTask | undefined {
    const i = this.model.operationNumber.get(operation)
    return i !== undefined && this.isPlaced(i) ? this.taskIn(i, this) : undefined
  }

  /** The tasks as they stand now, fixed ones included. */
  tasks(): HandTask[] {
    const tasks: HandTask[] = []
    for (let i = 0; i < this.model.operationCount; i++) if (this.isPlaced(i)) tasks.push(this.taskIn(i, this))
    return tasks
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

  /** What a task stands right behind on its machine, if that is what keeps it there. */
  standsBehind(operation: string): Refused | null {
    const i = this.numberOf(operation)
    const behind = this.behind[i]!
    const held = this.heldBack(i)
    if (held || this.reason[i] !== why.lane || behind < 0) return held
    return refused('task_overlap', 'operation', this.model.problem.operations[behind]!.id, this.end[behind]!)
  }

  private pastOf(i: number, start: Instant): Refused | null {
    const { problem, notBefore } = this.model
    const from = Math.max(problem.now, notBefore[i]!)
    return Number.isSafeInteger(start) && start >= from
      ? null
      : refused('bad_time_range', 'instant', problem.operations[i]!.id, from)
  }

  private kitOf(i: number): Instant {
    let at = 0
    for (let member = this.head[i]!; member >= 0; member = this.nextMember[member]!)
      at = Math.max(at, this.model.kitAt[member]!)
    return at
  }

  private numberOf(operation: string): number {
    const i = this.model.operationNumber.get(operation)
    if (i === undefined) throw new Error(`Unknown operation ${operation}`)
    return i
  }

  private change(key: string, isBack: boolean, apply: () => HandAnswer): HandAnswer {
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
    for (let i = 0; i < this.model.operationCount; i++) if (this.isPlaced(i) && this.hasMoved(i, before)) moved.push(i)
    this.pending = { changes: rest, moved, former }
    return { ok: true, movedCount: moved.length, orders: this.lateness(moved, i => before.end[i]!) }
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

  private answer(done: boolean, refusal: MoveRefusal): HandAnswer {
    const { old, bar } = this
    this.asked = -1
    this.bar = null
    if (!done) {
      this.putBackWritten()
      return bar ?? refused(refusal, 'operation', '')
    }
    const moved: number[] = []
    for (let k = 0; k < this.changedCount; k++) {
      const i = this.changed[k]!
      if (this.hasMoved(i, old)) moved.push(i)
    }
    this.lastMoved = moved
    const orders = this.lateness(moved, i => (this.isChanged[i] === 1 ? old.end[i]! : this.end[i]!))
    return { ok: true, movedCount: moved.length, orders }
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

  private hasMoved(i: number, before: Before): boolean {
    const { laneMachine } = this.model
    return (
      before.start[i] !== this.start[i] ||
      before.end[i] !== this.end[i] ||
      before.setupStart[i] !== this.setupStart[i] ||
      laneMachine[before.lane[i]!] !== laneMachine[this.lane[i]!]
    )
  }

  private lateness(moved: readonly number[], endBefore: (i: number) => Instant) {
    const { model } = this
    const touched = new Set<number>()
    for (const i of moved) touched.add(model.orderOf[i]!)
    const orders = []
    for (const o of touched) {
      let end = 0
      let before = 0
      for (let k = this.orderFirst[o]!; k < this.orderFirst[o + 1]!; k++) {
        const i = this.orderOperation[k]!
        if (!this.isPlaced(i)) continue
        end = Math.max(end, this.end[i]!)
        before = Math.max(before, endBefore(i))
      }
      const due = model.orderDue[o]!
      const tardinessSeconds = Math.max(0, end - due)
      const tardinessSecondsBefore = Math.max(0, before - due)
      const { id: order } = model.problem.orders[o]!
      if (tardinessSeconds !== tardinessSecondsBefore) orders.push({ order, tardinessSeconds, tardinessSecondsBefore })
    }
    return orders.sort((a, b) => (a.order < b.order ? -1 : 1))
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
  private copyOf<A extends Float64Array | Int32Array>(array: A): A {
    return this.opened.get(array) as A
  }
  private openedTimes(): Before {
    return timesIn(this.opened, this)
  }

  private taskIn(i: number, at: Before): HandTask {
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

const timesIn = (state: HandState, { lane, setupStart, start, end }: Before): Before => ({
  lane: state.get(lane) as Int32Array,
  setupStart: state.get(setupStart) as Float64Array,
  start: state.get(start) as Float64Array,
  end: state.get(end) as Float64Array,
})
