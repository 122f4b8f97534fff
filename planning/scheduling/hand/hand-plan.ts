/**
 * A plan under a person's hand. A change is timed on a copy in memory, at once, and touches nothing that it does not push.
 */
import type { Instant } from '@qitao/core/time.ts'
import { startAt, type WorkTable, workedAt } from '../../calendar/working-time.ts'
import type { Repair } from '../improve/changeable-timetable.ts'
import type { Reason } from '../place/plan.ts'
import { reasonsOf } from '../place/reasons.ts'
import { alternativeOn } from '../problem/charge.ts'
import type { Model } from '../problem/model.ts'
import { type Problem, shortestTaskSeconds } from '../problem/problem.ts'
import type { StandingTask } from '../standing/standing-plan.ts'
import { Bars } from './bars.ts'
import { ChangeList } from './change-list.ts'
import { type HandAnswer, type HandTask, taskIn } from './hand-answer.ts'
import { HandBoard } from './hand-board.ts'
import { type MoveRefusal, placeRefusal, type Refused, refused, runRefusal } from './hand-refusal.ts'
import { bring, endFixed, successors, timeAnew } from './push.ts'

/** The rule that a task would break, were it earlier than what keeps it allows. */
const refusalOfReason: Readonly<Partial<Record<Reason['kind'], MoveRefusal>>> = {
  machine: 'task_overlap',
  predecessor: 'task_before_predecessor',
  kit: 'start_before_kitting',
  calendar: 'no_capacity',
  frozen: 'device_frozen',
  resource: 'no_capacity',
}

export class HandPlan {
  readonly board: HandBoard
  readonly bars: Bars
  private readonly changes: ChangeList
  private readonly model: Model
  private readonly plan: Repair

  /** `like`: a plan of the same problem (see `HandBoard`). */
  constructor(problem: Problem, { tasks }: { readonly tasks: readonly StandingTask[] }, like?: HandPlan) {
    this.board = new HandBoard(problem, tasks, like?.board)
    this.model = this.board.model
    this.plan = this.board.plan
    this.bars = new Bars(this.board)
    this.plan.bars = this.bars
    this.changes = new ChangeList(this.board, this.bars)
  }

  /** The last change stays. */
  keepChange(): void {
    this.changes.keep()
  }
  /** The last change never was: the times are what they were. */
  takeBackChange(): void {
    this.changes.takeBack()
  }
  /** The tasks that the last change moved, by start; while it is neither kept nor taken back. */
  movedTasks(): HandTask[] {
    const tasks = this.changes.moved().map(i => taskIn(this.plan, i))
    return tasks.sort((a, b) => a.start - b.start || (a.operation < b.operation ? -1 : 1))
  }
  /** How many tasks the last change gave another run; a neighbour may have got another set-up only. */
  runsMoved(): number {
    const { start, end, old } = this.plan
    return this.changes.moved().filter(i => old.start[i] !== start[i] || old.end[i] !== end[i]).length
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
    if (m === undefined || alternative < 0 || !this.plan.isPlaced(i))
      return refused('device_unavailable', 'machine', machine)
    const past = this.pastOf(i, start)
    if (past) return past
    const stood = this.changes.openedTimes()
    const isBack = this.model.laneMachine[stood.lane[i]!] === m && stood.start[i] === start
    const key = `move ${operation}`
    const apply = () => {
      this.bars.begin(i, start)
      return bring(this.board, i, alternative, m, start)
    }
    return this.changes.make({ key, apply, refusal: 'task_after_successor' }, isBack)
  }

  /** Moves a task so that its set-up begins at an instant, as a bar is dropped. */
  drop(operation: string, machine: string, at: Instant): HandAnswer {
    const answer = this.move(operation, machine, at)
    const i = this.numberOf(operation)
    const { setupSeconds, setupStart } = this.plan
    if (!answer.ok || setupSeconds[i] === 0 || setupStart[i]! >= at) return answer
    const table = this.tableOf(i)
    const start = startAt(table, workedAt(table, at) + setupSeconds[i]!)
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
    if (alternative < 0 || !this.plan.isPlaced(i)) return refused('device_unavailable', 'machine', machine)
    const past = this.pastOf(i, start)
    if (past) return past
    return placeRefusal(this.model, i, alternative, start, end, this.board.standardRun[alternative]!)
  }

  /** Shifts a task by so many seconds of the clock, the order on the machine stays. */
  shift(operation: string, seconds: number): HandAnswer {
    const i = this.numberOf(operation)
    if (!this.board.isFree(i)) return refused('capacity_locked', 'operation', operation)
    const to = Math.max(1, this.plan.start[i]! + seconds)
    const apply = () => {
      this.board.stand(i, to)
      // As far to the left as it goes is asked for as the first instant.
      if (to > 1) this.bars.begin(i, to)
      else this.bars.begin()
      return timeAnew(this.board, [i])
    }
    const isBack = to === this.changes.openedTimes().start[i]
    return this.changes.make({ key: `move ${operation}`, apply, refusal: 'no_capacity' }, isBack)
  }

  /** Gives a task another run, in working seconds: resized by hand, or reported to take longer. */
  resize(operation: string, runSeconds: number): HandAnswer {
    const i = this.numberOf(operation)
    if (!this.board.isFree(i)) return refused('capacity_locked', 'operation', operation)
    if (!(runSeconds >= shortestTaskSeconds)) return refused('task_under_one_hour', 'operation', operation)
    // A charge takes as long as its head.
    const head = this.plan.head[i]!
    const alternative = this.plan.alternative[head]!
    const run = Math.ceil(runSeconds)
    const apply = () => {
      this.board.write(this.model.altRun, alternative, run)
      this.bars.begin()
      return timeAnew(this.board, [head, ...successors(this.board, head)])
    }
    const isBack = run === this.changes.openedOf(this.model.altRun)[alternative]
    return this.changes.make({ key: `run ${alternative}`, apply, refusal: 'no_capacity' }, isBack)
  }

