import type { TestCompany } from '@qitao/app-server/testing/test-app.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { addReport, approveReports } from '@qitao/shopfloor/model/report.calls.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { type RawBuilder, sql } from 'kysely'
import { wageRateCalls } from '../model/wage-rate.calls.ts'
import { addWagePeriod, listWages, recalculateWages } from '../model/wage-sheet.calls.ts'

/** A report of a day before today. */
export async function aReport(
  company: TestCompany,
  task_id: string,
  { good = '0', bad = '0', day = -2, approved = true, ...more }: ReportWanted,
): Promise<string> {
  const { id } = await company.admin.ok(addReport, {
    ...{ task_id, finished_quantity: good, defective_quantity: bad },
    ...more,
  })
  await company.as(tx => sql`update report_record set report_time = ${inDays(day) + 3600} where id = ${id}`.execute(tx))
  if (approved) await company.admin.ok(approveReports, { ids: [id] })
  return id
}
interface ReportWanted {
  good?: string
  bad?: string
  day?: number
  approved?: boolean
  work_seconds?: number
  user_ids?: string[]
  user_seconds?: number[]
}

/** Four good and one bad piece of the administrator, at 1.255 each and 0.5 off, in a period that is over. */
export async function aPaidPeriod(company: TestCompany) {
  const floor = await onTheFloor(company, { quantity: '20', stock: '40' })
  const [process_id] = floor.process_ids as [string]
  const task_id = floor.task_ids[0]!
  const report_id = await aReport(company, task_id, { good: '4', bad: '1' })
  const rate = { process_id, rate: '1.255', deduction: '0.5', valid_from: inDays(-30) }
  const { id: rate_id } = await company.admin.ok(wageRateCalls.add, rate)
  const { id: period_id } = await company.admin.ok(addWagePeriod, {
    ...{ no: 'P1', start_time: inDays(-10), end_time: inDays(-1) },
  })
  return { ...floor, process_id, task_id, report_id, rate, rate_id, period_id }
}
/** The same, calculated: what it came to. */
export async function aWageSheet(company: TestCompany) {
  const of = await aPaidPeriod(company)
  await company.admin.ok(recalculateWages, { period_id: of.period_id })
  const { result } = await company.admin.ok(listWages, { period_id: of.period_id })
  return { ...of, sheet: result[0]!, sheet_id: result[0]!.id }
}

export interface ProvedLine {
  readonly report_id: string
  readonly user_id: string
  readonly kind: number
  readonly amount: string
}
/**
 * What reports between two times pay, to the cent, by a statement that shares nothing with the code that computes them: exact whole
 * numbers of a cent, the rest dealt by the largest remainders.
 */
export const provedLines = (tx: Tx, org_id: string, from: number, until: number): Promise<ProvedLine[]> => {
  const dealt = (numerator: RawBuilder<unknown>) => sql`
    (select x.id, x.user_id, x.quotient + case when row_number() over (partition by x.id order by x.remainder desc, x.ord)
        <= div(2 * sum(x.numerator) over (partition by x.id) + x.whole, 2 * x.whole) - sum(x.quotient) over (partition by x.id) then 1 else 0 end as cents
      from (select w.id, w.user_id, w.ord, w.whole, ${numerator} as numerator, div(${numerator}, w.whole) as quotient,
          mod(${numerator}, w.whole) as remainder from weighed w) x)`
  return rows(
    tx,
    sql<ProvedLine>`
    with worked as (
        select r.id, r.finished_quantity as good, r.defective_quantity as bad, u.user_id, u.ord,
          coalesce(r.user_seconds[u.ord], r.work_seconds) as seconds, coalesce(g.coefficient, 1) as coefficient, p.wage_type, p.rate, p.deduction, p.split
        from report_record r join mo m on m.org_id = r.org_id and m.id = r.mo_id
          cross join lateral unnest(r.user_ids) with ordinality u (user_id, ord)
          left join lateral (select k.grade, k.coefficient from wage_grade k where k.org_id = r.org_id and k.user_id = u.user_id
            and k.valid_from <= r.report_time order by k.valid_from desc limit 1) g on true
          left join lateral (select k.* from wage_rate k where k.org_id = r.org_id and k.process_id = r.process_id
            and (k.material_id is null or k.material_id = m.material_id) and (k.grade is null or k.grade = g.grade) and k.valid_from <= r.report_time
            order by k.material_id is null, k.grade is null, k.valid_from desc limit 1) p on true
        where r.org_id = ${org_id} and r.approved_time is not null and not r.revoked and r.report_time >= ${from} and r.report_time < ${until}),
      asked as (select w.*, case when bool_and(coalesce(w.split, 0) = 2) over (partition by w.id) then w.coefficient else w.seconds end as wanted from worked w),
      weights as (select a.*, case when sum(a.wanted) over (partition by a.id) > 0 then a.wanted else 1 end as weight from asked a),
      weighed as (select a.*, sum(a.weight) over (partition by a.id) as whole from weights a),
      pieces as ${dealt(sql`(case when w.wage_type = 1 then w.good * w.rate * w.weight * 100 else 0 end)`)},
      deducted as ${dealt(sql`(w.bad * coalesce(w.deduction, 0) * w.weight * 100)`)}
    select w.id as report_id, w.user_id, 1 as kind, (c.cents / 100)::numeric(20,2) as amount from weighed w join pieces c on c.id = w.id and c.user_id = w.user_id
      where w.good > 0 and w.wage_type is distinct from 2
    union all select w.id, w.user_id, 2, round(w.seconds * w.rate / 3600, 2)::numeric(20,2) from weighed w where w.wage_type = 2
    union all select w.id, w.user_id, 3, (-c.cents / 100)::numeric(20,2) from weighed w join deducted c on c.id = w.id and c.user_id = w.user_id where w.bad > 0`,
  )
}
