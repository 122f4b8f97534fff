import { membersWhoMay, notify, withdrawNotices } from '@qitao/access/server'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { among, readingWith, rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'
import { type Context, expectVersion, type Handler, handle, handleInSteps } from '@qitao/platform/server/http/handle.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  acceptChangeRequest,
  addChangeRequest,
  type ChangeEffect,
  listChangeChoices,
  previewChange,
  type WishedTask,
  withdrawChangeRequest,
} from '../../model/change-request/change-request.calls.ts'
import { changeMessage } from '../../model/change-request/change-request.message.ts'
import { changeKind, changeReason } from '../../model/change-request/change-request.status.ts'
import { eligibleOf } from '../../model/problem/problem.rules.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import type { TaskRow } from '../../model/task.record.ts'
import { taskColumns, taskJoins } from '../plan/plan.queries.ts'
import { readPlan } from '../problem/read-plan.ts'
import { heldRequest } from './change-request.queries.ts'
import { askedSign, changeRequests } from './outdate-requests.ts'
import { makeWish, readWish } from './wished-change.ts'

/** Which tasks `t` the floor may ask for, by who asks. */
export type InScope = (context: Context) => RawBuilder<unknown>

interface AskedRow extends TaskRow {
  readonly mo_no: string
  readonly unit_name: string
  readonly unit_precision: number
}

/** What the floor does with requests; the area that knows to whom tasks are given says which of them are whose. */
export const askedChangeHandlers = (inScope: InScope): Handler[] => [
  handle(listChangeChoices, async ({ task_ids }, context) => {
    const asked = await askedTasks(context, task_ids, inScope)
    const { facts } = await readPlan(context)
    const [operations, orders, devices] = [
      new Map(facts.operations.map(one => [one.id, one])),
      new Map(facts.orders.map(one => [one.id, one])),
      new Map(facts.devices.map(one => [one.id, one])),
    ]
    const eligible = eligibleOf(facts)
    return {
      tasks: asked.map(task => {
        const [operation, order] = [operations.get(task.operation_id), orders.get(task.mo_id)]
        const able = operation && order ? eligible(operation, order) : []
        return {
          ...{ task_id: task.id, row_version: task.row_version, task_no: task.task_no, mo_no: task.mo_no },
          ...{ process_name: task.process_name, machine_no: task.machine_no },
          ...{ start_time: task.start_time, end_time: task.end_time },
          ...{ quantity: task.quantity, unit_name: task.unit_name, unit_precision: task.unit_precision },
          machines: able.flatMap(({ machine, runSeconds }) => {
            const device = devices.get(machine)
            return device ? [{ machine_no: device.machine_no, name: device.name, run_seconds: runSeconds }] : []
          }),
        }
      }),
    }
  }),

  handleInSteps(previewChange, {
    async load({ kind, tasks }, context) {
      await expectAskable(context, tasks, inScope)
      return readWish(context, kind, tasks)
    },
    decide: makeWish,
    save: (_input, context, _read, { effect }) => effectSeen(context, effect),
  }),

  handleInSteps(addChangeRequest, {
    async load({ kind, tasks }, context) {
      await expectAskable(context, tasks, inScope)
      return readWish(context, kind, tasks)
    },
    decide: makeWish,
    async save({ kind, tasks, reason, remark }, context, _read, { effect }) {
      const { tx, org_id, now, member, tell } = context
      const asked = await expectAskable(context, tasks, inScope)
      const id = newId()
      const [no] = await takeSerials(tx, 'JHBG', 1, now, member.time_zone)
      await sql`insert into plan_change_request (id, no, kind, reason, remark, asked_by, asked_time, effect)
        values (${id}, ${no}, ${kind}, ${reason}, ${remark ?? null}, ${member.user_id}, ${now}, ${JSON.stringify(effect)}::jsonb)`.execute(
        tx,
      )
      const wishes = new Map(tasks.map(wish => [wish.task_id, wish]))
      await insertRows(
        tx,
        'plan_change_task',
        asked.map((task, index) => {
          const wish = wishes.get(task.id)
          return {
            ...{ id: newId(), request_id: id, line_no: index + 1, task_id: task.id, task_no: task.task_no },
            ...{ mo_id: task.mo_id, mo_no: task.mo_no, process_name: task.process_name },
            ...{ device_id: task.device_id, machine_no: task.machine_no, start_time: task.start_time },
            ...{ end_time: task.end_time, quantity: task.quantity, to_machine_no: wish?.machine_no ?? null },
            ...{ to_start_time: wish?.start_time ?? null, to_quantity: wish?.quantity ?? null },
          }
        }),
      )
      const planners = await membersWhoMay(tx, org_id, acceptChangeRequest)
      const [what, why] = [changeKind.stateOf(kind), changeReason.stateOf(reason)]
      const first = asked[0]!
      const others = asked.length - 1
      await notify(
        { tx, org_id, tell },
        planners.map(({ user_id }) => user_id).filter(user_id => user_id !== member.user_id),
        {
          ...{ sign: askedSign(id), type: 'warning' },
          text: text(
            `${member.name}申请${what.zh}：${first.task_no}${others > 0 ? `等${asked.length}个任务` : ''}（${first.machine_no}），${why.zh}`,
            `${member.name} asks for a change (${what.en.toLowerCase()}): ${first.task_no}${others > 0 ? ` and ${others} more` : ''} on ${first.machine_no}, ${why.en.toLowerCase()}`,
          ),
          btn: text('处理', 'Answer'),
          href: `${pages.productionPlan.path}?show=requests`,
          href_title: pages.productionPlan.title,
        },
      )
      tell(changeMessage)
      return { id, no: no!, effect }
    },
  }),

  handle(withdrawChangeRequest, async (input, context) => {
    const { tx, org_id, now, member, tell } = context
    const { id, asked_by } = await heldRequest(context, input, 'withdraw')
    if (asked_by !== member.user_id) refuse(schedulingErrors.changeByOther)
    const by = sql`decided_time = ${now}::bigint, decided_by = ${member.user_id}::uuid`
    await transition(tx, org_id, changeRequests, 'withdraw', [id], by)
    await withdrawNotices(tx, org_id, [askedSign(id)])
    tell(changeMessage)
    return { affected: 1 }
  }),
]

