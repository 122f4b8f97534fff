import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { startOfToday } from '@qitao/document-kit/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { expectVersion, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { dropExpedites, expediteLines } from '../../model/line/expedite.calls.ts'
import { expectExpeditable, type LineToExpedite } from '../../model/line/expedite.rules.ts'
import { expectEditable } from '../../model/purchase-order.rules.ts'
import { orderBooks } from '../purchase-order.books.ts'
import { purchaseMail } from '../purchase-order-paper.ts'
import { keepWishes } from './wishes.ts'

export const expediteHandlers: Handler[] = [
  handle(expediteLines, async ({ id, row_version, line_ids, wished_date, remark, to, ...mail }, context) => {
    const { tx, org_id, now } = context
    const order = (await orderBooks.lock(tx, org_id, [id])).get(id) ?? refuse(generalErrors.recordNotFound)
    expectEditable(expectVersion(order, row_version ?? order.row_version), 'expedite')
    const lines = await linesToExpedite(tx, org_id, id, line_ids)
    if (lines.length !== new Set(line_ids).size) refuse(generalErrors.recordNotFound)
    expectExpeditable(lines, wished_date, startOfToday(context))
    await keepWishes(
      tx,
      id,
      lines.map(line => line.id),
      { wished_date, remark, now },
    )
    return {
      job_id: to === null ? null : await purchaseMail.start(context, { id, to, words: null, asks: true, ...mail }),
    }
  }),
  handle(dropExpedites, async ({ id, line_ids }, { tx, org_id }) => {
    if (!(await orderBooks.lock(tx, org_id, [id])).has(id)) refuse(generalErrors.recordNotFound)
    const gone = await rows(
      tx,
      sql`delete from purchase_expedite where org_id = ${org_id} and order_id = ${id} and ${among(sql`line_id`, line_ids)} returning id`,
    )
    return { affected: gone.length }
  }),
]

const linesToExpedite = (
  tx: Tx,
  org_id: string,
  order_id: string,
  ids: readonly string[],
): Promise<(LineToExpedite & { readonly id: string })[]> =>
  rows(
    tx,
    sql`select l.id, l.line_no, l.quantity, l.received_quantity, coalesce(l.eta, o.eta) as eta
      from purchase_order_line l join purchase_order o on o.org_id = l.org_id and o.id = l.order_id
      where l.org_id = ${org_id} and l.order_id = ${order_id} and ${among(sql`l.id`, ids)} order by l.line_no`,
  )
