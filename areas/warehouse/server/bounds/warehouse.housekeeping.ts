import { adminIds, notify } from '@qitao/access/server'
import { text } from '@qitao/core/text.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { housekeeping, type Sweep } from '@qitao/platform/server/jobs/housekeeping.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { boundState } from '../../model/bounds/stock-bound.record.ts'
import { boundJoins, stateOfBound } from './stock-bound.queries.ts'

const below = boundState.codes.below
/** So many are named in a notice. */
const mostNamed = 3

const joins = sql`join material m on m.org_id = t.org_id and m.id = t.material_id
  join warehouse w on w.org_id = t.org_id and w.id = t.warehouse_id ${boundJoins}`
/** Of a bound `t`: it has fallen below and nobody knows, or it was filled up since people were told. */
const turned = sql`(${stateOfBound} = ${below}) <> exists (select from stock_bound_told k where k.org_id = t.org_id and k.bound_id = t.id)`

/** Who wrote a bound down, and the administrators, are told once when less is there; of what is filled up people are told again. One company at a time. */
const bounds: Sweep = async (tx, most) => {
  const [first] = await rows(
    tx,
    sql<{ org_id: string }>`select t.org_id from stock_bound t ${joins} where ${turned} order by t.org_id limit 1`,
  )
  if (!first) return 0
  const { org_id } = first
  const told = await rows(
    tx,
    sql<{ created_by: string | null; is_below: boolean; name: string }>`with turned as (
        select t.id, t.created_by, ${stateOfBound} = ${below} as is_below, m.code || ' / ' || w.name as name
        from stock_bound t ${joins} where t.org_id = ${org_id} and ${turned} order by t.id limit ${most}
      ), filled as (
        delete from stock_bound_told k using turned r where k.org_id = ${org_id} and k.bound_id = r.id and not r.is_below
      ), told as (
        insert into stock_bound_told (org_id, bound_id) select ${org_id}, r.id from turned r where r.is_below
        on conflict do nothing returning bound_id
      )
      select r.created_by, r.is_below, r.name from turned r where not r.is_below or r.id in (select bound_id from told) order by r.id`,
  )
  const low = told.filter(({ is_below }) => is_below)
  if (low.length === 0) return told.length
  const people = new Set([...(await adminIds(tx, org_id)), ...low.flatMap(({ created_by }) => created_by ?? [])])
  const named = low.slice(0, mostNamed).map(({ name }) => name)
  const more = low.length > named.length ? ' …' : ''
  await notify({ tx, org_id }, [...people], {
    ...{
      sign: 'stock_bound',
      type: 'warning',
      href: `${pages.transfers.path}?tab=bounds`,
      href_title: pages.transfers.title,
    },
    text: text(
      `${low.length}项库存低于下限：${named.join('、')}${more}`,
      `${low.length} stocks are below their lower bound: ${named.join(', ')}${more}`,
    ),
    btn: text('查看', 'Show'),
  })
  return told.length
}

export const warehouseHousekeeping = housekeeping('warehouse', { bounds })
