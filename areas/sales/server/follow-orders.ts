import { add, isPositive, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type RawBuilder, sql } from 'kysely'
import { salesReturnStatus } from '../model/return/sales-return.status.ts'
import { salesErrors } from '../model/sales.errors.ts'
import {
  expectNotPending,
  type LineProgress,
  lineStatus,
  type MakingStage,
  orderStatus,
  shippedAfter,
  takenFromStock,
  uncoveredByReturn,
} from '../model/sales-order.rules.ts'
import { salesOrderStatus } from '../model/sales-order.status.ts'
import { coverFromStock } from './set-aside.ts'

/** What happens to a line elsewhere comes here: only sales writes its tables. */
export interface LineForChange {
  id: string
  order_id: string
  order_no: string
  order_status: CodeOf<typeof salesOrderStatus>
  order_deleted: boolean
  order_approval_status: number | null
  order_delivery_date: number
  order_priority: number
  offset_flag: number
  main_product_num: Quantity | null
  line_no: number
  material_id: string
  quantity: Quantity
  offset_quantity: Quantity
  /** Of it what shipping set off by itself. */
  shipped_offset_quantity: Quantity
  planned_quantity: Quantity
  produced_quantity: Quantity
  inbound_quantity: Quantity
  shipped_quantity: Quantity
  delivery_date: number | null
  status: number
}

interface WhichLines {
  readonly line_ids?: readonly string[]
  readonly order_ids?: readonly string[]
}
const whichLines = (by: WhichLines): RawBuilder<boolean> =>
  by.line_ids ? among(sql`l.id`, by.line_ids) : among(sql`l.order_id`, by.order_ids ?? [])
const allLines = sql`sales_order_line`

/** Locks the orders of lines, in the order of their ids: what is then asked about the lines stays until the transaction ends. */
export const lockSalesOrdersOf = (
  tx: Tx,
  org_id: string,
  by: WhichLines,
  lines: RawBuilder<unknown> = allLines,
): Promise<unknown> =>
  sql`select from sales_order where org_id = ${org_id}
    and id in (select l.order_id from ${lines} l where l.org_id = ${org_id} and ${whichLines(by)}) order by id for no key update`.execute(
    tx,
  )

/** Lines with their orders, which are locked. */
const linesForUpdate = (tx: Tx, org_id: string, by: WhichLines): Promise<LineForChange[]> =>
  lockedLinesIn(allLines, tx, org_id, by)
/** Those of them that the member may see. */
export const seenLinesForUpdate = (tx: Tx, org_id: string, by: WhichLines): Promise<LineForChange[]> =>
  lockedLinesIn(seenLinesView, tx, org_id, by)
/** As they are now, for who decides nothing yet. */
export const seenLines = (tx: Tx, org_id: string, by: WhichLines): Promise<LineForChange[]> =>
  linesIn(seenLinesView, tx, org_id, by)
const seenLinesView = sql`seen_sales_order_line`
async function lockedLinesIn(
  lines: RawBuilder<unknown>,
  tx: Tx,
  org_id: string,
  by: WhichLines,
): Promise<LineForChange[]> {
  await lockSalesOrdersOf(tx, org_id, by, lines)
  return linesIn(lines, tx, org_id, by)
}
const linesIn = (lines: RawBuilder<unknown>, tx: Tx, org_id: string, by: WhichLines): Promise<LineForChange[]> =>
  rows(
    tx,
    sql<LineForChange>`select l.id, l.order_id, o.no as order_no, o.status as order_status, o.deleted as order_deleted, o.approval_status as order_approval_status,
        o.delivery_date as order_delivery_date, o.priority as order_priority, o.offset_flag, o.main_product_num, l.line_no, l.material_id, l.quantity,
        l.offset_quantity, l.shipped_offset_quantity, l.planned_quantity, l.produced_quantity, l.inbound_quantity, l.shipped_quantity, l.delivery_date, l.status
      from ${lines} l join sales_order o on o.org_id = l.org_id and o.id = l.order_id
      where l.org_id = ${org_id} and ${whichLines(by)} order by o.id, l.line_no`,
  )

export interface LineMaking {
  line_id: string
  /** On work orders that are not deleted. */
  planned_quantity: Quantity
  produced_quantity: Quantity
  inbound_quantity: Quantity
  making: MakingStage
  /** Latest planned finish of the line's work orders; null while one of them has none. */
  planned_finish_time: number | null
}

