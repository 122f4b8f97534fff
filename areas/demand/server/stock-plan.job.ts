import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { text } from '@qitao/core/text.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type JobContext, job } from '@qitao/platform/server/jobs/job.ts'
import { timeDimension } from '@qitao/scheduling/model/task.status.ts'
import { sql } from 'kysely'
import { gridAt } from '../model/balance/grid.rules.ts'
import { plansOf } from '../model/inventory/inventory-plan.rules.ts'
import { triggerStockPlan } from '../model/stock-plan.calls.ts'
import { balancesOf, readBalances, saveBalances } from './balance/compute-balances.ts'
import { planInputs, savePlans } from './inventory/inventory-plan.queries.ts'

const { week } = timeDimension.codes
export const stockPlanType = 'stock_plan'
interface Wanted {
  readonly material_ids?: readonly string[] | undefined
}
/** More of them would hold up the event loop. */
const mostBeside = 200

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
  const { ids, classed, read, inputs } = await transaction(async tx => {
    const [org] = await rows(tx, sql<{ time_zone: string }>`select time_zone from org where id = ${org_id}`)
    const zone = org!.time_zone
    const asked =
      material_ids && (await isCurrent(tx, org_id, gridAt(now, week, zone).begins[0]!)) ? material_ids : undefined
    const ids = await materialsToPlan(tx, org_id, asked)
    const of = { now, zone, material_ids: ids }
    const classed = asked === undefined
    return { ids, classed, read: await readBalances(tx, org_id, of), inputs: await planInputs(tx, org_id, of) }
  })
  if (cancelled()) return undefined
  await progress(50, text('计算供需', 'Netting demand and supply'))
  const computed = balancesOf(read, ids, now)
  await progress(65, text('计算再订货点', 'Computing reorder points'))
  const plans = plansOf(inputs)
  if (cancelled()) return undefined
  await progress(80, text('正在保存', 'Saving'))
  return lastTransaction(async tx => {
    await saveBalances(tx, org_id, computed, { material_ids: ids, computed_time: now })
    await savePlans(tx, org_id, plans, { computed_time: now, classed })
    return { material_count: ids.length }
  })
}

/** Rows of one grid begin with one period: in a new week all are made anew. */
async function isCurrent(tx: Tx, org_id: string, first: number): Promise<boolean> {
  const [other] = await rows(
    tx,
    sql<{
      other: boolean
    }>`select exists (select from supply_demand_plan where org_id = ${org_id} and time_dimension = ${week} and first_period <> ${first}) as other`,
  )
  return !other!.other
}

async function materialsToPlan(tx: Tx, org_id: string, some?: readonly string[]): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ id: string }>`select id from material where org_id = ${org_id} and status = ${enabledStatus.codes.enabled}
      ${some === undefined ? sql`` : sql`and ${among(sql`id`, some)}`} order by code`,
  )
  return found.map(({ id }) => id)
}
