import { affected, command, query } from '@qitao/core/call.ts'
import { codeOf, id, instant, plainString } from '@qitao/core/field.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'

/** Background jobs of the company. A member lists the own ones, an administrator all. */
const job = z.object({
  id,
  job_type: z.string(),
  status: codeOf(jobStatus),
  /** 0 to 100. */
  progress: z.int(),
  /** What is being done, or why it failed, in the caller's language. */
  message: z.string().nullable(),
  result: z.unknown(),
  error_code: z.int().nullable(),
  created_by_name: z.string().nullable(),
  created_time: instant,
  started_time: instant.nullable(),
  finished_time: instant.nullable(),
})
export type Job = z.output<typeof job>

export const queryJobList = query('/mep_server/biz/job/query_job_list', {
  title: text('后台任务', 'Background jobs'),
  grantedBy: 'signed_in',
  atTerminals: true,
  input: listInput({
    job_type: plainString(100).optional(),
    statuses: z.array(codeOf(jobStatus)).max(5).optional(),
  }),
  output: listOutput(job),
})
export const queryJobStatus = query('/mep_server/biz/job/query_job_status', {
  title: text('后台任务状态', 'State of a background job'),
  grantedBy: 'signed_in',
  atTerminals: true,
  forTokens: true,
  input: z.strictObject({ job_id: id }),
  output: z.object({ record: job }),
})
export const cancelJob = command('/mep_server/biz/job/cancel_job', {
  title: text('取消后台任务', 'Cancel a background job'),
  grantedBy: 'signed_in',
  input: z.strictObject({ job_id: id }),
  output: affected,
})
