import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { bulkAnswer, type Handler, handle, handleInSteps } from '@qitao/platform/server/http/handle.ts'
import { listRows } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { listPlanVersions, type PlanVersionRow, restorePlanVersion } from '../../model/publish/plan-version.calls.ts'
import { fitting, freeToPutBack, putBack } from '../hand/put-back.ts'
import { lockStanding, readPlan } from '../problem/read-plan.ts'
import { tasksOfVersion } from './plan-versions.ts'

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

  handleInSteps(restorePlanVersion, {
    async load({ id }, context) {
      const version = (await tasksOfVersion(context.tx, context.org_id, id)) ?? refuse(generalErrors.recordNotFound)
      const read = await readPlan(context)
      return { read, version, free: freeToPutBack(read) }
    },
    decide: ({ read, version, free }) => fitting(read, version.tasks, free),
    async save(_, context, { read, version }, fits) {
      await lockStanding(context.tx, read, fits.free)
      const done_ids = await putBack(context, read, fits, `restore:${version.version_no}`)
      return bulkAnswer(done_ids, fits.refused, context.language)
    },
  }),
]
