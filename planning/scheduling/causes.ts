/**
 * What cannot be planned, before any task is placed: an order is planned in whole or not at all, and an order that waits for
 * an unplanned one is unplanned too. Every cause names what to fix.
 */
import type { Model } from './model.ts'
import type { Cause, Unplanned } from './plan.ts'

/** Why an order is left out; `at` is the operation where it gets stuck. */
export interface Stuck {
  readonly cause: Cause
  readonly at: number
  readonly object: Unplanned['object']
}

/** By order number; orders that are missing can be planned. */
export function findStuckOrders(model: Model): Map<number, Stuck> {
  const { problem, operationCount, orderOf, isFixed } = model
  const stuck = new Map<number, Stuck>()
  for (const i of circles(model)) {
    const object = { kind: 'operation', id: problem.operations[i]!.id } as const
    if (!isFixed[i] && !stuck.has(orderOf[i]!)) stuck.set(orderOf[i]!, { cause: 'circular', at: i, object })
  }
  for (let i = 0; i < operationCount; i++) {
    if (isFixed[i] || stuck.has(orderOf[i]!)) continue
    const found = causeOf(model, i)
    if (found) stuck.set(orderOf[i]!, found)
  }
  spread(model, stuck)
  return stuck
}

/** Operations that wait for each other in a circle: what is left when everything that can go first, or last, has gone. */
function circles({ operationCount, topological, predFirst, predOp, succFirst, succOp }: Model): number[] {
  if (topological.length === operationCount) return []
  const left = new Uint8Array(operationCount).fill(1)
  for (const i of topological) left[i] = 0
  const remaining = [...left.keys()].filter(i => left[i] === 1)
  const leads = (i: number) => succOp.subarray(succFirst[i], succFirst[i + 1]).some(next => left[next] === 1)
  const last = remaining.filter(i => !leads(i))
  for (let q = 0; q < last.length; q++) {
    const i = last[q]!
    left[i] = 0
    for (const before of predOp.subarray(predFirst[i], predFirst[i + 1])) {
      if (left[before] === 1 && !leads(before) && !last.includes(before, q + 1)) last.push(before)
    }
  }
  return remaining.filter(i => left[i] === 1)
}

function causeOf(model: Model, i: number): Stuck | null {
  const { problem, altFirst, altRun, altTable, tables, mayPause } = model
  const operation = problem.operations[i]!
  const itself = { kind: 'operation', id: operation.id } as const
  if (operation.machines.length === 0) return { cause: 'no_machine', at: i, object: itself }
  const timed = operation.machines.filter(machine => machine.runSeconds !== null)
  if (timed.length === 0) return { cause: 'cycle_time_missing', at: i, object: itself }
  const firstMachine = { kind: 'machine', id: timed[0]!.machine } as const
  if (altFirst[i] === altFirst[i + 1]) {
    const frozen = timed.find(({ machine }) => hasTimeUnlessFrozen(model, machine))
    if (frozen) return { cause: 'frozen', at: i, object: { kind: 'machine', id: frozen.machine } }
    return { cause: 'no_calendar', at: i, object: firstMachine }
  }
  if (operation.kit && operation.kit.at === null) {
    const { material } = operation.kit
    return { cause: 'not_kitted', at: i, object: material === null ? itself : { kind: 'material', id: material } }
  }
  for (const { resource, amount } of operation.holds ?? []) {
    const there = problem.resources?.find(each => each.id === resource)
    if (there && amount > there.capacity)
      return { cause: 'no_resource', at: i, object: { kind: 'resource', id: resource } }
  }
  if (!mayPause[i]) {
    let fits = false
    for (let k = altFirst[i]!; k < altFirst[i + 1]!; k++) fits ||= altRun[k]! <= tables[altTable[k]!]!.longest
    if (!fits) return { cause: 'no_unbroken_time', at: i, object: firstMachine }
  }
  if (
    operation.kit &&
    operation.kit.at !== null &&
    operation.kit.at >= problem.limit &&
    operation.kit.material !== null
  ) {
    return { cause: 'beyond_horizon', at: i, object: { kind: 'material', id: operation.kit.material } }
  }
  return null
}

function hasTimeUnlessFrozen({ problem }: Model, id: string): boolean {
  const machine = problem.machines.find(each => each.id === id)!
  const calendar = problem.calendars.find(each => each.id === machine.calendar)
  if (!calendar || !machine.frozen || machine.frozen.length === 0) return false
  return calendar.intervals.some(([start, end]) => end > problem.now && start < problem.limit)
}

/** Orders that wait for a stuck order are stuck. */
export function spread(model: Model, stuck: Map<number, Stuck>): void {
  if (stuck.size === 0) return
  const { problem, operationCount, orderOf, isFixed, succFirst, succOp } = model
  const operationsOf = new Map<number, number[]>()
  for (let i = 0; i < operationCount; i++) {
    if (isFixed[i]) continue
    const list = operationsOf.get(orderOf[i]!)
    if (list) list.push(i)
    else operationsOf.set(orderOf[i]!, [i])
  }
  const queue = [...stuck.keys()]
  for (let q = 0; q < queue.length; q++) {
    const order = queue[q]!
    for (const i of operationsOf.get(order) ?? []) {
      for (let k = succFirst[i]!; k < succFirst[i + 1]!; k++) {
        const next = succOp[k]!
        const waiting = orderOf[next]!
        if (isFixed[next] || stuck.has(waiting)) continue
        const object = { kind: 'order', id: problem.orders[order]!.id } as const
        stuck.set(waiting, { cause: 'component_unplanned', at: next, object })
        queue.push(waiting)
      }
    }
  }
}
