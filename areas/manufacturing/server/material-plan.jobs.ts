import { generalErrors } from '@qitao/core/general.errors.ts'
import { add, fromSteps, isMore, isPositive, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { MaterialPlan, Proposal } from '@qitao/planning/netting/material-plan.ts'
import type { MaterialSnapshot } from '@qitao/planning/netting/snapshot.ts'
import type { Tx } from '@qitao/platform/server/database.ts'
import { rows } from '@qitao/platform/server/database.ts'
import { type JobContext, job } from '@qitao/platform/server/job.ts'
import { insertPurchaseRequests, pendingPurchases } from '@qitao/purchasing/server'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { sql } from 'kysely'
import { Piscina } from 'piscina'
import { resultOf } from '../model/material-result.ts'
import { type MaterialBooks, precisionsIn, snapshotOf } from '../model/material-snapshot.ts'
import { messagesFrom } from '../model/plan-messages.rules.ts'
import { createMos } from './create-mos.ts'
import { loadBooks } from './load-books.ts'
import { savePlanMessages } from './plan-messages.ts'
import { saveMaterialPlan } from './save-material-plan.ts'

const threads = new Piscina<MaterialSnapshot, MaterialPlan>({
  filename: new URL('./plan-material.worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 2,
  idleTimeout: 30_000,
})

const mostTries = 3
interface Wanted {
  mo_ids: string[]
}

/** Reads, plans in a thread, saves; once more when stock moved in between. */
async function planAndSave(
  context: JobContext,
  mo_ids: readonly string[],
  from: number,
  to: number,
): Promise<{ books: MaterialBooks; plan: MaterialPlan }> {
  const { transaction, org_id, progress, signal, now } = context
  for (let tries = 1; ; tries++) {
    await progress(from, text('读取库存与工单', 'Reading stock and work orders'))
    const books = await transaction(tx => loadBooks(tx, org_id, mo_ids, now()))
    await progress(from + (to - from) * 0.3, text('计算齐套', 'Matching supply to need'))
    const snapshot = snapshotOf(books)
    const plan = await threads.run(snapshot, { signal })
    await progress(from + (to - from) * 0.7, text('保存结果', 'Saving'))
    try {
      await transaction(async tx => {
        await saveMaterialPlan(tx, org_id, resultOf(books, snapshot, plan), books)
        await savePlanMessages(tx, org_id, messagesFrom(books, snapshot, plan))
      })
      return { books, plan }
    } catch (error) {
      const moved = error instanceof Refusal && error.definition.code === stockErrors.occupiedOverAvailable.code
      if (!moved) throw error
      if (tries >= mostTries) throw new Refusal(generalErrors.dataLocked)
    }
  }
}

const kittingJob = job<Wanted>('material_plan', async ({ mo_ids }, context) => {
  const { plan } = await planAndSave(context, mo_ids, 5, 100)
  const asked = new Set(mo_ids)
  const kits = plan.orders.filter(kit => asked.has(kit.order))
  return {
    mo_count: kits.length,
    complete_count: kits.filter(kit => kit.materialStatus === 1 || kit.materialStatus === 2).length,
    short_count: kits.filter(kit => kit.materialStatus === 6).length,
  }
})

const replenishmentJob = job<Wanted & { time_zone: string }>(
  'replenishment',
  async ({ mo_ids, time_zone }, context) => {
    const { transaction, org_id, now, progress } = context
    const { books, plan } = await planAndSave(context, mo_ids, 5, 45)
    const asked = proposalsFor(plan, books, new Set(mo_ids))
    const made = await transaction(async tx => {
      const mos = await makeChildren(tx, org_id, books, asked.productions, { now: now(), time_zone })
      const requests = await requestPurchases(tx, org_id, books, asked.purchases, mos, { now: now(), time_zone })
      return { mo_ids: [...mos.values()].map(({ id }) => id), request_ids: requests }
    })
    await progress(55, text('重新匹配', 'Matching again'))
    await planAndSave(context, [...mo_ids, ...made.mo_ids], 55, 100)
    return { mo_ids: made.mo_ids, mo_count: made.mo_ids.length, request_count: made.request_ids.length }
  },
)

/** Child work orders for the proposals; the parent is the one order that a proposal covers, none when it covers several. */
async function makeChildren(
  tx: Tx,
  org_id: string,
  books: MaterialBooks,
  proposals: readonly Proposal[],
  clock: { now: number; time_zone: string },
): Promise<Map<string, { id: string; no: string }>> {
  const precisions = precisionsIn(books)
  const moOf = new Map(books.components.map(component => [component.id, component.mo_id]))
  const priorityOf = new Map(books.orders.map(order => [order.id, order.priority]))
  const made = new Map<string, { id: string; no: string }>()
  if (proposals.length === 0) return made
  const roots = rootsOf(proposals, moOf)
  const created = await createMos(
    tx,
    org_id,
    proposals.map(proposal => ({
      material_id: proposal.material,
      planned_quantity: fromSteps(proposal.quantity, precisions.get(proposal.material) ?? 0),
      delivery_date: proposal.neededAt,
      priority: Math.min(...[...(roots.get(proposal.id) ?? [])].map(mo_id => priorityOf.get(mo_id) ?? 100), 10_000),
    })),
    clock,
  )
  for (const [index, proposal] of proposals.entries()) made.set(proposal.id, created[index]!)
  const parents = proposals.flatMap(proposal => {
    const covered = new Set(
      proposal.covers.map(cover => ('proposal' in cover ? made.get(cover.proposal)?.id : moOf.get(cover.demand))),
    )
    const [parent] = covered
    return covered.size === 1 && parent ? [{ id: made.get(proposal.id)!.id, parent_mo_id: parent }] : []
  })
  await sql`update mo m set parent_mo_id = r.parent_mo_id from jsonb_to_recordset(${JSON.stringify(parents)}::jsonb) as r(id uuid, parent_mo_id uuid)
    where m.org_id = ${org_id} and m.id = r.id`.execute(tx)
  return made
}

/** All checked orders are matched; only what the asked ones lack is made and bought. */
function proposalsFor(
  plan: MaterialPlan,
  books: MaterialBooks,
  asked: ReadonlySet<string>,
): Pick<MaterialPlan, 'productions' | 'purchases'> {
  const moOf = new Map(books.components.map(component => [component.id, component.mo_id]))
  const roots = rootsOf([...plan.productions, ...plan.purchases], moOf)
  const serves = (proposal: Proposal): boolean => [...(roots.get(proposal.id) ?? [])].some(mo_id => asked.has(mo_id))
  return { productions: plan.productions.filter(serves), purchases: plan.purchases.filter(serves) }
}

/** Work orders at the top of what a proposal covers, through the proposals above it. */
function rootsOf(proposals: readonly Proposal[], moOf: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const byId = new Map(proposals.map(proposal => [proposal.id, proposal]))
  const roots = new Map<string, Set<string>>()
  const visit = (proposal: Proposal): Set<string> => {
    const known = roots.get(proposal.id)
    if (known) return known
    const found = new Set<string>()
    roots.set(proposal.id, found)
    for (const cover of proposal.covers) {
      const mo = 'demand' in cover ? moOf.get(cover.demand) : undefined
      if (mo) found.add(mo)
      const above = 'proposal' in cover ? byId.get(cover.proposal) : undefined
      if (above) for (const root of visit(above)) found.add(root)
    }
    return found
  }
  for (const proposal of proposals) visit(proposal)
  return roots
}

/** Purchase requests for what is short, less what buyers already have on open requests and orders not sent. */
async function requestPurchases(
  tx: Tx,
  org_id: string,
  books: MaterialBooks,
  purchases: readonly Proposal[],
  made: ReadonlyMap<string, { id: string }>,
  clock: { now: number; time_zone: string },
): Promise<string[]> {
  const precisions = precisionsIn(books)
  const moOf = new Map(books.components.map(component => [component.id, component.mo_id]))
  const pending = new Map<string, Quantity>()
  for (const { material_id, quantity } of await pendingPurchases(tx, org_id, [
    ...new Set(purchases.map(({ material }) => material)),
  ]))
    pending.set(material_id, add(pending.get(material_id) ?? '0', quantity))
  const suppliers = new Map(
    (
      await rows(
        tx,
        sql<{
          id: string
          supplier_id: string | null
        }>`select id, supplier_id from material where org_id = ${org_id} and id = any(${purchases.map(({ material }) => material)}::uuid[])`,
      )
    ).map(({ id, supplier_id }) => [id, supplier_id]),
  )
  const requests = purchases.flatMap(proposal => {
    const wanted = fromSteps(proposal.quantity, precisions.get(proposal.material) ?? 0)
    const already = pending.get(proposal.material) ?? '0'
    if (!isMore(wanted, already)) {
      pending.set(proposal.material, subtract(already, wanted))
      return []
    }
    pending.set(proposal.material, '0')
    const quantity = isPositive(already) ? subtract(wanted, already) : wanted
    const mo_ids = [
      ...new Set(
        proposal.covers.flatMap(cover =>
          'proposal' in cover ? (made.get(cover.proposal)?.id ?? []) : (moOf.get(cover.demand) ?? []),
        ),
      ),
    ]
    return [
      {
        material_id: proposal.material,
        demand_quantity: quantity,
        quantity,
        required_date: proposal.neededAt,
        supplier_id: suppliers.get(proposal.material) ?? null,
        mo_ids,
        source: 'shortage' as const,
      },
    ]
  })
  return (await insertPurchaseRequests(tx, { now: clock.now, time_zone: clock.time_zone, requests })).map(
    ({ id }) => id,
  )
}

export const materialPlanJobs = [kittingJob, replenishmentJob]
