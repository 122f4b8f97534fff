import { generalErrors } from '@qitao/core/general.errors.ts'
import { expectPrecision, placeIn } from '@qitao/core/given.rules.ts'
import { add, amountOf, convert, multiply, type Quantity, roundHalfUp, subtract, sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { priceDecimals } from '@qitao/masterdata/model/price/price-list.rules.ts'
import { salesErrors } from '../sales.errors.ts'
import type { LineMaterial } from '../sales-order.rules.ts'
import { quotation, quotationLine } from './quotation.record.ts'

const whole = '100'
const less = (price: Quantity, percent: Quantity | null | undefined): Quantity =>
  percent ? convert(multiply(price, subtract(whole, percent)), '1', whole) : price

/** What one costs after the discount of its line and that of the whole: as the price of an order has its decimals. */
export const netPrice = (
  line: { readonly price?: Quantity | null | undefined; readonly discount_percent?: Quantity | null | undefined },
  discount_percent?: Quantity | null,
): Quantity | null =>
  line.price === null || line.price === undefined
    ? null
    : roundHalfUp(less(less(line.price, line.discount_percent), discount_percent), priceDecimals)

interface GivenLine {
  readonly material_id: string
  readonly quantity: Quantity
  readonly price: Quantity | null
  readonly discount_percent: Quantity | null
}
/** Lines as they are stored: numbered, with net price and amount; refused with the row they stand in. */
export function quotedLines<L extends GivenLine>(
  head: {
    readonly quote_date: Instant
    readonly valid_until: Instant
    readonly discount_percent: Quantity | null
    readonly lines: readonly L[]
  },
  materials: ReadonlyMap<string, LineMaterial>,
): (L & { line_no: number; net_price: Quantity | null; amount: Quantity | null })[] {
  if (head.valid_until < head.quote_date)
    refuse(generalErrors.badParameter, {
      ...placeIn(quotation, 'valid_until'),
      detail: text('不能早于报价日期', 'It must not be before the day of the quotation'),
    })
  return head.lines.map((line, index) => {
    const place = (field: keyof typeof quotationLine.fields) => placeIn(quotationLine, field, index + 1)
    const material = materials.get(line.material_id) ?? refuse(generalErrors.recordNotFound, place('material_id'))
    expectPrecision(line.quantity, material.unit_precision, place('quantity'))
    const net_price = netPrice(line, head.discount_percent)
    const amount = net_price === null ? null : amountOf(line.quantity, net_price)
    return { ...line, line_no: index + 1, net_price, amount }
  })
}

const taxDecimals = 2
/** What it comes to, with the tax of each line, else of the head; null as long as a line has no price. */
export function quotationTotals(
  lines: readonly { readonly amount: Quantity | null; readonly tax_rate: Quantity | null }[],
  tax_rate: Quantity | null,
): { total_amount: Quantity | null; tax_amount: Quantity | null; gross_amount: Quantity | null } {
  const amounts = lines.flatMap(({ amount, tax_rate: own }) =>
    amount === null ? [] : [{ amount, rate: own ?? tax_rate ?? '0' }],
  )
  if (amounts.length < lines.length) return { total_amount: null, tax_amount: null, gross_amount: null }
  const total_amount = sum(amounts.map(({ amount }) => amount))
  const taxed = sum(amounts.map(({ amount, rate }) => convert(multiply(amount, rate), '1', whole)))
  const tax_amount = roundHalfUp(taxed, taxDecimals)
  return { total_amount, tax_amount, gross_amount: add(total_amount, tax_amount) }
}

/** Whether its last day is over; `today`: when the day began. */
export const isExpired = ({ valid_until }: { readonly valid_until: Instant }, today: Instant): boolean =>
  valid_until < today

/** Only what still holds is accepted, and becomes an order at its prices (5418). */
export function expectHolds(of: { readonly valid_until: Instant }, today: Instant): void {
  if (isExpired(of, today)) refuse(salesErrors.quotationExpired)
}
/** Nothing is offered without a price, or until a day that is over. */
export function expectSendable(
  of: { readonly valid_until: Instant; readonly unpriced_count: number },
  today: Instant,
): void {
  expectHolds(of, today)
  if (of.unpriced_count > 0) refuse(salesErrors.quotationUnpriced)
}

/** Why one with such an order is not revised; undefined: it has none that stands. */
export const whyOrdered = (order_no: string | null | undefined): Text | undefined =>
  order_no
    ? text(`订单 ${order_no} 有效：请先取消或删除该订单`, `Its order ${order_no} stands: cancel or delete that first`)
    : undefined
/** What became an order is offered anew only when that was cancelled or deleted. */
export function expectNoOrder({ open_order_no }: { readonly open_order_no: string | null }): void {
  const detail = whyOrdered(open_order_no)
  if (detail) refuse(generalErrors.statusNotAllowed, { detail })
}
/** Agreed to after its last day, it would be sent with prices that hold no more. */
export function expectApprovable(of: { readonly no: string; readonly valid_until: Instant }, today: Instant): void {
  if (isExpired(of, today))
    refuse(salesErrors.quotationExpired, {
      detail: text(
        `${of.no}：请驳回，由报价人改有效期后重新提交`,
        `${of.no}: reject it, so that it is submitted again with a later day`,
      ),
    })
}
