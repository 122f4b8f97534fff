import { loadSettings } from '@qitao/access/server'
import type { Quantity } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { isSubstituteAt } from '@qitao/engineering/model/bom/bom.rules.ts'
import { bomVersionStatus } from '@qitao/engineering/model/bom/bom-version.status.ts'
import type { StoredSubstitute } from '@qitao/engineering/model/bom/material-bom.record.ts'
import { bomOfAllDays, bomsInForce } from '@qitao/engineering/server'
import { workingTimeAbout } from '@qitao/masterdata/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { JobContext } from '@qitao/platform/server/jobs/job.ts'
import { earliestArrivals, openPurchaseLines } from '@qitao/purchasing/server'
import { stockToInspect, usableStock } from '@qitao/stock/server'
import { sql } from 'kysely'
import { moStatus, supplySource } from '../../model/mo/mo.status.ts'
import type { BooksChange } from '../../model/plan/books-change.rules.ts'
import {
  type BookedComponent,
  type BookedOrder,
  type MaterialBooks,
  type OrderBooks,
  planClock,
  type SupplyBooks,
} from '../../model/plan/material-snapshot.ts'
import { leadsOfMos, leadTimes } from './lead-times.ts'
import { heldSupply } from './promise-holds.ts'

const { codes } = moStatus
export const isFirm = sql`m.status >= ${codes.to_be_produced}`
/** When a component is needed by the plan, else when its order is due. */
const plannedNeed = sql`case when m.planned_start_time is null then m.delivery_date else coalesce(c.planned_start_time, m.planned_start_time) end`
/** Mode 32: what was given in time to promised orders (they have a sales order). */
export const isGuaranteed = sql`(m.order_id is not null
  and (a.source_type = ${supplySource.codes.in_stock} or a.available_time <= (
    select ${plannedNeed} from mo_component c where c.org_id = a.org_id and c.id = a.component_id)))`
const openStatuses = [codes.todo, codes.planned, codes.to_be_produced, codes.in_production]

/** What a company has set that decides what its material plan reads. */
export type PlanSettings = Awaited<ReturnType<typeof planSettings>>
export async function planSettings(tx: Tx, org_id: string) {
  const settings = await loadSettings(tx, org_id)
  return {
    guarantees: settings.material_plan_performance_guarantee,
    holdsUnscheduled: !settings.material_plan_no_hold_unscheduled,
    substitutes: settings.kitting_use_substitutes,
    transit: settings.kitting_use_in_transit,
    arrivals: settings.kitting_arrival_day,
    receiving: settings.receiving_time,
    production: settings.kitting_use_in_production,
  }
}

/** Reading and storing the plan of so many components takes about 20 ms. */
const manyComponents = 2_000
export async function areBooksLarge({ org_id, transaction }: JobContext): Promise<boolean> {
  const found = await transaction(tx =>
    rows(
      tx,
      sql`select 1 from mo o join mo_component c on c.org_id = o.org_id and c.mo_id = o.id
        where o.org_id = ${org_id} and o.status in (${sql.join(openStatuses)}) limit ${manyComponents}`,
    ),
  )
  return found.length === manyComponents
}

export interface Asked {
  readonly org_id: string
  readonly settings: PlanSettings
  /** Work orders that are to be checked. */
  readonly mo_ids: readonly string[]
  readonly now: number
  /** Materials that take part although no work order needs them yet. */
  readonly also?: readonly string[]
}

/**
 * All that the material plan of these work orders must know. Orders that were checked before take part: scarce material goes
 * by priority, not by who was checked last. Locks stay, firm orders keep what they have, and so does everyone what was made for him.
 */
export async function loadBooks(tx: Tx, asked: Asked): Promise<MaterialBooks> {
  const { org_id, settings, now, also } = asked
  const ofOrders = await orderBooks(tx, asked, null)
  const used = new Set<string>(also)
  const substitutes = new Set<string>()
  for (const component of ofOrders.components) {
    used.add(component.material_id)
    for (const { material_id } of component.substitutes) substitutes.add(material_id)
  }
  const all = [...new Set([...(await materialsBelow(tx, org_id, [...used])), ...substitutes])]
  const inForce = await bomsInForce(tx, org_id, all, now, { every_day: true })
  const boms = [...inForce.values()].flatMap(of => bomOfAllDays(of) ?? [])
  return {
    now: planClock(now),
    open: await workingTimeAbout(tx, org_id, now),
    ...ofOrders,
    materials: await planningDataOf(tx, org_id, all, inForce, now),
    ...(await supplyBooks(tx, asked, all)),
    held: await heldSupply(tx, org_id, now, null),
    holdsUnscheduled: settings.holdsUnscheduled,
    counts: { transit: settings.transit, production: settings.production },
    boms,
  }
}

