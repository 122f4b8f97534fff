import { createHash } from 'node:crypto'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { mostRows } from '@qitao/core/page.ts'
import { fromSteps, type Quantity } from '@qitao/core/quantity.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { loadReceiving, lockMaterials } from '@qitao/masterdata/server'
import type { Proposals } from '@qitao/planning/netting/plan-material.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { Moved } from '@qitao/platform/server/http/handle.ts'
import type { JobContext } from '@qitao/platform/server/jobs/job.ts'
import { insertPurchaseRequests, type PendingPurchase, pendingPurchases } from '@qitao/purchasing/server'
import { sql } from 'kysely'
import { moStatus, supplySource } from '../../model/mo/mo.status.ts'
import type { OrdersToCome } from '../../model/plan/books-change.rules.ts'
import { lotOf, type Precisions, planClock } from '../../model/plan/material-snapshot.ts'
import { heldForNeeds } from '../../model/plan/promise-holds.rules.ts'
import {
  childrenFor,
  componentsCovered,
  madeFor,
  type Pending,
  type PlannedSupply,
  parentOf,
  plannedSupply,
  proposalsFor,
  quantityForParent,
  type RequestToMake,
  requestsFor,
  type Served,
} from '../../model/replenish/replenishment.rules.ts'
import { decidedOn, type ReplenishmentPreview } from '../../model/replenish/replenishment-preview.ts'
import { draftMos, insertMos, type MoDraft, precisionsOf } from '../mo/create-mos.ts'
import { lockPlanned, stillStands } from './books-changes.queries.ts'
import { type KnownBooks, keepBooks, keepUnsaved, knownBooks } from './known-books.ts'
import { leadTimes } from './lead-times.ts'
import { type PlanSettings, withSubstitutes } from './load-books.ts'
import { saveNeedDates } from './need-dates.ts'
import { heldForLines, heldSourcesOf, linesServed, passHoldsTo } from './pass-holds.ts'
import { inThread, isStockTaken, type Match, mostRounds, strictRounds, transactionOf } from './plan-and-save.ts'
import type { MaterialOutcome } from './plan-material.worker.ts'
import { savePlanMessages } from './plan-messages.ts'
import { saveMaterialPlan } from './save-material-plan.ts'

export interface ReplenishmentInput {
  readonly mo_ids: readonly string[]
  /** Digest of the preview that was agreed to. */
  readonly agreed?: string | undefined
  readonly time_zone: string
}
interface Replenished {
  readonly mo_ids: readonly string[]
  readonly mo_count: number
  readonly request_count: number
  /** Nothing was made: it would be something else now than was agreed to. */
  readonly changed?: ReplenishmentPreview
}
/** What is going to be made and bought, and what it is to a material plan. */
interface Supply {
  readonly children: readonly MoDraft[]
  readonly requests: readonly RequestToMake[]
  readonly coming: OrdersToCome
  /** Materials of all this. */
  readonly wanted: readonly string[]
  /** What of it was asked for already when it was read. */
  readonly pending: readonly PendingPurchase[]
  readonly preview: ReplenishmentPreview
}

/** What a replenishment of these work orders would make and buy now. Nothing is locked or written. */
export async function previewOf(
  { mo_ids }: Pick<ReplenishmentInput, 'mo_ids'>,
  { transaction, org_id, progress, signal, now }: JobContext,
): Promise<ReplenishmentPreview> {
  for (let round = 1; round <= mostRounds; round++) {
    await progress(5, text('读取库存与工单', 'Reading stock and work orders'))
    const [books, asked] = await transaction(
      async tx => [await knownBooks(tx, { org_id, mo_ids, now: now() }), await withTree(tx, org_id, mo_ids)] as const,
    )
    await progress(30, text('计算齐套', 'Matching supply to need'))
    const { known, state, unsaved, settings } = books
    const short = await inThread(org_id, signal, match =>
      match({ known, state, unsaved, mo_ids, replenished: [...asked] }),
    )
    if (short === 'unknown') continue
    keepUnsaved(
      org_id,
      books,
      short.result.orders.map(({ id }) => id),
    )
    await progress(70, text('汇总补料清单', 'Listing what is to be made and bought'))
    return (await transaction(tx => supplyFor(tx, org_id, { asked, settings, now: now() }, short.proposals))).preview
  }
  throw new Refusal(generalErrors.dataLocked)
}

