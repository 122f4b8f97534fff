import type { Out } from '@qitao/core/call.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { lastPaid } from '@qitao/purchasing/server'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { sql } from 'kysely'
import type { countCalls } from '../../model/count/count.calls.ts'
import { countStatus } from '../../model/count/count.status.ts'
import { type BinFacts, errorRateOf, proposeCounts } from '../../model/count/count-proposal.rules.ts'
import { coversBin, seesPrices } from './count.queries.ts'

const { picking_out, sales_out, other_out } = movementType.codes
/** So many bins are shown: as many as a count may name. */
const mostProposed = 500
const year = 365 * daySeconds

/** Bins of a warehouse that should be counted next, by what moved there, what lies there, and when it was counted last. */
export async function countsToPropose(
  { warehouse_id }: { warehouse_id: string },
  { tx, org_id, now, member }: Context,
): Promise<Out<typeof countCalls.propose>> {
  const since = now - year
  // Of one warehouse; what is being counted is not proposed again.
  const bins = await rows(
    tx,
    sql<BinFacts>`with bin as (
        select l.id, l.code, coalesce((select max(coalesce(t.second_time, t.first_time)) from count_line t
            join inventory_count c on c.org_id = t.org_id and c.id = t.count_id and c.status = ${countStatus.codes.done}
            where t.org_id = l.org_id and t.location_id = l.id),
          -- A bin in which the books had nothing, and nothing was found.
          (select max(c.started_time) from inventory_count c where c.org_id = l.org_id and c.warehouse_id = l.warehouse_id
            and c.status = ${countStatus.codes.done} and l.created_time <= c.started_time
            and ${coversBin('c', 'l')})) as counted_time
        from location l where l.org_id = ${org_id} and l.warehouse_id = ${warehouse_id} and not l.transit and l.supplier_id is null
          and not exists (select from bin_in_count c where c.org_id = l.org_id and c.location_id = l.id)
      ), lying as (
        select i.location_id, i.material_id, sum(i.quantity) as quantity from inventory i join bin on bin.id = i.location_id
        where i.org_id = ${org_id} and i.quantity <> 0 group by 1, 2
      ), price as (
        select m.id, coalesce(p.price, m.purchase_price, 0) as price
        from material m left join lateral ${lastPaid(org_id, sql`m.id`, member.currency)} p on true
        where m.org_id = ${org_id} and m.id in (select material_id from lying)
      ), moved as (
        select s.location_id, count(*) as movements from stock_movement s join bin on bin.id = s.location_id
        where s.org_id = ${org_id} and s.movement_time > greatest(bin.counted_time, ${since}) group by 1
      )
      select bin.id as location_id, bin.code, bin.counted_time, coalesce(moved.movements, 0) as movements,
        coalesce(g.goods, '[]') as goods
      from bin left join moved on moved.location_id = bin.id left join lateral (
        select jsonb_agg(jsonb_build_object('material_id', y.material_id, 'value', trim_scale(y.quantity * price.price)::text)) as goods
        from lying y join price on price.id = y.material_id where y.location_id = bin.id) g on true
      where g.goods is not null or moved.movements > 0`,
  )
  const used = await rows(
    tx,
    sql<{
      material_id: string
      value: number
    }>`select s.material_id, (-sum(s.quantity) * max(coalesce(p.price, m.purchase_price, 0)))::double precision as value
      from stock_movement s join material m on m.org_id = s.org_id and m.id = s.material_id
        left join lateral ${lastPaid(org_id, sql`m.id`, member.currency)} p on true
      where s.org_id = ${org_id} and s.movement_time > ${since} and s.movement_type in (${picking_out}, ${sales_out}, ${other_out})
      group by 1`,
  )
  const [found] = await rows(
    tx,
    sql<{
      counted: number
      different: number
    }>`select count(*) as counted, count(*) filter (where t.difference <> 0) as different
      from inventory_count c join count_line t on t.org_id = c.org_id and t.count_id = c.id
      where c.org_id = ${org_id} and c.status = ${countStatus.codes.done} and c.ended_time > ${since}`,
  )
  const rate = errorRateOf(found!.counted, found!.different)
  const proposed = proposeCounts(bins, new Map(used.map(({ material_id, value }) => [material_id, value])), rate, now)
  const money = seesPrices({ member }) ? {} : { value: null, expected_error: null }
  const result = proposed.slice(0, mostProposed).map(bin => ({ ...bin, ...money }))
  return { result, total: proposed.length, error_rate: rate }
}
