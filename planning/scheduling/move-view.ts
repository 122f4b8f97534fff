/** The view of one task on one machine, out of a whole problem and plan: what the server has when it judges a move. */
import type { Instant } from '@qitao/core/time.ts'
import { intersect, merge } from '../calendar/interval.ts'
import { endAt, startAt, workedAt } from '../calendar/working-time.ts'
import {
  type MoveMachine,
  type MovePredecessor,
  type MoveSuccessor,
  type MoveView,
  type RowTask,
  tableOf,
} from './move.ts'
import type { Task } from './plan.ts'
import { type Link, type Operation, type Problem, shortestTaskSeconds } from './problem.ts'
import { shareOf } from './transfer.ts'

/** A plan that can be looked up; `tasks` may be changed between views. */
export interface PlanIndex {
  readonly problem: Problem
  readonly operations: ReadonlyMap<string, Operation>
  readonly followers: ReadonlyMap<string, readonly { readonly operation: Operation; readonly link: Link }[]>
  readonly tasks: Map<string, Pick<Task, 'operation' | 'machine' | 'setupStart' | 'start' | 'end'>>
  readonly rows: ReadonlyMap<string, Set<string>>
  readonly machines: Map<string, MoveMachine>
}

export function indexPlan(
  problem: Problem,
  tasks: readonly Pick<Task, 'operation' | 'machine' | 'setupStart' | 'start' | 'end'>[],
): PlanIndex {
  const followers = new Map<string, { operation: Operation; link: Link }[]>()
  for (const operation of problem.operations) {
    for (const link of operation.predecessors) {
      const list = followers.get(link.operation)
      if (list) list.push({ operation, link })
      else followers.set(link.operation, [{ operation, link }])
    }
  }
  const rows = new Map<string, Set<string>>(problem.machines.map(machine => [machine.id, new Set()]))
  for (const task of tasks) rows.get(task.machine)?.add(task.operation)
  return {
    problem,
    operations: new Map(problem.operations.map(operation => [operation.id, operation])),
    followers,
    tasks: new Map(tasks.map(task => [task.operation, task])),
    rows,
    machines: new Map(),
  }
}

/** View of a planned operation on a machine: its own (drag in time, resize) or another. Throws when either is unknown. */
export function moveView(index: PlanIndex, id: string, machineId: string): MoveView {
  const { problem, operations, tasks, followers } = index
  const operation = operations.get(id)
  const current = tasks.get(id)
  if (!operation || !current) throw new Error(`No task for operation ${id}`)
  const machine = machineOf(index, machineId, operation)
  const eligible = operation.machines.find(each => each.machine === machineId && each.runSeconds !== null)
  const run = Math.max(shortestTaskSeconds, eligible?.runSeconds ?? 0)
  const predecessors: MovePredecessor[] = []
  for (const link of operation.predecessors) {
    const before = tasks.get(link.operation)
    if (before) predecessors.push({ operation: link.operation, ...readiness(index, link, before, machine, run) })
  }
  const successors: MoveSuccessor[] = []
  for (const { operation: after, link } of followers.get(id) ?? []) {
    const task = tasks.get(after.id)
    if (task)
      successors.push({ operation: after.id, startsAt: latestEnd(index, link, operation, after, task, machine, run) })
  }
  const row = rowOf(index, machineId, id)
  return {
    machine,
    row,
    task: {
      operation: id,
      locked: operation.fixed !== undefined,
      mayPause: operation.mayPause,
      family: operation.family ?? null,
      mould: mouldOf(problem, operation),
      notBefore: Math.max(problem.now, operation.notBefore ?? 0),
      kitAt: operation.kit?.at ?? null,
      eligible: eligible
        ? { setupSeconds: Math.ceil(eligible.setupSeconds), runSeconds: Math.ceil(eligible.runSeconds!) }
        : null,
    },
    predecessors,
    successors,
    leaves: {
      machine: machineId === current.machine ? machine : machineOf(index, current.machine, null),
      row: machineId === current.machine ? row : rowOf(index, current.machine, id),
      setupStart: current.setupStart,
    },
  }
}

