import { adminIds, noticeChannel, notifyEach } from '@qitao/access/server'
import type { Parsed } from '@qitao/core/call.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { type Language, say, text } from '@qitao/core/text.ts'
import { type Instant, minuteSeconds } from '@qitao/core/time.ts'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { updateRows } from '@qitao/platform/server/database/write-rows.ts'
import type { Member } from '@qitao/platform/server/http/handle.ts'
import { type JobContext, job } from '@qitao/platform/server/jobs/job.ts'
import { startJobOfCompanies } from '@qitao/platform/server/jobs/job-queue.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { log } from '@qitao/platform/server/log.ts'
import { asSeenBy } from '@qitao/sales/server'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import type { showReport } from '../../model/figure.calls.ts'
import { periodName } from '../../model/figure.rules.ts'
import { type FigureKey, figureOf, unitWords } from '../../model/figures.ts'
import { standsNow } from '../../model/report/report.rules.ts'
import { chartKind, letterProblem, letterStatus } from '../../model/report/report.status.ts'
import { barsOf, mostBars } from '../../model/report/report-bars.rules.ts'
import { letterOf } from '../../model/report/report-letter.rules.ts'
import { mostReceivers } from '../../model/report/report-mailing.calls.ts'
import { type MailTimes, nextMailTime } from '../../model/report/report-period.rules.ts'
import { seriesOf } from '../../model/report/report-series.rules.ts'
import { nameOfValue, sheetOf } from '../../model/report/report-sheet.rules.ts'
import { reportDefinition } from '../../model/report/saved-report.calls.ts'
import {
  brokenWords,
  leaveOut,
  lettersByState,
  mostTries,
  noticeOf,
  stillToMake,
  stopLetters,
  tellOwners,
} from './letters.ts'
import { figuresSeen, problemOf, readers, receiversOf, rightsKey, type Told, type Versions } from './receivers.ts'
import { isLargeReport, type ToldReport, tellReport } from './report.ts'
import { headingNames, reportFile } from './report-file.ts'
import { reportMailJob } from './report-mail.job.ts'

export const reportLettersJob = 'report_letters'
const { to_make, to_send, sending, left_out } = letterStatus.codes

/** Each minute: the companies of which a report is due, or of whose mails something is left to do. */
export const reportClock = job<unknown>(
  'report_clock',
  'housekeeping',
  (_, { transaction }) =>
    transaction(async tx => {
      const due = await rows(
        tx,
        sql<{ id: string; is_made: boolean }>`select distinct w.org_id as id, w.is_made from (
            select org_id, false as is_made from report_clock where next_time <= epoch_now()
            union all select org_id, status <> ${to_make} from report_letter
              where status in (${sql.lit(to_make)}, ${sql.lit(to_send)}, ${sql.lit(sending)}) and due_time <= epoch_now()) w
          join org o on o.id = w.org_id and o.status = ${enabledStatus.codes.enabled}`,
      )
      const idsOf = (isMade: boolean) => due.filter(({ is_made }) => is_made === isMade).map(({ id }) => id)
      await startJobOfCompanies(tx, reportLettersJob, idsOf(false))
      await startJobOfCompanies(tx, reportMailJob, idsOf(true))
      return { company_count: new Set(due.map(({ id }) => id)).size }
    }),
  { repeatable: true, every_seconds: minuteSeconds },
)

/** Names who gets what is due, and makes each mail under the rights of who gets it. */
export const reportLetters = job<unknown>(reportLettersJob, 'planning', make, {
  repeatable: true,
  serial: reportLettersJob,
  isOfTheProduct: true,
  isLarge: (_, { org_id, transaction, now }) => transaction(tx => isLargeOfDue(tx, org_id, now())),
})

/** What is long or computed of machines is not put together in the event loop. */
async function isLargeOfDue(tx: Tx, org_id: string, now: Instant): Promise<boolean> {
  const found = await rows(
    tx,
    sql<{
      definition: unknown
    }>`select t.definition from saved_report t join report_mailing m on m.org_id = t.org_id and m.report_id = t.id
      where t.org_id = ${org_id} and (exists (select from report_clock c where c.org_id = m.org_id and c.mailing_id = m.id and c.next_time <= epoch_now())
        or exists (select from report_letter l where l.org_id = m.org_id and l.mailing_id = m.id and l.status = ${sql.lit(to_make)} and l.due_time <= epoch_now()))`,
  )
  const [reader] = (await readers(tx, org_id)).values()
  if (!reader) return false
  // Nobody gets more than who sees all.
  const member = { ...reader, pages: new Set(Object.values(pages).map(({ path }) => path)), own_data_only: false }
  const large = await Promise.all(
    found.map(({ definition }) => {
      const { data } = reportDefinition.safeParse(definition)
      return data !== undefined && isLargeReport(data, { tx, org_id, member, now })
    }),
  )
  return large.includes(true)
}

