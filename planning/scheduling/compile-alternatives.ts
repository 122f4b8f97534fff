/** Where each operation can run and what it holds there, as numbers, gathered operation by operation. */
import { totalWorked } from '../calendar/working-time.ts'
import type { Tables } from './compile-tables.ts'
import { type Operation, type Problem, type Resource, shortestTaskSeconds } from './problem.ts'

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
  private altOperation: Int32Array
  private altMachine: Int32Array
  private altSetup: Float64Array
  private altFamily: Int32Array
  private altRun: Float64Array
  private altLoad: Float64Array
  private altTable: Int32Array
  private count = 0

  constructor({ operations, machines }: Problem, machineNumber: ReadonlyMap<string, number>, tables: Tables) {
    const n = operations.length
    this.tables = tables
    this.machineNumber = machineNumber
    this.chargeCapacity = Float64Array.from(machines, each => each.chargeCapacity ?? Number.POSITIVE_INFINITY)
    this.altFirst = new Int32Array(n + 1)
    const room = Math.max(16, n * 4)
    this.altOperation = new Int32Array(room)
    this.altMachine = new Int32Array(room)
    this.altSetup = new Float64Array(room)
    this.altFamily = new Int32Array(room)
    this.altRun = new Float64Array(room)
    this.altLoad = new Float64Array(room)
    this.altTable = new Int32Array(room)
  }

  /** The next operation: they come by their number. */
  add(i: number, operation: Operation, family: number): void {
    const { tables, machineNumber, altMachine } = this
    const { machines } = operation
    const crew = tables.crewOf(operation)
    const first = this.count
    if (first + machines.length > altMachine.length) this.grow(machines.length)
    for (let k = 0; k < machines.length; k++) {
      const { machine, setupSeconds, runSeconds, load = 0 } = machines[k]!
      const number = machineNumber.get(machine)
      if (number === undefined) throw new Error(`Unknown machine ${machine}`)
      if (runSeconds === null) continue
      const table = tables.tableFor(number, crew)
      if (totalWorked(tables.tables[table]!) === 0 || load > this.chargeCapacity[number]!) continue
      this.put(first, number, i, family, Math.ceil(setupSeconds), runSeconds, load, table)
    }
    this.altFirst[i + 1] = this.count
  }

  /** By the number of the machine; mostly they come so. */
  private put(
    first: number,
    machine: number,
    operation: number,
    family: number,
    setup: number,
    run: number,
    load: number,
    table: number,
  ): void {
    let at = this.count++
    for (; at > first && this.altMachine[at - 1]! > machine; at--) {
      this.altMachine[at] = this.altMachine[at - 1]!
      this.altSetup[at] = this.altSetup[at - 1]!
      this.altRun[at] = this.altRun[at - 1]!
      this.altLoad[at] = this.altLoad[at - 1]!
      this.altTable[at] = this.altTable[at - 1]!
    }
    this.altOperation[this.count - 1] = operation
    this.altFamily[this.count - 1] = family
    this.altMachine[at] = machine
    this.altSetup[at] = setup
    this.altRun[at] = Math.max(shortestTaskSeconds, Math.ceil(run))
    this.altLoad[at] = load
    this.altTable[at] = table
  }

  private grow(more: number): void {
    const room = this.altMachine.length * 2 + more
    this.altOperation = longer(this.altOperation, new Int32Array(room))
    this.altMachine = longer(this.altMachine, new Int32Array(room))
    this.altSetup = longer(this.altSetup, new Float64Array(room))
    this.altFamily = longer(this.altFamily, new Int32Array(room))
    this.altRun = longer(this.altRun, new Float64Array(room))
    this.altLoad = longer(this.altLoad, new Float64Array(room))
    this.altTable = longer(this.altTable, new Int32Array(room))
  }

  rows(): Alternatives {
    const { count } = this
    return {
      altFirst: this.altFirst,
      altOperation: this.altOperation.subarray(0, count),
      altMachine: this.altMachine.subarray(0, count),
      altSetup: this.altSetup.subarray(0, count),
      altFamily: this.altFamily.subarray(0, count),
      altRun: this.altRun.subarray(0, count),
      altLoad: this.altLoad.subarray(0, count),
      altTable: this.altTable.subarray(0, count),
    }
  }
}

function longer<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from)
  return to
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
  private readonly mould: Int32Array
  private readonly resource: number[] = []
  private readonly amount: number[] = []
  private readonly holdKind: Int32Array
  /** The kind that a hold more makes of each kind: by kind, resource and amount. */
  private readonly kindAfter: Map<number, number>[][] = [[]]
  private kinds = 0

  constructor({ operations, resources = [] }: Problem, resourceNumber: ReadonlyMap<string, number>) {
    this.resources = resources
    this.resourceNumber = resourceNumber
    this.holdFirst = new Int32Array(operations.length + 1)
    this.holdKind = new Int32Array(operations.length).fill(-1)
    this.mould = new Int32Array(operations.length).fill(-1)
  }

  add(i: number, { holds }: Operation): void {
    if (holds !== undefined) {
      for (const { resource, amount } of holds) {
        const number = this.resourceNumber.get(resource)
        if (number === undefined) throw new Error(`Unknown resource ${resource}`)
        this.resource.push(number)
        this.amount.push(amount)
        this.holdKind[i] = this.kindWith(this.holdKind[i]!, number, amount)
        if (this.mould[i] === -1 && this.resources[number]!.kind === 'mould') this.mould[i] = number
      }
    }
    this.holdFirst[i + 1] = this.resource.length
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

  rows(): Holds {
    return {
      holdFirst: this.holdFirst,
      holdResource: Int32Array.from(this.resource),
      holdAmount: Float64Array.from(this.amount),
      holdKind: this.holdKind,
      holdKinds: this.kinds,
      mould: this.mould,
    }
  }
}
