import type { Parsed } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { add, isLess, isMore, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import type { JobContext } from '@qitao/platform/server/jobs/job.ts'
import { lockPurchaseOrdersOf } from '@qitao/purchasing/server'
import { release } from '@qitao/stock/server'
import { sql } from 'kysely'
import { manufacturingErrors } from '../../model/manufacturing.errors.ts'
import { moStatus, supplySource } from '../../model/mo/mo.status.ts'
import type { reallocateMaterial } from '../../model/plan/material-plan.calls.ts'
import type { Transfer } from '../../model/plan/reallocation.rules.ts'
import type { ReallocationPreview, ReallocationRow } from '../../model/plan/reallocation-preview.ts'
import { lockMos } from '../mo/mo.queries.ts'
import { stockOf } from '../mo/mo-quantities.ts'
import { loadBooks, planSettings } from './load-books.ts'
import { matchOrders } from './match-again.ts'
import { planAndSave, reallocationInThread } from './plan-and-save.ts'
import type { ReallocationOutcome } from './plan-material.worker.ts'
import { refreshKits } from './refresh-kits.ts'

const { codes } = moStatus
const { in_transit, in_production } = supplySource.codes

export interface ReallocationInput {
  readonly mo_ids: readonly string[]
  readonly keeping_ids: readonly string[]
}

/** What these orders could take from others, and who would lose what; they are checked first, so that what is shown stands. */
export async function reallocationOf(
  { mo_ids, keeping_ids }: ReallocationInput,
  context: JobContext,
): Promise<ReallocationPreview> {
  const { transaction, org_id, progress, signal, now } = context
  await planAndSave(context, { mo_ids })
  await progress(75, text('读取库存与工单', 'Reading stock and work orders'))
  const { books, begun } = await transaction(async tx => {
    const settings = await planSettings(tx, org_id)
    return {
      books: await loadBooks(tx, { org_id, settings, mo_ids, now: now() }),
      begun: await begunOrders(tx, org_id),
    }
  })
  await progress(80, text('计算调料', 'Working out who could give'))
  const outcome = await reallocationInThread(org_id, signal, {
    ...{ books, mo_ids, keeping_ids: [...keeping_ids, ...begun] },
  })
  return transaction(tx => previewFrom(tx, org_id, outcome, mo_ids))
}

/** What lies beside a machine that runs is not taken away. */
const begunOrders = async (tx: Tx, org_id: string): Promise<string[]> =>
  (
    await rows(
      tx,
      sql<{ id: string }>`select id from mo where org_id = ${org_id} and status = ${codes.in_production} order by id`,
    )
  ).map(({ id }) => id)

async function previewFrom(
  tx: Tx,
  org_id: string,
  { transfers, moved }: ReallocationOutcome,
  asked: readonly string[],
): Promise<ReallocationPreview> {
  const kitOf = new Map(moved.map(({ before, after }) => [before.id, { before, after }]))
  const partsOf = new Map<string, Transfer[]>()
  for (const transfer of transfers)
    for (const id of [transfer.mo_id, transfer.from_mo_id]) partsOf.set(id, [...(partsOf.get(id) ?? []), transfer])
  const ids = [...new Set([...partsOf.keys(), ...kitOf.keys()])]
  const orders = await rows(
    tx,
    sql<Omit<ReallocationRow, 'role' | 'before' | 'after' | 'parts'> & ReallocationRow['before']>`
      select o.id, o.no, x.code as material_code, x.name as material_name, o.status, o.priority, o.delivery_date, o.planned_start_time,
        o.material_status, o.kitting_time
      from mo o join material x on x.org_id = o.org_id and x.id = o.material_id
      where o.org_id = ${org_id} and ${among(sql`o.id`, ids)} order by o.priority, o.delivery_date, o.no`,
  )
  const materials = await rows(
    tx,
    sql<{ id: string; material_code: string; material_name: string; unit_name: string }>`
      select x.id, x.code as material_code, x.name as material_name, u.name as unit_name
      from material x join unit u on u.org_id = x.org_id and u.id = x.unit_id
      where x.org_id = ${org_id} and ${among(sql`x.id`, [...new Set(transfers.map(({ material_id }) => material_id))])}`,
  )
  const materialOf = new Map(materials.map(({ id, ...names }) => [id, names]))
  const takers = new Set(asked)
  return {
    transfers,
    orders: orders.map(({ material_status, kitting_time, ...order }) => {
      const standing = { material_status, kitting_time }
      const { before, after } = kitOf.get(order.id) ?? { before: standing, after: standing }
      const state = (kit: typeof standing) => ({ material_status: kit.material_status, kitting_time: kit.kitting_time })
      const parts = partsOf.get(order.id) ?? []
      return {
        ...order,
        role: parts.length === 0 ? 'follows' : takers.has(order.id) ? 'takes' : 'gives',
        ...{ before: state(before), after: state(after) },
        parts: parts.map(({ material_id, source_type, quantity }) => ({
          ...{ ...materialOf.get(material_id)!, source_type, quantity },
        })),
      } satisfies ReallocationRow
    }),
  }
}

type Asked = Parsed<typeof reallocateMaterial>
interface Component {
  readonly id: string
  readonly mo_id: string
  readonly mo_no: string
  readonly status: number
  readonly material_id: string
  readonly material_code: string
  readonly open_quantity: Quantity
}
interface Loose {
  readonly id: string
  readonly component_id: string
  readonly source_type: number
  readonly source_id: string
  readonly material_id: string
  readonly quantity: Quantity
  readonly made_for_quantity: Quantity
  readonly available_time: number | null
}
interface Given extends Omit<Loose, 'made_for_quantity'> {
  readonly mo_id: string
}

/**
 * Takes it from the one and gives it to the other, locked, with who and why. Refused (5522) where somebody does not have or need
 * that much any more. What the givers may get instead is matched in the background; until then they are short of it.
 */
export async function reallocate({ transfers, reason }: Asked, context: Context): Promise<{ affected: number }> {
  const { tx, org_id, now } = context
  const component_ids = [...new Set(transfers.flatMap(one => [one.component_id, one.from_component_id]))]
  const before = await componentsOf(tx, org_id, component_ids)
  const mo_ids = [...new Set([...before.values()].map(({ mo_id }) => mo_id))]
  // What is coming is locked with them: who receives it gives it to those who hold it then.
  const sources = [...(await looseOf(tx, org_id, component_ids)).values()]
  const ofType = (type: number) => sources.flatMap(edge => (edge.source_type === type ? edge.source_id : []))
  await lockPurchaseOrdersOf(tx, org_id, ofType(in_transit))
  await lockMos(tx, org_id, [...mo_ids, ...ofType(in_production)])
  const components = await componentsOf(tx, org_id, component_ids)
  if (components.size < component_ids.length) refuse(generalErrors.recordNotFound, { field: 'transfers' })
  const loose = await looseOf(tx, org_id, component_ids)
  const { gone, given, free } = decided(transfers, components, loose)
  await lessen(tx, org_id, gone)
  await sql`insert into mo_assignment (id, mo_id, component_id, material_id, source_type, source_id, quantity, available_time, locked, manual, locked_by, locked_time, lock_reason)
    select r.*, true, true, app_user(), ${now}::bigint, ${reason ?? null} from ${recordset(
      given,
      sql`id uuid, mo_id uuid, component_id uuid, material_id uuid, source_type smallint, source_id uuid, quantity numeric, available_time bigint`,
    )} as r`.execute(tx)
  await release(tx, { org_id, occupations: stockOf(free) })
  await refreshKits(tx, org_id, mo_ids, now)
  await matchOrders(context, mo_ids)
  return { affected: transfers.length }
}

/** Edges have so much less; what nothing is left of is gone. */
async function lessen(
  tx: Tx,
  org_id: string,
  gone: readonly { readonly edge: Loose; readonly quantity: Quantity }[],
): Promise<void> {
  const left = gone.map(({ edge, quantity }) => {
    const rest = subtract(edge.quantity, quantity)
    return {
      id: edge.id,
      quantity: rest,
      made_for_quantity: isMore(edge.made_for_quantity, rest) ? rest : edge.made_for_quantity,
    }
  })
  await sql`delete from mo_assignment where org_id = ${org_id} and ${among(
    sql`id`,
    left.filter(({ quantity }) => !isMore(quantity, '0')).map(({ id }) => id),
  )}`.execute(tx)
  await sql`update mo_assignment a set quantity = r.quantity, made_for_quantity = r.made_for_quantity
    from ${recordset(
      left.filter(({ quantity }) => isMore(quantity, '0')),
      sql`id uuid, quantity numeric, made_for_quantity numeric`,
    )} as r where a.org_id = ${org_id} and a.id = r.id`.execute(tx)
}

/** Stock that components give up. */
interface GivenUp {
  readonly component_id: string
  readonly source_id: string
  readonly quantity: Quantity
}
/** Locks the work orders of these components. Answers their ids. */
export async function lockGivers(tx: Tx, org_id: string, component_ids: readonly string[]): Promise<string[]> {
  const found = await componentsOf(tx, org_id, component_ids)
  const mo_ids = [...new Set([...found.values()].map(({ mo_id }) => mo_id))]
  await lockMos(tx, org_id, mo_ids)
  return mo_ids
}
/**
 * Stock is free that work orders had; they are locked. False, and nothing is done, where one of them is begun, or has not so much
 * of it any more. What they may get instead is matched in the background; until then they are short of it.
 */
export async function giveUpStock(given: readonly GivenUp[], context: Context): Promise<boolean> {
  const { tx, org_id, now } = context
  const ids = given.map(({ component_id }) => component_id)
  const components = await componentsOf(tx, org_id, ids)
  const loose = await looseOf(tx, org_id, ids)
  const gone = given.flatMap(({ component_id, source_id, quantity }) => {
    const edge = loose.get(`${component_id}:${source_id}`)
    const { status = codes.in_production } = components.get(component_id) ?? {}
    return edge && status < codes.in_production && !isMore(quantity, edge.quantity) ? [{ edge, quantity }] : []
  })
  if (gone.length < given.length) return false
  const mo_ids = [...new Set([...components.values()].map(({ mo_id }) => mo_id))]
  await lessen(tx, org_id, gone)
  await release(tx, {
    org_id,
    occupations: stockOf(
      gone.map(({ edge: { source_type, source_id }, quantity }) => ({ source_type, source_id, quantity })),
    ),
  })
  await refreshKits(tx, org_id, mo_ids, now)
  await matchOrders(context, mo_ids)
  return true
}

/** What each edge loses, what the takers get, and what they give back for it; refuses 5522 with the order and material that are not as they were. */
function decided(
  transfers: Asked['transfers'],
  components: ReadonlyMap<string, Component>,
  loose: ReadonlyMap<string, Loose>,
) {
  const gone = new Map<string, { edge: Loose; quantity: Quantity }>()
  /** Of one source once, whoever gives it. */
  const given = new Map<string, Given>()
  const free: Pick<Loose, 'source_type' | 'source_id' | 'quantity'>[] = []
  const open = new Map([...components].map(([id, { open_quantity }]) => [id, open_quantity]))
  const moved = (id: string): never => {
    const { mo_no, material_code } = components.get(id)!
    return refuse(manufacturingErrors.reallocationMoved, { mo_no, material_code })
  }
  const take = (component_id: string, source_id: string, quantity: Quantity): Loose => {
    const edge = loose.get(`${component_id}:${source_id}`) ?? moved(component_id)
    const all = add(gone.get(edge.id)?.quantity ?? '0', quantity)
    if (isMore(all, edge.quantity)) moved(component_id)
    gone.set(edge.id, { edge, quantity: all })
    return edge
  }
  for (const { component_id, from_component_id, source_id, quantity, instead_of_id } of transfers) {
    const to = components.get(component_id)!
    const from = components.get(from_component_id)!
    if (to.status > codes.in_production) moved(component_id)
    if (from.status >= codes.in_production) moved(from_component_id)
    const { source_type, material_id, available_time } = take(from_component_id, source_id, quantity)
    if (material_id !== to.material_id) moved(component_id)
    if (instead_of_id) {
      const instead = take(component_id, instead_of_id, quantity)
      // Of a substitute another quantity stands for it.
      if (instead.material_id !== to.material_id) moved(component_id)
      free.push({ source_type: instead.source_type, source_id: instead.source_id, quantity })
      open.set(component_id, add(open.get(component_id)!, quantity))
    }
    if (isLess(open.get(component_id)!, quantity)) moved(component_id)
    open.set(component_id, subtract(open.get(component_id)!, quantity))
    const key = `${component_id}:${source_id}`
    const all = add(given.get(key)?.quantity ?? '0', quantity)
    const supply = { source_type, source_id, material_id, available_time }
    given.set(key, { id: newId(), mo_id: to.mo_id, component_id, ...supply, quantity: all })
  }
  return { gone: [...gone.values()], given: [...given.values()], free }
}

async function componentsOf(tx: Tx, org_id: string, ids: readonly string[]): Promise<Map<string, Component>> {
  const found = await rows(
    tx,
    sql<Component>`select c.id, c.mo_id, m.no as mo_no, m.status, c.material_id, x.code as material_code,
        c.required_quantity - c.picked_quantity - c.assigned_quantity as open_quantity
      from mo_component c join mo m on m.org_id = c.org_id and m.id = c.mo_id join material x on x.org_id = c.org_id and x.id = c.material_id
      where c.org_id = ${org_id} and ${among(sql`c.id`, ids)}`,
  )
  return new Map(found.map(one => [one.id, one]))
}
/** What nobody has locked, by component and source. */
async function looseOf(tx: Tx, org_id: string, component_ids: readonly string[]): Promise<Map<string, Loose>> {
  const found = await rows(
    tx,
    sql<Loose>`select id, component_id, source_type, source_id, material_id, quantity, made_for_quantity, available_time from mo_assignment
      where org_id = ${org_id} and not locked and ${among(sql`component_id`, component_ids)} order by id`,
  )
  return new Map(found.map(one => [`${one.component_id}:${one.source_id}`, one]))
}
