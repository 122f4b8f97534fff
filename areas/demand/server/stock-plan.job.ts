import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { lockMaterials } from '@qitao/masterdata/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type JobContext, job } from '@qitao/platform/server/jobs/job.ts'
import { timeDimension } from '@qitao/scheduling/model/task.status.ts'
import { sql } from 'kysely'
import { gridAt } from '../model/balance/grid.rules.ts'
import { type ComputedPlan, classesOf, plansOf, worthOf } from '../model/inventory/inventory-plan.rules.ts'
import { triggerStockPlan } from '../model/stock-plan.calls.ts'
import { balancesOf, type ComputedBalance, readBalances, saveBalances } from './balance/compute-balances.ts'
import { usageOf } from './consumption.queries.ts'
import { planInputs, saveClasses, savePlans } from './inventory/inventory-plan.queries.ts'

export const stockPlanType = 'stock_plan'
interface Wanted {
  readonly material_ids?: readonly string[] | undefined
}
/** More of them would hold up the event loop. */
const mostBeside = 200
/** What people change while it is calculated is calculated again, so many times. */
const mostRounds = 3

/** The demand-supply plan and the inventory plan, of some materials or of all. */
export const stockPlanJob = job<Wanted>(stockPlanType, 'planning', calculated, {
  startedBy: [triggerStockPlan],
  serial: stockPlanType,
  repeatable: true,
  isLarge: async ({ material_ids }, { org_id, transaction }) =>
    (material_ids ?? (await transaction(tx => materialsToPlan(tx, org_id)))).length > mostBeside,
})

/** Materials that are calculated and stored together: people wait for no more of them, and no answer grows with the company. */
const sliceSize = 4000

async function calculated({ material_ids }: Wanted, context: JobContext) {
  const { org_id, transaction, lastTransaction, progress, cancelled } = context
  const now = context.now()
  await progress(5, text('读取库存与工单', 'Reading stock and work orders'))
  const { zone, ids, classed } = await transaction(tx => whatToPlan(tx, org_id, material_ids, now))
  const of = (some: readonly string[]): Of => ({ now, zone, material_ids: some })
  const slices = Array.from({ length: Math.ceil(ids.length / sliceSize) }, (_, at) =>
    ids.slice(at * sliceSize, (at + 1) * sliceSize),
  )
  const worths = new Map<string, number | null>()
  let saved = 0
  let storing: Promise<unknown> = Promise.resolve()
  // The database reads the next ones while these are computed, and stores the ones before.
  let reading = slices[0] && readSlice(context, of(slices[0]))
  for (const [at, slice] of slices.entries()) {
    const read = await reading!
    if (cancelled()) return storing.then(() => undefined)
    const next = slices[at + 1]
    reading = next && readSlice(context, of(next))
    reading?.catch(() => undefined)
    const computed = compute(read, of(slice))
    for (const input of read.inputs) worths.set(input.material_id, worthOf(input))
    await storing
    const part = Math.round(5 + (90 * (at + 1)) / slices.length)
    await progress(part, text('计算供需与再订货点', 'Netting demand and supply, computing reorder points'))
    storing = settled(context, of(slice), computed).then(count => {
      saved += count
    })
    storing.catch(() => undefined)
  }
  await storing
  return lastTransaction(async tx => {
    if (classed) {
      await saveClasses(tx, org_id, classesOf(worths))
      await dropOthers(tx, org_id, ids)
    }
    return { material_count: saved }
  })
}

interface Of {
  readonly now: Instant
  readonly zone: string
  readonly material_ids: readonly string[]
}
interface Computed {
  readonly stands: Map<string, string>
  readonly balances: readonly ComputedBalance[]
  readonly plans: readonly ComputedPlan[]
}
const readSlice = ({ org_id, transaction }: JobContext, of: Of) =>
  transaction(async tx => {
    const stands = await standsOf(tx, org_id, of.material_ids)
    const usage = await usageOf(tx, org_id, of)
    return {
      ...{ stands, usage },
      balances: await readBalances(tx, org_id, of),
      inputs: await planInputs(tx, org_id, of, usage),
    }
  })
const compute = (
  { stands, usage, balances, inputs }: Awaited<ReturnType<typeof readSlice>>,
  { material_ids, now }: Of,
): Computed => ({
  stands,
  balances: balancesOf(balances, usage, material_ids, now),
  plans: plansOf(inputs),
})

