import { jobStatus } from '@qitao/core/job.status.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { JobContext } from '@qitao/platform/server/jobs/job.ts'
import { sql } from 'kysely'

/** Ending a calculation early with the best plan so far. The wish travels by the plan's head, as the job may run elsewhere. */
const lookEveryMs = 1_000

export function watchForStop({ org_id, job_id, transaction }: JobContext): {
  stop: Int32Array
  end: () => Promise<void>
} {
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  let looking: Promise<void> | undefined
  const look = async () => {
    const wanted = await transaction(tx => isStopWanted(tx, org_id, job_id)).catch(() => false)
    if (wanted) Atomics.store(stop, 0, 1)
    looking = undefined
  }
  const timer = setInterval(() => {
    looking ??= look()
  }, lookEveryMs)
  // The last look is over before the plan is saved: both may share one connection.
  const end = async () => {
    clearInterval(timer)
    await looking
  }
  return { stop, end }
}

async function isStopWanted(tx: Tx, org_id: string, job_id: string): Promise<boolean> {
  const found = await rows(tx, sql`select 1 from plan_head where org_id = ${org_id} and stop_wanted = ${job_id}`)
  return found.length > 0
}

/** False when no such calculation is waiting or running. */
export async function wantStop(tx: Tx, org_id: string, job_id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into plan_head (org_id, stop_wanted)
    select org_id, id from job where org_id = ${org_id} and id = ${job_id} and job_type in ('schedule', 'simulation')
      and status in (${jobStatus.codes.queued}, ${jobStatus.codes.running})
    on conflict (org_id) do update set stop_wanted = excluded.stop_wanted`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}
