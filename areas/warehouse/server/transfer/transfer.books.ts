import { type DocumentNumber, type DocumentTable, documentBooks, startOfToday } from '@qitao/document-kit/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { lineMaterials, transitBin } from '@qitao/stock/server'
import { sql } from 'kysely'
import { transfer } from '../../model/transfer/transfer.calls.ts'
import { type BinFacts, checkTransfer, commonWarehouse } from '../../model/transfer/transfer.rules.ts'
import { transferStatus, transferSteps } from '../../model/transfer/transfer.status.ts'
import { moveHeld } from '../moving/move-held.ts'
import { goodStock } from '../receipt.queries.ts'

/** Bins that people may name: not the one of goods in transit. */
export async function binsOf(
  tx: Tx,
  org_id: string,
  lines: readonly { from_location_id?: string; to_location_id?: string | null | undefined }[],
): Promise<Map<string, BinFacts>> {
  const ids = lines.flatMap(line => [line.from_location_id, line.to_location_id]).filter(id => id != null)
  const found = await rows(
    tx,
    sql<BinFacts>`select id, code, warehouse_id from location
      where org_id = ${org_id} and not transit and supplier_id is null and ${among(sql`id`, [...new Set(ids)])}`,
  )
  return new Map(found.map(bin => [bin.id, bin]))
}

const inTransit = sql`(case when d.status in (${sql.join(transferStatus.from('receive'))})
  then l.quantity - l.received_quantity - l.returned_quantity - l.lost_quantity else 0 end)`
/** The stock that a line `l` is taken from. */
const itsStock = sql`i.org_id = l.org_id and i.material_id = l.material_id and i.location_id = l.from_location_id
  and i.lot_number = coalesce(l.lot_number, '') and ${goodStock}`

export const transferTable: DocumentTable<typeof transfer> = {
  table: 'transfer',
  lines: { table: 'transfer_line', parent: 'transfer_id' },
  serial: 'DB',
  lineShows: {
    columns: sql`f.code as from_location_code, o.code as to_location_code, m.lot_managed, s.available_quantity, s.occupied_quantity,
      ${inTransit} as open_quantity, array(select distinct x.no from inventory i
        join mo_assignment a on a.org_id = i.org_id and a.source_id = i.id join mo x on x.org_id = a.org_id and x.id = a.mo_id
        where ${itsStock} and i.occupied_quantity > 0 order by x.no) as holders`,
    joins: sql`join transfer d on d.org_id = l.org_id and d.id = l.transfer_id
      join location f on f.org_id = l.org_id and f.id = l.from_location_id
      join location o on o.org_id = l.org_id and o.id = l.to_location_id
      cross join lateral (select coalesce(sum(i.quantity - i.occupied_quantity), 0) as available_quantity,
        coalesce(sum(i.occupied_quantity), 0) as occupied_quantity from inventory i where ${itsStock}) s`,
  },
  orders: { sent_time: sql`coalesce(t.sent_time, 0)` },
  async settle(context, inputs) {
    const { tx, org_id } = context
    const all = inputs.flatMap(({ lines }) => lines)
    const materials = await lineMaterials(tx, org_id, all)
    const bins = await binsOf(tx, org_id, all)
    const today = startOfToday(context)
    return inputs.map(given => {
      const input = { ...given, transfer_date: given.transfer_date ?? today }
      checkTransfer(input, materials, bins)
      const { lines, transfer_date, from_warehouse_id, to_warehouse_id } = input
      return {
        head: {
          transfer_date,
          from_warehouse_id: from_warehouse_id ?? commonWarehouse(lines, 'from_location_id', bins),
          to_warehouse_id: to_warehouse_id ?? commonWarehouse(lines, 'to_location_id', bins),
        },
      }
    })
  },
  begins: ({ member }) => ({ operator_id: member.user_id }),
  acts: { confirm: carryOut },
}
export const transferBooks = documentBooks(transfer, transferTable)

/**
 * All goods of all of them in one posting: as many wait for each other as share a balance. Of two steps they go into transit, of
 * one they are there.
 */
export async function carryOut(context: Context, transfers: readonly DocumentNumber[]): Promise<void> {
  const { tx, org_id, now } = context
  const ids = transfers.map(({ id }) => id)
  const heads = await transferBooks.several(tx, org_id, ids)
  const isSent = (id: string) => heads.get(id)!.steps === transferSteps.codes.two
  const transit = ids.some(isSent) ? await transitBin(tx, org_id) : null
  const lines = await transferBooks.linesOf(tx, org_id, ids)
  await moveHeld(
    context,
    lines.map(({ transfer_id, material_id, from_location_id, to_location_id, lot_number, quantity }) => {
      const { id, no, arrival_date } = heads.get(transfer_id)!
      const goods = { material_id, from_location_id, lot_number: lot_number ?? '', quantity, transfer: { id, no } }
      return isSent(id)
        ? { ...goods, to_location_id: transit, arrives_time: arrival_date ?? now }
        : { ...goods, to_location_id }
    }),
  )
  await transferBooks.write(tx, org_id, ids, { sent_time: now })
  const there = ids.filter(id => !isSent(id))
  await sql`update transfer_line set received_quantity = quantity where org_id = ${org_id} and ${among(sql`transfer_id`, there)}`.execute(
    tx,
  )
  await transferBooks.move(tx, org_id, 'receive', there)
}
