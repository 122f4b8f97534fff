import type { Quantity } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { dispatchStatus, moStatus, publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { chargeBy } from '@qitao/masterdata/model/process/charge-by.status.ts'
import type { Plan } from '@qitao/planning/scheduling/place/plan.ts'
import type { OperationOfPlan, OrderOfPlan, ScheduleFacts, TaskOfPlan } from './facts.ts'
import { horizonSeconds } from './machine-time.rules.ts'

/** Hours of a machine that are taken, and what is made in them. */
export interface StandingHours {
  readonly id: string
  readonly material_id: string
  readonly series: string | null
  readonly process_id: string
  readonly device_id: string
  readonly setup_start_time: Instant
  readonly start_time: Instant
  readonly end_time: Instant
}
/** Hours of a machine that an order promise keeps. */
export interface HeldHours extends StandingHours {
  readonly quantity: Quantity
  /** Work orders that the hours are held for. */
  readonly mo_ids: readonly string[]
}

export type PlaceOfOrder = Pick<TaskOfPlan, 'mo_id' | 'device_id' | 'setup_start_time' | 'end_time'>

/** Hours that stay when these work orders are placed: what is held for an order is there for it, and ends where its own tasks stand. */
export function heldBeside<H extends HeldHours>(
  { tasks }: { readonly tasks: readonly PlaceOfOrder[] },
  held: readonly H[],
  placed: ReadonlySet<string> = new Set(),
): H[] {
  const owned = new Set(held.flatMap(({ mo_ids }) => mo_ids))
  const own = tasks.filter(task => owned.has(task.mo_id))
  return held.filter(
    one =>
      !one.mo_ids.some(id => placed.has(id)) &&
      !own.some(
        task =>
          one.mo_ids.includes(task.mo_id) &&
          task.device_id === one.device_id &&
          task.setup_start_time < one.end_time &&
          task.end_time > one.setup_start_time,
      ),
  )
}

/** Held hours stand in the facts as the task of an order of its own, which is locked and never late: nothing else is placed there. */
export const withHeld = (facts: ScheduleFacts, held: readonly HeldHours[]): ScheduleFacts => ({
  ...facts,
  orders: [...facts.orders, ...held.map(one => orderFor(one.id, one, facts.now + horizonSeconds))],
  operations: [...facts.operations, ...held.map(one => operationFor(one.id, one.id, one.process_id, one.quantity))],
  tasks: [...facts.tasks, ...held.map(taskFor)],
})
/** Hours that are held for what is made later: an order of its own, that may stand a little later than it did. */
export const withLater = (facts: ScheduleFacts, later: readonly HeldHours[]): ScheduleFacts => ({
  ...facts,
  orders: [...facts.orders, ...later.map(one => orderFor(one.id, one, facts.now + horizonSeconds))],
  operations: [...facts.operations, ...later.map(one => operationFor(one.id, one.id, one.process_id, one.quantity))],
})
/** The plan of the work orders alone. */
export function withoutHeld(plan: Plan, held: readonly HeldHours[]): Plan {
  const ids = new Set(held.map(({ id }) => id))
  return {
    ...plan,
    tasks: plan.tasks.filter(task => !ids.has(task.operation)),
    orders: plan.orders.filter(({ order }) => !ids.has(order)),
    unplanned: plan.unplanned.filter(({ order }) => !ids.has(order)),
  }
}

/** An order that is none of a company's, to stand in the facts for something that is to be planned with them. */
export const orderFor = (
  id: string,
  { material_id, series }: { readonly material_id: string; readonly series: string | null },
  delivery_date: Instant,
): OrderOfPlan => ({
  ...{ id, no: id, row_version: 0, status: moStatus.codes.planned, parent_mo_id: null, material_id, material_code: '' },
  ...{
    series,
    furnace_code: null,
    unit_precision: 0,
    delivery_date,
    priority: 100,
    promised: false,
    capacity_locked: false,
  },
  ...{ publish_status: publishStatus.codes.unpublished, material_status: null },
})
export const operationFor = (
  id: string,
  mo_id: string,
  process_id: string,
  planned_quantity: Quantity,
  may_pause = true,
  outside = false,
): OperationOfPlan => ({
  ...{ id, mo_id, sequence: 0, next_sequences: [], process_id, process_name: '', may_pause, outside, planned_quantity },
  ...{ skill_level: 0, charge_by: chargeBy.codes.product },
  ...{
    reported_quantity: '0',
    defective_quantity: '0',
    only_again: null,
    overlap_quantity: null,
    wait_seconds: 0,
    status: taskStatus.codes.not_started,
  },
})
const taskFor = ({ id, device_id, setup_start_time, start_time, end_time, quantity }: HeldHours): TaskOfPlan => ({
  ...{ id, mo_id: id, operation_id: id, device_id, setup_seconds: 0, setup_start_time, start_time, end_time, quantity },
  ...{
    reported_quantity: '0',
    status: taskStatus.codes.not_started,
    publish_status: publishStatus.codes.unpublished,
    dispatch_status: dispatchStatus.codes.pending_dispatch,
    capacity_locked: true,
  },
  actual_start_time: null,
})
