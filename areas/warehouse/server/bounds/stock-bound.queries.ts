import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { boundState } from '@qitao/stock/model/bound.status.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { type RawBuilder, sql } from 'kysely'
import type { BoundFacts } from '../../model/bounds/stock-bound.rules.ts'
import { transferStatus } from '../../model/transfer/transfer.status.ts'
import { isWritten } from '../moving/leaving.queries.ts'

const isOnItsWay = [...new Set([...transferStatus.from('confirm'), ...transferStatus.from('receive')])]

/** What lies in the warehouse of a bound `t`, what transfers between warehouses bring, and what those that are written are to take. */
export const boundJoins = sql`cross join lateral (select coalesce(sum(i.quantity), 0) as quantity from inventory i
    join location l on l.org_id = i.org_id and l.id = i.location_id and l.warehouse_id = t.warehouse_id and not l.transit and l.supplier_id is null
    where i.org_id = t.org_id and i.material_id = t.material_id and i.quality_status = ${qualityStatus.codes.finished}) s
  cross join lateral (select coalesce(sum(y.quantity - y.received_quantity - y.returned_quantity - y.lost_quantity), 0) as coming_quantity
    from transfer_line y join transfer x on x.org_id = y.org_id and x.id = y.transfer_id and x.status in (${sql.join(isOnItsWay)})
      join location a on a.org_id = y.org_id and a.id = y.to_location_id and a.warehouse_id = t.warehouse_id
      join location b on b.org_id = y.org_id and b.id = y.from_location_id and b.warehouse_id <> t.warehouse_id
    where y.org_id = t.org_id and y.material_id = t.material_id) c
  cross join lateral (select coalesce(sum(y.quantity), 0) as leaving_quantity
    from transfer_line y join transfer x on x.org_id = y.org_id and x.id = y.transfer_id and x.status in (${isWritten})
      join location a on a.org_id = y.org_id and a.id = y.from_location_id and a.warehouse_id = t.warehouse_id
      join location b on b.org_id = y.org_id and b.id = y.to_location_id and b.warehouse_id <> t.warehouse_id
    where y.org_id = t.org_id and y.material_id = t.material_id) v`
export const boundColumns = sql`s.quantity, c.coming_quantity, v.leaving_quantity`
const there = sql`(s.quantity + c.coming_quantity - v.leaving_quantity)`
const { below, within, above } = boundState.codes
export const stateOfBound = sql`(case when ${there} < t.lower_quantity then ${below}::integer
  when ${there} > t.upper_quantity then ${above} else ${within} end)`

export const boundsOf = (tx: Tx, org_id: string, where: RawBuilder<unknown>): Promise<BoundFacts[]> =>
  rows(
    tx,
    sql<BoundFacts>`select t.material_id, t.warehouse_id, t.lower_quantity, t.upper_quantity, ${boundColumns}
      from stock_bound t ${boundJoins} where t.org_id = ${org_id} and ${where} order by t.material_id, t.warehouse_id`,
  )