/**
 * Makes child work orders and asks to buy what these work orders lack. Matching, what is made for it and matching with that are
 * computed beside and saved at once, if what was read still stands: either all of it is there, with the job's end, or nothing.
 */
export async function replenish(
  { mo_ids, agreed, time_zone }: ReplenishmentInput,
  context: JobContext,
): Promise<Replenished> {
  const { transaction, lastTransaction, org_id, progress, signal, now } = context
  let also: readonly string[] = []
  for (let round = 1; round <= mostRounds; round++) {
    await progress(5, text('读取库存与工单', 'Reading stock and work orders'))
    const [books, asked, read_by] = await transaction(
      async tx =>
        [
          await knownBooks(tx, { org_id, mo_ids, now: now(), also }),
          await withTree(tx, org_id, mo_ids),
          await transactionOf(tx),
        ] as const,
    )
    await progress(30, text('计算齐套', 'Matching supply to need'))
    const { known, state, unsaved, settings } = books
    const computed = await inThread(org_id, signal, async match => {
      const short = await match({ known, state, unsaved, mo_ids, replenished: [...asked] })
      if (short === 'unknown') return undefined
      const supply = await transaction(tx => supplyFor(tx, org_id, { asked, settings, now: now() }, short.proposals))
      if (agreed !== undefined && agreed !== supply.preview.digest) return { supply, outcome: short, changed: true }
      await progress(55, text('重新匹配', 'Matching again'))
      return { supply, outcome: await withSupply(match, books, short, supply), changed: false }
    })
    if (!computed) continue
    const { supply, outcome, changed } = computed
    if (changed && outcome !== 'unknown') {
      keepUnsaved(
        org_id,
        books,
        outcome.result.orders.map(({ id }) => id),
      )
      return { mo_ids: [], mo_count: 0, request_count: 0, changed: supply.preview }
    }
    if (outcome === 'unknown') {
      also = supply.coming.components.map(({ material_id }) => material_id)
      continue
    }
    await progress(70, text('保存结果', 'Saving'))
    const { result, messages, locked_ids } = outcome
    // Children are known without their numbers, and without what promises have held for them.
    const again = {
      mo_ids: [...locked_ids, ...supply.children.map(({ id }) => id)],
      material_ids: supply.children.map(({ material_id }) => material_id),
    }
    const plan = { ...result, orders: [...result.orders, ...mo_ids.map(id => ({ id }))], wanted: supply.wanted }
    try {
      let saved_by = read_by
      const made = await lastTransaction(async tx => {
        await lockMaterials(tx, org_id, asksFor(supply))
        const parents = supply.children.flatMap(({ parent_mo_id }) => parent_mo_id ?? [])
        await lockPlanned(tx, org_id, plan, await heldSourcesOf(tx, org_id, parents))
        if (!(await stillStands(tx, org_id, books.reading, plan, { strictly: round <= strictRounds, now: books.now })))
          throw new Moved()
        await expectSameAsked(tx, org_id, supply)
        await insertMos(tx, supply.children, { now: now(), time_zone })
        await insertPurchaseRequests(tx, { now: now(), time_zone, requests: supply.requests })
        await saveMaterialPlan(tx, org_id, result, { ...books, clock: planClock(books.now) })
        await savePlanMessages(tx, org_id, messages)
        await saveNeedDates(tx, org_id, books.now)
        again.mo_ids.push(
          ...(await passHoldsTo(
            tx,
            org_id,
            supply.children.map(({ id }) => id),
            now(),
          )),
        )
        saved_by = await transactionOf(tx)
        const { children, requests } = supply
        return { mo_ids: children.map(({ id }) => id), mo_count: children.length, request_count: requests.length }
      })
      // As in `planAndSave`.
      if (saved_by !== read_by) keepBooks(org_id, books, { saved_by, again })
      return made
    } catch (error) {
      if (!(error instanceof Moved || isStockTaken(error))) throw error
    }
    keepUnsaved(
      org_id,
      books,
      result.orders.map(({ id }) => id),
      again,
    )
  }
  throw new Refusal(generalErrors.dataLocked)
}

