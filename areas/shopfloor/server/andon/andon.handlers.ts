import { adminIds, notify, shows, withdrawNotices } from '@qitao/access/server'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isGranted } from '@qitao/core/grant.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type Context, expectVersion, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { listRows, oneOfCodes, withinRange } from '@qitao/platform/server/list/list.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { type AndonRow, answerAndon, callAndon, closeAndon, listAndon } from '../../model/andon/andon.calls.ts'
import { andonCause, andonStatus } from '../../model/andon/andon.status.ts'
import { floorMessage } from '../../model/floor.message.ts'
import { expectAssigned } from '../../model/report.rules.ts'
import { shopfloorErrors } from '../../model/shopfloor.errors.ts'
import { tasksForUpdate } from '../task.queries.ts'
import { andonSign, dutyOf, riseNotice, stopSign } from './duty.queries.ts'

const columns = sql`t.id, t.row_version, t.cause, t.status, t.level, t.remark, t.remedy, t.task_id, t.mo_id, m.no as mo_no, p.name as process_name,
          t.device_id, d.machine_no, d.name as device_name, t.called_time, c.name as called_by_name, t.answered_time, a.name as answered_by_name,
          t.closed_time, array(select r.name from app_user r where r.org_id = t.org_id and r.id = any(t.rung_ids) order by r.name) as rung_names`
const joins = sql`join mo m on m.org_id = t.org_id and m.id = t.mo_id join process p on p.org_id = t.org_id and p.id = t.process_id
          join device d on d.org_id = t.org_id and d.id = t.device_id join app_user c on c.org_id = t.org_id and c.id = t.called_by
          left join app_user a on a.org_id = t.org_id and a.id = t.answered_by`
const calls = { table: 'andon_call', statuses: andonStatus } as const

export const andonHandlers: Handler[] = [
  handle(listAndon, ({ statuses, workgroup_id, device_ids, task_id, timestamp_range, ...input }, { tx, org_id }) =>
    listRows<AndonRow>(
      tx,
      {
        org_id,
        table: 'andon_call',
        where: [
          oneOfCodes(sql`t.status`, statuses),
          workgroup_id !== undefined &&
            sql`t.device_id in (select k.id from device k where k.org_id = ${org_id} and k.workgroup_id = ${workgroup_id})`,
          device_ids !== undefined && among(sql`t.device_id`, device_ids),
          task_id !== undefined && sql`t.task_id = ${task_id}`,
          withinRange(sql`t.called_time`, timestamp_range),
        ],
        columns,
        joins,
        orders: { called_time: sql`t.called_time` },
        defaultOrder: '-called_time',
      },
      input,
    ),
  ),

  handle(callAndon, async ({ task_id, cause, remark }, context) => {
    const { tx, org_id, now, member, tell } = context
    const [task] = await tasksForUpdate(tx, org_id, { task_ids: [task_id] })
    if (!task) refuse(generalErrors.recordNotFound)
    if (!isGranted(answerAndon, member.grants)) expectAssigned(task, member.user_id)
    const open = await rows(
      tx,
      sql`select 1 from andon_call where org_id = ${org_id} and task_id = ${task_id} and cause = ${cause} and status <> ${andonStatus.codes.closed}`,
    )
    if (open.length > 0) refuse(shopfloorErrors.andonOpen)
    const rung = await whoIsResponsible(tx, org_id, task.device_id, cause)
    const id = newId()
    await sql`insert into andon_call (id, task_id, mo_id, process_id, device_id, cause, remark, called_time, called_by, rung_ids)
      values (${id}, ${task_id}, ${task.mo_id}, ${task.process_id}, ${task.device_id}, ${cause}, ${remark ?? null}, ${now}, ${member.user_id},
        ${rung.map(one => one.id)}::uuid[])`.execute(tx)
    const { zh, en } = andonCause.stateOf(cause)
    await notify(
      { tx, org_id, tell },
      rung.map(one => one.id),
      {
        ...{ sign: andonSign(id), type: 'warning' },
        text: text(
          `${member.name}在任务${task.task_no}呼叫：${zh}${remark ? `，${remark}` : ''}`,
          `${member.name} calls from ${task.task_no}: ${en}${remark ? `, ${remark}` : ''}`,
        ),
        ...shows(pages.workshopPlan),
      },
    )
    tell(floorMessage)
    return { id, rung_names: rung.map(({ name }) => name) }
  }),

  handle(answerAndon, async ({ id, row_version }, context) => {
    const { tx, org_id, now, member } = context
    await held(context, id, row_version, 'answer')
    await transition(
      tx,
      org_id,
      calls,
      'answer',
      [id],
      sql`answered_time = ${now}::bigint, answered_by = ${member.user_id}::uuid`,
    )
    // Whoever was called first keeps it until it is solved.
    await withdrawNotices(tx, org_id, [andonSign(id)], riseNotice)
    return { affected: 1 }
  }),

  handle(closeAndon, async ({ id, row_version, remedy }, context) => {
    const { tx, org_id, now, member } = context
    await held(context, id, row_version, 'close')
    // Who solves it at once has answered it as well.
    await transition(
      tx,
      org_id,
      calls,
      'close',
      [id],
      sql`closed_time = ${now}::bigint, closed_by = ${member.user_id}::uuid, remedy = ${remedy ?? null},
        answered_time = coalesce(t.answered_time, ${now}::bigint), answered_by = coalesce(t.answered_by, ${member.user_id}::uuid)`,
    )
    await withdrawNotices(tx, org_id, [andonSign(id), stopSign(id)])
    return { affected: 1 }
  }),
]

