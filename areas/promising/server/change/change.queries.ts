import type { Quantity } from '@qitao/core/quantity.ts'
import { sum } from '@qitao/core/quantity.ts'
import { dispatchStatus, supplySource } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { componentsOf, hasWay, recipeAt } from '@qitao/manufacturing/model/mo/recipe.rules.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { coveringEdges, recipesFor } from '@qitao/manufacturing/server'
import { outsourceStatus } from '@qitao/outsourcing/model/outsource-order.status.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { purchaseRequestStatus } from '@qitao/purchasing/model/purchase.status.ts'
import { expectCancellableWithAll, expectChangeable, type LineToChange } from '@qitao/sales/model/order-change.rules.ts'
import type { SalesOrderChange } from '@qitao/sales/model/sales-order.calls.ts'
import { expectLines, type StandingOrder, standingOrder } from '@qitao/sales/server'
import { usableStock } from '@qitao/stock/server'
import { outboundStatus } from '@qitao/warehouse/model/receipt.status.ts'
import { sql } from 'kysely'
import type {
  ChangeFacts,
  ComponentOfMo,
  EdgeOfComponent,
  MaterialOfChange,
  MoOfOrder,
  OpenRequest,
  OpenShipment,
} from '../../model/change/change-facts.ts'

const begun = sql`t.status <> ${taskStatus.codes.not_started}`

/** An order and all that was made of it, as it stands; refused where it may not be changed to this, or cancelled (null). */
export async function loadChange(
  { tx, org_id, now, member }: Context,
  id: string,
  after: SalesOrderChange | null,
): Promise<{ order: StandingOrder; facts: ChangeFacts }> {
  const { order, lines } = await standingOrder(tx, org_id, id)
  const line_ids = lines.map(line => line.id)
  const shipments = await openShipments(tx, org_id, line_ids)
  const shipping = (line_id: string): Quantity =>
    sum(shipments.filter(one => one.line_id === line_id).map(({ quantity }) => quantity))
  const toChange: LineToChange[] = lines.map(line => ({ ...line, shipping_quantity: shipping(line.id) }))
  if (after) {
    expectChangeable(order, toChange, after)
    await expectLines(tx, org_id, after)
  } else expectCancellableWithAll(order, toChange)
  const mos = await mosOf(tx, org_id, line_ids)
  const mo_ids = mos.map(mo => mo.id)
  const components = await rows(
    tx,
    sql<ComponentOfMo>`select id, mo_id, material_id, quantity_per, required_quantity, picked_quantity from mo_component
      where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} order by mo_id, line_no`,
  )
  const products = [...new Set((after?.lines ?? []).map(({ material_id }) => material_id))]
  const recipes = new Map(
    [...(await recipesFor(tx, org_id, products, now))].flatMap(([material_id, of]) => {
      const recipe = recipeAt(of, now)
      return hasWay(recipe) ? [[material_id, componentsOf(recipe, '1', new Map())] as const] : []
    }),
  )
  const materials = await materialsOf(tx, org_id, [
    ...lines.map(({ material_id }) => material_id),
    ...products,
    ...components.map(({ material_id }) => material_id),
    ...mos.map(({ material_id }) => material_id),
    ...[...recipes.values()].flat().map(({ material_id }) => material_id),
  ])
  const edges = await edgesOf(tx, org_id, mo_ids)
  const requests = await requestsOf(tx, org_id, mo_ids)
  return {
    order,
    facts: {
      ...{ order, lines, mos, components, edges, requests, shipments, materials, recipes },
      promised_line_ids: await promisedLines(tx, org_id, line_ids),
      time_zone: member.time_zone,
    },
  }
}

async function promisedLines(tx: Tx, org_id: string, line_ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await rows(
    tx,
    sql<{
      id: string
    }>`select order_line_id as id from supply_hold where org_id = ${org_id} and kept_until is null and ${among(sql`order_line_id`, line_ids)}
      union select order_line_id from capacity_hold where org_id = ${org_id} and kept_until is null and ${among(sql`order_line_id`, line_ids)}
      union select promised_line_id from mo_assignment where org_id = ${org_id} and locked and ${among(sql`promised_line_id`, line_ids)}`,
  )
  return new Set(found.map(({ id }) => id))
}

