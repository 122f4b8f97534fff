import { queryJobStatus } from '@qitao/access/model/job/job.calls.ts'
import type { TestCompany } from '@qitao/app-server/testing/test-app.ts'

const mostTries = 300

/** Waits until a background job has ended; what it said. */
export async function ended(company: TestCompany, job_id: string) {
  for (let tries = 0; tries < mostTries; tries++) {
    const { record } = await company.admin.ok(queryJobStatus, { job_id })
    if (record.status > 1) return record
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error(`job ${job_id} does not end`)
}