async function make(_: unknown, context: JobContext) {
  const { org_id, transaction, tell, cancelled, now } = context
  const { begun, heard } = await transaction(tx => beginDue(tx, org_id, now()))
  for (const user_id of heard) await tell({ channel_type: noticeChannel }, { user_id })
  const { letters, members } = await transaction(async tx => ({
    letters: await lettersToMake(tx, org_id),
    members: await readers(tx, org_id),
  }))
  let made_count = 0
  for (const group of Map.groupBy(letters, letter => keyOf(letter, members)).values()) {
    if (cancelled()) break
    made_count += await makeGroup(group, members, context)
  }
  if (made_count > 0) await transaction(tx => startJobOfCompanies(tx, reportMailJob, [org_id]))
  return { run_count: begun, made_count }
}

interface Mailing extends MailTimes {
  readonly id: string
  readonly report_id: string
  readonly owner_id: string
  readonly name: string
  readonly next_time: Instant
  readonly time_zone: string
  readonly owner_name: string
  readonly has_owner: boolean
}
/** Whoever is due gets a run, and the next time is set, in one: a second worker finds nothing that is due. */
async function beginDue(tx: Tx, org_id: string, now: Instant) {
  const struck = await rows(
    tx,
    sql<{ mailing_id: string }>`select mailing_id from report_clock where org_id = ${org_id} and next_time <= ${now}
      order by mailing_id for update`,
  )
  const all = await rows(
    tx,
    sql<Mailing>`select m.id, m.report_id, m.rhythm, m.hour, m.weekday, m.month_day, c.next_time, t.owner_id, t.name, o.time_zone,
        u.name as owner_name, u.status = ${enabledStatus.codes.enabled} and not u.dropped as has_owner
      from report_clock c join report_mailing m on m.org_id = c.org_id and m.id = c.mailing_id
        join saved_report t on t.org_id = m.org_id and t.id = m.report_id join org o on o.id = c.org_id
        join app_user u on u.org_id = t.org_id and u.id = t.owner_id
      where c.org_id = ${org_id} and c.mailing_id = any(${struck.map(({ mailing_id }) => mailing_id)}::uuid[]) order by m.id`,
  )
  const heard = new Set<string>()
  const told = { tx, org_id, tell: (_message: unknown, { user_id }: { user_id: string }) => heard.add(user_id) }
  const [due, ownerless] = [all.filter(one => one.has_owner), all.filter(one => !one.has_owner)]
  await endMailings(told, ownerless)
  if (due.length === 0) return { begun: 0, heard }
  const counts = await beginRuns(
    tx,
    org_id,
    due.map(({ id, next_time }) => ({ id, run_time: next_time })),
  )
  await sql`update report_clock c set next_time = r.next_time from ${recordset(
    due.map(one => ({ id: one.id, next_time: nextMailTime(one, now, one.time_zone) })),
    sql`id uuid, next_time bigint`,
  )} as r where c.org_id = ${org_id} and c.mailing_id = r.id`.execute(tx)
  const unheard = due.flatMap((one, at) => {
    const count = counts[at] ?? 0
    return count > 0 && count <= mostReceivers ? [] : [{ ...one, isTooMany: count > mostReceivers }]
  })
  await notifyEach(
    told,
    unheard.map(({ owner_id, isTooMany, ...one }) => ({
      user_ids: [owner_id],
      notice: noticeOf(
        sourceOf(one),
        isTooMany
          ? text(
              `报表「${one.name}」没有发出：收件人超过${mostReceivers}人，请减少成员或角色`,
              `The report “${one.name}” went to nobody: more than ${mostReceivers} would get it. Name fewer members or roles`,
            )
          : text(
              `报表「${one.name}」没有发出：收件人都没有邮箱或无权查看`,
              `The report “${one.name}” went to nobody: none of them has an address and may see it`,
            ),
      ),
    })),
  )
  return { begun: due.length, heard }
}
const sourceOf = ({ id, report_id }: Pick<Mailing, 'id' | 'report_id'>) => ({ mailing_id: id, report_id })

