import { generalErrors } from '@qitao/core/general.errors.ts'
import { add, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { transitions } from '@qitao/platform/server/list/transition.ts'
import { sql } from 'kysely'
import { moveOfReturn, receivedAfter } from '../../model/return/sales-return.rules.ts'
import { salesReturnStatus } from '../../model/return/sales-return.status.ts'
import { salesErrors } from '../../model/sales.errors.ts'
import { lockSalesOrdersOf } from '../follow-orders.ts'
import { claimsOf } from './return-claims.ts'

interface ReturnLine {
  readonly id: string
  readonly return_id: string
  readonly order_line_id: string
  readonly status: CodeOf<typeof salesReturnStatus>
  readonly inspects: boolean
  readonly quantity: Quantity
  readonly received_quantity: Quantity
}

/** Locks the returns of these lines, then their orders; all lines of them. */
async function lockedLines(tx: Tx, org_id: string, line_ids: readonly string[]): Promise<ReturnLine[]> {
  const ofThese = sql`select x.return_id from sales_return_line x where x.org_id = ${org_id} and ${among(sql`x.id`, line_ids)}`
  await sql`select from sales_return where org_id = ${org_id} and id in (${ofThese}) order by id for no key update`.execute(
    tx,
  )
  const lines = await rows(
    tx,
    sql<ReturnLine>`select l.id, l.return_id, l.order_line_id, r.status, r.inspects, l.quantity, l.received_quantity from sales_return_line l
      join sales_return r on r.org_id = l.org_id and r.id = l.return_id where l.org_id = ${org_id} and l.return_id in (${ofThese}) order by l.line_no`,
  )
  await lockSalesOrdersOf(tx, org_id, { line_ids: lines.map(({ order_line_id }) => order_line_id) })
  return lines
}

interface Told {
  readonly line_id: string
  readonly quantity: Quantity
}
/**
 * Warehouse tells what has come back: lines of returns, their states and the order lines follow. More than is to come is refused with
 * its row. Answers whether each part is to be inspected.
 */
export async function recordReturned(tx: Tx, org_id: string, came: readonly Told[]): Promise<boolean[]> {
  const lines = new Map(
    (
      await lockedLines(
        tx,
        org_id,
        came.map(({ line_id }) => line_id),
      )
    ).map(line => [line.id, line]),
  )
  const inspects = came.map(({ line_id, quantity }, index) => {
    const line = lines.get(line_id) ?? refuse(generalErrors.recordNotFound, { row: index + 1, field: 'source_line_id' })
    const detail = salesReturnStatus.whyNot('receive', line.status)
    if (detail) refuse(generalErrors.statusNotAllowed, { detail })
    lines.set(line_id, { ...line, received_quantity: receivedAfter(line, quantity, index + 1) })
    return line.inspects
  })
  await saveReceived(tx, org_id, [...lines.values()], came, 'came')
  return inspects
}
/** A receipt of returns is taken back whole: so much is to come again. */
export async function takeBackReturned(tx: Tx, org_id: string, back: readonly Told[]): Promise<void> {
  const all = await lockedLines(
    tx,
    org_id,
    back.map(({ line_id }) => line_id),
  )
  const lines = new Map(all.map(line => [line.id, line]))
  const less = back.map(({ line_id, quantity }) => ({ line_id, quantity: subtract('0', quantity) }))
  for (const { line_id, quantity } of less) {
    const line = lines.get(line_id)!
    lines.set(line_id, { ...line, received_quantity: add(line.received_quantity, quantity) })
  }
  await saveReceived(tx, org_id, [...lines.values()], less, 'taken_back')
  await expectClaimsLeft(
    tx,
    org_id,
    [...lines.values()].map(({ order_line_id }) => order_line_id),
  )
}
/** A return that was over and is to come again takes as much as ever: refused where others have taken it meanwhile. */
async function expectClaimsLeft(tx: Tx, org_id: string, line_ids: readonly string[]): Promise<void> {
  const [over] = await rows(
    tx,
    sql<{ no: string }>`select string_agg(distinct r.no, ', ' order by r.no) as no from sales_return_line l
      join sales_return r on r.org_id = l.org_id and r.id = l.return_id
      join sales_order_line o on o.org_id = l.org_id and o.id = l.order_line_id
      where l.org_id = ${org_id} and ${among(sql`l.order_line_id`, line_ids)} and ${claimsOf('l', 'r')} > 0
      group by o.id, o.shipped_quantity having sum(${claimsOf('l', 'r')}) > o.shipped_quantity limit 1`,
  )
  if (over)
    refuse(salesErrors.returnOverShipped, {
      no: over.no,
      detail: text(
        '这些货已在其他退货单上（{no}），请先减少或取消',
        'Other returns have taken these goods meanwhile ({no}): reduce or cancel one first',
      ),
    })
}

async function saveReceived(
  tx: Tx,
  org_id: string,
  lines: readonly ReturnLine[],
  more: readonly Told[],
  way: 'came' | 'taken_back',
) {
  await sql`update sales_return_line l set received_quantity = r.received_quantity
    from ${recordset(lines, sql`id uuid, received_quantity numeric`)} as r
    where l.org_id = ${org_id} and l.id = r.id and l.received_quantity <> r.received_quantity`.execute(tx)
  await transitions(
    tx,
    org_id,
    { table: 'sales_return', statuses: salesReturnStatus },
    [...Map.groupBy(lines, line => line.return_id)].map(([id, of]) => ({ id, action: moveOfReturn(of, way) })),
  )
  const orderLineOf = new Map(lines.map(line => [line.id, line.order_line_id]))
  await sql`update sales_order_line l set returned_quantity = l.returned_quantity + r.quantity
    from (select x.order_line_id, sum(x.quantity) as quantity from ${recordset(
      more.map(({ line_id, quantity }) => ({ order_line_id: orderLineOf.get(line_id)!, quantity })),
      sql`order_line_id uuid, quantity numeric`,
    )} x group by x.order_line_id) r
    where l.org_id = ${org_id} and l.id = r.order_line_id`.execute(tx)
}
