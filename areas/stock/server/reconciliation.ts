import { text } from '@qitao/core/text.ts'
import { among, recordset, type Tx } from '@qitao/platform/server/database/database.ts'
import { amongThese, plainNumber, type Reconciliation } from '@qitao/platform/server/reconciliation.ts'
import { type RawBuilder, sql } from 'kysely'

/** What people call a balance: material, bin and lot. `i` is the balance. */
export const balanceName = sql`(select concat_ws(' ', m.code, l.code, nullif(i.lot_number, '')) from material m, location l
  where m.org_id = i.org_id and m.id = i.material_id and l.org_id = i.org_id and l.id = i.location_id)`

export const lockBalances = (tx: Tx, org_id: string, ids: readonly string[]): Promise<unknown> =>
  sql`select from inventory where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for no key update`.execute(
    tx,
  )

const movedOf = sql`(select coalesce(sum(s.quantity), 0) from stock_movement s where s.org_id = i.org_id and s.inventory_id = i.id)`

/** Only derived figures are set: movements are never changed. */
export const stockReconciliations: readonly Reconciliation[] = [
  {
    key: 'stock_balance',
    title: text('库存余额与流水', 'Balance and movements'),
    remedy: text(
      '以出入库流水为准：更正后余额等于流水合计；被占用的数量超过流水合计时，先释放占用',
      'Movements count: a correction sets the balance to their sum; where more than that is occupied, release it first',
    ),
    find: (org_id, ids) => sql`
      with moved as materialized (select s.inventory_id as id, sum(s.quantity) as quantity from stock_movement s
        where s.org_id = ${org_id} and ${amongThese(sql`s.inventory_id`, ids)} group by s.inventory_id)
      select i.id as object_id, ${balanceName} as object_no, '' as subject,
        ${plainNumber(sql`coalesce(k.quantity, 0)`)} as expected, ${plainNumber(sql`i.quantity`)} as found
      from inventory i left join moved k on k.id = i.id
      where i.org_id = ${org_id} and ${amongThese(sql`i.id`, ids)} and i.quantity <> coalesce(k.quantity, 0)`,
    correct: async (tx, org_id, ids) => {
      await lockBalances(tx, org_id, ids)
      await sql`update inventory i set quantity = ${movedOf}, updated_time = epoch_now()
        where i.org_id = ${org_id} and ${among(sql`i.id`, ids)} and ${movedOf} >= i.occupied_quantity`.execute(tx)
    },
  },
  {
    key: 'stock_movement_balance',
    title: text('流水的结存', 'Running balance of movements'),
    remedy: text(
      '流水不可改写：请核对该库位的实物，差额用其他出入库单调整',
      'Movements are never rewritten: count the bin, and book the difference as other inbound or outbound',
    ),
    find: (org_id, ids) => runningBalances(org_id, ids),
  },
  {
    key: 'stock_movement_place',
    title: text('流水与库存的物料、库位、批次', 'Material, bin and lot of movements'),
    remedy: text(
      '流水不可改写：请核对该库位的实物，差额用其他出入库单调整',
      'Movements are never rewritten: count the bin, and book the difference as other inbound or outbound',
    ),
    find: (org_id, ids) => sql`select distinct on (i.id) i.id as object_id, ${balanceName} as object_no, '' as subject,
        concat_ws(' ', i.material_id, i.location_id, i.quality_status, i.lot_number, i.container_id) as expected,
        concat_ws(' ', s.material_id, s.location_id, s.quality_status, s.lot_number, s.container_id) as found
      from inventory i join stock_movement s on s.org_id = i.org_id and s.inventory_id = i.id
      where i.org_id = ${org_id} and ${amongThese(sql`i.id`, ids)}
        and (i.material_id, i.location_id, i.quality_status, i.lot_number, i.container_id)
          is distinct from (s.material_id, s.location_id, s.quality_status, s.lot_number, s.container_id)
      order by i.id, s.id`,
  },
]

/** The first movement of each balance after which the balance was another than the sum so far. */
const runningBalances = (org_id: string, ids: readonly string[] | undefined): RawBuilder<never> =>
  sql`select distinct on (i.id) i.id as object_id, ${balanceName} as object_no, '' as subject,
      ${plainNumber(sql`s.expected`)} as expected, ${plainNumber(sql`s.balance`)} as found
    from (select inventory_id, id, balance, sum(quantity) over (partition by inventory_id order by id) as expected
      from stock_movement where org_id = ${org_id} and ${amongThese(sql`inventory_id`, ids)}) s
    join inventory i on i.org_id = ${org_id} and i.id = s.inventory_id
    where s.balance <> s.expected order by i.id, s.id`

/** Manufacturing has counted what its orders hold of these balances, locked before; more than there is stays as it is. */
export const correctOccupied = (
  tx: Tx,
  org_id: string,
  held: readonly { id: string; quantity: string }[],
): Promise<unknown> =>
  sql`update inventory i set occupied_quantity = r.quantity, updated_time = epoch_now()
    from ${recordset(held, sql`id uuid, quantity numeric`)} r
    where i.org_id = ${org_id} and i.id = r.id and r.quantity <= i.quantity`.execute(tx)