/** Stores what was computed; what people changed meanwhile is calculated anew, and how many came to rest is answered. */
async function settled(context: JobContext, of: Of, computed: Computed): Promise<number> {
  const { org_id, transaction } = context
  let asked = of
  let found = computed
  let count = 0
  for (let round = 1; ; round++) {
    const moved = await transaction(tx => store(tx, org_id, asked, found))
    count += asked.material_ids.length - moved.length
    // What is changed again and again stays as it is: it is no result of what was changed.
    if (moved.length === 0 || round === mostRounds || context.cancelled()) return count
    asked = { ...of, material_ids: moved }
    found = compute(await readSlice(context, asked), asked)
  }
}
/** Answers those that are not as they were read: they are left out. */
async function store(
  tx: Tx,
  org_id: string,
  { material_ids, now }: Of,
  { stands, balances, plans }: Computed,
): Promise<string[]> {
  await lockMaterials(tx, org_id, material_ids)
  const moved = await movedSince(tx, org_id, material_ids, stands)
  const left = new Set(moved)
  const kept = material_ids.filter(id => !left.has(id))
  const isKept = ({ material_id }: { material_id: string }) => !left.has(material_id)
  await saveBalances(tx, org_id, balances.filter(isKept), { material_ids: kept, computed_time: now })
  await savePlans(tx, org_id, plans.filter(isKept), now)
  return moved
}

async function whatToPlan(tx: Tx, org_id: string, material_ids: readonly string[] | undefined, now: Instant) {
  const [org] = await rows(tx, sql<{ time_zone: string }>`select time_zone from org where id = ${org_id}`)
  const zone = org!.time_zone
  const asked = material_ids && (await isCurrent(tx, org_id, now, zone)) ? material_ids : undefined
  return { zone, ids: await materialsToPlan(tx, org_id, asked), classed: asked === undefined }
}

/** Rows of one grid begin with one period: in a new week or month all are made anew. */
async function isCurrent(tx: Tx, org_id: string, now: Instant, zone: string): Promise<boolean> {
  const firsts = timeDimension.list.map(({ code }) => ({ code, first: gridAt(now, code, zone).begins[0]! }))
  const others = firsts.map(({ code, first }) => sql`time_dimension = ${code} and first_period <> ${first}`)
  const [found] = await rows(
    tx,
    sql<{
      others: boolean
    }>`select exists (select from supply_demand_plan where org_id = ${org_id} and (${sql.join(others, sql` or `)})) as others`,
  )
  return !found!.others
}

/** The versions of what people set of each material, and of its rows: parameters, and what was made of its shortages. */
async function standsOf(tx: Tx, org_id: string, material_ids: readonly string[]): Promise<Map<string, string>> {
  const found = await rows(
    tx,
    sql<{
      id: string
      stand: string
    }>`select m.id, concat_ws(' ', m.row_version, coalesce(p.row_version, -1), d.versions) as stand from material m
        left join inventory_plan p on p.org_id = m.org_id and p.material_id = m.id
        left join (select material_id, string_agg(row_version::text, ' ' order by time_dimension) as versions from supply_demand_plan
          where org_id = ${org_id} and ${among(sql`material_id`, material_ids)} group by material_id) d on d.material_id = m.id
      where m.org_id = ${org_id} and ${among(sql`m.id`, material_ids)}`,
  )
  return new Map(found.map(({ id, stand }) => [id, stand]))
}
async function movedSince(
  tx: Tx,
  org_id: string,
  material_ids: readonly string[],
  stands: ReadonlyMap<string, string>,
): Promise<string[]> {
  const now = await standsOf(tx, org_id, material_ids)
  return material_ids.filter(id => now.get(id) !== stands.get(id))
}

async function materialsToPlan(tx: Tx, org_id: string, some?: readonly string[]): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ id: string }>`select id from material where org_id = ${org_id} and status = ${enabledStatus.codes.enabled}
      ${some === undefined ? sql`` : sql`and ${among(sql`id`, some)}`} order by code`,
  )
  return found.map(({ id }) => id)
}

/** A material that is not in use any more is planned no more. */
const dropOthers = (tx: Tx, org_id: string, planned: readonly string[]) =>
  sql`delete from supply_demand_plan where org_id = ${org_id} and not (${among(sql`material_id`, planned)})`.execute(tx)
