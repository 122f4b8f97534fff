import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isMore, isPositive } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { dispatchStatus, publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/progress.rules.ts'
import { recordDispatched } from '@qitao/manufacturing/server'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import { bulkAnswer, type Handler, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { recordTaskDispatch } from '@qitao/scheduling/server'
import { sql } from 'kysely'
import { addDispatch, cancelDispatch, listDispatchTasks } from '../model/report.calls.ts'
import { shopfloorErrors } from '../model/shopfloor.errors.ts'
import { tasksForUpdate, tasksPage } from './task.queries.ts'

export const dispatchHandlers: Handler[] = [
  handle(listDispatchTasks, (input, { tx, org_id }) =>
    tasksPage(tx, org_id, input, [
      sql`t.publish_status = ${publishStatus.codes.published}`,
      input.dispatch_status !== undefined && sql`t.dispatch_status = ${input.dispatch_status}`,
    ]),
  ),

  handle(
    addDispatch,
    async ({ task_ids, user_ids, workgroup_id, quantity, remark }, { tx, org_id, language, tell }) => {
      if (user_ids.length === 0 && !workgroup_id) refuse(shopfloorErrors.assigneeRequired)
      const people = await rows(
        tx,
        sql`select id from app_user where org_id = ${org_id} and status = ${enabledStatus.codes.enabled} and ${among(sql`id`, user_ids)}`,
      )
      if (people.length < new Set(user_ids).size)
        refuse(generalErrors.recordNotFound, { field: 'user_ids', field_title: text('人员', 'People') })
      const found = await tasksForUpdate(tx, org_id, { task_ids })
      const { passed, passed_ids, refused } = sortOut(task_ids, new Map(found.map(task => [task.id, task])), task => {
        if (task.dispatch_status === dispatchStatus.codes.dispatched) refuse(shopfloorErrors.taskDispatched)
        if (task.publish_status === publishStatus.codes.unpublished)
          refuse(generalErrors.statusNotAllowed, { detail: text('任务未发布', 'The task is not published') })
        if (quantity && isMore(quantity, task.quantity)) refuse(shopfloorErrors.dispatchOverQuantity)
      })
      await recordTaskDispatch(tx, org_id, passed_ids, true, workgroup_id ?? null)
      await sql`insert into task_assignee (task_id, user_id) select t, u from unnest(${passed_ids}::uuid[]) t, unnest(${user_ids}::uuid[]) u on conflict do nothing`.execute(
        tx,
      )
      await sql`insert into task_dispatch (task_id, quantity, remark) select t, ${quantity ?? null}::numeric, ${remark ?? null} from unnest(${passed_ids}::uuid[]) t`.execute(
        tx,
      )
      await recordDispatched(tx, org_id, [...new Set(passed.map(task => task.mo_id))], true)
      if (passed_ids.length > 0) tell({ channel_type: 'plan', data: { task_ids: passed_ids } })
      return bulkAnswer(passed_ids, refused, language)
    },
  ),

  handle(cancelDispatch, async ({ task_ids }, { tx, org_id, language, tell }) => {
    const found = await tasksForUpdate(tx, org_id, { task_ids })
    const { passed, passed_ids, refused } = sortOut(task_ids, new Map(found.map(task => [task.id, task])), task => {
      if (
        isPositive(task.reported_quantity) ||
        isPositive(task.defective_quantity) ||
        task.status !== taskStatus.codes.not_started
      )
        refuse(shopfloorErrors.dispatchHasReport)
      if (task.dispatch_status === dispatchStatus.codes.pending_dispatch) refuse(generalErrors.statusNotAllowed)
    })
    await recordTaskDispatch(tx, org_id, passed_ids, false, null)
    await sql`delete from task_assignee where org_id = ${org_id} and ${among(sql`task_id`, passed_ids)}`.execute(tx)
    await sql`delete from task_dispatch where org_id = ${org_id} and ${among(sql`task_id`, passed_ids)}`.execute(tx)
    const still = await rows(
      tx,
      sql<{
        mo_id: string
      }>`select distinct mo_id from production_task where org_id = ${org_id} and dispatch_status = ${dispatchStatus.codes.dispatched} and ${among(
        sql`mo_id`,
        passed.map(task => task.mo_id),
      )}`,
    )
    const dispatched = new Set(still.map(({ mo_id }) => mo_id))
    await recordDispatched(
      tx,
      org_id,
      [...new Set(passed.map(task => task.mo_id))].filter(id => !dispatched.has(id)),
      false,
    )
    if (passed_ids.length > 0) tell({ channel_type: 'plan', data: { task_ids: passed_ids } })
    return bulkAnswer(passed_ids, refused, language)
  }),
]
