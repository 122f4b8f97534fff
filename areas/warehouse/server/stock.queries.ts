import type { Parsed } from '@qitao/core/call.ts'
import type { Rows } from '@qitao/core/page.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { moStatus, stockSources, supplySource } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { contains, type ListQuery, listRows } from '@qitao/platform/server/list/list.ts'
import { purchaseStatus } from '@qitao/purchasing/model/purchase.status.ts'
import { numberSeen } from '@qitao/sales/server'
import { boundState } from '@qitao/stock/model/bound.status.ts'
import type { InventoryRow, OccupationRow } from '@qitao/stock/model/inventory.record.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import type { listStock, StockLevel } from '@qitao/stock/model/stock.calls.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * The four views of stock: in stock (by lot, bin or material), on the way (open purchase order lines), short (below safety
 * stock or its lower bound, or short in the last material plan), in work (open work orders). Every view answers the same row.
 */
type Input = Parsed<typeof listStock>
type Conditions = NonNullable<ListQuery['where']>[number][]

const openLines = sql`o.status in (${sql.join(purchaseStatus.from('receive'))})`
const { planned, to_be_produced, in_production } = moStatus.codes
const openMos = sql`x.status in (${planned}, ${to_be_produced}, ${in_production})`
const inTransit = (
  material: RawBuilder<unknown>,
) => sql`coalesce((select sum(y.quantity - y.received_quantity) from purchase_order_line y
  join purchase_order o on o.org_id = y.org_id and o.id = y.order_id
  where y.org_id = t.org_id and y.material_id = ${material} and ${openLines} and y.quantity > y.received_quantity), 0)`
const inProduction = (
  material: RawBuilder<unknown>,
) => sql`coalesce((select sum(greatest(x.planned_quantity - x.inbound_quantity, 0)) from mo x
  where x.org_id = t.org_id and x.material_id = ${material} and ${openMos}), 0)`

const ofMaterial = sql`m.code as material_code, m.name as material_name, m.specs as material_specs, m.kind, u.name as unit_name, u.precision as unit_precision`
const joinMaterial = sql`join material m on m.org_id = t.org_id and m.id = t.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id`
const joinKeyword = sql`join material k on k.org_id = t.org_id and k.id = t.material_id`

const byMaterial = ({ keyword, material_id, kind }: Input, ...more: RawBuilder<unknown>[]): Conditions => [
  contains(keyword, sql`k.code`, sql`k.name`, ...more),
  material_id !== undefined && sql`t.material_id = ${material_id}`,
  kind !== undefined && sql`k.kind = ${kind}`,
]
const none = (...names: string[]) => sql.raw(names.map(name => `null as ${name}`).join(', '))
const places = [
  'quality_status',
  'warehouse_id',
  'warehouse_name',
  'location_id',
  'location_code',
  'lot_number',
  'container_id',
  'container_code',
]
const ages = ['value', 'serial_no', 'first_in_time', 'age_days', 'expire_time', 'supplier_lot', 'production_time']

/** Balances as they were before all that has moved since: no occupation is kept of the past. */
const balancesAt = (as_of: Instant | undefined): string =>
  as_of === undefined
    ? 'inventory'
    : `(select v.org_id, v.id, v.material_id, v.location_id, v.lot_number, v.container_id, v.quality_status, v.quantity - coalesce(x.moved, 0) as quantity,
      null::numeric as occupied_quantity, null::bigint as arrives_time, v.first_in_time, v.expire_time, v.supplier_id from inventory v
      left join (select org_id, inventory_id, sum(quantity) as moved from stock_movement where movement_time >= ${as_of} group by org_id, inventory_id) x
        on x.org_id = v.org_id and x.inventory_id = v.id)`

/** What may be taken of a row of stock: good, in date, arrived, and of no order; of the past nothing is known of that. */
const freeOf = (i: string, at = 'epoch_now()') =>
  `case when ${i}.occupied_quantity is null then null when ${i}.quality_status = ${qualityStatus.codes.finished} and ${i}.arrives_time is null
    and coalesce(${i}.expire_time > ${at}, true) then ${i}.quantity - ${i}.occupied_quantity else 0 end`