/** Nobody answers for what is mailed after its maker has gone: it ends, and administrators hear of it. */
async function endMailings(told: Parameters<typeof notifyEach>[0], ended: readonly Mailing[]): Promise<void> {
  if (ended.length === 0) return
  const { tx, org_id } = told
  const ids = ended.map(({ id }) => id)
  await sql`delete from report_clock where org_id = ${org_id} and mailing_id = any(${ids}::uuid[])`.execute(tx)
  await updateRows(
    tx,
    org_id,
    'report_mailing',
    ids.map(id => ({ id, is_on: false })),
  )
  await stopLetters(tx, org_id, ids)
  const user_ids = await adminIds(tx, org_id)
  await notifyEach(
    told,
    ended.map(one => ({
      user_ids,
      notice: noticeOf(
        sourceOf(one),
        text(
          `报表「${one.name}」的定时邮件已停止：创建人${one.owner_name}已停用。需要时请复制为自己的报表再设置`,
          `The report “${one.name}” is not mailed any more: ${one.owner_name}, who made it, is not a member now. Save a copy as yours and have that mailed where it is needed`,
        ),
      ),
    })),
  )
}

interface NamedMailing {
  readonly report_type: Told['report_type'] | null
  readonly figures: NonNullable<Told['figures']> | null
  readonly id: string
  readonly user_ids: string[]
  readonly role_ids: string[]
}
/** A letter for each who is named, once for each run; how many of them can be reached, in the order of the runs. Of too many nobody gets one. */
export async function beginRuns(
  tx: Tx,
  org_id: string,
  runs: readonly { readonly id: string; readonly run_time: Instant }[],
): Promise<number[]> {
  const named = await rows(
    tx,
    sql<NamedMailing>`select m.id, m.user_ids, m.role_ids, t.definition ->> 'report_type' as report_type, t.definition -> 'figures' as figures
      from report_mailing m join saved_report t on t.org_id = m.org_id and t.id = m.report_id
      where m.org_id = ${org_id} and m.id = any(${runs.map(({ id }) => id)}::uuid[])`,
  )
  const receivers = await receiversOf(
    tx,
    org_id,
    named.map(({ report_type, figures, ...one }) => ({
      ...one,
      report_type: report_type ?? undefined,
      figures: figures ?? undefined,
    })),
  )
  const countOf = (id: string) => (receivers.get(id) ?? []).filter(({ problem }) => problem === null).length
  const letters = runs.flatMap(({ id, run_time }) =>
    (countOf(id) > mostReceivers ? [] : (receivers.get(id) ?? [])).map(({ user_id, problem }) => ({
      ...{ id: newId(), mailing_id: id, user_id, run_time, problem },
      status: problem === null ? to_make : left_out,
    })),
  )
  // Of a second nobody gets two, though the clock strikes while somebody has it sent.
  await sql`insert into report_letter (id, mailing_id, user_id, run_time, due_time, problem, status)
    select r.id, r.mailing_id, r.user_id, r.run_time, r.run_time, r.problem, r.status
    from ${recordset(letters, sql`id uuid, mailing_id uuid, user_id uuid, run_time bigint, problem text, status smallint`)} as r
    on conflict (org_id, mailing_id, run_time, user_id) do nothing`.execute(tx)
  return runs.map(({ id }) => countOf(id))
}

interface ToMake extends Versions {
  readonly id: string
  readonly user_id: string
  readonly mailing_id: string
  readonly run_time: Instant
  readonly attempts: number
  readonly report_id: string
  readonly name: string
  readonly definition: unknown
  readonly language: Language
  readonly with_file: boolean
  readonly origin: string | null
  readonly company: string
}
/** What takes its worker with it waits as well, so that the others go on: a try is noted before it is made. */
const noteTry = (tx: Tx, org_id: string, ids: readonly string[]): Promise<unknown> =>
  sql`update report_letter set due_time = epoch_now() + ${minuteSeconds}::bigint * power(4, attempts)::bigint, attempts = attempts + 1
    where org_id = ${org_id} and id = any(${ids}::uuid[]) and status = ${sql.lit(to_make)}`.execute(tx)
const lettersToMake = (tx: Tx, org_id: string): Promise<ToMake[]> =>
  rows(
    tx,
    sql<ToMake>`select l.id, l.user_id, l.mailing_id, l.run_time, l.attempts, m.report_id, t.name, t.definition, m.language, m.with_file, m.origin, o.name as company,
        t.row_version as report_version, m.row_version as mailing_version
      from report_letter l join report_mailing m on m.org_id = l.org_id and m.id = l.mailing_id
        join saved_report t on t.org_id = m.org_id and t.id = m.report_id join org o on o.id = l.org_id
      where l.org_id = ${org_id} and l.status = ${sql.lit(to_make)} and l.due_time <= epoch_now() order by l.run_time, l.id`,
  )
