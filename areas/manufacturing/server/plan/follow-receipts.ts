import { add, isPositive, least, type Quantity, subtract } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { askedOfLine } from '@qitao/purchasing/server'
import { occupy } from '@qitao/stock/server'
import { sql } from 'kysely'
import { moStatus, supplySource } from '../../model/mo/mo.status.ts'
import { lockMos } from '../mo/mo.queries.ts'
import { followHolds } from './promise-holds.ts'
import { refreshKits } from './refresh-kits.ts'

/** What has come of a purchase line or a work order, and the stock row in which it lies. */
export interface Arrival {
  readonly source_id: string
  readonly material_id: string
  readonly inventory_id: string
  readonly quantity: Quantity
  /** Absent: all that came may be theirs who waited; else so much lies there now, and `quantity` of it was theirs. */
  readonly moved?: Quantity
  /** Of goods that are to be inspected: when they are expected to be released. */
  readonly release_time?: Instant | null
}

/**
 * Work orders of the requests that a purchase line was made from, and the one that a child order is made for, with how much each
 * has asked for (null: as much as it needs).
 */
export const askedFor = (org_id: string, source_ids: readonly string[]) =>
  sql`select l.id as source_id, w.mo_id, w.quantity from purchase_order_line l cross join lateral ${askedOfLine} w
    where l.org_id = ${org_id} and ${among(sql`l.id`, source_ids)}
  union all select id, parent_mo_id, made_for_quantity from mo where org_id = ${org_id} and ${among(sql`id`, source_ids)} and parent_mo_id is not null`

/**
 * Locks the work orders that wait for these sources; `also`: what the caller locks with them, all in one order. One that was given
 * some of it while they were waited for is among them.
 */
export async function lockWaiting(
  tx: Tx,
  org_id: string,
  source_ids: readonly string[],
  also: readonly string[],
): Promise<string[]> {
  const locked = new Set<string>()
  let wanted = [...(await ordersWaiting(tx, org_id, source_ids)), ...also]
  while (wanted.length > 0) {
    await lockMos(tx, org_id, wanted)
    for (const id of wanted) locked.add(id)
    const waiting = await ordersWaiting(tx, org_id, source_ids)
    wanted = waiting.filter(id => !locked.has(id))
    if (wanted.length === 0) return waiting
  }
  return []
}
async function ordersWaiting(tx: Tx, org_id: string, source_ids: readonly string[]): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{
      mo_id: string
    }>`select mo_id from mo_assignment where org_id = ${org_id} and ${among(sql`source_id`, source_ids)}
      union select mo_id from (${askedFor(org_id, source_ids)}) as asked`,
  )
  return found.map(({ mo_id }) => mo_id)
}

interface Lock {
  readonly locked_by: string | null
  readonly locked_time: Instant | null
  readonly lock_reason: string | null
  /** The promise that has given it, and for which order line. */
  readonly inquiry_id: string | null
  readonly promised_line_id: string | null
}
const noLock: Lock = {
  ...{ locked_by: null, locked_time: null, lock_reason: null },
  ...{ inquiry_id: null, promised_line_id: null },
}
interface Edge extends Lock {
  readonly id: string
  readonly mo_id: string
  readonly component_id: string
  readonly source_id: string
  readonly quantity: Quantity
  readonly made_for_quantity: Quantity
  readonly locked: boolean
  readonly manual: boolean
}
interface Held extends Omit<Edge, 'source_id'> {
  readonly material_id: string
  readonly inventory_id: string
  readonly source_type: number
  /** Null: as the balance says. */
  readonly available_time: Instant | null
}

/**
 * Goods that orders waited for are theirs in stock as they were on their way or in another bin, in the order in which supply is given (decision
 * 0021); what was asked for an order and was matched to none yet goes to what that order lacks. The caller has locked the
 * orders (`lockWaiting`) and put the goods into stock. What promises hold follows them.
 */
