/**
 * The problem as numbers, for the hot loops: ids become positions, lists become runs in one array ("CSR": the entries of i
 * are those from `first[i]` up to `first[i + 1]`). Made once for each problem, never changed.
 */
import { intersect, merge } from '../calendar/interval.ts'
import { totalWorked, type WorkTable, workTable } from '../calendar/working-time.ts'
import { type Changeovers, compileChangeover, noChangeover } from './changeover.ts'
import { inOrder } from './in-order.ts'
import { lanesOf } from './lanes.ts'
import { type Machine, type Operation, type Problem, shortestTaskSeconds, weightOfPriority } from './problem.ts'
import { shareOf } from './transfer.ts'

export interface Model {
  readonly problem: Problem
  readonly operationCount: number
  readonly orderCount: number
  readonly machineCount: number
  /** Order of each operation. */
  readonly orderOf: Int32Array
  readonly orderDue: Float64Array
  readonly orderWeight: Float64Array

  /** Alternatives of each operation; those without a cycle time or without working time are left out. */
  readonly altFirst: Int32Array
  readonly altOperation: Int32Array
  readonly altMachine: Int32Array
  readonly altSetup: Float64Array
  /** Family of the operation. */
  readonly altFamily: Int32Array
  readonly altRun: Float64Array
  /** Load of the operation, where the machine is a furnace. */
  readonly altLoad: Float64Array
  /** Working time of machine and people together. */
  readonly altTable: Int32Array
  readonly tables: readonly WorkTable[]

  readonly predFirst: Int32Array
  readonly predOp: Int32Array
  readonly predWait: Float64Array
  /** Part of the quantity that is handed over at a time; 1 hands over at the end. */
  readonly predShare: Float64Array
  readonly succFirst: Int32Array
  readonly succOp: Int32Array
  /** Operations in an order in which every predecessor comes first; those on a circle are missing. */
  readonly topological: Int32Array

  readonly notBefore: Float64Array
  /** 0: needs no material, or has it. */
  readonly kitAt: Float64Array
  readonly mayPause: Uint8Array
  /** -1: none. */
  readonly family: Int32Array

  /** Resource that is the mould of each operation, -1: none. */
  readonly mould: Int32Array

  readonly holdFirst: Int32Array
  readonly holdResource: Int32Array
  readonly holdAmount: Float64Array
  readonly resourceCapacity: Float64Array

  /** Lanes: a machine with capacity n has n of them, next to each other. */
  readonly laneFirst: Int32Array
  readonly laneMachine: Int32Array
  readonly laneFixedFirst: Int32Array
  /** Fixed operations of each lane by start. */
  readonly laneFixed: Int32Array
  /** Working time of the machine alone. */
  readonly machineTable: Int32Array
  readonly machineFamily: Int32Array
  readonly machineMould: Int32Array
  readonly machineMouldChange: Float64Array
  /** Load of a charge; 0: no furnace. */
  readonly machineCharge: Float64Array
  readonly machineChangeover: readonly Changeovers[]

  /** 1: stays where it is. */
  readonly isFixed: Uint8Array
  readonly fixedLane: Int32Array
  readonly fixedSetupStart: Float64Array
  readonly fixedStart: Float64Array
  readonly fixedEnd: Float64Array
}

