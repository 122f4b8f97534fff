/**
 * What queues cost at least: the machines of a work centre together do only so much by any instant, so of the orders that
 * need it the k-th to be done is done no earlier than the k shortest together take.
 */
import type { WorkTable } from '../../calendar/working-time.ts'
import type { Model } from '../problem/model.ts'

/**
 * Weighted tardiness in hours that no plan is below, given the earliest finish of each order alone; 0 leaves an order out.
 * The orders of one work centre are taken together, all others as if they were alone; of all work centres the worst counts.
 */
export function queueBound(model: Model, finish: Float64Array): number {
  const { orderCount, orderDue, orderWeight } = model
  const ownLateness = new Float64Array(orderCount)
  let sum = 0
  for (let o = 0; o < orderCount; o++) {
    ownLateness[o] = Math.max(0, finish[o]! - orderDue[o]!) * orderWeight[o]!
    sum += ownLateness[o]!
  }
  let best = sum
  for (const centre of workCentres(model, finish, tailsOf(model))) {
    const own = centre.orders.reduce((total, o) => total + ownLateness[o]!, 0)
    best = Math.max(best, sum - own + loadBound(model, centre))
  }
  return best / 3600
}

/** The least time from the end of each operation to the end of its order. */
function tailsOf(model: Model): Float64Array {
  const tail = new Float64Array(model.operationCount)
  for (let t = model.topological.length - 1; t >= 0; t--) {
    const i = model.topological[t]!
    for (let k = model.succFirst[i]!; k < model.succFirst[i + 1]!; k++) {
      const after = model.succOp[k]!
      if (model.orderOf[after] !== model.orderOf[i] || model.isFixed[after] === 1 || hasShare(model, after, i)) continue
      tail[i] = Math.max(tail[i]!, tail[after]! + shortestRun(model, after))
    }
  }
  return tail
}

function hasShare({ predFirst, predOp, predShare }: Model, after: number, before: number): boolean {
  for (let k = predFirst[after]!; k < predFirst[after + 1]!; k++) if (predOp[k] === before) return predShare[k] !== 1
  return false
}

function shortestRun({ altFirst, altRun }: Model, i: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let k = altFirst[i]!; k < altFirst[i + 1]!; k++) least = Math.min(least, altRun[k]!)
  return least === Number.POSITIVE_INFINITY ? 0 : least
}

interface WorkCentre {
  readonly machines: readonly number[]
  readonly orders: readonly number[]
  /** Machine seconds of each order here, at least, and how long it takes after its last task here, at least. */
  readonly work: readonly number[]
  readonly tails: readonly number[]
}

/** Operations that can run on the same machines make a work centre; a furnace does a part of its charge's time for each. */
function workCentres(model: Model, finish: Float64Array, tail: Float64Array): WorkCentre[] {
  const { altFirst, altMachine, altRun, altLoad, machineCharge, orderOf, orderWeight } = model
  const centres = new Map<string, { machines: number[]; work: Map<number, number>; tails: Map<number, number> }>()
  for (let i = 0; i < model.operationCount; i++) {
    const order = orderOf[i]!
    if (model.isFixed[i] === 1 || finish[order] === 0 || orderWeight[order] === 0) continue
    const from = altFirst[i]!
    const to = altFirst[i + 1]!
    const key = altMachine.subarray(from, to).join(' ')
    let centre = centres.get(key)
    if (!centre) {
      centre = { machines: [...new Set(altMachine.subarray(from, to))], work: new Map(), tails: new Map() }
      centres.set(key, centre)
    }
    let work = Number.POSITIVE_INFINITY
    for (let k = from; k < to; k++) {
      const charge = machineCharge[altMachine[k]!]!
      work = Math.min(work, charge > 0 ? (altRun[k]! * altLoad[k]!) / charge : altRun[k]!)
    }
    if (work === Number.POSITIVE_INFINITY) continue
    centre.work.set(order, (centre.work.get(order) ?? 0) + work)
    // The smallest of its tasks here: whichever is the last.
    centre.tails.set(order, Math.min(centre.tails.get(order) ?? Number.POSITIVE_INFINITY, tail[i]!))
  }
  return [...centres.values()].map(({ machines, work, tails }) => ({
    machines,
    orders: [...work.keys()],
    work: [...work.values()],
    tails: [...work.keys()].map(order => tails.get(order)!),
  }))
}

/**
 * Weight x seconds late of the orders of one work centre, at least. Weights are taken level by level: all orders of at least
 * some weight count what that level is above the one below. On a level the earliest possible ends in order meet the due dates
 * in order, which is the least lateness any assignment of ends to orders has.
 */
function loadBound(model: Model, { machines, orders, work, tails }: WorkCentre): number {
  const weightAt = orders.map(o => model.orderWeight[o]!)
  const dueAt = orders.map((o, k) => model.orderDue[o]! - tails[k]!)
  const weights = [...new Set(weightAt)].sort((a, b) => a - b)
  // Sorted once for all levels: there are as many as priorities.
  const byWork = [...orders.keys()].sort((a, b) => work[a]! - work[b]!)
  const byDue = [...orders.keys()].sort((a, b) => dueAt[a]! - dueAt[b]!)
  const endOf = capacityEnds(model, machines)
  let sum = 0
  let below = 0
  for (const weight of weights) {
    let done = 0
    let late = 0
    let due = 0
    const next = endOf()
    for (const k of byWork) {
      if (weightAt[k]! < weight) continue
      while (weightAt[byDue[due]!]! < weight) due++
      done += work[k]!
      late += Math.max(0, next(done) - dueAt[byDue[due++]!]!)
    }
    sum += late * (weight - below)
    below = weight
  }
  return sum
}

/** For rising numbers of machine seconds, the instant at which the machines together can have worked so many. */
function capacityEnds(model: Model, machines: readonly number[]): () => (seconds: number) => number {
  const lanesOf = new Map<WorkTable, number>()
  for (const machine of machines) {
    const table = model.tables[model.machineTable[machine]!]!
    const lanes = model.laneFirst[machine + 1]! - model.laneFirst[machine]!
    lanesOf.set(table, (lanesOf.get(table) ?? 0) + lanes)
  }
  const steps: { readonly at: number; readonly lanes: number }[] = []
  for (const [{ starts, ends }, lanes] of lanesOf)
    for (let i = 0; i < starts.length; i++) steps.push({ at: starts[i]!, lanes }, { at: ends[i]!, lanes: -lanes })
  steps.sort((a, b) => a.at - b.at)
  return () => {
    let step = 0
    let lanes = 0
    let worked = 0
    let from = model.problem.now
    return seconds => {
      for (; step < steps.length; step++) {
        const until = steps[step]!.at
        const gain = lanes * (until - from)
        if (worked + gain >= seconds) break
        worked += gain
        from = until
        lanes += steps[step]!.lanes
      }
      return lanes > 0 ? from + (seconds - worked) / lanes : from
    }
  }
}
