import type { Out } from '@qitao/core/call.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { recordset, rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { putAway } from '@qitao/stock/server'
import { sql } from 'kysely'
import { moveNow, proposeTransferBins, scanForTransfer } from '../../model/moving/moving.calls.ts'
import { transfer } from '../../model/transfer/transfer.calls.ts'
import { goodStock } from '../receipt.queries.ts'
import { carryOut, transferBooks } from '../transfer/transfer.books.ts'

/** Where goods may be taken from and put, what a label means, and a move that is done at once. Taken: what expires first, then what came first, free before occupied; where they may be put: as put away. */
export const movingHandlers: Handler[] = [
  handle(proposeTransferBins, async ({ from_warehouse_id, to_warehouse_id, lines }, { tx, org_id }) => {
    const from = from_warehouse_id ?? null
    const found = await rows(
      tx,
      sql<Omit<Proposed, 'to_location_id' | 'to_location_code'>>`
        select f.location_id as from_location_id, f.code as from_location_code, nullif(f.lot_number, '') as lot_number,
          coalesce(f.free, 0) as available_quantity, coalesce(f.occupied, 0) as occupied_quantity
        from ${recordset(
          lines.map((line, position) => ({ ...line, position })),
          sql`position integer, material_id uuid, from_location_id uuid, lot_number text`,
        )} r
        left join lateral (
          select i.location_id, b.code, i.lot_number, sum(i.quantity - i.occupied_quantity) as free, sum(i.occupied_quantity) as occupied
          from inventory i join location b on b.org_id = i.org_id and b.id = i.location_id
          where i.org_id = ${org_id} and i.material_id = r.material_id and ${goodStock}
            and i.location_id = coalesce(r.from_location_id, i.location_id) and i.lot_number = coalesce(r.lot_number, i.lot_number)
            and (${from}::uuid is null or b.warehouse_id = ${from})
            and not exists (select from bin_in_count c where c.org_id = b.org_id and c.location_id = b.id and c.frozen)
          group by 1, 2, 3 order by sum(i.quantity - i.occupied_quantity) = 0, min(i.expire_time) nulls last, min(i.first_in_time), 2, 3
          limit 1
        ) f on true
        order by r.position`,
    )
    const put = await putAway(
      tx,
      org_id,
      to_warehouse_id ?? null,
      lines.map(({ material_id, from_location_id, lot_number, quantity }, index) => ({
        ...{ material_id, quantity: quantity ?? anyQuantity, quality_status: qualityStatus.codes.finished },
        lot_number: lot_number ?? found[index]!.lot_number ?? '',
        from_location_id: from_location_id ?? found[index]!.from_location_id,
      })),
    )
    return {
      lines: found.map((line, index) => {
        const { location_id, location_code } = put[index]![0]!
        return { ...line, to_location_id: location_id, to_location_code: location_code }
      }),
    }
  }),

  handle(scanForTransfer, async ({ code, from_location_id, warehouse_id }, { tx, org_id }) => {
    const bins = await rows(
      tx,
      sql<Bin>`select b.id, b.code from location b where b.org_id = ${org_id} and b.code = ${code} and not b.transit and b.supplier_id is null
        and b.status = ${enabledStatus.codes.enabled} and b.warehouse_id = coalesce(${warehouse_id ?? null}, b.warehouse_id) limit 2`,
    )
    const goods = await rows(
      tx,
      sql<Goods>`select m.id as material_id, m.code as material_code, m.name as material_name, u.name as unit_name, u.precision as unit_precision,
          m.lot_managed, nullif(i.lot_number, '') as lot_number, sum(i.quantity - i.occupied_quantity) as available_quantity,
          sum(i.occupied_quantity) as occupied_quantity
        from inventory i join material m on m.org_id = i.org_id and m.id = i.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
          left join container c on c.org_id = i.org_id and c.id = i.container_id
          left join stock_lot s on s.org_id = i.org_id and s.material_id = i.material_id and s.lot_number = i.lot_number
        where i.org_id = ${org_id} and i.location_id = ${from_location_id ?? null} and ${goodStock} and ${code} in (m.code, i.lot_number, c.code, s.supplier_lot)
        group by m.org_id, m.id, u.org_id, u.id, i.lot_number order by m.code, i.lot_number limit 2`,
    )
    return { bins, goods }
  }),

  handle(moveNow, async (line, context) => {
    const lines = [{ ...line, lot_number: line.lot_number ?? null }]
    const made = await transferBooks.add(context, [transfer.calls.add.input.parse({ lines })])
    await transferBooks.move(
      context.tx,
      context.org_id,
      'confirm',
      made.map(({ id }) => id),
    )
    await carryOut(context, made)
    return made[0]!
  }),
]
/** Where there is room at all, as long as nobody said for how much. */
const anyQuantity = '0.000001'
type Proposed = Out<typeof proposeTransferBins>['lines'][number]
type Bin = Out<typeof scanForTransfer>['bins'][number]
type Goods = Out<typeof scanForTransfer>['goods'][number]
