import { generalErrors } from '@qitao/core/general.errors.ts'
import { isGranted } from '@qitao/core/grant.ts'
import { isEqual, isPositive } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { dayOf, startOfDay } from '@qitao/core/time.ts'
import { startOfToday } from '@qitao/document-kit/server'
import { loadReceiving, lockMaterials } from '@qitao/masterdata/server'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { bulkAnswer, type Context, type Handler, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { alterArrivals, cancelPurchaseOrders } from '@qitao/purchasing/model/purchase-order.calls.ts'
import {
  cancelOrders,
  expectLineCancellable,
  expectMovable,
  expectOpen,
  insertPurchaseRequests,
  type LockedRequest,
  lockPurchaseOrdersOf,
  moveLines,
  moveRequests,
  type OrderedLine,
  orderedLines,
  requestsForUpdate,
} from '@qitao/purchasing/server'
import type { Occupation } from '@qitao/stock/model/occupation.rules.ts'
import { release } from '@qitao/stock/server'
import { sql } from 'kysely'
import { manufacturingErrors } from '../../model/manufacturing.errors.ts'
import type { MoFacts } from '../../model/mo/mo.rules.ts'
import {
  applyPlanMessages,
  followNeedDates,
  listPlanMessages,
  refusePlanMessages,
} from '../../model/plan/plan-message.calls.ts'
import { messageSource, planMessageStatus } from '../../model/plan/plan-message.ts'
import { expectAppliable, refuseResize } from '../../model/plan/plan-message-apply.rules.ts'
import { createMos } from '../mo/create-mos.ts'
import { tellSales } from '../mo/follow-mos.ts'
import { lockMos, moFacts } from '../mo/mo.queries.ts'
import { removeMos, rescaleMos } from '../mo/mo-quantities.ts'
import { matchOrders } from './match-again.ts'
import { heldSourcesOf, passHoldsTo } from './pass-holds.ts'
import { isOpenNeedDate, planMessagesPage, stillToBuy } from './plan-messages.ts'

interface Message {
  readonly id: string
  readonly status: number
  readonly kind: string
  readonly material_id: string
  readonly source_type: number | null
  readonly source_id: string | null
  readonly component_id: string | null
  /** Whose component it is. */
  readonly component_mo_id: string | null
  readonly mo_ids: readonly string[]
  readonly quantity: string
  /** Null: told before needs were stored. */
  readonly needed_quantity: string | null
  readonly from_quantity: string | null
  readonly to_quantity: string | null
  readonly from_time: number
  readonly to_time: number
  /** Highest priority of the orders that it serves. */
  readonly priority: number
}

export const planMessageHandlers: Handler[] = [
  handle(listPlanMessages, (input, context) =>
    planMessagesPage(context.tx, context.org_id, input, startOfToday(context)),
  ),

  handle(refusePlanMessages, async ({ message_ids, refused }, { tx, org_id }) => {
    const ids = [...new Set(message_ids)]
    const of = { table: 'plan_message', statuses: planMessageStatus } as const
    await transition(tx, org_id, of, refused ? 'refuse' : 'reopen', ids)
    return { affected: ids.length }
  }),

  handle(applyPlanMessages, ({ message_ids }, context) => applied(message_ids, context)),
  handle(followNeedDates, async (_, context) => applied(await openNeedDates(context), context)),
]

async function applied(message_ids: readonly string[], context: Context) {
  const { tx, org_id, language } = context
  const messages = await messagesForUpdate(context, message_ids)
  const all = [...messages.values()]
  const ofType = (type: number) => all.flatMap(one => (one.source_type === type ? (one.source_id ?? []) : []))
  const made = ofType(messageSource.in_production)
  const served = [...new Set([...made, ...all.flatMap(message => message.mo_ids)])]
  const held = await heldSourcesOf(tx, org_id, served)
  await lockPurchaseOrdersOf(tx, org_id, [...ofType(messageSource.in_transit), ...held.purchase_line_ids])
  const lines = await orderedLines(tx, org_id, ofType(messageSource.in_transit))
  const fixed = of(all, 'substitute').flatMap(({ component_mo_id }) => component_mo_id ?? [])
  await lockMos(tx, org_id, [...served, ...fixed, ...held.mo_ids])
  const mos = await moFacts(tx, org_id, [...made, ...fixed])
  const requests = await requestsForUpdate(tx, org_id, ofType(messageSource.purchase_request))
  const assigned = await assignedSubstitutes(tx, org_id, of(all, 'substitute'))
  const dayIn = (at: number) => startOfDay(dayOf(at, context.member.time_zone), context.member.time_zone)
  const dayOfGoods = await dayForGoods(context)
  const { passed, passed_ids, refused } = sortOut(message_ids, messages, message => {
    expectOffered(message, context)
    expectMessage(message, { lines, mos, requests, assigned }, dayOfGoods)
  })
  await applyToLines(context, passed, lines, dayOfGoods)
  await moveRequests(
    tx,
    org_id,
    passed.flatMap(({ source_id, source_type, to_time }) =>
      source_type === messageSource.purchase_request ? { id: source_id!, required_date: to_time } : [],
    ),
  )
  await applyNew(context, passed, dayIn, dayOfGoods)
  const freed = await applyToMos(context, passed, mos)
  await sql`update mo_assignment a set locked = true, manual = true,
      locked_by = coalesce(a.locked_by, app_user()), locked_time = coalesce(a.locked_time, ${context.now})
    from ${recordset(of(passed, 'substitute'), sql`component_id uuid, material_id uuid`)} as r
    where a.org_id = ${org_id} and a.component_id = r.component_id and a.material_id = r.material_id`.execute(tx)
  await sql`delete from plan_message where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
  await release(tx, { org_id, occupations: freed })
  const concerned = new Set(passed.flatMap(message => message.mo_ids))
  const changed = passed.flatMap(({ source_id, source_type }) =>
    source_type === messageSource.in_production ? source_id! : [],
  )
  for (const id of await passHoldsTo(tx, org_id, [...concerned, ...changed], context.now)) concerned.add(id)
  // What has changed is matched anew; the messages that are left follow.
  await matchOrders(context, [...concerned])
  return bulkAnswer(passed_ids, refused, language)
}

/** Locked, then read: what another press has carried out meanwhile is not asked for again. */
async function openNeedDates({ tx, org_id }: Context): Promise<string[]> {
  await sql`select from plan_message t where org_id = ${org_id} and ${isOpenNeedDate} order by id for update`.execute(
    tx,
  )
  const found = await rows(
    tx,
    sql<{ id: string }>`select id from plan_message t where org_id = ${org_id} and ${isOpenNeedDate} order by id`,
  )
  return found.map(({ id }) => id)
}

const of = (messages: readonly Message[], ...kinds: string[]) => messages.filter(({ kind }) => kinds.includes(kind))

/** As they are shown: nothing is asked for a day that is past. */
async function messagesForUpdate(context: Context, ids: readonly string[]): Promise<Map<string, Message>> {
  const { tx, org_id } = context
  const bought = await rows(
    tx,
    sql<{
      material_id: string
    }>`select distinct material_id from plan_message where org_id = ${org_id} and ${among(sql`id`, ids)} and kind = 'buy'`,
  )
  await lockMaterials(
    tx,
    org_id,
    bought.map(({ material_id }) => material_id),
  )
  await sql`select from plan_message where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`.execute(
    tx,
  )
  const found = await rows(
    tx,
    sql<Message>`select t.id, t.status, t.kind, t.material_id, t.source_type, t.source_id, t.component_id,
        array(select m.id from unnest(t.mo_ids) with ordinality as w(id, place) join mo m on m.org_id = t.org_id and m.id = w.id order by w.place) as mo_ids,
        coalesce(b.quantity, t.quantity) as quantity, coalesce(b.needed_quantity, t.needed_quantity) as needed_quantity, t.from_quantity, t.to_quantity, t.from_time, greatest(t.to_time, ${startOfToday(context)}) as to_time,
        (select c.mo_id from mo_component c where c.org_id = t.org_id and c.id = t.component_id) as component_mo_id,
        coalesce((select min(m.priority) from mo m where m.org_id = t.org_id and m.id = any(t.mo_ids)), 100) as priority
      from plan_message t left join (${stillToBuy(org_id)}) b on b.id = t.id where t.org_id = ${org_id} and ${among(sql`t.id`, ids)} order by t.id`,
  )
  return new Map(found.map(message => [message.id, message]))
}

/** Those messages of which what stands in is still assigned; the orders are locked. */
async function assignedSubstitutes(tx: Tx, org_id: string, messages: readonly Message[]): Promise<ReadonlySet<string>> {
  const found = await rows(
    tx,
    sql<{ id: string }>`select r.id from ${recordset(messages, sql`id uuid, component_id uuid, material_id uuid`)} r
      where exists (select from mo_assignment a where a.org_id = ${org_id} and a.component_id = r.component_id and a.material_id = r.material_id)`,
  )
  return new Set(found.map(({ id }) => id))
}

/** Refuses what somebody has refused meanwhile (5023), and changes of purchase orders to who may not make them there. */
function expectOffered({ kind, status, source_type }: Message, { member }: Context): void {
  if (status !== planMessageStatus.codes.open) refuse(generalErrors.versionConflict)
  const does = kind === 'cancel' ? cancelPurchaseOrders : alterArrivals
  if (source_type === messageSource.in_transit && !isGranted(does, member.grants)) refuse(generalErrors.noPermission)
}

/** Refuses what the order that is to be changed does not allow, and what has changed since the plan was made (5023). */
function expectMessage(
  message: Message,
  {
    lines,
    mos,
    requests,
    assigned,
  }: {
    lines: ReadonlyMap<string, OrderedLine>
    mos: ReadonlyMap<string, MoFacts>
    requests: ReadonlyMap<string, LockedRequest>
    assigned: ReadonlySet<string>
  },
  dayOfGoods: (at: number) => number,
): void {
  const { kind, source_id, source_type } = message
  // Buyers have been asked for it meanwhile.
  if (kind === 'buy' && !isPositive(message.quantity)) refuse(generalErrors.versionConflict)
  if (kind === 'substitute' && !assigned.has(message.id)) refuse(generalErrors.versionConflict)
  if (source_id === null) return
  if (source_type === messageSource.in_transit) {
    const line = lines.get(source_id) ?? refuse(generalErrors.recordNotFound)
    if (kind === 'cancel') expectLineCancellable(line)
    else if (kind === 'expedite' || kind === 'defer') expectMovable(line, dayOfGoods(message.to_time))
    else refuseResize()
    return
  }
  if (source_type === messageSource.purchase_request) {
    const request = requests.get(source_id) ?? refuse(generalErrors.recordNotFound)
    expectOpen(request)
    if (request.required_date !== message.from_time) refuse(generalErrors.versionConflict)
    return
  }
  const order = mos.get(source_id) ?? refuse(manufacturingErrors.moMissing)
  expectAppliable(kind, order)
  if ((kind === 'expedite' || kind === 'defer') && order.delivery_date !== message.from_time)
    refuse(generalErrors.versionConflict)
  if (message.from_quantity !== null && !isEqual(message.from_quantity, order.planned_quantity))
    refuse(generalErrors.versionConflict)
}

async function applyToLines(
  { tx, org_id }: Context,
  passed: readonly Message[],
  lines: ReadonlyMap<string, OrderedLine>,
  dayOfGoods: (at: number) => number,
): Promise<void> {
  const ofLines = passed.filter(message => message.source_type === messageSource.in_transit)
  await moveLines(
    tx,
    org_id,
    of(ofLines, 'expedite', 'defer').map(({ source_id, to_time }) => ({ id: source_id!, eta: dayOfGoods(to_time) })),
  )
  await cancelOrders(
    tx,
    org_id,
    of(ofLines, 'cancel').map(({ source_id }) => lines.get(source_id!)!.order_id),
  )
}

/** Answers what of stock is to be released. */
async function applyToMos(
  { tx, org_id, now }: Context,
  passed: readonly Message[],
  mos: ReadonlyMap<string, MoFacts>,
): Promise<Occupation[]> {
  const ofMos = passed.filter(message => message.source_type === messageSource.in_production)
  const resized = of(ofMos, 'increase', 'decrease')
  const freed = await rescaleMos(
    tx,
    org_id,
    resized.map(({ source_id, to_quantity }) => ({ id: source_id!, planned_quantity: to_quantity! })),
    now,
  )
  const moved = of(ofMos, 'expedite', 'defer').map(({ source_id, to_time }) => ({
    id: source_id!,
    delivery_date: to_time,
  }))
  await sql`update mo m set delivery_date = r.delivery_date from ${recordset(moved, sql`id uuid, delivery_date bigint`)} as r
    where m.org_id = ${org_id} and m.id = r.id`.execute(tx)
  const dropped = of(ofMos, 'cancel').map(({ source_id }) => source_id!)
  freed.push(...(await removeMos(tx, org_id, dropped, now)))
  await tellSales(
    tx,
    org_id,
    ofMos.map(({ source_id }) => mos.get(source_id!)!.order_line_id),
  )
  return freed
}

/** The day for which goods are to be announced so that they are there by then; today, when that is past. */
async function dayForGoods(context: Context): Promise<(at: number) => number> {
  const { latest } = await loadReceiving(context.tx, context.org_id)
  const { time_zone } = context.member
  return at => Math.max(startOfToday(context), startOfDay(dayOf(latest(at), time_zone), time_zone))
}

/** Work orders to make and requests to buy. */
async function applyNew(
  { tx, org_id, now, member }: Context,
  passed: readonly Message[],
  dayIn: (at: number) => number,
  dayOfGoods: (at: number) => number,
): Promise<void> {
  const clock = { now, time_zone: member.time_zone }
  const makes = of(passed, 'make')
  if (makes.length > 0)
    await createMos(
      tx,
      org_id,
      makes.map(({ material_id, quantity, to_time, mo_ids, priority }) => ({
        material_id,
        planned_quantity: quantity,
        delivery_date: dayIn(to_time),
        priority,
        parent_mo_id: mo_ids.length === 1 ? mo_ids[0]! : null,
      })),
      clock,
    )
  await insertPurchaseRequests(tx, {
    ...clock,
    requests: of(passed, 'buy').map(({ material_id, quantity, needed_quantity, to_time, mo_ids }) => ({
      material_id,
      demand_quantity: needed_quantity ?? quantity,
      quantity,
      required_date: dayOfGoods(to_time),
      asked: mo_ids.map(mo_id => ({ mo_id, quantity: null })),
      source: 'shortage' as const,
    })),
  })
}
