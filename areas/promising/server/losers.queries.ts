import { moStatus, supplySource } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { inOrderOfLoss, isLowerClass } from '../model/displace.rules.ts'
import type { LoserOfPromise } from '../model/promise-facts.ts'

const { todo, planned, to_be_produced } = moStatus.codes
/** What is begun keeps what it has; what was merged is of several customers. */
const mayLose = sql`o.status in (${todo}, ${planned}, ${to_be_produced}) and not o.merged and not o.material_locked`

interface Claimed {
  readonly id: string
  readonly material_id: string
}
interface ToLose {
  readonly material_ids: readonly string[]
  /** Class of the customer who asks. */
  readonly level: string | null
  readonly claimsMade: readonly (Claimed & { readonly mo_id: string })[]
  readonly claimsSold: readonly (Claimed & { readonly order_id: string })[]
}
type Document = Omit<LoserOfPromise, 'kind' | 'pegs' | 'claims'>

/**
 * Orders of customers of a lower class: work orders with the stock that nobody has locked for them, orders with what they claim of
 * free goods. Numbers are as they are: the reader of the answer sees what the scope allows. A work order below another one is of the order that all is made for.
 */
export async function losersOf(
  tx: Tx,
  org_id: string,
  { material_ids, level, claimsMade, claimsSold }: ToLose,
): Promise<LoserOfPromise[]> {
  if (!isLowerClass(null, level)) return []
  const pegs = await rows(
    tx,
    sql<
      LoserOfPromise['pegs'][number] & { mo_id: string }
    >`select a.mo_id, a.component_id, a.source_id, a.material_id, sum(a.quantity) as quantity
      from mo_assignment a join mo o on o.org_id = a.org_id and o.id = a.mo_id
      where a.org_id = ${org_id} and not a.locked and a.source_type = ${supplySource.codes.in_stock} and ${mayLose} and ${among(sql`a.material_id`, material_ids)}
      group by a.mo_id, a.component_id, a.source_id, a.material_id order by a.component_id, a.source_id`,
  )
  const mo_ids = [...new Set([...pegs, ...claimsMade].map(({ mo_id }) => mo_id))]
  const mos = await rows(
    tx,
    sql<Document>`with recursive up as (
        select id as of_id, order_id, parent_mo_id from mo where org_id = ${org_id} and ${among(sql`id`, mo_ids)}
        union all select u.of_id, p.order_id, p.parent_mo_id from up u join mo p on p.org_id = ${org_id} and p.id = u.parent_mo_id where u.order_id is null
      )
      select m.id, m.no, o.no as order_no, c.name as customer_name, c.level, m.priority, m.delivery_date as due
      from (select o.* from mo o where o.org_id = ${org_id} and ${among(sql`o.id`, mo_ids)} and ${mayLose}) m
        left join (select of_id, max(order_id::text)::uuid as order_id from up where order_id is not null group by of_id) r on r.of_id = m.id
        left join sales_order o on o.org_id = m.org_id and o.id = r.order_id
        left join customer c on c.org_id = o.org_id and c.id = o.customer_id
      order by m.id`,
  )
  const order_ids = [...new Set(claimsSold.map(({ order_id }) => order_id))]
  const orders = await rows(
    tx,
    sql<Document>`select o.id, o.no, o.no as order_no, c.name as customer_name, c.level,
        o.priority, o.delivery_date as due
      from sales_order o
        left join customer c on c.org_id = o.org_id and c.id = o.customer_id
      where o.org_id = ${org_id} and ${among(sql`o.id`, order_ids)} order by o.id`,
  )
  const pegsOf = Map.groupBy(pegs, ({ mo_id }) => mo_id)
  const madeOf = Map.groupBy(claimsMade, ({ mo_id }) => mo_id)
  const soldOf = Map.groupBy(claimsSold, ({ order_id }) => order_id)
  const claim = ({ id, material_id }: Claimed) => ({ id, material_id })
  return inOrderOfLoss(
    [
      ...mos.map(one => ({
        ...one,
        kind: 'mo' as const,
        pegs: (pegsOf.get(one.id) ?? []).map(({ mo_id: _, ...peg }) => peg),
        claims: (madeOf.get(one.id) ?? []).map(claim),
      })),
      ...orders.map(one => ({
        ...one,
        kind: 'order' as const,
        pegs: [],
        claims: (soldOf.get(one.id) ?? []).map(claim),
      })),
    ].filter(one => isLowerClass(one.level, level)),
  )
}

/** Class of the customer of an order, or of a customer. */
export async function levelOf(
  tx: Tx,
  org_id: string,
  of: { readonly order_id: string } | { readonly customer_id: string | null },
): Promise<string | null> {
  const [found] = await rows(
    tx,
    sql<{ level: string | null }>`select c.level from customer c where c.org_id = ${org_id} and c.id = ${
      'order_id' in of
        ? sql`(select o.customer_id from seen_sales_order o where o.org_id = ${org_id} and o.id = ${of.order_id})`
        : sql`${of.customer_id}::uuid`
    }`,
  )
  return found?.level ?? null
}
