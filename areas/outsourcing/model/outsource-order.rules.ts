import { generalErrors } from '@qitao/core/general.errors.ts'
import { expectPrecision, placeIn } from '@qitao/core/given.rules.ts'
import {
  add,
  amountOf,
  isMore,
  isPositive,
  least,
  multiply,
  type Quantity,
  roundUp,
  subtract,
  sum,
} from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { lineNamed, takeOpen } from '@qitao/document-kit/model/open-lines.rules.ts'
import { purchasingErrors } from '@qitao/purchasing/model/purchasing.errors.ts'
import { shopfloorErrors } from '@qitao/shopfloor/model/shopfloor.errors.ts'
import { plain } from '@qitao/stock/model/ledger.rules.ts'
import { checkPieces } from '@qitao/stock/model/piece.rules.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import type { OutsourceInput } from './outsource-order.calls.ts'
import { outsourceLine, outsourceMove, outsourceReceipt } from './outsource-order.record.ts'

/** An operation as an order line may name it. */
export interface OperationToOrder {
  readonly id: string
  readonly mo_id: string
  readonly material_id: string
  readonly unit_precision: number
  /** It is made outside, and its order is published. */
  readonly outside: boolean
  /** Neither reported nor on another order. */
  readonly open_quantity: Quantity
}
const cameBack = (row: number) => placeIn(outsourceReceipt, 'quantity', row)
const at = (row: number, field: keyof typeof outsourceLine.fields) => placeIn(outsourceLine, field, row)

/** What is stored for an order: its lines with order, product and amount; refused with the row. */
export function outsourceLines(input: OutsourceInput, operations: ReadonlyMap<string, OperationToOrder>) {
  if (input.supplier_id === null) refuse(purchasingErrors.supplierRequired, { field: 'supplier_id' })
  const left = new Map([...operations.values()].map(({ id, open_quantity }) => [id, open_quantity]))
  const lines = input.lines.map((line, index) => {
    const row = index + 1
    const operation = operations.get(line.operation_id) ?? refuse(generalErrors.recordNotFound, at(row, 'operation_id'))
    if (!operation.outside)
      refuse(generalErrors.badParameter, {
        ...at(row, 'operation_id'),
        detail: text('不是已发布工单的委外工序', 'It is no outsourced operation of a published order'),
      })
    if (line.material_id !== null && line.material_id !== operation.material_id)
      refuse(generalErrors.badParameter, at(row, 'material_id'))
    expectPrecision(line.quantity, operation.unit_precision, at(row, 'quantity'))
    const open = left.get(operation.id)!
    if (isMore(line.quantity, open))
      refuse(generalErrors.badParameter, {
        ...at(row, 'quantity'),
        open: plain(open),
        detail: text('该工序还有{open}可委外', '{open} of this operation are left to outsource'),
      })
    left.set(operation.id, subtract(open, line.quantity))
    const { mo_id, material_id } = operation
    return { ...line, mo_id, material_id, amount: line.price === null ? null : amountOf(line.quantity, line.price) }
  })
  const etas = lines.flatMap(({ eta }) => eta ?? [])
  const amounts = lines.flatMap(({ amount }) => amount ?? [])
  return {
    lines,
    eta: etas.length > 0 ? Math.max(...etas) : null,
    total_amount: amounts.length > 0 ? sum(amounts) : null,
  }
}

/** A line of an order that is under way. */
export interface LineUnderWay {
  readonly id: string
  readonly mo_id: string
  readonly operation_id: string
  readonly material_id: string
  readonly material_code: string
  readonly serial_policy: number
  /** What comes back of it is the product. */
  readonly is_last: boolean
  readonly unit_precision: number
  readonly quantity: Quantity
  readonly sent_quantity: Quantity
  readonly received_quantity: Quantity
  readonly loss_quantity: Quantity
}
/** What its operation uses of a material, and how much of that the supplier has had for this line. */
export interface LineMaterial {
  readonly line_id: string
  readonly material_id: string
  readonly unit_precision: number
  readonly quantity_per: Quantity
  /** Of the order, not yet picked. */
  readonly unpicked_quantity: Quantity
  readonly sent_quantity: Quantity
  readonly used_quantity: Quantity
  readonly left_quantity: Quantity
}
export const openOfLine = ({ quantity, received_quantity, loss_quantity }: LineUnderWay): Quantity =>
  subtract(quantity, add(received_quantity, loss_quantity))
