import type { Out } from '@qitao/core/call.ts'
import type { ListInput, Rows } from '@qitao/core/page.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { contains, expectFixedOrder, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { type RawBuilder, sql } from 'kysely'
import type { listWageLines } from '../model/wage-sheet.calls.ts'
import type { WageSheetRow } from '../model/wage-sheet.record.ts'

type Conditions = readonly (RawBuilder<unknown> | undefined | false)[]
const columns = sql`t.*, u.name as user_name, p.no as period_no,
  (select string_agg(g.name, ', ' order by g.name) from workgroup_member w join workgroup g on g.org_id = w.org_id and g.id = w.workgroup_id
    where w.org_id = t.org_id and w.user_id = t.user_id) as workgroup_names`
const joins = sql`join app_user u on u.org_id = t.org_id and u.id = t.user_id join wage_period p on p.org_id = t.org_id and p.id = t.period_id`

export interface SheetFilters {
  user_id?: string | undefined
  workgroup_id?: string | undefined
  period_id?: string | undefined
  process_id?: string | undefined
  statuses?: readonly number[] | undefined
  timestamp_range?: readonly [number, number] | undefined
}
const conditions = (org_id: string, input: ListInput & SheetFilters): Conditions => [
  contains(input.keyword, sql`u.name`, sql`u.account`, sql`p.no`),
  oneOfCodes(sql`t.status`, input.statuses),
  input.user_id !== undefined && sql`t.user_id = ${input.user_id}`,
  input.period_id !== undefined && sql`t.period_id = ${input.period_id}`,
  input.workgroup_id !== undefined &&
    sql`t.user_id in (select w.user_id from workgroup_member w where w.org_id = ${org_id} and w.workgroup_id = ${input.workgroup_id})`,
  input.process_id !== undefined &&
    sql`exists (select from wage_line l join report_record r on r.org_id = l.org_id and r.id = l.report_id
      where l.org_id = t.org_id and l.period_id = t.period_id and l.user_id = t.user_id and r.process_id = ${input.process_id})`,
  // Any of its days is meant.
  input.timestamp_range !== undefined &&
    sql`p.start_time <= ${input.timestamp_range[1]} and p.end_time > ${input.timestamp_range[0]}`,
]
export const sheetsPage = (
  tx: Tx,
  org_id: string,
  input: ListInput & SheetFilters,
  more: Conditions = [],
): Promise<Rows<WageSheetRow>> =>
  listRows<WageSheetRow>(
    tx,
    {
      ...{ org_id, table: 'wage_sheet', filterJoins: joins, columns, joins },
      where: [...conditions(org_id, input), ...more],
      orders: {
        user_name: sql`u.name`,
        period_no: sql`p.start_time`,
        total_wage: sql`t.total_wage`,
        status: sql`t.status`,
        created_time: sql`t.created_time`,
      },
      defaultOrder: '-period_no',
    },
    input,
  )
/** Of all that the filters find, not only of the page. */
export async function totalOf(tx: Tx, org_id: string, input: ListInput & SheetFilters): Promise<string> {
  const where = [sql`t.org_id = ${org_id}`, ...conditions(org_id, input).filter(Boolean)]
  const [found] = await rows(
    tx,
    sql<{ total: string }>`select coalesce(sum(t.total_wage), 0)::numeric(20,2) as total from wage_sheet t ${joins}
      where ${sql.join(where, sql` and `)}`,
  )
  return found!.total
}

type LineRow = Out<typeof listWageLines>['result'][number]
/** The lines of a sheet, the newest first; none where it is not seen. */
export async function linesPage(
  tx: Tx,
  org_id: string,
  input: ListInput & { sheet_id: string },
  seen: RawBuilder<unknown> = sql`true`,
): Promise<Rows<LineRow>> {
  expectFixedOrder(input)
  const from = sql`wage_sheet t join wage_line l on l.org_id = t.org_id and l.period_id = t.period_id and l.user_id = t.user_id
    left join report_record r on r.org_id = l.org_id and r.id = l.report_id
    left join supplement_sheet s on s.org_id = l.org_id and s.id = l.supplement_id
    left join mo o on o.org_id = l.org_id and o.id = r.mo_id
    left join process p on p.org_id = l.org_id and p.id = coalesce(r.process_id, s.process_id)
    left join material m on m.org_id = l.org_id and m.id = coalesce(s.material_id, o.material_id)`
  const where = [
    sql`t.org_id = ${org_id} and t.id = ${input.sheet_id} and ${seen}`,
    contains(input.keyword, sql`coalesce(r.report_no, s.no)`, sql`o.no`, sql`p.name`),
  ].filter(condition => condition !== undefined)
  const found = await rows(
    tx,
    sql<
      LineRow & { total: number }
    >`select count(*) over () as total, l.line_no::text as id, l.kind, coalesce(r.report_time, s.sheet_date) as work_time,
        coalesce(r.report_no, s.no) as source_no, o.no as mo_no, p.name as process_name, m.code as material_code, m.name as material_name,
        l.quantity, l.work_seconds, l.rate, l.amount
      from ${from} where ${sql.join(where, sql` and `)} order by work_time desc, l.line_no
      limit ${input.page_size === -1 ? 2000 : input.page_size} offset ${(input.page - 1) * Math.max(input.page_size, 0)}`,
  )
  return { result: found.map(({ total: _, ...line }) => line), total: found[0]?.total ?? 0 }
}
