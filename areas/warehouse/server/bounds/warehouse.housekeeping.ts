import { adminIds, type NewNotice, notify } from '@qitao/access/server'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { text } from '@qitao/core/text.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { housekeeping, type Sweep } from '@qitao/platform/server/jobs/housekeeping.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { boundState } from '@qitao/stock/model/bound.status.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { sql } from 'kysely'
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
  await tellOf(tx, org_id, told, {
    ...{ sign: 'stock_bound', href: `${pages.transfers.path}?tab=bounds`, href_title: pages.transfers.title },
  })
  return told.length
}

/** Who wrote the bounds down and the administrators hear of what is low. */
async function tellOf(
  tx: Tx,
  org_id: string,
  told: readonly { readonly created_by: string | null; readonly is_below: boolean; readonly name: string }[],
  where: Pick<NewNotice, 'sign' | 'href' | 'href_title'>,
): Promise<void> {
  const low = told.filter(({ is_below }) => is_below)
  if (low.length === 0) return
  const people = new Set([...(await adminIds(tx, org_id)), ...low.flatMap(({ created_by }) => created_by ?? [])])
  const named = low.slice(0, mostNamed).map(({ name }) => name)
  const more = low.length > named.length ? ' …' : ''
  await notify({ tx, org_id }, [...people], {
    ...where,
    type: 'warning',
    text: text(
      `${low.length}项库存低于下限：${named.join('、')}${more}`,
      `${low.length} stocks are below their lower bound: ${named.join(', ')}${more}`,
    ),
    btn: text('查看', 'Show'),
  })
}

const good = sql`(select coalesce(sum(i.quantity), 0) from inventory i where i.org_id = m.org_id and i.material_id = m.id
  and i.quality_status = ${qualityStatus.codes.finished} and i.quantity > 0)`
/** Of a material `m` with a lower bound: it has fallen below and nobody knows, or it was filled up since people were told. */
const materialTurned = sql`(${good} < coalesce(m.inventory_lower, 0) and m.status = ${enabledStatus.codes.enabled})
  <> exists (select from material_bound_told k where k.org_id = m.org_id and k.material_id = m.id)`
const bounded = sql`(m.inventory_lower is not null or exists (select from material_bound_told k where k.org_id = m.org_id and k.material_id = m.id))`

/** The same of a material as a whole, by the lower bound of its master data. */
const materials: Sweep = async (tx, most) => {
  const [first] = await rows(
    tx,
    sql<{
      org_id: string
    }>`select m.org_id from material m where ${bounded} and ${materialTurned} order by m.org_id limit 1`,
  )
  if (!first) return 0
  const { org_id } = first
  const told = await rows(
    tx,
    sql<{ created_by: string | null; is_below: boolean; name: string }>`with turned as (
        select m.id, m.created_by, ${good} < coalesce(m.inventory_lower, 0) and m.status = ${enabledStatus.codes.enabled} as is_below, m.code as name
        from material m where m.org_id = ${org_id} and ${bounded} and ${materialTurned} order by m.id limit ${most}
      ), filled as (
        delete from material_bound_told k using turned r where k.org_id = ${org_id} and k.material_id = r.id and not r.is_below
      ), told as (
        insert into material_bound_told (org_id, material_id) select ${org_id}, r.id from turned r where r.is_below
        on conflict do nothing returning material_id
      )
      select r.created_by, r.is_below, r.name from turned r where not r.is_below or r.id in (select material_id from told) order by r.id`,
  )
  await tellOf(tx, org_id, told, {
    ...{ sign: 'material_bound', href: `${pages.stock.path}?view=3`, href_title: pages.stock.title },
  })
  return told.length
}

export const warehouseHousekeeping = housekeeping('warehouse', { bounds, materials })
