/**
 * What cannot be planned, before any task is placed: an order is planned in whole or not at all, and an order that waits for
 * an unplanned one is unplanned too. Every cause names what to fix.
 */

import type { Cause, Unplanned } from '../place/plan.ts'
import type { Model } from '../problem/model.ts'
import type { Operation } from '../problem/problem.ts'

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

/** By what the model knows; there are many operations, and nearly all of them can be planned. */
function causeOf(model: Model, i: number): Stuck | null {
  const { problem, altFirst, altRun, altTable, tables, mayPause } = model
  if (altFirst[i] === altFirst[i + 1]) return causeWithoutMachine(model, i)
  if (model.isUncovered[i]) {
    const { id, kit } = problem.operations[i]!
    const object = kit?.material ? ({ kind: 'material', id: kit.material } as const) : operationObject(id)
    return { cause: 'not_kitted', at: i, object }
  }
  for (let k = model.holdFirst[i]!; k < model.holdFirst[i + 1]!; k++) {
    const resource = model.holdResource[k]!
    if (model.holdAmount[k]! > model.resourceCapacity[resource]!)
      return { cause: 'no_resource', at: i, object: { kind: 'resource', id: problem.resources![resource]!.id } }
  }
  if (!mayPause[i]) {
    let fits = false
    for (let k = altFirst[i]!; k < altFirst[i + 1]!; k++) fits ||= altRun[k]! <= tables[altTable[k]!]!.longest
    if (!fits) return { cause: 'no_unbroken_time', at: i, object: firstTimed(problem.operations[i]!)! }
  }
  if (model.kitAt[i]! >= problem.limit) {
    const material = problem.operations[i]!.kit?.material ?? null
    if (material !== null) return { cause: 'beyond_horizon', at: i, object: { kind: 'material', id: material } }
  }
  return null
}

function causeWithoutMachine(model: Model, i: number): Stuck {
  const operation = model.problem.operations[i]!
  if (operation.machines.length === 0) return { cause: 'no_machine', at: i, object: operationObject(operation.id) }
  const first = firstTimed(operation)
  if (!first) return { cause: 'cycle_time_missing', at: i, object: operationObject(operation.id) }
  const frozen = operation.machines.find(
    ({ machine, runSeconds }) => runSeconds !== null && hasTimeUnlessFrozen(model, machine),
  )
  return frozen
    ? { cause: 'frozen', at: i, object: { kind: 'machine', id: frozen.machine } }
    : { cause: 'no_calendar', at: i, object: first }
}

const operationObject = (id: string) => ({ kind: 'operation', id }) as const

/** The first of its machines that has a cycle time. */
function firstTimed({ machines }: Operation): { readonly kind: 'machine'; readonly id: string } | null {
  const timed = machines.find(machine => machine.runSeconds !== null)
  return timed ? { kind: 'machine', id: timed.machine } : null
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
