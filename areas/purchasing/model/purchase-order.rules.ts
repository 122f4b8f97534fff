import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { expectPrecision, placeIn } from '@qitao/core/given.rules.ts'
import {
  add,
  amountOf,
  convert,
  isLess,
  isMore,
  isPositive,
  multiply,
  type Quantity,
  roundUp,
  subtract,
  sum,
} from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { expectDemandMet } from './demand-met.rules.ts'
import type { MatchedPrice } from './price/unit-price.calls.ts'
import { type PurchaseStatusCode, purchaseRequestStatus, purchaseStatus } from './purchase.status.ts'
import type { PurchaseLineInput } from './purchase-order.calls.ts'
import { purchaseOrder, purchaseOrderLine, receivedNow } from './purchase-order.record.ts'
import type { ConversionLine } from './purchase-request.calls.ts'
import { purchasingErrors } from './purchasing.errors.ts'

export interface PurchaseMaterial {
  readonly id: string
  readonly code: string
  readonly unit_precision: number
  readonly purchase_price: Quantity | null
  readonly supply_lead_time: number
}
export interface RequestForOrder {
  readonly id: string
  readonly no: string
  readonly material_id: string
  readonly demand_quantity: Quantity
  readonly quantity: Quantity
  readonly supplier_id: string | null
  readonly status: number
  readonly purchase_order_id: string | null
}
export interface StoredLine extends PurchaseLineInput {
  readonly line_no: number
  readonly amount: Quantity | null
}

const place = (row: number, field: keyof typeof purchaseOrderLine.fields) => placeIn(purchaseOrderLine, field, row)

export interface KnownToOrders {
  readonly materials: ReadonlyMap<string, PurchaseMaterial>
  readonly requests: ReadonlyMap<string, RequestForOrder>
  /** Requests that orders before it have on their lines; those of this order are added. */
  readonly used?: Set<string>
  /** Of the order that is altered; its own requests may stay with it. */
  readonly order_id?: string
}

/**
 * Lines as they are stored. What the requests behind a line demand is its demand; it is bought in full at least (5701).
 */
export function purchaseLines(
  order: { supplier_id: string | null; order_date: number; eta: number | null; lines: readonly PurchaseLineInput[] },
  known: KnownToOrders,
): StoredLine[] {
  if (order.supplier_id === null) {
    refuse(purchasingErrors.supplierRequired, placeIn(purchaseOrder, 'supplier_id'))
  }
  if (order.eta !== null && order.eta < order.order_date) {
    refuse(purchasingErrors.etaBeforeOrderDate, placeIn(purchaseOrder, 'eta'))
  }
  const { used = new Set<string>() } = known
  return order.lines.map((line, index) => {
    const row = index + 1
    const material =
      known.materials.get(line.material_id) ?? refuse(generalErrors.recordNotFound, place(row, 'material_id'))
    expectPrecision(line.quantity, material.unit_precision, place(row, 'quantity'))
    const requests = line.request_ids.map(id => {
      const request = known.requests.get(id) ?? refuse(generalErrors.recordNotFound, { row })
      const own = known.order_id !== undefined && request.purchase_order_id === known.order_id
      if ((request.status !== purchaseRequestStatus.codes.open && !own) || used.has(id)) {
        refuse(purchasingErrors.requestConverted, { row, no: request.no })
      }
      if (request.material_id !== line.material_id) refuse(generalErrors.badParameter, place(row, 'material_id'))
      used.add(id)
      return request
    })
    const demand_quantity =
      requests.length > 0 ? sum(requests.map(request => request.demand_quantity)) : line.demand_quantity
    expectDemandMet(line.quantity, demand_quantity, place(row, 'quantity'))
    const eta = line.eta ?? order.eta
    if (eta !== null && eta < order.order_date) refuse(purchasingErrors.etaBeforeOrderDate, place(row, 'eta'))
    const amount = line.price === null ? null : amountOf(line.quantity, line.price)
    return { ...line, line_no: row, demand_quantity, eta, amount }
  })
}

