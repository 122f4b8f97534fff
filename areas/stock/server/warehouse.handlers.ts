import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { bulkAnswer, type Handler, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { contains, isWritten, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { plainHandlers } from '@qitao/platform/server/list/plain-record.ts'
import { type RawBuilder, sql } from 'kysely'
import { expectCodes } from '../model/bin-range.rules.ts'
import { stockErrors } from '../model/stock.errors.ts'
import { locationExchange } from '../model/stock.exchange.ts'
import { addBinRange, locationCalls, plainLocationCalls, warehouseCalls } from '../model/warehouse.calls.ts'
import { type LocationRow, location, warehouse } from '../model/warehouse.record.ts'

const shownWarehouse = {
  columns: sql`(select count(*) from location l where l.org_id = t.org_id and l.warehouse_id = t.id) as location_count`,
  joins: sql``,
}
const shownLocation = {
  columns: sql`w.code as warehouse_code, w.name as warehouse_name, coalesce(i.material_count, 0) as material_count, coalesce(i.quantity, 0) as quantity, i.quantity is null as empty,
    case when t.capacity > 0 then round(coalesce(i.quantity, 0) * 100 / t.capacity)::integer end as fill_percent,
    exists (select from bin_in_count c where c.org_id = t.org_id and c.location_id = t.id) as counting`,
  joins: sql`join warehouse w on w.org_id = t.org_id and w.id = t.warehouse_id
    left join lateral (select count(distinct material_id) as material_count, sum(quantity) as quantity from inventory i
      where i.org_id = t.org_id and i.location_id = t.id and i.quantity > 0) i on true`,
}
const holdsStock = sql`exists (select from inventory i where i.org_id = t.org_id and i.location_id = t.id and i.quantity > 0)`

const plainWarehouse = plainHandlers(warehouse, warehouseCalls, {
  table: 'warehouse',
  keyword: ['code', 'name'],
  orders: ['code', 'name'],
  defaultOrder: 'code',
  shows: shownWarehouse,
})
const plainLocation = plainHandlers(location, plainLocationCalls, {
  table: 'location',
  keyword: ['code', 'name'],
  orders: ['code'],
  defaultOrder: 'code',
})
const without = (handlers: readonly Handler[], ...calls: unknown[]) =>
  handlers.filter(({ call }) => !calls.includes(call))

const list = handle(locationCalls.list, (input, { tx, org_id }) => {
  const { warehouse_id, warehouse_ids = [], empty } = input
  return listRows<LocationRow>(
    tx,
    {
      org_id,
      table: 'location',
      where: [
        contains(input.keyword, sql`t.code`, sql`t.name`, sql`t.area`),
        oneOfCodes(sql`t.status`, input.statuses),
        warehouse_id !== undefined && sql`t.warehouse_id = ${warehouse_id}`,
        warehouse_ids.length > 0 && among(sql`t.warehouse_id`, warehouse_ids),
        isWritten(input.written, sql`t.code`, sql`t.name`),
        empty === true && sql`not ${holdsStock}`,
        empty === false && holdsStock,
      ],
      columns: sql`t.*, ${shownLocation.columns}`,
      joins: shownLocation.joins,
      orders: {
        code: sql`t.code`,
        area: sql`coalesce(t.area, '')`,
        route_order: sql`coalesce(t.route_order, 2147483647)`,
        created_time: sql`t.created_time`,
      },
      defaultOrder: 'code',
    },
    input,
  )
})

export const warehouseHandlers: Handler[] = [
  ...without(plainWarehouse, warehouseCalls.drop),
  exportHandler(warehouseCalls.export, plainWarehouse[0], warehouse),
  ...without(plainLocation, plainLocationCalls.list, plainLocationCalls.detail, plainLocationCalls.drop),
  list,
  exportHandler(locationCalls.export, list, location, { imports: locationExchange }),

  handle(locationCalls.detail, async ({ id }, { tx, org_id }) => {
    const [record] = await rows(
      tx,
      sql<LocationRow>`select t.*, ${shownLocation.columns} from location t ${shownLocation.joins}
        where t.org_id = ${org_id} and t.id = ${id}`,
    )
    return { record: record ?? refuse(generalErrors.recordNotFound) }
  }),

  handle(addBinRange, async ({ from_code, to_code, route_order, ...of }, { tx, org_id }) => {
    const codes = expectCodes(from_code, to_code)
    const [known] = await rows(
      tx,
      sql`select from warehouse where org_id = ${org_id} and id = ${of.warehouse_id} for key share`,
    )
    if (!known)
      refuse(generalErrors.recordNotFound, { field: 'warehouse_id', field_title: location.fields.warehouse_id.title })
    const bins = codes.map((code, at) => ({
      ...{ id: newId(), code, route_order: route_order === null ? null : route_order + at },
    }))
    const made = await rows(
      tx,
      sql`insert into location (id, warehouse_id, code, area, type, capacity, mixed_lots, route_order)
        select r.id, ${of.warehouse_id}::uuid, r.code, ${of.area}, ${of.type}, ${of.capacity}::numeric, ${of.mixed_lots}, r.route_order
        from ${recordset(bins, sql`id uuid, code text, route_order integer`)} r order by r.code
        on conflict (org_id, warehouse_id, code) do nothing returning id`,
    )
    return { affected: made.length, existing: codes.length - made.length }
  }),
  handle(warehouseCalls.drop, async ({ ids }, { tx, org_id, language }) => {
    const { passed_ids, refused } = sortOut(ids, await placesToDrop(tx, org_id, 'warehouse', ids), expectDroppable)
    await sql`delete from warehouse where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),
  handle(locationCalls.drop, async ({ ids }, { tx, org_id, language }) => {
    const { passed_ids, refused } = sortOut(ids, await placesToDrop(tx, org_id, 'location', ids), expectDroppable)
    await sql`delete from location where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),
]

interface PlaceToDrop {
  id: string
  /** There is stock now. */
  holds_stock: boolean
  /** There was, so that movements name the place; or a warehouse still has bins. */
  used: boolean
}
const lastWords = text('可以改为停用', 'It can be disabled instead')
function expectDroppable({ holds_stock, used }: PlaceToDrop): void {
  if (holds_stock) refuse(stockErrors.warehouseNotEmpty)
  if (used) refuse(generalErrors.dataInUse, { detail: lastWords })
}

async function placesToDrop(
  tx: Tx,
  org_id: string,
  table: 'warehouse' | 'location',
  ids: readonly string[],
): Promise<Map<string, PlaceToDrop>> {
  const bins: RawBuilder<unknown> =
    table === 'warehouse'
      ? sql`select l.id from location l where l.org_id = t.org_id and l.warehouse_id = t.id`
      : sql`select t.id`
  const used =
    table === 'warehouse'
      ? sql`exists (${bins})`
      : sql`(exists (select from inventory i where i.org_id = t.org_id and i.location_id = t.id)
          or exists (select from container c where c.org_id = t.org_id and c.location_id = t.id)
          or exists (select from material m where m.org_id = t.org_id and m.default_location_id = t.id))`
  await sql`select from ${sql.table(table)} where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`.execute(
    tx,
  )
  const found = await rows(
    tx,
    sql<PlaceToDrop>`select t.id, ${used} as used, exists (select from inventory i where i.org_id = t.org_id
        and i.location_id in (${bins}) and i.quantity > 0) as holds_stock
      from ${sql.table(table)} t where t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`,
  )
  return new Map(found.map(place => [place.id, place]))
}
