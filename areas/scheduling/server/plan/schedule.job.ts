import { Refusal } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { causeText } from '@qitao/manufacturing/model/plan/unplanned.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { Moved } from '@qitao/platform/server/http/handle.ts'
import { type JobContext, job, type Tell, tellAfter } from '@qitao/platform/server/jobs/job.ts'
import { planMessage } from '../../model/chart/plan.message.ts'
import { heldInDownTime } from '../../model/hand/hand.rules.ts'
import { causeErrors } from '../../model/hand/move-errors.ts'
import { decidedSince } from '../../model/problem/decided-meanwhile.rules.ts'
import type { ScheduleFacts } from '../../model/problem/facts.ts'
import { type BrokenPromise, brokenBy } from '../../model/problem/promised-orders.rules.ts'
import { autoSchedule, type ScheduleResult } from '../../model/schedule.calls.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import { computePlan, type PlanInput } from '../problem/compute-plan.ts'
import { promisedFinishes } from '../problem/promised.queries.ts'
import type { PlanRead } from '../problem/read-plan.ts'
import { isPlanLarge } from './plan.queries.ts'
import { savePlan } from './save-plan.ts'

type SavedPlan = Awaited<ReturnType<typeof savePlan>> & { readonly broken_promises: readonly BrokenPromise[] }

export interface ScheduleInput extends PlanInput {
  readonly reason: string
}

/** Each try takes half as long as the one before, so that sooner or later nobody changes the plan meanwhile. */
const mostTries = 6
/** A calculation is over after this, as a request would be (specification section 5). */
const longestSeconds = 300

/**
 * Reads, plans in a thread, saves; again when somebody has changed meanwhile what it was computed from. What a person has
 * placed, locked, published or taken off the plan since it began stays so: it was not known when this was asked for.
 */
export const scheduleJob = job<ScheduleInput>('schedule', 'planning', scheduled, {
  startedBy: [autoSchedule],
  repeatable: true,
  isLarge: (_, context) => isPlanLarge(context),
})

async function scheduled(input: ScheduleInput, context: JobContext): Promise<ScheduleResult> {
  const until = context.now() + longestSeconds
  let began: ScheduleFacts | undefined
  for (let tries = 1, seconds = input.seconds; ; tries++) {
    let left: ScheduleFacts['orders'] = []
    const computed = await computePlan(input, context, seconds, facts => {
      began ??= facts
      const decided = decidedSince(began, facts)
      left = facts.orders.filter(({ id }) => decided.has(id) && input.mo_ids.includes(id))
      return decided
    })
    if (computed.mo_ids.size === 0)
      throw new Refusal(schedulingErrors.noMovablePlan, {
        detail: text('所选工单已由他人调整', 'Others have placed the chosen orders meanwhile'),
      })
    await context.progress(95, text('保存计划', 'Saving the plan'))
    try {
      const save = async (tx: Tx, tell: Tell): Promise<SavedPlan> => {
        const saved = await savePlan({ tx, org_id: context.org_id, tell }, { ...computed, reason: input.reason })
        tell(planMessage(saved.version_no))
        const promised = await promisedFinishes(tx, context.org_id, computed.mo_ids)
        return { ...saved, broken_promises: brokenBy(promised, input.time_zone) }
      }
      const gap = computed.made.gap ?? null
      const resultWith = (saved: SavedPlan) => ({ ...resultOf(computed.read, saved, computed.mo_ids, left), gap })
      const placed = new Set(computed.plan.tasks.map(task => task.order))
      // With what it saves it is done, and nobody plans it a second time. Where nothing could be placed the reasons are kept, and it is refused.
      if (computed.mo_ids.isDisjointFrom(placed)) {
        return resultWith(await tellAfter(context, tell => context.transaction(tx => save(tx, tell))))
      }
      return await tellAfter(context, tell => context.lastTransaction(async tx => resultWith(await save(tx, tell))))
    } catch (error) {
      if (!(error instanceof Moved)) throw error
    }
    const rest = until - context.now()
    if (tries === mostTries || rest <= 0)
      throw new Refusal(schedulingErrors.scheduleTimeout, {
        detail: text('他人正在修改计划', 'Others keep changing the plan'),
      })
    seconds = Math.max(1, Math.min(input.seconds / 2 ** tries, rest / 2))
  }
}

/** Nothing placed at all answers with the first order's own reason. */
function resultOf(
  { facts, nameOf }: PlanRead,
  saved: SavedPlan,
  mo_ids: ReadonlySet<string>,
  left: ScheduleFacts['orders'],
): Omit<ScheduleResult, 'gap'> {
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
  return {
    ...{ scheduled, failed, version_no: saved.version_no, late_count: saved.late_count },
    broken_promises: saved.broken_promises,
    left: left.map(({ id, no }) => ({ id, no })),
    in_down_time: heldInDownTime(facts).map(({ id, operation_id, device_id }) => ({
      ...{ task_id: id, name: nameOf('operation', operation_id) ?? '' },
      machine_no: nameOf('machine', device_id) ?? '',
    })),
  }
}