/** Pieces that the supplier has. */
export const outOfLine = ({ sent_quantity, received_quantity, loss_quantity }: LineUnderWay): Quantity =>
  subtract(sent_quantity, add(received_quantity, loss_quantity))
/** The material of a line and what moves of it. */
export interface MaterialMoved {
  readonly line_id: string
  readonly mo_id: string
  readonly material_id: string
  readonly quantity: Quantity
}

/**
 * Pieces that go to the supplier, with what their operation uses and was not picked for it. Refused with the row: more than the line
 * has, and more than the operation before has handed on (its steps say how much), `handed` in all; `sent`: to whomever, of each operation.
 */
export function sendLines(
  lines: readonly LineUnderWay[],
  given: readonly { line_id: string; quantity: Quantity }[],
  of: {
    readonly handed: ReadonlyMap<string, Quantity | null>
    readonly sent: ReadonlyMap<string, Quantity>
    readonly materials: readonly LineMaterial[]
  },
): { sent: { id: string; quantity: Quantity }[]; materials: MaterialMoved[] } {
  const sentOf = new Map(of.sent)
  const unpicked = new Map(of.materials.map(one => [`${lineMo(lines, one)} ${one.material_id}`, one.unpicked_quantity]))
  const { taken } = takeOpen(lines, given, line => subtract(line.quantity, line.sent_quantity), {
    ...{ of: outsourceLine, tooMuch: generalErrors.badParameter },
    detail: text('该行还有{left}未发出', '{left} of this line are left to send'),
  })
  const materials = taken.flatMap(({ line, given: { quantity }, row, open }): MaterialMoved[] => {
    const before = subtract(line.quantity, open)
    const sent = add(sentOf.get(line.operation_id) ?? '0', quantity)
    const handed = of.handed.get(line.operation_id) ?? null
    if (handed !== null && isMore(sent, handed))
      refuse(shopfloorErrors.previousNotReported, {
        ...at(row, 'quantity'),
        handed: plain(handed),
        detail: text('前道工序只完成了{handed}', 'The operation before has finished {handed}'),
      })
    sentOf.set(line.operation_id, sent)
    const after = add(before, quantity)
    return of.materials.flatMap((one): MaterialMoved[] => {
      if (one.line_id !== line.id) return []
      const key = `${line.mo_id} ${one.material_id}`
      const had = before === line.sent_quantity ? one.sent_quantity : needed(one, before)
      const wanted = least(subtract(needed(one, after), had), unpicked.get(key)!)
      if (!isPositive(wanted)) return []
      unpicked.set(key, subtract(unpicked.get(key)!, wanted))
      return [{ line_id: line.id, mo_id: line.mo_id, material_id: one.material_id, quantity: wanted }]
    })
  })
  return { sent: taken.map(({ line: { id }, given: { quantity } }) => ({ id, quantity })), materials }
}
const lineMo = (lines: readonly LineUnderWay[], { line_id }: LineMaterial): string =>
  lines.find(({ id }) => id === line_id)!.mo_id
const needed = ({ quantity_per, unit_precision }: LineMaterial, pieces: Quantity): Quantity =>
  roundUp(multiply(quantity_per, pieces), unit_precision)

