/**
 * The problem as numbers, for the hot loops: ids become positions, lists become runs in one array ("CSR": the entries of i
 * are those from `first[i]` up to `first[i + 1]`). Made once for each problem, never changed.
 */
import type { WorkTable } from '../../calendar/working-time.ts'
import { AlternativeRows, type Alternatives, HoldRows, type Holds } from '../compile/compile-alternatives.ts'
import { countRows } from '../compile/compile-firsts.ts'
import { LinkRows, type Links } from '../compile/compile-links.ts'
import { Tables } from '../compile/compile-tables.ts'
import { lanesOf } from '../place/lanes.ts'
import { type Changeovers, compileChangeover, noChangeover } from './changeover.ts'
import { IdNumbers } from './id-numbers.ts'
import { inOrder } from './in-order.ts'
import { type Order, type Problem, weightOfPriority } from './problem.ts'

export interface Model extends Alternatives, Links, Holds {
  readonly problem: Problem
  readonly operationNumber: IdNumbers
  readonly orderNumber: IdNumbers
  readonly machineNumber: ReadonlyMap<string, number>
  readonly operationCount: number
  readonly orderCount: number
  readonly machineCount: number
  /** Order of each operation. */
  readonly orderOf: Int32Array
  readonly orderDue: Float64Array
  readonly orderWeight: Float64Array

  readonly tables: readonly WorkTable[]

  readonly notBefore: Float64Array
  /** 0: needs no material, or has it. */
  readonly kitAt: Float64Array
  /** 1: something it needs is not covered by any supply. */
  readonly isUncovered: Uint8Array
  readonly mayPause: Uint8Array
  /** -1: none. */
  readonly family: Int32Array

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

  /** Where the plan that stands has each operation: its machine, -1 when it is not in it, and its end. */
  readonly standingMachine: Int32Array
  readonly standingEnd: Float64Array
}

/** `startOf`: where the operations stand, when the model is to push them about there. */
export function compile(given: Problem, startOf?: ReadonlyMap<string, number>): Model {
  const { problem, numberOf, orderOf, orderNumber } = inOrder(given, startOf)
  const { operations, machines, orders } = problem
  const resources = problem.resources ?? []
  const n = operations.length
  const machineNumber = numbered(machines, 'machine')
  const resourceNumber = numbered(resources, 'resource')

  const families = new Map<string, number>()
  const familyNumber = (family: string | null | undefined): number => {
    if (family === null || family === undefined) return -1
    const known = families.get(family)
    if (known !== undefined) return known
    families.set(family, families.size)
    return families.size - 1
  }
  const family = new Int32Array(n)
  const notBefore = new Float64Array(n)
  const kitAt = new Float64Array(n)
  const isUncovered = new Uint8Array(n)
  const mayPause = new Uint8Array(n)
  const isFixed = new Uint8Array(n)
  const fixed: number[] = []
  const fixedSetupStart = new Float64Array(n)
  const fixedStart = new Float64Array(n)
  const fixedEnd = new Float64Array(n)
  const standingMachine = new Int32Array(n).fill(-1)
  const standingEnd = new Float64Array(n)
  const tables = new Tables(problem, resourceNumber)
  const operationNumber = new IdNumbers(n)
  const { altFirst, predFirst, holdFirst } = countRows(given.operations, numberOf)
  const alternatives = new AlternativeRows(problem, altFirst, machineNumber, tables)
  const links = new LinkRows(given.operations, predFirst, numberOf)
  const holdRows = new HoldRows(problem, holdFirst, resourceNumber)
  // Once through the operations, as they were given: there are many, and they lie so in memory.
  for (let place = 0; place < n; place++) {
    const operation = given.operations[place]!
    const i = numberOf[place]!
    const { fixed: task, standing, kit, holds } = operation
    operationNumber.set(i, operation.id, 'operation')
    family[i] = familyNumber(operation.family)
    notBefore[i] = Math.max(problem.now, operation.notBefore ?? 0)
    if (kit !== undefined) {
      kitAt[i] = kit.at ?? 0
      if (kit.at === null) isUncovered[i] = 1
    }
    mayPause[i] = operation.mayPause ? 1 : 0
    if (task !== undefined) {
      isFixed[i] = 1
      fixed.push(i)
      fixedSetupStart[i] = task.setupStart
      fixedStart[i] = task.start
      fixedEnd[i] = task.end
    }
    if (standing !== undefined) {
      standingMachine[i] = machineNumber.get(standing.machine) ?? -1
      standingEnd[i] = standing.end
    }
    alternatives.add(i, operation)
    links.add(place, operation)
    if (holds !== undefined) holdRows.add(i, holds)
  }
  const machineFamily = Int32Array.from(machines, machine => familyNumber(machine.family))
  const machineTable = Int32Array.from(machines, (_, m) => tables.tableFor(m, 0))

  return {
    problem,
    operationNumber,
    orderNumber,
    machineNumber,
    operationCount: n,
    orderCount: orders.length,
    machineCount: machines.length,
    orderOf,
    ...weighed(orders),
    ...alternatives.rows(family),
    tables: tables.tables,
    ...links.rows(operations, operationNumber),
    notBefore,
    kitAt,
    isUncovered,
    mayPause,
    family,
    ...holdRows.rows(),
    resourceCapacity: Float64Array.from(resources, resource => resource.capacity),
    ...lanesOf(problem, machineNumber, fixed),
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
    isFixed,
    fixedSetupStart,
    fixedStart,
    fixedEnd,
    standingMachine,
    standingEnd,
  }
}

function weighed(orders: readonly Order[]) {
  const orderDue = new Float64Array(orders.length)
  const orderWeight = new Float64Array(orders.length)
  for (let i = 0; i < orders.length; i++) {
    const { due, weight, priority } = orders[i]!
    orderDue[i] = due
    orderWeight[i] = weight ?? weightOfPriority(priority)
  }
  return { orderDue, orderWeight }
}

function numbered(things: readonly { readonly id: string }[], what: string): Map<string, number> {
  const numbers = new Map<string, number>()
  for (let i = 0; i < things.length; i++) numbers.set(things[i]!.id, i)
  if (numbers.size < things.length) throw new Error(`Two of the ${what}s have one id`)
  return numbers
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
