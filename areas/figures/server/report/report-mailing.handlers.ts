import type { Out, Parsed } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows, updateRows } from '@qitao/platform/server/database/write-rows.ts'
import { type Context, expectVersion, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { listRows } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { reportErrors } from '../../model/report/report.errors.ts'
import { letterProblem, rhythm } from '../../model/report/report.status.ts'
import {
  listReportLetters,
  listReportReceivers,
  mostReceivers,
  type Receiver,
  type reportMailing,
  sendReportNow,
  setReportMailing,
  showReportMailing,
} from '../../model/report/report-mailing.calls.ts'
import { nextMailTime } from '../../model/report/report-period.rules.ts'
import type { ReportDefinition } from '../../model/report/saved-report.calls.ts'
import { stopLetters } from './letters.ts'
import { receiversOf } from './receivers.ts'
import { beginRuns, reportLettersJob } from './report-letters.job.ts'
import { expectOwn, expectOwnOrAdmin, lockClocks, lockedReports } from './saved-report.handlers.ts'

type Given = Parsed<typeof setReportMailing>
type MailingRow = z.output<typeof reportMailing.row>

/** The own report, or for an administrator any; of another one only who may open it hears that it is not the own one. */
async function ownReport(
  report_id: string,
  { tx, org_id, member }: Context,
  expected: typeof expectOwnOrAdmin = expectOwn,
): Promise<Pick<ReportDefinition, 'report_type' | 'figures'> & { is_mine: boolean }> {
  const held = (await lockedReports(tx, org_id, member, [report_id])).get(report_id)
  if (!held) refuse(generalErrors.recordNotFound)
  expected(held, member)
  return { ...held.definition, is_mine: held.owner_id === member.user_id }
}
const mailingOf = async (tx: Tx, org_id: string, report_id: string): Promise<MailingRow | undefined> => {
  const [found] = await rows(
    tx,
    sql<MailingRow>`select t.id, t.row_version, t.created_time, t.updated_time, t.is_on, t.rhythm, t.weekday, t.month_day, t.hour, t.user_ids,
        t.role_ids, t.language, t.with_file, c.next_time
      from report_mailing t left join report_clock c on c.org_id = t.org_id and c.mailing_id = t.id
      where t.org_id = ${org_id} and t.report_id = ${report_id}`,
  )
  return found
}

async function expectFit({ user_ids, role_ids, ...given }: Given, { tx, org_id }: Context): Promise<void> {
  if (user_ids.length + role_ids.length === 0) refuse(reportErrors.nobody, { field: 'user_ids' })
  if (given.rhythm === rhythm.codes.weekly && given.weekday === null)
    refuse(reportErrors.dayMissing, { field: 'weekday' })
  if (given.rhythm === rhythm.codes.monthly && given.month_day === null)
    refuse(reportErrors.dayMissing, { field: 'month_day' })
  const [found] = await rows(
    tx,
    sql<{ users: number; roles: number }>`select
      (select count(*)::int from app_user where org_id = ${org_id} and not dropped and ${among(sql`id`, user_ids)}) as users,
      (select count(*)::int from role where org_id = ${org_id} and ${among(sql`id`, role_ids)}) as roles`,
  )
  if (found!.users < new Set(user_ids).size) refuse(reportErrors.goneReference, { field: 'user_ids' })
  if (found!.roles < new Set(role_ids).size) refuse(reportErrors.goneReference, { field: 'role_ids' })
}
/** An administrator ends what somebody else has mailed, and alters nothing else of it. */
async function switchOff({ tx, org_id }: Context, { id }: MailingRow): Promise<{ id: string; next_time: null }> {
  await updateRows(tx, org_id, 'report_mailing', [{ id, is_on: false }])
  await sql`delete from report_clock where org_id = ${org_id} and mailing_id = ${id}`.execute(tx)
  await stopLetters(tx, org_id, [id])
  return { id, next_time: null }
}
const whoAndWhy = (receivers: readonly Receiver[]): Text => {
  const why = ({ problem }: Receiver) => letterProblem.stateOf(problem ?? letterProblem.codes.no_right)
  if (receivers.length === 0) return text('角色中没有成员', 'the roles have no members')
  const some = receivers.slice(0, 5)
  return text(
    some.map(one => `${one.name}（${why(one).zh}）`).join('、'),
    some.map(one => `${one.name} (${why(one).en})`).join(', '),
  )
}

export const reportMailingHandlers: Handler[] = [
  handle(showReportMailing, async ({ report_id }, context) => {
    await ownReport(report_id, context, expectOwnOrAdmin)
    return { record: (await mailingOf(context.tx, context.org_id, report_id)) ?? null }
  }),
  handle(listReportReceivers, async ({ report_id, user_ids, role_ids }, context) => {
    const definition = await ownReport(report_id, context)
    const found = await receiversOf(context.tx, context.org_id, [{ id: report_id, ...definition, user_ids, role_ids }])
    return { result: [...(found.get(report_id) ?? [])].slice(0, mostReceivers) }
  }),
  handle(setReportMailing, async ({ report_id, row_version, ...given }, context) => {
    const { tx, org_id, member, now, origin } = context
    const { is_mine, ...definition } = await ownReport(report_id, context, given.is_on ? expectOwn : expectOwnOrAdmin)
    await lockClocks(tx, org_id, [report_id])
    const held = await mailingOf(tx, org_id, report_id)
    if (held || row_version !== undefined) expectVersion(held, row_version ?? -1)
    if (!is_mine) return switchOff(context, held ?? refuse(reportErrors.notMailed))
    await expectFit({ report_id, ...given }, context)
    const named = { id: report_id, ...definition, user_ids: given.user_ids, role_ids: given.role_ids }
    const receivers = given.is_on ? ((await receiversOf(tx, org_id, [named])).get(report_id) ?? []) : []
    if (given.is_on) {
      if (receivers.length > mostReceivers) refuse(reportErrors.tooManyReceivers, { limit: mostReceivers })
      if (!receivers.some(({ problem }) => problem === null))
        refuse(reportErrors.nobodyReached, { field: 'user_ids', reasons: whoAndWhy(receivers) })
    }
    const row = {
      ...given,
      weekday: given.rhythm === rhythm.codes.weekly ? given.weekday : null,
      month_day: given.rhythm === rhythm.codes.monthly ? given.month_day : null,
      origin,
    }
    const id = held?.id ?? newId()
    if (held) await updateRows(tx, org_id, 'report_mailing', [{ id, ...row }])
    else await insertRows(tx, 'report_mailing', [{ id, report_id, ...row }])
    await stopLetters(
      tx,
      org_id,
      [id],
      receivers.map(({ user_id }) => user_id),
    )
    // What is due goes out as it is now, though nobody has begun it yet.
    const isDue = held?.is_on && held.next_time !== null && held.next_time <= now
    const next_time = given.is_on ? (isDue ? held.next_time : nextMailTime(given, now, member.time_zone)) : null
    await sql`delete from report_clock where org_id = ${org_id} and mailing_id = ${id}`.execute(tx)
    if (next_time !== null) await insertRows(tx, 'report_clock', [{ mailing_id: id, next_time }])
    return { id, next_time }
  }),
  handle(sendReportNow, async ({ report_id }, context) => {
    const { tx, org_id, now, startJob } = context
    await ownReport(report_id, context)
    const held = await mailingOf(tx, org_id, report_id)
    if (!held) refuse(reportErrors.notMailed)
    const [count = 0] = await beginRuns(tx, org_id, [{ id: held.id, run_time: now }])
    if (count > mostReceivers) refuse(reportErrors.tooManyReceivers, { limit: mostReceivers })
    if (count === 0) refuse(reportErrors.nobodyReached, { reasons: text('请查看收件人', 'see who gets it') })
    await startJob({ type: reportLettersJob, input: {}, coalesce: reportLettersJob })
    return { affected: count }
  }),
  handle(listReportLetters, async ({ report_id, ...input }, context) => {
    const { tx, org_id } = context
    // A list that is asked wrongly says so first, as every one does.
    const found = await listRows<Out<typeof listReportLetters>['result'][number]>(
      tx,
      {
        ...{ org_id, table: 'report_letter' },
        filterJoins: sql`join report_mailing m on m.org_id = t.org_id and m.id = t.mailing_id join app_user u on u.org_id = t.org_id and u.id = t.user_id`,
        where: [sql`m.report_id = ${report_id}`],
        columns: sql`t.id, t.run_time, u.name as user_name, t.status, t.problem, t.sent_time`,
        joins: sql`join app_user u on u.org_id = t.org_id and u.id = t.user_id`,
        orders: { run_time: sql`t.run_time`, user_name: sql`u.name` },
        defaultOrder: '-run_time',
      },
      input,
    )
    await ownReport(report_id, context, expectOwnOrAdmin)
    return found
  }),
]