/** Work orders of these lines, with all that are made for them. */
const mosOf = (tx: Tx, org_id: string, line_ids: readonly string[]): Promise<MoOfOrder[]> =>
  rows(
    tx,
    sql<MoOfOrder>`with recursive family as (
        select id from mo where org_id = ${org_id} and ${among(sql`order_line_id`, line_ids)}
        union select c.id from family f join mo c on c.org_id = ${org_id} and c.parent_mo_id = f.id
      )
      select m.id, m.no, m.row_version, m.status, m.material_id, m.order_line_id, m.parent_mo_id, trim_scale(m.planned_quantity) as planned_quantity,
        trim_scale(m.completed_quantity) as completed_quantity, m.inbound_quantity, m.delivery_date, m.priority, m.merged, m.outsourced, m.capacity_locked, m.material_locked,
        coalesce((select max(x.reported_quantity + x.defective_quantity) from mo_operation x where x.org_id = m.org_id and x.mo_id = m.id), 0) as reported_quantity,
        trim_scale(coalesce((select sum(x.picked_quantity) from mo_component x where x.org_id = m.org_id and x.mo_id = m.id), 0)) as picked_quantity,
        coalesce((select max(o.quantity) from (select sum(x.quantity) as quantity from outsource_order_line x join outsource_order d on d.org_id = x.org_id and d.id = x.order_id
          where x.org_id = m.org_id and x.mo_id = m.id and d.status <> ${outsourceStatus.codes.cancelled} group by x.operation_id) o), 0) as outside_quantity,
        coalesce((select sum(a.quantity) from mo_assignment a where a.org_id = m.org_id and a.source_type = ${supplySource.codes.in_production}
          and a.source_id = m.id and a.mo_id is distinct from m.parent_mo_id), 0) as used_quantity,
        exists (select from production_task t where t.org_id = m.org_id and t.mo_id = m.id
          and (t.dispatch_status = ${dispatchStatus.codes.dispatched} or ${begun})) as is_dispatched,
        exists (select from production_task t join operation_part k on k.org_id = t.org_id and k.id = t.step_id
          where t.org_id = m.org_id and t.mo_id = m.id and ${begun}) as has_begun_parts,
        exists (select from receipt r where r.org_id = m.org_id and r.mo_id = m.id)
          or exists (select from report_record r where r.org_id = m.org_id and r.mo_id = m.id)
          or exists (select from outsource_order_line x where x.org_id = m.org_id and x.mo_id = m.id) as has_documents
      from mo m where m.org_id = ${org_id} and m.id in (select id from family) order by m.id`,
  )

const edgesOf = (tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<EdgeOfComponent[]> =>
  rows(
    tx,
    sql<EdgeOfComponent>`select e.*, o.id as document_id, o.no as document_no from (${coveringEdges(org_id, mo_ids)}) e
      left join purchase_order_line l on l.org_id = ${org_id} and l.id = e.source_id and e.source_type = ${supplySource.codes.in_transit}
      left join purchase_order o on o.org_id = l.org_id and o.id = l.order_id order by e.id`,
  )

const requestsOf = (tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<OpenRequest[]> =>
  rows(
    tx,
    sql<OpenRequest>`select q.id, q.no, q.row_version, q.material_id, trim_scale(q.demand_quantity) as demand_quantity, trim_scale(q.quantity) as quantity,
        (select jsonb_agg(jsonb_build_object('mo_id', w.mo_id, 'quantity', w.quantity::text)) from unnest(q.mo_ids, q.mo_quantities) as w(mo_id, quantity)) as asked
      from purchase_request q where q.org_id = ${org_id} and q.status = ${purchaseRequestStatus.codes.open} and q.mo_ids && ${mo_ids}::uuid[] order by q.id`,
  )

const openShipments = (tx: Tx, org_id: string, line_ids: readonly string[]): Promise<OpenShipment[]> =>
  rows(
    tx,
    sql<OpenShipment>`select l.source_line_id as line_id, r.id as receipt_id, r.no as receipt_no, trim_scale(sum(l.quantity - l.done_quantity)) as quantity
      from receipt_line l join receipt r on r.org_id = l.org_id and r.id = l.receipt_id
      where l.org_id = ${org_id} and ${among(sql`l.source_line_id`, line_ids)} and r.order_id is not null and l.quantity > l.done_quantity
        and r.status in (${sql.join([...outboundStatus.from('submit'), ...outboundStatus.from('confirm')])})
      group by l.source_line_id, r.id, r.no order by r.no`,
  )

async function materialsOf(tx: Tx, org_id: string, ids: readonly string[]): Promise<Map<string, MaterialOfChange>> {
  const wanted = [...new Set(ids)]
  const found = await rows(
    tx,
    sql<
      Omit<MaterialOfChange, 'free_quantity'>
    >`select m.id, m.code, m.name, u.name as unit_name, u."precision" as unit_precision, m.minimum_lot, m.packaging_size from material m
      join unit u on u.org_id = m.org_id and u.id = m.unit_id where m.org_id = ${org_id} and ${among(sql`m.id`, wanted)}`,
  )
  const free = Map.groupBy(await usableStock(tx, org_id, wanted), ({ material_id }) => material_id)
  return new Map(
    found.map(material => [
      material.id,
      {
        ...material,
        free_quantity: sum((free.get(material.id) ?? []).map(({ available_quantity }) => available_quantity)),
      },
    ]),
  )
}
