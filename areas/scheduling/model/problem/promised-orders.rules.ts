import type { Instant } from '@qitao/core/time.ts'
import type { Standing } from '@qitao/planning/scheduling/problem/problem.ts'
import type { PromisedOrder } from '@qitao/planning/scheduling/steady/promised-first.ts'
import type { ScheduleFacts } from './facts.ts'
import { dueOf } from './problem.rules.ts'
import { type HeldHours, heldBeside, type PlaceOfOrder } from './taken-hours.rules.ts'

/** A work order that makes for an order line with a promised day, or for one that does. */
export interface PromisedMo {
  readonly mo_id: string
  /** Local midnight of the day. */
  readonly promised_date: Instant
}
export interface HoursOfStep extends HeldHours {
  readonly inquiry_id: string
  readonly order_line_id: string
  readonly part: number
  readonly sequence: number
}

/** Work orders of this scope that a day was promised for: where the promise holds hours for them, or where they stand by now. */
export function promisedOrders(
  { now, time_zone, orders, operations, tasks }: ScheduleFacts,
  scope: ReadonlySet<string>,
  promised: readonly PromisedMo[],
  held: readonly HoursOfStep[],
): PromisedOrder[] {
  const orderOf = new Map(orders.map(order => [order.id, order]))
  const ofOrder = Map.groupBy(operations, ({ mo_id }) => mo_id)
  const taskOf = new Map(tasks.map(task => [task.operation_id, task]))
  return promised.flatMap(({ mo_id, promised_date }) => {
    const order = orderOf.get(mo_id)
    const by = dueOf({ delivery_date: promised_date }, time_zone)
    if (!order || !scope.has(mo_id) || by <= now) return []
    const own = held.filter(one => one.material_id === order.material_id && one.mo_ids.includes(mo_id))
    const hours = (ofOrder.get(mo_id) ?? []).flatMap(({ id, sequence, process_id }) => {
      const task = taskOf.get(id)
      if (task) return [{ operation: id, machines: [task.device_id], place: placeOf(task) }]
      const of = own.filter(one => one.sequence === sequence && one.process_id === process_id)
      const [first] = of.toSorted((a, b) => a.setup_start_time - b.setup_start_time)
      if (!first) return []
      return [{ operation: id, machines: [...new Set(of.map(({ device_id }) => device_id))], place: placeOf(first) }]
    })
    return [{ order: mo_id, by, hours }]
  })
}

const placeOf = ({
  device_id,
  setup_start_time,
  start_time,
  end_time,
}: Pick<HeldHours, 'device_id' | 'setup_start_time' | 'start_time' | 'end_time'>): Standing => ({
  machine: device_id,
  setupStart: setup_start_time,
  start: start_time,
  end: end_time,
})

/** Of hours that are held for work orders of this scope what stays when those have theirs, the first ones first: it is for what is made later. */
export function hoursForLater<H extends HoursOfStep>(
  { operations, tasks }: Pick<ScheduleFacts, 'operations' | 'tasks'>,
  scope: ReadonlySet<string>,
  held: readonly H[],
  materialOf: ReadonlyMap<string, string>,
): H[] {
  const placed = new Set(tasks.map(task => task.mo_id))
  const own = held.filter(one => one.mo_ids.some(id => scope.has(id)))
  const steps = Map.groupBy(operations, ({ mo_id, sequence }) => `${mo_id} ${sequence}`)
  const chains = Map.groupBy(own, one =>
    [one.inquiry_id, one.order_line_id, one.part, one.material_id, one.sequence, one.process_id].join(' '),
  )
  return [...chains.values()].flatMap(chain => {
    const { mo_ids, material_id, sequence } = chain[0]!
    let taken = mo_ids
      .filter(id => scope.has(id) && !placed.has(id) && materialOf.get(id) === material_id)
      .flatMap(id => steps.get(`${id} ${sequence}`) ?? [])
      .reduce((sum, step) => sum + Number(step.planned_quantity), 0)
    return chain
      .toSorted((a, b) => a.setup_start_time - b.setup_start_time)
      .flatMap(one => {
        const all = Number(one.quantity)
        const rest = all - Math.min(taken, all)
        taken -= all - rest
        if (rest === 0) return []
        if (rest === all) return [one]
        const start_time = one.end_time - Math.ceil(((one.end_time - one.start_time) * rest) / all)
        return [{ ...one, quantity: String(rest), setup_start_time: start_time, start_time }]
      })
  })
}

/**
 * Hours that stay held when work orders stand where this plan has them: those of others, and of their own what is for what is
 * made later, but where they stand themselves.
 */
export function heldBesidePlan<H extends HoursOfStep>(
  facts: Pick<ScheduleFacts, 'orders' | 'operations' | 'tasks'>,
  held: readonly H[],
  plan: readonly PlaceOfOrder[],
  scope: ReadonlySet<string> = new Set(plan.map(({ mo_id }) => mo_id)),
): H[] {
  const materialOf = new Map(facts.orders.map(({ id, material_id }) => [id, material_id]))
  const later = hoursForLater(facts, scope, held, materialOf)
  return [...heldBeside(facts, held, scope), ...heldBeside({ tasks: plan }, later)]
}

/** They come as promised as what they are held for, and nothing of them is saved. */
export const promisedForLater = (
  { time_zone }: Pick<ScheduleFacts, 'time_zone'>,
  hours: readonly HoursOfStep[],
  promised: readonly PromisedMo[],
): PromisedOrder[] => {
  const dayOf = new Map(promised.map(one => [one.mo_id, one.promised_date]))
  return hours.map(one => {
    const day = one.mo_ids.flatMap(id => dayOf.get(id) ?? [])[0]
    return {
      order: one.id,
      by: Math.max(one.end_time, day === undefined ? 0 : dueOf({ delivery_date: day }, time_zone)),
      hours: [{ operation: one.id, machines: [one.device_id], place: placeOf(one) }],
    }
  })
}

/** A promised day that the plan does not keep. */
export interface BrokenPromise {
  readonly mo_id: string
  readonly no: string
  readonly order_no: string | null
  readonly promised_date: Instant
  /** Null: not placed. */
  readonly planned_finish_time: Instant | null
}
export const brokenBy = (promised: readonly BrokenPromise[], time_zone: string): BrokenPromise[] =>
  promised.filter(
    ({ promised_date, planned_finish_time }) =>
      planned_finish_time === null || planned_finish_time > dueOf({ delivery_date: promised_date }, time_zone),
  )
