import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { lockMaterials } from '@qitao/masterdata/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type JobContext, job } from '@qitao/platform/server/jobs/job.ts'
import { timeDimension } from '@qitao/scheduling/model/task.status.ts'
import { sql } from 'kysely'
import { gridAt } from '../model/balance/grid.rules.ts'
import { plansOf } from '../model/inventory/inventory-plan.rules.ts'
import { triggerStockPlan } from '../model/stock-plan.calls.ts'
import { balancesOf, type ComputedBalance, readBalances, saveBalances } from './balance/compute-balances.ts'
import { planInputs, savePlans } from './inventory/inventory-plan.queries.ts'

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

async function calculated({ material_ids }: Wanted, context: JobContext) {
  const { org_id, transaction, lastTransaction, progress, cancelled } = context
  const now = context.now()
  await progress(5, text('读取库存与工单', 'Reading stock and work orders'))
  const { zone, ids, classed } = await transaction(tx => whatToPlan(tx, org_id, material_ids, now))
  const stands = new Map<string, string>()
  const computed = new Map<string, ComputedBalance[]>()
  const inputs = new Map<string, Awaited<ReturnType<typeof planInputs>>[number]>()
  let moved = ids
  for (let round = 0; round < mostRounds && moved.length > 0; round++) {
    const some = moved
    const read = await transaction(async tx => {
      const before = await standsOf(tx, org_id, some)
      const of = { now, zone, material_ids: some }
      return { before, balances: await readBalances(tx, org_id, of), inputs: await planInputs(tx, org_id, of) }
    })
    if (cancelled()) return undefined
    if (round === 0) await progress(50, text('计算供需', 'Netting demand and supply'))
    const balances = Map.groupBy(balancesOf(read.balances, some, now), one => one.material_id)
    for (const id of some) {
      computed.set(id, balances.get(id) ?? [])
      stands.set(id, read.before.get(id) ?? '')
    }
    for (const one of read.inputs) inputs.set(one.material_id, one)
    moved = await transaction(tx => movedSince(tx, org_id, stands))
  }
  await progress(65, text('计算再订货点', 'Computing reorder points'))
  const plans = plansOf([...inputs.values()])
  if (cancelled()) return undefined
  await progress(80, text('正在保存', 'Saving'))
  return lastTransaction(async tx => {
    await lockMaterials(tx, org_id, ids)
    // What was changed in the last moment stays as it is: it is no result of what was changed.
    const left = new Set(await movedSince(tx, org_id, stands))
    const saved = ids.filter(id => !left.has(id))
    await saveBalances(
      tx,
      org_id,
      saved.flatMap(id => computed.get(id) ?? []),
      { material_ids: saved, computed_time: now },
    )
    const kept = plans.filter(({ material_id }) => !left.has(material_id))
    await savePlans(tx, org_id, kept, { computed_time: now, classed })
    if (classed) await dropOthers(tx, org_id, ids)
    return { material_count: saved.length }
  })
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
          where org_id = ${org_id} group by material_id) d on d.material_id = m.id
      where m.org_id = ${org_id} and ${among(sql`m.id`, material_ids)}`,
  )
  return new Map(found.map(({ id, stand }) => [id, stand]))
}
async function movedSince(tx: Tx, org_id: string, stands: ReadonlyMap<string, string>): Promise<string[]> {
  const now = await standsOf(tx, org_id, [...stands.keys()])
  return [...stands].flatMap(([id, stand]) => ((now.get(id) ?? '') === stand ? [] : id))
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
