import type { Out } from '@qitao/core/call.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { recordset, rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { proposeTransferBins, scanForTransfer } from '../../model/transfer/transfer.calls.ts'
import { goodStock } from '../receipt.queries.ts'

/**
 * Where goods may be taken from: what expires first, then what came first, free before occupied. Where they may be put: the material's
 * own bin, one with the same lot, one with the same material, the first empty one of the warehouse; none that is off, in transit or
 * frozen by a count.
 */
export const proposeBinsHandlers: Handler[] = [
  handle(proposeTransferBins, async ({ from_warehouse_id, to_warehouse_id, lines }, { tx, org_id }) => {
    const [from, to] = [from_warehouse_id ?? null, to_warehouse_id ?? null]
    const isOpen = sql`b.status = ${enabledStatus.codes.enabled} and not b.transit and (${to}::uuid is null or b.warehouse_id = ${to})
      and not exists (select from bin_in_count c where c.org_id = b.org_id and c.location_id = b.id and c.frozen)`
    const found = await rows(
      tx,
      sql<{
        from_location_id: string | null
        from_location_code: string | null
        lot_number: string | null
        available_quantity: string
        occupied_quantity: string
        to_location_id: string | null
        to_location_code: string | null
      }>`with nothing as (
          select b.id, b.code from location b where b.org_id = ${org_id} and b.warehouse_id = ${to} and ${isOpen}
            and not exists (select from inventory i where i.org_id = b.org_id and i.location_id = b.id and i.quantity > 0)
          order by b.code limit 1)
        select f.location_id as from_location_id, f.code as from_location_code, nullif(f.lot_number, '') as lot_number,
          coalesce(f.free, 0) as available_quantity, coalesce(f.occupied, 0) as occupied_quantity,
          g.id as to_location_id, g.code as to_location_code
        from ${recordset(
          lines.map((line, position) => ({ ...line, position })),
          sql`position integer, material_id uuid, from_location_id uuid, lot_number text`,
        )} r
        left join material m on m.org_id = ${org_id} and m.id = r.material_id
        left join lateral (
          select i.location_id, b.code, i.lot_number, sum(i.quantity - i.occupied_quantity) as free, sum(i.occupied_quantity) as occupied
          from inventory i join location b on b.org_id = i.org_id and b.id = i.location_id
          where i.org_id = ${org_id} and i.material_id = r.material_id and ${goodStock} and i.arrives_time is null
            and i.location_id = coalesce(r.from_location_id, i.location_id) and i.lot_number = coalesce(r.lot_number, i.lot_number)
            and (${from}::uuid is null or b.warehouse_id = ${from})
            and not exists (select from bin_in_count c where c.org_id = b.org_id and c.location_id = b.id and c.frozen)
          group by 1, 2, 3 order by sum(i.quantity - i.occupied_quantity) = 0, min(i.expire_time) nulls last, min(i.first_in_time), 2, 3
          limit 1
        ) f on true
        left join lateral (
          select k.id, k.code from (
            select b.id, b.code, 0 as rank from location b where b.org_id = ${org_id} and b.id = m.default_location_id and ${isOpen}
            union all
            select b.id, b.code, case when i.lot_number = coalesce(f.lot_number, '') then 1 else 2 end
              from inventory i join location b on b.org_id = i.org_id and b.id = i.location_id
              where i.org_id = ${org_id} and i.material_id = r.material_id and i.quantity > 0 and ${isOpen}
            union all select id, code, 3 from nothing
          ) k where k.id is distinct from coalesce(r.from_location_id, f.location_id) order by k.rank, k.code limit 1
        ) g on true
        order by r.position`,
    )
    return { lines: found }
  }),

  handle(scanForTransfer, async ({ code, from_location_id, warehouse_id }, { tx, org_id }) => {
    const bins = await rows(
      tx,
      sql<Bin>`select b.id, b.code from location b where b.org_id = ${org_id} and b.code = ${code} and not b.transit
        and b.status = ${enabledStatus.codes.enabled} and b.warehouse_id = coalesce(${warehouse_id ?? null}, b.warehouse_id) limit 2`,
    )
    const goods = await rows(
      tx,
      sql<Goods>`select m.id as material_id, m.code as material_code, m.name as material_name, u.name as unit_name, u.precision as unit_precision,
          m.lot_managed, nullif(i.lot_number, '') as lot_number, sum(i.quantity - i.occupied_quantity) as available_quantity,
          sum(i.occupied_quantity) as occupied_quantity
        from inventory i join material m on m.org_id = i.org_id and m.id = i.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
          left join container c on c.org_id = i.org_id and c.id = i.container_id
        where i.org_id = ${org_id} and i.location_id = ${from_location_id ?? null} and ${goodStock} and ${code} in (m.code, i.lot_number, c.code)
        group by m.org_id, m.id, u.org_id, u.id, i.lot_number order by m.code, i.lot_number limit 2`,
    )
    return { bins, goods }
  }),
]
type Bin = Out<typeof scanForTransfer>['bins'][number]
type Goods = Out<typeof scanForTransfer>['goods'][number]
