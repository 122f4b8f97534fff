import type { Parsed } from '@qitao/core/call.ts'
import type { Rows } from '@qitao/core/page.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { contains, listRows, oneOfCodes, withinRange } from '@qitao/platform/server/list/list.ts'
import { maskedNo } from '@qitao/sales/server'
import { type RawBuilder, sql } from 'kysely'
import type { Counted, Displaced } from '../model/displace.rules.ts'
import type { listInquiries } from '../model/inquiry.calls.ts'
import type { InquiryLineRow, InquiryRow } from '../model/inquiry.record.ts'
import { inquiryStatus } from '../model/inquiry.status.ts'

const { pending, confirmed, cancelled, expired } = inquiryStatus.codes

/** What is kept no longer is expired, without anybody having to say so. */
const statusAt = (now: number): RawBuilder<number> =>
  sql`(case when t.status = ${pending} and t.result_kept_until < ${now} then ${expired} else t.status end)::smallint`

/** Who sees own documents only does not read whose the others are. */
const displacedSeen = sql`case when (select app_own_only()) then (
    select coalesce(jsonb_agg(d || jsonb_build_object('order_no', ${maskedNo}::text, 'customer_name', ${maskedNo}::text)
      || case when d ->> 'kind' = 'order' then jsonb_build_object('no', ${maskedNo}::text) else '{}' end), '[]') from jsonb_array_elements(t.displaced) d)
  else t.displaced end`

const columns = (
  now: number,
): RawBuilder<unknown> => sql`t.id, t.no, t.row_version, t.order_id, o.no as order_no, t.order_type, ${statusAt(now)} as status,
  t.mode, t.may_displace, ${displacedSeen} as displaced, o.customer_id, c.name as customer_name, t.promise_date, t.requested_date, t.result_kept_until, t.hold_minutes, t.material_status,
  t.capacity_status, t.delivery_status, t.reason, t.confirmed_time, t.created_time, t.updated_time,
  coalesce(l.line_count, 0) as line_count, l.first_material_code, l.first_material_name, coalesce(l.quantity, 0) as quantity`
const joins = sql`join seen_sales_order o on o.org_id = t.org_id and o.id = t.order_id
  left join customer c on c.org_id = o.org_id and c.id = o.customer_id
  left join lateral (
    select count(*) as line_count, sum(l.quantity) as quantity, (array_agg(m.code order by l.line_no))[1] as first_material_code,
      (array_agg(m.name order by l.line_no))[1] as first_material_name
    from inquiry_line l join material m on m.org_id = l.org_id and m.id = l.material_id where l.org_id = t.org_id and l.inquiry_id = t.id
  ) l on true`

export const inquiriesPage = (
  tx: Tx,
  org_id: string,
  { pool, statuses, customer_id, timestamp_range, ...input }: Parsed<typeof listInquiries>,
  now: number,
): Promise<Rows<InquiryRow>> => {
  const ofOrder = (condition: RawBuilder<unknown>) =>
    sql`t.order_id in (select so.id from seen_sales_order so left join customer k on k.org_id = so.org_id and k.id = so.customer_id
      where so.org_id = ${org_id} and ${condition})`
  const byText = contains(input.keyword, sql`t.no`)
  const byOrder = contains(input.keyword, sql`so.no`, sql`k.name`, sql`k.code`)
  return listRows<InquiryRow>(
    tx,
    {
      org_id,
      table: 'seen_inquiry',
      where: [
        pool === 'promised' ? sql`t.status = ${confirmed}` : sql`t.status <> ${confirmed}`,
        oneOfCodes(statusAt(now), statuses),
        // What nobody waits for any more is there for who asks for it.
        pool === 'pending' && statuses === undefined && sql`t.status <> ${cancelled}`,
        byText && byOrder && sql`(${byText} or ${ofOrder(byOrder)})`,
        customer_id !== undefined && ofOrder(sql`so.customer_id = ${customer_id}`),
        withinRange(sql`t.created_time`, timestamp_range),
      ],
      columns: columns(now),
      joins,
      orders: {
        no: sql`t.no`,
        created_time: sql`t.created_time`,
        result_kept_until: sql`t.result_kept_until`,
        requested_date: sql`coalesce(t.requested_date, 0)`,
        promise_date: sql`coalesce(t.promise_date, 0)`,
        confirmed_time: sql`coalesce(t.confirmed_time, 0)`,
      },
      defaultOrder: pool === 'promised' ? '-confirmed_time' : '-created_time',
    },
    input,
  )
}

export async function inquiryById(tx: Tx, org_id: string, id: string, now: number): Promise<InquiryRow | undefined> {
  const found = await rows(
    tx,
    sql<InquiryRow>`select ${columns(now)} from seen_inquiry t ${joins} where t.org_id = ${org_id} and t.id = ${id}`,
  )
  return found[0]
}

export const linesOf = (tx: Tx, org_id: string, inquiry_id: string): Promise<InquiryLineRow[]> =>
  rows(
    tx,
    sql<InquiryLineRow>`select l.id, l.line_id, l.line_no, l.material_id, m.code as material_code, m.name as material_name, u.name as unit_name,
        u."precision" as unit_precision, l.quantity, l.requested_date, l.promise_date, l.short_components, l.bottleneck_machine_no, l.answer
      from inquiry_line l join material m on m.org_id = l.org_id and m.id = l.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where l.org_id = ${org_id} and l.inquiry_id = ${inquiry_id} order by l.line_no`,
  )

export interface InquiryForChange {
  id: string
  asked_time: number
  order_id: string
  status: CodeOf<typeof inquiryStatus>
  mode: 'full' | 'parts'
  promise_date: number | null
  result_kept_until: number
  displaced: readonly Displaced[]
  held_later: readonly Counted[]
}
export async function inquiryForUpdate(tx: Tx, org_id: string, id: string): Promise<InquiryForChange | undefined> {
  const found = await rows(
    tx,
    sql<InquiryForChange>`select id, created_time as asked_time, order_id, status, mode, promise_date, result_kept_until, displaced, held_later from seen_inquiry
      where org_id = ${org_id} and id = ${id} for update`,
  )
  return found[0]
}
