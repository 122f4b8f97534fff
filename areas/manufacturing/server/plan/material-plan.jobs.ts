import { type JobContext, job } from '@qitao/platform/server/jobs/job.ts'
import {
  checkKits,
  previewReallocation,
  previewReplenishment,
  replenishMos,
} from '../../model/plan/material-plan.calls.ts'
import { areBooksLarge } from './load-books.ts'
import { matchAgainType } from './match-again.ts'
import { needDatesJob } from './need-dates.ts'
import { planAndSave } from './plan-and-save.ts'
import { type ReallocationInput, reallocationOf } from './reallocation.ts'
import { previewOf, type ReplenishmentInput, replenish } from './replenish.ts'

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

export const materialPlanJobs = [kittingJob, matchAgainJob, replenishmentJob, previewJob, reallocationJob, needDatesJob]
