import { codeField, textField } from '@qitao/core/field.ts'
import { type DocumentTable, documentApproval, documentBooks } from '@qitao/document-kit/server'
import { expectOwn } from '@qitao/masterdata/server'
import { sql } from 'kysely'
import { supplements } from '../model/supplement.calls.ts'
import { settledSupplement } from '../model/supplement.rules.ts'
import { gradeBook, rateBook } from '../model/wage.rules.ts'
import { loadGrades, loadRates } from './compute.ts'
import { periodsOf } from './period.queries.ts'

/** The period that pays it: by its lines, and until then by its day. */
const period = sql`coalesce(
  (select string_agg(distinct p.no, ', ') from wage_line l join wage_period p on p.org_id = l.org_id and p.id = l.period_id
    where l.org_id = t.org_id and l.supplement_id = t.id),
  (select p.no from wage_period p where p.org_id = t.org_id and p.start_time <= t.sheet_date and p.end_time > t.sheet_date))`

export const supplementTable: DocumentTable<typeof supplements> = {
  table: 'supplement_sheet',
  serial: 'BD',
  keyword: found =>
    sql`${found(sql`t.reason`)} or t.user_id in (select k.id from app_user k where k.org_id = t.org_id and ${found(sql`k.name`, sql`k.account`)})`,
  shows: () => ({
    columns: sql`m.code as material_code, m.name as material_name,
      ${period} as period_no, t.wage as total_amount, null::text as currency`,
    joins: sql`left join material m on m.org_id = t.org_id and m.id = t.material_id`,
  }),
  exported: {
    fields: {
      user_name: textField('人员', 'Person'),
      period_no: codeField('工资期间', 'Wage period'),
      material_code: codeField('产品编码', 'Product code'),
      material_name: textField('产品', 'Product'),
    },
    instead: { user_id: ['user_name'], material_id: ['material_code', 'material_name'] },
  },
  async settle({ tx, org_id, member }, inputs) {
    await expectOwn(
      { tx, member },
      'people',
      inputs.map(({ user_id }) => user_id),
      'user_id',
    )
    const periods = await periodsOf(tx, org_id)
    const rateOf = rateBook(await loadRates(tx, org_id))
    const gradeOf = gradeBook(await loadGrades(tx, org_id))
    return inputs.map((input, index) => ({
      head: settledSupplement(input, { periods, rateOf, gradeOf }, inputs.length > 1 ? index + 1 : undefined),
    }))
  },
}
export const supplementBooks = documentBooks(supplements, supplementTable)
export const supplementApproval = documentApproval(supplements, supplementTable, supplementBooks)
