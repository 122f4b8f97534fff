import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type RawBuilder, sql } from 'kysely'
import type { WishToTell } from '../../model/line/expedite.rules.ts'
import { purchaseStatus } from '../../model/purchase.status.ts'

/** Of a wish `e` for a line of order `o`: it is waited for. */
const isWaitedFor = (line: RawBuilder<unknown>) =>
  sql`o.status in (${sql.join(purchaseStatus.from('expedite').map(code => sql.lit(code)))}) and ${line}.received_quantity < ${line}.quantity
    and coalesce(coalesce(${line}.eta, o.eta) > e.wished_date, true)
    and e.answered_time is null`
const ofLine = isWaitedFor(sql`l`)
/** By when a line of order `o` is wished for, as long as that is waited for. */
export const wishedDate = (line: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select e.wished_date from purchase_expedite e where e.org_id = ${line}.org_id and e.line_id = ${line}.id and ${isWaitedFor(line)})`
/** How many lines of order `t` are wished for earlier. */
export const wishedLineCount = sql`(select count(*)::integer from purchase_expedite e
  join purchase_order o on o.org_id = e.org_id and o.id = e.order_id join purchase_order_line l on l.org_id = e.org_id and l.id = e.line_id
  where e.org_id = t.org_id and e.order_id = t.id and ${ofLine})`

export type Wish = WishToTell & { readonly line_id: string }
/** What of an order is wished for earlier, line by line. */
export const wishesOf = (tx: Tx, org_id: string, order_id: string): Promise<Wish[]> =>
  rows(
    tx,
    sql<Wish>`select e.line_id, l.line_no, m.code as material_code, m.name as material_name, u.name as unit_name,
        trim_scale(l.quantity - l.received_quantity) as open_quantity, coalesce(l.eta, o.eta) as eta, e.wished_date, e.remark
      from purchase_expedite e join purchase_order o on o.org_id = e.org_id and o.id = e.order_id
        join purchase_order_line l on l.org_id = e.org_id and l.id = e.line_id
        join material m on m.org_id = l.org_id and m.id = l.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where e.org_id = ${org_id} and e.order_id = ${order_id} and ${ofLine} order by l.line_no`,
  )

/** The last wish for a line is the one that counts. */
export async function keepWishes(
  tx: Tx,
  order_id: string,
  line_ids: readonly string[],
  { wished_date, remark, now }: { wished_date: number; remark: string | null; now: number },
): Promise<void> {
  const made = line_ids.map(line_id => ({ id: newId(), line_id }))
  await sql`insert into purchase_expedite (id, order_id, line_id, wished_date, remark, asked_time)
    select r.id, ${order_id}, r.line_id, ${wished_date}::bigint, ${remark}::text, ${now}::bigint from ${recordset(made, sql`id uuid, line_id uuid`)} r
    on conflict (org_id, line_id) do update set wished_date = excluded.wished_date, remark = excluded.remark, asked_time = excluded.asked_time, answered_time = null`.execute(
    tx,
  )
}

/** He has said something of these lines: they are not waited for any more. Under a transaction that sees all companies. */
export const answerWishes = (tx: Tx, org_id: string, line_ids: readonly string[], now: number): Promise<unknown> =>
  sql`update purchase_expedite set answered_time = ${now} where org_id = ${org_id} and ${among(sql`line_id`, line_ids)} and answered_time is null`.execute(
    tx,
  )
