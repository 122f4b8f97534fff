import type { Parsed } from '@qitao/core/call.ts'
import type { Rows } from '@qitao/core/page.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { contains, listRows, oneOfCodes, withinRange } from '@qitao/platform/server/list/list.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ReceiptCalls } from '../model/receipt.calls.ts'
import type { ReceiptLineInput, ReceiptLineRow, ReceiptRow } from '../model/receipt.record.ts'
import type { LineToConfirm } from '../model/receipt.rules.ts'
import { type Direction, receiptsType } from '../model/receipt.status.ts'

/** Of line `l` of receipt `t`. */
const lineSource = sql`coalesce(
  (select o.no from purchase_order_line x join purchase_order o on o.org_id = x.org_id and o.id = x.order_id where x.org_id = l.org_id and x.id = l.source_line_id),
  (select o.no from seen_sales_order_line x join seen_sales_order o on o.org_id = x.org_id and o.id = x.order_id where x.org_id = l.org_id and x.id = l.source_line_id),
  (select o.no from sales_return_line x join seen_sales_return o on o.org_id = x.org_id and o.id = x.return_id where x.org_id = l.org_id and x.id = l.source_line_id),
  (select o.no from mo o where o.org_id = t.org_id and o.id = t.mo_id))`
const columns = sql`t.*, w.name as warehouse_name, s.name as supplier_name, c.name as customer_name, a.name as operator_name,
  coalesce(p.no, o.no, m.no, several.nos) as source_no, coalesce(l.line_count, 0) as line_count, coalesce(l.quantity, 0) as quantity,
  coalesce(l.done_quantity, 0) as done_quantity, l.first_material_code, l.first_material_name`
const joins = sql`left join warehouse w on w.org_id = t.org_id and w.id = t.warehouse_id
  left join supplier s on s.org_id = t.org_id and s.id = t.supplier_id
  left join customer c on c.org_id = t.org_id and c.id = t.customer_id
  left join app_user a on a.org_id = t.org_id and a.id = t.operator_id
  left join purchase_order p on p.org_id = t.org_id and p.id = t.purchase_order_id
  left join seen_sales_order o on o.org_id = t.org_id and o.id = t.order_id
  left join mo m on m.org_id = t.org_id and m.id = t.mo_id
  left join lateral (
    select count(*) as line_count, sum(l.quantity) as quantity, sum(l.done_quantity) as done_quantity,
      (array_agg(k.code order by l.line_no))[1] as first_material_code, (array_agg(k.name order by l.line_no))[1] as first_material_name
    from receipt_line l join material k on k.org_id = l.org_id and k.id = l.material_id
    where l.org_id = t.org_id and l.receipt_id = t.id
  ) l on true
  left join lateral (
    select string_agg(distinct ${lineSource}, ', ') as nos from receipt_line l
    where l.org_id = t.org_id and l.receipt_id = t.id and coalesce(p.id, o.id, m.id) is null
  ) several on true`

type Filters = Omit<Parsed<ReceiptCalls['count']>, 'keyword'> & { keyword?: string | undefined }
const conditions = (
  org_id: string,
  direction: Direction,
  filters: Filters,
): (RawBuilder<unknown> | undefined | false)[] => {
  const { keyword, receipt_type, receipt_types, warehouse_id, mo_id, timestamp_range } = filters
  const byNo = contains(keyword, sql`t.no`)
  const byCode = contains(keyword, sql`k.no`)
  return [
    sql`t.receipts_type = ${receiptsType[direction]}`,
    byNo &&
      sql`(${byNo} or t.purchase_order_id in (select k.id from purchase_order k where k.org_id = ${org_id} and ${byCode})
        or t.order_id in (select k.id from seen_sales_order k where k.org_id = ${org_id} and ${byCode})
        or t.mo_id in (select k.id from mo k where k.org_id = ${org_id} and ${byCode})
        or t.id in (select l.receipt_id from receipt_line l where l.org_id = ${org_id} and l.source_line_id in (
          select x.id from purchase_order_line x join purchase_order k on k.org_id = x.org_id and k.id = x.order_id where x.org_id = ${org_id} and ${byCode}
          union all select x.id from seen_sales_order_line x join seen_sales_order k on k.org_id = x.org_id and k.id = x.order_id where x.org_id = ${org_id} and ${byCode}
          union all select x.id from sales_return_line x join seen_sales_return k on k.org_id = x.org_id and k.id = x.return_id where x.org_id = ${org_id} and ${byCode})))`,
    receipt_type !== undefined && sql`t.receipt_type = ${receipt_type}`,
    oneOfCodes(sql`t.receipt_type`, receipt_types),
    warehouse_id !== undefined && sql`t.warehouse_id = ${warehouse_id}`,
    mo_id !== undefined && sql`t.mo_id = ${mo_id}`,
    withinRange(sql`t.receipt_date`, timestamp_range),
  ]
}

