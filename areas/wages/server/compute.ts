import type { Quantity } from '@qitao/core/quantity.ts'
import { among, columnset, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows, updateRows } from '@qitao/platform/server/database/write-rows.ts'
import { transitions } from '@qitao/platform/server/list/transition.ts'
import { inTurns } from '@qitao/platform/server/threads/in-turns.ts'
import { type RawBuilder, sql } from 'kysely'
import { firstOpen, lockedUntil, type PeriodFacts } from '../model/period.rules.ts'
import {
  type Compared,
  compareSteps,
  type EarnedLine,
  type Grade,
  type PaidBack,
  type PaidSupplement,
  type Rate,
  type Stored,
  type WageFacts,
  type Wages,
  type WorkedReport,
  wageSteps,
} from '../model/wage.rules.ts'
import { sheetStatus, supplementStatus } from '../model/wages.status.ts'

export const loadRates = (tx: Tx, org_id: string): Promise<Rate[]> =>
  rows(
    tx,
    sql<Rate>`select process_id, material_id, grade, wage_type, rate, deduction, split, valid_from
      from wage_rate where org_id = ${org_id}`,
  )
export const loadGrades = (tx: Tx, org_id: string): Promise<Grade[]> =>
  rows(tx, sql<Grade>`select user_id, grade, coefficient, valid_from from wage_grade where org_id = ${org_id}`)

/** What a period pays, computed while others have their turns. */
export const wagesOf = (facts: WageFacts): Promise<Wages> => inTurns(wageSteps(facts))

/** What a supplier made is paid to him, not to who received it. */
const counts = sql`not t.revoked and not t.outside and t.approved_time is not null`
const isPaid = (
  column: string,
) => sql`exists (select from wage_line l join wage_period p on p.org_id = l.org_id and p.id = l.period_id
  where l.org_id = t.org_id and l.${sql.ref(column)} = t.id and p.locked_time is not null)`

/**
 * Reports `t` and supplements `t` that a period pays. The one whose turn it is also gets what came after earlier ones were locked:
 * approved late, or taken back.
 */
function paidIn(org_id: string, period: PeriodFacts, periods: readonly PeriodFacts[]) {
  const until = lockedUntil(periods)
  const corrects = until > 0 && firstOpen(periods)?.id === period.id
  const from = Math.min(...periods.map(({ start_time }) => start_time))
  const within = (time: RawBuilder<unknown>, column: string) =>
    sql`((${time} >= ${period.start_time} and ${time} < ${period.end_time}) ${
      corrects ? sql`or (${time} >= ${from} and ${time} < ${until} and not ${isPaid(column)})` : sql``
    })`
  return {
    ...{ until, corrects },
    reports: sql`t.org_id = ${org_id} and ${counts} and ${within(sql`t.report_time`, 'report_id')}`,
    supplements: sql`t.org_id = ${org_id} and t.status = ${supplementStatus.codes.approved}
      and ${within(sql`t.sheet_date`, 'supplement_id')}`,
  }
}

/** All that decides what a period pays, as it is now. */
export async function loadWages(
  tx: Tx,
  org_id: string,
  period: PeriodFacts,
  periods: readonly PeriodFacts[],
): Promise<WageFacts> {
  const paid = paidIn(org_id, period, periods)
  const reports = await rows(
    tx,
    sql<WorkedReport>`select t.id, t.process_id, m.material_id, t.report_time, t.finished_quantity, t.defective_quantity, t.work_seconds,
        t.user_ids, t.user_seconds, t.report_time < ${paid.until} as late
      from report_record t join mo m on m.org_id = t.org_id and m.id = t.mo_id where ${paid.reports}
      order by t.report_time, t.id`,
  )
  const supplements = await rows(
    tx,
    sql<PaidSupplement>`select t.id, t.user_id, t.kind, t.sheet_date, t.process_id, t.material_id, t.quantity, t.work_seconds, t.wage, t.by_rate,
        t.sheet_date < ${paid.until} as late
      from supplement_sheet t where ${paid.supplements} order by t.sheet_date, t.id`,
  )
  return {
    rates: await loadRates(tx, org_id),
    grades: await loadGrades(tx, org_id),
    reports,
    supplements,
    back: paid.corrects ? await takenBack(tx, org_id) : [],
  }
}

/**
 * Which rows decide what a period pays, and in which version: another word when any of them is another. Asked where the wages are
 * saved, and compared with what it was when they were read.
 */
export async function wagesMark(
  tx: Tx,
  org_id: string,
  period: PeriodFacts,
  periods: readonly PeriodFacts[],
): Promise<string> {
  const paid = paidIn(org_id, period, periods)
  const versions = (from: RawBuilder<unknown>) =>
    sql`(select concat(count(*), ':', sum(hashtextextended(t.id::text, t.row_version))) from ${from})`
  const own = (table: 'wage_rate' | 'wage_grade' | 'wage_period') =>
    versions(sql`${sql.table(table)} t where t.org_id = ${org_id}`)
  const [found] = await rows(
    tx,
    sql<{ mark: string }>`select concat_ws(' ', ${versions(sql`report_record t where ${paid.reports}`)},
      ${versions(sql`supplement_sheet t where ${paid.supplements}`)}, ${own('wage_rate')}, ${own('wage_grade')}, ${own('wage_period')},
      (select concat(count(*), ':', sum(b.amount)) from (${paid.corrects ? back(org_id) : sql`select 0 as amount where false`}) b)) as mark`,
  )
  return found!.mark
}

