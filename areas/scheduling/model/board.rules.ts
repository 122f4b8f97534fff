import type { Instant } from '@qitao/core/time.ts'
import { endAt, startAt, type WorkTable, workedAt, workTable } from '@qitao/planning/calendar/working-time.ts'
import type { MoveMachine, MovePredecessor, MoveSuccessor, MoveView, RowTask } from '@qitao/planning/scheduling/move.ts'
import {
  type Changeover,
  type Link,
  type Machine,
  type Operation,
  type Problem,
  shortestTaskSeconds,
} from '@qitao/planning/scheduling/problem.ts'

/**
 * The plan as it lies before a person: tasks on machines with what holds for them. Makes the view of one move that the
 * engine judges; the page asks it while dragging, the server again on save.
 */
export interface BoardTask {
  readonly operation_id: string
  readonly device_id: string
  readonly setup_start_time: Instant
  readonly start_time: Instant
  readonly end_time: Instant
  readonly status: number
  readonly dispatch_status: number
  readonly capacity_locked: boolean
}

export interface Board {
  readonly problem: Problem
  readonly taskOf: (operation_id: string) => BoardTask | undefined
  readonly operationOf: (operation_id: string) => Operation | undefined
  /** What the engine needs to judge the task on a machine; undefined when either is not on the board. */
  readonly viewOf: (operation_id: string, device_id: string) => MoveView | undefined
  readonly successorsOf: (operation_id: string) => readonly string[]
}

