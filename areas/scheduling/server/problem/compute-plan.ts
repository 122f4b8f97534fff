import { loadSettings } from '@qitao/access/server'
import { defaultLanguage, type Text, text } from '@qitao/core/text.ts'
import type { Plan } from '@qitao/planning/scheduling/place/plan.ts'
import type { JobContext } from '@qitao/platform/server/jobs/job.ts'
import { gapOf, type ScheduleProgress } from '../../model/chart/schedule-progress.ts'
import type { ScheduleFacts } from '../../model/problem/facts.ts'
import { disturbancesOf } from '../../model/problem/late-supply.rules.ts'
import {
  freeOperations,
  objectiveOf,
  scopeOf,
  takingPart,
  withPriorities,
} from '../../model/problem/plan-scope.rules.ts'
import { hoursForLater, promisedForLater, promisedOrders } from '../../model/problem/promised-orders.rules.ts'
import { heldBeside, withHeld, withLater, withoutHeld } from '../../model/problem/taken-hours.rules.ts'
import type { scheduleObjectives } from '../../model/schedule.calls.ts'
import { expectUnbroken } from '../hand/hand-changes.ts'
import { planVersionNow } from '../plan/plan.queries.ts'
import { watchForStop } from '../plan/stop-schedule.ts'
import { planInThread } from '../plan/threads.ts'
import { loadComing } from './facts.queries.ts'
import { promisedMos } from './promised.queries.ts'
import { type PlanRead, readPlanAt } from './read-plan.ts'

export interface PlanInput {
  readonly mo_ids: readonly string[]
  readonly start_time: number | null
  readonly objective: (typeof scheduleObjectives)[number]
  readonly seconds: number
  readonly time_zone: string
  /** What if these orders had other priorities. */
  readonly priorities?: Readonly<Record<string, number>>
}
export interface ComputedPlan {
  readonly read: PlanRead
  readonly plan: Plan
  /** Orders that were to be placed: those asked for and what makes for them. */
  readonly mo_ids: ReadonlySet<string>
  readonly loaded_version: number
  /** `gap`: see `gapOf`; absent: the bound was not known when it ended. */
  readonly made: { readonly seed: number; readonly objective: string; readonly gap?: number }
}

const seed = 1

/**
 * Loads, and plans in a thread; nothing is saved, locked or kept open meanwhile. It ends early, with the best so far, when
 * somebody asks for that. `decided`: orders that are not placed, as people have done so themselves since it began.
 */
export async function computePlan(
  input: PlanInput,
  context: JobContext,
  seconds: number,
  decided: (facts: ScheduleFacts) => ReadonlySet<string> = () => new Set(),
): Promise<ComputedPlan> {
  const { org_id, transaction, progress, signal } = context
  const now = context.now()
  await progress(2, text('读取工单、设备与日历', 'Reading orders, machines and calendars'))
  const { loaded_version, settings, read, promised, late } = await transaction(async tx => {
    const settings = await loadSettings(tx, org_id)
    const disturbances = disturbancesOf(settings)
    return {
      loaded_version: await planVersionNow(tx, org_id),
      settings,
      read: await readPlanAt(tx, org_id, now, input.time_zone, defaultLanguage),
      promised: await promisedMos(tx, org_id),
      late: disturbances && { disturbances, coming: await loadComing(tx, org_id, now) },
    }
  })
  const { facts } = read
  const mo_ids = scopeOf(facts, input.mo_ids).difference(decided(facts))
  const held = heldBeside(facts, read.held, mo_ids)
  const materialOf = new Map(facts.orders.map(({ id, material_id }) => [id, material_id]))
  const later = hoursForLater(facts, mo_ids, read.held, materialOf)
  const watch = watchForStop(context)
  const work = {
    // What is promised to customers keeps its hours.
    facts: withLater(withHeld(withPriorities(takingPart(facts, mo_ids), input.priorities ?? {}), held), later),
    free: freeOperations(facts, mo_ids, settings),
    promised: [...promisedOrders(facts, mo_ids, promised, read.held), ...promisedForLater(facts, later, promised)],
    start_time: input.start_time ?? undefined,
    only_kitted: read.only_kitted,
    ...(late ? { late } : {}),
    objective: objectiveOf(input.objective, settings),
    seed,
    seconds,
    stop: watch.stop,
  }
  try {
    const { plan, violations, stands } = await planInThread(work, signal, told => {
      const { lateOrders, unplannedOrders } = told.best
      const detail: ScheduleProgress = { ...told, objective: input.objective }
      void progress(5 + told.share * 88, progressText(lateOrders, unplannedOrders), detail).catch(() => undefined)
    })
    expectUnbroken(violations, read.nameOf)
    return {
      read,
      plan: withoutHeld(plan, [...held, ...later]),
      mo_ids,
      loaded_version,
      made: {
        ...{ seed, objective: input.objective },
        ...(stands ? { gap: gapOf({ ...stands, objective: input.objective }, stands.bound) } : {}),
      },
    }
  } finally {
    await watch.end()
  }
}

const progressText = (late: number, unplanned: number): Text =>
  text(`正在优化：延期${late}单，未排${unplanned}单`, `Improving: ${late} late, ${unplanned} not placed`)