/** Manufacturing tells how far the work orders of these lines are; lines and orders follow. */
export async function recordMaking(tx: Tx, org_id: string, told: readonly LineMaking[]): Promise<void> {
  if (told.length === 0) return
  const lines = await linesForUpdate(tx, org_id, { line_ids: told.map(line => line.line_id) })
  const making = new Map(told.map(line => [line.line_id, line]))
  await saveLines(
    tx,
    org_id,
    lines.map(line => {
      const now = making.get(line.id)!
      return { ...line, ...now, status: statusOf({ ...line, ...now }) }
    }),
  )
}

/**
 * Warehouse tells what was shipped; more than is open is refused (5908). What neither was set off nor made for the line came from
 * stock: it is set off now, as nothing is to be made for it.
 */
export async function recordDelivery(
  tx: Tx,
  org_id: string,
  delivered: readonly { line_id: string; quantity: Quantity }[],
): Promise<void> {
  if (delivered.length === 0) return
  const lines = new Map(
    (await linesForUpdate(tx, org_id, { line_ids: delivered.map(line => line.line_id) })).map(line => [line.id, line]),
  )
  const covered = new Map<string, Quantity>()
  delivered.forEach(({ line_id, quantity }, index) => {
    const line = lines.get(line_id) ?? refuse(salesErrors.orderMissing, { row: index + 1 })
    if (line.order_deleted || !salesOrderStatus.can('ship', line.order_status)) {
      refuse(salesErrors.orderNotUpdatable, { detail: salesOrderStatus.whyNot('ship', line.order_status) })
    }
    // A change of it waits for its approval.
    expectNotPending({ approval_status: line.order_approval_status })
    const shipped_quantity = shippedAfter(line, quantity, index + 1)
    const taken = takenFromStock({ ...line, shipped_quantity })
    if (isPositive(taken)) covered.set(line_id, add(covered.get(line_id) ?? '0', taken))
    lines.set(line_id, {
      ...line,
      shipped_quantity,
      offset_quantity: add(line.offset_quantity, taken),
      status: statusOf({ ...line, shipped_quantity, making: stageOf(line.status) }),
    })
  })
  await saveLines(
    tx,
    org_id,
    [...lines.values()].map(line => ({ ...line, planned_finish_time: undefined })),
  )
  await coverByShipping(tx, org_id, covered)
  await sql`update sales_order_line set delivered_time = epoch_now() where org_id = ${org_id}
    and ${among(
      sql`id`,
      delivered.map(line => line.line_id),
    )}`.execute(tx)
}

/** Warehouse has counted what receipts delivered on these lines: that is what was shipped. */
export async function correctShipped(
  tx: Tx,
  org_id: string,
  counted: readonly { line_id: string; quantity: Quantity }[],
): Promise<void> {
  const shipped = new Map(counted.map(({ line_id, quantity }) => [line_id, quantity]))
  await expectNotReturned(tx, org_id, counted)
  const lines = await linesForUpdate(tx, org_id, { line_ids: [...shipped.keys()] })
  const less = new Map<string, Quantity>()
  for (const line of lines) {
    const back = uncoveredByReturn({ ...line, shipped_quantity: shipped.get(line.id)! })
    if (isPositive(back)) less.set(line.id, subtract('0', back))
  }
  await coverByShipping(tx, org_id, less)
  await restateLines(tx, org_id, [...shipped.keys()], shipped)
}
/** Warehouse tells when something of these lines left last, now that a shipment is taken back. The caller has locked their orders. */
export const correctDelivered = (
  tx: Tx,
  org_id: string,
  told: readonly { line_id: string; delivered_time: Instant | null }[],
): Promise<unknown> =>
  sql`update sales_order_line l set delivered_time = case when l.shipped_quantity > 0 then coalesce(r.delivered_time, l.delivered_time) end
    from ${recordset(told, sql`line_id uuid, delivered_time bigint`)} r where l.org_id = ${org_id} and l.id = r.line_id`.execute(
    tx,
  )
