import { membersWhoMay, notify, withdrawNotices } from '@qitao/access/server'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { expectOwn } from '@qitao/masterdata/server'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type Context, expectVersion, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { andonStatus } from '../../model/andon/andon.status.ts'
import {
  addHandover,
  type HandoverRow,
  listHandovers,
  type OpenWork,
  previewHandover,
  takeHandover,
  withdrawHandover,
} from '../../model/handover/handover.calls.ts'
import { handoverStatus } from '../../model/handover/handover.status.ts'
import { shopfloorErrors } from '../../model/shopfloor.errors.ts'
import { workshopPage } from '../task.queries.ts'

const handovers = { table: 'shift_handover', statuses: handoverStatus } as const
/** Tasks that are written down; a group has fewer open ones. */
const mostTasks = 200
const signOf = (id: string): string => `handover ${id}`

export const handoverHandlers: Handler[] = [
  handle(listHandovers, ({ statuses, workgroup_id, mine, ...input }, { tx, org_id, member }) =>
    listRows<HandoverRow>(
      tx,
      {
        org_id,
        table: 'shift_handover',
        where: [
          oneOfCodes(sql`t.status`, statuses),
          workgroup_id !== undefined && sql`t.workgroup_id = ${workgroup_id}`,
          mine && sql`t.taker_id = ${member.user_id} and t.status = ${handoverStatus.codes.given}`,
        ],
        columns: sql`t.*, w.name as workgroup_name, g.name as giver_name, k.name as taker_name`,
        joins: sql`join workgroup w on w.org_id = t.org_id and w.id = t.workgroup_id join app_user g on g.org_id = t.org_id and g.id = t.giver_id
          join app_user k on k.org_id = t.org_id and k.id = t.taker_id`,
        orders: { given_time: sql`t.given_time`, start_time: sql`t.start_time` },
        defaultOrder: '-given_time',
      },
      input,
    ),
  ),

  handle(previewHandover, async ({ workgroup_id, timestamp_range }, { tx, org_id, member }) => {
    await groupNamed(tx, org_id, workgroup_id)
    return openWorkOf(tx, org_id, member.user_id, workgroup_id, timestamp_range)
  }),

  handle(addHandover, async ({ workgroup_id, timestamp_range, shift_name, taker_id, note }, context) => {
    const { tx, org_id, now, member, tell } = context
    const [start_time, end_time] = timestamp_range
    const name = await groupNamed(tx, org_id, workgroup_id)
    await expectOwn(context, 'workgroups', [workgroup_id], 'workgroup_id')
    const able = await membersWhoMay(tx, org_id, takeHandover)
    if (!able.some(({ user_id }) => user_id === taker_id)) refuse(shopfloorErrors.takerCannot, { field: 'taker_id' })
    if (taker_id === member.user_id) refuse(shopfloorErrors.takerIsGiver, { field: 'taker_id' })
    const open_work = await openWorkOf(tx, org_id, member.user_id, workgroup_id, timestamp_range)
    const id = newId()
    await sql`insert into shift_handover (id, workgroup_id, shift_name, start_time, end_time, giver_id, taker_id, given_time, note, open_work)
      values (${id}, ${workgroup_id}, ${shift_name}, ${start_time}, ${end_time}, ${member.user_id}, ${taker_id}, ${now}, ${note ?? null},
        ${JSON.stringify(open_work)}::jsonb)`.execute(tx)
    const [count, calls] = [open_work.tasks.length + open_work.more_tasks, open_work.calls.length]
    await notify({ tx, org_id, tell }, [taker_id], {
      ...{ sign: signOf(id), type: 'warning' },
      text: text(
        `${member.name}向您交班：${name} ${shift_name}，${count}个未完任务，${calls}个未解决呼叫`,
        `${member.name} hands over to you: ${name}, ${shift_name}, ${count} open tasks, ${calls} open calls`,
      ),
      btn: text('接班', 'Take over'),
      href: `${pages.workshopPlan.path}?handover=yes`,
      href_title: pages.workshopPlan.title,
    })
    return { id }
  }),

  handle(takeHandover, async ({ id, row_version, answer }, context) => {
    const { tx, org_id, now, member } = context
    const { taker_id } = await held(context, id, row_version)
    if (taker_id !== member.user_id) refuse(shopfloorErrors.notTheTaker)
    await transition(tx, org_id, handovers, 'take', [id], sql`taken_time = ${now}::bigint, answer = ${answer ?? null}`)
    await withdrawNotices(tx, org_id, [signOf(id)])
    return { affected: 1 }
  }),

  handle(withdrawHandover, async ({ id, row_version }, context) => {
    const { tx, org_id, member } = context
    const { giver_id } = await held(context, id, row_version)
    if (giver_id !== member.user_id) refuse(shopfloorErrors.notTheGiver)
    await sql`delete from shift_handover where org_id = ${org_id} and id = ${id}`.execute(tx)
    await withdrawNotices(tx, org_id, [signOf(id)])
    return { affected: 1 }
  }),
]

