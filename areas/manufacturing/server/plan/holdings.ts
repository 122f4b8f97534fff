import { loadSettings } from '@qitao/access/server'
import type { Quantity } from '@qitao/core/quantity.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { SupplyUses } from '@qitao/purchasing/model/supply-use.ts'
import { numberSeen } from '@qitao/sales/server'
import { type Held, whyHeld } from '@qitao/stock/model/holding.ts'
import { sql } from 'kysely'
import { stockSources, supplySource } from '../../model/mo/mo.status.ts'
import type { MoAssignmentRow } from '../../model/plan/material-plan.calls.ts'
import { askedFor } from './follow-receipts.ts'
import { isFirm, isGuaranteed } from './load-books.ts'
import { holdCounts } from './promise-holds.ts'

/** Who holds what, why and since when, from the side of the order and from that of the supply. */
const { codes: source } = supplySource

interface Facts {
  readonly locked: boolean
  readonly promised: boolean
  readonly firm: boolean
  readonly guaranteed: boolean
  readonly made_for_quantity: Quantity
}
type Read<T extends Held> = Omit<T, 'why'> & Facts
const withReason = <E extends Facts>(edge: E) => ({ ...edge, why: whyHeld(edge) })

async function reasonColumns(tx: Tx, org_id: string) {
  const { material_plan_performance_guarantee: guarantees } = await loadSettings(tx, org_id)
  return sql`coalesce(a.locked, false) as locked, a.inquiry_id is not null as promised, ${isFirm} as firm, ${guarantees ? isGuaranteed : sql`false`} as guaranteed,
    coalesce(a.made_for_quantity, 0) as made_for_quantity, u.name as locked_by_name, a.locked_time, a.lock_reason`
}

/** Of an edge `a` to component `c` of order `m`: by which substitute of its BoM it is covered. */
const substitute = sql`case when a.material_id <> c.material_id then (
    select jsonb_build_object('priority', s.place, 'ratio', coalesce(s.ratio, 1)::text, 'covers', trim_scale(a.quantity / coalesce(nullif(s.ratio, 0), 1))::text,
      'expiry_time', s.expiry_time, 'approved_by_name', (select au.name from app_user au where au.id = s.approved_by))
    from (select 1) one left join material_bom_line bl on bl.org_id = a.org_id and bl.bom_id = m.material_bom_id and bl.material_id = c.material_id
      left join lateral (select * from rows from (jsonb_to_recordset(coalesce(bl.substitutes, '[]')) as (material_id uuid, ratio numeric, expiry_time bigint, approved_by uuid))
        with ordinality x(material_id, ratio, expiry_time, approved_by, place) where x.material_id = a.material_id limit 1) s on true) end`

export async function assignmentsOf(
  tx: Tx,
  org_id: string,
  mo_id: string,
  material_id?: string,
): Promise<MoAssignmentRow[]> {
  const reasons = await reasonColumns(tx, org_id)
  const found = await rows(
    tx,
    sql<
      Read<MoAssignmentRow>
    >`select a.id, a.mo_id, a.component_id, a.material_id, x.code as material_code, x.name as material_name, a.source_type, a.source_id,
        coalesce(w.code || ' ' || nullif(i.lot_number, ''), w.code, o.no, p.no, '') as source_no, coalesce(i.id, o.id, p.id) as document_id,
        nullif(i.lot_number, '') as lot_number, h.name as warehouse_name, a.quantity, a.available_time, a.manual, ${substitute} as substitute, ${reasons}
      from mo_assignment a join mo m on m.org_id = a.org_id and m.id = a.mo_id
        join mo_component c on c.org_id = a.org_id and c.id = a.component_id join material x on x.org_id = a.org_id and x.id = a.material_id
        left join inventory i on i.org_id = a.org_id and i.id = a.source_id and a.source_type in (${sql.join(stockSources)})
        left join location w on w.org_id = a.org_id and w.id = i.location_id
        left join warehouse h on h.org_id = w.org_id and h.id = w.warehouse_id
        left join purchase_order_line l on l.org_id = a.org_id and l.id = a.source_id and a.source_type = ${source.in_transit}
        left join purchase_order o on o.org_id = a.org_id and o.id = l.order_id
        left join mo p on p.org_id = a.org_id and p.id = a.source_id and a.source_type = ${source.in_production}
        left join app_user u on u.org_id = a.org_id and u.id = a.locked_by
      where a.org_id = ${org_id} and a.mo_id = ${mo_id} ${material_id === undefined ? sql`` : sql`and c.material_id = ${material_id}`}
      order by c.line_no, a.available_time, a.id`,
  )
  return found.map(withReason)
}

/** Of purchase order lines or work orders: the orders that have something of them or wait for it, and the promises. */
export async function usesOf(tx: Tx, org_id: string, source_ids: readonly string[], now: number): Promise<SupplyUses> {
  const reasons = await reasonColumns(tx, org_id)
  const uses = await rows(
    tx,
    sql<
      Read<SupplyUses['uses'][number]>
    >`select coalesce(a.id, q.mo_id) as id, coalesce(a.source_id, q.source_id) as source_id, m.id as mo_id, m.no as mo_no,
        x.code as product_code, x.name as product_name, coalesce(a.quantity, 0) as quantity, q.mo_id is not null as made_for,
        case when m.planned_start_time is null then m.delivery_date else coalesce(c.planned_start_time, m.planned_start_time) end as needed_time, ${reasons}
      from (select * from mo_assignment where org_id = ${org_id} and ${among(sql`source_id`, source_ids)}) a
        full join (${askedFor(org_id, source_ids)}) q on q.source_id = a.source_id and q.mo_id = a.mo_id
        join mo m on m.org_id = ${org_id} and m.id = coalesce(a.mo_id, q.mo_id) join material x on x.org_id = m.org_id and x.id = m.material_id
        left join mo_component c on c.org_id = a.org_id and c.id = a.component_id
        left join app_user u on u.org_id = m.org_id and u.id = a.locked_by
      order by 2, m.priority, m.delivery_date, m.no, 1`,
  )
  return {
    uses: uses.map(withReason),
    promises: await rows(
      tx,
      sql<
        SupplyUses['promises'][number]
      >`select h.id, h.source_id, h.quantity, o.id as order_id, ${numberSeen(sql`h.order_line_id`, sql`o.no`)} as order_no,
          u.name as promised_by_name, h.created_time as promised_time, h.kept_until
        from supply_hold h left join seen_sales_order_line l on l.org_id = h.org_id and l.id = h.order_line_id
          left join seen_sales_order o on o.org_id = l.org_id and o.id = l.order_id
          left join app_user u on u.org_id = h.org_id and u.id = h.created_by
        where h.org_id = ${org_id} and ${among(sql`h.source_id`, source_ids)} and ${holdCounts(now)} order by h.source_id, h.created_time, h.id`,
    ),
  }
}

/** How much work orders and promises have of each source of these materials. */
export const takenOf = (
  tx: Tx,
  org_id: string,
  material_ids: readonly string[],
  now: number,
): Promise<{ source_id: string; quantity: Quantity }[]> =>
  rows(
    tx,
    sql`select t.source_id, sum(t.quantity) as quantity from (
        select source_id, quantity from mo_assignment where org_id = ${org_id} and ${among(sql`material_id`, material_ids)}
        union all
        select h.source_id, h.quantity from supply_hold h
          where h.org_id = ${org_id} and ${among(sql`h.material_id`, material_ids)} and ${holdCounts(now)}
      ) t group by t.source_id order by t.source_id`,
  )
