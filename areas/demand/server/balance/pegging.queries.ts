import { sum } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { moStatus, supplySource } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { openPurchaseLines } from '@qitao/purchasing/server'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { stockToInspect, usableStock } from '@qitao/stock/server'
import { sql } from 'kysely'
import type { Peg, PeggedDemand, PeggedSupply } from '../../model/balance/pegging.rules.ts'
import { isDemand, wantedAt } from '../demand.queries.ts'

const { codes } = moStatus
const { in_stock, in_transit, in_production, in_inspection } = supplySource.codes
const needing = sql.join([codes.todo, codes.planned, codes.to_be_produced, codes.in_production])
const making = sql.join([codes.todo, codes.planned, codes.to_be_produced, codes.in_production, codes.completed])

/** What asks for a material, what there is and comes of it, and what of it was given to whom; up to the end of the plan. */
export async function readPegging(
  tx: Tx,
  org_id: string,
  material_id: string,
  { now, end }: { now: Instant; end: Instant },
): Promise<{ demands: PeggedDemand[]; supplies: PeggedSupply[]; pegs: Peg[] }> {
  const within = <T extends { readonly at: Instant | null }>(all: readonly T[]): T[] =>
    all.filter(({ at }) => at === null || at < end)
  const production = await productionOf(tx, org_id, material_id)
  const ofLines = production.flatMap(({ id, quantity, line_id }) =>
    line_id === null ? [] : { demand_id: line_id, supply_id: id, quantity },
  )
  return {
    demands: within(await demandsFor(tx, org_id, material_id)),
    supplies: within([
      ...(await stockOf(tx, org_id, material_id, now)),
      ...(await transitOf(tx, org_id, material_id, now)),
      ...production,
    ]),
    pegs: [...(await givenOf(tx, org_id, material_id)), ...ofLines],
  }
}

const demandsFor = (tx: Tx, org_id: string, material_id: string) =>
  rows(
    tx,
    sql<PeggedDemand>`select d.* from (
        select c.id, case when c.material_id = ${material_id} then 'mo' else 'substitute' end as kind, m.no, m.id as document_id, g.name as product_name,
          case when m.planned_start_time is null then m.delivery_date else coalesce(c.planned_start_time, m.planned_start_time) end as at,
          trim_scale(c.required_quantity - c.picked_quantity) as quantity,
          trim_scale(case when c.material_id = ${material_id} then c.short_quantity else 0 end) as short_quantity
        from mo_component c join mo m on m.org_id = c.org_id and m.id = c.mo_id join material g on g.org_id = m.org_id and g.id = m.material_id
        where c.org_id = ${org_id} and m.status in (${needing}) and c.required_quantity > c.picked_quantity
          and (c.material_id = ${material_id} or exists (select from mo_assignment a where a.org_id = c.org_id and a.component_id = c.id and a.material_id = ${material_id}))
        union all
        select l.id, 'sales_order', o.no, o.id, null, ${wantedAt}, trim_scale(l.quantity - l.shipped_quantity), 0
        from seen_sales_order_line l join seen_sales_order o on o.org_id = l.org_id and o.id = l.order_id
        where l.org_id = ${org_id} and l.material_id = ${material_id} and ${isDemand} and o.status <> ${salesOrderStatus.codes.delivered}
          and l.quantity > l.shipped_quantity
      ) d order by d.at nulls last, d.no, d.id`,
  )

const givenOf = (tx: Tx, org_id: string, material_id: string) =>
  rows(
    tx,
    sql<Peg>`select a.component_id as demand_id, a.source_id as supply_id, trim_scale(sum(a.quantity)) as quantity from mo_assignment a
      where a.org_id = ${org_id} and a.material_id = ${material_id} and a.source_type in (${in_stock}, ${in_transit}, ${in_production}, ${in_inspection})
      group by a.component_id, a.source_id order by min(a.available_time), a.component_id, a.source_id`,
  )

async function stockOf(tx: Tx, org_id: string, material_id: string, now: Instant): Promise<PeggedSupply[]> {
  const usable = await usableStock(tx, org_id, [material_id])
  const toInspect = await stockToInspect(tx, org_id, [material_id])
  const bins = await rows(
    tx,
    sql<{ id: string; code: string }>`select id, code from location
      where org_id = ${org_id} and ${among(sql`id`, [...new Set([...usable, ...toInspect].map(lot => lot.location_id))])}`,
  )
  const codeOf = new Map(bins.map(({ id, code }) => [id, code]))
  const no = ({ location_id, lot_number }: { location_id: string; lot_number: string }) =>
    [codeOf.get(location_id), lot_number].filter(Boolean).join(' ')
  return [
    ...usable.map(lot => {
      const comes = lot.arrives_time !== null && lot.arrives_time > now ? lot.arrives_time : null
      const kind = comes === null ? ('stock' as const) : ('transit' as const)
      return { id: lot.inventory_id, kind, no: no(lot), at: comes, quantity: lot.quantity }
    }),
    ...toInspect.map(lot => ({
      ...{
        id: lot.inventory_id,
        kind: 'inspection' as const,
        no: no(lot),
        at: lot.release_time,
        quantity: lot.quantity,
      },
    })),
  ]
}

/** A line of which arrivals bring parts is one supply: the first part says when. */
async function transitOf(tx: Tx, org_id: string, material_id: string, now: Instant): Promise<PeggedSupply[]> {
  const parts = Map.groupBy(await openPurchaseLines(tx, org_id, [material_id]), ({ id }) => id)
  return [...parts].map(([id, [first, ...others]]) => ({
    ...{
      id,
      kind: 'transit' as const,
      no: first!.order_no,
      at: first!.eta === null ? null : Math.max(now, first!.eta),
    },
    quantity: sum([first!, ...others].map(one => one.open_quantity)),
  }))
}

const productionOf = (tx: Tx, org_id: string, material_id: string) =>
  rows(
    tx,
    sql<
      PeggedSupply & { readonly line_id: string | null }
    >`select id, 'production' as kind, no, coalesce(planned_finish_time, delivery_date) as at,
        trim_scale(planned_quantity - inbound_quantity) as quantity, order_line_id as line_id from mo
      where org_id = ${org_id} and material_id = ${material_id} and status in (${making}) and planned_quantity > inbound_quantity order by 4, id`,
  )
