import { generalErrors } from '@qitao/core/general.errors.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Language, say, type Text } from '@qitao/core/text.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import type { JobHandler } from '@qitao/platform/server/jobs/job.ts'
import { followsOthers, pagesOfJob } from '@qitao/platform/server/jobs/job-followers.ts'
import { cancelJob as cancelIt } from '@qitao/platform/server/jobs/job-queue.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { cancelJob, type Job, queryJobList, queryJobStatus } from '../../model/job/job.calls.ts'

type StoredJob = Omit<Job, 'message'> & { message: Text | null }
const columns = sql`t.id, t.job_type, t.status, t.progress, t.message, t.result, t.error_code, t.created_time, t.started_time,
  t.finished_time, u.name as created_by_name`
const joins = sql`left join app_user u on u.org_id = t.org_id and u.id = t.created_by`
const told = (one: StoredJob, language: Language): Job => ({
  ...one,
  message: one.message && say(one.message, language),
})

const jobHandlers = (kinds: ReadonlyMap<string, JobHandler>, unnamed: readonly string[]): Handler[] => [
  handle(queryJobList, async (input, { tx, org_id, member, language }) => {
    const found = await listRows<StoredJob>(
      tx,
      {
        org_id,
        table: 'job',
        where: [
          !member.is_admin && sql`t.created_by = ${member.user_id}`,
          contains(input.keyword, sql`t.job_type`),
          input.job_type === undefined
            ? sql`(t.status = ${jobStatus.codes.failed} or not t.job_type = any(${unnamed}::text[]))`
            : sql`t.job_type = ${input.job_type}`,
          oneOfCodes(sql`t.status`, input.statuses),
        ],
        columns,
        joins,
        orders: { created_time: sql`t.created_time`, job_type: sql`t.job_type`, status: sql`t.status` },
        defaultOrder: '-created_time',
      },
      input,
    )
    return { ...found, result: found.result.map(one => told(one, language)) }
  }),

  // The planners of one plan watch the same run.
  handle(queryJobStatus, async ({ job_id }, { tx, org_id, member, language }) => {
    const [found] = await rows(
      tx,
      sql<StoredJob & { created_by: string | null }>`select ${columns}, t.created_by from job t ${joins}
        where t.org_id = ${org_id} and t.id = ${job_id}`,
    )
    const { created_by, ...one } = found ?? refuse(generalErrors.recordNotFound)
    const isOwn = created_by === member.user_id
    if (!isOwn && !followsOthers(member, pagesOfJob(kinds.get(one.job_type)))) refuse(generalErrors.recordNotFound)
    // Results name documents of others.
    const result = isOwn || !member.own_data_only ? one.result : null
    return { record: told({ ...one, result }, language) }
  }),

  // A queued job ends here; a running one is asked to stop and ends itself at its next step.
  handle(cancelJob, async ({ job_id }, { tx, org_id, member }) => {
    const [found] = await rows(
      tx,
      sql<{ status: Job['status']; created_by: string | null }>`select status, created_by from job
        where org_id = ${org_id} and id = ${job_id} for no key update`,
    )
    const { status, created_by } = found ?? refuse(generalErrors.recordNotFound)
    if (created_by !== member.user_id && !member.is_admin) refuse(generalErrors.noPermission)
    const whyNot = jobStatus.whyNot('cancel', status)
    if (whyNot) refuse(generalErrors.statusNotAllowed, { detail: whyNot })
    await cancelIt(tx, org_id, job_id)
    return { affected: 1 }
  }),
]

/** What members see of the background work of all areas. */
export const jobArea = (jobs: readonly JobHandler[]): Area => ({
  name: 'job',
  handlers: jobHandlers(
    new Map(jobs.map(one => [one.type, one])),
    jobs.flatMap(({ type, isOfTheProduct }) => (isOfTheProduct ? type : [])),
  ),
})
