import { repeatsKeptDays } from '@qitao/core/repeats.ts'
import { sql } from 'kysely'
import { rows, type Tx } from '../database/database.ts'
import { type JobHandler, job } from './job.ts'

/** Takes away at most so many rows that nobody needs any more; how many it took. */
export type Sweep = (tx: Tx, most: number) => Promise<number>

const mostAtOnce = 2_000
const hourSeconds = 3_600
const daySeconds = 86_400

/** What an area's tables gather goes on a clock, of all companies and piece by piece, so that nobody waits for it. */
export const housekeeping = (area: string, sweeps: Readonly<Record<string, Sweep>>): JobHandler =>
  job(
    `${area}_housekeeping`,
    'housekeeping',
    async (_, { transaction, cancelled }) => {
      const gone: Record<string, number> = {}
      for (const [what, sweep] of Object.entries(sweeps)) {
        gone[what] = 0
        for (let count = 1; count > 0 && !cancelled(); gone[what] += count)
          count = await transaction(tx => sweep(tx, mostAtOnce))
      }
      return gone
    },
    { repeatable: true, every_seconds: hourSeconds },
  )

/** Rows of a table whose time is so many days ago. */
export const olderThan =
  (table: string, column: string, days: number): Sweep =>
  async (tx, most) =>
    (
      await rows(
        tx,
        sql`delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${sql.ref(column)} < epoch_now() - ${days * daySeconds} limit ${most})) returning 1`,
      )
    ).length

/** Days that a setting names; the operator's choice, as laws differ. */
const days = (setting: string, usual: number): number => Number(process.env[setting] ?? usual)
export const keptDays = {
  jobs: days('KEEP_JOBS_DAYS', 30),
  repeats: days('KEEP_REPEATS_DAYS', repeatsKeptDays),
  audit: days('KEEP_AUDIT_DAYS', 1_095),
  changes: days('KEEP_CHANGES_DAYS', 1_095),
}
/** What a job of much output has answered, nobody reads after days. */
const largeResult = { bytes: 20_000, days: 3 }

export const housekeepingOfPlatform = housekeeping('platform', {
  idempotency_key: olderThan('idempotency_key', 'created_time', keptDays.repeats),
  audit_log: olderThan('audit_log', 'at', keptDays.audit),
  change_log: olderThan('change_log', 'at', keptDays.changes),
  excel_file: olderThan('excel_file', 'created_time', 7),
  slow_statement: olderThan('slow_statement', 'last_time', 30),
  backup_record: olderThan('backup_record', 'finished_time', 400),
  // Only what has ended has an end.
  job: olderThan('job', 'finished_time', keptDays.jobs),
  job_result: async (tx, most) =>
    (
      await rows(
        tx,
        sql`update job set result = null where ctid = any(array(select ctid from job
          where finished_time < epoch_now() - ${largeResult.days * daySeconds} and pg_column_size(result) > ${largeResult.bytes} limit ${most})) returning 1`,
      )
    ).length,
})