/** Where all good stock of material `m` stands by the bounds of its master data; null: it has none. */
const stateOf = (m: RawBuilder<unknown>, good: RawBuilder<unknown>) =>
  sql`(case when coalesce(${m}.inventory_lower, ${m}.inventory_upper) is null then null
    when ${good} < ${m}.inventory_lower then ${boundState.codes.below}::integer when ${good} > ${m}.inventory_upper then ${boundState.codes.above} else ${boundState.codes.within} end)`
const goodStock = sql`(select coalesce(sum(b.quantity), 0) from inventory b where b.org_id = t.org_id and b.material_id = t.material_id
  and b.quality_status = ${qualityStatus.codes.finished} and b.quantity > 0)`

/** Materials that should lie in stock and of which nothing does. */
const outOfStock = (
  balances: string,
) => `union all select m.org_id, m.id, m.id, null, null, null, null, null, 0, 0, 0, null, null, null from material m
      where m.inventory_lower > 0 and not exists (select from ${balances} i where i.org_id = m.org_id and i.material_id = m.id and i.quantity > 0)`
/** Rows of one lot, one bin or one material: what they are grouped by. */
const groups: Record<StockLevel, (balances: string, withEmpty: boolean, as_of: Instant | undefined) => string> = {
  lot: balances =>
    `(select i.*, null::text as serial_no, ${freeOf('i')} as free_quantity from ${balances} i where i.quantity > 0)`,
  location:
    balances => `(select i.org_id, (array_agg(i.id order by i.id))[1] as id, i.material_id, i.location_id, null::text as lot_number, null::uuid as container_id, null::smallint as quality_status, null::text as serial_no,
      sum(i.quantity) as quantity, sum(i.occupied_quantity) as occupied_quantity, sum(${freeOf('i')}) as free_quantity, min(i.first_in_time) as first_in_time,
      min(i.expire_time) as expire_time, null::uuid as supplier_id from ${balances} i where i.quantity > 0 group by i.org_id, i.material_id, i.location_id)`,
  container:
    balances => `(select i.org_id, (array_agg(i.id order by i.id))[1] as id, i.material_id, i.location_id, null::text as lot_number, i.container_id, null::smallint as quality_status, null::text as serial_no,
      sum(i.quantity) as quantity, sum(i.occupied_quantity) as occupied_quantity, sum(${freeOf('i')}) as free_quantity, min(i.first_in_time) as first_in_time,
      min(i.expire_time) as expire_time, null::uuid as supplier_id from ${balances} i where i.quantity > 0 and i.container_id is not null
      group by i.org_id, i.container_id, i.material_id, i.location_id)`,
  // Where a piece lies is known of its lot, not of itself.
  serial: (
    _balances,
    _withEmpty,
    as_of,
  ) => `(select s.org_id, s.id, s.material_id, null::uuid as location_id, coalesce(nullif(e.lot_number, ''), s.lot_number) as lot_number, null::uuid as container_id,
      null::smallint as quality_status, s.serial_no, 1::numeric as quantity, null::numeric as occupied_quantity, null::numeric as free_quantity, e.entry_time as first_in_time,
      null::bigint as expire_time, null::uuid as supplier_id
    from serial_number s join lateral (select t.quantity, t.lot_number, t.entry_time, t.source_type from trace_entry t where t.org_id = s.org_id and t.serial_no = s.serial_no
      ${as_of === undefined ? '' : `and t.entry_time < ${as_of}`} order by t.id desc limit 1) e on e.quantity > 0 and e.source_type <> 'report')`,
  material: (
    balances,
    withEmpty,
  ) => `(select i.org_id, i.material_id as id, i.material_id, null::uuid as location_id, null::text as lot_number, null::uuid as container_id, null::smallint as quality_status, null::text as serial_no,
      sum(i.quantity) as quantity, sum(i.occupied_quantity) as occupied_quantity, sum(${freeOf('i')}) as free_quantity, min(i.first_in_time) as first_in_time,
      min(i.expire_time) as expire_time, null::uuid as supplier_id from ${balances} i where i.quantity > 0 group by i.org_id, i.material_id
      ${withEmpty ? outOfStock(balances) : ''})`,
}