  /** The material of an operation comes at another instant. */
  changeKit(operation: string, at: Instant): HandAnswer {
    const i = this.numberOf(operation)
    const apply = () => {
      this.board.write(this.model.kitAt, i, at)
      this.bars.begin()
      return timeAnew(this.board, [i])
    }
    const isBack = at === this.changes.openedOf(this.model.kitAt)[i]
    return this.changes.make({ key: `kit ${operation}`, apply, refusal: 'start_before_kitting' }, isBack)
  }

  /** A running or locked task is reported to end at another instant. */
  reportEnd(operation: string, end: Instant): HandAnswer {
    const i = this.numberOf(operation)
    const start = this.plan.start[i]!
    if (this.model.isFixed[i] === 0 || !(end > start)) return refused('bad_time_range', 'instant', operation, start)
    const apply = () => {
      this.bars.begin()
      return endFixed(this.board, i, end)
    }
    const isBack = end === this.changes.openedTimes().end[i]
    return this.changes.make({ key: `end ${operation}`, apply, refusal: 'no_capacity' }, isBack)
  }

  /** Working seconds between two instants where a task stands. */
  workedBy(operation: string, from: Instant, to: Instant): number {
    const table = this.tableOf(this.numberOf(operation))
    return workedAt(table, to) - workedAt(table, from)
  }
  runOf(operation: string): number {
    const { alternative, head } = this.plan
    return this.model.altRun[alternative[head[this.numberOf(operation)]!]!]!
  }

  /**
   * Puts the plan right after what has happened to it: a machine is down, a report came late, material comes at another time,
   * a task has not begun. Only what breaks a rule moves, and what it pushes; a locked task that is in the way of nothing but
   * its own order is left where it is.
   */
  putRight(): HandAnswer {
    const { board, bars, plan } = this
    const free = Array.from(plan.head.keys()).filter(i => board.isFree(i) && plan.head[i] === i)
    const apply = () => {
      bars.passesLocked = true
      bars.begin()
      const done = timeAnew(board, free)
      bars.passesLocked = false
      return done
    }
    return this.changes.make({ key: 'put right', apply, refusal: 'no_capacity' }, false)
  }

  /**
   * Tasks whose material comes after they were to start go to where it is there, and are kept there: in their old places in the
   * order of the machine all that stands behind them would wait along. The last go first: one that goes is not to push the
   * next, which then would have waited in its old place.
   */
  awaitKits(): void {
    const { model, board, plan } = this
    const waits = (i: number) => board.isFree(i) && plan.head[i] === i && model.kitAt[i]! > plan.start[i]!
    const late = Array.from(plan.start.keys()).filter(i => waits(i) && plan.nextMember[i]! < 0)
    for (const i of late.sort((a, b) => plan.start[b]! - plan.start[a]! || b - a)) {
      if (!waits(i)) continue
      const { operation, machine } = taskIn(plan, i)
      const table = this.tableOf(i)
      if (this.move(operation, machine, startAt(table, workedAt(table, model.kitAt[i]!))).ok) this.keepChange()
    }
  }

  /** When the order of an operation is due. */
  dueOf(operation: string): Instant {
    return this.model.orderDue[this.model.orderOf[this.numberOf(operation)]!]!
  }

  /** A task as it stands now; undefined: it has no place. */
  task(operation: string): HandTask | undefined {
    const i = this.model.operationNumber.get(operation)
    return i !== undefined && this.plan.isPlaced(i) ? taskIn(this.plan, i) : undefined
  }

  /** The tasks as they stand now, fixed ones included. */
  tasks(): HandTask[] {
    const { plan } = this
    const tasks: HandTask[] = []
    for (let i = 0; i < this.model.operationCount; i++) if (plan.isPlaced(i)) tasks.push(taskIn(plan, i))
    return tasks
  }

  /** Why a task does not start earlier, as it was timed last. */
  reasonsOf(operation: string): Reason[] {
    return reasonsOf(this.plan, this.plan.head[this.numberOf(operation)]!)
  }

  /** What keeps a task from starting earlier, as it was timed last. */
  heldBack(operation: string): Refused {
    const [first, ...others] = this.reasonsOf(operation) as [Reason, ...Reason[]]
    // Nothing is in its way but that the machine is closed now.
    const held = first.kind === 'now' ? (others.find(({ kind }) => kind === 'calendar') ?? first) : first
    return { ...refused(refusalOfReason[held.kind] ?? 'held_back', 'operation', operation, held.until), held }
  }

  private pastOf(i: number, start: Instant): Refused | null {
    const { problem, notBefore } = this.model
    const from = Math.max(problem.now, notBefore[i]!)
    return Number.isSafeInteger(start) && start >= from
      ? null
      : refused('bad_time_range', 'instant', problem.operations[i]!.id, from)
  }

  private tableOf(i: number): WorkTable {
    return this.model.tables[this.model.altTable[this.plan.alternative[i]!]!]!
  }

  private numberOf(operation: string): number {
    const i = this.model.operationNumber.get(operation)
    if (i === undefined) throw new Error(`Unknown operation ${operation}`)
    return i
  }
}
