/**
 * The constructive pass: time runs forward, and whenever a machine is free and open it takes the operation with the highest
 * index among those that can begin at once. The index is ATCS (Lee, Bhaskaran, Pinedo 1997), as a logarithm:
 * ln(weight / run) - slack / (k1 x mean run) - set-up / (k2 x mean set-up); or the operation's due date alone.
 * The pass itself is in `kernel`, which is compiled to WebAssembly: fast from the first operation on.
 */

import { type Columns, dispatchKernel } from '../compile/kernel-memory.ts'
import { layColumns } from '../compile/lay-columns.ts'
import * as column from '../kernel/columns.ts'
import type { Model } from '../problem/model.ts'
import { Timetable } from './timetable.ts'
import type { Urgency } from './urgency.ts'

export interface Rule {
  /** Weight of the logarithm of weight by run; 0 leaves it out. */
  readonly value: number
  /** Mean runs after which slack counts one; slack below 0 counts only when `late` is set. */
  readonly k1: number
  readonly k2: number
  /** Go by due date: negative slack counts too. */
  readonly late: boolean
}

/** Operations of a queue that are weighed, and those held back that are passed over, at a decision. */
const longestLook = 120
const longestScan = 2000
/** Problems above so many operations want an answer first, and look less far. */
const large = 30_000
const largeLook = 16
const largeScan = 60

/** Events of a pass in one call: code that has become hot is exchanged for faster code at the next call only. */
const eventsAtOnce = 1000

/** Dispatchers so far, and the one whose problem the kernel holds. */
let count = 0
let holder = 0

export class Dispatcher {
  /** The tasks of the last pass, to be looked at: nothing more can be placed in it. */
  timetable: Timetable
  /** Added to the index of each operation; what the improvement turns. */
  readonly bias: Float64Array
  /** Operations that did not fit before the limit, and those that wait for them. */
  unplaced = 0

  private readonly model: Model
  private readonly urgency: Urgency
  private readonly number = ++count
  private columns!: Columns
  private isTaken = false

  constructor(model: Model, urgency: Urgency) {
    this.model = model
    this.urgency = urgency
    this.timetable = new Timetable(model)
    this.bias = new Float64Array(model.operationCount)
  }

  /** Fills the timetable; orders with `skip` set are left out. */
  run({ value, k1, k2, late }: Rule, skip: Uint8Array): void {
    const { model, urgency, bias } = this
    if (holder !== this.number) this.load()
    const { columns } = this
    columns.write(column.BIAS, bias)
    columns.write(column.SKIP, skip)
    // Margins may have been added to it since the last pass.
    columns.write(column.KIT_AT, model.kitAt)
    const kernel = dispatchKernel()
    kernel.beginPass(
      model.problem.now,
      value,
      1 / (k1 * urgency.meanRun),
      1 / (k2 * urgency.meanSetup),
      late ? Number.NEGATIVE_INFINITY : 0,
    )
    while (kernel.goOnWithPass(eventsAtOnce) !== 0);
    this.unplaced = kernel.endPass()
    this.read()
  }

  /** The timetable of the last pass, to be kept: the next pass fills another one. */
  take(): Timetable {
    this.isTaken = true
    return this.timetable
  }

  private load(): void {
    const { model } = this
    const { operationCount, altMachine, predOp, laneMachine, machineCount, tables, problem } = model
    const isLarge = operationCount > large
    const { columns, passing } = layColumns(model, this.urgency)
    const kernel = dispatchKernel()
    columns.writeTo(
      kernel.makeRoom(
        operationCount,
        altMachine.length,
        predOp.length,
        laneMachine.length,
        machineCount,
        tables.length,
        columns.length,
      ),
    )
    kernel.loadProblem(
      passing,
      tables.length,
      model.holdResource.length,
      model.holdKinds,
      model.resourceCapacity.length,
      isLarge ? largeLook : longestLook,
      isLarge ? largeScan : longestScan,
      isLarge ? 1 : 0,
      problem.limit,
    )
    this.columns = columns
    holder = this.number
  }

  private read(): void {
    if (this.isTaken) {
      this.timetable = new Timetable(this.model)
      this.isTaken = false
    }
    const { timetable, columns } = this
    columns.readIntegers(column.LANE, timetable.lane)
    columns.readIntegers(column.ALTERNATIVE, timetable.alternative)
    columns.readNumbers(column.SETUP_START, timetable.setupStart)
    columns.readNumbers(column.START, timetable.start)
    columns.readNumbers(column.END, timetable.end)
    columns.readNumbers(column.SETUP_SECONDS, timetable.setupSeconds)
    columns.readIntegers(column.HEAD, timetable.head)
    columns.readIntegers(column.NEXT_MEMBER, timetable.nextMember)
    columns.readIntegers(column.REASON, timetable.reason)
    columns.readIntegers(column.BEHIND, timetable.behind)
  }
}
