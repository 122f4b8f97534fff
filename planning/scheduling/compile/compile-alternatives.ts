/** Where each operation can run and what it holds there, as numbers. The operations come in any order. */
import { totalWorked } from '../../calendar/working-time.ts'
import { type Operation, type Problem, type Resource, shortestTaskSeconds } from '../problem/problem.ts'
import type { Tables } from './compile-tables.ts'

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

export class AlternativeRows {
  private readonly tables: Tables
  private readonly machineNumber: ReadonlyMap<string, number>
  private readonly chargeCapacity: Float64Array
  private readonly altFirst: Int32Array
  private readonly altEnd: Int32Array
  private readonly altMachine: Int32Array
  private readonly altSetup: Float64Array
  private readonly altRun: Float64Array
  private readonly altLoad: Float64Array
  private readonly altTable: Int32Array

  /** `altFirst`: where the rows of each operation begin. */
  constructor({ machines }: Problem, altFirst: Int32Array, machineNumber: ReadonlyMap<string, number>, tables: Tables) {
    const count = altFirst.at(-1)!
    this.tables = tables
    this.machineNumber = machineNumber
    this.chargeCapacity = Float64Array.from(machines, each => each.chargeCapacity ?? Number.POSITIVE_INFINITY)
    this.altFirst = altFirst
    this.altEnd = new Int32Array(altFirst.length - 1)
    this.altMachine = new Int32Array(count)
    this.altSetup = new Float64Array(count)
    this.altRun = new Float64Array(count)
    this.altLoad = new Float64Array(count)
    this.altTable = new Int32Array(count)
  }

  add(i: number, { machines, holds }: Operation): void {
    const { tables, machineNumber } = this
    const crew = tables.crewOf(holds)
    const first = this.altFirst[i]!
    let end = first
    for (let k = 0; k < machines.length; k++) {
      const { machine, setupSeconds, runSeconds, load = 0 } = machines[k]!
      const number = machineNumber.get(machine)
      if (number === undefined) throw new Error(`Unknown machine ${machine}`)
      if (runSeconds === null) continue
      const table = tables.tableFor(number, crew)
      if (totalWorked(tables.tables[table]!) === 0 || load > this.chargeCapacity[number]!) continue
      this.put(first, end++, number, Math.ceil(setupSeconds), runSeconds, load, table)
    }
    this.altEnd[i] = end
  }

  /** By the number of the machine; mostly they come so. */
  private put(
    first: number,
    end: number,
    machine: number,
    setup: number,
    run: number,
    load: number,
    table: number,
  ): void {
    let at = end
    for (; at > first && this.altMachine[at - 1]! > machine; at--) this.move(at - 1, at)
    this.altMachine[at] = machine
    this.altSetup[at] = setup
    this.altRun[at] = Math.max(shortestTaskSeconds, Math.ceil(run))
    this.altLoad[at] = load
    this.altTable[at] = table
  }

  private move(from: number, to: number): void {
    this.altMachine[to] = this.altMachine[from]!
    this.altSetup[to] = this.altSetup[from]!
    this.altRun[to] = this.altRun[from]!
    this.altLoad[to] = this.altLoad[from]!
    this.altTable[to] = this.altTable[from]!
  }

  /** When all have come; `family` of each of them. */
  rows(family: Int32Array): Alternatives {
    const { altFirst, altEnd } = this
    let count = 0
    for (let i = 0; i < family.length; i++) {
      const first = altFirst[i]!
      altFirst[i] = count
      // Rows that were left free are closed up.
      if (first === count) count = altEnd[i]!
      else for (let k = first; k < altEnd[i]!; k++) this.move(k, count++)
    }
    altFirst[family.length] = count
    const altOperation = new Int32Array(count)
    const altFamily = new Int32Array(count)
    for (let i = 0; i < family.length; i++) {
      for (let k = altFirst[i]!; k < altFirst[i + 1]!; k++) {
        altOperation[k] = i
        altFamily[k] = family[i]!
      }
    }
    return {
      altFirst,
      altOperation,
      altMachine: this.altMachine.subarray(0, count),
      altSetup: this.altSetup.subarray(0, count),
      altFamily,
      altRun: this.altRun.subarray(0, count),
      altLoad: this.altLoad.subarray(0, count),
      altTable: this.altTable.subarray(0, count),
    }
  }
}

export interface Holds {
  readonly holdFirst: Int32Array
  readonly holdResource: Int32Array
  readonly holdAmount: Float64Array
  /** Operations that hold the same amounts of the same resources are of one kind; -1: holds nothing. */
  readonly holdKind: Int32Array
  readonly holdKinds: number
  /** Resource that is the mould of each operation, -1: none. */
  readonly mould: Int32Array
}

export class HoldRows {
  private readonly resources: readonly Resource[]
  private readonly resourceNumber: ReadonlyMap<string, number>
  private readonly holdFirst: Int32Array
  private readonly holdResource: Int32Array
  private readonly holdAmount: Float64Array
  private readonly holdKind: Int32Array
  private readonly mould: Int32Array
  /** The kind that a hold more makes of each kind: by kind, resource and amount. */
  private readonly kindAfter: Map<number, number>[][] = [[]]
  private kinds = 0

  /** `holdFirst`: where the rows of each operation begin. */
  constructor({ resources = [] }: Problem, holdFirst: Int32Array, resourceNumber: ReadonlyMap<string, number>) {
    this.resources = resources
    this.resourceNumber = resourceNumber
    this.holdFirst = holdFirst
    this.holdResource = new Int32Array(holdFirst.at(-1)!)
    this.holdAmount = new Float64Array(holdFirst.at(-1)!)
    this.holdKind = new Int32Array(holdFirst.length - 1).fill(-1)
    this.mould = new Int32Array(holdFirst.length - 1).fill(-1)
  }

  add(i: number, holds: NonNullable<Operation['holds']>): void {
    for (let h = 0; h < holds.length; h++) {
      const { resource, amount } = holds[h]!
      const number = this.resourceNumber.get(resource)
      if (number === undefined) throw new Error(`Unknown resource ${resource}`)
      this.holdResource[this.holdFirst[i]! + h] = number
      this.holdAmount[this.holdFirst[i]! + h] = amount
      this.holdKind[i] = this.kindWith(this.holdKind[i]!, number, amount)
      if (this.mould[i] === -1 && this.resources[number]!.kind === 'mould') this.mould[i] = number
    }
  }

  private kindWith(kind: number, resource: number, amount: number): number {
    const after = this.kindAfter[kind + 1]!
    after[resource] ??= new Map()
    const known = after[resource].get(amount)
    if (known !== undefined) return known
    after[resource].set(amount, this.kinds)
    this.kindAfter.push([])
    return this.kinds++
  }

  /** When all have come. */
  rows(): Holds {
    const { holdFirst, holdResource, holdAmount, holdKind, kinds, mould } = this
    return { holdFirst, holdResource, holdAmount, holdKind, holdKinds: kinds, mould }
  }
}