export async function followReceipts(
  tx: Tx,
  org_id: string,
  mo_ids: readonly string[],
  arrivals: readonly Arrival[],
  now: Instant,
): Promise<void> {
  if (mo_ids.length > 0 && arrivals.length > 0) await followForOrders(tx, org_id, mo_ids, arrivals, now)
  await followHolds(
    tx,
    org_id,
    arrivals.map(({ source_id, inventory_id, quantity, moved, release_time }) => ({
      ...{ source_id, inventory_id, quantity: moved ?? quantity, source_type: sourceOf(release_time) },
    })),
    now,
  )
}
/** What has come lies in stock, and is either good or to be inspected. */
const sourceOf = (release_time: Arrival['release_time']): number =>
  release_time === undefined ? supplySource.codes.in_stock : supplySource.codes.in_inspection

async function followForOrders(
  tx: Tx,
  org_id: string,
  mo_ids: readonly string[],
  arrivals: readonly Arrival[],
  now: Instant,
): Promise<void> {
  const source_ids = arrivals.map(({ source_id }) => source_id)
  const edges = await rows(
    tx,
    sql<Edge>`select a.id, a.mo_id, a.component_id, a.source_id, a.quantity, a.made_for_quantity, a.locked, a.manual, a.locked_by, a.locked_time, a.lock_reason,
        a.inquiry_id, a.promised_line_id
      from mo_assignment a join mo m on m.org_id = a.org_id and m.id = a.mo_id
      where a.org_id = ${org_id} and ${among(sql`a.source_id`, source_ids)} and ${among(sql`a.mo_id`, mo_ids)}
      order by a.locked desc, m.status >= ${moStatus.codes.to_be_produced} desc, a.made_for_quantity > 0 desc, m.priority, m.delivery_date, m.no, a.id`,
  )
  const short = await rows(
    tx,
    sql<Short>`
      select asked.source_id, c.mo_id, c.id as component_id, c.material_id, c.short_quantity as short, asked.quantity as asked_quantity
      from (${askedFor(org_id, source_ids)}) as asked join mo m on m.org_id = ${org_id} and m.id = asked.mo_id
        join mo_component c on c.org_id = m.org_id and c.mo_id = m.id
      where ${among(sql`m.id`, mo_ids)} and m.material_status is not null and m.status < ${moStatus.codes.completed} and c.short_quantity > 0
      order by m.status >= ${moStatus.codes.to_be_produced} desc, m.priority, m.delivery_date, m.no, c.line_no`,
  )
  const left = new Map(edges.map(edge => [edge.id, edge]))
  const lacking = new Map(short.map(one => [one.component_id, one.short]))
  const open = openRequests(short, edges)
  const held = new Map<string, Held>()
  const hold = (one: Held) => {
    const key = `${one.component_id}:${one.inventory_id}:${one.locked}:${one.promised_line_id}`
    const before = held.get(key)
    held.set(
      key,
      before
        ? {
            ...before,
            quantity: add(before.quantity, one.quantity),
            made_for_quantity: add(before.made_for_quantity, one.made_for_quantity),
          }
        : one,
    )
  }
  for (const { source_id, material_id, inventory_id, quantity, release_time } of arrivals) {
    const lies = {
      ...{ material_id, inventory_id, available_time: release_time ?? null },
      source_type: sourceOf(release_time),
    }
    let rest = quantity
    for (const { id, source_id: from } of edges) {
      const edge = left.get(id)!
      const part = from === source_id ? least(rest, edge.quantity) : '0'
      if (!isPositive(part)) continue
      const made = least(part, edge.made_for_quantity)
      hold({ ...edge, id: newId(), ...lies, quantity: part, made_for_quantity: made })
      left.set(id, {
        ...edge,
        quantity: subtract(edge.quantity, part),
        made_for_quantity: subtract(edge.made_for_quantity, made),
      })
      rest = subtract(rest, part)
    }
    for (const { source_id: from, mo_id, component_id, material_id: needed } of short) {
      if (from !== source_id || needed !== material_id) continue
      const asked = open.get(`${from}:${mo_id}`)
      const part = [lacking.get(component_id)!, ...(asked === undefined ? [] : [asked])].reduce(least, rest)
      if (!isPositive(part)) continue
      const one = {
        id: newId(),
        mo_id,
        component_id,
        ...lies,
        locked: false,
        manual: false,
        ...noLock,
      }
      hold({ ...one, quantity: part, made_for_quantity: part })
      lacking.set(component_id, subtract(lacking.get(component_id)!, part))
      if (asked !== undefined) open.set(`${from}:${mo_id}`, subtract(asked, part))
      rest = subtract(rest, part)
    }
  }
  if (held.size === 0) return
  await saveEdges(tx, org_id, [...left.values()], [...held.values()], now)
  await occupy(tx, { org_id, occupations: [...held.values()] })
  await refreshKits(tx, org_id, [...new Set([...held.values()].map(({ mo_id }) => mo_id))], now)
}