/** `disabled`: machines that take no task any more. */
export function boardOf(
  problem: Problem,
  tasks: readonly BoardTask[],
  disabled: ReadonlySet<string> = new Set(),
): Board {
  const operations = new Map(problem.operations.map(operation => [operation.id, operation]))
  const machines = new Map(problem.machines.map(machine => [machine.id, machine]))
  const calendars = new Map(problem.calendars.map(calendar => [calendar.id, calendar]))
  const changeovers = new Map((problem.changeovers ?? []).map(changeover => [changeover.id, changeover]))
  const byOperation = new Map(tasks.map(task => [task.operation_id, task]))
  const rows = Map.groupBy(tasks, task => task.device_id)
  const followers = new Map<string, { operation: Operation; link: Link }[]>()
  for (const operation of problem.operations) {
    for (const link of operation.predecessors)
      followers.set(link.operation, [...(followers.get(link.operation) ?? []), { operation, link }])
  }

  const tables = new Map<string, WorkTable>()
  const tableOf = (machine: Machine): WorkTable => {
    const known = tables.get(machine.id)
    if (known) return known
    const calendar = machine.calendar === null ? undefined : calendars.get(machine.calendar)
    const table = workTable(calendar?.intervals ?? [], machine.frozen, calendar?.walls)
    tables.set(machine.id, table)
    return table
  }
  const moveMachine = (machine: Machine): MoveMachine => {
    const calendar = machine.calendar === null ? undefined : calendars.get(machine.calendar)
    return {
      id: machine.id,
      usable: !disabled.has(machine.id),
      intervals: calendar?.intervals ?? null,
      ...(calendar?.walls ? { walls: calendar.walls } : {}),
      ...(machine.frozen ? { frozen: machine.frozen } : {}),
      capacity: machine.capacity ?? 1,
      changeover: changeoverOf(machine, changeovers),
      family: machine.family ?? null,
    }
  }
  const rowOf = (device_id: string, without: string): RowTask[] =>
    (rows.get(device_id) ?? [])
      .filter(task => task.operation_id !== without)
      .map(task => {
        const operation = operations.get(task.operation_id)
        return {
          operation: task.operation_id,
          setupStart: task.setup_start_time,
          start: task.start_time,
          end: task.end_time,
          family: operation?.family ?? null,
          setupSeconds: operation?.machines.find(one => one.machine === device_id)?.setupSeconds ?? 0,
        }
      })
  const runOn = (operation: Operation, device_id: string): number =>
    Math.max(shortestTaskSeconds, operation.machines.find(one => one.machine === device_id)?.runSeconds ?? 0)
  const tableOfTask = (task: BoardTask): WorkTable | undefined => {
    const machine = machines.get(task.device_id)
    return machine && tableOf(machine)
  }

  const predecessors = (operation: Operation, own: WorkTable, run: number): MovePredecessor[] =>
    operation.predecessors.flatMap(link => {
      const before = operations.get(link.operation)
      const task = byOperation.get(link.operation)
      const table = task && tableOfTask(task)
      if (!before || !task || !table) return []
      const wait = link.waitSeconds ?? 0
      const share = shareOf(before, link)
      if (share === 1)
        return [{ operation: link.operation, readyAt: task.end_time + wait, endsAt: task.end_time + wait }]
      // The follower needs the k-th batch when it comes to it at its own pace.
      let ready = 0
      let last = task.start_time
      for (const done of parts(share)) {
        last = handedOver(task, runOn(before, task.device_id), table, done) + wait
        ready = Math.max(ready, workedAt(own, last) - Math.floor(run * (done - share)))
      }
      return [{ operation: link.operation, readyAt: startAt(own, ready), endsAt: last }]
    })

  const successors = (operation: Operation, own: WorkTable, run: number): MoveSuccessor[] =>
    (followers.get(operation.id) ?? []).flatMap(({ operation: after, link }) => {
      const task = byOperation.get(after.id)
      const table = task && tableOfTask(task)
      if (!task || !table) return []
      const wait = link.waitSeconds ?? 0
      const share = shareOf(operation, link)
      if (share === 1) return [{ operation: after.id, startsAt: task.start_time - wait }]
      const from = workedAt(table, task.start_time)
      const pace = runOn(after, task.device_id)
      const latest = parts(share).map(done => {
        const needed = endAt(table, from + Math.floor(pace * (done - share))) - wait
        return endAt(
          own,
          workedAt(own, done === share ? task.start_time - wait : needed) + Math.floor(run * (1 - done)),
        )
      })
      return [{ operation: after.id, startsAt: Math.min(...latest) }]
    })

  return {
    problem,
    taskOf: operation_id => byOperation.get(operation_id),
    operationOf: operation_id => operations.get(operation_id),
    successorsOf: operation_id => (followers.get(operation_id) ?? []).map(({ operation }) => operation.id),
    viewOf(operation_id, device_id) {
      const operation = operations.get(operation_id)
      const machine = machines.get(device_id)
      const task = byOperation.get(operation_id)
      if (!operation || !machine) return undefined
      const eligible = operation.machines.find(one => one.machine === device_id)
      const left = task && task.device_id !== device_id ? machines.get(task.device_id) : undefined
      const own = tableOf(machine)
      const run = runOn(operation, device_id)
      return {
        machine: moveMachine(machine),
        row: rowOf(device_id, operation_id),
        task: {
          operation: operation_id,
          locked: task !== undefined && isHeld(task),
          mayPause: operation.mayPause,
          family: operation.family ?? null,
          ...(operation.notBefore === undefined ? {} : { notBefore: operation.notBefore }),
          kitAt: operation.kit?.at ?? null,
          eligible:
            eligible && eligible.runSeconds !== null
              ? { setupSeconds: eligible.setupSeconds, runSeconds: eligible.runSeconds }
              : null,
        },
        predecessors: predecessors(operation, own, run),
        successors: successors(operation, own, run),
        ...(left && task
          ? {
              leaves: {
                machine: moveMachine(left),
                row: rowOf(left.id, operation_id),
                setupStart: task.setup_start_time,
              },
            }
          : {}),
      }
    },
  }
}

/** Locked by a person, told to somebody on the floor, or begun: it does not move. */
export const isHeld = ({
  status,
  dispatch_status,
  capacity_locked,
}: Pick<BoardTask, 'status' | 'dispatch_status' | 'capacity_locked'>): boolean =>
  capacity_locked || status !== 0 || dispatch_status !== 0

const changeoverOf = (machine: Machine, changeovers: ReadonlyMap<string, Changeover>): Changeover | null =>
  machine.changeover === null || machine.changeover === undefined ? null : (changeovers.get(machine.changeover) ?? null)

/** More batches than this are handed over several at a time, as the engine does. */
const mostBatches = 20
function shareOf({ quantity = 1 }: Operation, { transferQuantity }: Link): number {
  if (transferQuantity === undefined || transferQuantity <= 0 || transferQuantity >= quantity) return 1
  const several = Math.ceil(Math.ceil(quantity / transferQuantity) / mostBatches)
  return Math.min(1, (several * transferQuantity) / quantity)
}
function parts(share: number): number[] {
  const all: number[] = []
  for (let done = share; done < 1; done += share) all.push(done)
  return [...all, 1]
}
const handedOver = (task: BoardTask, run: number, table: WorkTable, part: number): Instant =>
  part >= 1 ? task.end_time : endAt(table, workedAt(table, task.start_time) + Math.ceil(run * part))
