/**
 * The dispatcher's pass (../dispatch.ts), compiled to WebAssembly. Its caller lays the columns of the model into the memory,
 * has them made into records, and after a pass reads the columns of the plan.
 */
import { clear, intAt, numberAt, reserve, setInt, setNumber, takeBack } from '../../web-assembly/kernel/memory.ts'
import * as column from './columns.ts'
import { begin, goOn, makeDispatch, unplaced } from './dispatch.ts'
import { loadHolds } from './holds.ts'
import { makeQueues } from './queue-records.ts'
import {
  alternativeAt,
  laneAt,
  linkAt,
  machineAt,
  machineCount,
  makeRecords,
  operationAt,
  operationCount,
  successorAt,
  urgencyAt,
} from './records.ts'
import { makeUses } from './resource-use.ts'
import { makeSoonest } from './soonest.ts'
import { loadTimetable } from './timetable.ts'
import { makeWaiting } from './waiting.ts'
import { loadTables, makeTables } from './working-time.ts'

/** The directory of the columns, from which addresses are counted. */
let columns: usize = 0

function columnAt(which: i32): usize {
  return columns + <usize>intAt(columns, which)
}

/** Room for the records of a problem, and for so many bytes of columns; where these are to lie. */
export function makeRoom(
  operations: i32,
  alternatives: i32,
  links: i32,
  lanes: i32,
  machines: i32,
  tables: i32,
  bytes: i32,
): usize {
  clear()
  makeRecords(operations, alternatives, links, lanes, machines)
  makeTables(tables)
  columns = reserve(bytes)
  return columns
}

/** Makes records of the columns. Those from `passing` on are not needed any more then. */
export function loadProblem(
  passing: usize,
  tables: i32,
  holds: i32,
  holdKinds: i32,
  resources: i32,
  mostSeen: i32,
  mostScanned: i32,
  isLarge: bool,
  limit: f64,
): void {
  loadTables(columns, columnAt(column.TABLES), columnAt(column.TABLE_LONGEST), tables)
  loadOperations()
  loadAlternatives()
  loadLinks()
  loadMachines()
  takeBack(columns + passing)
  loadHolds(columnAt(column.HOLD_RESOURCE), columnAt(column.HOLD_AMOUNT), holds)
  makeUses(columnAt(column.RESOURCE_CAPACITY), resources)
  loadTimetable(columnAt(column.LANE_FIXED))
  makeSoonest(tables, holdKinds)
  makeQueues(mostScanned)
  makeWaiting(columnAt(column.LANE_FIXED), mostSeen)
  makeDispatch(columnAt(column.LANE_FIXED), limit, isLarge)
}

function loadOperations(): void {
  for (let i = 0; i < operationCount; i++) {
    const o = operationAt(i)
    o.notBefore = numberAt(columnAt(column.NOT_BEFORE), i)
    o.predFirst = intAt(columnAt(column.PRED_FIRST), i)
    o.predEnd = intAt(columnAt(column.PRED_FIRST), i + 1)
    o.altFirst = intAt(columnAt(column.ALT_FIRST), i)
    o.altEnd = intAt(columnAt(column.ALT_FIRST), i + 1)
    o.succFirst = intAt(columnAt(column.SUCC_FIRST), i)
    // Counted on as the links of those that wait for it come.
    o.succEnd = o.succFirst
    o.holdFirst = intAt(columnAt(column.HOLD_FIRST), i)
    o.holdEnd = intAt(columnAt(column.HOLD_FIRST), i + 1)
    o.family = intAt(columnAt(column.FAMILY), i)
    o.mould = intAt(columnAt(column.MOULD), i)
    o.holdKind = intAt(columnAt(column.HOLD_KIND), i)
    o.mayPause = load<u8>(columnAt(column.MAY_PAUSE) + <usize>i)
    o.isFixed = load<u8>(columnAt(column.IS_FIXED) + <usize>i)
    o.lane = intAt(columnAt(column.LANE), i)
    o.alternative = -1
    o.setupStart = numberAt(columnAt(column.SETUP_START), i)
    o.start = numberAt(columnAt(column.START), i)
    o.end = numberAt(columnAt(column.END), i)
    o.setupSeconds = 0
    o.reason = 0
    o.behind = 0
    const urgency = urgencyAt(i)
    urgency.order = intAt(columnAt(column.ORDER_OF), i)
    urgency.head = i
    urgency.nextMember = -1
    urgency.logWeight = numberAt(columnAt(column.LOG_WEIGHT), i)
    urgency.logShortest = numberAt(columnAt(column.LOG_SHORTEST), i)
    urgency.due = numberAt(columnAt(column.DUE), i)
    urgency.stretch = numberAt(columnAt(column.STRETCH), i)
  }
}

