/** The model in columns, as the kernel of the dispatcher wants it; what it computes with logarithms is worked out here. */
import type { WorkTable } from '../../calendar/working-time.ts'
import * as column from '../kernel/columns.ts'
import type { Urgency } from '../place/urgency.ts'
import { noChangeover } from '../problem/changeover.ts'
import type { Model } from '../problem/model.ts'
import { Columns } from './kernel-memory.ts'

/** `passing`: from this address on they are only made into records. */
export function layColumns(model: Model, urgency: Urgency): { columns: Columns; passing: number } {
  const columns = new Columns()
  layWhatStays(columns, model)
  layPlan(columns, model)
  layChangeovers(columns, model)
  layTables(columns, model.tables)
  const passing = columns.length
  layOperations(columns, model, urgency)
  layAlternatives(columns, model)
  layMachines(columns, model)
  return { columns, passing }
}

function layWhatStays(columns: Columns, model: Model): void {
  columns.put(column.HOLD_RESOURCE, model.holdResource)
  columns.put(column.HOLD_AMOUNT, model.holdAmount)
  columns.put(column.RESOURCE_CAPACITY, model.resourceCapacity)
  columns.put(column.LANE_FIXED, model.laneFixed)
  // Written before each pass.
  columns.putRoom(column.BIAS, 8 * model.operationCount)
  columns.putRoom(column.SKIP, model.orderCount)
  columns.putRoom(column.KIT_AT, 8 * model.operationCount)
}

/** Room for the plan; what is fixed stands in it. */
function layPlan(columns: Columns, { operationCount, fixedLane, fixedSetupStart, fixedStart, fixedEnd }: Model): void {
  columns.put(column.LANE, fixedLane)
  columns.put(column.SETUP_START, fixedSetupStart)
  columns.put(column.START, fixedStart)
  columns.put(column.END, fixedEnd)
  columns.putRoom(column.SETUP_SECONDS, 8 * operationCount)
  for (const name of [column.ALTERNATIVE, column.HEAD, column.NEXT_MEMBER, column.REASON, column.BEHIND])
    columns.putRoom(name, 4 * operationCount)
}

function layChangeovers(columns: Columns, { machineChangeover }: Model): void {
  const places = new Map([[noChangeover, 0]])
  const seconds = new Map([[noChangeover, 0]])
  for (const matrix of machineChangeover) {
    if (places.has(matrix)) continue
    places.set(matrix, columns.add(matrix.place))
    seconds.set(matrix, columns.add(matrix.seconds))
  }
  const sizes = machineChangeover.map(matrix => matrix.size)
  const others = machineChangeover.map(matrix => matrix.otherwise)
  columns.put(column.CHANGEOVER_PLACES, Int32Array.from(machineChangeover.map(matrix => places.get(matrix)!)))
  columns.put(column.CHANGEOVER_SECONDS, Int32Array.from(machineChangeover.map(matrix => seconds.get(matrix)!)))
  columns.put(column.CHANGEOVER_SIZE, Int32Array.from(sizes))
  columns.put(column.CHANGEOVER_OTHERWISE, Float64Array.from(others))
}

function layTables(columns: Columns, tables: readonly WorkTable[]): void {
  const headers = tables.flatMap(table => [
    columns.addNumbers(3 * table.starts.length + 3, numbers => writeIntervals(table, numbers)),
    columns.add(table.walls),
    columns.add(table.byInstant),
    columns.add(table.byWork),
    table.starts.length,
    table.walls.length,
    table.byInstant.length,
    table.byWork.length,
  ])
  const longest = tables.map(table => table.longest)
  columns.put(column.TABLES, Int32Array.from(headers))
  columns.put(column.TABLE_LONGEST, Float64Array.from(longest))
}

/** Start, end and working seconds before, for each; one more that never begins stands behind the last. */
function writeIntervals({ starts, ends, before }: WorkTable, numbers: Float64Array): void {
  const count = starts.length
  for (let i = 0; i < count; i++) {
    numbers[3 * i] = starts[i]!
    numbers[3 * i + 1] = ends[i]!
    numbers[3 * i + 2] = before[i]!
  }
  numbers[3 * count] = Number.POSITIVE_INFINITY
  numbers[3 * count + 1] = 0
  numbers[3 * count + 2] = before[count]!
}

function layOperations(columns: Columns, model: Model, { weight, shortest, due, stretch }: Urgency): void {
  columns.put(column.ORDER_OF, model.orderOf)
  columns.put(column.ALT_FIRST, model.altFirst)
  columns.put(column.PRED_FIRST, model.predFirst)
  columns.put(column.SUCC_FIRST, model.succFirst)
  columns.put(column.HOLD_FIRST, model.holdFirst)
  columns.put(column.NOT_BEFORE, model.notBefore)
  columns.put(column.MAY_PAUSE, model.mayPause)
  columns.put(column.FAMILY, model.family)
  columns.put(column.MOULD, model.mould)
  columns.put(column.HOLD_KIND, model.holdKind)
  columns.put(column.IS_FIXED, model.isFixed)
  putLogarithms(columns, column.LOG_WEIGHT, weight)
  putLogarithms(columns, column.LOG_SHORTEST, shortest)
  columns.put(column.DUE, due)
  columns.put(column.STRETCH, stretch)
}

function layAlternatives(columns: Columns, model: Model): void {
  columns.put(column.ALT_MACHINE, model.altMachine)
  columns.put(column.ALT_TABLE, model.altTable)
  columns.put(column.ALT_SETUP, model.altSetup)
  columns.put(column.ALT_RUN, model.altRun)
  columns.put(column.ALT_LOAD, model.altLoad)
  putLogarithms(columns, column.LOG_RUN, model.altRun)
  columns.put(column.PRED_OP, model.predOp)
  columns.put(column.PRED_WAIT, model.predWait)
  columns.put(column.PRED_SHARE, model.predShare)
}

function layMachines(columns: Columns, model: Model): void {
  columns.put(column.LANE_FIRST, model.laneFirst)
  columns.put(column.LANE_FIXED_FIRST, model.laneFixedFirst)
  columns.put(column.MACHINE_TABLE, model.machineTable)
  columns.put(column.MACHINE_FAMILY, model.machineFamily)
  columns.put(column.MACHINE_MOULD, model.machineMould)
  columns.put(column.MACHINE_MOULD_CHANGE, model.machineMouldChange)
  columns.put(column.MACHINE_CHARGE, model.machineCharge)
}

function putLogarithms(columns: Columns, name: number, of: Float64Array): void {
  columns.putNumbers(name, of.length, numbers => {
    for (let i = 0; i < of.length; i++) numbers[i] = Math.log(of[i]!)
  })
}