/** What locked periods have paid, all in all, for reports and supplements that do not count any more. */
const back = (org_id: string) => sql<PaidBack>`select l.user_id, l.report_id, l.supplement_id, sum(l.amount) as amount
  from wage_line l join wage_period p on p.org_id = l.org_id and p.id = l.period_id and p.locked_time is not null
    left join report_record t on t.org_id = l.org_id and t.id = l.report_id
    left join supplement_sheet s on s.org_id = l.org_id and s.id = l.supplement_id
  where l.org_id = ${org_id} and (t.revoked or s.status = ${supplementStatus.codes.reversed})
  group by 1, 2, 3 having sum(l.amount) <> 0 order by 1, 2, 3`
const takenBack = (tx: Tx, org_id: string): Promise<PaidBack[]> => rows(tx, back(org_id))

/** What is paid, as it stands in the books, beside what it is to be. */
export async function compared(
  tx: Tx,
  org_id: string,
  period_id: string,
  wages: Wages,
): Promise<Compared & { readonly stored: readonly Stored[] }> {
  const sheets = await storedSheets(tx, org_id, period_id)
  const lines = await rows(
    tx,
    sql<EarnedLine>`select user_id, kind, report_id, supplement_id, quantity, work_seconds, rate, amount
      from wage_line where org_id = ${org_id} and period_id = ${period_id}`,
  )
  return { ...(await inTurns(compareSteps({ sheets, lines }, wages))), stored: sheets }
}
/** Sheets of a period, locked in the order of their ids. */
export const lockSheets = (tx: Tx, org_id: string, period_id: string): Promise<unknown> =>
  sql`select from wage_sheet where org_id = ${org_id} and period_id = ${period_id} order by id for no key update`.execute(
    tx,
  )

const storedSheets = (tx: Tx, org_id: string, period_id: string): Promise<Stored[]> =>
  rows(
    tx,
    sql<Stored>`select id, user_id, status, quantity, defective_quantity, work_seconds, piece_wage, hour_wage, supplement_wage,
        deduction_wage, correction_wage, total_wage from wage_sheet where org_id = ${org_id} and period_id = ${period_id}`,
  )

interface Worth {
  readonly id: string
  readonly wage: Quantity
}
/** Supplements that are worth something else by their rate now. Locked: before the periods, as those who write them do. */
export async function lockWorths(tx: Tx, org_id: string, { lines }: Wages): Promise<Worth[]> {
  const worths = lines.flatMap(({ supplement_id, amount }) =>
    supplement_id ? { id: supplement_id, wage: amount } : [],
  )
  const byRate = sql`s.org_id = ${org_id} and s.by_rate and s.status = ${supplementStatus.codes.approved}
    and ${among(
      sql`s.id`,
      worths.map(({ id }) => id),
    )}`
  await sql`select from supplement_sheet s where ${byRate} order by s.id for no key update`.execute(tx)
  return rows(
    tx,
    sql<Worth>`select s.id, r.wage from supplement_sheet s join ${recordset(worths, sql`id uuid, wage numeric(20,2)`)} r on r.id = s.id
      where ${byRate} and s.wage <> r.wage`,
  )
}

/** Lines that are written at a time. */
const linesAtOnce = 4000

/** Lines and sheets become what was computed; a sheet that is another now is checked and sent anew. */
export async function saveWages(
  tx: Tx,
  org_id: string,
  period_id: string,
  { wages, worths }: { readonly wages: Wages; readonly worths: readonly Worth[] },
  now: number,
): Promise<void> {
  // What the rate makes of a supplement is what its own page says, too.
  await updateRows(tx, org_id, 'supplement_sheet', worths)
  await lockSheets(tx, org_id, period_id)
  const { added, altered, gone } = await compared(tx, org_id, period_id, wages)
  await sql`delete from wage_line where org_id = ${org_id} and period_id = ${period_id}`.execute(tx)
  for (let from = 0; from < wages.lines.length; from += linesAtOnce) {
    const lines = wages.lines
      .slice(from, from + linesAtOnce)
      .map((line, index) => ({ ...line, line_no: from + index + 1 }))
    await sql`insert into wage_line (period_id, line_no, user_id, kind, report_id, supplement_id, quantity, work_seconds, rate, amount)
      select ${period_id}, r.* from ${columnset(lines, {
        ...{ line_no: 'integer', user_id: 'uuid', kind: 'smallint', report_id: 'uuid', supplement_id: 'uuid' },
        ...{ quantity: 'numeric', work_seconds: 'integer', rate: 'numeric', amount: 'numeric' },
      })}`.execute(tx)
  }
  await insertRows(
    tx,
    'wage_sheet',
    added.map(sheet => ({ ...sheet, id: newId(), period_id, status: sheetStatus.codes.open })),
  )
  await updateRows(
    tx,
    org_id,
    'wage_sheet',
    altered.map(({ status: _, ...sheet }) => sheet),
  )
  await transitions(
    tx,
    org_id,
    { table: 'wage_sheet', statuses: sheetStatus },
    altered.map(({ id }) => ({ id, action: 'reopen' as const })),
  )
  await sql`delete from wage_sheet where org_id = ${org_id} and id = any(${gone.map(({ id }) => id)}::uuid[])`.execute(
    tx,
  )
  await updateRows(tx, org_id, 'wage_period', [{ id: period_id, computed_time: now }])
}
