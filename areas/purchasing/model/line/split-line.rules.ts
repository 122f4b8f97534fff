import { generalErrors } from '@qitao/core/general.errors.ts'
import { expectPrecision, placeIn } from '@qitao/core/given.rules.ts'
import { add, amountOf, isLess, isMore, isPositive, least, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { purchasingErrors } from '../purchasing.errors.ts'
import { lineSplit } from './split-line.calls.ts'

export interface LineToSplit {
  readonly quantity: Quantity
  readonly received_quantity: Quantity
  readonly demand_quantity: Quantity
  /** What arrivals bring of it that is still to come. */
  readonly announced_quantity: Quantity
  /** The part of it whose arrivals are announced: their days are known. */
  readonly dated_quantity: Quantity
  /** When the first of those comes. */
  readonly first_arrival: Instant | null
  readonly price: Quantity | null
  readonly amount: Quantity | null
  readonly eta: Instant | null
  readonly order_date: Instant
  readonly asked_from: Quantity
  readonly asked_to: Quantity | null
  readonly unit_precision: number
}
type Part = Pick<LineToSplit, 'quantity' | 'demand_quantity' | 'amount' | 'asked_from' | 'asked_to'>

const place = (field: keyof typeof lineSplit.fields) => placeIn(lineSplit, field)

/**
 * The line as it stays and the part that comes on another day. Together they are what was ordered, asked for and approved, to the
 * last cent; what has come and what arrivals announce stays with the line. Whoever was first in what was asked for has what comes first.
 */
export function splitLine(
  line: LineToSplit,
  { quantity, eta }: { readonly quantity: Quantity; readonly eta: Instant },
): { readonly kept: Part; readonly part: Part & { readonly eta: Instant }; readonly isEarlier: boolean } {
  expectPrecision(quantity, line.unit_precision, place('quantity'))
  if (line.eta === null)
    return refuse(generalErrors.badParameter, {
      ...place('eta'),
      detail: text('该行还没有到货日期，请先调整到货日期', 'The line has no day yet: change its ETA first'),
    })
  if (eta < line.order_date) refuse(purchasingErrors.etaBeforeOrderDate, place('eta'))
  if (eta === line.eta)
    refuse(generalErrors.badParameter, {
      ...place('eta'),
      detail: text('该行已是这一天到货，请选择另一天', 'The line comes on that day already: choose another'),
    })
  const open = subtract(line.quantity, line.received_quantity)
  if (!isLess(quantity, open))
    refuse(generalErrors.badParameter, {
      ...place('quantity'),
      open,
      detail: isPositive(open)
        ? text(
            '待入库{open}，请填更小的数量；全部改期请调整到货日期',
            '{open} are open: enter less, or change the ETA to move all of it',
          )
        : text('该行已全部入库，不能拆分', 'The line is received in full: there is nothing to split'),
    })
  const free = subtract(open, line.announced_quantity)
  if (isMore(quantity, free))
    refuse(purchasingErrors.inboundOverPending, {
      ...place('quantity'),
      announced: line.announced_quantity,
      free,
      detail: text(
        '到货单已通知{announced}，最多可分出{free}；更多请先改小到货单',
        'Arrivals announce {announced}, {free} can be split off: make them smaller first for more',
      ),
    })

  const left = subtract(line.quantity, quantity)
  const demand = least(line.demand_quantity, left)
  const amount = line.price === null || line.amount === null ? null : amountOf(left, line.price)
  const isDated = !isMore(subtract(left, line.received_quantity), line.dated_quantity)
  const keptFrom = Math.min(isDated ? Infinity : line.eta, line.first_arrival ?? Infinity)
  const isEarlier = eta < keptFrom
  // What has come of it was for the first.
  const isFirst = isEarlier && !isPositive(line.received_quantity)
  const between = add(line.asked_from, isFirst ? quantity : left)
  const first = { asked_from: line.asked_from, asked_to: between }
  const second = { asked_from: between, asked_to: line.asked_to }
  return {
    isEarlier,
    kept: { quantity: left, demand_quantity: demand, amount, ...(isFirst ? second : first) },
    part: {
      ...{ quantity, eta, demand_quantity: subtract(line.demand_quantity, demand) },
      amount: amount === null ? null : subtract(line.amount!, amount),
      ...(isFirst ? first : second),
    },
  }
}
