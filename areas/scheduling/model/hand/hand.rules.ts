import type { Instant } from '@qitao/core/time.ts'
import { dispatchStatus, publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { checkChanged } from '@qitao/planning/checker/check-changed.ts'
import { withCharges } from '@qitao/planning/checker/standing-charges.ts'
import type { Violation } from '@qitao/planning/checker/violation.ts'
import type { HandAnswer, HandTask } from '@qitao/planning/scheduling/hand/hand-answer.ts'
import { HandPlan } from '@qitao/planning/scheduling/hand/hand-plan.ts'
import type { MoveObject, MoveRefusal } from '@qitao/planning/scheduling/hand/hand-refusal.ts'
import { shiftByHand } from '@qitao/planning/scheduling/hand/hand-shift.ts'
import type { Reason } from '@qitao/planning/scheduling/place/plan.ts'
import type { Operation, Problem } from '@qitao/planning/scheduling/problem/problem.ts'
import { type PossibleOvertime, withOvertimeIn } from '@qitao/planning/scheduling/repair/repair-overtime.ts'
import { type PlanTotals, type RepairChoice, repairPlan } from '@qitao/planning/scheduling/repair/repair-plan.ts'
import type { MoveReason } from '@qitao/planning/scheduling/repair/repair-reasons.ts'
import { type PossibleSplits, withSplitIn } from '@qitao/planning/scheduling/repair/repair-split.ts'
import type { StandingTask } from '@qitao/planning/scheduling/standing/standing-plan.ts'
import type { ScheduleFacts, TaskOfPlan } from '../problem/facts.ts'

/** A task as it stands on the board: the page has it from the chart, the server from the table. */
export type BoardTask = Pick<
  TaskOfPlan,
  'operation_id' | 'device_id' | 'setup_start_time' | 'start_time' | 'end_time'
> &
  Partial<Pick<TaskOfPlan, 'publish_status'>>

/** Locked by a person, told to somebody on the floor, or begun: it does not move. */
export const isHeld = ({
  status,
  dispatch_status,
  capacity_locked,
}: Pick<TaskOfPlan, 'status' | 'dispatch_status' | 'capacity_locked'>): boolean =>
  capacity_locked ||
  status !== taskStatus.codes.not_started ||
  dispatch_status !== dispatchStatus.codes.pending_dispatch

/** Tasks that do not move although their machine is down while they are to run: somebody has to see to them. */
export function heldInDownTime({ tasks, devices }: Pick<ScheduleFacts, 'tasks' | 'devices'>): TaskOfPlan[] {
  const deviceOf = new Map(devices.map(device => [device.id, device]))
  return tasks.filter(task => {
    if (!isHeld(task) || task.status !== taskStatus.codes.not_started) return false
    return deviceOf
      .get(task.device_id)
      ?.freezes.some(({ start_time, end_time }) => start_time < task.end_time && task.setup_start_time < end_time)
  })
}

/** The plan under a person's hand. Tasks of finished operations are history: nothing stands in their way. */
export const boardOf = (problem: Problem, tasks: readonly BoardTask[]): HandPlan =>
  new HandPlan(problem, { tasks: withCharges(problem, tasks.map(standingAt)) })
const standingAt = (task: BoardTask): StandingTask => ({
  operation: task.operation_id,
  machine: task.device_id,
  setupStart: task.setup_start_time,
  start: task.start_time,
  end: task.end_time,
})

/** Where a person wants a task. */
export interface WantedPlace {
  readonly operation: string
  readonly machine: string
  readonly start: Instant
  readonly end: Instant
}
export type HandChange =
  /** Tasks to machines and times, all of them or none; a longer or shorter run than one has is kept. */
  | { readonly kind: 'move'; readonly tasks: readonly WantedPlace[] }
  | {
      readonly kind: 'shift'
      readonly operations: readonly string[]
      readonly direction: 'left' | 'right'
      readonly seconds: number | null
    }
  /**
   * A task of another quantity than before to a machine and a time, as near behind it as it can stand: it takes the time that
   * its work takes, and what waits for it is timed anew. `rest`: the task that it was taken off, likewise.
   */
  | {
      readonly kind: 'place'
      readonly operation: string
      readonly machine: string
      readonly start: Instant
      readonly rest?: string
    }
  /**
   * Tasks to machines and times with the run that their work takes there, all of them or none; each may come to lie later, when
   * its machine is closed then. `behind`: also behind what is locked or runs there.
   */
  | {
      readonly kind: 'wish'
      readonly tasks: readonly Omit<WantedPlace, 'end'>[]
      readonly behind: boolean
    }
  /** What breaks a rule is put right, by one of the choices there are: the fewest moves unless another is asked for. */
  | { readonly kind: 'put_right'; readonly choice?: RepairKind; readonly overtime?: PossibleOvertime }
  /** Exactly to where they once were. `judged`: a task that is another than it was, so that no fault of it is an old one. */
  | { readonly kind: 'restore'; readonly tasks: readonly HandTask[]; readonly judged?: string }

export type RepairKind = RepairChoice['kind']

export interface HandRefusal {
  readonly operation: string
  readonly refusal: MoveRefusal
  readonly object: MoveObject
  /** What binds a task that is as far to the left as it can be. */
  readonly held?: Reason
}
export interface HandOutcome {
  readonly moved: readonly HandTask[]
  /** Why what has moved stands where it stands now, by operation. */
  readonly reasons: ReadonlyMap<string, readonly Reason[]>
  readonly refused: readonly HandRefusal[]
  /** Orders whose lateness is another now, the latest first. */
  readonly orders: readonly OrderMoved[]
  /** What the change breaks that was not broken before, by the rules of the checker. */
  readonly broken: readonly Violation[]
  /** What would put the plan right. */
  readonly repair?: {
    readonly before: PlanTotals
    readonly choices: readonly RepairOffer[]
    readonly advised: RepairChoice['kind']
  }
}
/** One way to put the plan right. */
export interface RepairOffer extends Pick<RepairChoice, 'kind' | 'totals' | 'overtime' | 'split'> {
  readonly moved: readonly HandTask[]
  readonly orders: readonly OrderMoved[]
  readonly reasons: ReadonlyMap<string, MoveReason>
}
export interface OrderMoved {
  readonly order: string
  readonly finish: Instant
  readonly tardinessSeconds: number
  readonly tardinessSecondsBefore: number
}

/**
 * Makes a change on the plan as it stands and tells what has moved, who is late now, and what was refused. Whoever made it,
 * the places are judged by the checker, which shares nothing with the engine. `splits`: what may be made in two parts to put
 * the plan right.
 */
export function changeByHand(
  problem: Problem,
  tasks: readonly BoardTask[],
  change: HandChange,
  splits?: PossibleSplits,
): HandOutcome {
  if (change.kind === 'put_right') return putRight(problem, tasks, change, splits)
  const hand = boardOf(onTheirMachines(problem, tasks, change), tasks)
  const before = hand.tasks()
  const refused = change.kind === 'restore' ? [] : changedOn(hand, change)
  const isWhole = change.kind === 'move' || change.kind === 'place' || change.kind === 'wish'
  if (isWhole && refused.length > 0) return { moved: [], reasons: new Map(), refused, orders: [], broken: [] }
  const after = change.kind === 'restore' ? restored(before, change.tasks) : hand.tasks()
  const judged = judgedIn(change)
  const moved = movedBetween(before, after, change.kind === 'place' ? change.operation : undefined)
  return {
    moved,
    // What goes back to where it stood has the reasons that it had there.
    reasons: change.kind === 'restore' ? new Map() : reasonsIn(hand, moved),
    orders: latenessOf(problem, before, after),
    refused,
    broken: checkChanged(problem, before, after, judged),
  }
}

function putRight(
  problem: Problem,
  tasks: readonly BoardTask[],
  { choice: wanted = 'fewest_moves', overtime }: HandChange & { kind: 'put_right' },
  splits: PossibleSplits | undefined,
): HandOutcome {
  const firm = new Set(
    tasks.flatMap(task => (task.publish_status === publishStatus.codes.published ? [task.operation_id] : [])),
  )
  const answer = repairPlan(problem, withCharges(problem, tasks.map(standingAt)), {
    firm,
    ...(overtime ? { overtime } : {}),
    ...(splits ? { splits } : {}),
  })
  if (!answer.ok) {
    const refused = refusalOf(answer.object.id, answer)
    return { moved: [], reasons: new Map(), refused, orders: [], broken: [] }
  }
  const before = boardOf(problem, tasks).tasks()
  const choices = answer.choices.map(
    (choice): RepairOffer => ({
      ...{ kind: choice.kind, totals: choice.totals, ...(choice.overtime ? { overtime: choice.overtime } : {}) },
      ...(choice.split ? { split: choice.split } : {}),
      moved: movedBetween(before, choice.tasks),
      orders: latenessOf(changedBy(problem, choice), before, choice.tasks),
      reasons: new Map(choice.moved.map(({ operation, reason }) => [operation, reason])),
    }),
  )
  const chosen = Math.max(
    0,
    choices.findIndex(({ kind }) => kind === wanted),
  )
  const { moved, orders, split, reasons } = choices[chosen]!
  const judged = new Set(split ? [split.rest.id, split.part.id] : [])
  const places = answer.choices[chosen]!.tasks
  return {
    reasons: new Map(moved.map(task => [task.operation, reasonsAfter(task, reasons.get(task.operation), places)])),
    ...{ moved, orders, refused: [], repair: { before: answer.before, choices, advised: answer.advised } },
    // What is locked stays where it is when what it waits for comes late; then somebody has to see to it.
    broken: checkChanged(changedBy(problem, choices[chosen]!), before, places, judged).filter(
      ({ rule }) => rule !== 'conflict',
    ),
  }
}
const reasonsIn = (hand: HandPlan, moved: readonly HandTask[]): Map<string, Reason[]> =>
  new Map(moved.map(({ operation }) => [operation, hand.reasonsOf(operation)]))

/** Why it does not stand earlier, as far as that is why it was moved; none: nothing is known that holds it there. */
function reasonsAfter(task: HandTask, moved: MoveReason | undefined, places: readonly StandingTask[]): Reason[] {
  const { start, machine } = task
  switch (moved?.kind) {
    case 'machine_stopped':
      return moved.machine === machine ? [{ kind: 'frozen', machine, until: start }] : []
    case 'machine_taken': {
      const other = places.find(one => one.operation === moved.operation)
      return other?.machine === machine ? [{ kind: 'machine', task: moved.operation, until: other.end }] : []
    }
    case 'predecessor':
      return [{ kind: 'predecessor', operation: moved.operation, until: start }]
    case 'material':
      return [{ kind: 'kit', material: moved.material, until: start }]
    case 'overdue':
      return [{ kind: 'now', until: start }]
    default:
      return []
  }
}

/** The problem as a choice makes it: its calendars, and what is made in two parts. */
function changedBy(problem: Problem, { overtime, split }: Pick<RepairChoice, 'overtime' | 'split'>): Problem {
  const longer = overtime ? withOvertimeIn(problem, overtime) : problem
  return split ? withSplitIn(longer, split) : longer
}

/** Operations that are others than before. */
function judgedIn(change: HandChange): ReadonlySet<string> {
  const known =
    change.kind === 'place' ? [change.operation, change.rest] : change.kind === 'restore' ? [change.judged] : []
  return new Set(known.filter(id => id !== undefined))
}

function changedOn(hand: HandPlan, change: Exclude<HandChange, { kind: 'restore' | 'put_right' }>): HandRefusal[] {
  switch (change.kind) {
    case 'move':
      return inOrderOfMoving(hand, change.tasks).flatMap(task => refusalOf(task.operation, moveTo(hand, task)))
    case 'place':
      return refusalOf(change.operation, placed(hand, change))
    case 'wish':
      return inOrderOfMoving(hand, change.tasks).flatMap(task =>
        refusalOf(task.operation, wishedTo(hand, task, change)),
      )
    case 'shift':
      return shiftByHand(hand, change).map(({ operation, refusal }) => ({ operation, ...refusal }))
  }
}
type Wrong = Pick<HandRefusal, 'refusal' | 'object'> | undefined
const refusalOf = (operation: string, wrong: Wrong): HandRefusal[] =>
  wrong ? [{ operation, refusal: wrong.refusal, object: wrong.object }] : []

/** To the right the last goes first, so that each finds the place that the one before it has left. */
function inOrderOfMoving<T extends Omit<WantedPlace, 'end'>>(hand: HandPlan, wanted: readonly T[]): T[] {
  const stands = ({ operation }: T) => hand.task(operation)?.start ?? 0
  const right = wanted.some(task => task.start > stands(task))
  return wanted.toSorted((a, b) => (right ? stands(b) - stands(a) : stands(a) - stands(b)))
}

/** The problem without the machines that nothing is taken to: whoever is pushed stays where it is, and a board is laid faster. */
function onTheirMachines(problem: Problem, tasks: readonly BoardTask[], change: HandChange): Problem {
  const stands = new Map(tasks.map(task => [task.operation_id, task.device_id]))
  const wanted =
    change.kind === 'move' || change.kind === 'wish' ? change.tasks : change.kind === 'place' ? [change] : []
  const targets = new Map(wanted.map(({ operation, machine }) => [operation, machine]))
  return {
    ...problem,
    operations: problem.operations.map(operation => {
      const own = stands.get(operation.id)
      if (own === undefined || operation.machines.length < 2) return operation
      const target = targets.get(operation.id)
      if (target === undefined) return onItsOwn(operation, own)
      const machines = operation.machines.filter(({ machine }) => machine === own || machine === target)
      return { ...operation, machines }
    }),
  }
}
/** Asked again and again of the same operations, most of which stand where they stood. */
const alone = new WeakMap<Operation, { readonly own: string; readonly there: Operation }>()
function onItsOwn(operation: Operation, own: string): Operation {
  const known = alone.get(operation)
  if (known?.own === own) return known.there
  const there = { ...operation, machines: operation.machines.filter(({ machine }) => machine === own) }
  alone.set(operation, { own, there })
  return there
}

function moveTo(hand: HandPlan, { operation, machine, start, end }: WantedPlace): Wrong {
  const now = hand.task(operation)
  const wrong = hand.refusalOf(operation, machine, start, end)
  if (wrong) return { refusal: wrong.refusal, object: wrong.object }
  if (now && (now.machine !== machine || now.start !== start)) {
    const answer = hand.move(operation, machine, start)
    if (!answer.ok) return { refusal: answer.refusal, object: answer.object }
    hand.keepChange()
  }
  const run = hand.workedBy(operation, start, end)
  if (run === hand.runOf(operation)) return undefined
  const answer = hand.resize(operation, run)
  if (!answer.ok) return { refusal: answer.refusal, object: answer.object }
  hand.keepChange()
  return undefined
}

function wishedTo(
  hand: HandPlan,
  { operation, machine, start }: Omit<WantedPlace, 'end'>,
  { behind }: { readonly behind: boolean },
): Wrong {
  const answer = behind ? moveBehind(hand, operation, machine, start) : hand.move(operation, machine, start)
  if (!answer.ok) return { refusal: answer.refusal, object: answer.object }
  hand.keepChange()
  return undefined
}

function placed(hand: HandPlan, { operation, machine, start, rest }: HandChange & { kind: 'place' }): Wrong {
  const anew = (one: string) => hand.resize(one, hand.runOf(one))
  const steps = [
    ...(rest === undefined ? [] : [() => anew(rest)]),
    () => moveBehind(hand, operation, machine, start),
    () => anew(operation),
  ]
  for (const step of steps) {
    const answer = step()
    if (!answer.ok) return { refusal: answer.refusal, object: answer.object }
    hand.keepChange()
  }
  return undefined
}

/** At an instant, or behind what is locked or running there and ends later: a running task ends the later the longer it takes. */
function moveBehind(hand: HandPlan, operation: string, machine: string, start: Instant): HandAnswer {
  const answer = hand.move(operation, machine, start)
  const ahead = !answer.ok && answer.refusal === 'task_overlap' ? hand.task(answer.object.id) : undefined
  return ahead && ahead.end > start ? moveBehind(hand, operation, machine, ahead.end) : answer
}

/** `always` is told wherever it stood. */
function movedBetween(before: readonly HandTask[], after: readonly HandTask[], always?: string): HandTask[] {
  const was = new Map(before.map(task => [task.operation, task]))
  const isSame = (a: HandTask, b: HandTask | undefined) =>
    b !== undefined &&
    a.machine === b.machine &&
    a.setupStart === b.setupStart &&
    a.start === b.start &&
    a.end === b.end
  return after.filter(task => task.operation === always || !isSame(task, was.get(task.operation)))
}

function latenessOf(problem: Problem, before: readonly HandTask[], after: readonly HandTask[]): OrderMoved[] {
  const orderOf = new Map(problem.operations.map(({ id, order }) => [id, order]))
  const finishes = (tasks: readonly HandTask[]) => {
    const finish = new Map<string, Instant>()
    for (const { operation, end } of tasks) {
      const order = orderOf.get(operation)!
      finish.set(order, Math.max(finish.get(order) ?? 0, end))
    }
    return finish
  }
  const was = finishes(before)
  const now = finishes(after)
  return problem.orders
    .flatMap(({ id, due }): OrderMoved[] => {
      const finish = now.get(id) ?? 0
      const tardinessSeconds = Math.max(0, finish - due)
      const tardinessSecondsBefore = Math.max(0, (was.get(id) ?? 0) - due)
      return tardinessSeconds === tardinessSecondsBefore
        ? []
        : [{ order: id, finish, tardinessSeconds, tardinessSecondsBefore }]
    })
    .sort((a, b) => b.tardinessSeconds - a.tardinessSeconds)
}

/** Places that were good once are taken again. */
function restored(before: readonly HandTask[], places: readonly HandTask[]): HandTask[] {
  const placeOf = new Map(places.map(task => [task.operation, task]))
  return before.map(task => placeOf.get(task.operation) ?? task)
}
