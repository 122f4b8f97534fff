import { Refusal } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { causeText } from '@qitao/manufacturing/model/unplanned.ts'
import { type JobContext, job } from '@qitao/platform/server/job.ts'
import type { ScheduleFacts } from '../model/facts.ts'
import { causeErrors } from '../model/refusals.ts'
import type { ScheduleResult } from '../model/schedule.calls.ts'
import { schedulingErrors } from '../model/scheduling.errors.ts'
import { computePlan, type PlanInput } from './compute-plan.ts'
import { isPlanLarge } from './plan.queries.ts'
import { PlanMoved, savePlan } from './save-plan.ts'

export interface ScheduleInput extends PlanInput {
  readonly reason: string
}

const mostTries = 3
/** A calculation is over after this, as a request would be (specification section 5). */
const longestSeconds = 300

/** Reads, plans in a thread, saves; again when somebody has changed the plan in between. */
export const scheduleJob = job<ScheduleInput>('schedule', 'planning', scheduled, {
  repeatable: true,
  isLarge: (_, context) => isPlanLarge(context),
})

async function scheduled(input: ScheduleInput, context: JobContext): Promise<ScheduleResult> {
  const until = context.now() + longestSeconds
  for (let tries = 1; ; tries++) {
    try {
      return await planOnce(input, context, tries)
    } catch (error) {
      if (!(error instanceof PlanMoved)) throw error
      if (tries >= mostTries || context.now() + input.seconds > until)
        throw new Refusal(schedulingErrors.scheduleTimeout)
    }
  }
}

async function planOnce(input: ScheduleInput, context: JobContext, tries: number): Promise<ScheduleResult> {
  const { org_id, transaction } = context
  const computed = await computePlan(input, context, input.seconds / tries)
  await context.progress(95, text('保存计划', 'Saving the plan'))
  const saved = await transaction(tx => savePlan(tx, org_id, { ...computed, reason: input.reason }))
  return resultOf(computed.facts, saved, computed.mo_ids)
}

/** Nothing placed at all answers with the first order's own reason. */
function resultOf(
  facts: ScheduleFacts,
  saved: Awaited<ReturnType<typeof savePlan>>,
  mo_ids: ReadonlySet<string>,
): ScheduleResult {
  const orders = new Map(facts.orders.map(order => [order.id, order]))
  const failed = saved.outcomes.flatMap(({ mo_id, unplanned }) => {
    if (!unplanned) return []
    const cause = unplanned.cause as keyof typeof causeErrors
    return [
      {
        id: mo_id,
        no: orders.get(mo_id)!.no,
        code: causeErrors[cause].code,
        cause,
        object: unplanned.object_name ?? '',
      },
    ]
  })
  const scheduled = mo_ids.size - failed.length
  const first = failed[0]
  if (scheduled === 0 && first) {
    throw new Refusal(causeErrors[first.cause], {
      no: first.no,
      object: first.object,
      detail: causeText(first.cause),
      failed,
    })
  }
  return { scheduled, failed, version_no: saved.version_no, late_count: saved.late_count }
}
