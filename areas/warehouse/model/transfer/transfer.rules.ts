import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { expectLineQuantity, expectLot, type LineMaterial } from '@qitao/stock/model/stock-line.rules.ts'
import { warehouseErrors } from '../warehouse.errors.ts'
import type { TransferInput } from './transfer.calls.ts'
import { transferLine } from './transfer.record.ts'

/** What a rule needs to know of a bin. */
export interface BinFacts {
  readonly id: string
  readonly code: string
  readonly warehouse_id: string
}

const place = (row: number, field: keyof typeof transferLine.fields) => ({
  row,
  field,
  field_title: transferLine.fields[field].title,
})

/** Each line has a material that is known, a quantity that fits its unit, and leads from one bin to another (5907) of the named warehouses. */
export function checkTransfer(
  { lines, from_warehouse_id, to_warehouse_id }: TransferInput,
  materials: ReadonlyMap<string, LineMaterial>,
  bins: ReadonlyMap<string, BinFacts>,
): void {
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
export function commonWarehouse(location_ids: readonly string[], bins: ReadonlyMap<string, BinFacts>): string | null {
  const [first, ...others] = new Set(location_ids.map(id => bins.get(id)!.warehouse_id))
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
