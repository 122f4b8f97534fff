import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { expectPrecision, placeIn } from '@qitao/core/given.rules.ts'
import { add, amountOf, isLess, isMore, isPositive, least, type Quantity, subtract, sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { salesErrors } from './sales.errors.ts'
import type { SalesOrderLineInput } from './sales-order.calls.ts'
import { salesOrder, salesOrderLine } from './sales-order.record.ts'
import { inquiryOrderType, salesOrderStatus } from './sales-order.status.ts'

const { codes } = salesOrderStatus

/** Days that a deleted order stays in the recycle bin. */
export const recycleDays = 90
/** Whole days until a deleted order goes for good. */
export const daysLeft = (deleted_time: number, now: number): number =>
  Math.max(0, Math.ceil((deleted_time + recycleDays * daySeconds - now) / daySeconds))

/** What a rule needs to know of a material. */
export interface LineMaterial {
  readonly id: string
  readonly code: string
  readonly unit_precision: number
  readonly status: number
}

/** Lines as they are stored: numbered from 1, with amounts; refused with the row they stand in. */
export function numberedLines(
  order: { readonly delivery_date: number; readonly order_date?: number },
  lines: readonly SalesOrderLineInput[],
  materials: ReadonlyMap<string, LineMaterial>,
): (SalesOrderLineInput & { line_no: number; amount: Quantity | null })[] {
  const { order_date = 0 } = order
  const tooEarly = (place: object): never =>
    refuse(generalErrors.badParameter, {
      ...place,
      detail: text('不能早于下单日期', 'It must not be before the order date'),
    })
  if (order.delivery_date < order_date) tooEarly(placeIn(salesOrder, 'delivery_date'))
  return lines.map((line, index) => {
    const row = index + 1
    const place = (field: keyof typeof salesOrderLine.fields) => placeIn(salesOrderLine, field, row)
    const material = materials.get(line.material_id) ?? refuse(generalErrors.recordNotFound, place('material_id'))
    expectPrecision(line.quantity, material.unit_precision, place('quantity'))
    if (line.delivery_date !== null && line.delivery_date > order.delivery_date)
      refuse(salesErrors.lineDeliveryAfterOrder, place('delivery_date'))
    if (line.delivery_date !== null && line.delivery_date < order_date) tooEarly(place('delivery_date'))
    if (isMore(line.offset_quantity, line.quantity)) {
      refuse(generalErrors.badParameter, {
        ...place('offset_quantity'),
        detail: text('不能超过订单数量', 'It must not exceed the ordered quantity'),
      })
    }
    return { ...line, line_no: row, amount: line.price === null ? null : amountOf(line.quantity, line.price) }
  })
}

/** Offset as the order carries it (specification section 3): the flag, and what of the main product is left to make. */
export function offsetOf(lines: readonly Pick<SalesOrderLineInput, 'quantity' | 'offset_quantity'>[]): {
  offset_flag: 0 | 1
  main_product_num: Quantity
} {
  const left = sum(lines.map(line => subtract(line.quantity, line.offset_quantity)))
  return { offset_flag: lines.some(line => isPositive(line.offset_quantity)) ? 1 : 0, main_product_num: left }
}
/** Specification section 5. */
export const isFullyOffset = (order: { offset_flag: number; main_product_num: Quantity | null }): boolean =>
  order.offset_flag === 1 && order.main_product_num !== null && !isPositive(order.main_product_num)

export interface OpenLine {
  readonly quantity: Quantity
  readonly offset_quantity: Quantity
  readonly planned_quantity: Quantity
  readonly shipped_quantity: Quantity
}
/** What of a line is still to be put on work orders. */
export function quantityToMake(line: OpenLine): Quantity {
  const left = subtract(subtract(line.quantity, line.offset_quantity), line.planned_quantity)
  return isPositive(left) ? left : '0'
}
/** What of a line stock has to cover: neither on work orders nor gone from stock already. */
export function quantityFromStock({ quantity, ...line }: Partial<OpenLine> & Pick<OpenLine, 'quantity'>): Quantity {
  const { planned_quantity = '0', shipped_quantity = '0', offset_quantity = '0' } = line
  const left = subtract(subtract(quantity, planned_quantity), least(shipped_quantity, offset_quantity))
  return isPositive(left) ? left : '0'
}
/** What has left of a line that was neither set off nor made for it, as far as it is still to be made. */
export function takenFromStock(line: OpenLine & { readonly inbound_quantity: Quantity }): Quantity {
  const taken = subtract(line.shipped_quantity, add(line.offset_quantity, line.inbound_quantity))
  return isPositive(taken) ? least(taken, quantityToMake(line)) : '0'
}
/** What shipping set off of a line and has not left any more: it is to be made again. */
export function uncoveredByReturn(
  line: OpenLine & { readonly inbound_quantity: Quantity; readonly shipped_offset_quantity: Quantity },
): Quantity {
  const offset_quantity = subtract(line.offset_quantity, line.shipped_offset_quantity)
  return subtract(
    line.shipped_offset_quantity,
    least(line.shipped_offset_quantity, takenFromStock({ ...line, offset_quantity })),
  )
}
export const quantityToShip = (line: Pick<OpenLine, 'quantity' | 'shipped_quantity'>): Quantity =>
  subtract(line.quantity, line.shipped_quantity)

/** Something has left and something has still to leave. */
export const isPartShipped = (
  of: Pick<OpenLine, 'quantity' | 'shipped_quantity'> & { readonly status: CodeOf<typeof salesOrderStatus> },
): boolean =>
  salesOrderStatus.can('ship', of.status) && isPositive(of.shipped_quantity) && isPositive(quantityToShip(of))

/** What rules ask of an order, of the time of its lock. */
export interface OrderForChange {
  readonly order_type: string
  readonly shipped_quantity: Quantity
  readonly mo_count: number
}
interface Facts extends OrderForChange {
  readonly status: CodeOf<typeof salesOrderStatus>
  readonly approval_status?: number | null
  readonly deleted?: boolean
}
/** 5415: what is approved stays as it was submitted. */
export function expectNotPending({ approval_status }: Pick<Facts, 'approval_status'>): void {
  if (approval_status === approvalStatus.codes.pending) refuse(salesErrors.approvalPending)
}
export function expectSubmittable(order: Facts): void {
  expectNotPending(order)
  if (order.order_type === inquiryOrderType) {
    refuse(generalErrors.statusNotAllowed, {
      detail: text('询单请在订单承诺中确认', 'An inquiry is confirmed in order promise'),
    })
  }
}
/** What waits for its approval is told to nobody outside. */
export function expectMailable(order: Pick<Facts, 'status' | 'approval_status'>): void {
  expectNotPending(order)
  const detail = salesOrderStatus.whyNot('mail', order.status)
  if (detail) refuse(generalErrors.statusNotAllowed, { detail })
}
/** What something was made of, or shipped of, is changed with what follows from it (order-change.rules.ts). */
export const hasFollowers = (order: Pick<OrderForChange, 'mo_count' | 'shipped_quantity'>): boolean =>
  order.mo_count > 0 || isPositive(order.shipped_quantity)
export function expectUpdatable(order: Facts): void {
  expectNotPending(order)
  const detail = salesOrderStatus.whyNot('alter', order.status)
  if (order.deleted || detail || hasFollowers(order)) refuse(salesErrors.orderNotUpdatable, { detail })
}
export function expectCancellable(order: Facts): void {
  expectNotPending(order)
  if (isPositive(order.shipped_quantity)) refuse(salesErrors.cancelHasShipping)
  if (order.mo_count > 0) {
    refuse(salesErrors.orderHasMo, { detail: text('请先删除其工单', 'Delete its work orders first') })
  }
}
export function expectDeletable(order: Facts): void {
  expectNotPending(order)
  if (isPositive(order.shipped_quantity)) {
    refuse(salesErrors.notDeletable, { detail: text('订单已有发货记录', 'It has shipping') })
  }
  const detail = salesOrderStatus.whyNot('drop', order.status)
  if (order.deleted || detail) refuse(salesErrors.notDeletable, { detail })
}

/** How far the work orders of a line are; what manufacturing tells. */
export type MakingStage = 'none' | 'planning' | 'to_produce' | 'producing' | 'finished'
export interface LineProgress extends OpenLine {
  readonly making: MakingStage
}

/** Status of a line from what has happened to it. */
export function lineStatus(line: LineProgress): number {
  if (!isLess(line.shipped_quantity, line.quantity)) return codes.delivered
  const stage = {
    none: codes.approved,
    planning: codes.planning,
    to_produce: codes.to_produce,
    producing: codes.producing,
    finished: codes.finished,
  }
  // Its work orders are done, and not all of it is made: some was scrapped, or is on none.
  if (line.making === 'finished' && isPositive(quantityToMake(line))) return codes.producing
  // Stock covers all of it: nothing is to be made.
  if (line.making === 'none' && !isLess(line.offset_quantity, line.quantity)) return codes.finished
  return stage[line.making]
}

/** Status of an order from its lines': the furthest common stage; work that has begun anywhere shows. */
export function orderStatus(lines: readonly number[]): number {
  const all = (code: number): boolean => lines.every(status => status >= code)
  const any = (code: number): boolean => lines.some(status => status >= code && status !== codes.cancelled)
  if (lines.length === 0) return codes.approved
  if (all(codes.delivered)) return codes.delivered
  if (all(codes.finished)) return codes.finished
  if (any(codes.producing)) return codes.producing
  if (all(codes.to_produce)) return codes.to_produce
  return any(codes.planning) ? codes.planning : codes.approved
}

/** Shipped quantities after a delivery; more than is open is refused with its row. */
export function shippedAfter(
  line: { quantity: Quantity; shipped_quantity: Quantity },
  delivered: Quantity,
  row: number,
): Quantity {
  if (isMore(delivered, quantityToShip(line))) {
    refuse(salesErrors.shippingOverOrder, {
      ...placeIn(salesOrderLine, 'quantity', row),
      open: quantityToShip(line),
      detail: isPositive(quantityToShip(line))
        ? text('未发数量为{open}，请改小', 'The open quantity is {open}: enter no more')
        : text('该行已全部发货，请移除该行', 'The line is shipped in full: remove it'),
    })
  }
  return add(line.shipped_quantity, delivered)
}