interface Short {
  readonly source_id: string
  readonly mo_id: string
  readonly component_id: string
  readonly material_id: string
  readonly short: Quantity
  readonly asked_quantity: Quantity | null
}
/** What of each source an order has asked for and is not matched with yet; absent: it may have as much as it needs. */
function openRequests(short: readonly Short[], edges: readonly Edge[]): Map<string, Quantity> {
  const open = new Map(
    short.flatMap(({ source_id, mo_id, asked_quantity }) =>
      asked_quantity === null ? [] : [[`${source_id}:${mo_id}`, asked_quantity] as const],
    ),
  )
  for (const { source_id, mo_id, made_for_quantity } of edges) {
    const asked = open.get(`${source_id}:${mo_id}`)
    if (asked !== undefined) open.set(`${source_id}:${mo_id}`, subtract(asked, least(asked, made_for_quantity)))
  }
  return open
}

async function saveEdges(
  tx: Tx,
  org_id: string,
  left: readonly Edge[],
  held: readonly Held[],
  now: Instant,
): Promise<void> {
  const spent = left.filter(({ quantity }) => !isPositive(quantity)).map(({ id }) => id)
  await sql`delete from mo_assignment where org_id = ${org_id} and ${among(sql`id`, spent)}`.execute(tx)
  await sql`update mo_assignment a set quantity = r.quantity, made_for_quantity = r.made_for_quantity
    from ${recordset(
      left.filter(({ quantity }) => isPositive(quantity)),
      sql`id uuid, quantity numeric, made_for_quantity numeric`,
    )} as r where a.org_id = ${org_id} and a.id = r.id and a.quantity <> r.quantity`.execute(tx)
  const all = recordset(
    held,
    sql`id uuid, mo_id uuid, component_id uuid, material_id uuid, inventory_id uuid, quantity numeric, made_for_quantity numeric, locked boolean, manual boolean, locked_by uuid, locked_time bigint, lock_reason text, inquiry_id uuid, promised_line_id uuid, source_type smallint, available_time bigint`,
  )
  // What was sent to another bin is theirs when it has come.
  const comes = sql`(select greatest(${now}::bigint, i.arrives_time) from inventory i where i.org_id = ${org_id} and i.id = r.inventory_id)`
  // A person may have locked of one bin twice: what has come is added to one of the two.
  const more = await rows(
    tx,
    sql<{
      id: string
    }>`update mo_assignment a set quantity = a.quantity + r.quantity, made_for_quantity = a.made_for_quantity + r.made_for_quantity,
        manual = a.manual or r.manual, available_time = greatest(a.available_time, coalesce(r.available_time, ${comes})) from ${all} r
      where a.org_id = ${org_id} and a.id = (select x.id from mo_assignment x where x.org_id = ${org_id} and x.component_id = r.component_id
        and x.source_type = r.source_type and x.source_id = r.inventory_id and x.locked = r.locked
        and x.promised_line_id is not distinct from r.promised_line_id order by x.id limit 1)
      returning r.id`,
  )
  await sql`insert into mo_assignment (id, mo_id, component_id, material_id, source_type, source_id, quantity, available_time, locked, manual, made_for_quantity, locked_by, locked_time, lock_reason, inquiry_id, promised_line_id)
    select id, mo_id, component_id, material_id, source_type, inventory_id, quantity, coalesce(available_time, ${comes}), locked, manual, made_for_quantity,
      locked_by, locked_time, lock_reason, inquiry_id, promised_line_id
    from ${all} r where not ${among(
      sql`r.id`,
      more.map(({ id }) => id),
    )}`.execute(tx)
}
