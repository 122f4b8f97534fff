import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { setPriorities } from '@qitao/manufacturing/server'
import { rows } from '@qitao/platform/server/database/database.ts'
import { type Context, type Handler, handleInSteps } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { planMessage } from '../../model/chart/plan.message.ts'
import { applyRemedy, explainLateOrder, listRemedies } from '../../model/late/late-order.calls.ts'
import { wordsOf } from '../../model/late/late-order.rules.ts'
import type { ScheduleFacts } from '../../model/problem/facts.ts'
import { dueOf } from '../../model/problem/problem.rules.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import { expectUnbroken, lockChanged, movedRow } from '../hand/hand-changes.ts'
import { saveMoves } from '../plan/plan.queries.ts'
import { summaryNow, tellManufacturing } from '../plan/tell-manufacturing.ts'
import { explainInThread, remediesInThread, remedyInThread } from '../plan/threads.ts'
import { keepVersion } from '../publish/plan-versions.ts'
import { patienceSeconds, standingPlan } from './standing-plan.ts'

export const lateOrderHandlers: Handler[] = [
  handleInSteps(explainLateOrder, {
    load: ({ mo_id }, context) => standingPlan(context, mo_id),
    decide: ({ read, work }) => explainInThread(read.org_id, work),
    async save({ mo_id }, _, { read }, found) {
      const late = found.find(one => one.order === mo_id)
      if (!late) return { late: null }
      const { due, finish, tardinessSeconds: tardiness_seconds, chain } = late
      const words = wordsOf(read.facts)
      return { late: { due, finish, tardiness_seconds, chain: chain.map(link => words.piece(link)) } }
    },
  }),

  handleInSteps(listRemedies, {
    async load({ mo_id }, context) {
      const standing = await standingPlan(context, mo_id)
      return { ...standing, planned_tardiness_seconds: await plannedTardiness(context, standing.read.facts, mo_id) }
    },
    decide: ({ read, work, order }) => remediesInThread(read.org_id, { ...work, order, seconds: patienceSeconds }),
    async save(_, __, { read, plan_version, planned_tardiness_seconds }, { remedies, tardinessSeconds }) {
      const words = wordsOf(read.facts)
      // What runs faster than it was planned to is ahead of the plan; gains are counted from the figure that every page shows.
      const tardiness_seconds = Math.max(planned_tardiness_seconds, tardinessSeconds)
      const result = remedies.map(tried => {
        const told = words.remedy(tried)
        return { ...told, gained_seconds: tardiness_seconds - told.tardiness_seconds }
      })
      return { plan_version, planned_tardiness_seconds, tardiness_seconds, result }
    },
  }),

  handleInSteps(applyRemedy, {
    async load({ mo_id, remedy, plan_version }, context) {
      const standing = await standingPlan(context, mo_id)
      if (standing.plan_version !== plan_version) refuse(generalErrors.versionConflict)
      return { ...standing, remedy }
    },
    decide: ({ read, work, order, remedy }) =>
      remedyInThread(read.org_id, { ...work, order, remedy, seconds: patienceSeconds }),
    async save({ mo_id, remedy }, context, { read }, applied) {
      const { tx, org_id, now } = context
      if (!applied)
        refuse(schedulingErrors.infeasible, { detail: text('该措施已不可行', 'The remedy is not possible any more') })
      const { moved, broken } = applied
      expectUnbroken(broken, read.nameOf)
      const mo_ids = [...new Set([mo_id, ...moved.map(({ order }) => order)])]
      await lockChanged(context, read, moved, { mo_ids })
      await keepVersion(context, 'before_remedy', await summaryNow(tx, org_id, now))
      const changed = await saveMoves(tx, org_id, moved.map(movedRow))
      if (remedy.kind === 'priority')
        await setPriorities(tx, org_id, [{ mo_id, priority: before(read.facts, remedy.before) }])
      await tellManufacturing(tx, org_id, mo_ids)
      const summary = await summaryNow(tx, org_id, now)
      const plan_version = await keepVersion(context, `remedy_${remedy.kind}`, summary)
      context.tell(planMessage(plan_version))
      return { affected: changed.length, plan_version }
    },
  }),
]

/** By the finish that is kept with the order: the head of the chart, the lists and the progress show this one. */
async function plannedTardiness({ tx, org_id }: Context, facts: ScheduleFacts, mo_id: string): Promise<number> {
  const [mo] = await rows(
    tx,
    sql<{ planned_finish_time: number | null }>`select planned_finish_time from mo
      where org_id = ${org_id} and id = ${mo_id}`,
  )
  const due = dueOf(facts.orders.find(({ id }) => id === mo_id)!, facts.time_zone)
  return Math.max(0, (mo?.planned_finish_time ?? due) - due)
}

/** The order stands before those it passes in the next schedule too. */
const before = ({ orders }: ScheduleFacts, passed: readonly string[]): number => {
  const of = new Set(passed)
  return Math.max(1, Math.min(...orders.filter(order => of.has(order.id)).map(order => order.priority)) - 1)
}
