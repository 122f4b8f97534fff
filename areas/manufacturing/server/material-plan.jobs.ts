import { add, fromSteps, isMore, isPositive, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import type { Proposal } from '@qitao/planning/netting/material-plan.ts'
import type { Proposals } from '@qitao/planning/netting/plan-material.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database.ts'
import { type JobContext, job } from '@qitao/platform/server/job.ts'
import { insertPurchaseRequests, pendingPurchases } from '@qitao/purchasing/server'
import { sql } from 'kysely'
import { checkKits, replenishMos } from '../model/material-plan.calls.ts'
import { isSafetyStock, isTentative, type Precisions } from '../model/material-snapshot.ts'
import { createMos } from './create-mos.ts'
import { areBooksLarge } from './load-books.ts'
import { matchAgainType } from './match-again.ts'
import { planAndSave } from './plan-and-save.ts'

interface Wanted {
  mo_ids: string[]
}

const traits = {
  // All of these write the one material plan of the company.
  serial: 'material_plan',
  isLarge: (_: unknown, context: JobContext) => areBooksLarge(context),
}
const kitted = async ({ mo_ids }: Wanted, context: JobContext) => (await planAndSave(context, { mo_ids }, 5, 100)).kits

const kittingJob = job<Wanted>('material_plan', 'interactive', kitted, {
  ...traits,
  startedBy: [checkKits],
  repeatable: true,
})
/** The same after events, when nobody looks on. */
const matchAgainJob = job<Wanted>(matchAgainType, 'planning', kitted, { ...traits, repeatable: true })

const replenishmentJob = job<Wanted & { time_zone: string }>(
  'replenishment',
  'interactive',
  async ({ mo_ids, time_zone }, context) => {
    const { transaction, org_id, now, progress } = context
    const { proposals } = await planAndSave(context, { mo_ids, with_proposals: true }, 5, 45)
    const made = await transaction(async tx => {
      const served = await servedBy(tx, org_id, proposals)
      const asked = proposalsFor(proposals, served, new Set(mo_ids))
      const mos = await makeChildren(tx, org_id, served, asked.productions, { now: now(), time_zone })
      const requests = await requestPurchases(tx, org_id, served, asked.purchases, mos, { now: now(), time_zone })
      return { mo_ids: [...mos.values()].map(({ id }) => id), request_ids: requests }
    })
    await progress(55, text('重新匹配', 'Matching again'))
    await planAndSave(context, { mo_ids: [...mo_ids, ...made.mo_ids] }, 55, 100)
    return { mo_ids: made.mo_ids, mo_count: made.mo_ids.length, request_count: made.request_ids.length }
  },
  { ...traits, startedBy: [replenishMos] },
)

/** What proposals are for: work orders of the components that they cover, priorities of those, precisions of the materials. */
interface Served {
  readonly moOf: ReadonlyMap<string, string>
  readonly priorityOf: ReadonlyMap<string, number>
  readonly precisions: Precisions
}
async function servedBy(tx: Tx, org_id: string, { productions, purchases }: Proposals): Promise<Served> {
  const all = [...productions, ...purchases]
  // Safety stock and needs of unchecked orders are covered too; those are no components.
  const covered = all.flatMap(({ covers }) =>
    covers.flatMap(cover =>
      'demand' in cover && !isSafetyStock(cover.demand) && !isTentative(cover.demand) ? cover.demand : [],
    ),
  )
  const components = await rows(
    tx,
    sql<{ id: string; mo_id: string; priority: number }>`select c.id, c.mo_id, m.priority from mo_component c
      join mo m on m.org_id = c.org_id and m.id = c.mo_id where c.org_id = ${org_id} and ${among(sql`c.id`, covered)}`,
  )
  const materials = await rows(
    tx,
    sql<{
      id: string
      precision: number
    }>`select m.id, u."precision" from material m join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where m.org_id = ${org_id} and ${among(
        sql`m.id`,
        all.map(({ material }) => material),
      )}`,
  )
  return {
    moOf: new Map(components.map(({ id, mo_id }) => [id, mo_id])),
    priorityOf: new Map(components.map(({ mo_id, priority }) => [mo_id, priority])),
    precisions: new Map(materials.map(({ id, precision }) => [id, precision])),
  }
}

/** Child work orders for the proposals; the parent is the one order that a proposal covers, none when it covers several. */
async function makeChildren(
  tx: Tx,
  org_id: string,
  { moOf, priorityOf, precisions }: Served,
  proposals: readonly Proposal[],
  clock: { now: number; time_zone: string },
): Promise<Map<string, { id: string; no: string }>> {
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
function proposalsFor({ productions, purchases }: Proposals, { moOf }: Served, asked: ReadonlySet<string>): Proposals {
  const roots = rootsOf([...productions, ...purchases], moOf)
  const serves = (proposal: Proposal): boolean => [...(roots.get(proposal.id) ?? [])].some(mo_id => asked.has(mo_id))
  return { productions: productions.filter(serves), purchases: purchases.filter(serves) }
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
  { moOf, precisions }: Served,
  purchases: readonly Proposal[],
  made: ReadonlyMap<string, { id: string }>,
  clock: { now: number; time_zone: string },
): Promise<string[]> {
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

export const materialPlanJobs = [kittingJob, matchAgainJob, replenishmentJob]
