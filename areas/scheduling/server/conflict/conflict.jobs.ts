import { membersWhoMay, notify } from '@qitao/access/server'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { text } from '@qitao/core/text.ts'
import { type Instant, minuteSeconds } from '@qitao/core/time.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type JobContext, job, tellAfter } from '@qitao/platform/server/jobs/job.ts'
import { startJobOfCompanies } from '@qitao/platform/server/jobs/job-queue.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { type Conflict, conflictKey } from '../../model/conflict/conflict.rules.ts'
import { conflictNotice, toTell } from '../../model/conflict/conflict-notice.rules.ts'
import { repairPlan } from '../../model/schedule.calls.ts'
import { outdateRequests } from '../change-request/outdate-requests.ts'
import { isPlanLarge } from '../plan/plan.queries.ts'
import { loadConflicts } from './conflict.queries.ts'
import { conflictSign } from './forget-conflicts.ts'

const lookType = 'conflict_look'
const lookEvery = minuteSeconds
/** Where nobody does anything the clock alone makes conflicts. */
const restingEvery = 10 * minuteSeconds
/** Jobs go on after the call that has started them. */
const afterCalls = 2 * minuteSeconds
/** A look that takes long comes seldom: looking costs a company a hundredth of its time at most. */
const shareOfTime = 100

/** Each minute: the companies with a plan in which somebody has done something, the others now and then. */
export const conflictClock = job<unknown>(
  'conflict_clock',
  'housekeeping',
  (_, { transaction }) =>
    transaction(async tx => {
      const due = await rows(
        tx,
        sql<{ id: string }>`select o.id from org o left join conflict_watch w on w.org_id = o.id
          where o.status = ${enabledStatus.codes.enabled} and exists (select from production_task t where t.org_id = o.id and t.status <> ${taskStatus.codes.done})
            and coalesce(w.looked_time, 0) <= epoch_now() - greatest(${lookEvery - 5}, coalesce(w.took_ms, 0) * ${shareOfTime} / 1000)
            and (coalesce(w.looked_time, 0) <= epoch_now() - ${restingEvery}
              or (select a.at from audit_log a where a.org_id = o.id order by a.id desc limit 1) >= w.looked_time - ${afterCalls})`,
      )
      const ids = due.map(({ id }) => id)
      await startJobOfCompanies(tx, lookType, ids)
      return { company_count: ids.length }
    }),
  { repeatable: true, every_seconds: lookEvery },
)

/** Finds the conflicts of a company's plan and tells its planners once of each. */
export const conflictLook = job<unknown>(lookType, 'planning', look, {
  repeatable: true,
  isLarge: (_, context) => isPlanLarge(context),
})

async function look(_: unknown, context: JobContext) {
  const { org_id, now, transaction } = context
  const at = now()
  const began = performance.now()
  const { conflicts, numbers, time_zone } = await transaction(async tx => {
    const { time_zone } = (
      await rows(tx, sql<{ time_zone: string }>`select time_zone from org where id = ${org_id}`)
    )[0]!
    const { facts, conflicts } = await loadConflicts(tx, org_id, at, time_zone)
    return { conflicts, time_zone, numbers: new Map(facts.orders.map(({ id, no }) => [id, no])) }
  })
  const took_ms = Math.round(performance.now() - began)
  const fresh_count = await tellAfter(context, tell =>
    transaction(async tx => {
      await outdateRequests({ tx, org_id, tell })
      const before = await toldBefore(tx, org_id, at)
      const { fresh, gone_keys, overdue_told_time } = toTell(conflicts, before, at)
      await saveTold(tx, org_id, fresh, gone_keys)
      await sql`update conflict_watch set looked_time = ${at}, took_ms = ${took_ms}, overdue_told_time = ${overdue_told_time}
      where org_id = ${org_id}`.execute(tx)
      if (fresh.length === 0) return 0
      const planners = await membersWhoMay(tx, org_id, repairPlan)
      await notify(
        { tx, org_id, tell },
        planners.map(({ user_id }) => user_id),
        {
          sign: conflictSign,
          type: 'warning',
          text: conflictNotice(fresh, conflicts.length, id => numbers.get(id) ?? '', time_zone),
          btn: text('查看冲突', 'Show them'),
          href: `${pages.productionPlan.path}?show=conflicts`,
          href_title: pages.productionPlan.title,
        },
      )
      return fresh.length
    }),
  )
  return { conflict_count: conflicts.length, fresh_count }
}

/** Of two who look at a time the second waits here, and sees what the first has told. */
async function toldBefore(tx: Tx, org_id: string, at: Instant) {
  await sql`insert into conflict_watch (org_id, looked_time) values (${org_id}, ${at}) on conflict (org_id) do nothing`.execute(
    tx,
  )
  const [watch] = await rows(
    tx,
    sql<{
      overdue_told_time: Instant
    }>`select overdue_told_time from conflict_watch where org_id = ${org_id} for update`,
  )
  const told = await rows(tx, sql<{ key: string }>`select key from conflict_told where org_id = ${org_id}`)
  return { keys: new Set(told.map(({ key }) => key)), overdue_told_time: watch!.overdue_told_time }
}

async function saveTold(
  tx: Tx,
  org_id: string,
  fresh: readonly Conflict[],
  gone_keys: readonly string[],
): Promise<void> {
  if (gone_keys.length > 0)
    await sql`delete from conflict_told where org_id = ${org_id} and key = any(${gone_keys}::text[])`.execute(tx)
  if (fresh.length > 0)
    await sql`insert into conflict_told (org_id, key) select ${org_id}::uuid, r.key
      from ${recordset(
        [...new Set(fresh.map(conflictKey))].map(key => ({ key })),
        sql`key text`,
      )} as r on conflict do nothing`.execute(tx)
}
