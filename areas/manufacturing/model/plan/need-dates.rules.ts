/**
 * Child orders and purchase requests carry the day on which they are needed. When who waits for them moves, they are offered the
 * new day, through all levels at once: what a child order waits for moves with the day that it is offered.
 */
import type { Quantity } from '@qitao/core/quantity.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import type { Interval } from '@qitao/planning/calendar/interval.ts'
import { lastOpen } from '@qitao/planning/calendar/last-open.ts'
import { messageSource } from './plan-message.ts'
import type { StoredMessage } from './plan-messages.rules.ts'

export interface DatedOrder {
  readonly id: string
  readonly no: string
  readonly material_id: string
  /** What is to come of it. */
  readonly quantity: Quantity
  readonly delivery_date: Instant
  /** Not planned yet, it begins so long before it is due. */
  readonly lead_seconds: number
  /** Neither begun nor published nor locked, and made for other orders. */
  readonly movable: boolean
}
export interface DatedRequest {
  readonly id: string
  readonly material_id: string
  readonly quantity: Quantity
  readonly required_date: Instant
  /** Ordered so long before it comes. */
  readonly lead_seconds: number
}
/** A work order waits for a child order or a request. */
export interface Waiting {
  readonly of: string
  readonly mo_id: string
  /** When the plan begins the step that consumes it; null: the order is not planned. */
  readonly planned_at: Instant | null
}
export interface NeedDates {
  readonly now: Instant
  readonly orders: readonly DatedOrder[]
  readonly requests: readonly DatedRequest[]
  readonly waiting: readonly Waiting[]
  /** For when what is bought is to be asked, to be there by then. */
  readonly latest: (neededAt: Instant) => Instant
  /** When the company works: nothing is to be ordered or begun at another time. */
  readonly open: readonly Interval[]
}

const prefix = 'need-date:'
/** Messages of this kind follow dates alone; all others are the matching's. */
export const isOfNeedDates = ({ key }: Pick<StoredMessage, 'key'>): boolean => key.startsWith(prefix)

export function needDateMessages({ now, orders, requests, waiting, latest, open }: NeedDates): StoredMessage[] {
  const orderOf = new Map(orders.map(order => [order.id, order]))
  const waitingFor = Map.groupBy(waiting, ({ of }) => of)
  const dueOf = new Map<string, Instant>()

  /** The day on which an order is due when it follows; of one that waits for itself the day that it has is taken. */
  function due(order: DatedOrder): Instant {
    const known = dueOf.get(order.id)
    if (known !== undefined) return known
    dueOf.set(order.id, order.delivery_date)
    const found = order.movable
      ? (wanted(order.id, order.delivery_date)?.to ?? order.delivery_date)
      : order.delivery_date
    dueOf.set(order.id, found)
    return found
  }
  function begins({ mo_id, planned_at }: Waiting): Instant {
    if (planned_at !== null) return planned_at
    const order = orderOf.get(mo_id)!
    return Math.max(now, due(order) - order.lead_seconds)
  }
  /** Another day than it has, and who asks for it, the first first; undefined when it may stay. */
  function wanted(
    of: string,
    from: Instant,
    ask = (at: Instant) => at,
  ): { to: Instant; mo_ids: readonly string[] } | undefined {
    const needs = (waitingFor.get(of) ?? [])
      .filter(({ mo_id }) => orderOf.has(mo_id))
      .map(one => ({ mo_id: one.mo_id, at: begins(one) }))
      .sort((a, b) => a.at - b.at || (orderOf.get(a.mo_id)!.no < orderOf.get(b.mo_id)!.no ? -1 : 1))
    const [first] = needs
    if (!first) return undefined
    const to = Math.max(now, ask(first.at))
    // Within a day nothing is told, nor that what is overdue cannot be had in time any more.
    const moves = from - to >= daySeconds || (first.at > now && to - from >= daySeconds)
    return moves ? { to, mo_ids: [...new Set(needs.map(({ mo_id }) => mo_id))] } : undefined
  }
  const told = (
    source_type: number,
    { id, material_id, quantity, lead_seconds }: Pick<DatedRequest, 'id' | 'material_id' | 'quantity' | 'lead_seconds'>,
    from: Instant,
    ask?: (at: Instant) => Instant,
  ): StoredMessage[] => {
    const found = wanted(id, from, ask)
    if (!found) return []
    const isEarlier = found.to < from
    return [
      {
        ...{ key: prefix + id, kind: isEarlier ? 'expedite' : 'defer', material_id, instead_of_id: null },
        ...{ source_type, source_id: id, component_id: null, mo_ids: found.mo_ids, quantity },
        ...{ needed_quantity: null, from_quantity: null, to_quantity: null, from_time: from, to_time: found.to },
        by_time: lastOpen(open, found.to - lead_seconds),
        reason: isEarlier ? 'parent_earlier' : 'parent_later',
      },
    ]
  }
  return [
    ...orders
      .filter(({ movable }) => movable)
      .flatMap(one => told(messageSource.in_production, one, one.delivery_date)),
    ...requests.flatMap(one => told(messageSource.purchase_request, one, one.required_date, latest)),
  ]
}