/** Locked, as it was seen, and in a state from which the action goes. */
async function held(
  { tx, org_id, tell }: Context,
  id: string,
  row_version: number,
  action: keyof typeof andonStatus.actions,
): Promise<void> {
  const [found] = await rows(
    tx,
    sql<{
      row_version: number
      status: CodeOf<typeof andonStatus>
    }>`select row_version, status from andon_call
      where org_id = ${org_id} and id = ${id} for update`,
  )
  const { status } = expectVersion(found, row_version)
  const detail = andonStatus.whyNot(action, status)
  if (detail) refuse(generalErrors.statusNotAllowed, { detail })
  tell(floorMessage)
}

/** Whose duty it is; else the leader of the machine's group; where there is none who may sign in, the administrators. */
async function whoIsResponsible(
  tx: Tx,
  org_id: string,
  device_id: string,
  cause: AndonRow['cause'],
): Promise<{ id: string; name: string }[]> {
  const people = (ids: readonly string[]) =>
    rows(
      tx,
      sql<{ id: string; name: string }>`select id, name from app_user where org_id = ${org_id}
        and status = ${enabledStatus.codes.enabled} and ${among(sql`id`, ids)} order by name`,
    )
  const [machine] = await rows(
    tx,
    sql<{
      owner_id: string | null
      leader_id: string | null
    }>`select a.owner_id, w.leader_id from device d left join workgroup w on w.org_id = d.org_id and w.id = d.workgroup_id
        left join lateral (${dutyOf(sql`d.org_id`, sql`${cause}`, sql`d.workgroup_id`)}) a on true
      where d.org_id = ${org_id} and d.id = ${device_id}`,
  )
  for (const id of [machine?.owner_id, machine?.leader_id]) {
    const found = id ? await people([id]) : []
    if (found.length > 0) return found
  }
  return people(await adminIds(tx, org_id))
}

const mostOpen = 50
/** Those that are not solved, the oldest first. */
export const openAndon = (tx: Tx, org_id: string): Promise<AndonRow[]> =>
  rows(
    tx,
    sql<AndonRow>`select ${columns} from andon_call t ${joins} where t.org_id = ${org_id}
      and t.status in (${sql.join(andonStatus.from('close'))}) order by t.called_time, t.id limit ${mostOpen}`,
  )
