import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { type DocumentNumber, type DocumentTable, documentBooks, startOfToday } from '@qitao/document-kit/server'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { arrivals } from '../../model/arrival/arrival.calls.ts'
import {
  type AnnouncedLine,
  checkArrival,
  checkArrivalAgain,
  dayOfAll,
  fillArrivals,
  type OrderLineToArrive,
} from '../../model/arrival/arrival.rules.ts'
import { arrivalStatus } from '../../model/arrival/arrival.status.ts'
import { arrivalsMoved, type MovedArrivals } from '../../model/purchase-order.calls.ts'
import { moveLines } from '../planned-changes.ts'
import { lockPurchaseOrdersOf, overReceiptOf } from '../supply.ts'
import { announced, broughtBy, living } from './announced.ts'

const isOverdue = (today: number) =>
  sql`(t.status in (${sql.join(arrivalStatus.from('receive'))}) and t.planned_date < ${today})`
export const arrivalTable: DocumentTable<typeof arrivals> = {
  table: 'arrival',
  lines: { table: 'arrival_line', parent: 'arrival_id' },
  serial: 'DH',
  keyword: found => found(sql`t.vehicle`),
  where: ({ overdue, purchase_order_id }, context) => [
    overdue !== undefined && sql`${isOverdue(startOfToday(context))} = ${overdue}`,
    purchase_order_id !== undefined &&
      sql`t.id in (select x.arrival_id from arrival_line x join purchase_order_line p on p.org_id = x.org_id and p.id = x.order_line_id
        where x.org_id = ${context.org_id} and p.order_id = ${purchase_order_id})`,
  ],
  shows: today => ({
    columns: sql`${isOverdue(today)} as overdue,
      array(select distinct o.no from arrival_line x join purchase_order_line p on p.org_id = x.org_id and p.id = x.order_line_id
        join purchase_order o on o.org_id = p.org_id and o.id = p.order_id where x.org_id = t.org_id and x.arrival_id = t.id order by o.no) as purchase_order_nos`,
  }),
  lineShows: {
    columns: sql`p.order_id, o.no as purchase_order_no, m.lot_managed, m.default_location_id, d.code as default_location_code,
      l.quantity - l.received_quantity as open_quantity, ${overReceiptOf(sql`p.id`)} as over_quantity, p.quantity as ordered_quantity, p.quantity - p.received_quantity as order_open_quantity,
      (select coalesce(sum(x.quantity - x.received_quantity), 0) from arrival_line x join arrival a on a.org_id = x.org_id and a.id = x.arrival_id
        where x.org_id = l.org_id and x.order_line_id = l.order_line_id and ${living} and a.id <> l.arrival_id) as elsewhere_quantity`,
    joins: sql`join purchase_order_line p on p.org_id = l.org_id and p.id = l.order_line_id
      join purchase_order o on o.org_id = p.org_id and o.id = p.order_id
      left join location d on d.org_id = m.org_id and d.id = m.default_location_id`,
  },
  defaultOrder: 'planned_date',
  async settle(context, inputs, own_id) {
    const { tx, org_id } = context
    const known = await linesToArrive(
      tx,
      org_id,
      inputs.flatMap(({ lines }) => lines.map(line => line.order_line_id)),
      own_id,
    )
    // What it brings no longer comes by the day of its order again.
    if (own_id) await tellLines(context, await linesOfArrivals(tx, org_id, [own_id]))
    return inputs.map(input => {
      checkArrival(input, known, startOfToday(context))
      return {}
    })
  },
  begins: ({ member }) => ({ operator_id: member.user_id }),
  acts: {
    alter: followArrivals,
    cancel: followArrivals,
    force_close: followArrivals,
    async submit(context, documents) {
      await expectStillOpen(context, documents)
      await followArrivals(context, documents)
    },
  },
}
export const arrivalBooks = documentBooks(arrivals, arrivalTable)

/** Their orders are locked: what of them is open, and what other arrivals bring, stays until the transaction ends. */
async function linesToArrive(
  tx: Tx,
  org_id: string,
  ids: readonly string[],
  own_id: string | undefined,
): Promise<Map<string, OrderLineToArrive>> {
  await lockPurchaseOrdersOf(tx, org_id, ids)
  const others = sql`${living} and a.id is distinct from ${own_id ?? null}`
  const found = await rows(
    tx,
    sql<OrderLineToArrive>`select l.id, o.no as order_no, o.order_date, o.supplier_id, l.material_id, o.status,
        l.quantity - l.received_quantity as open_quantity, ${broughtBy(org_id, sql`l.id`, others)} as elsewhere_quantity, u.precision as unit_precision
      from purchase_order_line l join purchase_order o on o.org_id = l.org_id and o.id = l.order_id
        join material m on m.org_id = l.org_id and m.id = l.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where l.org_id = ${org_id} and ${among(sql`l.id`, [...new Set(ids)])}`,
  )
  return new Map(found.map(line => [line.id, line]))
}

