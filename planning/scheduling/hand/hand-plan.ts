/**
 * A plan under a person's hand. A change is timed on a copy in memory, at once, and touches nothing that it does not push.
 */
import type { Instant } from '@qitao/core/time.ts'
import { startAt, workedAt } from '../../calendar/working-time.ts'
import { why } from '../place/timetable.ts'
import { alternativeOn } from '../problem/charge.ts'
import { type Problem, shortestTaskSeconds } from '../problem/problem.ts'
import type { StandingTask } from '../standing/standing-plan.ts'
import type { HandAnswer, HandTask } from './hand-answer.ts'
import { HandChanges } from './hand-changes.ts'
import { placeRefusal, type Refused, refused, runRefusal } from './hand-refusal.ts'

export class HandPlan extends HandChanges {
  constructor(problem: Problem, plan: { readonly tasks: readonly StandingTask[] }) {
    super(problem, plan.tasks)
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
      this.askFor(i, start)
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
      if (to > 1) this.askFor(i, to)
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

  /**
   * Tasks whose material comes after they were to start go to where it is there, and are kept there: in their old places in the
   * order of the machine all that stands behind them would wait along. The last go first: one that goes is not to push the
   * next, which then would have waited in its old place.
   */
  awaitKits(): void {
    const { model } = this
    const waits = (i: number) => this.isFree(i) && this.head[i] === i && model.kitAt[i]! > this.start[i]!
    const late = Array.from(this.start.keys()).filter(i => waits(i) && this.nextMember[i]! < 0)
    for (const i of late.sort((a, b) => this.start[b]! - this.start[a]! || b - a)) {
      if (!waits(i)) continue
      const { operation, machine } = this.taskIn(i, this)
      const table = model.tables[model.altTable[this.alternative[i]!]!]!
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
    return i !== undefined && this.isPlaced(i) ? this.taskIn(i, this) : undefined
  }

  /** The tasks as they stand now, fixed ones included. */
  tasks(): HandTask[] {
    const tasks: HandTask[] = []
    for (let i = 0; i < this.model.operationCount; i++) if (this.isPlaced(i)) tasks.push(this.taskIn(i, this))
    return tasks
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

  private numberOf(operation: string): number {
    const i = this.model.operationNumber.get(operation)
    if (i === undefined) throw new Error(`Unknown operation ${operation}`)
    return i
  }
}
