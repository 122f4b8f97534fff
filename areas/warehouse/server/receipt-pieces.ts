import { isPositive, subtract } from '@qitao/core/quantity.ts'
import { recordset, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type TraceEntry, takePieces } from '@qitao/stock/server'
import { sql } from 'kysely'
import type { Part } from '../model/receipt.rules.ts'
import { type Direction, inboundType, movementOf } from '../model/receipt.status.ts'

const { purchase, other } = inboundType.codes

/**
 * The pieces that the parts of a receipt name, locked, as they are recorded beside the ledger. Bought pieces bring their numbers with
 * them; others have theirs from their work order.
 */
export async function piecesOf(
  tx: Tx,
  org_id: string,
  direction: Direction,
  receipt: { readonly id: string; readonly no: string; readonly receipt_type: number; readonly mo_id: string | null },
  parts: readonly Part[],
): Promise<TraceEntry[]> {
  const inbound = direction === 'inbound'
  const named = parts.flatMap(({ line: { material_id }, serial_numbers, lot_number }) =>
    serial_numbers.map(serial_no => ({
      ...{ serial_no, material_id, lot_number: lot_number ?? '', of_lot: lot_number ?? undefined },
      step: inbound ? ('in' as const) : ('out' as const),
    })),
  )
  if (named.length === 0) return []
  if (inbound && (receipt.receipt_type === purchase || receipt.receipt_type === other)) {
    const fresh = named.map(piece => ({ ...piece, id: newId() }))
    await sql`insert into serial_number (id, serial_no, material_id, receipt_id, lot_number)
      select r.id, r.serial_no, r.material_id, ${receipt.id}, nullif(r.lot_number, '')
      from ${recordset(fresh, sql`id uuid, serial_no text, material_id uuid, lot_number text`)} r order by r.serial_no
      on conflict (org_id, serial_no) do nothing`.execute(tx)
  }
  const known = await takePieces(tx, org_id, named)
  return named.map(({ serial_no, material_id, lot_number }) => ({
    ...{ source_type: 'receipt', source_id: receipt.id, source_no: receipt.no, mo_id: receipt.mo_id },
    ...{ movement_type: movementOf(direction, receipt.receipt_type), material_id, serial_no },
    lot_number: lot_number || known.get(serial_no)!.lot_number,
    quantity: inbound ? '1' : '-1',
  }))
}

/** Parts that name pieces and no lot leave from the lots of those pieces. */
export function byLotOfPieces(parts: readonly Part[], pieces: readonly TraceEntry[]): Part[] {
  const lotOf = new Map(pieces.map(({ serial_no, lot_number }) => [serial_no, lot_number]))
  return parts.flatMap(part => {
    if (part.lot_number !== null) return [part]
    const lots = Map.groupBy(part.serial_numbers, serial_no => lotOf.get(serial_no)!)
    lots.delete('')
    const split = [...lots].map(([lot_number, of]) => ({ ...part, lot_number, quantity: String(of.length) }))
    const rest = split.reduce((left, { quantity }) => subtract(left, quantity), part.quantity)
    return isPositive(rest) ? [...split, { ...part, quantity: rest }] : split
  })
}