export interface CameBack {
  readonly line: LineUnderWay
  readonly quantity: Quantity
  readonly loss_quantity: Quantity
  readonly loss_reason: string | null
  readonly serial_numbers: readonly string[]
  /** Nothing of the line is open any more. */
  readonly isLast: boolean
  readonly used: readonly MaterialMoved[]
}
/** Pieces that have come back or are lost, and what they had used. More than the supplier has is refused (5909), a loss without a reason as well. */
export function receiveLines(
  lines: readonly LineUnderWay[],
  given: readonly {
    line_id: string
    quantity: Quantity
    loss_quantity: Quantity
    loss_reason?: string | null | undefined
    serial_numbers?: readonly string[] | undefined
  }[],
  materials: readonly LineMaterial[],
): { came: CameBack[]; isOpen: boolean } {
  const now = new Map(lines.map(line => [line.id, line]))
  const used = new Map(materials.map(one => [one, one.used_quantity]))
  const came = given.map(
    ({ line_id, quantity, loss_quantity, loss_reason = null, serial_numbers: numbers }, index): CameBack => {
      const row = index + 1
      lineNamed(lines, line_id, row)
      if (given.findIndex(one => one.line_id === line_id) < index)
        refuse(generalErrors.badParameter, {
          ...{ row, field: 'line_id' },
          detail: text('明细重复', 'The line is repeated'),
        })
      const line = now.get(line_id)!
      for (const one of [quantity, loss_quantity]) expectPrecision(one, line.unit_precision, at(row, 'quantity'))
      const total = add(quantity, loss_quantity)
      const out = outOfLine(line)
      if (isMore(total, out))
        refuse(purchasingErrors.inboundOverPending, {
          ...cameBack(row),
          left: plain(out),
          detail: text('供应商处有{left}，请先发料', 'The supplier has {left}; send more first'),
        })
      if (!isPositive(total)) refuse(generalErrors.fieldRequired, cameBack(row))
      if (isPositive(loss_quantity) && !loss_reason?.trim())
        refuse(generalErrors.fieldRequired, placeIn(outsourceMove, 'loss_reason', row))
      const { material_code: code, serial_policy, is_last: expected } = line
      const serial_numbers = checkPieces(numbers, { quantity, material: { code, serial_policy }, row, expected })
      const after = {
        ...line,
        received_quantity: add(line.received_quantity, quantity),
        loss_quantity: add(line.loss_quantity, loss_quantity),
      }
      now.set(line.id, after)
      const pieces = add(after.received_quantity, after.loss_quantity)
      const uses = [...used].flatMap(([one, before]): MaterialMoved[] => {
        if (one.line_id !== line.id) return []
        const left = subtract(one.left_quantity, subtract(before, one.used_quantity))
        const wanted = least(subtract(needed(one, pieces), before), left)
        if (!isPositive(wanted)) return []
        used.set(one, add(before, wanted))
        return [{ line_id: line.id, mo_id: line.mo_id, material_id: one.material_id, quantity: wanted }]
      })
      return {
        line,
        quantity,
        loss_quantity,
        loss_reason,
        serial_numbers,
        isLast: !isPositive(openOfLine(after)),
        used: uses,
      }
    },
  )
  return { came, isOpen: [...now.values()].some(line => isPositive(openOfLine(line))) }
}

/** A piece comes back of an operation once: not twice together, and not when it is in a receipt that stands (`known`: operation and number). */
export function expectNotBack(
  came: readonly CameBack[],
  known: readonly { readonly operation_id: string; readonly serial_no: string }[],
): void {
  const seen = new Set(known.map(({ operation_id, serial_no }) => `${operation_id} ${serial_no}`))
  came.forEach(({ line: { operation_id }, serial_numbers }, index) => {
    for (const serial_no of serial_numbers) {
      const key = `${operation_id} ${serial_no}`
      if (seen.has(key))
        refuse(stockErrors.serialElsewhere, {
          ...{ ...placeIn(outsourceMove, 'serial_numbers', index + 1), serial_no },
          detail: text(
            '序列号{serial_no}该工序已收回',
            'Serial number {serial_no} has come back of this operation already',
          ),
        })
      seen.add(key)
    }
  })
}