export function compile(given: Problem): Model {
  const problem = inOrder(given)
  const { operations, machines, orders } = problem
  const resources = problem.resources ?? []
  const n = operations.length
  const operationNumber = numbered(operations, 'operation')
  const machineNumber = numbered(machines, 'machine')
  const orderNumber = numbered(orders, 'order')
  const resourceNumber = numbered(resources, 'resource')
  const calendars = new Map(problem.calendars.map(calendar => [calendar.id, calendar]))
  const find = (numbers: ReadonlyMap<string, number>, id: string, what: string): number => {
    const number = numbers.get(id)
    if (number === undefined) throw new Error(`Unknown ${what} ${id}`)
    return number
  }
  const calendarOf = (id: string) => {
    const calendar = calendars.get(id)
    if (!calendar) throw new Error(`Unknown calendar ${id}`)
    return calendar
  }

  const families = new Map<string, number>()
  const familyNumber = (family: string | null | undefined): number => {
    if (family === null || family === undefined) return -1
    const known = families.get(family)
    if (known !== undefined) return known
    families.set(family, families.size)
    return families.size - 1
  }
  const family = Int32Array.from(operations, operation => familyNumber(operation.family))
  const machineFamily = Int32Array.from(machines, machine => familyNumber(machine.family))

  // Working time of a machine together with the people an operation holds; shared by all who need the same.
  const tables: WorkTable[] = []
  const tableNumbers = new Map<string, number>()
  const tableFor = (machine: Machine, holders: readonly string[]): number => {
    const frozen = machine.frozen ?? []
    const key = JSON.stringify([machine.calendar, frozen.length > 0 ? machine.id : '', holders])
    const known = tableNumbers.get(key)
    if (known !== undefined) return known
    const own = machine.calendar === null ? null : calendarOf(machine.calendar)
    let intervals = merge(own?.intervals ?? [])
    const walls = [...(own?.walls ?? [])]
    for (const holder of holders) {
      const calendar = calendarOf(holder)
      intervals = intersect(intervals, merge(calendar.intervals))
      walls.push(...(calendar.walls ?? []))
    }
    const within = intersect(intervals, [[Math.min(problem.now, problem.limit), problem.limit]])
    tables.push(workTable(within, frozen, walls))
    tableNumbers.set(key, tables.length - 1)
    return tables.length - 1
  }
  const machineTable = Int32Array.from(machines, machine => tableFor(machine, []))

  const alternatives = lists()
  const altOperation: number[] = []
  const altMachine: number[] = []
  const altSetup: number[] = []
  const altRun: number[] = []
  const altLoad: number[] = []
  const altTable: number[] = []
  const predecessors = lists()
  const predOp: number[] = []
  const predWait: number[] = []
  const predShare: number[] = []
  const holds = lists()
  const holdResource: number[] = []
  const holdAmount: number[] = []
  const mould = new Int32Array(n).fill(-1)
  for (const [i, operation] of operations.entries()) {
    const holders: string[] = []
    for (const { resource, amount } of operation.holds ?? []) {
      const number = find(resourceNumber, resource, 'resource')
      holdResource.push(number)
      holdAmount.push(amount)
      const { calendar, kind } = resources[number]!
      if (kind === 'mould' && mould[i] === -1) mould[i] = number
      if (calendar !== null && calendar !== undefined && !holders.includes(calendar)) holders.push(calendar)
    }
    holders.sort()
    holds.close(holdResource.length)
    for (const { machine, setupSeconds, runSeconds, load } of byMachine(operation.machines)) {
      const number = find(machineNumber, machine, 'machine')
      if (runSeconds === null) continue
      const table = holders.length === 0 ? machineTable[number]! : tableFor(machines[number]!, holders)
      if (totalWorked(tables[table]!) === 0) continue
      if ((load ?? 0) > (machines[number]!.chargeCapacity ?? Number.POSITIVE_INFINITY)) continue
      altOperation.push(i)
      altMachine.push(number)
      altSetup.push(Math.ceil(setupSeconds))
      altRun.push(Math.max(shortestTaskSeconds, Math.ceil(runSeconds)))
      altLoad.push(load ?? 0)
      altTable.push(table)
    }
    alternatives.close(altMachine.length)
    for (const link of byOperation(operation.predecessors)) {
      const before = find(operationNumber, link.operation, 'operation')
      predOp.push(before)
      predWait.push(link.waitSeconds ?? 0)
      predShare.push(shareOf(operations[before]!, link))
    }
    predecessors.close(predOp.length)
  }

  const predFirst = predecessors.first()
  const { succFirst, succOp } = successors(predFirst, predOp, n)
  const lanes = lanesOf(problem, machineNumber)

  return {
    problem,
    operationCount: n,
    orderCount: orders.length,
    machineCount: machines.length,
    orderOf: Int32Array.from(operations, operation => find(orderNumber, operation.order, 'order')),
    orderDue: Float64Array.from(orders, order => order.due),
    orderWeight: Float64Array.from(orders, order => order.weight ?? weightOfPriority(order.priority)),
    altFirst: alternatives.first(),
    altOperation: Int32Array.from(altOperation),
    altMachine: Int32Array.from(altMachine),
    altSetup: Float64Array.from(altSetup),
    altFamily: Int32Array.from(altOperation, operation => family[operation]!),
    altRun: Float64Array.from(altRun),
    altLoad: Float64Array.from(altLoad),
    altTable: Int32Array.from(altTable),
    tables,
    predFirst,
    predOp: Int32Array.from(predOp),
    predWait: Float64Array.from(predWait),
    predShare: Float64Array.from(predShare),
    succFirst,
    succOp,
    topological: topologicalOrder(predFirst, succFirst, succOp, n),
    notBefore: Float64Array.from(operations, operation => Math.max(problem.now, operation.notBefore ?? 0)),
    kitAt: Float64Array.from(operations, operation => operation.kit?.at ?? 0),
    mayPause: Uint8Array.from(operations, operation => Number(operation.mayPause)),
    family,
    mould,
    holdFirst: holds.first(),
    holdResource: Int32Array.from(holdResource),
    holdAmount: Float64Array.from(holdAmount),
    resourceCapacity: Float64Array.from(resources, resource => resource.capacity),
    ...lanes,
    machineTable,
    machineFamily,
    machineMould: Int32Array.from(machines, machine =>
      machine.mould ? (resourceNumber.get(machine.mould) ?? -1) : -1,
    ),
    machineMouldChange: Float64Array.from(machines, ({ capacity, mouldChangeSeconds }) =>
      (capacity ?? 1) > 1 ? 0 : Math.ceil(mouldChangeSeconds ?? 0),
    ),
    machineCharge: Float64Array.from(machines, machine => machine.chargeCapacity ?? 0),
    machineChangeover: changeoversOf(problem, families),
    isFixed: Uint8Array.from(operations, operation => Number(operation.fixed !== undefined)),
    fixedSetupStart: Float64Array.from(operations, operation => operation.fixed?.setupStart ?? 0),
    fixedStart: Float64Array.from(operations, operation => operation.fixed?.start ?? 0),
    fixedEnd: Float64Array.from(operations, operation => operation.fixed?.end ?? 0),
  }
}

