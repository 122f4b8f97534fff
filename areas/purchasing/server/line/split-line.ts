import { generalErrors } from '@qitao/core/general.errors.ts'
import { subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows, updateRows } from '@qitao/platform/server/database/write-rows.ts'
import { type Context, expectVersion } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { type LineToSplit, splitLine } from '../../model/line/split-line.rules.ts'
import { expectEditable } from '../../model/purchase-order.rules.ts'
import { withdrawConfirmLinks } from '../answer/confirm-links.ts'
import { announced, broughtBy, firstArrival, living } from '../arrival/announced.ts'
import { followLines } from '../arrival/arrival.books.ts'
import { orderBooks } from '../purchase-order.books.ts'

interface WantedSplit {
  /** Of the order. */
  readonly id: string
  readonly row_version?: number | undefined
  readonly line_id: string
  readonly quantity: string
  readonly eta: number
}
interface StoredLine extends LineToSplit {
  readonly material_id: string
  readonly tax_rate: string | null
  readonly request_ids: readonly string[]
  readonly remark: string | null
}
export interface SplitLine {
  readonly line_id: string
  readonly material_id: string
  /** It comes before what stays. */
  readonly isEarlier: boolean
  /** Of the line that stays: what of it is still to come. */
  readonly open_quantity: string
}

/** Locks the order. What others have of the line is theirs to share out. */
export async function splitOrderLine(context: Context, wanted: WantedSplit): Promise<SplitLine> {
  const { tx, org_id } = context
  const { id, row_version, quantity, eta } = wanted
  const order = (await orderBooks.lock(tx, org_id, [id])).get(id) ?? refuse(generalErrors.recordNotFound)
  expectEditable(expectVersion(order, row_version ?? order.row_version), 'split')
  const [line] = await rows(
    tx,
    sql<StoredLine>`select l.material_id, l.quantity, l.received_quantity, l.demand_quantity, l.price, l.amount, l.tax_rate, l.request_ids, l.remark,
        coalesce(l.eta, o.eta) as eta, o.order_date, l.asked_from, l.asked_to, u.precision as unit_precision,
        ${broughtBy(org_id, sql`l.id`, living)} as announced_quantity, ${broughtBy(org_id, sql`l.id`, announced)} as dated_quantity,
        ${firstArrival(org_id, sql`l.id`)} as first_arrival
      from purchase_order_line l join purchase_order o on o.org_id = l.org_id and o.id = l.order_id
        join material m on m.org_id = l.org_id and m.id = l.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where l.org_id = ${org_id} and l.order_id = ${id} and l.id = ${wanted.line_id}`,
  )
  if (!line) return refuse(generalErrors.recordNotFound)
  const { kept, part, isEarlier } = splitLine(line, { quantity, eta })

  const [last] = await rows(
    tx,
    sql<{
      line_no: number
    }>`select max(line_no) as line_no from purchase_order_line where org_id = ${org_id} and order_id = ${id}`,
  )
  const line_id = newId()
  const { material_id, price, tax_rate, request_ids, remark } = line
  // Lines without a day have that of their order, which the part may move.
  await sql`update purchase_order_line l set eta = o.eta from purchase_order o
    where l.org_id = ${org_id} and l.order_id = ${id} and l.eta is null and o.org_id = l.org_id and o.id = l.order_id`.execute(
    tx,
  )
  await updateRows(tx, org_id, 'purchase_order_line', [{ id: wanted.line_id, ...kept }])
  await insertRows(tx, 'purchase_order_line', [
    {
      id: line_id,
      order_id: id,
      line_no: last!.line_no + 1,
      material_id,
      price,
      tax_rate,
      request_ids,
      remark,
      ...part,
    },
  ])
  const [latest] = await rows(
    tx,
    sql<{
      eta: number
    }>`select max(eta) as eta from purchase_order_line where org_id = ${org_id} and order_id = ${id}`,
  )
  // Its lines are others now: who saw it before is told (5023), and what its supplier was asked is not so any more.
  await orderBooks.write(tx, org_id, [id], { eta: latest!.eta })
  await withdrawConfirmLinks(tx, org_id, [id])
  await followLines(context, [wanted.line_id, line_id])
  return { line_id, material_id, isEarlier, open_quantity: subtract(kept.quantity, line.received_quantity) }
}
