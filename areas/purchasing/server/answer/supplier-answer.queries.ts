import type { RowOf } from '@qitao/core/record.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type RawBuilder, sql } from 'kysely'
import type { supplierAnswer } from '../../model/answer/supplier-answer.record.ts'
import type { AnswerToDecide, answersOf } from '../../model/answer/supplier-answer.rules.ts'
import { answerStatus, confirmation } from '../../model/answer/supplier-answer.status.ts'
import { purchaseStatus } from '../../model/purchase.status.ts'
import { broughtBy, living } from '../arrival/announced.ts'
import { object_type } from './confirm-links.ts'

const { open, as_ordered, accepted } = answerStatus.codes
/** Of an answer `a` to a line `l` of an order `o`. */
const isOutdated = sql`(a.asked_quantity, a.asked_eta) is distinct from (l.quantity, coalesce(l.eta, o.eta))`
const answered = (org_id: string, order_id: string) =>
  sql`from supplier_answer a join purchase_order_line l on l.org_id = a.org_id and l.id = a.line_id
    join purchase_order o on o.org_id = a.org_id and o.id = a.order_id
    where a.org_id = ${org_id} and a.order_id = ${order_id}`

/** Nobody decides on an answer to an order that is cancelled or closed, and nobody waits for one. */
const isComing = sql`t.status in (${sql.join(purchaseStatus.from('receive').map(code => sql.lit(code)))})`
/** What the supplier has confirmed, or proposed and the buyer taken, of line `l` of order `o` holds. */
export const holdsForLine: RawBuilder<unknown> = sql`exists (select from supplier_answer a
  where a.org_id = l.org_id and a.line_id = l.id and a.status in (${as_ordered}, ${accepted})
    and (a.quantity, a.eta) is not distinct from (l.quantity, coalesce(l.eta, o.eta)))`
/** How far the supplier has confirmed the order `t`: what of it is still to come stands in an answer that holds. */
export const confirmationOf: RawBuilder<unknown> = sql`case
  when ${isComing} and exists (select from supplier_answer a join purchase_order_line l on l.org_id = a.org_id and l.id = a.line_id
    cross join (select t.eta) as o where a.org_id = t.org_id and a.order_id = t.id and a.status = ${open} and not ${isOutdated})
    then ${confirmation.codes.answered}::integer
  when exists (select from supplier_answer a where a.org_id = t.org_id and a.order_id = t.id)
    and not exists (select from purchase_order_line l cross join (select t.eta) as o
      where l.org_id = t.org_id and l.order_id = t.id and l.received_quantity < l.quantity and not ${holdsForLine})
    then ${confirmation.codes.confirmed}
  when ${isComing} and exists (select from share_link k where k.org_id = t.org_id and k.object_type = ${object_type} and k.object_id = t.id
    and not k.revoked and k.answer_time is null and k.expire_time > epoch_now())
    then ${confirmation.codes.asked}
  else ${confirmation.codes.not_asked} end`

type AnswerRow = RowOf<typeof supplierAnswer> & {
  material_name: string
  material_specs: string | null
  unit_name: string
  unit_precision: number
}
export const answersTo = (tx: Tx, org_id: string, order_id: string): Promise<AnswerRow[]> =>
  rows(
    tx,
    sql<AnswerRow>`select a.*, q.line_no, q.material_id, m.code as material_code, m.name as material_name, m.specs as material_specs,
        u.name as unit_name, u.precision as unit_precision, q.outdated
      from (select a.id, l.line_no, l.material_id, ${isOutdated} as outdated ${answered(org_id, order_id)}) q
        join supplier_answer a on a.org_id = ${org_id} and a.id = q.id
        join material m on m.org_id = a.org_id and m.id = q.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
      order by q.line_no`,
  )

export type StoredAnswer = AnswerToDecide & { readonly row_version: number }
/** Of an order that is locked. */
export const answersToDecide = (
  tx: Tx,
  org_id: string,
  order_id: string,
  ids: readonly string[],
): Promise<StoredAnswer[]> =>
  rows(
    tx,
    sql<StoredAnswer>`select a.id, a.row_version, a.line_id, l.line_no, a.status, ${isOutdated} as outdated, a.quantity, a.eta,
        l.quantity as ordered_quantity, coalesce(l.eta, o.eta) as ordered_eta, l.received_quantity, l.price,
        ${broughtBy(org_id, sql`l.id`, living)} as announced_quantity
      ${answered(org_id, order_id)} and ${among(sql`a.id`, ids)} order by l.line_no`,
  )

/** The last answer to a line is the one that counts. Under a transaction that sees all companies. */
export async function keepAnswers(
  tx: Tx,
  { org_id, order_id, answered_by, now }: { org_id: string; order_id: string; answered_by: string; now: number },
  answers: ReturnType<typeof answersOf>,
): Promise<void> {
  const made = answers.map(answer => ({ ...answer, id: newId() }))
  await sql`insert into supplier_answer
      (org_id, id, order_id, line_id, status, asked_quantity, asked_eta, quantity, eta, remark, answered_by, answered_time)
    select ${org_id}, r.id, ${order_id}, r.line_id, r.status, r.asked_quantity, r.asked_eta, r.quantity, r.eta, r.remark, ${answered_by}, ${now}
    from ${recordset(
      made,
      sql`id uuid, line_id uuid, status smallint, asked_quantity numeric, asked_eta bigint, quantity numeric, eta bigint, remark text`,
    )} r
    on conflict (org_id, line_id) do update set status = excluded.status, asked_quantity = excluded.asked_quantity,
      asked_eta = excluded.asked_eta, quantity = excluded.quantity, eta = excluded.eta, remark = excluded.remark,
      answered_by = excluded.answered_by, answered_time = excluded.answered_time`.execute(tx)
}
