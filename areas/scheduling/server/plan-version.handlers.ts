import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { bulkAnswer, type Handler, handle } from '@qitao/platform/server/handle.ts'
import { listRows } from '@qitao/platform/server/list.ts'
import { sql } from 'kysely'
import { listPlanVersions, type PlanVersionRow, restorePlanVersion } from '../model/plan-version.calls.ts'
import { tasksOfVersion } from './plan-versions.ts'
import { putBack } from './put-back.ts'

export const planVersionHandlers: Handler[] = [
  handle(listPlanVersions, (input, { tx, org_id }) =>
    listRows<PlanVersionRow>(
      tx,
      {
        org_id,
        table: 'plan_version',
        columns: sql`t.id, t.version_no, t.status, t.reason, t.summary, t.mo_count, t.task_count, t.late_count, t.created_time, u.name as created_by_name`,
        joins: sql`left join app_user u on u.org_id = t.org_id and u.id = t.created_by`,
        orders: { version_no: sql`t.version_no` },
        defaultOrder: '-version_no',
      },
      input,
    ),
  ),

  handle(restorePlanVersion, async ({ id }, context) => {
    const version = (await tasksOfVersion(context.tx, context.org_id, id)) ?? refuse(generalErrors.recordNotFound)
    const { done_ids, refused } = await putBack(context, version.tasks, { reason: `restore:${version.version_no}` })
    return bulkAnswer(done_ids, refused, context.language)
  }),
]