/** Figures of an order that follow from its lines: the amount, and the ETA by which all of it is there. */
export const orderTotals = (lines: readonly Pick<StoredLine, 'amount' | 'eta'>[]) => ({
  total_amount: sum(lines.flatMap(line => line.amount ?? [])),
  eta: lines.reduce<number | null>((latest, { eta }) => (eta === null ? latest : Math.max(latest ?? 0, eta)), null),
})

/**
 * For how much of which material a price is asked of which supplier: requests that come onto one line reach a step of the price
 * together. In the order of the asked lines.
 */
export function wantedPrices(
  asked: readonly ConversionLine[],
  requests: ReadonlyMap<string, RequestForOrder>,
): { readonly supplier_id: string | null; readonly material_id: string; readonly quantity: Quantity }[] {
  const wanted = asked.map(({ request_id, quantity, ...line }) => {
    const request =
      requests.get(request_id) ??
      refuse(generalErrors.recordNotFound, { row: asked.findIndex(one => one.request_id === request_id) + 1 })
    return {
      ...{ supplier_id: line.supplier_id ?? request.supplier_id, material_id: request.material_id },
      ...{ eta: line.eta, quantity: quantity ?? request.quantity },
    }
  })
  const together = Map.groupBy(wanted, one => [one.supplier_id, one.material_id, one.eta].join())
  return wanted.map(({ eta, ...one }) => ({
    ...one,
    quantity: sum(together.get([one.supplier_id, one.material_id, eta].join())!.map(({ quantity }) => quantity)),
  }))
}

/**
 * Orders for the asked requests: one for each supplier, in the order in which the suppliers are named; requests of one
 * material at one price and date stand on one line.
 */
export function ordersFromRequests(
  asked: readonly ConversionLine[],
  known: {
    materials: ReadonlyMap<string, PurchaseMaterial>
    requests: ReadonlyMap<string, RequestForOrder>
    /** What is agreed with the supplier of each asked line, in their order. */
    prices?: readonly {
      readonly currency: string
      readonly matched: Pick<MatchedPrice, 'price' | 'lead_days' | 'tax_rate'> | null
    }[]
    /** Prices of materials are in it. */
    company_currency: string
  },
  etaAfter: (lead_time_days: number) => number,
): { supplier_id: string; lines: PurchaseLineInput[] }[] {
  const orders = new Map<string, Map<string, PurchaseLineInput>>()
  asked.forEach((line, index) => {
    const row = index + 1
    const request = known.requests.get(line.request_id) ?? refuse(generalErrors.recordNotFound, { row })
    const supplier_id = line.supplier_id ?? request.supplier_id ?? refuse(purchasingErrors.supplierRequired, { row })
    const material = known.materials.get(request.material_id) ?? refuse(generalErrors.recordNotFound, { row })
    const quantity = line.quantity ?? request.quantity
    if (request.status !== purchaseRequestStatus.codes.open) {
      refuse(purchasingErrors.requestConverted, { row, no: request.no })
    }
    expectDemandMet(quantity, request.demand_quantity, place(row, 'quantity'))
    const offer = known.prices?.[index]
    const agreed = offer?.matched
    const usual = !offer || offer.currency === known.company_currency ? material.purchase_price : null
    const price = line.price === undefined ? (agreed?.price ?? usual) : line.price
    const eta = line.eta ?? etaAfter(agreed?.lead_days ?? material.supply_lead_time)
    const lines = orders.get(supplier_id) ?? new Map<string, PurchaseLineInput>()
    orders.set(supplier_id, lines)
    // Of a price that somebody typed nothing is agreed.
    const tax_rate = line.price === undefined ? (agreed?.tax_rate ?? null) : null
    const key = `${request.material_id}|${price}|${tax_rate}|${eta}`
    const joined = lines.get(key)
    lines.set(key, {
      material_id: request.material_id,
      demand_quantity: '0',
      quantity: add(joined?.quantity ?? '0', quantity),
      price,
      tax_rate,
      eta,
      request_ids: [...(joined?.request_ids ?? []), request.id],
      remark: null,
    })
  })
  return [...orders].map(([supplier_id, lines]) => ({ supplier_id, lines: [...lines.values()] }))
}

