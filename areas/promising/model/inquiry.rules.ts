import { generalErrors } from '@qitao/core/general.errors.ts'
import { isMore, isPositive, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { type Instant, minuteSeconds } from '@qitao/core/time.ts'
import { salesErrors } from '@qitao/sales/model/sales.errors.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import type { AskedLine } from './answer.rules.ts'
import { inquiry, inquiryLine, mostHoldMinutes } from './inquiry.record.ts'
import { inquiryStatus } from './inquiry.status.ts'
import { promisingErrors } from './promising.errors.ts'

export interface OrderLineToAsk {
  readonly id: string
  readonly order_status: CodeOf<typeof salesOrderStatus>
  readonly order_deleted: boolean
  readonly order_delivery_date: Instant
  readonly material_id: string
  readonly quantity: Quantity
  readonly planned_quantity: Quantity
  readonly shipped_quantity: Quantity
  readonly delivery_date: Instant | null
}

/** What is asked for of an order: all that is not shipped, or the named lines. An order on work orders has its dates from the plan. */
export function linesToAsk(
  lines: readonly OrderLineToAsk[],
  wanted:
    | readonly { line_id: string; quantity?: Quantity | undefined; delivery_date?: Instant | undefined }[]
    | undefined,
): AskedLine[] {
  const [first] = lines
  if (!first || first.order_deleted) return refuse(salesErrors.orderMissing)
  if (!salesOrderStatus.can('ask', first.order_status)) refuse(salesErrors.orderNotUpdatable)
  if (lines.some(line => isPositive(line.planned_quantity))) refuse(salesErrors.orderHasMo)
  const byId = new Map(lines.map(line => [line.id, line]))
  return (wanted ?? lines.map(({ id }) => ({ line_id: id, quantity: undefined, delivery_date: undefined }))).flatMap(
    ({ line_id, quantity, delivery_date }, index) => {
      const row = index + 1
      const line = byId.get(line_id) ?? refuse(generalErrors.recordNotFound, { row })
      const open = subtract(line.quantity, line.shipped_quantity)
      if (quantity !== undefined && isMore(quantity, open)) {
        const { title } = inquiryLine.fields.quantity
        refuse(generalErrors.badParameter, {
          ...{ row, field: 'quantity', field_title: title, open },
          detail: text('不能超过未发数量{open}', 'It must not exceed the open quantity {open}'),
        })
      }
      if (quantity === undefined && !isPositive(open)) return []
      return [
        {
          line_id,
          material_id: line.material_id,
          quantity: quantity ?? open,
          requested_date: delivery_date ?? line.delivery_date ?? line.order_delivery_date,
        },
      ]
    },
  )
}

/** All of an order that is only asked for. */
export const allToAsk = (order: {
  readonly delivery_date: Instant
  readonly lines: readonly Pick<OrderLineToAsk, 'id' | 'material_id' | 'quantity' | 'delivery_date'>[]
}): AskedLine[] =>
  order.lines.map(({ id, material_id, quantity, delivery_date }) => ({
    ...{ line_id: id, material_id, quantity, requested_date: delivery_date ?? order.delivery_date },
  }))

export interface InquiryToChange {
  readonly status: CodeOf<typeof inquiryStatus>
  readonly result_kept_until: Instant
  readonly promise_date: Instant | null
}
const isOver = (one: InquiryToChange, now: Instant): boolean => now > one.result_kept_until

/** only what is pending, and only while it is kept. */
export function expectConfirmable(one: InquiryToChange, now: Instant, promise_date: Instant | undefined): void {
  expectPending(one)
  if (isOver(one, now)) refuse(promisingErrors.inquiryExpired)
  if (one.promise_date === null) {
    refuse(generalErrors.statusNotAllowed, {
      detail: text('有明细不能全部承诺，请减少数量后重新询单', 'Not all of it can be promised: ask again for less'),
    })
  }
  if (promise_date !== undefined && promise_date < one.promise_date) {
    refuse(generalErrors.badParameter, {
      detail: text('不能早于可承诺日期', 'It must not be before the date that can be promised'),
    })
  }
}
/** What is taken from others was seen by whoever confirms: 5417 names them. */
export function expectAgreed(displaced: readonly { readonly no: string }[], agreed: boolean): void {
  if (displaced.length === 0 || agreed) return
  refuse(promisingErrors.displacesOthers, { objects: [...new Set(displaced.map(({ no }) => no))].join(', ') })
}

/** Until when an answer is kept that is kept longer: a week from now at most, and no longer than to the first hour that it holds. */
export function extendedUntil(
  one: InquiryToChange,
  { now, minutes, first_start }: { now: Instant; minutes: number; first_start: Instant | null },
): Instant {
  expectPending(one)
  if (isOver(one, now)) refuse(promisingErrors.inquiryExpired)
  const until = one.result_kept_until + minutes * minuteSeconds
  const wrong = (detail: Text): never =>
    refuse(generalErrors.badParameter, { field: 'minutes', field_title: inquiry.fields.hold_minutes.title, detail })
  if (until > now + mostHoldMinutes * minuteSeconds)
    wrong(text('最多保留到一周以后，请减少分钟数', 'A week from now at most: enter fewer minutes'))
  if (first_start !== null && until > first_start)
    wrong(
      text(
        '保留的第一道工序在此之前开始，请减少分钟数或重新询单',
        'The first step that is held begins before: enter fewer minutes, or ask again',
      ),
    )
  return until
}
export function expectCancellable(one: InquiryToChange, now: Instant): void {
  expectPending(one)
  if (isOver(one, now)) refuse(promisingErrors.inquiryNotPending)
}
function expectPending({ status }: InquiryToChange): void {
  if (status !== inquiryStatus.codes.pending) refuse(promisingErrors.inquiryNotPending)
}
