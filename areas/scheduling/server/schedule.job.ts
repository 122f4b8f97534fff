import { loadSettings } from '@qitao/access/server'
import { Refusal } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'
import type { Objective } from '@qitao/planning/scheduling/score.ts'
import { type JobContext, job } from '@qitao/platform/server/jobs.ts'
import { log } from '@qitao/platform/server/log.ts'
import type { ScheduleFacts } from '../model/facts.ts'
import { freeInSchedule, mayBePlaced, problemFrom } from '../model/problem.rules.ts'
import { causeErrors, causeTexts } from '../model/refusals.ts'
import type { ScheduleResult, scheduleObjectives } from '../model/schedule.calls.ts'
import { schedulingErrors } from '../model/scheduling.errors.ts'
import { loadFacts } from './facts.queries.ts'
import { planVersionNow } from './plan.queries.ts'
import { PlanMoved, savePlan } from './save-plan.ts'
import { planInThread } from './threads.ts'

export interface ScheduleInput {
  readonly mo_ids: readonly string[]
  readonly start_time: number | null
  readonly objective: (typeof scheduleObjectives)[number]
  readonly seconds: number
  readonly time_zone: string
  readonly reason: string
}

const mostTries = 3
/** A calculation is over after this, as a request would be (specification section 5). */
const longestSeconds = 300
const seed = 1
const objectives: Record<ScheduleInput['objective'], Objective> = {
  delivery: 'tardiness',
  changeover: 'changeover',
  load: 'makespan',
}

/** Reads, plans in a thread, saves; again when somebody has changed the plan in between. */
export const scheduleJob = job<ScheduleInput>('schedule', async (input, context): Promise<ScheduleResult> => {
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
})

async function planOnce(input: ScheduleInput, context: JobContext, tries: number): Promise<ScheduleResult> {
  const { org_id, transaction, progress, signal } = context
  const now = context.now()
  await progress(2, text('读取工单、设备与日历', 'Reading orders, machines and calendars'))
  const loaded = await transaction(async tx => ({
    loaded_version: await planVersionNow(tx, org_id),
    settings: await loadSettings(tx, org_id),
    facts: await loadFacts(tx, org_id, now, input.time_zone),
  }))
  const { facts, settings, loaded_version } = loaded
  const mo_ids = scopeOf(facts, input.mo_ids)
  const problem = problemFrom(facts, {
    isFree: freeInSchedule(mo_ids),
    start_time: input.start_time ?? undefined,
    only_kitted: settings.production_plan_no_schedule_not_kitted,
  })
  const work = { problem, objective: objectives[input.objective], seed, seconds: input.seconds / tries }
  const { plan, violations } = await planInThread(work, signal, ({ share, best, iteration }) => {
    void progress(5 + share * 88, progressText(best.lateOrders, best.unplannedOrders), { ...best, iteration }).catch(
      () => undefined,
    )
  })
  if (violations.length > 0) {
    log.error(
      { org_id, violations: violations.slice(0, 10), count: violations.length },
      'a plan that breaks its rules was not saved',
    )
    throw new Refusal(schedulingErrors.infeasible)
  }
  await progress(95, text('保存计划', 'Saving the plan'))
  const made = { seed, objective: input.objective }
  const saved = await transaction(tx =>
    savePlan(tx, org_id, { facts, plan, mo_ids, loaded_version, reason: input.reason, made }),
  )
  return resultOf(facts, saved, mo_ids)
}

const progressText = (late: number, unplanned: number): Text =>
  text(`正在优化：延期${late}单，未排${unplanned}单`, `Improving: ${late} late, ${unplanned} not placed`)

/** The orders asked for, and those not placed yet that make for them. */
function scopeOf({ orders, tasks, pegs, components }: ScheduleFacts, asked: readonly string[]): Set<string> {
  const free = new Map(orders.filter(mayBePlaced).map(order => [order.id, order]))
  const placed = new Set(tasks.map(task => task.mo_id))
  const consumer = new Map(components.map(component => [component.id, component.mo_id]))
  const makers = Map.groupBy(
    [
      ...pegs.map(peg => ({ maker: peg.mo_id, of: consumer.get(peg.component_id) })),
      ...orders.flatMap(({ id, parent_mo_id }) =>
        parent_mo_id === null ? [] : [{ maker: id, of: parent_mo_id as string | undefined }],
      ),
    ],
    ({ of }) => of,
  )
  const scope = new Set(asked.filter(id => free.has(id)))
  for (const id of scope) {
    for (const { maker } of makers.get(id) ?? []) if (free.has(maker) && !placed.has(maker)) scope.add(maker)
  }
  return scope
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
      detail: causeTexts[first.cause],
      failed,
    })
  }
  return { scheduled, failed, version_no: saved.version_no, late_count: saved.late_count }
}