export const receiptsPage = (
  tx: Tx,
  org_id: string,
  direction: Direction,
  input: Parsed<ReceiptCalls['list']>,
): Promise<Rows<ReceiptRow>> =>
  listRows<ReceiptRow>(
    tx,
    {
      org_id,
      table: 'seen_receipt',
      where: [oneOfCodes(sql`t.status`, input.statuses), ...conditions(org_id, direction, input)],
      columns,
      joins,
      orders: {
        no: sql`t.no`,
        receipt_date: sql`t.receipt_date`,
        receipt_type: sql`t.receipt_type`,
        status: sql`t.status`,
        created_time: sql`t.created_time`,
      },
      defaultOrder: '-created_time',
    },
    input,
  )

export async function receiptCounts(
  tx: Tx,
  org_id: string,
  direction: Direction,
  filters: Filters,
): Promise<Map<string, number>> {
  const where = [
    sql`t.org_id = ${org_id}`,
    ...conditions(org_id, direction, filters).filter(one => one !== undefined && one !== false),
  ]
  const found = await rows(
    tx,
    sql<{
      status: string
      count: number
    }>`select t.status, count(*) as count from seen_receipt t where ${sql.join(where, sql` and `)} group by t.status`,
  )
  return new Map(found.map(({ status, count }) => [status, count]))
}

export const receiptsWhere = (tx: Tx, org_id: string, condition: RawBuilder<unknown>): Promise<ReceiptRow[]> =>
  rows(
    tx,
    sql<ReceiptRow>`select ${columns} from seen_receipt t ${joins} where t.org_id = ${org_id} and ${condition} order by t.created_time desc, t.id desc`,
  )

export const receiptLines = (tx: Tx, org_id: string, receipt_id: string): Promise<ReceiptLineRow[]> =>
  rows(
    tx,
    sql<ReceiptLineRow>`select l.*, l.quantity - l.done_quantity as open_quantity, m.code as material_code, m.name as material_name, m.specs as material_specs,
        m.lot_managed, m.serial_policy, u.name as unit_name, u.precision as unit_precision, p.code as location_code, ${lineSource} as source_no,
        coalesce((select sum(i.quantity - i.occupied_quantity) from inventory i where i.org_id = l.org_id and i.material_id = l.material_id
          and i.quality_status = l.quality_status and i.arrives_time is null and coalesce(i.expire_time > epoch_now(), true)), 0) as available_quantity
      from receipt_line l join seen_receipt t on t.org_id = l.org_id and t.id = l.receipt_id
      join material m on m.org_id = l.org_id and m.id = l.material_id
      join unit u on u.org_id = m.org_id and u.id = m.unit_id
      left join location p on p.org_id = l.org_id and p.id = l.location_id
      where l.org_id = ${org_id} and l.receipt_id = ${receipt_id} order by l.line_no`,
  )

interface DoneMaterial {
  receipt_id: string
  material_code: string
  material_name: string
  unit_name: string
  done_quantity: string
}
/** What of each material the receipts have moved, in the order of their lines. */
export async function doneByMaterial(
  tx: Tx,
  org_id: string,
  receipt_ids: readonly string[],
): Promise<Map<string, DoneMaterial[]>> {
  const found = await rows(
    tx,
    sql<DoneMaterial>`select l.receipt_id, m.code as material_code, m.name as material_name, u.name as unit_name, sum(l.done_quantity) as done_quantity
      from receipt_line l join material m on m.org_id = l.org_id and m.id = l.material_id
      join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where l.org_id = ${org_id} and ${among(sql`l.receipt_id`, receipt_ids)}
      group by l.receipt_id, m.id, m.code, m.name, u.name order by min(l.line_no)`,
  )
  return Map.groupBy(found, ({ receipt_id }) => receipt_id)
}

