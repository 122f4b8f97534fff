import { text } from '@qitao/core/text.ts'
import { literals } from '@qitao/platform/server/list/transition.ts'
import { amongThese, type Reconciliation } from '@qitao/platform/server/reconciliation.ts'
import { sql } from 'kysely'
import { wageKind } from '../model/wages.status.ts'

const { piece, hour, supplement, deduction, correction } = literals(wageKind.codes)
const of = (kind: typeof piece) => sql`coalesce(sum(l.amount) filter (where l.kind = ${kind}), 0)`

export const wagesReconciliations: readonly Reconciliation[] = [
  {
    key: 'wage_sheet',
    title: text('工资与工资明细', 'Wages and their lines'),
    remedy: text('以明细为准：未锁定的期间请重算', 'Lines count: recalculate a period that is not locked'),
    find: (org_id, ids) => sql`select t.id as object_id, p.no || ' ' || u.name as object_no, '' as subject,
        concat_ws(' / ', k.piece, k.hour, k.supplement, k.deduction, k.correction, k.total) as expected,
        concat_ws(' / ', t.piece_wage, t.hour_wage, t.supplement_wage, t.deduction_wage, t.correction_wage, t.total_wage) as found
      from wage_sheet t join wage_period p on p.org_id = t.org_id and p.id = t.period_id join app_user u on u.org_id = t.org_id and u.id = t.user_id
        cross join lateral (select ${of(piece)} as piece, ${of(hour)} as hour, ${of(supplement)} as supplement, ${of(deduction)} as deduction,
            ${of(correction)} as correction, coalesce(sum(l.amount), 0) as total
          from wage_line l where l.org_id = t.org_id and l.period_id = t.period_id and l.user_id = t.user_id) k
      where t.org_id = ${org_id} and ${amongThese(sql`t.id`, ids)}
        and (k.piece, k.hour, k.supplement, k.deduction, k.correction, k.total)
          <> (t.piece_wage, t.hour_wage, t.supplement_wage, t.deduction_wage, t.correction_wage, t.total_wage)`,
  },
]