function inStock(org_id: string, input: Input, now: Instant, sees_prices: boolean): ListQuery {
  const { level, warehouse_id, location_id, lot_number, quality_status, supplier_id, available, expired, bound_state } =
    input
  const { as_of } = input
  const lot = level === 'lot'
  const byLot = lot || level === 'serial'
  const balances = balancesAt(as_of)
  const at = as_of ?? now
  const isBelow = level === 'material' && bound_state === boundState.codes.below
  return {
    org_id,
    table: groups[level](balances, isBelow, as_of),
    filterJoins: sql`${joinKeyword} left join location l on l.org_id = t.org_id and l.id = t.location_id
      ${byLot ? sql`left join stock_lot kl on kl.org_id = t.org_id and kl.material_id = t.material_id and kl.lot_number = t.lot_number and t.lot_number <> ''` : sql``}`,
    where: [
      !isBelow && sql`t.quantity > 0`,
      ...byMaterial(
        input,
        sql`l.code`,
        sql`t.lot_number`,
        ...(byLot ? [sql`kl.supplier_lot`] : []),
        ...(level === 'serial' ? [sql`t.serial_no`] : []),
      ),
      warehouse_id !== undefined &&
        (level === 'material'
          ? sql`exists (select from ${sql.raw(balances)} i join location b on b.org_id = i.org_id and b.id = i.location_id
              where i.org_id = t.org_id and i.material_id = t.material_id and i.quantity > 0 and b.warehouse_id = ${warehouse_id})`
          : sql`l.warehouse_id = ${warehouse_id}`),
      location_id !== undefined && level !== 'material' && sql`t.location_id = ${location_id}`,
      byLot && lot_number !== undefined && sql`t.lot_number = ${lot_number}`,
      lot && quality_status !== undefined && sql`t.quality_status = ${quality_status}`,
      lot && supplier_id !== undefined && sql`t.supplier_id = ${supplier_id}`,
      lot &&
        available === true &&
        sql`t.quality_status = ${qualityStatus.codes.finished} and t.arrives_time is null and t.quantity > coalesce(t.occupied_quantity, 0)
          and coalesce(t.expire_time > ${at}, true)`,
      level === 'material' && bound_state !== undefined && sql`${stateOf(sql`k`, goodStock)} = ${bound_state}`,
      expired !== undefined && sql`coalesce(t.expire_time <= ${at}, false) = ${expired}`,
    ],
    columns: sql`t.id, 1 as inventory_type, t.material_id, ${ofMaterial}, t.quality_status, l.warehouse_id, w.name as warehouse_name, t.location_id,
      l.code as location_code, t.lot_number, t.container_id, c.code as container_code, t.serial_no, t.quantity,
      ${sees_prices ? sql`round(t.quantity * m.purchase_price, 2)` : sql`null::numeric`} as value, t.free_quantity as available_quantity, t.occupied_quantity,
      ${level === 'material' && as_of === undefined ? sql`${inTransit(sql`t.material_id`)} as in_transit_quantity, ${inProduction(sql`t.material_id`)} as in_production_quantity` : none('in_transit_quantity', 'in_production_quantity')},
      null as short_quantity, m.safety_stock, ${level === 'material' && as_of === undefined ? sql`${stateOf(sql`m`, goodStock)} as bound_state` : none('bound_state')}, t.first_in_time, greatest(0, (${at} - t.first_in_time) / ${daySeconds})::integer as age_days, t.expire_time, b.supplier_lot, b.production_time,
      t.supplier_id, s.name as supplier_name, ${none('source_id', 'source_no', 'expected_time')}`,
    joins: sql`${joinMaterial} left join location l on l.org_id = t.org_id and l.id = t.location_id
      left join warehouse w on w.org_id = l.org_id and w.id = l.warehouse_id
      left join container c on c.org_id = t.org_id and c.id = t.container_id
      left join supplier s on s.org_id = t.org_id and s.id = t.supplier_id
      left join stock_lot b on b.org_id = t.org_id and b.material_id = t.material_id and b.lot_number = t.lot_number and t.lot_number <> ''`,
    orders: {
      material_id: sql`k.code`,
      material_code: sql`k.code`,
      first_in_time: sql`coalesce(t.first_in_time, 9007199254740991)`,
      age_days: sql`-coalesce(t.first_in_time, 9007199254740991)`,
      expire_time: sql`coalesce(t.expire_time, 9007199254740991)`,
      quantity: sql`t.quantity`,
      location_id: sql`coalesce(l.code, '')`,
      serial_no: sql`coalesce(t.serial_no, '')`,
    },
    defaultOrder: 'material_code',
  }
}

