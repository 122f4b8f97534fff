import { productFields, productInstead } from '@qitao/masterdata/model/material/product.fields.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { type RawBuilder, sql } from 'kysely'
import { countStatus } from '../../model/count/count.status.ts'
import {
  type CountedBin,
  type CountedLine,
  type CountedMaterial,
  countedBin,
  countedLine,
  countedMaterial,
  countHistoryCalls,
} from '../../model/count/count-history.calls.ts'
import { coversBin } from './count.queries.ts'

const done = sql`c.status = ${countStatus.codes.done}`
const at = sql`coalesce(x.second_time, x.first_time)`
/** Counted lines `x` of counts `c` that are over. */
const countedLines = (
  of: RawBuilder<unknown>,
) => sql`count_line x join inventory_count c on c.org_id = x.org_id and c.id = x.count_id and ${done}
  where x.org_id = t.org_id and ${of} and x.counted_quantity is not null`
/** Of a bin or a material `t`: all its lines, and those of the count that was last. */
const historyOf = (of: RawBuilder<unknown>) => sql`left join lateral (select count(*) as line_count,
      count(*) filter (where x.difference <> 0) as different_count from ${countedLines(of)}) h on true
  left join lateral (select c.id, c.no, max(${at}) as time, count(*) filter (where x.difference <> 0) as different, sum(x.difference) as difference
      from ${countedLines(of)} group by c.id, c.no order by max(${at}) desc, c.id desc limit 1) l on true`
const accuracy = sql`case when h.line_count > 0 then trim_scale(round(100.0 * (h.line_count - h.different_count) / h.line_count, 1))::text end`

const ofBin = historyOf(sql`x.location_id = t.id`)
/** A bin in which the books had nothing, and nothing was found, was counted too. */
const empty = sql`left join lateral (select c.id, c.no, c.started_time as time from inventory_count c
    where c.org_id = t.org_id and c.warehouse_id = t.warehouse_id and ${done} and t.created_time <= c.started_time and ${coversBin('c', 't')}
    order by c.started_time desc limit 1) e on true`
const isEmptyLater = sql`(e.id is not null and (l.id is null or (e.id <> l.id and e.time > l.time)))`
const counts = sql`${ofBin} ${empty}`
/** Their counts are looked for in each bin: once for a page in their order, and for its total only where they say what is shown. */
const binsBy = (counted: boolean | undefined, order: string) => ({
  ...(counted === undefined ? {} : { filterJoins: counts }),
  ...(counted === undefined && order !== 'code' ? { orderJoins: counts } : {}),
})
const bins = handle(countHistoryCalls.bins, (input, { tx, org_id }) =>
  listRows<CountedBin>(
    tx,
    {
      ...{ org_id, table: 'location' },
      ...binsBy(input.counted, input.order_by?.replace(/^-/, '') ?? 'counted_time'),
      where: [
        sql`not t.transit and t.supplier_id is null`,
        contains(input.keyword, sql`t.code`, sql`t.name`, sql`t.area`),
        input.warehouse_id !== undefined && sql`t.warehouse_id = ${input.warehouse_id}`,
        input.counted !== undefined && sql`(coalesce(l.id, e.id) is not null) = ${input.counted}`,
      ],
      columns: sql`t.id, t.code, t.area, t.warehouse_id, w.name as warehouse_name, h.line_count, h.different_count, ${accuracy} as accuracy,
        case when ${isEmptyLater} then e.time else l.time end as counted_time, case when ${isEmptyLater} then e.id else l.id end as count_id,
        case when ${isEmptyLater} then e.no else l.no end as count_no, case when ${isEmptyLater} then 0 else l.different end as last_different`,
      joins: sql`${counts} join warehouse w on w.org_id = t.org_id and w.id = t.warehouse_id`,
      orders: {
        code: sql`t.code`,
        counted_time: sql`coalesce(case when ${isEmptyLater} then e.time else l.time end, 0)`,
        different_count: sql`h.different_count`,
      },
      defaultOrder: 'counted_time',
    },
    input,
  ),
)

