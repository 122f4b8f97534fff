import { adminIds, loadSettings, membersWhoMay, notifyEach, shows } from '@qitao/access/server'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { text } from '@qitao/core/text.ts'
import { minuteSeconds } from '@qitao/core/time.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type JobContext, job } from '@qitao/platform/server/jobs/job.ts'
import { startJobOfCompanies } from '@qitao/platform/server/jobs/job-queue.ts'
import { repairPlan } from '@qitao/scheduling/model/schedule.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { andonCause, andonLevel, andonStatus } from '../../model/andon/andon.status.ts'
import { minutesSince, rises, stopsToTell, type UnsolvedCall } from '../../model/andon/andon-rise.rules.ts'
import { andonSign, dutyOf, riseNotice, stopSign } from './duty.queries.ts'

const riseType = 'andon_rise'

/** Each minute: the companies in which a call has not come to its end. */
export const andonClock = job<unknown>(
  'andon_clock',
  'housekeeping',
  (_, { transaction }) =>
    transaction(async tx => {
      const due = await rows(
        tx,
        sql<{ id: string }>`select o.id from org o where o.status = ${enabledStatus.codes.enabled}
          and exists (select from andon_call t where t.org_id = o.id and ${waits})`,
      )
      const ids = due.map(({ id }) => id)
      await startJobOfCompanies(tx, riseType, ids)
      return { company_count: ids.length }
    }),
  { repeatable: true, every_seconds: minuteSeconds },
)

/** What the clock may still do something for. */
const waits = sql`t.status <> ${andonStatus.codes.closed} and (t.status = ${andonStatus.codes.called} and t.level < ${andonLevel.codes.manager}
  or t.cause = ${andonCause.codes.machine} and t.stop_told_time is null)`

/** Calls that nobody answers reach the next one; planners hear of machines that stand. */
export const andonRise = job<unknown>(riseType, 'interactive', rise, { repeatable: true })

interface Waiting extends UnsolvedCall {
  readonly machine_no: string
  readonly mo_no: string
  readonly process_name: string
  readonly row_version: number
}

function rise(_: unknown, { org_id, now, transaction, tell }: JobContext) {
  return transaction(async tx => {
    const at = now()
    const calls = await waiting(tx, org_id)
    if (calls.length === 0) return { raised_count: 0, stop_count: 0 }
    const times = await loadSettings(tx, org_id)
    const admins = await adminIds(tx, org_id)
    const named = calls.flatMap(({ leader_id, manager_id }) => [leader_id, manager_id].flatMap(id => id ?? []))
    const raised = rises(calls, times, at, { able: await whoMaySignIn(tx, org_id, named), admins })
    const stopped = stopsToTell(calls, times, at)
    await sql`update andon_call t set level = r.level, rung_ids = t.rung_ids || r.ring_ids
      from ${recordset(raised, sql`id uuid, level smallint, ring_ids uuid[]`)} as r where t.org_id = ${org_id} and t.id = r.id`.execute(
      tx,
    )
    await sql`update andon_call t set stop_told_time = ${at}::bigint where t.org_id = ${org_id} and ${among(
      sql`t.id`,
      stopped.map(({ id }) => id),
    )}`.execute(tx)
    const planners = stopped.length === 0 ? [] : await membersWhoMay(tx, org_id, repairPlan)
    const of = new Map(calls.map(call => [call.id, call]))
    await notifyEach({ tx, org_id, tell }, [
      ...raised.map(({ id, ring_ids, minutes }) => ({ user_ids: ring_ids, notice: unanswered(of.get(id)!, minutes) })),
      ...stopped.map(call => ({
        user_ids: planners.map(({ user_id }) => user_id),
        notice: standing(call, minutesSince(call.called_time, at)),
      })),
    ])
    return { raised_count: raised.length, stop_count: stopped.length }
  })
}

/** Locked, then read with whom they reach; what somebody answers meanwhile waits for us. */
async function waiting(tx: Tx, org_id: string): Promise<Waiting[]> {
  await sql`select from andon_call t where t.org_id = ${org_id} and ${waits} order by t.id for update`.execute(tx)
  return rows(
    tx,
    sql<Waiting>`select t.id, t.row_version, t.cause, t.status, t.level, t.called_time, t.rung_ids, t.stop_told_time, w.leader_id, a.manager_id,
        d.machine_no, m.no as mo_no, p.name as process_name
      from andon_call t join device d on d.org_id = t.org_id and d.id = t.device_id join mo m on m.org_id = t.org_id and m.id = t.mo_id
        join process p on p.org_id = t.org_id and p.id = t.process_id left join workgroup w on w.org_id = d.org_id and w.id = d.workgroup_id
        left join lateral (${dutyOf(sql`t.org_id`, sql`t.cause`, sql`d.workgroup_id`)}) a on true
      where t.org_id = ${org_id} and ${waits} order by t.called_time, t.id`,
  )
}
async function whoMaySignIn(tx: Tx, org_id: string, ids: readonly string[]): Promise<Set<string>> {
  const found = await rows(
    tx,
    sql<{
      id: string
    }>`select id from app_user where org_id = ${org_id} and status = ${enabledStatus.codes.enabled} and ${among(sql`id`, ids)}`,
  )
  return new Set(found.map(({ id }) => id))
}

function unanswered({ id, cause, machine_no, mo_no, process_name }: Waiting, minutes: number) {
  const { zh, en } = andonCause.stateOf(cause)
  return {
    ...{ sign: andonSign(id), type: riseNotice },
    text: text(
      `设备${machine_no}（${mo_no} ${process_name}）的${zh}呼叫已${minutes}分钟无人响应`,
      `${machine_no} (${mo_no} ${process_name}): nobody has answered the call for ${en} for ${minutes} min`,
    ),
    ...shows(pages.workshopPlan),
  }
}
function standing({ id, machine_no, mo_no, called_time }: Waiting, minutes: number) {
  const where = new URLSearchParams({ show: 'stop', no: machine_no, from: String(called_time) })
  return {
    ...{ sign: stopSign(id), type: 'warning' as const },
    text: text(
      `设备${machine_no}（${mo_no}）已停${minutes}分钟：登记停机后可修复计划`,
      `${machine_no} (${mo_no}) stands for ${minutes} min: enter the stop, then repair the plan`,
    ),
    btn: text('登记停机', 'Enter the stop'),
    href: `${pages.productionPlan.path}?${where}`,
    href_title: pages.productionPlan.title,
  }
}