function onTheWay(org_id: string, input: Input): ListQuery {
  const { supplier_id } = input
  return {
    org_id,
    table: 'purchase_order_line',
    filterJoins: sql`${joinKeyword} join purchase_order o on o.org_id = t.org_id and o.id = t.order_id`,
    where: [
      sql`${openLines} and t.quantity > t.received_quantity`,
      ...byMaterial(input, sql`o.no`),
      supplier_id !== undefined && sql`o.supplier_id = ${supplier_id}`,
    ],
    columns: sql`t.id, 2 as inventory_type, t.material_id, ${ofMaterial}, ${none(...places)}, t.quantity - t.received_quantity as quantity,
      ${none('available_quantity')}, coalesce((select sum(a.quantity) from mo_assignment a where a.org_id = t.org_id and a.source_id = t.id
        and a.source_type = ${supplySource.codes.in_transit}), 0) as occupied_quantity,
      ${none('in_transit_quantity', 'in_production_quantity', 'short_quantity')}, m.safety_stock, ${none('bound_state', ...ages)}, o.supplier_id, s.name as supplier_name,
      o.id as source_id, o.no as source_no, coalesce(t.eta, o.eta) as expected_time`,
    joins: sql`${joinMaterial} join purchase_order o on o.org_id = t.org_id and o.id = t.order_id
      join supplier s on s.org_id = o.org_id and s.id = o.supplier_id`,
    orders: {
      expected_time: sql`coalesce(t.eta, o.eta, 9007199254740991)`,
      material_id: sql`k.code`,
      material_code: sql`k.code`,
      source_no: sql`o.no`,
    },
    defaultOrder: 'expected_time',
  }
}

function inWork(org_id: string, input: Input): ListQuery {
  return {
    org_id,
    table: 'mo',
    filterJoins: joinKeyword,
    where: [
      sql`t.status in (${planned}, ${to_be_produced}, ${in_production}) and t.planned_quantity > t.inbound_quantity`,
      ...byMaterial(input, sql`t.no`),
    ],
    columns: sql`t.id, 4 as inventory_type, t.material_id, ${ofMaterial}, ${none(...places)}, t.planned_quantity - t.inbound_quantity as quantity,
      ${none('available_quantity')}, coalesce((select sum(a.quantity) from mo_assignment a where a.org_id = t.org_id and a.source_id = t.id
        and a.source_type = ${supplySource.codes.in_production}), 0) as occupied_quantity,
      ${none('in_transit_quantity', 'in_production_quantity', 'short_quantity')}, m.safety_stock, ${none('bound_state', ...ages, 'supplier_id', 'supplier_name')},
      t.id as source_id, t.no as source_no, t.planned_finish_time as expected_time`,
    joins: joinMaterial,
    orders: {
      expected_time: sql`coalesce(t.planned_finish_time, 9007199254740991)`,
      material_id: sql`k.code`,
      material_code: sql`k.code`,
      source_no: sql`t.no`,
    },
    defaultOrder: 'expected_time',
  }
}

/** What of a material there is to be at least. */
const least = 'greatest(m.safety_stock, m.inventory_lower)'
/** One row for each material that lacks something: for work orders, or below its safety stock or its lower bound. */
const shortages = `(select m.org_id, m.id, m.id as material_id, coalesce(i.quantity, 0) as quantity, coalesce(i.occupied, 0) as occupied_quantity, coalesce(i.free, 0) as free_quantity,
    greatest(coalesce(c.short, 0), ${least} - coalesce(i.quantity, 0)) as short_quantity, c.needed_time
  from material m
  left join (select org_id, material_id, sum(quantity) as quantity, sum(occupied_quantity) as occupied, sum(${freeOf('i')}) as free from inventory i
    where quality_status = ${qualityStatus.codes.finished} and quantity > 0 group by org_id, material_id) i on i.org_id = m.org_id and i.material_id = m.id
  left join (select c.org_id, c.material_id, sum(c.short_quantity) as short, min(coalesce(c.planned_start_time, x.planned_start_time, x.delivery_date)) as needed_time
    from mo_component c join mo x on x.org_id = c.org_id and x.id = c.mo_id
    where c.short_quantity > 0 and x.status < ${moStatus.codes.completed} group by c.org_id, c.material_id) c on c.org_id = m.org_id and c.material_id = m.id
  where coalesce(c.short, 0) > 0 or ${least} > coalesce(i.quantity, 0))`

