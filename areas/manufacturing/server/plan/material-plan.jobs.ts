import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type JobContext, job } from '@qitao/platform/server/jobs/job.ts'
import { arrivalsMoved, type MovedArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { sql } from 'kysely'
import {
  checkKits,
  previewReallocation,
  previewReplenishment,
  replenishMos,
} from '../../model/plan/material-plan.calls.ts'
import { areBooksLarge } from './load-books.ts'
import { matchAgainType, waitingFor } from './match-again.ts'
import { needDatesJob } from './need-dates.ts'
import { planAndSave } from './plan-and-save.ts'
import { type ReallocationInput, reallocationOf } from './reallocation.ts'
import { previewOf, type ReplenishmentInput, replenish } from './replenish.ts'
import { shortKits, shortKitsClock } from './short-kits.jobs.ts'

interface Wanted {
  mo_ids: string[]
}

const traits = {
  // All of these write the one material plan of the company, and save once, at their end.
  serial: 'material_plan',
  repeatable: true,
  isLarge: (_: unknown, context: JobContext) => areBooksLarge(context),
}
const kitted = async ({ mo_ids }: Wanted, context: JobContext) => (await planAndSave(context, { mo_ids })).kits

const kittingJob = job<Wanted>('material_plan', 'interactive', kitted, { ...traits, startedBy: [checkKits] })
/** The same after events, when nobody looks on. */
const matchAgainJob = job<Wanted>(matchAgainType, 'planning', kitted, traits)
/** A supplier has named another day: kits of those that wait for it follow, as after a receipt (decision 0051). */
const arrivalsMovedJob = job<MovedArrivals>(
  arrivalsMoved,
  'planning',
  async ({ line_ids }, context) => {
    const { transaction, org_id } = context
    const mo_ids = await transaction(tx => ordersOfLines(tx, org_id, line_ids))
    return mo_ids.length === 0 ? undefined : kitted({ mo_ids }, context)
  },
  traits,
)
/** Orders that count on these lines, and those that are short of what comes. */
async function ordersOfLines(tx: Tx, org_id: string, source_ids: readonly string[]): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{
      material_id: string
    }>`select distinct material_id from purchase_order_line where org_id = ${org_id} and ${among(sql`id`, source_ids)}`,
  )
  return waitingFor(tx, org_id, { source_ids, material_ids: found.map(({ material_id }) => material_id) })
}

const replenishmentJob = job<ReplenishmentInput>('replenishment', 'interactive', replenish, {
  ...traits,
  startedBy: [replenishMos],
})

/** Writes nothing; it has its turn among the others because it goes on from the plan that the last of them has made. */
const previewJob = job<Wanted>('replenishment_preview', 'interactive', previewOf, {
  ...traits,
  startedBy: [previewReplenishment],
})

/** Checks the orders, which writes, and then shows what could be taken for them, which does not. */
const reallocationJob = job<ReallocationInput>('reallocation_preview', 'interactive', reallocationOf, {
  ...traits,
  startedBy: [previewReallocation],
})

export const materialPlanJobs = [
  kittingJob,
  matchAgainJob,
  arrivalsMovedJob,
  replenishmentJob,
  previewJob,
  reallocationJob,
  needDatesJob,
  shortKitsClock,
  shortKits,
]