/** A draft may be old: what it brings is asked for again when it is announced. */
async function expectStillOpen(context: Context, documents: readonly DocumentNumber[]): Promise<void> {
  const { tx, org_id } = context
  const lines = await rows(
    tx,
    sql<{
      arrival_id: string
      supplier_id: string
      planned_date: number
      order_line_id: string
      material_id: string
      quantity: string
    }>`
      select a.id as arrival_id, a.supplier_id, a.planned_date, x.order_line_id, x.material_id, x.quantity
      from arrival_line x join arrival a on a.org_id = x.org_id and a.id = x.arrival_id
      where x.org_id = ${org_id} and ${among(
        sql`a.id`,
        documents.map(({ id }) => id),
      )} order by a.no, x.line_no`,
  )
  const known = await linesToArrive(
    tx,
    org_id,
    lines.map(line => line.order_line_id),
    undefined,
  )
  for (const own of Map.groupBy(lines, line => line.arrival_id).values())
    checkArrivalAgain(own, known, startOfToday(context))
}

/** Order lines of arrivals that were announced, whatever became of them. */
const linesOfArrivals = async (tx: Tx, org_id: string, ids: readonly string[]): Promise<string[]> => {
  const found = await rows(
    tx,
    sql<{
      order_line_id: string
    }>`select distinct l.order_line_id from arrival_line l join arrival a on a.org_id = l.org_id and a.id = l.arrival_id
      where l.org_id = ${org_id} and ${among(sql`a.id`, ids)} and a.status <> ${arrivalStatus.codes.pending_submit}`,
  )
  return found.map(line => line.order_line_id)
}
/** Kits count by the day of each arrival: those that wait for these lines follow. */
async function tellLines({ startJob }: Pick<Context, 'startJob'>, line_ids: readonly string[]): Promise<void> {
  const input: MovedArrivals = { line_ids: [...line_ids] }
  if (line_ids.length > 0) await startJob({ type: arrivalsMoved, input, coalesce: arrivalsMoved })
}

/** Lines of which all is announced have the day of their last arrival, so that their orders say what is known. */
export async function followArrivals(context: Context, documents: readonly DocumentNumber[]): Promise<void> {
  const { tx, org_id } = context
  const line_ids = await linesOfArrivals(
    tx,
    org_id,
    documents.map(({ id }) => id),
  )
  await followLines(context, line_ids)
}
/** The same of order lines, whatever announces them. */
export async function followLines(context: Context, line_ids: readonly string[]): Promise<void> {
  const { tx, org_id } = context
  if (line_ids.length === 0) return
  await lockPurchaseOrdersOf(tx, org_id, line_ids)
  const lines = await rows(
    tx,
    sql<{
      id: string
      open_quantity: string
      eta: number | null
    }>`select l.id, l.quantity - l.received_quantity as open_quantity, coalesce(l.eta, o.eta) as eta
      from purchase_order_line l join purchase_order o on o.org_id = l.org_id and o.id = l.order_id
      where l.org_id = ${org_id} and ${among(sql`l.id`, line_ids)} order by l.id`,
  )
  const coming = Map.groupBy(await announcedOf(tx, org_id, line_ids), line => line.order_line_id)
  const moves = lines.flatMap(line => {
    const eta = dayOfAll(line, coming.get(line.id) ?? [])
    return eta === null || eta === line.eta ? [] : [{ id: line.id, eta }]
  })
  await moveLines(tx, org_id, moves)
  await tellLines(context, line_ids)
}

type Announced = AnnouncedLine & { readonly open_quantity: string }
const announcedOf = (tx: Tx, org_id: string, line_ids: readonly string[], arrival_ids?: readonly string[]) =>
  rows(
    tx,
    sql<Announced>`select x.id, x.arrival_id, x.order_line_id, a.planned_date, x.quantity, x.received_quantity, x.quantity - x.received_quantity as open_quantity
      from arrival_line x join arrival a on a.org_id = x.org_id and a.id = x.arrival_id
      where x.org_id = ${org_id} and ${announced} and ${
        arrival_ids === undefined ? sql`${among(sql`x.order_line_id`, line_ids)}` : among(sql`a.id`, arrival_ids)
      }`,
  )

/** Arrivals that announce these order lines, locked before the orders; answers their ids. */
export async function lockArrivalsOf(tx: Tx, org_id: string, line_ids: readonly string[]): Promise<string[]> {
  if (line_ids.length === 0) return []
  const found = await rows(
    tx,
    sql<{ id: string }>`select a.id from arrival a where a.org_id = ${org_id} and ${announced}
      and a.id in (select x.arrival_id from arrival_line x where x.org_id = ${org_id} and ${among(sql`x.order_line_id`, line_ids)})
      order by a.id for no key update`,
  )
  return found.map(({ id }) => id)
}
/**
 * Asked once the orders are locked, too: an arrival that was announced between the two locks would not hear of what comes, and would
 * bring more than is open.
 */
