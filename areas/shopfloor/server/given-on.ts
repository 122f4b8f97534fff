import { notify, shows } from '@qitao/access/server'
import { recordset, rows } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { doneBefore, type GivenOn, isAssigned, type TaskFacts } from '../model/report.rules.ts'

/** Who had the tasks up to now. */
export const rememberGivenOn = (
  { tx, now, member }: Context,
  tasks: readonly Pick<TaskFacts, 'id' | 'assignee_ids'>[],
): Promise<unknown> =>
  sql`insert into task_given_on (task_id, user_id, until_time, given_by)
    select r.task_id, r.user_id, ${now}, ${member.user_id} from ${recordset(
      tasks.flatMap(({ id: task_id, assignee_ids }) => assignee_ids.map(user_id => ({ task_id, user_id }))),
      sql`task_id uuid, user_id uuid`,
    )} as r
    on conflict (org_id, task_id, user_id) do update set until_time = excluded.until_time, given_by = excluded.given_by`.execute(
    tx,
  )

/** Until when the one who reports had the task that is somebody else's now. */
export async function givenOn({ tx, org_id, member }: Context, task: TaskFacts): Promise<GivenOn | undefined> {
  if (isAssigned(task, member.user_id)) return undefined
  const [found] = await rows(
    tx,
    sql<GivenOn>`select g.until_time, g.given_by, u.name from task_given_on g
      join app_user u on u.org_id = g.org_id and u.id = g.user_id
      where g.org_id = ${org_id} and g.task_id = ${task.id} and g.user_id = ${member.user_id}`,
  )
  return found
}

export async function tellGiver({ tx, org_id, tell }: Context, task: TaskFacts, { given_by, name }: GivenOn) {
  if (given_by === null) return
  await notify({ tx, org_id, tell }, [given_by], {
    type: 'info',
    text: doneBefore(name, task),
    ...shows(pages.progress),
  })
}