function numbered(things: readonly { readonly id: string }[], what: string): Map<string, number> {
  const numbers = new Map(things.map((thing, i) => [thing.id, i]))
  if (numbers.size < things.length) throw new Error(`Two of the ${what}s have one id`)
  return numbers
}

const byMachine = (eligible: Operation['machines']) =>
  eligible.length < 2 ? eligible : eligible.toSorted((a, b) => (a.machine < b.machine ? -1 : 1))
const byOperation = (links: Operation['predecessors']) =>
  links.length < 2 ? links : links.toSorted((a, b) => (a.operation < b.operation ? -1 : 1))

function lists() {
  const ends = [0]
  return { close: (end: number) => ends.push(end), first: () => Int32Array.from(ends) }
}

function successors(predFirst: Int32Array, predOp: readonly number[], n: number) {
  const succFirst = new Int32Array(n + 1)
  for (const before of predOp) succFirst[before + 1]!++
  for (let i = 0; i < n; i++) succFirst[i + 1]! += succFirst[i]!
  const next = succFirst.slice()
  const succOp = new Int32Array(predOp.length)
  for (let i = 0; i < n; i++) {
    for (let k = predFirst[i]!; k < predFirst[i + 1]!; k++) succOp[next[predOp[k]!]!++] = i
  }
  return { succFirst, succOp }
}

function topologicalOrder(predFirst: Int32Array, succFirst: Int32Array, succOp: Int32Array, n: number): Int32Array {
  const open = new Int32Array(n)
  const order = new Int32Array(n)
  let count = 0
  for (let i = 0; i < n; i++) {
    open[i] = predFirst[i + 1]! - predFirst[i]!
    if (open[i] === 0) order[count++] = i
  }
  for (let i = 0; i < count; i++) {
    for (let k = succFirst[order[i]!]!; k < succFirst[order[i]! + 1]!; k++) {
      if (--open[succOp[k]!]! === 0) order[count++] = succOp[k]!
    }
  }
  return order.slice(0, count)
}

function changeoversOf({ machines, changeovers }: Problem, families: ReadonlyMap<string, number>): Changeovers[] {
  const compiled = new Map((changeovers ?? []).map(matrix => [matrix.id, compileChangeover(matrix, families)]))
  return machines.map(({ changeover, capacity }) => {
    if (changeover === null || changeover === undefined || (capacity ?? 1) > 1) return noChangeover
    const matrix = compiled.get(changeover)
    if (!matrix) throw new Error(`Unknown changeover ${changeover}`)
    return matrix
  })
}
