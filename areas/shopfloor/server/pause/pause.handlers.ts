import { refuse } from '@qitao/core/refusal.ts'
import type { Instant } from '@qitao/core/time.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { type Pause, pausesAt, resumesAt } from '../../model/pause/pause.rules.ts'
import { pauseTask, resumeTask } from '../../model/report.calls.ts'
import { expectAssigned, type TaskFacts } from '../../model/report.rules.ts'
import { shopfloorErrors } from '../../model/shopfloor.errors.ts'
import { givenOn } from '../given-on.ts'
import { told } from '../save-reports.ts'
import { taskRows, tasksForUpdate } from '../task.queries.ts'

/** The task, locked, with its rests in their order, and until when it was the caller's, where it is others' now. */
async function locked(context: Context, task_id: string, at: Instant | undefined) {
  const { tx, org_id, member } = context
  const [task] = await tasksForUpdate(tx, org_id, { task_ids: [task_id] })
  if (!task) refuse(shopfloorErrors.badParameter)
  const given_on = await givenOn(context, task)
  expectAssigned(task, member.user_id, given_on, at)
  const pauses = await rows(
    tx,
    sql<Pause>`select id, from_time, to_time from task_pause
      where org_id = ${org_id} and task_id = ${task_id} order by from_time, id`,
  )
  return { task, pauses, until: given_on?.until_time }
}
async function answered(context: Context, task: TaskFacts) {
  told(context)
  return { task: (await taskRows(context.tx, context.org_id, [task.id]))[0]! }
}

export const pauseHandlers: Handler[] = [
  handle(pauseTask, async ({ task_id, reason, remark, at }, context) => {
    const { task, pauses, until } = await locked(context, task_id, at)
    const rest = pausesAt(task, pauses, { at, now: context.now, until })
    if (rest)
      await sql`insert into task_pause (id, task_id, reason, remark, from_time, to_time)
        values (${newId()}, ${task_id}, ${reason}, ${remark?.trim() || null}, ${rest.from_time}, ${rest.to_time})`.execute(
        context.tx,
      )
    return answered(context, task)
  }),

  handle(resumeTask, async ({ task_id, at }, context) => {
    const { tx, org_id, member, now } = context
    const { task, pauses, until } = await locked(context, task_id, at)
    const { id, to_time } = resumesAt(task, pauses, { at, now, until })
    await sql`update task_pause set to_time = ${to_time}, resumed_by = ${member.user_id}
      where org_id = ${org_id} and id = ${id}`.execute(tx)
    return answered(context, task)
  }),
]
