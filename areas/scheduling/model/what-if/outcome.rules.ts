import { hourSeconds, type Instant } from '@qitao/core/time.ts'
import type { UnplannedCause } from '@qitao/manufacturing/model/mo/mo.record.ts'
import type { Reason, Unplanned } from '@qitao/planning/scheduling/place/plan.ts'
import type { NameOf } from '../hand/name-of.ts'
import type { ScheduleFacts } from '../problem/facts.ts'
import { resourceNames } from '../problem/resources.rules.ts'
import type { PlanSummary } from '../publish/plan-version.calls.ts'
import type { TaskReason } from '../task.record.ts'

/** What a plan gives a work order. */
export interface MoOutcome {
  readonly mo_id: string
  readonly planned_start_time: Instant | null
  readonly planned_finish_time: Instant | null
  readonly unplanned: UnplannedCause | null
}

export interface PlacedTask {
  readonly setup_start_time: Instant
  readonly end_time: Instant
}

/** From an order's tasks; without tasks nothing is planned. */
export const outcomeOf = (
  mo_id: string,
  tasks: readonly PlacedTask[],
  unplanned: UnplannedCause | null = null,
): MoOutcome => ({
  mo_id,
  planned_start_time: tasks.length === 0 ? null : Math.min(...tasks.map(task => task.setup_start_time)),
  planned_finish_time: tasks.length === 0 ? null : Math.max(...tasks.map(task => task.end_time)),
  unplanned: tasks.length === 0 ? unplanned : null,
})

/** Names of everything the engine's answer points at. */
export function namesOf(facts: ScheduleFacts): NameOf {
  const { orders, operations, devices, components } = facts
  const orderNo = new Map(orders.map(order => [order.id, order.no]))
  const operationName = new Map(
    operations.map(operation => [
      operation.id,
      `${orderNo.get(operation.mo_id) ?? ''} ${operation.process_name}`.trim(),
    ]),
  )
  const machine = new Map(devices.map(device => [device.id, device.machine_no]))
  const material = new Map(components.map(component => [component.material_id, component.material_code]))
  const resource = resourceNames(facts)
  return (kind, id) => {
    switch (kind) {
      case 'operation':
        return operationName.get(id)
      case 'machine':
        return machine.get(id)
      case 'material':
        return material.get(id)
      case 'order':
        return orderNo.get(id)
      case 'resource':
        return resource.get(id)
      default:
        return undefined
    }
  }
}

export const unplannedCauseOf = ({ cause, object }: Unplanned, nameOf: NameOf): UnplannedCause => ({
  cause,
  object_kind: object.kind,
  object_id: object.id,
  object_name: nameOf(object.kind, object.id) ?? null,
})

export function namedReason(reason: Reason, nameOf: NameOf): TaskReason {
  const named = (kind: Parameters<NameOf>[0], id: string | null): TaskReason => ({
    kind: reason.kind,
    until: reason.until,
    object_id: id,
    object_name: id === null ? null : (nameOf(kind, id) ?? null),
  })
  switch (reason.kind) {
    case 'machine':
      return named('operation', reason.task)
    case 'predecessor':
      return named('operation', reason.operation)
    case 'kit':
      return named('material', reason.material)
    case 'calendar':
    case 'frozen':
      return named('machine', reason.machine)
    case 'resource':
      return named('resource', reason.resource)
    default:
      return { kind: reason.kind, until: reason.until, object_id: null, object_name: null }
  }
}

/** Of the orders that are on the plan or wait for it. */
export interface LatenessOfPlan {
  readonly late_orders: number
  readonly tardiness_seconds: number
  readonly unplanned_orders: number
}
/** Figures of the plan in force. */
export const summaryOf = (
  { late_orders, tardiness_seconds, unplanned_orders }: LatenessOfPlan,
  tasks: { readonly setup_seconds: number; readonly last_end: Instant | null },
  now: Instant,
): PlanSummary => ({
  late_orders,
  tardiness_hours: hours(tardiness_seconds),
  setup_hours: hours(tasks.setup_seconds),
  makespan_hours: hours(Math.max(0, (tasks.last_end ?? now) - now)),
  unplanned_orders,
})
const hours = (seconds: number): number => Math.round((seconds / hourSeconds) * 100) / 100
