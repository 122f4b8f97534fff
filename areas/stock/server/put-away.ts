import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { type BinToFill, type GoodsToPut, type PutPart, proposePutAway } from '../model/put-away.rules.ts'

/** Empty bins of each type that are looked at for each of the goods: the nearest ones. */
const emptyForEach = 20

/** Where goods are put by the rules of their bins. `warehouse_id` null: in any warehouse. */
export async function putAway(
  tx: Tx,
  org_id: string,
  warehouse_id: string | null,
  goods: readonly Omit<GoodsToPut, 'default_location_id'>[],
): Promise<PutPart[][]> {
  const material_ids = [...new Set(goods.map(({ material_id }) => material_id))]
  const homes = await rows(
    tx,
    sql<{ id: string; default_location_id: string | null }>`select id, default_location_id from material
      where org_id = ${org_id} and ${among(sql`id`, material_ids)}`,
  )
  const home = new Map(homes.map(({ id, default_location_id }) => [id, default_location_id]))
  const all = goods.map(one => ({ ...one, default_location_id: home.get(one.material_id) ?? null }))
  return proposePutAway(all, await binsFor(tx, org_id, warehouse_id, material_ids, goods.length * emptyForEach))
}

/** Bins of these materials, those that hold them, and the nearest empty ones; none that is off, in transit or frozen by a count. */
const binsFor = (
  tx: Tx,
  org_id: string,
  warehouse_id: string | null,
  material_ids: readonly string[],
  empty: number,
): Promise<BinToFill[]> => {
  const isOpen = sql`b.org_id = ${org_id} and b.status = ${enabledStatus.codes.enabled} and not b.transit and b.supplier_id is null
    and (${warehouse_id}::uuid is null or b.warehouse_id = ${warehouse_id})
    and not exists (select from bin_in_count c where c.org_id = b.org_id and c.location_id = b.id and c.frozen)`
  return rows(
    tx,
    sql<BinToFill>`with looked_at as (
        select f.location_id as id from fixed_bin f where f.org_id = ${org_id} and ${among(sql`f.material_id`, material_ids)}
        union select m.default_location_id from material m where m.org_id = ${org_id} and ${among(sql`m.id`, material_ids)}
        union select i.location_id from inventory i where i.org_id = ${org_id} and ${among(sql`i.material_id`, material_ids)} and i.quantity > 0
        union (select e.id from (
            select b.id, row_number() over (partition by b.type order by b.route_order nulls last, b.code) as place
            from location b where ${isOpen}
              and not exists (select from inventory i where i.org_id = b.org_id and i.location_id = b.id and i.quantity > 0)
              and not exists (select from fixed_bin f where f.org_id = b.org_id and f.location_id = b.id)
          ) e where e.place <= ${empty})
      )
      select b.id as location_id, b.code as location_code, b.type, b.route_order, b.capacity, b.mixed_lots,
        coalesce((select jsonb_agg(jsonb_build_object('material_id', f.material_id, 'max_quantity', f.max_quantity::text))
          from fixed_bin f where f.org_id = b.org_id and f.location_id = b.id), '[]') as own,
        coalesce((select jsonb_agg(jsonb_build_object('material_id', i.material_id, 'lot_number', i.lot_number, 'quantity', i.quantity::text))
          from inventory i where i.org_id = b.org_id and i.location_id = b.id and i.quantity > 0), '[]') as goods
      from location b join looked_at k on k.id = b.id where ${isOpen}`,
  )
}
