import { isPositive, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { expectLeftUnnamed } from '@qitao/stock/model/piece.rules.ts'
import { type TraceEntry, takePieces } from '@qitao/stock/server'
import { type RawBuilder, sql } from 'kysely'
import type { Part } from '../model/receipt.rules.ts'
import { type Direction, inboundType, movementOf } from '../model/receipt.status.ts'

const { purchase, other, return_from_picking, sales_return } = inboundType.codes
const { transfer, inspection } = movementType.codes

interface OfPieces {
  readonly id: string
  readonly no: string
  readonly receipt_type: number
  readonly mo_id: string | null
}
/**
 * The pieces that the parts of a receipt name, locked, as they are recorded beside the ledger. Bought pieces bring their numbers with
 * them; others have theirs from their work order. What left before its pieces were named comes back with numbers that nobody saw
 * leaving: as many of them as left so.
 */
export async function piecesOf(
  tx: Tx,
  org_id: string,
  direction: Direction,
  receipt: OfPieces,
  parts: readonly (Pick<Part, 'lot_number' | 'serial_numbers'> & { readonly line: { readonly material_id: string } })[],
): Promise<TraceEntry[]> {
  const inbound = direction === 'inbound'
  const named = parts.flatMap(({ line: { material_id }, serial_numbers, lot_number }) =>
    serial_numbers.map(serial_no => ({
      ...{ serial_no, material_id, lot_number: lot_number ?? '', of_lot: lot_number ?? undefined },
      step: inbound ? ('in' as const) : ('out' as const),
      keeps_lot: inbound && receipt.receipt_type === return_from_picking,
    })),
  )
  if (named.length === 0) return []
  const comesAlone = inbound && (receipt.receipt_type === purchase || receipt.receipt_type === other)
  const room = comesAlone || !inbound ? new Map<string, Quantity>() : await leftUnnamed(tx, org_id, receipt, named)
  const left_unseen = ({ material_id }: { material_id: string }) => isPositive(room.get(material_id) ?? '0')
  const fresh = named.filter(piece => comesAlone || left_unseen(piece)).map(piece => ({ ...piece, id: newId() }))
  const made =
    fresh.length === 0
      ? []
      : await rows(
          tx,
          sql<{ serial_no: string }>`insert into serial_number (id, serial_no, material_id, receipt_id, lot_number)
            select r.id, r.serial_no, r.material_id, ${comesAlone ? receipt.id : null}::uuid, nullif(r.lot_number, '')
            from ${recordset(fresh, sql`id uuid, serial_no text, material_id uuid, lot_number text`)} r order by r.serial_no
            on conflict (org_id, serial_no) do nothing returning serial_no`,
        )
  const known = await takePieces(
    tx,
    org_id,
    named.map(piece => ({ ...piece, left_unseen: left_unseen(piece) })),
  )
  if (room.size > 0) {
    const free = new Set(made.map(({ serial_no }) => serial_no))
    expectLeftUnnamed(
      named.filter(({ serial_no }) => free.has(serial_no) || known.get(serial_no)!.place === 'in_stock'),
      room,
    )
  }
  return named.map(({ serial_no, material_id, lot_number }) => ({
    ...{ source_type: 'receipt', source_id: receipt.id, source_no: receipt.no, mo_id: receipt.mo_id },
    ...{ movement_type: movementOf(direction, receipt.receipt_type), material_id, serial_no },
    lot_number: lot_number || known.get(serial_no)!.lot_number,
    quantity: inbound ? '1' : '-1',
  }))
}

/** By material, how much of it is out without a number: for the work order of a receipt, or with its customer. */
async function leftUnnamed(
  tx: Tx,
  org_id: string,
  { id, receipt_type, mo_id }: OfPieces,
  named: readonly { readonly material_id: string }[],
): Promise<Map<string, Quantity>> {
  if (mo_id === null && receipt_type !== sales_return) return new Map()
  const ofReceipt = (x: string): RawBuilder<unknown> =>
    mo_id !== null
      ? sql`${sql.ref(`${x}.mo_id`)} = ${mo_id}`
      : sql`${sql.ref(`${x}.source_id`)} in (select o.id from receipt o join receipt r on r.org_id = o.org_id and r.id = ${id}
          where o.org_id = ${org_id} and o.customer_id = r.customer_id)`
  const found = await rows(
    tx,
    sql<{
      material_id: string
      room: Quantity
    }>`select g.material_id, coalesce(-m.moved, 0) - coalesce(p.pieces, 0) as room
      from unnest(${[...new Set(named.map(({ material_id }) => material_id))]}::uuid[]) as g (material_id)
      left join lateral (select sum(x.quantity) as moved from stock_movement x where x.org_id = ${org_id} and x.material_id = g.material_id
        and x.movement_type not in (${transfer}, ${inspection}) and ${ofReceipt('x')}) m on true
      left join lateral (select count(*) filter (where l.quantity < 0) as pieces from (
        select distinct on (e.serial_no) e.quantity from trace_entry e where e.org_id = ${org_id} and e.material_id = g.material_id
          and e.serial_no <> '' and e.source_type <> 'report' and ${ofReceipt('e')} order by e.serial_no, e.id desc) l) p on true`,
  )
  return new Map(found.map(({ material_id, room }) => [material_id, room]))
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