/** The plan with what is going to be made; it says all that the plan without it does. */
function withSupply(
  match: Match,
  { state }: KnownBooks,
  short: MaterialOutcome,
  { coming }: Supply,
): Promise<MaterialOutcome | 'unknown'> {
  if (coming.orders.length === 0) return Promise.resolve(short)
  const unsaved = short.result.orders.map(({ id }) => id)
  return match({ known: { state, coming }, state, unsaved, mo_ids: [] })
}

/** Read after the books: whoever sends a purchase order meanwhile is noted, so that nothing is taken for pending that is in transit. */
async function supplyFor(
  tx: Tx,
  org_id: string,
  { asked, settings, now }: { asked: ReadonlySet<string>; settings: PlanSettings; now: Instant },
  proposals: Proposals,
): Promise<Supply> {
  const served = await servedBy(tx, org_id, proposals)
  const { productions, purchases } = proposalsFor(proposals, served, asked)
  const drafts = productions.length === 0 ? [] : await draftMos(tx, org_id, childrenFor(productions, served), now)
  const childOf = new Map(productions.map(({ id }, index) => [id, drafts[index]!.id]))
  const children = drafts.map((draft, index) => {
    const parent_mo_id = parentOf(productions[index]!, served, childOf)
    const made_for_quantity = parent_mo_id === null ? null : quantityForParent(productions[index]!, served)
    return { ...draft, parent_mo_id, made_for_quantity }
  })
  const wanted = [...new Set([...productions, ...purchases].map(({ material }) => material))]
  const bought = [...new Set(proposals.purchases.map(({ material }) => material))]
  const pending = await pendingPurchases(tx, org_id, bought)
  const { latest } = await loadReceiving(tx, org_id)
  const held = await heldForChildren(tx, org_id, proposals.purchases, {
    childOf,
    children,
    precisions: served.precisions,
  })
  const requests = requestsFor(proposals.purchases, served, { asked, childOf }, [...held, ...pending]).map(request => ({
    ...request,
    required_date: Math.max(now, latest(request.required_date)),
  }))
  return {
    children,
    requests,
    preview: await previewRows(
      tx,
      org_id,
      plannedSupply({ productions, purchases: proposals.purchases }, requests, served, asked),
      planClock(now),
    ),
    coming: {
      ...(await ordersToCome(tx, org_id, settings, children, now)),
      locks: madeFor(productions, drafts, served),
    },
    wanted,
    pending,
  }
}

