import { generalErrors } from '@qitao/core/general.errors.ts'
import { type KnownLines, knownRecord } from '@qitao/core/known-record.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { type RawBuilder, sql } from 'kysely'
import { queryChangeLog } from '../../model/record/change-log.calls.ts'
import { changesBetween, orderFields, writtenFields } from '../../model/record/change-log.rules.ts'

interface Logged {
  table_name: string
  at: number
  user_name: string | null
  operation: 'INSERT' | 'UPDATE' | 'DELETE'
  cause: string | null
  old_row: Record<string, unknown> | null
  new_row: Record<string, unknown> | null
}

export const changeLogHandlers: Handler[] = [
  handle(queryChangeLog, async ({ table_name, row_id, page, page_size }, { tx, org_id, member }) => {
    const { history: granting, seen, guarded = {}, lines } = knownRecord(table_name)
    if (!granting) return refuse(generalErrors.badParameter, { field: 'table_name' })
    if (!granting.some(({ path }) => member.pages.has(path))) refuse(generalErrors.noPermission)
    const isGuarded = (field: string) => guarded[field]?.every(({ path }) => !member.pages.has(path)) ?? false
    const view = member.own_data_only ? seen : undefined
    if (view) {
      const seen = await rows(tx, sql`select id from ${sql.table(view)} where org_id = ${org_id} and id = ${row_id}`)
      if (seen.length === 0) refuse(generalErrors.recordNotFound)
    }
    const told = sql`select c.id from change_log c where c.org_id = ${org_id} and c.table_name = ${table_name} and c.row_id = ${row_id}
      ${lines ? sql`union all ${toldOfLines(org_id, table_name, row_id, lines)}` : sql``}`
    const found = await rows(
      tx,
      sql<Logged>`select c.table_name, c.at, u.name as user_name, c.operation, c.cause, c.old_row, c.new_row
        from change_log c left join app_user u on u.org_id = c.org_id and u.id = c.user_id
        where c.org_id = ${org_id} and c.id in (${told}) order by c.id desc limit ${page_size} offset ${(page - 1) * page_size}`,
    )
    const [counted] = await rows(tx, sql<{ total: number }>`select count(*) as total from (${told}) t`)
    const written = new Set(lines && writtenFields(lines.of))
    const result = found.map(({ table_name: of, old_row, new_row, ...rest }) => {
      const isLine = of !== table_name
      return {
        ...rest,
        line: isLine ? lineOf(new_row ?? old_row ?? {}) : null,
        changes: changesBetween(old_row, new_row).filter(
          ({ field }) =>
            (!isLine || written.has(field)) &&
            !isGuarded(field) &&
            (view || !member.own_data_only || !orderFields.has(field)),
        ),
      }
    })
    return { result, total: counted?.total ?? 0 }
  }),
]

/** Places are turned about while lines are written anew. */
const lineOf = (row: Record<string, unknown>) => ({
  no: Math.abs(Number(row.line_no)),
  material_id: String(row.material_id),
})

/** Those with which the document was made are no change of it. */
const firstSeconds = 60
function toldOfLines(
  org_id: string,
  table_name: string,
  row_id: string,
  { of, parent }: KnownLines,
): RawBuilder<unknown> {
  const differs = [
    // Lines of which nobody writes anything are as they were made.
    sql`false`,
    ...writtenFields(of).map(field => sql`c.old_row -> ${field} is distinct from c.new_row -> ${field}`),
  ]
  return sql`select c.id from change_log c
    left join change_log made on made.org_id = ${org_id} and made.table_name = ${table_name} and made.row_id = ${row_id} and made.operation = 'INSERT'
    where c.org_id = ${org_id} and c.table_name = ${of.name} and c.row_id in (
        select l.id from ${sql.table(of.name)} l where l.org_id = ${org_id} and l.${sql.ref(parent)} = ${row_id}
        union all select g.row_id from change_log g
          where g.org_id = ${org_id} and g.table_name = ${of.name} and g.operation = 'DELETE' and g.old_row ->> ${parent} = ${row_id}
            and g.id > coalesce((select min(h.id) from change_log h where h.org_id = ${org_id} and h.table_name = ${table_name} and h.row_id = ${row_id}), 0))
      and case c.operation when 'UPDATE' then ${sql.join(differs, sql` or `)}
        when 'INSERT' then made.id is null or c.cause is distinct from made.cause or c.at > made.at + ${firstSeconds} else true end`
}
