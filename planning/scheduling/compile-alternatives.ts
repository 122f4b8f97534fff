/** Where each operation can run and what it holds there, as numbers. */
import { totalWorked } from '../calendar/working-time.ts'
import type { Tables } from './compile-tables.ts'
import { type Eligible, type Problem, shortestTaskSeconds } from './problem.ts'

export interface Alternatives {
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
}

export function alternativesOf(
  { operations, machines }: Problem,
  machineNumber: ReadonlyMap<string, number>,
  family: Int32Array,
  tables: Tables,
): Alternatives {
  const n = operations.length
  let most = 0
  for (let i = 0; i < n; i++) most += operations[i]!.machines.length
  const altFirst = new Int32Array(n + 1)
  const altOperation = new Int32Array(most)
  const altMachine = new Int32Array(most)
  const altSetup = new Float64Array(most)
  const altFamily = new Int32Array(most)
  const altRun = new Float64Array(most)
  const altLoad = new Float64Array(most)
  const altTable = new Int32Array(most)
  const chargeCapacity = Float64Array.from(machines, each => each.chargeCapacity ?? Number.POSITIVE_INFINITY)
  let count = 0
  for (let i = 0; i < n; i++) {
    const operation = operations[i]!
    const crew = tables.crewOf(operation)
    const eligible = byMachine(operation.machines)
    for (let k = 0; k < eligible.length; k++) {
      const { machine, setupSeconds, runSeconds, load } = eligible[k]!
      const number = machineNumber.get(machine)
      if (number === undefined) throw new Error(`Unknown machine ${machine}`)
      if (runSeconds === null) continue
      const table = tables.tableFor(number, crew)
      if (totalWorked(tables.tables[table]!) === 0 || (load ?? 0) > chargeCapacity[number]!) continue
      altOperation[count] = i
      altMachine[count] = number
      altSetup[count] = Math.ceil(setupSeconds)
      altFamily[count] = family[i]!
      altRun[count] = Math.max(shortestTaskSeconds, Math.ceil(runSeconds))
      altLoad[count] = load ?? 0
      altTable[count++] = table
    }
    altFirst[i + 1] = count
  }
  return {
    altFirst,
    altOperation: altOperation.subarray(0, count),
    altMachine: altMachine.subarray(0, count),
    altSetup: altSetup.subarray(0, count),
    altFamily: altFamily.subarray(0, count),
    altRun: altRun.subarray(0, count),
    altLoad: altLoad.subarray(0, count),
    altTable: altTable.subarray(0, count),
  }
}

/** By the id of the machine; mostly they are in order already. */
function byMachine(eligible: readonly Eligible[]): readonly Eligible[] {
  for (let k = 1; k < eligible.length; k++) {
    if (eligible[k - 1]!.machine > eligible[k]!.machine)
      return eligible.toSorted((a, b) => (a.machine < b.machine ? -1 : 1))
  }
  return eligible
}

export interface Holds {
  readonly holdFirst: Int32Array
  readonly holdResource: Int32Array
  readonly holdAmount: Float64Array
  /** Resource that is the mould of each operation, -1: none. */
  readonly mould: Int32Array
}

export function holdsOf({ operations, resources = [] }: Problem, resourceNumber: ReadonlyMap<string, number>): Holds {
  const n = operations.length
  const holdFirst = new Int32Array(n + 1)
  for (let i = 0; i < n; i++) holdFirst[i + 1] = holdFirst[i]! + (operations[i]!.holds?.length ?? 0)
  const holdResource = new Int32Array(holdFirst[n]!)
  const holdAmount = new Float64Array(holdFirst[n]!)
  const mould = new Int32Array(n).fill(-1)
  let k = 0
  for (let i = 0; i < n; i++) {
    for (const { resource, amount } of operations[i]!.holds ?? []) {
      const number = resourceNumber.get(resource)
      if (number === undefined) throw new Error(`Unknown resource ${resource}`)
      holdResource[k] = number
      holdAmount[k++] = amount
      if (mould[i] === -1 && resources[number]!.kind === 'mould') mould[i] = number
    }
  }
  return { holdFirst, holdResource, holdAmount, mould }
}