/** What there is now of these work orders and materials. */
export async function loadChange(
  tx: Tx,
  asked: Asked,
  { mo_ids, material_ids }: Pick<BooksChange, 'mo_ids' | 'material_ids'>,
): Promise<BooksChange> {
  const none = mo_ids.length === 0
  return {
    mo_ids,
    material_ids,
    ...(none ? { orders: [], components: [], locks: [] } : await orderBooks(tx, asked, mo_ids)),
    ...(await supplyBooks(tx, asked, material_ids)),
    held: await heldSupply(tx, asked.org_id, asked.now, null),
  }
}

/**
 * What work orders need of these materials, and what there is and comes of them: as `loadBooks` reads it, of these alone. Nothing is
 * read of what is not theirs, so one material takes no longer in a company of many.
 */
export async function flowBooks(
  tx: Tx,
  { org_id, settings, now }: Omit<Asked, 'mo_ids' | 'also'>,
  ids: readonly string[],
) {
  const needs = await rows(
    tx,
    sql<
      Omit<BookedComponent, 'substitutes'> &
        Omit<BookedOrder, 'id' | 'material_id' | 'planned_start_time' | 'lead_seconds'> & {
          made_id: string
          open_quantity: Quantity
          order_start_time: Instant | null
        }
    >`select c.id, c.mo_id, c.operation_sequence, c.planned_start_time, c.material_id, c.required_quantity, c.picked_quantity, m.no, m.material_id as made_id,
        m.material_locked, m.priority, m.delivery_date, m.planned_start_time as order_start_time, ${isFirm} as firm,
        greatest(m.planned_quantity - m.inbound_quantity, 0) as open_quantity
      from mo_component c join mo m on m.org_id = c.org_id and m.id = c.mo_id
      where c.org_id = ${org_id} and ${among(sql`c.material_id`, ids)} and c.required_quantity > c.picked_quantity
        and m.status in (${sql.join(openStatuses)}) and m.material_status is not null order by c.mo_id, c.line_no`,
  )
  const byOrder = new Map(needs.map(need => [need.mo_id, need]))
  const unplanned = [...byOrder.values()].filter(need => need.order_start_time === null)
  const leads = await leadsOfMos(
    tx,
    org_id,
    unplanned.map(need => ({ id: need.mo_id, material_id: need.made_id, quantity: need.open_quantity })),
    now,
  )
  const leadOf = new Map(leads.map(({ mo_id, lead_seconds }) => [mo_id, lead_seconds]))
  const materials = await rows(
    tx,
    sql<{
      id: string
      unit_precision: number
      supply_lead_time: number
    }>`select m.id, u."precision" as unit_precision, m.supply_lead_time
      from material m join unit u on u.org_id = m.org_id and u.id = m.unit_id where m.org_id = ${org_id} and ${among(sql`m.id`, ids)}`,
  )
  const orders: BookedOrder[] = [...byOrder.values()].map(need => ({
    ...{ id: need.mo_id, no: need.no, material_id: need.made_id, material_locked: need.material_locked },
    ...{ priority: need.priority, delivery_date: need.delivery_date, planned_start_time: need.order_start_time },
    ...{ lead_seconds: leadOf.get(need.mo_id) ?? 0, firm: need.firm },
  }))
  return {
    now: planClock(now),
    materials,
    orders,
    components: needs.map(need => ({ ...need, substitutes: noSubstitutes })),
    ...(await supplyBooks(tx, { org_id, settings, now, mo_ids: [] }, ids)),
    held: [],
    holdsUnscheduled: settings.holdsUnscheduled,
    counts: { transit: settings.transit, production: settings.production },
  }
}

