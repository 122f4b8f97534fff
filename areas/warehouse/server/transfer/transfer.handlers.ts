import {
  type DocumentNumber,
  type DocumentTable,
  documentBooks,
  documentHandlers,
  startOfToday,
} from '@qitao/document-kit/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { lineMaterials, moveGoods } from '@qitao/stock/server'
import { sql } from 'kysely'
import { type TransferInput, transfer } from '../../model/transfer/transfer.calls.ts'
import { type BinFacts, checkTransfer, commonWarehouse } from '../../model/transfer/transfer.rules.ts'
import { goodStock } from '../receipt.queries.ts'

async function binsOf(tx: Tx, org_id: string, inputs: readonly TransferInput[]): Promise<Map<string, BinFacts>> {
  const ids = inputs.flatMap(({ lines }) => lines.flatMap(line => [line.from_location_id, line.to_location_id]))
  const found = await rows(
    tx,
    sql<BinFacts>`select id, code, warehouse_id from location where org_id = ${org_id} and ${among(sql`id`, [...new Set(ids)])}`,
  )
  return new Map(found.map(bin => [bin.id, bin]))
}

const table: DocumentTable<typeof transfer> = {
  table: 'transfer',
  lines: { table: 'transfer_line', parent: 'transfer_id' },
  serial: 'DB',
  where: filters => [
    filters.from_warehouse_id !== undefined && sql`t.from_warehouse_id = ${filters.from_warehouse_id}`,
    filters.to_warehouse_id !== undefined && sql`t.to_warehouse_id = ${filters.to_warehouse_id}`,
  ],
  shows: () => ({
    columns: sql`f.name as from_warehouse_name, w.name as to_warehouse_name, a.name as operator_name`,
    joins: sql`left join warehouse f on f.org_id = t.org_id and f.id = t.from_warehouse_id
      left join warehouse w on w.org_id = t.org_id and w.id = t.to_warehouse_id
      left join app_user a on a.org_id = t.org_id and a.id = t.operator_id`,
  }),
  lineShows: {
    columns: sql`f.code as from_location_code, o.code as to_location_code, m.lot_managed,
      coalesce((select sum(i.quantity - i.occupied_quantity) from inventory i where i.org_id = l.org_id and i.material_id = l.material_id
        and i.location_id = l.from_location_id and i.lot_number = coalesce(l.lot_number, '') and ${goodStock}), 0) as available_quantity`,
    joins: sql`join location f on f.org_id = l.org_id and f.id = l.from_location_id
      join location o on o.org_id = l.org_id and o.id = l.to_location_id`,
  },
  async settle(context, inputs) {
    const { tx, org_id } = context
    const materials = await lineMaterials(
      tx,
      org_id,
      inputs.flatMap(({ lines }) => lines.map(line => line.material_id)),
    )
    const bins = await binsOf(tx, org_id, inputs)
    const today = startOfToday(context)
    return inputs.map(input => {
      checkTransfer(input, materials, bins)
      const { remark, lines } = input
      const from_warehouse_id =
        input.from_warehouse_id ??
        commonWarehouse(
          lines.map(line => line.from_location_id),
          bins,
        )
      const to_warehouse_id =
        input.to_warehouse_id ??
        commonWarehouse(
          lines.map(line => line.to_location_id),
          bins,
        )
      return {
        head: { from_warehouse_id, to_warehouse_id, transfer_date: input.transfer_date ?? today, remark },
        lines,
      }
    })
  },
  begins: ({ member }) => ({ operator_id: member.user_id }),
  acts: { confirm: carryOut },
}
const books = documentBooks(transfer, table)
export const transferHandlers = documentHandlers(transfer, table, books)

/** All goods of all of them in one posting: as many wait for each other as share a balance. */
async function carryOut({ tx, org_id }: Context, transfers: readonly DocumentNumber[]): Promise<void> {
  const nos = new Map(transfers.map(({ id, no }) => [id, no]))
  const lines = await books.linesOf(tx, org_id, [...nos.keys()])
  await moveGoods(
    tx,
    org_id,
    lines.map(({ transfer_id, material_id, from_location_id, to_location_id, lot_number, quantity }) => ({
      ...{ material_id, from_location_id, to_location_id, lot_number: lot_number ?? '', quantity },
      source: { id: transfer_id, no: nos.get(transfer_id)!, type: 'transfer' },
    })),
  )
}