/** Locked, as it was seen, and not taken over yet. */
async function held({ tx, org_id }: Context, id: string, row_version: number) {
  const [found] = await rows(
    tx,
    sql<{
      row_version: number
      status: number
      giver_id: string
      taker_id: string
    }>`select row_version, status, giver_id, taker_id from shift_handover where org_id = ${org_id} and id = ${id} for update`,
  )
  const handover = expectVersion(found, row_version)
  const detail = handoverStatus.whyNot('take', handover.status as never)
  if (detail) refuse(generalErrors.statusNotAllowed, { detail })
  return handover
}

async function groupNamed(tx: Tx, org_id: string, id: string): Promise<string> {
  const [found] = await rows(
    tx,
    sql<{ name: string }>`select name from workgroup where org_id = ${org_id} and id = ${id}`,
  )
  if (!found) refuse(generalErrors.recordNotFound, { field: 'workgroup_id' })
  return found.name
}

/** What a group has open: tasks of the shift and those that should have ended before, calls for help, machines that stood. */
async function openWorkOf(
  tx: Tx,
  org_id: string,
  user_id: string,
  workgroup_id: string,
  [start_time, end_time]: readonly [Instant, Instant],
): Promise<OpenWork> {
  const { result, total } = await workshopPage(tx, org_id, user_id, {
    ...{ workgroup_id, timestamp_range: [start_time, end_time], overdue: true, mine: false },
    ...{ statuses: [taskStatus.codes.not_started, taskStatus.codes.started], page: 1, page_size: mostTasks },
    order_by: 'start_time',
  })
  const ofGroup = sql`d.org_id = ${org_id} and d.workgroup_id = ${workgroup_id}`
  const calls = await rows(
    tx,
    sql<
      OpenWork['calls'][number]
    >`select t.cause, d.machine_no, m.no as mo_no, t.called_time, t.answered_time is not null as answered, t.remark
      from andon_call t join device d on d.org_id = t.org_id and d.id = t.device_id join mo m on m.org_id = t.org_id and m.id = t.mo_id
      where ${ofGroup} and t.status <> ${andonStatus.codes.closed} order by t.called_time, t.id`,
  )
  const stops = await rows(
    tx,
    sql<OpenWork['stops'][number]>`select f.kind, d.machine_no, f.start_time, f.end_time, f.reason
      from device_freeze f join device d on d.org_id = f.org_id and d.id = f.device_id
      where ${ofGroup} and f.start_time < ${end_time} and f.end_time > ${start_time} order by f.start_time, d.machine_no`,
  )
  return {
    tasks: result.map(({ id, assignees, ...task }) => ({
      ...{ task_id: id, task_no: task.task_no, mo_no: task.mo_no, process_name: task.process_name },
      ...{ machine_no: task.machine_no, material_name: task.material_name, unit_name: task.unit_name },
      ...{ quantity: task.quantity, reported_quantity: task.reported_quantity, status: task.status },
      ...{ end_time: task.end_time, people: assignees.map(({ name }) => name) },
    })),
    more_tasks: total - result.length,
    calls,
    stops,
  }
}
