import { add, isPositive, multiply, type Quantity, roundUp, toSteps } from '@qitao/core/quantity.ts'
import { dayOf, daySeconds, endOfDay, type Instant } from '@qitao/core/time.ts'
import type { ChangedProduct } from '@qitao/engineering/model/time/change-line.rules.ts'
import {
  type CycleTime,
  closestTimeOf,
  type RunTime,
  runSeconds,
  runTime,
} from '@qitao/engineering/model/time/cycle-time.rules.ts'
import { materialStatus, moStatus, publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { finishAfter, type WorkTable } from '@qitao/planning/calendar/working-time.ts'
import { withCharges } from '@qitao/planning/checker/standing-charges.ts'
import {
  type Eligible,
  type FixedTask,
  type Kit,
  type Link,
  type Operation,
  type Order,
  type Problem,
  type Resource,
  type Standing,
  shortestTaskSeconds,
} from '@qitao/planning/scheduling/problem/problem.ts'
import { chargeFamily, chargesFor } from './charge.rules.ts'
import type { ComponentOfPlan, DeviceOfPlan, OperationOfPlan, OrderOfPlan, ScheduleFacts, TaskOfPlan } from './facts.ts'
import { type Families, familiesOf } from './families.rules.ts'
import type { ComingSupply, LateSupply } from './late-supply.rules.ts'
import { calendarsOf, horizonSeconds, machineOf, tablesOf } from './machine-time.rules.ts'
import { type EligibleWithCrew, mouldOn, needsOf, resourcesOf } from './resources.rules.ts'
import { remainingOf } from './what-comes.rules.ts'

export interface Scope {
  /** Which tasks of the plan in force may be placed anew; all others stay where they are. Absent: all, to check a plan. */
  readonly isFree?: (task: TaskOfPlan, order: OrderOfPlan) => boolean
  /** Earliest start of what is placed. */
  readonly start_time?: Instant | undefined
  /** Config mode 35: what is not covered by any supply is not placed. */
  readonly only_kitted: boolean
  /** The plan is to hold when material comes late. */
  readonly late?: LateSupply
  /** People move the plan: it is given beside the problem. */
  readonly by_hand?: true
  /** Working time is to be known from here on, when that is longer ago than usual. */
  readonly known_from?: Instant
}

/** What of the problem is the same while nothing changes but the tasks and the time: of work orders and master data. */
export interface LastingProblem {
  readonly operations: readonly Operation[]
  readonly orders: readonly Order[]
  readonly resources: readonly Resource[]
  readonly families: Families
}
export function lastingProblem(facts: Omit<ScheduleFacts, 'tasks'>, scope: Omit<Scope, 'isFree'>): LastingProblem {
  const orders = new Map(facts.orders.map(order => [order.id, order]))
  const withTraits = (product: ChangedProduct): ChangedProduct => ({
    ...product,
    traits: facts.traits[product.material_id] ?? [],
  })
  const products = [
    ...facts.orders.map(({ material_id, series }) => withTraits({ material_id, series })),
    ...facts.devices.flatMap(({ last_material_id, last_series }) =>
      last_material_id === null ? [] : withTraits({ material_id: last_material_id, series: last_series }),
    ),
  ]
  const families = familiesOf(
    products,
    facts.changeovers,
    facts.devices.map(({ id }) => id),
  )
  const open = facts.operations.filter(
    operation => operation.status !== taskStatus.codes.done && orders.has(operation.mo_id),
  )
  const links = linksOf(facts, open, orders)
  const kits = kitsOf(facts, scope.only_kitted, scope.late?.coming)
  const eligible = eligibleOf(facts)
  // Days and quantities come again and again; the calendar and exact arithmetic are asked once for each.
  const dueAt = once((delivery_date: Instant) => dueOf({ delivery_date }, facts.time_zone))
  const stepsAt = once((written: string) => {
    const [quantity = '0', decimals = '0'] = written.split('@')
    return steps(quantity, Number(decimals))
  })

  const needs = needsOf(facts)
  const alone = once((machines: readonly EligibleWithCrew[]) =>
    machines.map(
      ({ machine, setupSeconds, runSeconds, load }): Eligible =>
        load === undefined ? { machine, setupSeconds, runSeconds } : { machine, setupSeconds, runSeconds, load },
    ),
  )

  const operations = open.map((operation): Operation => {
    const order = orders.get(operation.mo_id)!
    const able = eligible(operation, order)
    const { machines, holds } = operation.outside
      ? { machines: able, holds: [] }
      : needs(able, operation, order.material_id)
    const kit = kits.get(operation.id)
    // Of thousands: spread as they are needed these would take most of the time.
    const one: { -readonly [K in keyof Operation]: Operation[K] } = {
      id: operation.id,
      order: order.id,
      machines: alone(machines),
      predecessors: links.get(operation.id) ?? [],
      quantity: stepsAt(`${remainingOf(operation)}@${order.unit_precision}`),
      // What is outside lies there over nights and holidays.
      mayPause: operation.may_pause || operation.outside,
      family: machines.some(({ load }) => load !== undefined)
        ? chargeFamily(operation, order)
        : (families.of.get(order.material_id) ?? null),
    }
    const reported = add(operation.reported_quantity, operation.defective_quantity)
    const made =
      operation.still_comes === undefined
        ? stepsAt(`${operation.planned_quantity}@${order.unit_precision}`) - one.quantity!
        : isPositive(reported)
          ? stepsAt(`${reported}@${order.unit_precision}`)
          : 0
    if (made > 0) one.made = made
    if (scope.start_time !== undefined) one.notBefore = scope.start_time
    if (kit) one.kit = kit
    if (holds.length > 0) one.holds = holds
    return one
  })
  const held = new Set(operations.flatMap(operation => operation.holds?.map(({ resource }) => resource) ?? []))
  // The mould that is on a machine is known to the engine though no task may hold it.
  const standing = new Set(facts.devices.map(mouldOn(facts)))
  return {
    operations,
    orders: facts.orders.map(
      (order): Order => ({ id: order.id, due: dueAt(order.delivery_date), priority: order.priority }),
    ),
    resources: resourcesOf(facts).filter(({ id }) => held.has(id) || standing.has(id)),
    families,
  }
}

/**
 * The engine's problem of a company's plan. Pure: the same facts and scope give the same problem. `lasting`: of these facts,
 * when it is known.
 */
export function problemFrom(facts: ScheduleFacts, scope: Scope, lasting = lastingProblem(facts, scope)): Problem {
  const { now } = facts
  const limit = now + horizonSeconds
  const calendars = calendarsOf(facts, limit, scope.known_from ?? now)
  const { operations, orders, resources, families } = lasting
  const fixed = fixedTasks(facts, scope, tablesOf(facts, calendars))
  const machines = facts.devices.map(device => machineOf(device, calendars, families, mouldOn(facts)))
  const stood = scope.by_hand
    ? new Map<string, Standing>()
    : standingOf(
        { machines, operations },
        facts.tasks.filter(task => !fixed.has(task.operation_id)),
      )
  return {
    now,
    limit,
    calendars,
    machines,
    resources,
    changeovers: families.matrices,
    orders,
    operations: operations.map(operation => {
      const stays = fixed.get(operation.id)
      if (stays) return { ...operation, fixed: stays }
      const standing = stood.get(operation.id)
      return standing ? { ...operation, standing } : operation
    }),
    ...(scope.late ? { disturbances: scope.late.disturbances } : {}),
  }
}

const standingOf = (problem: Pick<Problem, 'machines' | 'operations'>, tasks: readonly TaskOfPlan[]) =>
  new Map(
    withCharges(
      problem,
      tasks.map(task => ({
        operation: task.operation_id,
        machine: task.device_id,
        setupStart: task.setup_start_time,
        start: task.start_time,
        end: task.end_time,
      })),
    ).map(({ operation, ...standing }) => [operation, standing]),
  )

/** Goods due on a day are in time until it ends. */
export const dueOf = ({ delivery_date }: Pick<OrderOfPlan, 'delivery_date'>, zone: string): Instant =>
  endOfDay(dayOf(delivery_date, zone), zone)

const steps = (quantity: Quantity, decimals: number): number =>
  Math.max(1, toSteps(roundUp(quantity, decimals), decimals))

function once<K, V>(of: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return key => {
    const found = known.get(key)
    if (found !== undefined || known.has(key)) return found as V
    const made = of(key)
    known.set(key, made)
    return made
  }
}

/** What stays: running, locked, published, and the tasks of orders that are not asked for. */
function fixedTasks(
  facts: ScheduleFacts,
  scope: Scope,
  tableOf: (device_id: string) => WorkTable | undefined,
): Map<string, FixedTask> {
  const orders = new Map(facts.orders.map(order => [order.id, order]))
  const stay = facts.tasks.flatMap(task => {
    const order = orders.get(task.mo_id)
    const why = order && whyFixed(task, order, scope)
    return why ? [{ task, order, why }] : []
  })
  const ids = new Set(stay.map(({ task }) => task.operation_id))
  const operations = new Map(facts.operations.flatMap(one => (ids.has(one.id) ? [[one.id, one]] : [])))
  const eligible = eligibleOf(facts)
  const fixed = new Map<string, FixedTask>()
  for (const { task, order, why } of stay) {
    const operation = operations.get(task.operation_id)
    if (!operation || operation.status === taskStatus.codes.done) continue
    const place = {
      machine: task.device_id,
      setupStart: task.setup_start_time,
      start: task.start_time,
      end: task.end_time,
      why,
    }
    if (why !== 'running') {
      fixed.set(operation.id, place)
      continue
    }
    // What runs ends when the rest is made, counted from now.
    const table = tableOf(task.device_id)
    const onMachine = (of: OperationOfPlan) => eligible(of, order).find(({ machine }) => machine === task.device_id)
    const there = onMachine(operation)
    const began = task.actual_start_time ?? Math.min(task.start_time, facts.now)
    // What a supplier has comes when he says, and at the earliest soon.
    if (operation.outside) {
      const end = Math.max(task.end_time, facts.now + shortestTaskSeconds)
      fixed.set(operation.id, { ...place, setupStart: began, start: began, end })
      continue
    }
    // Charges run their time however much of them is reported; what should be over takes a little longer.
    const isCharge = there?.load !== undefined
    const rest = (isCharge ? onMachine({ ...operation, reported_quantity: '0', defective_quantity: '0' }) : there)
      ?.runSeconds
    const from = isCharge ? began : Math.max(facts.now, began)
    const full = table && rest ? finishAfter(table, from, rest) : task.end_time
    const end = isCharge ? Math.max(full, facts.now + shortestTaskSeconds) : full
    fixed.set(operation.id, {
      ...place,
      setupStart: began,
      start: began,
      end: Math.max(began + 1, Number.isFinite(end) ? end : task.end_time),
    })
  }
  return fixed
}

/** What runs on the machines, until when the plan counts with it. */
export const runningHours = (
  facts: ScheduleFacts,
): { device_id: string; setup_start_time: Instant; end_time: Instant }[] =>
  problemFrom(facts, { isFree: () => false, only_kitted: false }).operations.flatMap(({ fixed }) =>
    fixed?.why === 'running'
      ? [{ device_id: fixed.machine, setup_start_time: fixed.setupStart, end_time: fixed.end }]
      : [],
  )

/** Why a task of the plan in force is not placed anew; undefined: it is. */
export function whyFixed(
  task: TaskOfPlan,
  order: OrderOfPlan,
  { isFree = () => true }: Pick<Scope, 'isFree'>,
): FixedTask['why'] | undefined {
  if (task.status === taskStatus.codes.started) return 'running'
  if (isFree(task, order)) return undefined
  return task.publish_status === publishStatus.codes.published && !task.capacity_locked ? 'published' : 'locked'
}

/** Automatic planning places what is asked for, not published and not locked. */
export const freeInSchedule =
  (mo_ids: ReadonlySet<string>) =>
  (task: TaskOfPlan, order: OrderOfPlan): boolean =>
    mo_ids.has(order.id) &&
    mayBePlaced(order) &&
    !task.capacity_locked &&
    task.publish_status === publishStatus.codes.unpublished
export const mayBePlaced = (order: OrderOfPlan): boolean =>
  order.status === moStatus.codes.planned && !order.capacity_locked

/**
 * Which operation waits for which: the steps of an order by their next steps; a child order's last steps before the step
 * that consumes what it makes, by the material plan's pegs and by the parent named on the child.
 */
export function linksOf(
  { components, pegs }: Pick<ScheduleFacts, 'components' | 'pegs'>,
  open: readonly OperationOfPlan[],
  orders: ReadonlyMap<string, OrderOfPlan>,
): Map<string, Link[]> {
  const byOrder = Map.groupBy(open, operation => operation.mo_id)
  const links = new Map<string, Link[]>()
  const link = (to: OperationOfPlan, one: Link) => {
    const found = links.get(to.id)
    if (!found) links.set(to.id, [one])
    else if (!found.some(({ operation }) => operation === one.operation)) found.push(one)
  }
  for (const own of byOrder.values()) {
    // The parts of an operation are steps of one sequence: each waits for all parts of what comes before.
    for (const step of own) {
      const overlap = step.overlap_quantity
      const order = orders.get(step.mo_id)!
      const one = {
        operation: step.id,
        ...(step.wait_seconds > 0 ? { waitSeconds: step.wait_seconds } : {}),
        ...(overlap !== null && isPositive(overlap) ? { transferQuantity: steps(overlap, order.unit_precision) } : {}),
      }
      for (const next of step.next_sequences) for (const to of own) if (to.sequence === next) link(to, one)
    }
  }
  const consumed = new Map(components.map(one => [`${one.mo_id} ${one.material_id}`, one.operation_sequence]))
  const consumers = (mo_id: string, material_id: string, sequence: number | null | undefined): OperationOfPlan[] => {
    const own = byOrder.get(mo_id) ?? []
    const named = sequence ?? consumed.get(`${mo_id} ${material_id}`) ?? firstSequence(own)
    // The step that consumes it may be done already: then nothing waits.
    return own.filter(step => step.sequence === named)
  }
  const feed = (child_id: string, consuming: readonly OperationOfPlan[]) => {
    for (const to of consuming) {
      if (child_id === to.mo_id) continue
      for (const last of lastSteps(byOrder.get(child_id) ?? [])) {
        link(to, { operation: last.id, ...(last.wait_seconds > 0 ? { waitSeconds: last.wait_seconds } : {}) })
      }
    }
  }
  const component = new Map(components.map(one => [one.id, one]))
  for (const { component_id, mo_id } of pegs) {
    const one = component.get(component_id)
    if (one && orders.has(mo_id)) feed(mo_id, consumers(one.mo_id, one.material_id, one.operation_sequence))
  }
  for (const { id, parent_mo_id, material_id } of orders.values()) {
    if (parent_mo_id !== null && orders.has(parent_mo_id)) feed(id, consumers(parent_mo_id, material_id, undefined))
  }
  return links
}

const firstSequence = (steps: readonly OperationOfPlan[]): number => Math.min(...steps.map(step => step.sequence))

const lastSteps = (steps: readonly OperationOfPlan[]): OperationOfPlan[] => {
  const sequences = new Set(steps.map(({ sequence }) => sequence))
  return steps.filter(step => step.next_sequences.every(next => !sequences.has(next)))
}

/** When the material of each operation is there, and which material decides. */
export function kitsOf(
  { operations, components, pegs }: Pick<ScheduleFacts, 'operations' | 'components' | 'pegs'>,
  only_kitted: boolean,
  coming: readonly ComingSupply[] = [],
): Map<string, Kit> {
  const byOrder = Map.groupBy(operations, operation => operation.mo_id)
  const made = new Set(pegs.map(({ component_id }) => component_id))
  const comingTo = Map.groupBy(coming, supply => supply.component_id)
  const kits = new Map<string, Kit>()
  const supplies = new Map<string, Map<string, ComingSupply>>()
  for (const [mo_id, own] of Map.groupBy(components, component => component.mo_id)) {
    const bySequence = Map.groupBy(byOrder.get(mo_id) ?? [], step => step.sequence)
    const first = firstSequence(byOrder.get(mo_id) ?? [])
    for (const component of own) {
      for (const step of bySequence.get(component.operation_sequence ?? first) ?? bySequence.get(first) ?? []) {
        const before = kits.get(step.id)
        if (before?.at === null) continue
        if (only_kitted && !isCovered(component, made.has(component.id)))
          kits.set(step.id, { at: null, material: component.material_id })
        else if (component.available_time !== null && component.available_time > (before?.at ?? 0)) {
          kits.set(step.id, { at: component.available_time, material: component.material_id })
        }
        for (const supply of comingTo.get(component.id) ?? []) {
          const known = supplies.get(step.id) ?? new Map<string, ComingSupply>()
          supplies.set(step.id, known.set(supply.id, supply))
        }
      }
    }
  }
  for (const [step, own] of supplies) {
    const kit = kits.get(step)
    if (kit) kits.set(step, { ...kit, supplies: [...own.values()].map(({ id, at }) => ({ id, at })) })
  }
  return kits
}
/** Nothing is short, and a material plan has said so. */
const isCovered = ({ short_quantity, material_status }: ComponentOfPlan, made: boolean): boolean =>
  !isPositive(short_quantity) &&
  (made || (material_status !== null && material_status !== materialStatus.codes.to_be_purchased))

/** Machines of an operation: those that do its process; the most specific cycle time gives the run of what is left to make. */
export function eligibleOf({
  devices,
  cycle_times,
}: Pick<ScheduleFacts, 'devices' | 'cycle_times'>): (
  operation: OperationOfPlan,
  order: OrderOfPlan,
) => EligibleWithCrew[] {
  const byProcess = new Map<string, DeviceOfPlan[]>()
  for (const device of devices) {
    for (const process_id of device.process_ids)
      byProcess.set(process_id, [...(byProcess.get(process_id) ?? []), device])
  }
  const key = (process_id: string, material_id: string | null) => `${process_id} ${material_id ?? ''}`
  const closest = closestTimeOf(cycle_times)
  const timed = new Set(cycle_times.map(one => key(one.process_id, one.material_id)))
  // Exact arithmetic is slow, and machines of one speed make one product in one time: each is counted once, and operations
  // that take the same share one list.
  const timeOf = once((one: CycleTime) => once((efficiency: Quantity) => runTime(one, efficiency)))
  const speeds = new Map<string, (quantity: Quantity) => EligibleWithCrew[]>()
  const speedsOf = (process_id: string, material_id: string, outside: boolean) => {
    // Without a time of its own a product takes that of the process.
    const name = key(process_id, timed.has(key(process_id, material_id)) ? material_id : null)
    const known = speeds.get(name)
    if (known) return known
    const runOf = once((time: RunTime) => once((quantity: Quantity) => runSeconds(time, quantity)))
    const machines = (byProcess.get(process_id) ?? [])
      .filter(device => outside === (device.supplier_id !== null))
      .map(device => {
        const one = closest(material_id, process_id, device.id)
        return { device, one, time: one && timeOf(one)(device.efficiency) }
      })
    const found = once((quantity: Quantity) =>
      machines.map(({ device, one, time }) => ({
        machine: device.id,
        setupSeconds: outside ? 0 : (time?.setup_seconds ?? 0),
        runSeconds: outside ? device.lead_days! * daySeconds : time ? runOf(time)(quantity) : null,
        ...(one && time && device.charge_capacity !== null
          ? chargesFor(device.charge_capacity, multiply(quantity, one.charge_load), runOf(time)(one.batch_quantity))
          : {}),
        employees: outside ? 1 : (time?.employees ?? 1),
        workgroup: device.workgroup_id,
      })),
    )
    speeds.set(name, found)
    return found
  }
  return (operation, order) =>
    speedsOf(operation.process_id, order.material_id, operation.outside)(remainingOf(operation))
}