export interface LockedReceipt {
  id: string
  no: string
  row_version: number
  status: string
  receipt_type: number
  supplier_id: string | null
  customer_id: string | null
  order_id: string | null
  mo_id: string | null
  done_quantity: string
}
/** Of one direction, locked in the order of their ids, then read, so that what is done is of the time of the lock. */
export async function receiptsForUpdate(
  tx: Tx,
  org_id: string,
  direction: Direction,
  ids: readonly string[],
): Promise<Map<string, LockedReceipt>> {
  const which = sql`r.org_id = ${org_id} and r.receipts_type = ${receiptsType[direction]} and ${among(sql`r.id`, ids)} order by r.id`
  await sql`select from seen_receipt r where ${which} for no key update`.execute(tx)
  const found = await rows(
    tx,
    sql<LockedReceipt>`select r.id, r.no, r.row_version, r.status, r.receipt_type, r.supplier_id, r.customer_id, r.order_id, r.mo_id,
        coalesce((select sum(l.done_quantity) from receipt_line l where l.org_id = r.org_id and l.receipt_id = r.id), 0) as done_quantity
      from seen_receipt r where ${which}`,
  )
  return new Map(found.map(receipt => [receipt.id, receipt]))
}

export async function linesToConfirm(tx: Tx, org_id: string, receipt_id: string): Promise<Map<string, LineToConfirm>> {
  const found = await rows(
    tx,
    sql<LineToConfirm>`select id, line_no, material_id, quantity, done_quantity, location_id, lot_number, quality_status, source_line_id
      from receipt_line where org_id = ${org_id} and receipt_id = ${receipt_id} order by line_no`,
  )
  return new Map(found.map(line => [line.id, line]))
}

/** Lines of receipts: those with an id are changed, others are new; the caller has deleted those that are gone. */
export async function saveLines(
  tx: Tx,
  receipts: readonly { readonly receipt_id: string; readonly lines: readonly ReceiptLineInput[] }[],
): Promise<LineToConfirm[][]> {
  const stored = receipts.map(({ receipt_id, lines }) =>
    lines.map((line, index) => ({
      ...line,
      receipt_id,
      id: line.id ?? newId(),
      line_no: index + 1,
      done_quantity: '0',
    })),
  )
  await sql`insert into receipt_line (id, receipt_id, line_no, material_id, quantity, location_id, lot_number, quality_status, source_line_id, remark)
    select id, receipt_id, line_no, material_id, quantity, location_id, lot_number, quality_status, source_line_id, remark
    from ${recordset(
      stored.flat(),
      sql`id uuid, receipt_id uuid, line_no integer, material_id uuid, quantity numeric, location_id uuid, lot_number text, quality_status smallint, source_line_id uuid, remark text`,
    )} r
    on conflict (org_id, id) do update set line_no = excluded.line_no, material_id = excluded.material_id, quantity = excluded.quantity,
      location_id = excluded.location_id, lot_number = excluded.lot_number, quality_status = excluded.quality_status,
      source_line_id = excluded.source_line_id, remark = excluded.remark`.execute(tx)
  return stored
}

/** What each MO occupies of stock, row by row: the part of a pick that nobody else may have. */
export async function holdingsOfMos(
  tx: Tx,
  org_id: string,
  mo_ids: readonly string[],
): Promise<Map<string, { inventory_id: string; quantity: string }[]>> {
  const found = await rows(
    tx,
    sql<{
      mo_id: string
      inventory_id: string
      quantity: string
    }>`select mo_id, source_id as inventory_id, sum(quantity) as quantity
      from mo_assignment where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} and source_type = 1 group by mo_id, source_id`,
  )
  return Map.groupBy(found, ({ mo_id }) => mo_id)
}

/** What may be taken out now: good, in date, and there; what is in transit is not. */
export const goodStock = sql`i.quality_status = ${qualityStatus.codes.finished} and i.quantity > 0 and coalesce(i.expire_time > epoch_now(), true)
  and i.arrives_time is null`
