import { generalErrors } from '@qitao/core/general.errors.ts'
import { expectPrecision, placeIn } from '@qitao/core/given.rules.ts'
import { add, isMore, isPositive, type Quantity, subtract, sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { takeOpen } from '@qitao/document-kit/model/open-lines.rules.ts'
import { type PurchaseStatusCode, purchaseStatus } from '../purchase.status.ts'
import { purchasingErrors } from '../purchasing.errors.ts'
import type { ArrivalInput } from './arrival.calls.ts'
import { arrivalLine, arrivalRecord } from './arrival.record.ts'

export interface OrderLineToArrive {
  readonly id: string
  readonly order_no: string
  readonly order_date: Instant
  readonly supplier_id: string
  readonly material_id: string
  readonly status: PurchaseStatusCode
  readonly open_quantity: Quantity
  /** What other arrivals bring of it. */
  readonly elsewhere_quantity: Quantity
  readonly unit_precision: number
}
/** What of an arrival is held against its orders. */
interface Arriving extends Pick<ArrivalInput, 'planned_date' | 'supplier_id'> {
  readonly lines: readonly Pick<ArrivalInput['lines'][number], 'order_line_id' | 'material_id' | 'quantity'>[]
}
const place = (row: number, field: keyof typeof arrivalLine.fields) => placeIn(arrivalLine, field, row)

/** All arrivals of a line together bring no more than is open of it: more would be refused at the gate (5909). */
export function checkArrival(
  { planned_date, supplier_id, lines }: Arriving,
  known: ReadonlyMap<string, OrderLineToArrive>,
  today: Instant,
): void {
  if (planned_date < today)
    refuse(generalErrors.badParameter, {
      ...placeIn(arrivalRecord, 'planned_date'),
      detail: text('请选择今天或以后的日期', 'Choose today or a later day'),
    })
  const asked = new Map<string, Quantity>()
  lines.forEach((line, index) => {
    const row = index + 1
    const ordered = known.get(line.order_line_id) ?? refuse(generalErrors.recordNotFound, place(row, 'order_line_id'))
    if (ordered.material_id !== line.material_id) refuse(generalErrors.recordNotFound, place(row, 'material_id'))
    if (ordered.supplier_id !== supplier_id)
      refuse(generalErrors.badParameter, {
        ...place(row, 'order_line_id'),
        no: ordered.order_no,
        detail: text('{no}属于其他供应商，请移除该行', '{no} is of another supplier: remove the line'),
      })
    const why = purchaseStatus.whyNot('receive', ordered.status)
    if (why) refuse(purchasingErrors.notEditable, { row, no: ordered.order_no, detail: why })
    if (planned_date < ordered.order_date)
      refuse(purchasingErrors.etaBeforeOrderDate, placeIn(arrivalRecord, 'planned_date', row))
    expectPrecision(line.quantity, ordered.unit_precision, place(row, 'quantity'))
    const before = asked.get(line.order_line_id) ?? '0'
    const free = subtract(subtract(ordered.open_quantity, ordered.elsewhere_quantity), before)
    if (isMore(line.quantity, free))
      refuse(purchasingErrors.inboundOverPending, {
        ...place(row, 'quantity'),
        free: isPositive(free) ? free : '0',
        detail: text(
          '除其他到货单外还可通知{free}，请改小',
          'Beside other arrivals {free} may be announced: enter no more',
        ),
      })
    asked.set(line.order_line_id, add(before, line.quantity))
  })
}

/** The same of one that is stored: what `known` counts as brought elsewhere has its own lines in it. */
export function checkArrivalAgain(
  lines: readonly (Omit<Arriving, 'lines'> & Arriving['lines'][number])[],
  known: ReadonlyMap<string, OrderLineToArrive>,
  today: Instant,
): void {
  const own = Map.groupBy(lines, line => line.order_line_id)
  const others = [...known].map(([id, line]) => {
    const mine = sum((own.get(id) ?? []).map(({ quantity }) => quantity))
    return [id, { ...line, elsewhere_quantity: subtract(line.elsewhere_quantity, mine) }] as const
  })
  const { planned_date, supplier_id } = lines[0]!
  checkArrival({ planned_date, supplier_id, lines }, new Map(others), today)
}

export interface AnnouncedLine {
  readonly id: string
  readonly arrival_id: string
  readonly order_line_id: string
  readonly planned_date: Instant
  readonly quantity: Quantity
  readonly received_quantity: Quantity
}
/**
 * What has come of order lines, put to the arrivals that announced it: to that with which it came, then to the earliest.
 * Answers lines that are received further, and whether their arrivals are there in full. What nobody announced is nobody's.
 */
export function fillArrivals(
  lines: readonly AnnouncedLine[],
  received: readonly { readonly line_id: string; readonly quantity: Quantity }[],
  came_with?: string | null,
): { lines: { id: string; received_quantity: Quantity }[]; done: string[]; part: string[] } {
  const first = ({ arrival_id }: AnnouncedLine) => (arrival_id === came_with ? 0 : 1)
  const ordered = [...lines].sort(
    (a, b) =>
      first(a) - first(b) ||
      a.planned_date - b.planned_date ||
      a.arrival_id.localeCompare(b.arrival_id) ||
      a.id.localeCompare(b.id),
  )
  const rest = new Map<string, Quantity>()
  for (const { line_id, quantity } of received) rest.set(line_id, add(rest.get(line_id) ?? '0', quantity))
  const now = new Map(lines.map(line => [line.id, line.received_quantity]))
  const touched = new Set<string>()
  for (const line of ordered) {
    const left = rest.get(line.order_line_id) ?? '0'
    const open = subtract(line.quantity, line.received_quantity)
    const taken = isMore(left, open) ? open : left
    if (!isPositive(taken)) continue
    rest.set(line.order_line_id, subtract(left, taken))
    now.set(line.id, add(line.received_quantity, taken))
    touched.add(line.arrival_id)
  }
  const isOpen = (line: AnnouncedLine) => isMore(line.quantity, now.get(line.id)!)
  const open = new Set(lines.filter(isOpen).map(({ arrival_id }) => arrival_id))
  return {
    lines: lines
      .filter(line => isMore(now.get(line.id)!, line.received_quantity))
      .map(({ id }) => ({ id, received_quantity: now.get(id)! })),
    done: [...touched].filter(id => !open.has(id)),
    part: [...touched].filter(id => open.has(id)),
  }
}

interface LineToSplit {
  readonly id: string
  readonly unit_precision: number
  readonly quantity: Quantity
  readonly open_quantity: Quantity
}
/** What stays of each line that is split: less than all of it must go, as else its day is what changes. */
export function splitLines(
  lines: readonly LineToSplit[],
  asked: readonly { readonly line_id: string; readonly quantity: Quantity }[],
): { id: string; quantity: Quantity }[] {
  const { left } = takeOpen(lines, asked, ({ open_quantity }) => open_quantity, {
    ...{ of: arrivalLine, tooMuch: purchasingErrors.inboundOverPending },
    detail: text('待入库数量为{left}，请改小', 'The pending quantity is {left}: enter no more'),
  })
  const kept = lines.map(({ id, quantity, open_quantity }) => ({
    ...{ id, quantity: subtract(quantity, subtract(open_quantity, left.get(id)!)) },
    isSplit: isMore(open_quantity, left.get(id)!),
  }))
  if (!isPositive(sum(kept.map(({ quantity }) => quantity))) || !isPositive(sum([...left.values()])))
    refuse(generalErrors.badParameter, {
      ...placeIn(arrivalLine, 'quantity'),
      detail: text('全部改期请直接修改到货单的日期', 'To move all of it, alter the day of the arrival'),
    })
  return kept.filter(({ isSplit }) => isSplit).map(({ id, quantity }) => ({ id, quantity }))
}

/** The day of an order line: of its last arrival once all of it is announced; what nobody has announced yet keeps its own. */
export function dayOfAll(
  line: { readonly open_quantity: Quantity; readonly eta: Instant | null },
  coming: readonly { readonly planned_date: Instant; readonly open_quantity: Quantity }[],
): Instant | null {
  const rest = subtract(line.open_quantity, sum(coming.map(({ open_quantity }) => open_quantity)))
  return coming.length === 0 || isPositive(rest)
    ? line.eta
    : Math.max(...coming.map(({ planned_date }) => planned_date))
}