function rowOf(index: PlanIndex, machine: string, without: string): RowTask[] {
  const { rows, tasks, operations } = index
  const row: RowTask[] = []
  for (const id of rows.get(machine) ?? []) {
    if (id === without) continue
    const { setupStart, start, end } = tasks.get(id)!
    const operation = operations.get(id)!
    const eligible = operation.machines.find(each => each.machine === machine)
    const family = operation.family ?? null
    const setupSeconds = Math.ceil(eligible?.setupSeconds ?? 0)
    const fixed = operation.fixed !== undefined
    const mould = mouldOf(index.problem, operation)
    const own = machineOf(index, machine, operation)
    row.push({ operation: id, setupStart, start, end, family, mould, setupSeconds, fixed, machine: own })
  }
  return row
}

const mouldOf = ({ resources = [] }: Problem, { holds = [] }: Operation): string | null =>
  holds.find(hold => resources.some(({ id, kind }) => id === hold.resource && kind === 'mould'))?.resource ?? null

function machineOf({ problem, machines }: PlanIndex, id: string, operation: Operation | null): MoveMachine {
  const people = (operation?.holds ?? [])
    .map(hold => problem.resources?.find(each => each.id === hold.resource)?.calendar)
    .filter(calendar => calendar !== null && calendar !== undefined)
  const key = JSON.stringify([id, people])
  const known = machines.get(key)
  if (known) return known
  const machine = problem.machines.find(each => each.id === id)
  if (!machine) throw new Error(`Unknown machine ${id}`)
  const calendars = [machine.calendar, ...people].map(each => problem.calendars.find(calendar => calendar.id === each))
  const view: MoveMachine = {
    id,
    usable: true,
    intervals:
      machine.calendar === null
        ? null
        : calendars.map(calendar => merge(calendar?.intervals ?? [])).reduce((both, each) => intersect(both, each)),
    walls: calendars.flatMap(calendar => calendar?.walls ?? []),
    frozen: machine.frozen ?? [],
    capacity: machine.capacity ?? 1,
    changeover: problem.changeovers?.find(each => each.id === machine.changeover) ?? null,
    family: machine.family ?? null,
    mould: machine.mould ?? null,
    mouldChangeSeconds: machine.mouldChangeSeconds ?? 0,
  }
  machines.set(key, view)
  return view
}

type Times = Pick<Task, 'machine' | 'start' | 'end'>

/** Batch by batch, as the engine: each batch has to be there when the follower comes to it at its own pace. */
function readiness(
  index: PlanIndex,
  link: Link,
  before: Times,
  machine: MoveMachine,
  run: number,
): Omit<MovePredecessor, 'operation'> {
  const wait = link.waitSeconds ?? 0
  const operation = index.operations.get(link.operation)!
  const share = shareOf(operation, link)
  if (share === 1 || !machine.intervals) return { readyAt: before.end + wait, endsAt: before.end + wait }
  const table = tableOf(machine)
  const firstTable = tableOf(machineOf(index, before.machine, operation))
  const from = workedAt(firstTable, before.start)
  const work = workedAt(firstTable, before.end) - from
  let ready = 0
  for (let done = share; ; done += share) {
    const handed: Instant = done >= 1 ? before.end : endAt(firstTable, from + Math.ceil(work * done))
    ready = Math.max(ready, workedAt(table, handed + wait) - Math.floor(run * (done - share)))
    if (done >= 1) return { readyAt: startAt(table, ready), endsAt: before.end + wait }
  }
}

function latestEnd(
  index: PlanIndex,
  link: Link,
  operation: Operation,
  after: Operation,
  task: Times,
  machine: MoveMachine,
  run: number,
): Instant {
  const wait = link.waitSeconds ?? 0
  const share = shareOf(operation, link)
  if (share === 1 || !machine.intervals) return task.start - wait
  const table = tableOf(machine)
  const nextTable = tableOf(machineOf(index, task.machine, after))
  const from = workedAt(nextTable, task.start)
  const work = workedAt(nextTable, task.end) - from
  let latest = Number.POSITIVE_INFINITY
  for (let done = share; ; done += share) {
    const asked = startAt(nextTable, from + Math.floor(work * (done - share)))
    latest = Math.min(latest, workedAt(table, asked - wait) - Math.ceil(run * Math.min(1, done)))
    // A fixed follower is judged by its first batch only.
    if (done >= 1 || after.fixed) return latest < 0 ? 0 : endAt(table, latest + run)
  }
}