/** At least the demand and the minimum lot, in whole packages. */
export function suggestedQuantity(demand: Quantity, minimum_lot: Quantity, packaging_size: Quantity): Quantity {
  const wanted = isMore(minimum_lot, demand) ? minimum_lot : demand
  if (!isPositive(packaging_size)) return add(wanted, '0')
  return multiply(roundUp(convert(wanted, '1', packaging_size), 0), packaging_size)
}

export interface OrderForChange {
  readonly status: string
  readonly approval_status: number | null
  readonly received_quantity: Quantity
  /** Arrivals that announce something of it that is still to come. */
  readonly arrival_nos: readonly string[]
}
type Action = Parameters<typeof purchaseStatus.can>[0]
const whyNot = (action: Action, status: string) => purchaseStatus.whyNot(action, status as PurchaseStatusCode)

/** What is approved stays as it was submitted. */
export function expectEditable(
  order: { status: string; approval_status?: number | null },
  action: Action = 'alter',
): void {
  if (order.approval_status === approvalStatus.codes.pending) {
    refuse(purchasingErrors.notEditable, { detail: text('采购单审批中', 'Its approval is pending') })
  }
  const why = whyNot(action, order.status)
  if (why) refuse(purchasingErrors.notEditable, { detail: why })
}
export function expectCancellable(order: OrderForChange): void {
  if (isPositive(order.received_quantity)) refuse(purchasingErrors.hasReceipt)
  expectEditable(order, 'cancel')
  expectUnannounced(order)
}
/** Why an order is not cancelled for one of its lines. */
export const lineNotAlone = text(
  '采购订单还有其他物料，请与供应商协商后处理',
  'The order has other lines too; settle it with the supplier',
)
export function expectForceClosable(order: OrderForChange): void {
  const why = whyNot('force_close', order.status)
  if (why) refuse(purchasingErrors.forceCloseNotAllowed, { detail: why })
  expectUnannounced(order)
}
/** What nobody expects any more is announced by nobody: an arrival may bring other orders too, so people say what becomes of it. */
function expectUnannounced({ arrival_nos }: OrderForChange): void {
  if (arrival_nos.length === 0) return
  refuse(purchasingErrors.notEditable, {
    nos: arrival_nos.join(', '),
    detail: text(
      '到货单{nos}还要送来它的物料，请先取消或关闭这些到货单',
      'Arrivals {nos} still bring some of it: cancel or close them first',
    ),
  })
}

export interface LineForReceipt {
  readonly id: string
  readonly order_id: string
  readonly line_no: number
  readonly status: string
  readonly quantity: Quantity
  readonly received_quantity: Quantity
  /** So much more than ordered may come in. */
  readonly over_quantity: Quantity
}
/** Received quantities of the lines and statuses of their orders after a receipt; more than is open, and what may come in beyond it, is refused (5909). */
export function afterReceipt(
  lines: ReadonlyMap<string, LineForReceipt>,
  received: readonly { line_id: string; quantity: Quantity }[],
): { lines: { id: string; received_quantity: Quantity }[]; orders: { id: string; status: string }[] } {
  const changed = new Map([...lines].map(([id, line]) => [id, { ...line }]))
  const touched = new Set<string>()
  const orders = new Set<string>()
  received.forEach(({ line_id, quantity }, index) => {
    const line = changed.get(line_id) ?? refuse(generalErrors.recordNotFound, { row: index + 1 })
    expectEditable(line, 'receive')
    const open = subtract(line.quantity, line.received_quantity)
    const most = add(open, line.over_quantity)
    if (isMore(quantity, most)) {
      refuse(purchasingErrors.inboundOverPending, {
        row: index + 1,
        field: 'quantity',
        field_title: receivedNow,
        open,
        most,
        detail:
          isPositive(line.over_quantity) && isPositive(most)
            ? text(
                '待入库数量为{open}，含超收最多可入{most}，请改小',
                'The pending quantity is {open}; with what may exceed it {most} can come in: enter no more',
              )
            : isPositive(open)
              ? text('待入库数量为{open}，请改小', 'The pending quantity is {open}: enter no more')
              : text('该行已全部入库，请移除该行', 'The line is received in full: remove it'),
      })
    }
    line.received_quantity = add(line.received_quantity, quantity)
    touched.add(line.id)
    orders.add(line.order_id)
  })
  const { completed, partially_inbound } = purchaseStatus.codes
  return {
    lines: [...touched].map(id => ({ id, received_quantity: changed.get(id)!.received_quantity })),
    orders: [...orders].map(id => {
      const of = [...changed.values()].filter(line => line.order_id === id)
      const all = of.every(line => !isLess(line.received_quantity, line.quantity))
      return { id, status: all ? completed : partially_inbound }
    }),
  }
}