/** Of the open work orders that are checked or asked for, all (null) or some. */
async function orderBooks(
  tx: Tx,
  { org_id, settings, mo_ids, now }: Asked,
  some: readonly string[] | null,
): Promise<OrderBooks> {
  const orders = await rows(
    tx,
    sql<
      Omit<BookedOrder, 'lead_seconds'> & { material_bom_id: string | null; open_quantity: Quantity }
    >`select id, no, material_id, greatest(planned_quantity - inbound_quantity, 0) as open_quantity, material_locked, priority, delivery_date, planned_start_time, material_bom_id, status >= ${codes.to_be_produced} as firm
      from mo where org_id = ${org_id} and status in (${sql.join(openStatuses)}) and (${among(sql`id`, mo_ids)} or material_status is not null)
        ${some === null ? sql`` : sql`and ${among(sql`id`, some)}`} order by id`,
  )
  const ids = orders.map(({ id }) => id)
  // Kept as if it were locked.
  const guaranteed = settings.guarantees ? sql`or ${isGuaranteed}` : sql``
  const components = await rows(
    tx,
    sql<
      Omit<BookedComponent, 'substitutes'>
    >`select id, mo_id, operation_sequence, planned_start_time, material_id, required_quantity, picked_quantity from mo_component
      where org_id = ${org_id} and ${among(sql`mo_id`, ids)} order by mo_id, line_no`,
  )
  const leads = new Map(
    (
      await leadsOfMos(
        tx,
        org_id,
        orders.flatMap(({ id, material_id, open_quantity, planned_start_time }) =>
          planned_start_time === null ? { id, material_id, quantity: open_quantity } : [],
        ),
        now,
      )
    ).map(({ mo_id, lead_seconds }) => [mo_id, lead_seconds]),
  )
  return {
    orders: orders.map(({ material_bom_id: _, open_quantity: __, ...order }) => ({
      ...order,
      lead_seconds: leads.get(order.id) ?? 0,
    })),
    components: settings.substitutes
      ? await withSubstitutes(
          tx,
          org_id,
          orders.map(({ id, material_bom_id, planned_start_time, delivery_date }) => ({
            ...{ id, material_bom_id },
            start_time: planned_start_time ?? Math.max(now, delivery_date - (leads.get(id) ?? 0)),
          })),
          components,
        )
      : components.map(component => ({ ...component, substitutes: noSubstitutes })),
    locks: await rows(
      tx,
      sql<never>`select a.mo_id, a.component_id, a.source_id, k.by_hand, k.kept, sum(k.quantity) as quantity from mo_assignment a
        join mo m on m.org_id = a.org_id and m.id = a.mo_id
        cross join lateral (
          select a.locked as by_hand, null as kept, a.quantity where a.locked ${guaranteed}
          union all select false, case when ${isFirm} then 'firm_made' else 'made' end, least(a.quantity, a.made_for_quantity)
            where not (a.locked ${guaranteed}) and a.made_for_quantity > 0
          union all select false, 'firm', a.quantity - a.made_for_quantity
            where not (a.locked ${guaranteed}) and ${isFirm} and a.quantity > a.made_for_quantity
        ) k
        where a.org_id = ${org_id} and (a.locked or a.made_for_quantity > 0 or ${isFirm} ${guaranteed}) and ${among(sql`a.mo_id`, ids)}
        group by a.mo_id, a.component_id, a.source_id, k.by_hand, k.kept order by a.component_id, a.source_id, k.by_hand, k.kept`,
    ),
  }
}

/** Of these materials: what is there, what comes, and what orders that are not checked will want. */
const supplyBooks = async (
  tx: Tx,
  { org_id, mo_ids }: Asked,
  material_ids: readonly string[],
): Promise<SupplyBooks> => ({
  stock: (await usableStock(tx, org_id, material_ids)).map(
    ({ inventory_id, material_id, quantity, expire_time, first_in_time, arrives_time }) => ({
      inventory_id,
      material_id,
      quantity,
      expire_time,
      first_in_time,
      arrives_time,
    }),
  ),
  transit: [
    ...(await openPurchaseLines(tx, org_id, material_ids)).map(
      ({ id, part, material_id, open_quantity, eta, asked }) => ({
        ...{ id, part, material_id, open_quantity, eta, asked },
      }),
    ),
    ...(await stockToInspect(tx, org_id, material_ids)).map(
      ({ inventory_id, material_id, quantity, release_time }) => ({
        ...{
          id: inventory_id,
          part: 0,
          material_id,
          open_quantity: quantity,
          eta: release_time,
          asked: [],
          in_inspection: true,
        },
      }),
    ),
  ],
  production: await rows(
    tx,
    sql<never>`select id, material_id, planned_quantity - inbound_quantity as open_quantity, planned_finish_time, status, parent_mo_id, made_for_quantity from mo
      where org_id = ${org_id} and status in (${sql.join([...openStatuses, codes.completed])}) and order_line_id is null
        and planned_quantity > inbound_quantity and ${among(sql`material_id`, material_ids)} order by id`,
  ),
  tentative: await rows(
    tx,
    sql<never>`select c.material_id, ${plannedNeed} / 86400 * 86400 as day, sum(c.required_quantity - c.picked_quantity) as quantity
      from mo m join mo_component c on c.org_id = m.org_id and c.mo_id = m.id
      where m.org_id = ${org_id} and m.status in (${sql.join(openStatuses)}) and m.material_status is null and m.id <> all(${mo_ids}::uuid[])
        and c.required_quantity > c.picked_quantity and ${among(sql`c.material_id`, material_ids)}
      group by 1, 2 order by 1, 2`,
  ),
})

