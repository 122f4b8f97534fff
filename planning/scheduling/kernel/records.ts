/** What is read together lies together: a record for each thing, known by its number. Written when a problem is loaded. */
import { reserve, sizeOf } from '../../web-assembly/kernel/memory.ts'

/**
 * Two lines of the cache: what is asked until it is placed, and then where it is placed. In a large problem nearly every line
 * that is looked at has to be fetched from afar, and that takes longer than whatever is done with it.
 */
@unmanaged
export class Operation {
  ready: f64
  notBefore: f64
  kitAt: f64
  predFirst: i32
  predEnd: i32
  altFirst: i32
  altEnd: i32
  /** Predecessors that are not placed yet. */
  open: i32
  family: i32
  mould: i32
  holdKind: i32
  mayPause: i32
  isFixed: i32

  setupStart: f64
  start: f64
  end: f64
  setupSeconds: f64
  /** -1: not placed. */
  lane: i32
  alternative: i32
  reason: i32
  behind: i32
  succFirst: i32
  succEnd: i32
  holdFirst: i32
  holdEnd: i32
}

/** What is asked once, when the operation arrives; and what is seldom asked. A line of the cache behind those of the operation. */
@unmanaged
export class Urgency {
  logWeight: f64
  logShortest: f64
  due: f64
  stretch: f64
  bias: f64
  order: i32
  head: i32
  nextMember: i32
}

/** A line of the cache. */
@unmanaged
export class Alternative {
  setup: f64
  run: f64
  /** Logarithm of the run. */
  logRun: f64
  /** Of the operation, where the machine is a furnace. */
  load: f64
  /** What it waits for, as a position on the scale of working seconds; -1: not looked at yet in this pass. */
  ready: f64
  /** The predecessor that decides it, or one of `readyBy`. */
  readyRef: i32
  machine: i32
  table: i32
  operation: i32
  /** Its slot among those that wait, or one of those below. */
  slot: i32
}
/** Behind the queue, or never to be looked at again. */
export const slotNone: i32 = -1
export const slotGone: i32 = -2
/** Nothing to wait for, or for material. */
export const readyByNow: i32 = -2
export const readyByKit: i32 = -1

/** Of an operation to one that it waits for. */
@unmanaged
export class Link {
  wait: f64
  share: f64
  /** When all of it is there, once that is placed. */
  done: f64
  operation: i32
}

/** The same from there, to the one that waits. */
@unmanaged
export class Successor {
  wait: f64
  share: f64
  operation: i32
  link: i32
}

@unmanaged
export class Lane {
  free: f64
  /** When it decides next, -1: not yet known. */
  wake: f64
  /** Highest standing of what waits for it at an instant. */
  top: f64
  machine: i32
  family: i32
  mould: i32
  last: i32
  fixedFirst: i32
  fixedEnd: i32
  nextFixed: i32
}

@unmanaged
export class Machine {
  mouldChange: f64
  /** Load of a charge; 0: no furnace. */
  charge: f64
  /** Change-over between families that are not listed. */
  otherwise: f64
  /** Place of each family in the square of seconds for change-overs, 0: there are none; and its side. */
  places: usize
  seconds: usize
  size: i32
  laneFirst: i32
  laneEnd: i32
  table: i32
  family: i32
  mould: i32
}

/** With its urgency behind it. */
const operationBytes: usize = 192

export let operations: usize = 0
export let operationCount: i32 = 0
export let alternatives: usize = 0
export let alternativeCount: i32 = 0
export let links: usize = 0
export let successors: usize = 0
export let lanes: usize = 0
export let laneCount: i32 = 0
export let machines: usize = 0
export let machineCount: i32 = 0

export function operationAt(i: i32): Operation {
  return changetype<Operation>(operations + <usize>i * operationBytes)
}
export function urgencyAt(i: i32): Urgency {
  return changetype<Urgency>(operations + <usize>i * operationBytes + sizeOf<Operation>())
}
export function alternativeAt(k: i32): Alternative {
  return changetype<Alternative>(alternatives + <usize>k * sizeOf<Alternative>())
}
export function linkAt(k: i32): Link {
  return changetype<Link>(links + <usize>k * sizeOf<Link>())
}
export function successorAt(s: i32): Successor {
  return changetype<Successor>(successors + <usize>s * sizeOf<Successor>())
}
export function laneAt(lane: i32): Lane {
  return changetype<Lane>(lanes + <usize>lane * sizeOf<Lane>())
}
export function machineAt(m: i32): Machine {
  return changetype<Machine>(machines + <usize>m * sizeOf<Machine>())
}

/** Room for the records of a problem. */
export function makeRecords(
  operationsOfAll: i32,
  alternativesOfAll: i32,
  linksOfAll: i32,
  lanesOfAll: i32,
  machinesOfAll: i32,
): void {
  operationCount = operationsOfAll
  alternativeCount = alternativesOfAll
  laneCount = lanesOfAll
  machineCount = machinesOfAll
  operations = reserve(operationCount * <i32>operationBytes)
  alternatives = reserve(alternativeCount * <i32>sizeOf<Alternative>())
  links = reserve(linksOfAll * <i32>sizeOf<Link>())
  successors = reserve(linksOfAll * <i32>sizeOf<Successor>())
  lanes = reserve(laneCount * <i32>sizeOf<Lane>())
  machines = reserve(machineCount * <i32>sizeOf<Machine>())
}
