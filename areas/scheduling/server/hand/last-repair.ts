import { generalErrors } from '@qitao/core/general.errors.ts'
import { isGranted } from '@qitao/core/grant.ts'
import { sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { lockMos } from '@qitao/manufacturing/server'
import { alterCalendarDays } from '@qitao/masterdata/model/calendar/calendar.calls.ts'
import { type ChangedDay, takeBackDays } from '@qitao/masterdata/server'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { isHeld } from '../../model/hand/hand.rules.ts'
import type { TaskOfPlan } from '../../model/problem/facts.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import type { TaskReason } from '../../model/task.record.ts'
import { lockHead, lockTasks, type MovedRow, planChanged, saveMoves, tasksByIds } from '../plan/plan.queries.ts'
import { tellManufacturing } from '../plan/tell-manufacturing.ts'
import { joinParts } from './split-task.queries.ts'

interface StoodTask extends MovedRow {
  readonly id: string
  readonly mo_id: string
  readonly reasons: readonly TaskReason[]
}
interface LastRepair {
  readonly plan_version: number
  readonly tasks: readonly StoodTask[]
  readonly calendar_days: readonly ChangedDay[]
  /** Tasks of what it made in two parts. */
  readonly parts: { readonly rest: string; readonly part: string } | null
}

/** Where tasks stand that a repair is about to move. */
export const standing = async (tx: Tx, org_id: string, tasks: readonly TaskOfPlan[]): Promise<StoodTask[]> =>
  (
    await tasksByIds(
      tx,
      org_id,
      tasks.map(({ id }) => id),
    )
  ).map(({ id, mo_id, operation_id, device_id, setup_start_time, start_time, end_time, setup_seconds, reasons }) => ({
    ...{ id, mo_id, operation_id, device_id, setup_start_time, start_time, end_time, setup_seconds, reasons },
  }))

export const keepRepair = (
  tx: Tx,
  org_id: string,
  { plan_version, tasks, calendar_days, parts }: LastRepair,
): Promise<unknown> =>
  sql`insert into plan_repair (org_id, plan_version, tasks, calendar_days, parts)
    values (${org_id}, ${plan_version}, ${JSON.stringify(tasks)}::jsonb, ${JSON.stringify(calendar_days)}::jsonb, ${parts && JSON.stringify(parts)}::jsonb)
    on conflict (org_id) do update set plan_version = excluded.plan_version, tasks = excluded.tasks, calendar_days = excluded.calendar_days,
      parts = excluded.parts`.execute(tx)

/** The last repair, as long as the plan stands as it has left it. */
export async function lastRepair(tx: Tx, org_id: string): Promise<LastRepair | undefined> {
  const [found] = await rows(
    tx,
    sql<LastRepair>`select r.plan_version, r.tasks, r.calendar_days, r.parts from plan_repair r
      join plan_head h on h.org_id = r.org_id and h.plan_version = r.plan_version where r.org_id = ${org_id}`,
  )
  return found
}

/** The places that the tasks had are not judged: they were the plan's, faults and all, and nothing has been planned since. */
export async function takeRepairBack(
  context: Context,
  asked: number,
): Promise<{ affected: number; plan_version: number }> {
  const { tx, org_id, member } = context
  await lockHead(tx, org_id)
  const last = await lastRepair(tx, org_id)
  if (last?.plan_version !== asked) refuse(generalErrors.versionConflict)
  const { tasks, calendar_days, parts } = last!
  if (calendar_days.length > 0 && !isGranted(alterCalendarDays, member.grants)) refuse(generalErrors.noPermission)
  const mo_ids = [...new Set(tasks.map(({ mo_id }) => mo_id))]
  const ids = [...new Set([...tasks.map(({ id }) => id), ...Object.values(parts ?? {})])]
  await lockMos(tx, org_id, mo_ids)
  await lockTasks(tx, org_id, ids)
  const now = await tasksByIds(tx, org_id, ids)
  if (now.length !== ids.length) refuse(generalErrors.versionConflict)
  const held = now.find(isHeld)
  if (held) refuse(schedulingErrors.capacityLocked, { object: held.task_no, detail: text('{object}', '{object}') })
  if (parts) {
    const two = [parts.rest, parts.part].map(id => now.find(task => task.id === id)!)
    await joinParts(tx, org_id, two, sum(two.map(({ quantity }) => quantity)))
  }
  const changed = await saveMoves(tx, org_id, tasks)
  await takeBackDays(tx, org_id, calendar_days)
  await sql`delete from plan_repair where org_id = ${org_id}`.execute(tx)
  await tellManufacturing(tx, org_id, mo_ids)
  return { affected: changed.length, plan_version: await planChanged(context) }
}
