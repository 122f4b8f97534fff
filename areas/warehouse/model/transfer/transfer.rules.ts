import type { Parsed } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { placeIn } from '@qitao/core/given.rules.ts'
import { add, isPositive, least, negate, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { takeOpen } from '@qitao/document-kit/model/open-lines.rules.ts'
import { purchasingErrors } from '@qitao/purchasing/model/purchasing.errors.ts'
import { expectLineQuantity, expectLot, type LineMaterial } from '@qitao/stock/model/stock-line.rules.ts'
import { warehouseErrors } from '../warehouse.errors.ts'
import type { receiveTransfer, TransferInput, TransferLineRow } from './transfer.calls.ts'
import { transferLine, transferReceipt, transferRecord } from './transfer.record.ts'
import { transferRest } from './transfer.status.ts'

/** What a rule needs to know of a bin. */
export interface BinFacts {
  readonly id: string
  readonly code: string
  readonly warehouse_id: string
}

const place = (row: number, field: keyof typeof transferLine.fields) => placeIn(transferLine, field, row)

/** Each line has a material that is known, a quantity that fits its unit, and leads from one bin to another (5907) of the named warehouses. */
export function checkTransfer(
  { lines, from_warehouse_id, to_warehouse_id, transfer_date, arrival_date }: TransferInput,
  materials: ReadonlyMap<string, LineMaterial>,
  bins: ReadonlyMap<string, BinFacts>,
): void {
  if (arrival_date !== null && transfer_date !== null && arrival_date < transfer_date)
    refuse(generalErrors.badParameter, {
      ...placeIn(transferRecord, 'arrival_date'),
      detail: text('预计到货不能早于调拨日期', 'It cannot be expected before the transfer date'),
    })
  lines.forEach((line, index) => {
    const row = index + 1
    const material = expectLineQuantity(line, materials, row)
    expectLot(line, material, row)
    if (line.from_location_id === line.to_location_id)
      refuse(warehouseErrors.transferSameLocation, place(row, 'to_location_id'))
    expectIn(bins.get(line.from_location_id), from_warehouse_id, row, 'from_location_id')
    expectIn(bins.get(line.to_location_id), to_warehouse_id, row, 'to_location_id')
  })
}

/** The warehouse of all these bins; null when they are of several. */
export function commonWarehouse(
  lines: TransferInput['lines'],
  end: 'from_location_id' | 'to_location_id',
  bins: ReadonlyMap<string, BinFacts>,
): string | null {
  const [first, ...others] = new Set(lines.map(line => bins.get(line[end])!.warehouse_id))
  return others.length === 0 ? (first ?? null) : null
}

function expectIn(
  bin: BinFacts | undefined,
  warehouse_id: string | null,
  row: number,
  field: 'from_location_id' | 'to_location_id',
): void {
  const { warehouse_id: standing, code } = bin ?? refuse(generalErrors.recordNotFound, place(row, field))
  if (warehouse_id === null || standing === warehouse_id) return
  refuse(generalErrors.badParameter, {
    ...place(row, field),
    code,
    detail: text('库位{code}不在所选仓库内', 'Bin {code} is not in the chosen warehouse'),
  })
}

/** A line as it is received. */
export type SentLine = Pick<
  TransferLineRow,
  'id' | 'material_id' | 'lot_number' | 'unit_precision' | 'open_quantity' | 'from_location_id' | 'to_location_id'
>
/** Goods of a line that go where they are put; null: nowhere, they are gone. */
export interface LinePart {
  readonly line: SentLine
  readonly quantity: Quantity
  readonly to_location_id: string | null
}

/**
 * What has come of each line, and what becomes of the rest. Refused with the row: a line or bin that is not there, more than is in
 * transit (5909), finer than the unit; and nothing at all, or goods that are given up without a reason.
 */
export function receiveLines(
  sent: readonly SentLine[],
  { lines: came, rest, reason }: Pick<Parsed<typeof receiveTransfer>, 'lines' | 'rest' | 'reason'>,
  bins: ReadonlyMap<string, BinFacts>,
): { parts: LinePart[]; isOpen: boolean } {
  const { taken, left: open } = takeOpen(sent, came, line => line.open_quantity, {
    ...{ of: transferLine, tooMuch: purchasingErrors.inboundOverPending },
    detail: text('在途{left}', '{left} is in transit'),
  })
  const received = taken.map(({ line, given: { quantity, to_location_id }, row }): LinePart => {
    if (to_location_id && !bins.has(to_location_id)) refuse(generalErrors.recordNotFound, place(row, 'to_location_id'))
    return { line, quantity, to_location_id: to_location_id ?? line.to_location_id }
  })
  const left = sent.filter(({ id }) => isPositive(open.get(id)!))
  const { later, lost } = transferRest.codes
  if (rest === later) {
    if (came.length === 0) refuse(generalErrors.fieldRequired, { field: 'lines', field_title: transferLine.title })
    return { parts: received, isOpen: left.length > 0 }
  }
  if (left.length > 0 && !reason) refuse(generalErrors.fieldRequired, placeIn(transferReceipt, 'reason'))
  const given = left.map(line => ({
    line,
    quantity: open.get(line.id)!,
    to_location_id: rest === lost ? null : line.from_location_id,
  }))
  return { parts: [...received, ...given], isOpen: false }
}

/** How much of a material and lot all movements of a transfer have brought to a bin; negative: taken out of it. */
export interface Brought {
  readonly material_id: string
  readonly lot_number: string
  readonly location_id: string
  readonly quantity: Quantity
}
/** What a transfer has moved goes back: from each bin into which it brought goods to those from which it took them. */
export function goingBack(
  brought: readonly Brought[],
): { material_id: string; lot_number: string; from_location_id: string; to_location_id: string; quantity: Quantity }[] {
  const left = brought.map(({ quantity }) => quantity)
  return brought.flatMap(({ material_id, lot_number, location_id: from_location_id }, source) =>
    brought.flatMap((to, target) => {
      if (to.material_id !== material_id || to.lot_number !== lot_number || !isPositive(left[source]!)) return []
      const quantity = least(left[source]!, negate(left[target]!))
      if (!isPositive(quantity)) return []
      left[source] = subtract(left[source]!, quantity)
      left[target] = add(left[target]!, quantity)
      return [{ material_id, lot_number, from_location_id, to_location_id: to.location_id, quantity }]
    }),
  )
}