export async function expectArrivalsHeld(
  tx: Tx,
  org_id: string,
  line_ids: readonly string[],
  held_ids: readonly string[],
): Promise<void> {
  const [missed] = await rows(
    tx,
    sql<{
      no: string
    }>`select a.no from arrival a where a.org_id = ${org_id} and ${announced} and not ${among(sql`a.id`, held_ids)}
      and a.id in (select x.arrival_id from arrival_line x where x.org_id = ${org_id} and ${among(sql`x.order_line_id`, line_ids)}) limit 1`,
  )
  if (missed)
    refuse(generalErrors.dataLocked, {
      no: missed.no,
      detail: text('到货单{no}刚刚通知了这些物料，请重试', 'Arrival {no} has just announced some of it: try again'),
    })
}
/** What has come moves the arrivals that announced it; they are locked before (`lockArrivalsOf`). */
export async function recordArrived(
  tx: Tx,
  org_id: string,
  {
    arrival_ids,
    received,
    came_with,
  }: {
    arrival_ids: readonly string[]
    received: readonly { line_id: string; quantity: string }[]
    came_with?: string | null | undefined
  },
): Promise<void> {
  if (arrival_ids.length === 0) return
  const after = fillArrivals(await announcedOf(tx, org_id, [], arrival_ids), received, came_with)
  await sql`update arrival_line l set received_quantity = r.received_quantity
    from ${recordset(after.lines, sql`id uuid, received_quantity numeric`)} r where l.org_id = ${org_id} and l.id = r.id`.execute(
    tx,
  )
  await arrivalBooks.move(tx, org_id, 'receive', after.done)
  await arrivalBooks.move(tx, org_id, 'receive_part', after.part)
}

const begun = sql`a.status in (${arrivalStatus.codes.partially_inbound}, ${arrivalStatus.codes.completed})`
/** A receipt was taken back: what announced it is open again, the last first. Locks them, before the orders. */
export async function takeBackArrived(
  tx: Tx,
  org_id: string,
  back: readonly { line_id: string; quantity: string }[],
): Promise<void> {
  const told = recordset(back, sql`line_id uuid, quantity numeric`)
  const which = sql`a.org_id = ${org_id} and ${begun} and a.id in (select x.arrival_id from arrival_line x
    where x.org_id = ${org_id} and x.received_quantity > 0 and ${among(
      sql`x.order_line_id`,
      back.map(({ line_id }) => line_id),
    )})`
  const locked = await rows(
    tx,
    sql<{ id: string }>`select a.id from arrival a where ${which} order by a.id for no key update`,
  )
  if (locked.length === 0) return
  const ids = locked.map(({ id }) => id)
  await sql`update arrival_line l set received_quantity = l.received_quantity - least(l.received_quantity, greatest(0, f.quantity - f.before))
    from (
      select x.id, r.quantity, coalesce(sum(x.received_quantity) over (partition by x.order_line_id order by a.planned_date desc, a.id desc, x.id desc
        rows between unbounded preceding and 1 preceding), 0) as before
      from arrival_line x join arrival a on a.org_id = x.org_id and a.id = x.arrival_id
      join (select line_id, sum(quantity) as quantity from ${told} y group by line_id) r on r.line_id = x.order_line_id
      where x.org_id = ${org_id} and ${among(sql`a.id`, ids)}
    ) f where l.org_id = ${org_id} and l.id = f.id`.execute(tx)
  await sql`update arrival a set status = case when f.some then ${arrivalStatus.codes.partially_inbound} else ${arrivalStatus.codes.announced} end
    from (select x.arrival_id, bool_or(x.received_quantity > 0) as some from arrival_line x
      where x.org_id = ${org_id} and ${among(sql`x.arrival_id`, ids)} group by x.arrival_id) f
    where a.org_id = ${org_id} and a.id = f.arrival_id`.execute(tx)
}

/** Of these order lines those of which all that is open is announced, and by which arrivals. */
export const announcedWhole = (
  tx: Tx,
  org_id: string,
  line_ids: readonly string[],
): Promise<{ id: string; arrival_nos: string[] }[]> =>
  rows(
    tx,
    sql`select l.id, array_agg(a.no order by a.no) as arrival_nos from purchase_order_line l
      join arrival_line x on x.org_id = l.org_id and x.order_line_id = l.id and x.quantity > x.received_quantity
      join arrival a on a.org_id = x.org_id and a.id = x.arrival_id and ${announced}
      where l.org_id = ${org_id} and ${among(sql`l.id`, line_ids)}
      group by l.id, l.quantity, l.received_quantity having sum(x.quantity - x.received_quantity) >= l.quantity - l.received_quantity`,
  )
