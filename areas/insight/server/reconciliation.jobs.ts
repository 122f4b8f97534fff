import { type Text, text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { anew, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { job } from '@qitao/platform/server/jobs/job.ts'
import { startJobOfCompanies } from '@qitao/platform/server/jobs/job-queue.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import type { Reconciliation } from '@qitao/platform/server/reconciliation.ts'
import { sql } from 'kysely'
import { addReconciliation } from '../model/reconciliation.calls.ts'
import { differenceStatus } from '../model/reconciliation.status.ts'
import { reconciliations } from './reconciliations.ts'

export const reconciliationJob = 'reconciliation'
/** So many of one check are kept, always the same ones; whoever has more has another problem, and sees that there are at least so many. */
const mostOfCheck = 1_000
const { open } = differenceStatus.codes

/**
 * Compares all that is kept twice. Each check is one statement, so it sees one moment; nothing is locked. What is found again
 * stays the same difference; what is found no more has gone by itself.
 */
export const reconcileJob = job<unknown>(
  reconciliationJob,
  'bulk',
  async (_, { org_id, transaction, progress, signal }) => {
    const run_id = newId()
    await transaction(tx => sql`insert into reconciliation_run (id) values (${run_id})`.execute(tx))
    let difference_count = 0
    for (const [index, check] of reconciliations.entries()) {
      // What was not compared to the end is no result: it is cancelled, or done anew by another worker.
      signal.throwIfAborted()
      await progress((index * 100) / reconciliations.length, check.title)
      difference_count += await transaction(tx => saveFound(tx, { org_id, run_id, check }))
    }
    await transaction(tx =>
      sql`update reconciliation_run set finished_time = epoch_now(), check_count = ${reconciliations.length},
        difference_count = ${difference_count} where org_id = ${org_id} and id = ${run_id}`.execute(tx),
    )
    await progress(100, told(difference_count))
    return { check_count: reconciliations.length, difference_count }
  },
  { startedBy: [addReconciliation], repeatable: true },
)

/** Once a day each company in which somebody has done something since it was compared last. */
export const reconciliationClock = job<unknown>(
  'reconciliation_clock',
  'housekeeping',
  (_, { transaction }) =>
    transaction(async tx => {
      const due = await rows(
        tx,
        sql<{ id: string }>`select o.id from org o
          cross join lateral (select coalesce(max(r.started_time), 0) as at from reconciliation_run r
            where r.org_id = o.id and r.finished_time is not null) last
          where last.at < epoch_now() - ${daySeconds / 2}
            and (select a.at from audit_log a where a.org_id = o.id order by a.id desc limit 1) >= last.at`,
      )
      const ids = due.map(({ id }) => id)
      await startJobOfCompanies(tx, reconciliationJob, ids)
      return { company_count: ids.length }
    }),
  { repeatable: true, every_seconds: daySeconds },
)

/** What disagrees in the books of all companies right now, by check; nothing is kept. For a restore, which has to bring back what agrees. */
export async function differencesNow(tx: Tx): Promise<{ company: string; title: Text; count: number }[]> {
  const companies = await rows(
    tx,
    sql<{ id: string; code: string }>`select id, company_code as code from org order by company_code`,
  )
  const found = []
  for (const { id, code } of companies)
    for (const { find, title } of reconciliations) {
      const [one] = await rows(
        tx,
        sql<{ count: number }>`${anew}select count(*) as count from (${find(id, undefined)}) f`,
      )
      if (one!.count > 0) found.push({ company: code, title, count: one!.count })
    }
  return found
}

const told = (count: number): Text =>
  count === 0
    ? text('全部一致', 'Everything agrees')
    : { zh: `发现${count}处差异`, en: count === 1 ? '1 difference found' : `${count} differences found` }

async function saveFound(
  tx: Tx,
  { org_id, run_id, check }: { org_id: string; run_id: string; check: Reconciliation },
): Promise<number> {
  const saved =
    await sql`${anew}insert into reconciliation_difference (run_id, check_key, object_id, object_no, subject, expected, actual)
    select ${run_id}, ${check.key}, f.object_id, f.object_no, f.subject, f.expected, f.found
    from (${check.find(org_id, undefined)}) f order by f.object_id, f.subject limit ${mostOfCheck}
    on conflict (org_id, check_key, object_id, subject) where status = ${sql.lit(open)}
    do update set run_id = excluded.run_id, object_no = excluded.object_no, expected = excluded.expected, actual = excluded.actual`.execute(
      tx,
    )
  const count = Number(saved.numAffectedRows ?? 0)
  // Of more than are kept nobody knows which are no more.
  if (count < mostOfCheck) {
    const lost = await rows(
      tx,
      sql<{ id: string }>`select id from reconciliation_difference where org_id = ${org_id} and check_key = ${check.key}
        and status = ${open} and run_id <> ${run_id} for update`,
    )
    const ids = lost.map(({ id }) => id)
    await transition(tx, org_id, { table: 'reconciliation_difference', statuses: differenceStatus }, 'lose', ids)
  }
  return count
}
