import type { Database } from '../database/database.ts'
import type { JobContext, JobHandler } from '../jobs/job.ts'

/** Does the work of a housekeeping job now, of all companies; what went. */
export const keepHouse = (database: Database, { work }: JobHandler): Promise<unknown> =>
  work({}, {
    transaction: database.system,
    cancelled: () => false,
  } satisfies Partial<JobContext> as unknown as JobContext)