/** What promises hold for the lines of these new orders is not bought again: they get it when they are made (`passHolds`). */
async function heldForChildren(
  tx: Tx,
  org_id: string,
  purchases: Proposals['purchases'],
  {
    childOf,
    children,
    precisions,
  }: {
    readonly childOf: ReadonlyMap<string, string>
    readonly children: readonly { readonly id: string; readonly parent_mo_id: string | null }[]
    readonly precisions: Precisions
  },
): Promise<Pending[]> {
  const parents = new Map(children.map(({ id, parent_mo_id }) => [id, parent_mo_id]))
  const standing = (id: string): string | null => {
    const parent = parents.get(id)
    return parent === undefined ? id : parent && standing(parent)
  }
  const lines = await linesServed(
    tx,
    org_id,
    children.flatMap(({ id }) => standing(id) ?? []),
  )
  if (lines.size === 0) return []
  const held = await heldForLines(tx, org_id, [...new Set([...lines.values()].flat())])
  const needs = purchases.flatMap(({ material, covers }) =>
    covers.flatMap(cover => {
      const mo_id = 'proposal' in cover ? childOf.get(cover.proposal) : undefined
      if (mo_id === undefined) return []
      const line_ids = lines.get(standing(mo_id) ?? '') ?? []
      const quantity = fromSteps(cover.quantity, precisions.get(material) ?? 0)
      return [{ line_ids, material_id: material, mo_id, quantity }]
    }),
  )
  return heldForNeeds(held, needs).map(({ mo_ids, ...one }) => ({
    ...one,
    asked: mo_ids.map(mo_id => ({ mo_id, quantity: null })),
  }))
}

const asksFor = ({ requests }: Supply): string[] => [...new Set(requests.map(({ material_id }) => material_id))]
/** Nobody has asked for it meanwhile: whoever asks locks the material, before all else, and then looks (decision 0053). */
async function expectSameAsked(tx: Tx, org_id: string, supply: Supply): Promise<void> {
  const ids = asksFor(supply)
  if (ids.length === 0) return
  const told = (of: readonly PendingPurchase[]) =>
    of
      .filter(({ material_id }) => ids.includes(material_id))
      .map(one => JSON.stringify([one.material_id, one.quantity, one.required_date, one.asked]))
      .toSorted()
      .join()
  if (told(await pendingPurchases(tx, org_id, ids)) !== told(supply.pending)) throw new Moved()
}

/** With the names that people know; of very many the first. */
async function previewRows(
  tx: Tx,
  org_id: string,
  supply: readonly PlannedSupply[],
  now: Instant,
): Promise<ReplenishmentPreview> {
  const shown = supply.slice(0, mostRows)
  const materials = await rows(
    tx,
    sql<{ id: string; code: string; name: string; unit_name: string }>`select m.id, m.code, m.name, u.name as unit_name
      from material m join unit u on u.org_id = m.org_id and u.id = m.unit_id where m.org_id = ${org_id} and ${among(
        sql`m.id`,
        [
          ...new Set(
            shown.flatMap(({ material_id, into_id }) => (into_id === null ? material_id : [material_id, into_id])),
          ),
        ],
      )}`,
  )
  const orders = await rows(
    tx,
    sql<{ id: string; no: string }>`select id, no from mo where org_id = ${org_id} and ${among(sql`id`, [
      ...new Set(shown.flatMap(({ mo_ids }) => mo_ids)),
    ])} order by priority, delivery_date, no`,
  )
  const materialOf = new Map(materials.map(one => [one.id, one]))
  const placeOf = new Map(orders.map(({ id }, place) => [id, place]))
  const isLate = ({ by_time }: PlannedSupply) => by_time < now
  return {
    rows: shown.map(one => {
      const { material_id, into_id, mo_ids, ...row } = one
      const { code, name, unit_name } = materialOf.get(material_id)!
      return {
        ...{ ...row, material_id, material_code: code, material_name: name, unit_name, late: isLate(one) },
        into_code: into_id === null ? null : materialOf.get(into_id)!.code,
        mo_no: orders[Math.min(...mo_ids.map(id => placeOf.get(id) ?? Number.POSITIVE_INFINITY))]?.no ?? null,
        orders_served: mo_ids.length,
      }
    }),
    mo_count: supply.filter(({ kind }) => kind === 'make').length,
    request_count: supply.filter(({ kind }) => kind === 'buy').length,
    late_count: supply.filter(isLate).length,
    digest: createHash('sha256').update(decidedOn(supply, now)).digest('hex'),
  }
}

