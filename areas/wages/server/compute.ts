import { columnset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows, updateRows } from '@qitao/platform/server/database/write-rows.ts'
import { transitions } from '@qitao/platform/server/list/transition.ts'
import { type RawBuilder, sql } from 'kysely'
import { firstOpen, lockedUntil, type PeriodFacts } from '../model/period.rules.ts'
import {
  compareSheets,
  type Grade,
  type PaidBack,
  type PaidSupplement,
  type Rate,
  type SheetFigures,
  type WageFacts,
  type Wages,
  type WorkedReport,
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

/** What a supplier made is paid to him, not to who received it. */
const counts = sql`not t.revoked and not t.outside and t.approved_time is not null`
const isPaid = (
  column: string,
) => sql`exists (select from wage_line l join wage_period p on p.org_id = l.org_id and p.id = l.period_id
  where l.org_id = t.org_id and l.${sql.ref(column)} = t.id and p.locked_time is not null)`

/**
 * All that decides what a period pays, as it is now. The one whose turn it is also gets what came after earlier ones were locked:
 * approved late, or taken back.
 */
export async function loadWages(
  tx: Tx,
  org_id: string,
  period: PeriodFacts,
  periods: readonly PeriodFacts[],
): Promise<WageFacts> {
  const until = lockedUntil(periods)
  const corrects = until > 0 && firstOpen(periods)?.id === period.id
  const from = Math.min(...periods.map(({ start_time }) => start_time))
  const within = (time: RawBuilder<unknown>) => sql`${time} >= ${period.start_time} and ${time} < ${period.end_time}`
  const late = (time: RawBuilder<unknown>, column: string) =>
    corrects ? sql`or (${time} >= ${from} and ${time} < ${until} and not ${isPaid(column)})` : sql``
  const reports = await rows(
    tx,
    sql<WorkedReport>`select t.id, t.process_id, m.material_id, t.report_time, t.finished_quantity, t.defective_quantity, t.work_seconds,
        t.user_ids, t.user_seconds, t.report_time < ${until} as late
      from report_record t join mo m on m.org_id = t.org_id and m.id = t.mo_id
      where t.org_id = ${org_id} and ${counts} and (${within(sql`t.report_time`)} ${late(sql`t.report_time`, 'report_id')})
      order by t.report_time, t.id`,
  )
  const supplements = await rows(
    tx,
    sql<PaidSupplement>`select t.id, t.user_id, t.kind, t.quantity, t.work_seconds, t.wage, t.sheet_date < ${until} as late
      from supplement_sheet t where t.org_id = ${org_id} and t.status = ${supplementStatus.codes.approved}
        and (${within(sql`t.sheet_date`)} ${late(sql`t.sheet_date`, 'supplement_id')})
      order by t.sheet_date, t.id`,
  )
  return {
    rates: await loadRates(tx, org_id),
    grades: await loadGrades(tx, org_id),
    reports,
    supplements,
    back: corrects ? await takenBack(tx, org_id) : [],
  }
}

/** What locked periods have paid, all in all, for reports and supplements that do not count any more. */
const takenBack = (tx: Tx, org_id: string): Promise<PaidBack[]> =>
  rows(
    tx,
    sql<PaidBack>`select l.user_id, l.report_id, l.supplement_id, sum(l.amount) as amount
      from wage_line l join wage_period p on p.org_id = l.org_id and p.id = l.period_id and p.locked_time is not null
        left join report_record t on t.org_id = l.org_id and t.id = l.report_id
        left join supplement_sheet s on s.org_id = l.org_id and s.id = l.supplement_id
      where l.org_id = ${org_id} and (t.revoked or s.status = ${supplementStatus.codes.reversed})
      group by 1, 2, 3 having sum(l.amount) <> 0 order by 1, 2, 3`,
  )

type StoredFigures = SheetFigures & { id: string; status: number }
export const storedSheets = (tx: Tx, org_id: string, period_id: string): Promise<StoredFigures[]> =>
  rows(
    tx,
    sql<StoredFigures>`select id, user_id, status, quantity, defective_quantity, work_seconds, piece_wage, hour_wage, supplement_wage,
        deduction_wage, correction_wage, total_wage from wage_sheet where org_id = ${org_id} and period_id = ${period_id}`,
  )

/** Lines and sheets become what was computed; a sheet that is another now is checked and sent anew. */
export async function saveWages(tx: Tx, org_id: string, period_id: string, wages: Wages, now: number): Promise<void> {
  await sql`select from wage_sheet where org_id = ${org_id} and period_id = ${period_id} order by id for no key update`.execute(
    tx,
  )
  const { added, altered, gone } = compareSheets(await storedSheets(tx, org_id, period_id), wages.sheets)
  await sql`delete from wage_line where org_id = ${org_id} and period_id = ${period_id}`.execute(tx)
  const lines = wages.lines.map((line, index) => ({ ...line, line_no: index + 1 }))
  await sql`insert into wage_line (period_id, line_no, user_id, kind, report_id, supplement_id, quantity, work_seconds, rate, amount)
    select ${period_id}, r.* from ${columnset(lines, {
      ...{ line_no: 'integer', user_id: 'uuid', kind: 'smallint', report_id: 'uuid', supplement_id: 'uuid' },
      ...{ quantity: 'numeric', work_seconds: 'integer', rate: 'numeric', amount: 'numeric' },
    })}`.execute(tx)
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
