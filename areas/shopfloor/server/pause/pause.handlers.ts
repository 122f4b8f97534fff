import { refuse } from '@qitao/core/refusal.ts'
import type { Instant } from '@qitao/core/time.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { type OpenPause, pausesAt, resumesAt } from '../../model/pause/pause.rules.ts'
import { pauseTask, resumeTask } from '../../model/report.calls.ts'
import { expectAssigned, type TaskFacts } from '../../model/report.rules.ts'
import { shopfloorErrors } from '../../model/shopfloor.errors.ts'
import { givenOn } from '../given-on.ts'
import { told } from '../save-reports.ts'
import { taskRows, tasksForUpdate } from '../task.queries.ts'

/** The task, locked, and the rest that it is in. */
async function locked(context: Context, task_id: string, at: Instant | undefined) {
  const { tx, org_id, member } = context
  const [task] = await tasksForUpdate(tx, org_id, { task_ids: [task_id] })
  if (!task) refuse(shopfloorErrors.badParameter)
  expectAssigned(task, member.user_id, await givenOn(context, task), at)
  const [open] = await rows(
    tx,
    sql<OpenPause>`select id, from_time from task_pause
      where org_id = ${org_id} and task_id = ${task_id} and to_time is null`,
  )
  return { task, open }
}
async function answered(context: Context, task: TaskFacts) {
  told(context, task)
  return { task: (await taskRows(context.tx, context.org_id, [task.id]))[0]! }
}

export const pauseHandlers: Handler[] = [
  handle(pauseTask, async ({ task_id, reason, remark, at }, context) => {
    const { task, open } = await locked(context, task_id, at)
    const from_time = pausesAt(task, open, { at, now: context.now })
    await sql`insert into task_pause (id, task_id, reason, remark, from_time)
      values (${newId()}, ${task_id}, ${reason}, ${remark?.trim() || null}, ${from_time})`.execute(context.tx)
    return answered(context, task)
  }),

  handle(resumeTask, async ({ task_id, at }, context) => {
    const { tx, org_id, member, now } = context
    const { task, open } = await locked(context, task_id, at)
    const { id, to_time } = resumesAt(task, open, { at, now })
    await sql`update task_pause set to_time = ${to_time}, resumed_by = ${member.user_id}
      where org_id = ${org_id} and id = ${id}`.execute(tx)
    return answered(context, task)
  }),
]