/** Letters that say the same. */
const keyOf = (letter: ToMake, members: ReadonlyMap<string, Member>): string => {
  const { mailing_id, run_time, user_id, definition } = letter
  const member = members.get(user_id)
  const { data } = reportDefinition.safeParse(definition)
  const said = member && data ? [problemOf(data, member, true), rightsKey(data, member, letter)] : null
  return JSON.stringify([mailing_id, run_time, said])
}

/** Computed once for all who have the same rights; how many letters were made. */
async function makeGroup(
  group: readonly ToMake[],
  members: ReadonlyMap<string, Member>,
  { org_id, transaction, now, cancelled, tell }: JobContext,
): Promise<number> {
  const [first] = group
  const ids = group.map(({ id }) => id)
  const { no_right, broken } = letterProblem.codes
  const none = async (problem: Parameters<typeof leaveOut>[3]) => {
    const heard = await transaction(async tx => {
      const waiting = await stillToMake(tx, org_id, ids)
      await leaveOut(tx, org_id, waiting, problem)
      return problem === broken ? tellOwners(tx, org_id, waiting, brokenWords) : []
    })
    for (const user_id of heard) await tell({ channel_type: noticeChannel }, { user_id })
    return 0
  }
  const member = first && members.get(first.user_id)
  if (!first || !member) return none(no_right)
  const { data: definition } = reportDefinition.safeParse(first.definition)
  if (!definition) return none(broken)
  const problem = problemOf(definition, member, true)
  if (problem !== null) return none(problem)
  const figures = figuresSeen(definition, member)
  const asked = { ...definition, figures }
  const at = now()
  const tries = Math.max(...group.map(({ attempts }) => attempts))
  if (tries >= mostTries) return none(broken)
  await transaction(tx => noteTry(tx, org_id, ids))
  try {
    return await transaction(async tx => {
      const told = await asSeenBy(tx, member, () => tellReport(asked, { tx, org_id, member, now: at }))
      const { language, name, company, origin, with_file } = first
      const names = headingNames(asked, member.time_zone, language)
      const file = with_file
        ? await reportFile(asked, told, { language, member, now: at }, text(name, name)).catch(noFile)
        : undefined
      const [figure] = told.columns
      const words = letterOf({
        ...(figure && definition.chart !== chartKind.codes.none
          ? { chart: chartOf(asked, told, figure, member, language) }
          : {}),
        ...{ name, company, language, range: told.timestamp_range, isNow: figures.every(standsNow) },
        ...{ sheet: sheetOf(told, asked, names), time_dimension: asked.time_dimension, zone: member.time_zone },
        ...{ currency: member.currency, hasFile: file !== undefined },
        link: origin === null ? null : `${origin}${pages.operationReport.path}?saved=${first.report_id}`,
        isCut: (definition.figures?.length ?? figures.length) > figures.length,
      })
      const waiting = await stillToMake(tx, org_id, ids)
      await transition(
        tx,
        org_id,
        lettersByState,
        'make',
        waiting,
        sql`attempts = attempts - 1, due_time = epoch_now(), subject = ${words.subject}, words = ${words.words}, html = ${words.html}, rights = ${rightsKey(definition, member, first)},
          file_name = ${file?.name ?? null}, file_content = ${file ? Buffer.from(file.bytes) : null}`,
      )
      return waiting.length
    })
  } catch (error) {
    if (error instanceof Refusal) return none(broken)
    if (cancelled()) throw error
    log.error({ err: error, org_id, report_id: first.report_id }, 'a report cannot be computed')
    return tries + 1 < mostTries ? 0 : none(broken)
  }
}
/** The first figure of the report, as its page shows it. */
function chartOf(
  { by, across, time_dimension }: Pick<Parsed<typeof showReport>, 'by' | 'across' | 'time_dimension'>,
  told: ToldReport,
  figure: FigureKey,
  { time_zone: zone, currency }: Member,
  language: Language,
): string {
  const { title, unit } = figureOf(figure)
  const words = {
    title: say(title, language),
    periodName: (begin: Instant) => periodName(begin, time_dimension, zone),
    nameOf: (...of: Parameters<typeof nameOfValue>) => say(nameOfValue(...of), language),
  }
  const series = seriesOf(told, figure, { by, across, grain: time_dimension, zone }, words, mostBars)
  const unitIn = unit === 'money' ? currency : say(unitWords(unit) ?? text('', ''), language)
  return series ? barsOf(series, unitIn === '' ? words.title : `${words.title} (${unitIn})`) : ''
}

/** Too long for a file, it goes without one. */
const noFile = (error: unknown): undefined => {
  if (!(error instanceof Refusal)) throw error
}
