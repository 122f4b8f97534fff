import { generalErrors } from '@qitao/core/general.errors.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { say } from '@qitao/core/text.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { bulkAnswer, type Handler, handle, type Member, sortOut } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import type { Difference } from '@qitao/platform/server/reconciliation.ts'
import { sql } from 'kysely'
import {
  addReconciliation,
  correctDifferences,
  type DifferenceRow,
  queryDifferenceList,
  queryReconciliation,
} from '../model/reconciliation.calls.ts'
import { reconciliationErrors } from '../model/reconciliation.errors.ts'
import { differenceStatus } from '../model/reconciliation.status.ts'
import { reconciliationJob } from './reconciliation.jobs.ts'
import { reconciliations } from './reconciliations.ts'

const { open, corrected, gone } = differenceStatus.codes
const differencesByState = { table: 'reconciliation_difference', statuses: differenceStatus } as const
const checkOf = new Map(reconciliations.map(check => [check.key, check]))

type Stored = Omit<DifferenceRow, 'check_title' | 'remedy' | 'correctable'>
interface StoredDifference {
  readonly id: string
  readonly check_key: string
  readonly object_id: string
  readonly object_no: string
  readonly subject: string
  readonly status: Stored['status']
}

/** Differences name documents of everybody. */
function expectAllData({ own_data_only }: Member): void {
  if (own_data_only) refuse(generalErrors.noPermission)
}

export const reconciliationHandlers: Handler[] = [
  handle(queryDifferenceList, async (input, { tx, org_id, member, language }) => {
    expectAllData(member)
    const found = await listRows<Stored>(
      tx,
      {
        org_id,
        table: 'reconciliation_difference',
        where: [
          contains(input.keyword, sql`t.object_no`, sql`t.subject`),
          input.check_key !== undefined && sql`t.check_key = ${input.check_key}`,
          oneOfCodes(sql`t.status`, input.statuses),
        ],
        columns: sql`t.id, t.row_version, t.check_key, t.object_id, t.object_no, t.subject, t.expected, t.actual as found, t.status, t.found_time,
          t.reason, u.name as corrected_by_name, t.corrected_time`,
        joins: sql`left join app_user u on u.org_id = t.org_id and u.id = t.corrected_by`,
        orders: {
          // Open ones first, the newest first.
          open_first: sql`(t.status * 100000000000 - t.found_time)`,
          found_time: sql`t.found_time`,
          object_no: sql`t.object_no`,
          status: sql`t.status`,
        },
        defaultOrder: 'open_first',
      },
      input,
    )
    const result = found.result.map((row): DifferenceRow => {
      const check = checkOf.get(row.check_key)
      return {
        ...row,
        check_title: check ? say(check.title, language) : row.check_key,
        remedy: check ? say(check.remedy, language) : '',
        correctable: check?.correct !== undefined,
      }
    })
    return { ...found, result }
  }),

  handle(queryReconciliation, async (_, { tx, org_id, member, language }) => {
    expectAllData(member)
    const [last_run] = await rows(
      tx,
      sql<{
        started_time: number
        finished_time: number | null
        started_by_name: string | null
        check_count: number
      }>`select r.started_time, r.finished_time, u.name as started_by_name, r.check_count from reconciliation_run r
        left join app_user u on u.org_id = r.org_id and u.id = r.started_by
        where r.org_id = ${org_id} and r.finished_time is not null order by r.started_time desc, r.id desc limit 1`,
    )
    const [running] = await rows(
      tx,
      sql<{
        id: string
      }>`select id from job where org_id = ${org_id} and job_type = ${reconciliationJob} and status in (${jobStatus.codes.queued}, ${jobStatus.codes.running}) limit 1`,
    )
    const counts = await rows(
      tx,
      sql<{ check_key: string; count: number }>`select check_key, count(*) as count from reconciliation_difference
        where org_id = ${org_id} and status = ${open} group by check_key`,
    )
    const countOf = new Map(counts.map(({ check_key, count }) => [check_key, count]))
    return {
      last_run: last_run ?? null,
      job_id: running?.id ?? null,
      checks: reconciliations.map(({ key, title, remedy, correct }) => ({
        key,
        title: say(title, language),
        remedy: say(remedy, language),
        correctable: correct !== undefined,
        open_count: countOf.get(key) ?? 0,
      })),
    }
  }),

  handle(addReconciliation, async (_, { startJob, member }) => {
    expectAllData(member)
    return { job_id: await startJob({ type: reconciliationJob, input: {}, singleton: reconciliationJob }) }
  }),

  handle(correctDifferences, async ({ ids, reason }, { tx, org_id, member, now, language }) => {
    if (!member.is_admin) refuse(reconciliationErrors.administratorsOnly)
    const stored = await rows(
      tx,
      sql<StoredDifference>`select id, check_key, object_id, object_no, subject, status from reconciliation_difference
        where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`,
    )
    const named = new Map(stored.map(one => [one.id, { ...one, no: one.object_no }]))
    const { passed, refused } = sortOut(ids, named, one => {
      const whyNot = differenceStatus.whyNot('correct', one.status)
      const check = checkOf.get(one.check_key)
      if (whyNot) refuse(reconciliationErrors.notCorrectable, { detail: whyNot })
      if (!check?.correct) refuse(reconciliationErrors.notCorrectable, check && { detail: check.remedy })
    })
    // One check, so that rows are locked in the order in which all others lock them.
    if (new Set(passed.map(one => one.check_key)).size > 1) refuse(reconciliationErrors.oneCheckAtATime)
    const fate = await correctAll(tx, org_id, passed)
    const idsThatAre = (status: number) => passed.flatMap(one => (fate.get(one.id) === status ? one.id : []))
    const stays = passed.filter(one => fate.get(one.id) === open)
    const corrects = sql`reason = ${reason}, corrected_by = ${member.user_id}, corrected_time = ${now}`
    await transition(tx, org_id, differencesByState, 'correct', idsThatAre(corrected), corrects)
    await transition(tx, org_id, differencesByState, 'lose', idsThatAre(gone))
    return bulkAnswer(
      [...idsThatAre(corrected), ...idsThatAre(gone)],
      [
        ...refused,
        ...stays.map(one => ({
          id: one.id,
          definition: reconciliationErrors.notCorrectable,
          data: { detail: checkOf.get(one.check_key)!.remedy },
          name: one.object_no,
        })),
      ],
      language,
    )
  }),
]

/** What is found after its correction could not be put right; what was not found before had gone by itself. */
async function correctAll(
  tx: Tx,
  org_id: string,
  differences: readonly StoredDifference[],
): Promise<ReadonlyMap<string, number>> {
  const check = checkOf.get(differences[0]?.check_key ?? '')
  if (!check?.correct) return new Map()
  const object_ids = [...new Set(differences.map(one => one.object_id))]
  const keyOf = (one: Pick<Difference, 'object_id' | 'subject'>) => `${one.object_id} ${one.subject}`
  const keysNow = async () =>
    new Set((await rows(tx, sql<Difference>`${check.find(org_id, object_ids)}`)).map(one => keyOf(one)))
  const before = await keysNow()
  await check.correct(tx, org_id, object_ids)
  const after = await keysNow()
  return new Map(
    differences.map(one => [one.id, after.has(keyOf(one)) ? open : before.has(keyOf(one)) ? corrected : gone]),
  )
}
