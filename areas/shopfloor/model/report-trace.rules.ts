import { add, isMore, isPositive, least, negate, type Quantity, subtract, sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { checkPieces } from '@qitao/stock/model/piece.rules.ts'
import { shopfloorErrors } from './shopfloor.errors.ts'

/** What a reporter says went in. */
export interface UsedLot {
  readonly material_id: string
  /** Absent: the lot of the pieces, where they have one; else whatever the ledger picks. */
  readonly lot_number?: string | null | undefined
  readonly quantity: Quantity
  readonly serial_numbers?: readonly string[] | undefined
}
/** Without a quantity: all that the report needs of it. */
export type UsedGiven = Omit<UsedLot, 'quantity'> & { readonly quantity?: Quantity | undefined }
export const usedOf = (given: readonly UsedGiven[], needs: readonly Need[]): UsedLot[] =>
  given.map(({ quantity, ...of }) => ({
    ...of,
    quantity: quantity ?? needs.find(({ material_id }) => material_id === of.material_id)?.need ?? '0',
  }))
export interface TracedMaterial {
  readonly code: string
  readonly serial_policy: number
}
/** What the pieces of one report need of a material: all of it, and what of it was not picked before. */
export interface Need {
  readonly material_id: string
  readonly need: Quantity
  readonly open: Quantity
}
export interface LotOf {
  readonly material_id: string
  readonly lot_number: string
  readonly quantity: Quantity
}
/** Picked for the order and in no report yet. */
export type AtLine = LotOf

/** The serial numbers that each line names, checked against what is needed. Rows from 1. */
export function checkUsed(
  used: readonly UsedLot[],
  needs: readonly Need[],
  materials: ReadonlyMap<string, TracedMaterial>,
): void {
  for (const [index, { material_id, quantity, serial_numbers }] of used.entries()) {
    const row = index + 1
    const isNeeded = needs.some(need => need.material_id === material_id)
    const material =
      (isNeeded ? materials.get(material_id) : undefined) ??
      refuse(shopfloorErrors.badParameter, {
        ...{ row, field: 'material_id' },
        detail: text('第{row}行的物料不是本道工序所需', 'The material of row {row} is not needed at this operation'),
      })
    checkPieces(serial_numbers, { quantity, material, row, expected: false })
  }
  for (const { material_id, need } of needs) {
    const material = materials.get(material_id)!
    const lines = used.filter(one => one.material_id === material_id)
    const named = sum(lines.map(({ quantity }) => quantity))
    if (isMore(named, need)) {
      refuse(shopfloorErrors.badParameter, {
        ...{ field: 'used', material_code: material.code, named, need },
        detail: text(
          '{material_code}填写了{named}，本次只需{need}',
          '{named} of {material_code} are named, this report uses {need}',
        ),
      })
    }
    checkPieces(
      lines.flatMap(({ serial_numbers = [] }) => serial_numbers),
      { quantity: need, material, expected: true },
    )
  }
}

/**
 * Where what is named comes from: from what lies at the line as far as this report needs it, the rest out of stock. What is not named
 * of what leaves stock is for the ledger to pick. What is neither named nor taken out of stock stays with the order: it is not known
 * which report used it.
 */
export function whereFrom(
  { material_id, need, open }: Need,
  named: readonly LotOf[],
  atLine: readonly AtLine[],
): { fromLine: LotOf[]; issues: { material_id: string; quantity: Quantity; lot_number?: string }[] } {
  let line = subtract(need, open)
  let stock = open
  const left = new Map(atLine.filter(of => of.material_id === material_id).map(of => [of.lot_number, of.quantity]))
  const fromLine: LotOf[] = []
  const issues: { material_id: string; quantity: Quantity; lot_number?: string }[] = []
  for (const { lot_number, quantity } of named) {
    const there = least(least(quantity, line), left.get(lot_number) ?? '0')
    if (isPositive(there)) {
      fromLine.push({ material_id, lot_number, quantity: there })
      line = subtract(line, there)
      left.set(lot_number, subtract(left.get(lot_number)!, there))
    }
    const rest = subtract(quantity, isPositive(there) ? there : '0')
    if (!isPositive(rest)) continue
    if (isMore(rest, stock)) {
      refuse(shopfloorErrors.badParameter, {
        ...{ field: 'used', lot_number, missing: subtract(rest, stock) },
        detail: text(
          '批次“{lot_number}”有{missing}既未领到产线，也不再需要从库存领用',
          '{missing} of lot "{lot_number}" were not picked for this order, and nothing more of it is to be taken out of stock',
        ),
      })
    }
    stock = subtract(stock, rest)
    issues.push({ material_id, quantity: rest, lot_number })
  }
  if (isPositive(stock)) issues.push({ material_id, quantity: stock })
  return { fromLine, issues }
}

export interface PieceOf {
  readonly material_id: string
  readonly lot_number: string
  readonly serial_no: string
}
/** What a report used or made, piece by piece where pieces are named, and the rest of each lot in one. `sign`: 1 made, -1 used. */
export function entriesOf(
  lots: readonly LotOf[],
  pieces: readonly PieceOf[],
  sign: 1 | -1,
): (LotOf & { readonly serial_no: string })[] {
  const signed = (quantity: Quantity): Quantity => (sign === 1 ? quantity : negate(quantity))
  const byLot = Map.groupBy(lots, ({ material_id, lot_number }) => `${material_id}/${lot_number}`)
  const named = Map.groupBy(pieces, ({ material_id, lot_number }) => `${material_id}/${lot_number}`)
  const rest = [...byLot].flatMap(([key, of]) => {
    const { material_id, lot_number } = of[0]!
    const quantity = subtract(sum(of.map(one => one.quantity)), String(named.get(key)?.length ?? 0))
    return isPositive(quantity) ? [{ material_id, lot_number, serial_no: '', quantity: signed(quantity) }] : []
  })
  return [...pieces.map(piece => ({ ...piece, quantity: signed('1') })), ...rest]
}

export const addUp = (lots: readonly LotOf[]): LotOf[] =>
  [...Map.groupBy(lots, ({ material_id, lot_number }) => `${material_id}/${lot_number}`).values()].map(of => ({
    ...of[0]!,
    quantity: of.map(one => one.quantity).reduce(add),
  }))
