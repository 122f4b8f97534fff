import type { Quantity } from '@qitao/core/quantity.ts'
import { bomsInForce } from '@qitao/engineering/server'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { heldCapacity, heldSupply, recipeOf } from '@qitao/manufacturing/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { openPurchaseLines } from '@qitao/purchasing/server'
import { inquiryOrderType, salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { loadCapacity } from '@qitao/scheduling/server'
import { stockToInspect, usableStock } from '@qitao/stock/server'
import { sql } from 'kysely'
import { inquiryStatus } from '../model/inquiry.status.ts'
import type { MaterialOfPromise, PromiseFacts } from '../model/promise-facts.ts'
import { losersOf } from './losers.queries.ts'

const { codes } = moStatus
const openMos = sql.join([codes.todo, codes.planned, codes.to_be_produced, codes.in_production])
const { approved, planning, to_produce, producing, finished } = salesOrderStatus.codes
const openOrders = sql.join([approved, planning, to_produce, producing, finished])

const madeMark = '~made'

/** What is made of what, and how: what people keep, beside what moves. */
export type PromiseStructure = Pick<PromiseFacts, 'recipes' | 'processes' | 'materials'>

/** Of these products, through all levels. */
export async function loadPromiseStructure(
  tx: Tx,
  org_id: string,
  asked_ids: readonly string[],
  now: number,
): Promise<PromiseStructure> {
  const structures = await bomsInForce(tx, org_id, asked_ids, now, { all_levels: true })
  const recipes = [...structures.values()].flatMap(of => {
    if (!(of.material_bom ?? of.manufacturing_bom ?? of.routing)) return []
    return [{ ...recipeOf(of), lines: of.material_bom?.lines ?? [] }]
  })
  const ids = new Set([...asked_ids, ...structures.keys()])
  for (const { lines, nodes } of recipes) {
    for (const line of lines) for (const { material_id } of [line, ...line.substitutes]) ids.add(material_id)
    for (const node of nodes) for (const { material_id } of node.inputs) ids.add(material_id)
  }
  const process_ids = recipes.flatMap(({ nodes, steps }) => [...nodes, ...steps].map(({ process_id }) => process_id))
  const [processes, materials] = await Promise.all([
    processesOf(tx, org_id, process_ids),
    materialsOf(tx, org_id, [...ids]),
  ])
  return { recipes, processes, materials }
}

/**
 * What the promise must know of these materials and of the machines of their processes, and nothing else. A fixed number of
 * set-based statements, asked at once: all others wait while this is read. `order_id`: the order that is asked for claims
 * nothing itself, nor do `inquiry_ids`, its answers that the new one takes the place of.
 */
export async function loadPromiseFacts(
  tx: Tx,
  org_id: string,
  structure: PromiseStructure,
  asked: {
    readonly order_id: string
    readonly inquiry_ids: readonly string[]
    /** Class of the customer, where orders of lower classes may lose to this one; absent: nobody may. */
    readonly level?: string | null
  },
  { now, time_zone }: { now: number; time_zone: string },
): Promise<PromiseFacts> {
  const material_ids = structure.materials.map(({ id }) => id)
  const process_ids = structure.processes.map(({ id }) => id)
  const [capacity, stock, toInspect, transit, production, pegged, held, claimsMade, claimsSold, heldHours] =
    await Promise.all([
      loadCapacity(tx, org_id, now, time_zone, process_ids),
      usableStock(tx, org_id, material_ids),
      stockToInspect(tx, org_id, material_ids),
      openPurchaseLines(tx, org_id, material_ids),
      productionOf(tx, org_id, material_ids, now),
      peggedOf(tx, org_id, material_ids),
      heldSupply(tx, org_id, now, material_ids, { inquiry_ids: asked.inquiry_ids }),
      claimsOfMos(tx, org_id, material_ids),
      claimsOfOrders(tx, org_id, material_ids, asked.order_id),
      heldCapacity(tx, org_id, now, asked.inquiry_ids),
    ])
  const { level } = asked
  const losers =
    level === undefined
      ? {}
      : {
          losers: await losersOf(tx, org_id, {
            material_ids,
            level,
            claimsMade,
            claimsSold: claimsSold.filter(one => !one.is_made),
          }),
        }
  return {
    ...{ now, time_zone, ...structure },
    ...losers,
    stock: [
      ...stock,
      // Counted for the time of their release, as kits count it.
      ...toInspect.map(({ release_time, ...row }) => ({ ...row, arrives_time: release_time, to_inspect: true })),
    ],
    ...{ transit, production },
    taken: [...pegged, ...held],
    claims: [...claimsMade, ...claimsSold],
    capacity: capacity.facts,
    standing: [...capacity.standing, ...heldHours],
  }
}

const materialsOf = (tx: Tx, org_id: string, ids: readonly string[]): Promise<MaterialOfPromise[]> =>
  rows(
    tx,
    sql<MaterialOfPromise>`select m.id, m.code, m.name, m.kind, m.series, u."precision" as unit_precision, m.supply_lead_time, m.minimum_lot, m.packaging_size
      from material m join unit u on u.org_id = m.org_id and u.id = m.unit_id where m.org_id = ${org_id} and ${among(sql`m.id`, ids)} order by m.code`,
  )
const processesOf = (tx: Tx, org_id: string, ids: readonly string[]): Promise<PromiseFacts['processes'][number][]> =>
  rows(
    tx,
    sql`select id, name, may_pause, outsourced from process where org_id = ${org_id} and ${among(sql`id`, [...new Set(ids)])} order by id`,
  )

/** A work order without a planned finish is no supply that could be promised; one that is finished is there as good as now. */
const productionOf = (
  tx: Tx,
  org_id: string,
  ids: readonly string[],
  now: number,
): Promise<PromiseFacts['production'][number][]> =>
  rows(
    tx,
    sql`select id, no, material_id, planned_quantity - inbound_quantity as open_quantity, greatest(coalesce(planned_finish_time, ${now}), ${now}) as finish_time
      from mo where org_id = ${org_id} and order_line_id is null and planned_quantity > inbound_quantity and ${among(sql`material_id`, ids)}
        and (status = ${codes.completed} or (status in (${openMos}) and planned_finish_time is not null)) order by id`,
  )

const peggedOf = (
  tx: Tx,
  org_id: string,
  ids: readonly string[],
): Promise<{ source_id: string; quantity: Quantity }[]> =>
  rows(
    tx,
    sql`select source_id, sum(quantity) as quantity from mo_assignment
      where org_id = ${org_id} and ${among(sql`material_id`, ids)} group by source_id order by source_id`,
  )

/** Components that are neither picked nor pegged. */
const claimsOfMos = (
  tx: Tx,
  org_id: string,
  ids: readonly string[],
): Promise<(PromiseFacts['claims'][number] & { mo_id: string })[]> =>
  rows(
    tx,
    sql`select c.id, c.mo_id, o.no, c.material_id, c.required_quantity - c.picked_quantity - c.assigned_quantity as quantity, o.priority, o.delivery_date as due
      from mo_component c join mo o on o.org_id = c.org_id and o.id = c.mo_id
      where c.org_id = ${org_id} and ${among(sql`c.material_id`, ids)} and o.status in (${openMos})
        and c.required_quantity - c.picked_quantity - c.assigned_quantity > 0
      order by c.id`,
  )

/**
 * What is to be shipped, less what the line's own work orders will bring; of a confirmed promise, what is not on work orders
 * yet, only what was promised from supply: the rest has its material and hours held. What was made for the line and lies there
 * is a claim beside that on what is free: nothing more is made for it, so nobody takes it from the line.
 */
const claimsOfOrders = (
  tx: Tx,
  org_id: string,
  ids: readonly string[],
  order_id: string,
): Promise<(PromiseFacts['claims'][number] & { order_id: string; is_made: boolean })[]> =>
  rows(
    tx,
    sql`select c.order_id, c.no, c.material_id, c.priority, c.due, p.* from (
        select l.id, greatest(0, l.quantity - l.planned_quantity - l.shipped_offset_quantity) as free_quantity, l.order_id, o.no, l.material_id, o.priority, coalesce(l.delivery_date, o.delivery_date) as due,
          case when l.planned_quantity = 0 and exists (select from inquiry i where i.org_id = l.org_id and i.order_id = l.order_id and i.status = ${inquiryStatus.codes.confirmed})
            then least(l.quantity - l.shipped_quantity, l.offset_quantity)
            else l.quantity - l.shipped_quantity - greatest(0, l.planned_quantity - l.inbound_quantity)
              - case when exists (select from supply_hold h where h.org_id = l.org_id and h.order_line_id = l.id and h.kept_until is null)
                or exists (select from capacity_hold h where h.org_id = l.org_id and h.order_line_id = l.id and h.kept_until is null)
                then greatest(0, l.quantity - l.offset_quantity - l.planned_quantity) else 0 end end as quantity
        from sales_order_line l join sales_order o on o.org_id = l.org_id and o.id = l.order_id
        where l.org_id = ${org_id} and ${among(sql`l.material_id`, ids)} and not o.deleted and o.status in (${openOrders})
          and o.order_type <> ${inquiryOrderType} and o.id <> ${order_id}
      ) c cross join lateral (values (c.id::text, least(c.quantity, c.free_quantity), false),
        (c.id || ${madeMark}, c.quantity - least(c.quantity, c.free_quantity), true)) p (id, quantity, is_made)
      where p.quantity > 0 order by p.id`,
  )