/** What shipping sets off of lines by itself, or gives back. */
async function coverByShipping(tx: Tx, org_id: string, covered: ReadonlyMap<string, Quantity>): Promise<void> {
  const more = [...covered].map(([line_id, quantity]) => ({ line_id, quantity }))
  if (more.length === 0) return
  await coverFromStock(tx, org_id, more)
  await sql`update sales_order_line l set shipped_offset_quantity = l.shipped_offset_quantity + r.quantity
    from ${recordset(more, sql`line_id uuid, quantity numeric`)} as r where l.org_id = ${org_id} and l.id = r.line_id`.execute(
    tx,
  )
}
/** What has come back, or is to come, has left: a shipment of it stays. */
async function expectNotReturned(
  tx: Tx,
  org_id: string,
  counted: readonly { line_id: string; quantity: Quantity }[],
): Promise<void> {
  const [over] = await rows(
    tx,
    sql<{
      no: string
    }>`select string_agg(distinct r.no, ', ' order by r.no) as no from ${recordset(counted, sql`line_id uuid, quantity numeric`)} k
      join sales_return_line l on l.org_id = ${org_id} and l.order_line_id = k.line_id
      join sales_return r on r.org_id = l.org_id and r.id = l.return_id
      where r.status <> ${salesReturnStatus.codes.cancelled}
      group by k.line_id, k.quantity having sum(case r.status when ${salesReturnStatus.codes.completed} then l.received_quantity else l.quantity end) > k.quantity
      limit 1`,
  )
  if (over)
    refuse(salesErrors.returnOverShipped, {
      no: over.no,
      detail: text('退货单{no}退的就是这些货', 'It is of these goods that return {no} is'),
    })
}
/** The status of lines follows again from what was shipped of them; their orders' from them. */
export async function restateLines(
  tx: Tx,
  org_id: string,
  line_ids: readonly string[],
  shipped: ReadonlyMap<string, Quantity> = new Map(),
): Promise<void> {
  const lines = await linesForUpdate(tx, org_id, { line_ids })
  await saveLines(
    tx,
    org_id,
    lines.map(line => {
      const shipped_quantity = shipped.get(line.id) ?? line.shipped_quantity
      // Nothing is made for a line without work orders, whatever has left of it.
      const making = isPositive(line.planned_quantity) ? stageOf(line.status) : 'none'
      const status = statusOf({ ...line, shipped_quantity, making })
      return { ...line, shipped_quantity, status, planned_finish_time: undefined }
    }),
  )
}

const statusOf = (line: LineProgress): number => lineStatus(line)
const { codes } = salesOrderStatus
function stageOf(status: number): MakingStage {
  if (status >= codes.finished) return 'finished'
  if (status >= codes.producing) return 'producing'
  if (status >= codes.to_produce) return 'to_produce'
  return status >= codes.planning ? 'planning' : 'none'
}

async function saveLines(
  tx: Tx,
  org_id: string,
  lines: readonly (Pick<
    LineForChange,
    'id' | 'order_id' | 'planned_quantity' | 'produced_quantity' | 'inbound_quantity' | 'shipped_quantity' | 'status'
  > & {
    planned_finish_time?: number | null | undefined
  })[],
): Promise<void> {
  await sql`update sales_order_line l set planned_quantity = r.planned_quantity, produced_quantity = r.produced_quantity,
      inbound_quantity = r.inbound_quantity, shipped_quantity = r.shipped_quantity, status = r.status,
      planned_finish_time = case when r.keeps_finish then l.planned_finish_time else r.planned_finish_time end
    from ${recordset(
      lines.map(line => ({ ...line, keeps_finish: line.planned_finish_time === undefined })),
      sql`id uuid, planned_quantity numeric, produced_quantity numeric, inbound_quantity numeric, shipped_quantity numeric, status smallint,
        planned_finish_time bigint, keeps_finish boolean`,
    )} as r where l.org_id = ${org_id} and l.id = r.id`.execute(tx)
  const order_ids = [...new Set(lines.map(line => line.order_id))]
  const all = await rows(
    tx,
    sql<{
      order_id: string
      status: number
      planned_finish_time: number | null
      covered: boolean
    }>`select order_id, status, planned_finish_time, planned_quantity = 0 and offset_quantity >= quantity as covered
      from sales_order_line where org_id = ${org_id} and ${among(sql`order_id`, order_ids)}`,
  )
  const orders = [...Map.groupBy(all, line => line.order_id)].map(([id, of]) => ({
    id,
    status: orderStatus(of.map(line => line.status)),
    // What stock covers waits for no plan.
    planned_finish_time: of.every(
      line => line.planned_finish_time !== null || line.status >= codes.finished || line.covered,
    )
      ? of.reduce<number | null>(
          (latest, { planned_finish_time: finish }) => (finish === null ? latest : Math.max(latest ?? 0, finish)),
          null,
        )
      : null,
  }))
  await sql`update sales_order o set status = r.status, planned_finish_time = r.planned_finish_time
    from ${recordset(orders, sql`id uuid, status smallint, planned_finish_time bigint`)} as r
    where o.org_id = ${org_id} and o.id = r.id
      and (o.status, o.planned_finish_time) is distinct from (r.status, r.planned_finish_time)`.execute(tx)
}