function short(org_id: string, input: Input): ListQuery {
  return {
    org_id,
    table: shortages,
    filterJoins: joinKeyword,
    where: byMaterial(input),
    columns: sql`t.id, 3 as inventory_type, t.material_id, ${ofMaterial}, ${none(...places)}, t.quantity,
      t.free_quantity as available_quantity, t.occupied_quantity, ${inTransit(sql`t.material_id`)} as in_transit_quantity,
      ${inProduction(sql`t.material_id`)} as in_production_quantity, t.short_quantity, m.safety_stock, ${stateOf(sql`m`, sql`t.quantity`)} as bound_state, ${none(...ages)},
      m.supplier_id, s.name as supplier_name, ${none('source_id', 'source_no')}, t.needed_time as expected_time`,
    joins: sql`${joinMaterial} left join supplier s on s.org_id = m.org_id and s.id = m.supplier_id`,
    orders: {
      expected_time: sql`coalesce(t.needed_time, 9007199254740991)`,
      short_quantity: sql`t.short_quantity`,
      material_id: sql`k.code`,
      material_code: sql`k.code`,
    },
    defaultOrder: 'expected_time',
  }
}

function viewOf(org_id: string, input: Input, now: Instant, sees_prices: boolean): ListQuery {
  switch (input.stock_view) {
    case 1:
      return inStock(org_id, input, now, sees_prices)
    case 2:
      return onTheWay(org_id, input)
    case 3:
      return short(org_id, input)
    case 4:
      return inWork(org_id, input)
  }
}
export const stockPage = (
  tx: Tx,
  org_id: string,
  input: Input,
  now: Instant,
  sees_prices: boolean,
): Promise<Rows<InventoryRow>> => listRows<InventoryRow>(tx, viewOf(org_id, input, now, sees_prices), input)

/** How many rows each view has, for its switch. */
export async function stockCounts(
  tx: Tx,
  org_id: string,
  input: { keyword?: string | undefined; level: StockLevel },
  now: Instant,
): Promise<{ in_stock: number; on_the_way: number; shortage: number; work_in_progress: number }> {
  const countOf = (stock_view: Input['stock_view']) => {
    const { table, filterJoins, where } = viewOf(org_id, { ...input, stock_view, page: 1, page_size: 1 }, now, false)
    const conditions = [sql`t.org_id = ${org_id}`, ...(where ?? []).filter(one => one !== undefined && one !== false)]
    return sql`(select count(*) from ${sql.raw(table)} t ${filterJoins ?? sql``} where ${sql.join(conditions, sql` and `)})`
  }
  const [counts] = await rows(
    tx,
    sql<{
      in_stock: number
      on_the_way: number
      shortage: number
      work_in_progress: number
    }>`select ${countOf(1)} as in_stock,
      ${countOf(2)} as on_the_way, ${countOf(3)} as shortage, ${countOf(4)} as work_in_progress`,
  )
  return counts!
}

export const stockOfMaterial = async (
  tx: Tx,
  org_id: string,
  material_id: string,
  now: Instant,
): Promise<InventoryRow[]> =>
  (
    await stockPage(
      tx,
      org_id,
      { stock_view: 1, level: 'lot', material_id, page: 1, page_size: -1, order_by: 'expire_time' },
      now,
      false,
    )
  ).result

/** Which work orders hold how much of the material's stock. */
export const occupationsOf = (tx: Tx, org_id: string, material_id: string): Promise<OccupationRow[]> =>
  rows(
    tx,
    sql<OccupationRow>`select a.id, a.source_id as inventory_id, a.mo_id, x.no as mo_no, x.status as mo_status, m.code as product_code,
        m.name as product_name, ${numberSeen(sql`x.order_id`, sql`o.no`)} as order_no, a.quantity, a.locked, x.planned_start_time, x.delivery_date
      from mo_assignment a join mo x on x.org_id = a.org_id and x.id = a.mo_id
      join material m on m.org_id = x.org_id and m.id = x.material_id
      left join seen_sales_order o on o.org_id = x.org_id and o.id = x.order_id
      where a.org_id = ${org_id} and a.source_type in (${sql.join(stockSources)})
        and a.source_id in (select i.id from inventory i where i.org_id = ${org_id} and i.material_id = ${material_id})
      order by coalesce(x.planned_start_time, x.delivery_date), x.no`,
  )