const ofMaterial = historyOf(sql`x.material_id = t.id`)
const materials = handle(countHistoryCalls.materials, (input, { tx, org_id }) =>
  listRows<CountedMaterial>(
    tx,
    {
      ...{ org_id, table: 'material' },
      filterJoins: ofMaterial,
      where: [
        sql`h.line_count > 0`,
        contains(input.keyword, sql`t.code`, sql`t.name`),
        input.material_id !== undefined && sql`t.id = ${input.material_id}`,
      ],
      columns: sql`t.id, t.id as material_id, t.code as material_code, t.name as material_name, t.specs as material_specs, u.name as unit_name,
        u."precision" as unit_precision, h.line_count, h.different_count, ${accuracy} as accuracy, l.time as counted_time, l.id as count_id, l.no as count_no,
        l.different as last_different, trim_scale(l.difference)::text as last_difference`,
      joins: sql`${ofMaterial} join unit u on u.org_id = t.org_id and u.id = t.unit_id`,
      orders: {
        material_id: sql`t.code`,
        counted_time: sql`l.time`,
        different_count: sql`h.different_count`,
      },
      defaultOrder: '-counted_time',
    },
    input,
  ),
)

const lines = handle(countHistoryCalls.lines, (input, { tx, org_id }) =>
  listRows<CountedLine>(
    tx,
    {
      ...{ org_id, table: 'count_line' },
      filterJoins: sql`join inventory_count c on c.org_id = t.org_id and c.id = t.count_id
        join material m on m.org_id = t.org_id and m.id = t.material_id join location o on o.org_id = t.org_id and o.id = t.location_id`,
      where: [
        sql`${done} and t.counted_quantity is not null`,
        contains(input.keyword, sql`c.no`, sql`o.code`, sql`m.code`, sql`m.name`, sql`t.lot_number`),
        input.location_id !== undefined && sql`t.location_id = ${input.location_id}`,
        input.material_id !== undefined && sql`t.material_id = ${input.material_id}`,
        input.different !== undefined && sql`(t.difference <> 0) = ${input.different}`,
        input.timestamp_range !== undefined &&
          sql`coalesce(t.second_time, t.first_time) between ${input.timestamp_range[0]} and ${input.timestamp_range[1]}`,
      ],
      columns: sql`t.id, t.count_id, c.no as count_no, t.material_id, m.code as material_code, m.name as material_name, m.specs as material_specs,
        u.name as unit_name, u."precision" as unit_precision, t.location_id, o.code as location_code, nullif(t.lot_number, '') as lot_number,
        coalesce(t.second_book, t.first_book) as book_quantity, t.counted_quantity, t.difference, coalesce(t.second_by, t.first_by) as counted_by,
        a.name as counted_by_name, coalesce(t.second_time, t.first_time) as counted_time, t.remark,
        (select count(*) from attachment f where f.org_id = t.org_id and f.module = 'count_line' and f.object_id = t.id) as photo_count`,
      joins: sql`join inventory_count c on c.org_id = t.org_id and c.id = t.count_id
        join material m on m.org_id = t.org_id and m.id = t.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
        join location o on o.org_id = t.org_id and o.id = t.location_id
        left join app_user a on a.org_id = t.org_id and a.id = coalesce(t.second_by, t.first_by)`,
      orders: {
        counted_time: sql`coalesce(t.second_time, t.first_time)`,
        material_id: sql`m.code`,
        location_id: sql`o.code`,
      },
      defaultOrder: '-counted_time',
    },
    input,
  ),
)

export const countHistoryHandlers: Handler[] = [
  bins,
  exportHandler(countHistoryCalls.exportBins, bins, countedBin),
  materials,
  exportHandler(countHistoryCalls.exportMaterials, materials, {
    title: countedMaterial.title,
    fields: { ...countedMaterial.fields, ...productFields },
    instead: productInstead,
  }),
  lines,
  exportHandler(countHistoryCalls.exportLines, lines, {
    title: countedLine.title,
    fields: countedLine.fields,
    instead: productInstead,
  }),
]
