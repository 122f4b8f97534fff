import { isNegative, isPositive, most, negate, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { followInspection, lockWaiting, matchAgain } from '@qitao/manufacturing/server'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { lockPurchaseOrdersOf, takeBackArrived, takeBackReceipt } from '@qitao/purchasing/server'
import { giveUpInspection, reopenDisposal } from '@qitao/quality/server'
import { correctShipped, lockSalesOrdersOf, takeBackReturned } from '@qitao/sales/server'
import type { Movement } from '@qitao/stock/model/ledger.rules.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { forgetLots, post, recordTrace, type TraceEntry, takePieces } from '@qitao/stock/server'
import { sql } from 'kysely'
import { expectReversible } from '../model/receipt.rules.ts'
import { type Direction, inboundType, movementOf, outboundType, statusOf } from '../model/receipt.status.ts'
import { restateArrivals, restateDelivered } from './line-times.ts'
import { type LockedReceipt, linesToConfirm } from './receipt.queries.ts'

/**
 * What a receipt has brought to a balance; negative: taken out of it. That goods were held for their inspection before they left is
 * not among it: they were released by that.
 */
interface Brought extends Pick<Movement, 'material_id' | 'location_id'> {
  readonly inventory_id: string
  readonly lot_number: string
  readonly quality_status: number
  readonly container_id: string | null
  readonly quantity: Quantity
}
interface Lying {
  readonly id: string
  readonly quantity: Quantity
  readonly occupied_quantity: Quantity
  readonly supplier_id: string | null
  readonly first_in_time: number
  readonly expire_time: number | null
}

/**
 * A posted receipt is taken back whole, by movements of its own: its lines, the order behind them, what announced it, its inspections, the
 * pieces it named and the work orders that had its goods follow. Where goods are no longer where it put them the ledger refuses it (5901).
 */
export async function reverseReceipt(
  context: Context,
  direction: Direction,
  receipt: LockedReceipt,
  reason: string | null,
): Promise<void> {
  const { tx, org_id, now } = context
  expectReversible(direction, receipt)
  const lines = [...(await linesToConfirm(tx, org_id, receipt.id)).values()].filter(({ done_quantity }) =>
    isPositive(done_quantity),
  )
  if (direction === 'inbound') await giveUpInspection(context, receipt.id)
  const back = lines.flatMap(({ source_line_id, done_quantity }) =>
    source_line_id === null ? [] : [{ line_id: source_line_id, quantity: done_quantity }],
  )
  const isBought = direction === 'inbound' && receipt.receipt_type === inboundType.codes.purchase
  const isSold = direction === 'outbound' && receipt.receipt_type === outboundType.codes.sales
  const isReturned = direction === 'inbound' && receipt.receipt_type === inboundType.codes.sales_return
  const isSentBack = direction === 'outbound' && receipt.receipt_type === outboundType.codes.purchase_return
  // What is bought is locked before work orders, what is sold after them.
  if (isBought) await takeBackBought(tx, org_id, back)
  if (isSentBack) {
    await reopenDisposal(tx, org_id, receipt.id)
    await receiveAgain(tx, org_id, back)
  }
  const brought = await rows(
    tx,
    sql<Brought>`select inventory_id, material_id, location_id, lot_number, quality_status, container_id, sum(quantity) as quantity
      from stock_movement where org_id = ${org_id} and source_type = 'receipt' and source_id = ${receipt.id}
        and movement_type <> ${movementType.codes.inspection}
      group by 1, 2, 3, 4, 5, 6 having sum(quantity) <> 0 order by min(id)`,
  )
  const inventory_ids = brought.map(({ inventory_id }) => inventory_id)
  const holders = direction === 'inbound' ? await lockWaiting(tx, org_id, inventory_ids, []) : []
  if (isSold) await takeBackSold(tx, org_id, back)
  if (isReturned && back.length > 0) await takeBackReturned(tx, org_id, back)
  const pieces = await piecesBack(tx, org_id, direction, receipt)
  if (direction === 'inbound') await forgetLots(tx, org_id, receipt.id, brought)
  await post(tx, { org_id, movements: await movementsBack(tx, org_id, direction, receipt, brought) })
  await recordTrace(tx, pieces)
  if (holders.length > 0) await followInspection(tx, org_id, holders, { inventory_ids, released: [] }, now)
  await sql`update receipt_line set done_quantity = 0 where org_id = ${org_id} and receipt_id = ${receipt.id}`.execute(
    tx,
  )
  const line_ids = back.map(({ line_id }) => line_id)
  if (isSold) await restateDelivered(tx, org_id, line_ids)
  if (isBought || isSentBack) await restateArrivals(tx, org_id, line_ids)
  await transition(
    tx,
    org_id,
    { table: 'receipt', statuses: statusOf[direction] },
    'reverse',
    [receipt.id],
    sql`remark = left(concat_ws('; ', nullif(t.remark, ''), ${reason}::text), 255)`,
  )
  if (direction === 'outbound' && !isSentBack) return
  const material_ids = lines.map(({ material_id }) => material_id)
  const source_ids = isBought || isSentBack ? line_ids : []
  await matchAgain(context, { source_ids, mo_ids: holders, material_ids })
}

interface Back {
  readonly line_id: string
  readonly quantity: Quantity
}
/** Purchase orders, and what announced them, have so much open again. */
async function takeBackBought(tx: Tx, org_id: string, back: readonly Back[]): Promise<void> {
  await takeBackArrived(tx, org_id, back)
  const line_ids = back.map(({ line_id }) => line_id)
  await lockPurchaseOrdersOf(tx, org_id, line_ids)
  await takeBackReceipt(tx, org_id, back)
}
/** What went back to its supplier is here again: of its order so much less is to come. */
async function receiveAgain(tx: Tx, org_id: string, back: readonly Back[]): Promise<void> {
  if (back.length === 0) return
  await lockPurchaseOrdersOf(
    tx,
    org_id,
    back.map(({ line_id }) => line_id),
  )
  await takeBackReceipt(
    tx,
    org_id,
    back.map(({ line_id, quantity }) => ({ line_id, quantity: negate(quantity) })),
  )
}
/** Sales orders have so much to ship again. */
async function takeBackSold(tx: Tx, org_id: string, back: readonly Back[]): Promise<void> {
  const line_ids = back.map(({ line_id }) => line_id)
  await lockSalesOrdersOf(tx, org_id, { line_ids })
  const shipped = await rows(
    tx,
    sql<Back>`select l.id as line_id, l.shipped_quantity - r.quantity as quantity from sales_order_line l
      join (select line_id, sum(quantity) as quantity from ${recordset(back, sql`line_id uuid, quantity numeric`)} x group by line_id) r
        on r.line_id = l.id where l.org_id = ${org_id}`,
  )
  await correctShipped(tx, org_id, shipped)
}

/** Movements against those of the receipt; goods that come back are as old as they were. What is occupied goes last. */
async function movementsBack(
  tx: Tx,
  org_id: string,
  direction: Direction,
  { id, no, receipt_type, mo_id }: LockedReceipt,
  brought: readonly Brought[],
): Promise<Movement[]> {
  const found = await rows(
    tx,
    sql<Lying>`select id, quantity, occupied_quantity, supplier_id, first_in_time, expire_time from inventory
      where org_id = ${org_id} and ${among(
        sql`id`,
        brought.map(({ inventory_id }) => inventory_id),
      )} order by id for no key update`,
  )
  const lying = new Map(found.map(row => [row.id, row]))
  return brought.map(({ inventory_id, quantity, ...place }): Movement => {
    const { quantity: there, occupied_quantity, ...age } = lying.get(inventory_id)!
    const back = {
      ...{ ...place, quantity: negate(quantity), movement_type: movementOf(direction, receipt_type) },
      ...{ receipt_no: no, source_type: 'receipt', source_id: id, mo_id },
    }
    if (isNegative(quantity)) {
      const { supplier_id, first_in_time, expire_time } = age
      return { ...back, supplier_id, first_in_time, expire_time }
    }
    const free = subtract(there, occupied_quantity)
    // Of what is not there at all the ledger says so.
    const isThere = !isNegative(subtract(there, quantity))
    return isThere ? { ...back, from_occupied: most('0', subtract(quantity, free)) } : back
  })
}

/** Pieces that it named are where they were; refused where one of them has gone on (5918). */
async function piecesBack(tx: Tx, org_id: string, direction: Direction, receipt: LockedReceipt): Promise<TraceEntry[]> {
  const named = await rows(
    tx,
    sql<TraceEntry>`select source_type, source_id, source_no, movement_type, mo_id, material_id, lot_number, serial_no, -quantity as quantity
      from trace_entry where org_id = ${org_id} and source_type = 'receipt' and source_id = ${receipt.id} and serial_no <> '' order by id`,
  )
  const step = direction === 'inbound' ? 'out' : 'in'
  await takePieces(
    tx,
    org_id,
    named.map(({ serial_no, material_id }) => ({ serial_no, material_id, step })),
  )
  return named
}
