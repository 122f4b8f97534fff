import { loadSettings } from '@qitao/access/server'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { mosForUpdate, setPriorities } from '@qitao/manufacturing/server'
import type { RemediedTask } from '@qitao/planning/scheduling/try-remedies.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/handle.ts'
import { brokenRules } from '../model/broken-rules.ts'
import type { ScheduleFacts } from '../model/facts.ts'
import { isHeld } from '../model/hand.rules.ts'
import { applyRemedy, explainLateOrder, listRemedies } from '../model/late-order.calls.ts'
import { isSameRemedy, wordsOf } from '../model/late-order.rules.ts'
import { namesOf } from '../model/outcome.rules.ts'
import { schedulingErrors } from '../model/scheduling.errors.ts'
import { knownFacts } from './kept-facts.ts'
import { summaryNow, tellManufacturing } from './outcomes.ts'
import { lockHead, planAsItIs, planVersionNow, saveMoves, tasksByIds } from './plan.queries.ts'
import { keepVersion } from './plan-versions.ts'
import { checkInThread, explainInThread, remediesInThread } from './threads.ts'

/** Trying goes on for so long at most: somebody waits for it. */
const patienceSeconds = 8

export const lateOrderHandlers: Handler[] = [
  handle(explainLateOrder, async ({ mo_id }, context) => {
    const work = await standingPlan(context, mo_id)
    const late = (await explainInThread(work)).find(one => one.order === mo_id)
    const words = wordsOf(work.facts)
    return {
      late: late
        ? {
            due: late.due,
            finish: late.finish,
            tardiness_seconds: late.tardinessSeconds,
            chain: late.chain.map(link => words.piece(link)),
          }
        : null,
    }
  }),

  handle(listRemedies, async ({ mo_id }, context) => {
    const work = await standingPlan(context, mo_id)
    const { remedies } = await remediesInThread({ ...work, order: mo_id, seconds: patienceSeconds })
    const words = wordsOf(work.facts)
    return {
      plan_version: await planVersionNow(context.tx, context.org_id),
      result: remedies.map(tried => words.remedy(tried)),
    }
  }),

  handle(applyRemedy, async ({ mo_id, remedy, plan_version }, context) => {
    const { tx, org_id, now, member } = context
    if ((await lockHead(tx, org_id)) !== plan_version) refuse(generalErrors.versionConflict)
    const work = await standingPlan(context, mo_id)
    await mosForUpdate(tx, org_id, [mo_id])
    const { remedies } = await remediesInThread({ ...work, order: mo_id, seconds: patienceSeconds, withTasks: true })
    const tasks = remedies.find(tried => isSameRemedy(tried.remedy, remedy))?.tasks
    if (!tasks)
      refuse(schedulingErrors.infeasible, { detail: text('该措施已不可行', 'The remedy is not possible any more') })
    const moved = movedTasks(work.facts, tasks)
    const changed = new Map(moved.map(task => [task.operation_id, task]))
    const violations = await checkInThread({
      ...work,
      plan: planAsItIs(work.facts.tasks.map(task => ({ ...task, ...changed.get(task.operation_id) })).filter(isOpen)),
    })
    const broken = violations.find(({ rule, subject }) => changed.has(subject) && brokenRules[rule])
    if (broken) {
      const nameOf = namesOf(work.facts)
      const object = nameOf('operation', broken.object) ?? nameOf('machine', broken.object) ?? ''
      refuse(schedulingErrors.infeasible, { detail: brokenRules[broken.rule]!, object })
    }
    await keepVersion(tx, org_id, 'before_remedy', await summaryNow(tx, org_id, now, member.time_zone))
    const rows = await tasksByIds(
      tx,
      org_id,
      await saveMoves(
        tx,
        org_id,
        moved.map(task => ({ ...task, reasons: null })),
      ),
    )
    if (remedy.kind === 'priority')
      await setPriorities(tx, org_id, [{ mo_id, priority: before(work.facts, remedy.before) }])
    await tellManufacturing(tx, org_id, [...new Set([mo_id, ...rows.map(row => row.mo_id)])], member.time_zone)
    const summary = await summaryNow(tx, org_id, now, member.time_zone)
    return { affected: rows.length, plan_version: await keepVersion(tx, org_id, `remedy_${remedy.kind}`, summary) }
  }),
]

const isOpen = ({ status }: { status: number }): boolean => status !== 2

/** The plan as it stands: what is locked, dispatched or begun does not move. */
async function standingPlan({ tx, org_id, now, member }: Context, mo_id: string) {
  const facts = { ...(await knownFacts(tx, org_id)).facts, now, time_zone: member.time_zone }
  if (!facts.orders.some(order => order.id === mo_id)) refuse(generalErrors.recordNotFound)
  const settings = await loadSettings(tx, org_id)
  return {
    facts,
    free: new Set(facts.tasks.flatMap(task => (isHeld(task) ? [] : [task.operation_id]))),
    only_kitted: settings.production_plan_no_schedule_not_kitted,
    plan: planAsItIs(facts.tasks.filter(isOpen)),
  }
}

function movedTasks({ tasks: stored }: ScheduleFacts, tasks: readonly RemediedTask[]) {
  const stands = new Map(stored.filter(task => isOpen(task) && !isHeld(task)).map(task => [task.operation_id, task]))
  return tasks.flatMap(task => {
    const was = stands.get(task.operation)
    if (!was) return []
    const same =
      was.device_id === task.machine &&
      was.setup_start_time === task.setupStart &&
      was.start_time === task.start &&
      was.end_time === task.end
    if (same) return []
    return [
      {
        operation_id: task.operation,
        device_id: task.machine,
        setup_start_time: task.setupStart,
        start_time: task.start,
        end_time: task.end,
        setup_seconds: task.setupSeconds,
      },
    ]
  })
}

/** The order stands before those it passes in the next schedule too. */
const before = ({ orders }: ScheduleFacts, passed: readonly string[]): number => {
  const of = new Set(passed)
  return Math.max(1, Math.min(...orders.filter(order => of.has(order.id)).map(order => order.priority)) - 1)
}
