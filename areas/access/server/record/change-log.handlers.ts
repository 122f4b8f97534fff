import { generalErrors } from '@qitao/core/general.errors.ts'
import { knownRecord } from '@qitao/core/known-record.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { queryChangeLog } from '../../model/record/change-log.calls.ts'
import { changesBetween, orderFields } from '../../model/record/change-log.rules.ts'

interface Logged {
  at: number
  user_name: string | null
  operation: 'INSERT' | 'UPDATE' | 'DELETE'
  cause: string | null
  old_row: Record<string, unknown> | null
  new_row: Record<string, unknown> | null
}

export const changeLogHandlers: Handler[] = [
  handle(queryChangeLog, async ({ table_name, row_id, page, page_size }, { tx, org_id, member }) => {
    const { history: granting, seen, guarded = {} } = knownRecord(table_name)
    if (!granting) return refuse(generalErrors.badParameter, { field: 'table_name' })
    if (!granting.some(({ path }) => member.pages.has(path))) refuse(generalErrors.noPermission)
    const isGuarded = (field: string) => guarded[field]?.every(({ path }) => !member.pages.has(path)) ?? false
    const view = member.own_data_only ? seen : undefined
    if (view) {
      const seen = await rows(tx, sql`select id from ${sql.table(view)} where org_id = ${org_id} and id = ${row_id}`)
      if (seen.length === 0) refuse(generalErrors.recordNotFound)
    }
    const where = sql`c.org_id = ${org_id} and c.table_name = ${table_name} and c.row_id = ${row_id}`
    const found = await rows(
      tx,
      sql<Logged>`select c.at, u.name as user_name, c.operation, c.cause, c.old_row, c.new_row from change_log c
        left join app_user u on u.org_id = c.org_id and u.id = c.user_id
        where ${where} order by c.id desc limit ${page_size} offset ${(page - 1) * page_size}`,
    )
    const [counted] = await rows(tx, sql<{ total: number }>`select count(*) as total from change_log c where ${where}`)
    const result = found.map(({ old_row, new_row, ...rest }) => ({
      ...rest,
      changes: changesBetween(old_row, new_row).filter(
        ({ field }) => !isGuarded(field) && (view || !member.own_data_only || !orderFields.has(field)),
      ),
    }))
    return { result, total: counted?.total ?? 0 }
  }),
]
