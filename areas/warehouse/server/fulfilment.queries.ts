import type { Parsed } from '@qitao/core/call.ts'
import type { Rows } from '@qitao/core/page.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { moStatus, supplySource } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { type NamedSubstitute, thereOf, toPick } from '@qitao/manufacturing/model/mo/picked.rules.ts'
import { heldToPick, ownPicked, standInsOf, substitutesOf } from '@qitao/manufacturing/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { contains, listRows, oneOfCodes, withinRange } from '@qitao/platform/server/list/list.ts'
import { arrivalStatus } from '@qitao/purchasing/model/arrival/arrival.status.ts'
import { purchaseStatus } from '@qitao/purchasing/model/purchase.status.ts'
import type { listArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import type { ArrivalRow } from '@qitao/purchasing/model/purchase-order.record.ts'
import { overReceiptOf, wishedDate } from '@qitao/purchasing/server'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { numberSeen } from '@qitao/sales/server'
import { mosPickedBeyond, returnableQuantity } from '@qitao/shopfloor/server'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { type RawBuilder, sql } from 'kysely'
import type { listFinishedMos, listPickings, listShipments } from '../model/fulfilment.calls.ts'
import type { FinishedMoRow, PickingRow, ShipmentRow } from '../model/fulfilment.record.ts'
import { type ComponentFacts, openOf } from '../model/receipt.rules.ts'
import { goodStock } from './receipt.queries.ts'

function freeOf(org_id: RawBuilder<unknown>, material_id: RawBuilder<unknown>): RawBuilder<Quantity> {
  return sql`coalesce((select sum(i.quantity - i.occupied_quantity) from inventory i
  where i.org_id = ${org_id} and i.material_id = ${material_id} and ${goodStock}), 0)`
}
/** Of the material of `t`. */
export const freeStock = freeOf(sql`t.org_id`, sql`t.material_id`)
const noDate = sql`9007199254740991`

const { to_be_produced, in_production, completed, in_warehouse } = moStatus.codes
const open = sql`x.status in (${to_be_produced}, ${in_production})`
/** Also what is not used of orders that are finished. */
const held = (
  org_id: string,
) => sql`(${open} or case when x.status in (${completed}, ${in_warehouse}) and x.id in ${mosPickedBeyond(org_id)}
  then ${returnableQuantity} > 0 else false end)`
const pickedState = sql`case when t.picked_quantity <= 0 then 0 when t.picked_quantity < t.required_quantity then 1 else 2 end`

/** The bin and lot that an MO last had a component from. */
const cameFrom = sql`left join lateral (select l.id, l.code, nullif(s.lot_number, '') as lot_number
    from stock_movement s join location l on l.org_id = s.org_id and l.id = s.location_id
    where s.org_id = t.org_id and s.material_id = t.material_id and s.mo_id = t.mo_id and s.movement_type = ${movementType.codes.picking_out}
    order by s.id desc limit 1) from_bin on true`
const unasked = sql`left join lateral (select null::uuid as id, null::text as code, null::text as lot_number) from_bin on true`

type ReadPicking = Omit<PickingRow, 'own_returnable_quantity' | 'proposed_quantity' | 'substitutes'> &
  Omit<ComponentFacts, 'substitutes'> & { substitutes: (NamedSubstitute & NamedMaterial)[] }
interface NamedMaterial {
  material_code: string
  material_name: string
  unit_name: string
  available_quantity: Quantity
}
/** What stands in for a component, beside it. */
function withSubstitutes({ own_quantity, stand_ins, held, substitutes, ...row }: ReadPicking): PickingRow {
  const component: ComponentFacts = { ...row, own_quantity, stand_ins, held, substitutes }
  const proposed = new Map(toPick(component, held).map(one => [one.material_id, one.quantity]))
  const back = (material_id: string) => openOf([component], material_id, true)
  return {
    ...row,
    own_returnable_quantity: back(row.material_id),
    proposed_quantity: proposed.get(row.material_id) ?? '0',
    substitutes: substitutes.map(({ may_take, precision, ...one }) => ({
      ...one,
      picked_quantity: thereOf(component, one.material_id),
      open_quantity: openOf([component], one.material_id, false),
      held_quantity: proposed.get(one.material_id) ?? '0',
      returnable_quantity: back(one.material_id),
    })),
  }
}
/** Of component `t` of order `m`: those that may be taken, are held or were picked. */
const namedSubstitutes = (
  now: Instant,
) => sql`coalesce((select jsonb_agg(b.one || jsonb_build_object('material_code', w.code, 'material_name', w.name,
      'unit_name', v.name, 'available_quantity', trim_scale(${freeOf(sql`t.org_id`, sql`w.id`)} + coalesce((${heldToPick('t')} ->> w.id::text)::numeric, 0))::text) order by b.place)
    from jsonb_array_elements(${substitutesOf('t', now)}) with ordinality as b(one, place)
      join material w on w.org_id = t.org_id and w.id = (b.one ->> 'material_id')::uuid join unit v on v.org_id = w.org_id and v.id = w.unit_id
    where (b.one ->> 'may_take')::boolean or ${heldToPick('t')} ? (b.one ->> 'material_id')
      or exists (select from mo_component_stand_in s where s.org_id = t.org_id and s.component_id = t.id and s.material_id = w.id)), '[]')`

export const pickingsPage = async (
  tx: Tx,
  org_id: string,
  now: Instant,
  input: Parsed<typeof listPickings>,
): Promise<Rows<PickingRow>> => {
  const { keyword, mo_ids, material_id, picking_status } = input
  const states = input.picking_statuses ?? (picking_status === undefined ? undefined : [picking_status])
  const found = await listRows<ReadPicking>(
    tx,
    {
      org_id,
      table: 'mo_component',
      filterJoins: sql`join mo x on x.org_id = t.org_id and x.id = t.mo_id join material k on k.org_id = t.org_id and k.id = t.material_id`,
      where: [
        input.all
          ? sql`x.status in (${to_be_produced}, ${in_production}, ${completed}, ${in_warehouse})`
          : states === undefined
            ? sql`${open} and t.required_quantity > t.picked_quantity`
            : held(org_id),
        contains(keyword, sql`x.no`, sql`k.code`, sql`k.name`),
        mo_ids !== undefined && among(sql`t.mo_id`, mo_ids),
        material_id !== undefined && sql`t.material_id = ${material_id}`,
        oneOfCodes(pickedState, states),
      ],
      columns: sql`t.id, t.mo_id, x.no as mo_no, x.status as mo_status, x.material_id as product_id, p.code as product_code, p.name as product_name,
        t.material_id, c.code as material_code, c.name as material_name, u.name as unit_name, u.precision as unit_precision, c.lot_managed,
        t.operation_sequence, t.required_quantity, t.picked_quantity, greatest(t.required_quantity - t.picked_quantity, 0) as open_quantity,
        ${returnableQuantity} as returnable_quantity, from_bin.id as return_location_id, from_bin.code as return_location_code, from_bin.lot_number as return_lot_number,
        ${freeStock} + coalesce((select sum(a.quantity) from mo_assignment a where a.org_id = t.org_id and a.mo_id = t.mo_id
          and a.material_id = t.material_id and a.source_type = ${supplySource.codes.in_stock}), 0) as available_quantity,
        ${ownPicked('t')} as own_quantity, ${standInsOf('t')} as stand_ins, ${heldToPick('t')} as held,
        ${input.all ? namedSubstitutes(now) : sql`'[]'::jsonb`} as substitutes,
        ${pickedState} as picking_status, coalesce(t.planned_start_time, x.planned_start_time, x.delivery_date) as needed_time`,
      joins: sql`join mo x on x.org_id = t.org_id and x.id = t.mo_id join mo m on m.org_id = t.org_id and m.id = t.mo_id
        join material p on p.org_id = x.org_id and p.id = x.material_id
        join material c on c.org_id = t.org_id and c.id = t.material_id
        join unit u on u.org_id = c.org_id and u.id = c.unit_id
        ${input.all ? cameFrom : unasked}`,
      orders: {
        needed_time: sql`coalesce(t.planned_start_time, x.planned_start_time, x.delivery_date)`,
        mo_no: sql`x.no`,
        mo_id: sql`x.no`,
        material_id: sql`k.code`,
      },
      defaultOrder: 'needed_time',
    },
    input,
  )
  return { ...found, result: found.result.map(withSubstitutes) }
}

/** Of MO `t`: the pieces that reports made and that are not in stock yet, those of the lot with the first of them. */
const madePieces = sql`left join lateral (select e.lot_number, array_agg(e.serial_no order by e.serial_no) as serial_numbers
    from (select distinct on (x.serial_no) x.* from trace_entry x join serial_number s on s.org_id = x.org_id and s.serial_no = x.serial_no
      where s.org_id = t.org_id and s.mo_id = t.id order by x.serial_no, x.id desc) e
    where e.source_type = 'report' and e.quantity > 0 group by e.lot_number order by min(e.serial_no) limit 1) pieces on true
  left join lateral (select e.lot_number from trace_entry e where e.org_id = t.org_id and e.mo_id = t.id and e.material_id = t.material_id
    and e.source_type = 'report' and e.quantity > 0 and e.serial_no = '' and e.lot_number <> ''
    group by e.lot_number having sum(e.quantity) > coalesce((select sum(y.quantity) from stock_movement y where y.org_id = t.org_id and y.mo_id = t.id
      and y.material_id = t.material_id and y.lot_number = e.lot_number and y.movement_type = ${movementType.codes.completion_in}), 0)
    order by min(e.id) limit 1) told on true`

export const finishedMosPage = (
  tx: Tx,
  org_id: string,
  { material_id, ...input }: Parsed<typeof listFinishedMos>,
): Promise<Rows<FinishedMoRow>> =>
  listRows<FinishedMoRow>(
    tx,
    {
      org_id,
      table: 'mo',
      filterJoins: sql`join material k on k.org_id = t.org_id and k.id = t.material_id`,
      where: [
        sql`t.status in (${in_production}, ${completed}) and t.completed_quantity > t.inbound_quantity`,
        contains(input.keyword, sql`t.no`, sql`k.code`, sql`k.name`),
        material_id !== undefined && sql`t.material_id = ${material_id}`,
      ],
      columns: sql`t.id, t.no, t.status, ${numberSeen(sql`t.order_id`, sql`o.no`)} as order_no, t.material_id, m.code as material_code, m.name as material_name, m.specs as material_specs,
        u.name as unit_name, u.precision as unit_precision, m.lot_managed, m.default_location_id, t.lot_number,
        coalesce(nullif(pieces.lot_number, ''), told.lot_number) as made_lot_number, coalesce(pieces.serial_numbers, '{}') as made_serial_numbers, t.planned_quantity, t.completed_quantity,
        t.inbound_quantity, t.completed_quantity - t.inbound_quantity as open_quantity, t.delivery_date`,
      joins: sql`join material m on m.org_id = t.org_id and m.id = t.material_id
        join unit u on u.org_id = m.org_id and u.id = m.unit_id
        left join seen_sales_order o on o.org_id = t.org_id and o.id = t.order_id ${madePieces}`,
      orders: { delivery_date: sql`t.delivery_date`, no: sql`t.no`, material_id: sql`k.code` },
      defaultOrder: 'delivery_date',
    },
    input,
  )

export const shipmentsPage = (
  tx: Tx,
  org_id: string,
  input: Parsed<typeof listShipments>,
): Promise<Rows<ShipmentRow>> => {
  const { keyword, order_id, customer_id, ready } = input
  return listRows<ShipmentRow>(
    tx,
    {
      org_id,
      table: 'seen_sales_order_line',
      filterJoins: sql`join seen_sales_order o on o.org_id = t.org_id and o.id = t.order_id join material k on k.org_id = t.org_id and k.id = t.material_id`,
      where: [
        sql`not o.deleted and o.status in (${sql.join(salesOrderStatus.from('ship'))}) and t.quantity > t.shipped_quantity`,
        contains(keyword, sql`o.no`, sql`k.code`, sql`k.name`),
        order_id !== undefined && sql`t.order_id = ${order_id}`,
        customer_id !== undefined && sql`o.customer_id = ${customer_id}`,
        ready !== undefined && sql`(${freeStock} > 0) = ${ready}`,
      ],
      columns: sql`t.id, t.order_id, o.no as order_no, o.status as order_status, o.customer_id, c.name as customer_name, t.line_no, t.material_id,
        m.code as material_code, m.name as material_name, m.specs as material_specs, u.name as unit_name, u.precision as unit_precision,
        t.quantity, t.shipped_quantity, t.produced_quantity, t.quantity - t.shipped_quantity as open_quantity,
        ${freeStock} as available_quantity, least(${freeStock}, t.quantity - t.shipped_quantity) as ready_quantity,
        coalesce(t.delivery_date, o.delivery_date) as delivery_date`,
      joins: sql`join seen_sales_order o on o.org_id = t.org_id and o.id = t.order_id
        join material m on m.org_id = t.org_id and m.id = t.material_id
        join unit u on u.org_id = m.org_id and u.id = m.unit_id
        left join customer c on c.org_id = o.org_id and c.id = o.customer_id`,
      orders: {
        delivery_date: sql`coalesce(t.delivery_date, o.delivery_date)`,
        order_no: sql`o.no`,
        material_id: sql`k.code`,
      },
      defaultOrder: 'delivery_date',
    },
    input,
  )
}

const openOrder = sql`o.status in (${sql.join(purchaseStatus.from('receive'))}) and t.quantity > t.received_quantity`
const eta = sql`coalesce(t.eta, o.eta)`
/** On arrivals that are not over. */
const announced = sql`coalesce((select sum(x.quantity - x.received_quantity) from arrival_line x join arrival n on n.org_id = x.org_id and n.id = x.arrival_id
  where x.org_id = t.org_id and x.order_line_id = t.id and n.status in (${sql.join(arrivalStatus.from('split'))})), 0)`
const wished = wishedDate(sql`t`)
const awaiting = sql`mo_assignment a where a.org_id = t.org_id and a.source_id = t.id and a.source_type = ${supplySource.codes.in_transit}`
const isLate = (today: Instant) => sql`coalesce(${eta} < ${today}, false)`

export const arrivalsPage = (
  tx: Tx,
  org_id: string,
  today: Instant,
  input: Parsed<typeof listArrivals>,
): Promise<Rows<ArrivalRow>> => {
  const {
    keyword,
    supplier_id,
    material_id,
    purchase_order_id,
    overdue,
    awaited,
    expedited,
    unannounced,
    timestamp_range,
    ids,
  } = input
  return listRows<ArrivalRow>(
    tx,
    {
      org_id,
      table: 'purchase_order_line',
      filterJoins: sql`join purchase_order o on o.org_id = t.org_id and o.id = t.order_id join material k on k.org_id = t.org_id and k.id = t.material_id`,
      where: [
        openOrder,
        contains(keyword, sql`o.no`, sql`k.code`, sql`k.name`),
        supplier_id !== undefined && sql`o.supplier_id = ${supplier_id}`,
        material_id !== undefined && sql`t.material_id = ${material_id}`,
        purchase_order_id !== undefined && sql`t.order_id = ${purchase_order_id}`,
        overdue !== undefined && sql`${isLate(today)} = ${overdue}`,
        awaited !== undefined && sql`exists (select from ${awaiting}) = ${awaited}`,
        ids !== undefined && among(sql`t.id`, ids),
        expedited !== undefined && sql`(${wished} is not null) = ${expedited}`,
        unannounced !== undefined && sql`(t.quantity - t.received_quantity > ${announced}) = ${unannounced}`,
        withinRange(eta, timestamp_range),
      ],
      columns: sql`t.id, t.order_id as purchase_order_id, o.no as purchase_order_no, o.row_version as order_row_version, o.order_date, t.line_no,
        o.supplier_id, s.name as supplier_name, t.material_id, m.code as material_code, m.name as material_name, m.specs as material_specs,
        u.name as unit_name, u.precision as unit_precision, m.lot_managed, m.default_location_id, d.code as default_location_code, t.quantity as planned_quantity, t.received_quantity,
        t.quantity - t.received_quantity as open_quantity, ${overReceiptOf(sql`t.id`)} as over_quantity, ${announced} as announced_quantity, ${eta} as eta, ${wished} as wished_date, ${isLate(today)} as overdue,
        case when ${isLate(today)} then ceil((${today} - ${eta}) / ${daySeconds}::numeric)::integer else 0 end as overdue_days,
        case when t.received_quantity > 0 then 2 else 1 end as inbound_progress, o.status,
        coalesce(w.mo_count, 0) as mo_count, coalesce(w.mo_nos, '{}') as mo_nos, w.first_needed_time`,
      joins: sql`join purchase_order o on o.org_id = t.org_id and o.id = t.order_id
        join supplier s on s.org_id = o.org_id and s.id = o.supplier_id
        join material m on m.org_id = t.org_id and m.id = t.material_id
        join unit u on u.org_id = m.org_id and u.id = m.unit_id
        left join location d on d.org_id = m.org_id and d.id = m.default_location_id
        left join lateral (
          select count(*) as mo_count, array_agg(x.no order by x.needed_time, x.no) as mo_nos, min(x.needed_time) as first_needed_time from (
            select b.no, min(coalesce(c.planned_start_time, b.planned_start_time, b.delivery_date)) as needed_time
            from mo b join mo_component c on c.org_id = b.org_id and c.mo_id = b.id
            where b.org_id = t.org_id and c.id in (select a.component_id from ${awaiting}) group by b.id, b.no
          ) x
        ) w on true`,
      orders: {
        eta: sql`coalesce(${eta}, ${noDate})`,
        purchase_order_no: sql`o.no`,
        purchase_order_id: sql`o.no`,
        supplier_id: sql`o.supplier_id::text`,
        material_id: sql`k.code`,
      },
      defaultOrder: 'eta',
    },
    input,
  )
}

export async function arrivalCounts(
  tx: Tx,
  org_id: string,
  today: Instant,
): Promise<{ open: number; overdue: number; awaited: number; next_7_days: number }> {
  const [counts] = await rows(
    tx,
    sql<{ open: number; overdue: number; awaited: number; next_7_days: number }>`select count(*) as open,
        count(*) filter (where ${isLate(today)}) as overdue, count(*) filter (where exists (select from ${awaiting})) as awaited,
        count(*) filter (where ${eta} >= ${today} and ${eta} < ${today + 7 * daySeconds}) as next_7_days
      from purchase_order_line t join purchase_order o on o.org_id = t.org_id and o.id = t.order_id
      where t.org_id = ${org_id} and ${openOrder}`,
  )
  return counts!
}

export interface ArrivalToReceive {
  id: string
  order_id: string
  supplier_id: string
  material_id: string
  open_quantity: string
}
/** In the order in which they are asked for. */
export async function arrivalsOf(
  tx: Tx,
  org_id: string,
  ids: readonly string[],
): Promise<Map<string, ArrivalToReceive>> {
  const found = await rows(
    tx,
    sql<ArrivalToReceive>`select t.id, t.order_id, o.supplier_id, t.material_id, t.quantity - t.received_quantity as open_quantity
      from purchase_order_line t join purchase_order o on o.org_id = t.org_id and o.id = t.order_id
      where t.org_id = ${org_id} and ${among(sql`t.id`, ids)} order by array_position(${ids}::uuid[], t.id)`,
  )
  return new Map(found.map(arrival => [arrival.id, arrival]))
}