/** The materials and all that they are made of, by the released BoMs. */
export async function materialsBelow(tx: Tx, org_id: string, material_ids: readonly string[]): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ id: string }>`with recursive below as (
        select unnest(${material_ids}::uuid[]) as id
        union
        select l.material_id from below b
          join material_bom p on p.org_id = ${org_id} and p.material_id = b.id and p.status = ${bomVersionStatus.codes.released} and p.is_default
          join material_bom_line l on l.org_id = p.org_id and l.bom_id = p.id
      ) select id from below`,
  )
  return found.map(({ id }) => id)
}

const planningDataOf = async (
  tx: Tx,
  org_id: string,
  ids: readonly string[],
  inForce: Awaited<ReturnType<typeof bomsInForce>>,
  now: number,
): Promise<MaterialBooks['materials']> => {
  const found = await rows(
    tx,
    sql<
      Omit<MaterialBooks['materials'][number], 'has_bom' | 'lead_steps' | 'earliest_time'>
    >`select m.id, m.code, m.kind, u."precision" as unit_precision, m.supply_lead_time, m.minimum_lot, m.packaging_size, m.safety_stock
      from material m join unit u on u.org_id = m.org_id and u.id = m.unit_id where m.org_id = ${org_id} and ${among(sql`m.id`, ids)} order by m.code`,
  )
  const times = await leadTimes(tx, org_id, ids, now, inForce)
  const earliest = await earliestArrivals(tx, org_id, among(sql`m.id`, ids), planClock(now))
  return found.map(material => {
    const has_bom = inForce.get(material.id)?.material_bom != null
    const earliest_time = earliest.get(material.id)!
    return { ...material, has_bom, earliest_time, lead_steps: (has_bom && times.of(material.id).leadSteps) || null }
  })
}

/** From the BoM version that the work order was made with: those that are approved and valid when it begins. */
export async function withSubstitutes(
  tx: Tx,
  org_id: string,
  orders: readonly { id: string; material_bom_id: string | null; start_time: Instant }[],
  components: readonly Omit<BookedComponent, 'substitutes'>[],
): Promise<BookedComponent[]> {
  const boms = [...new Set(orders.flatMap(order => order.material_bom_id ?? []))]
  const lines = await rows(
    tx,
    sql<{ bom_id: string; material_id: string; substitutes: StoredSubstitute[] }>`
      select bom_id, material_id, substitutes from material_bom_line where org_id = ${org_id} and ${among(sql`bom_id`, boms)} and substitutes <> '[]'::jsonb`,
  )
  const byLine = new Map(lines.map(({ bom_id, material_id, substitutes }) => [`${bom_id}:${material_id}`, substitutes]))
  const orderOf = new Map(orders.map(order => [order.id, order]))
  const standIns = await rows(
    tx,
    sql<{ component_id: string; covered: Quantity }>`
      select s.component_id, round(sum(s.quantity / s.ratio), 10) as covered from mo_component_stand_in s
        join mo_component c on c.org_id = s.org_id and c.id = s.component_id
      where s.org_id = ${org_id} and ${among(sql`c.mo_id`, [...orderOf.keys()])} group by 1`,
  )
  const coveredOf = new Map(standIns.map(({ component_id, covered }) => [component_id, covered]))
  return components.map(component => {
    const { material_bom_id, start_time } = orderOf.get(component.mo_id)!
    const substitutes = (byLine.get(`${material_bom_id}:${component.material_id}`) ?? []).flatMap(one =>
      isSubstituteAt(one, start_time) ? { material_id: one.material_id, ratio: String(one.ratio) } : [],
    )
    const stand_in_quantity = coveredOf.get(component.id)
    return { ...component, ...(stand_in_quantity === undefined ? {} : { stand_in_quantity }), substitutes }
  })
}
const noSubstitutes: BookedComponent['substitutes'] = []
