import { placeIn } from '@qitao/core/given.rules.ts'
import { isLess, isPositive, type Quantity } from '@qitao/core/quantity.ts'
import { type RefusalData, refuse } from '@qitao/core/refusal.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { salesErrors } from './sales.errors.ts'
import type { SalesOrderChange } from './sales-order.calls.ts'
import { salesOrder, salesOrderLine } from './sales-order.record.ts'
import { expectNotPending, hasFollowers, type OrderForChange } from './sales-order.rules.ts'
import { salesOrderStatus } from './sales-order.status.ts'

/** Who buys and in which money stays: work orders, shipments and prices were made for that. */
export const staying = ['order_type', 'customer_id', 'currency', 'order_date'] as const
type Staying = Pick<SalesOrderChange, 'customer_id' | 'currency' | 'order_date'>

export interface OrderToChange extends OrderForChange, Staying {
  readonly status: CodeOf<typeof salesOrderStatus>
  readonly approval_status?: number | null
  readonly deleted?: boolean
}
export interface LineToChange {
  readonly id: string
  readonly line_no: number
  readonly material_id: string
  readonly planned_quantity: Quantity
  readonly shipped_quantity: Quantity
  /** On shipments that have not left. */
  readonly shipping_quantity: Quantity
}

/** An order with work orders may be cancelled with them as long as nothing of it has left or is about to. */
export function expectCancellableWithAll(
  order: OrderToChange,
  lines: readonly Pick<LineToChange, 'line_no' | 'shipping_quantity'>[],
): void {
  expectNotPending(order)
  const detail = salesOrderStatus.whyNot('cancel_all', order.status)
  if (detail || order.deleted) refuse(salesErrors.orderNotUpdatable, { detail })
  if (isPositive(order.shipped_quantity)) refuse(salesErrors.cancelHasShipping)
  const shipping = lines.find(line => isPositive(line.shipping_quantity))
  if (shipping)
    refuse(salesErrors.orderNotUpdatable, {
      ...{ row: shipping.line_no, line_no: shipping.line_no },
      detail: text(
        '第{line_no}行在未完成的发货单上，请先从发货单移除',
        'Line {line_no} is on an open shipment: take it off there first',
      ),
    })
}

/** An order with work orders may be changed until it is delivered, never below what is shipped. */
export function expectChangeable(order: OrderToChange, lines: readonly LineToChange[], after: SalesOrderChange): void {
  const no = (data: RefusalData): never => refuse(salesErrors.orderNotUpdatable, data)
  expectNotPending(order)
  const detail = salesOrderStatus.whyNot('change', order.status)
  if (detail || order.deleted) no({ detail })
  if (!hasFollowers(order))
    no({ detail: text('没有工单和发货，请直接编辑', 'It has neither work orders nor shipments: edit it') })
  // A currency that is not given is the order's own.
  for (const field of staying)
    if (after[field] !== order[field] && !(field === 'currency' && after[field] === null))
      no({
        ...placeIn(salesOrder, field),
        detail: text('已有工单或发货，不能修改', 'With work orders or shipments it stays as it is'),
      })
  if (after.lines.length === 0) refuse(salesErrors.noLines)
  const kept = new Set(after.lines.map(line => line.id))
  for (const line of lines) {
    if (kept.has(line.id)) continue
    const row = { row: line.line_no, line_no: line.line_no }
    if (isPositive(line.shipped_quantity))
      no({ ...row, detail: text('原第{line_no}行已有发货，不能删除', 'Line {line_no} has shipping and stays') })
    if (isPositive(line.shipping_quantity))
      no({
        ...row,
        detail: text(
          '原第{line_no}行在未完成的发货单上，请先从发货单移除',
          'Line {line_no} is on an open shipment: take it off there first',
        ),
      })
  }
  const before = new Map(lines.map(line => [line.id, line]))
  after.lines.forEach((line, index) => {
    const stood = line.id === undefined ? undefined : before.get(line.id)
    if (!stood) return
    const place = (field: 'quantity' | 'material_id') => placeIn(salesOrderLine, field, index + 1)
    if (line.material_id !== stood.material_id)
      no({
        ...place('material_id'),
        detail: text('请删除该行并新增一行', 'Drop this line and add another one'),
      })
    if (isLess(line.quantity, stood.shipped_quantity))
      no({
        ...place('quantity'),
        shipped: stood.shipped_quantity,
        detail: text('已发货{shipped}，不能更少', '{shipped} are shipped: no less than that'),
      })
  })
}