function loadAlternatives(): void {
  for (let i = 0; i < operationCount; i++) {
    const o = operationAt(i)
    for (let k = o.altFirst; k < o.altEnd; k++) {
      const a = alternativeAt(k)
      a.operation = i
      a.machine = intAt(columnAt(column.ALT_MACHINE), k)
      a.table = intAt(columnAt(column.ALT_TABLE), k)
      a.setup = numberAt(columnAt(column.ALT_SETUP), k)
      a.run = numberAt(columnAt(column.ALT_RUN), k)
      a.logRun = numberAt(columnAt(column.LOG_RUN), k)
      a.load = numberAt(columnAt(column.ALT_LOAD), k)
    }
  }
}

function loadLinks(): void {
  for (let i = 0; i < operationCount; i++) {
    const o = operationAt(i)
    for (let k = o.predFirst; k < o.predEnd; k++) {
      const link = linkAt(k)
      link.operation = intAt(columnAt(column.PRED_OP), k)
      link.wait = numberAt(columnAt(column.PRED_WAIT), k)
      link.share = numberAt(columnAt(column.PRED_SHARE), k)
      const successor = successorAt(operationAt(link.operation).succEnd++)
      successor.operation = i
      successor.wait = link.wait
      successor.share = link.share
      successor.link = k
    }
  }
}

function loadMachines(): void {
  for (let m = 0; m < machineCount; m++) {
    const machine = machineAt(m)
    machine.laneFirst = intAt(columnAt(column.LANE_FIRST), m)
    machine.laneEnd = intAt(columnAt(column.LANE_FIRST), m + 1)
    machine.table = intAt(columnAt(column.MACHINE_TABLE), m)
    machine.family = intAt(columnAt(column.MACHINE_FAMILY), m)
    machine.mould = intAt(columnAt(column.MACHINE_MOULD), m)
    machine.mouldChange = numberAt(columnAt(column.MACHINE_MOULD_CHANGE), m)
    machine.charge = numberAt(columnAt(column.MACHINE_CHARGE), m)
    const places = <usize>intAt(columnAt(column.CHANGEOVER_PLACES), m)
    machine.places = places > 0 ? columns + places : 0
    machine.seconds = columns + <usize>intAt(columnAt(column.CHANGEOVER_SECONDS), m)
    machine.size = intAt(columnAt(column.CHANGEOVER_SIZE), m)
    machine.otherwise = numberAt(columnAt(column.CHANGEOVER_OTHERWISE), m)
    for (let l = machine.laneFirst; l < machine.laneEnd; l++) {
      const lane = laneAt(l)
      lane.machine = m
      lane.fixedFirst = intAt(columnAt(column.LANE_FIXED_FIRST), l)
      lane.fixedEnd = intAt(columnAt(column.LANE_FIXED_FIRST), l + 1)
    }
  }
}

/**
 * A pass from an instant on by a rule: what value, slack and set-up count for, and from where slack counts. Material comes, and
 * orders are left out, as the columns say now.
 */
export function beginPass(now: f64, value: f64, slackScale: f64, setupScale: f64, leastSlack: f64): void {
  for (let i = 0; i < operationCount; i++) {
    operationAt(i).kitAt = numberAt(columnAt(column.KIT_AT), i)
    urgencyAt(i).bias = numberAt(columnAt(column.BIAS), i)
  }
  begin(columnAt(column.SKIP), now, value, slackScale, setupScale, leastSlack)
}

/** So many events more of the pass; false: it is at its end. */
export function goOnWithPass(events: i32): bool {
  return goOn(events)
}

/** Writes the plan into its columns. Answers how many operations found no place. */
export function endPass(): i32 {
  for (let i = 0; i < operationCount; i++) {
    const o = operationAt(i)
    setInt(columnAt(column.LANE), i, o.lane)
    setInt(columnAt(column.ALTERNATIVE), i, o.alternative)
    setNumber(columnAt(column.SETUP_START), i, o.setupStart)
    setNumber(columnAt(column.START), i, o.start)
    setNumber(columnAt(column.END), i, o.end)
    setNumber(columnAt(column.SETUP_SECONDS), i, o.setupSeconds)
    setInt(columnAt(column.HEAD), i, urgencyAt(i).head)
    setInt(columnAt(column.NEXT_MEMBER), i, urgencyAt(i).nextMember)
    setInt(columnAt(column.REASON), i, o.reason)
    setInt(columnAt(column.BEHIND), i, o.behind)
  }
  return unplaced
}