/** With the work orders that make for them, down the levels. */
async function withTree(tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await rows(
    tx,
    sql<{ id: string }>`with recursive tree as (
        select unnest(${mo_ids}::uuid[]) as id
        union
        select makes.id from tree t, lateral (
          select id from mo where org_id = ${org_id} and parent_mo_id = t.id
          union select source_id from mo_assignment
            where org_id = ${org_id} and mo_id = t.id and source_type = ${supplySource.codes.in_production} and made_for_quantity > 0
        ) makes
      ) select id from tree`,
  )
  return new Set(found.map(({ id }) => id))
}

async function servedBy(tx: Tx, org_id: string, proposals: Proposals): Promise<Served> {
  const components = await rows(
    tx,
    sql<{ id: string; mo_id: string; priority: number }>`select c.id, c.mo_id, m.priority from mo_component c
      join mo m on m.org_id = c.org_id and m.id = c.mo_id where c.org_id = ${org_id} and ${among(sql`c.id`, componentsCovered(proposals))}`,
  )
  const materials = [...proposals.productions, ...proposals.purchases].map(({ material }) => material)
  return {
    moOf: new Map(components.map(({ id, mo_id }) => [id, mo_id])),
    priorityOf: new Map(components.map(({ mo_id, priority }) => [mo_id, priority])),
    precisions: await precisionsOf(tx, org_id, materials),
    lots: await lotsOf(tx, org_id, materials),
  }
}

async function lotsOf(tx: Tx, org_id: string, material_ids: readonly string[]): Promise<Served['lots']> {
  const found = await rows(
    tx,
    sql<{ id: string; minimum_lot: Quantity; packaging_size: Quantity; unit_precision: number }>`
      select m.id, m.minimum_lot, m.packaging_size, u."precision" as unit_precision from material m
      join unit u on u.org_id = m.org_id and u.id = m.unit_id where m.org_id = ${org_id} and ${among(sql`m.id`, [...new Set(material_ids)])}`,
  )
  return new Map(found.map(({ id, ...material }) => [id, lotOf(material)]))
}

/** Their numbers come last, and in the order in which they are given. */
const numberToCome = (index: number): string => `\uffff${String(index).padStart(6, '0')}`

async function ordersToCome(
  tx: Tx,
  org_id: string,
  { substitutes }: PlanSettings,
  children: readonly (MoDraft & {
    readonly parent_mo_id: string | null
    readonly made_for_quantity: Quantity | null
  })[],
  now: Instant,
): Promise<Omit<OrdersToCome, 'locks'>> {
  const components = children.flatMap(child =>
    child.components.map(({ id, mo_id, operation_sequence, material_id, required_quantity }) => ({
      ...{ id, mo_id, operation_sequence, material_id, required_quantity },
      ...{ planned_start_time: null, picked_quantity: '0' },
    })),
  )
  const times = await leadTimes(
    tx,
    org_id,
    children.map(({ material_id }) => material_id),
    now,
  )
  const withBom = children.map(({ id, material_id, planned_quantity, delivery_date, recipe: { material_bom_id } }) => ({
    ...{ id, material_bom_id },
    start_time: Math.max(now, delivery_date - times.seconds(material_id, planned_quantity)),
  }))
  return {
    orders: children.map(({ id, material_id, planned_quantity, priority, delivery_date }, index) => ({
      ...{ id, no: numberToCome(index), material_id, priority, delivery_date },
      ...{ material_locked: false, planned_start_time: null, firm: false },
      lead_seconds: times.seconds(material_id, planned_quantity),
    })),
    components: substitutes
      ? await withSubstitutes(tx, org_id, withBom, components)
      : components.map(component => ({ ...component, substitutes: [] })),
    production: children.map(({ id, material_id, planned_quantity, parent_mo_id, made_for_quantity }) => ({
      ...{ id, material_id, parent_mo_id, made_for_quantity, open_quantity: planned_quantity },
      ...{ planned_finish_time: null, status: moStatus.codes.todo },
    })),
  }
}