/** Published tasks of the company, in the order in which they are asked for; refused when one is not for him to ask. */
async function askedTasks(context: Context, ids: readonly string[], inScope: InScope): Promise<AskedRow[]> {
  const { tx, org_id } = context
  const found = await rows(
    tx,
    sql<
      AskedRow & { in_scope: boolean }
    >`select ${taskColumns}, o.no as mo_no, u.name as unit_name, u."precision" as unit_precision, ${inScope(context)} as in_scope
      from production_task t ${taskJoins} join mo o on o.org_id = t.org_id and o.id = t.mo_id
        join material m on m.org_id = o.org_id and m.id = o.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where t.org_id = ${org_id} and ${among(sql`t.id`, ids)} and t.publish_status = ${publishStatus.codes.published}`,
  )
  const known = new Map(found.map(task => [task.id, task]))
  return ids.map((id, index) => {
    const row = index + 1
    const task = known.get(id) ?? refuse(generalErrors.recordNotFound, { row })
    if (!task.in_scope) refuse(schedulingErrors.changeNotYours, { row })
    return task
  })
}

/** As the one who asks has seen them, and not begun. */
async function expectAskable(context: Context, wished: readonly WishedTask[], inScope: InScope): Promise<AskedRow[]> {
  const tasks = await askedTasks(
    context,
    wished.map(({ task_id }) => task_id),
    inScope,
  )
  tasks.forEach((task, index) => {
    if (task.status !== taskStatus.codes.not_started)
      refuse(generalErrors.statusNotAllowed, {
        row: index + 1,
        object: task.task_no,
        detail: text('任务{object}已开工或完工，不能申请变更', 'Task {object} has begun or is done'),
      })
    expectVersion(task, wished[index]!.row_version)
  })
  return tasks
}

/** Of the tasks that would move, who sees the own workgroups is shown theirs and what is asked for. */
async function effectSeen({ tx, org_id, member }: Context, effect: ChangeEffect): Promise<ChangeEffect> {
  if (!member.workgroup_only) return effect
  const ids = effect.moved.flatMap(({ task_id }) => task_id ?? [])
  const found = await readingWith(tx, true, () =>
    rows(tx, sql<{ id: string }>`select id from production_task where org_id = ${org_id} and ${among(sql`id`, ids)}`),
  )
  const seen = new Set<string | null>(found.map(({ id }) => id))
  return { ...effect, moved: effect.moved.filter(({ asked, task_id }) => asked || seen.has(task_id)) }
}
