import { generalErrors } from '@qitao/core/general.errors.ts'
import { expectPrecision, placeIn } from '@qitao/core/given.rules.ts'
import { add, amountOf, isLess, isMore, isPositive, type Quantity, subtract, sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { salesErrors } from '../sales.errors.ts'
import type { SalesReturnInput } from './sales-return.calls.ts'
import { salesReturnLine } from './sales-return.record.ts'

/** A line of the order that goods come back of. */
export interface ReturnableLine {
  readonly id: string
  readonly order_id: string
  readonly material_id: string
  readonly price: Quantity | null
  readonly unit_precision: number
  readonly shipped_quantity: Quantity
  /** Received back, or to come, on other returns. */
  readonly claimed_quantity: Quantity
}

/** Lines as they are stored; refused with the row: nothing comes back that has not left, and nothing twice. */
export function returnedLines({ order_id, lines }: SalesReturnInput, known: ReadonlyMap<string, ReturnableLine>) {
  const taken = new Map<string, Quantity>()
  return lines.map((line, index) => {
    const place = (field: keyof typeof salesReturnLine.fields) => placeIn(salesReturnLine, field, index + 1)
    const of = known.get(line.order_line_id)
    if (!of || of.order_id !== order_id) return refuse(generalErrors.recordNotFound, place('order_line_id'))
    if (of.material_id !== line.material_id) return refuse(generalErrors.recordNotFound, place('material_id'))
    expectPrecision(line.quantity, of.unit_precision, place('quantity'))
    const all = add(taken.get(of.id) ?? '0', line.quantity)
    taken.set(of.id, all)
    const open = subtract(of.shipped_quantity, of.claimed_quantity)
    if (isMore(all, open))
      refuse(salesErrors.returnOverShipped, {
        ...{ ...place('quantity'), open },
        detail: text('最多可退{open}', 'At most {open} can come back'),
      })
    return { ...line, line_no: index + 1, price: of.price, amount: of.price && amountOf(line.quantity, of.price) }
  })
}
export const amountOfLines = (lines: readonly { readonly amount: Quantity | null }[]): Quantity =>
  sum(lines.flatMap(({ amount }) => amount ?? []))

interface Coming {
  readonly quantity: Quantity
  readonly received_quantity: Quantity
}
/** What has come of a line after more has; more than was agreed to is refused with its row. */
export function receivedAfter(line: Coming, came: Quantity, row: number): Quantity {
  const open = subtract(line.quantity, line.received_quantity)
  if (isMore(came, open))
    refuse(salesErrors.returnOverShipped, {
      ...{ ...placeIn(salesReturnLine, 'quantity', row), open },
      detail: text('退货单上还有{open}未收', 'Only {open} of the return are still to come'),
    })
  return add(line.received_quantity, came)
}
/** What becomes of a return when something of it has come, or has been taken back. */
export function moveOfReturn(
  lines: readonly Coming[],
  way: 'came' | 'taken_back',
): 'receive_part' | 'receive_all' | 'take_back' | 'take_back_part' {
  if (way === 'came')
    return lines.some(line => isLess(line.received_quantity, line.quantity)) ? 'receive_part' : 'receive_all'
  return lines.some(line => isPositive(line.received_quantity)) ? 'take_back_part' : 'take_back'
}