/** Of a line at a time: how much came; negative: went back. */
export interface CameOrLeft {
  readonly time: Instant
  readonly quantity: Quantity
}
/** When a line was whole, as long as it is: what comes beyond it was waited for by nobody. Until then when something of it came last. */
export function arrivalOf(ordered: Quantity, moved: readonly CameOrLeft[]): Instant | null {
  let done: Quantity = '0'
  let came: Instant | null = null
  for (const { time, quantity } of moved) {
    const wasWhole = !isLess(done, ordered)
    done = add(done, quantity)
    if (isPositive(quantity) && !wasWhole) came = time
  }
  return came
}

export interface LineTakenBack {
  readonly no: string
  readonly line_no: number
  readonly quantity: Quantity
  readonly received_quantity: Quantity
  /** So much less is received then; negative: more. */
  readonly back_quantity: Quantity
  readonly over_quantity: Quantity
}
/** What is reversed is not what went back to the supplier or came again meanwhile: that is reversed first. */
export function expectTakenBack(lines: readonly LineTakenBack[]): void {
  for (const { no, line_no, quantity, received_quantity, back_quantity, over_quantity } of lines) {
    const after = subtract(received_quantity, back_quantity)
    const facts = { no, line_no, received: add(received_quantity, '0') }
    if (isLess(after, '0'))
      refuse(generalErrors.statusNotAllowed, {
        ...facts,
        detail: text(
          '采购订单{no}第{line_no}行的部分物料已退回供应商，现收货仅剩{received}：请先冲销采购退货',
          'Part of line {line_no} of order {no} went back to its supplier, {received} are left as received: reverse the purchase return first',
        ),
      })
    if (isLess(back_quantity, '0') && isMore(after, add(quantity, over_quantity)))
      refuse(generalErrors.statusNotAllowed, {
        ...facts,
        detail: text(
          '采购订单{no}第{line_no}行退货后已重新收货，现已收{received}：请先冲销该次入库',
          'Line {line_no} of order {no} was received again after the return, {received} in all: reverse that receipt first',
        ),
      })
  }
}

/** What goes back to a supplier of a line of an order has come in by it; parts of one line are counted together. */
export function expectReceived(
  received: ReadonlyMap<string, Quantity>,
  sent: readonly { readonly line_id: string | null; readonly quantity: Quantity }[],
): void {
  const left = new Map(received)
  for (const [index, { line_id, quantity }] of sent.entries()) {
    if (line_id === null) continue
    const at = { row: index + 1, field: 'quantity' }
    const there = left.get(line_id) ?? refuse(generalErrors.recordNotFound, { ...at, field: 'source_line_id' })
    if (isMore(quantity, there)) {
      const detail = text(
        '该采购订单行已入库且未退的是{received}，退货不能超过它',
        'Of this line of the order {received} has come in and not gone back: no more can be returned',
      )
      refuse(generalErrors.badParameter, { ...at, received: add(there, '0'), detail })
    }
    left.set(line_id, subtract(there, quantity))
  }
}
