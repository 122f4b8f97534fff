import { contract } from '@qitao/app-server/testing/contract.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { knownRecords } from '@qitao/core/known-record.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addUser, alterUser, resetUserPassword } from '../../model/member/user.calls.ts'
import { queryChangeLog } from '../../model/record/change-log.calls.ts'

const app = await testApp()

contract(app, queryChangeLog, {
  set: async company => {
    const { id } = await company.admin.ok(addUser, { account: 'zhang', name: '张三', password: 'Good-Pass1' })
    await company.admin.ok(alterUser, { id, name: '张三丰' })
    await company.admin.ok(resetUserPassword, { id, new_password: 'Fresh-Pass9' })
    return { id }
  },
  good: ({ id }) => ({ table_name: 'app_user', row_id: id }),
  check: async (data, { id }, company) => {
    expect(data.total).toBe(3)
    expect(data.result[1]).toMatchObject({
      user_name: 'Admin',
      operation: 'UPDATE',
      cause: alterUser.path,
      changes: [{ field: 'name', before: '张三', after: '张三丰' }],
    })
    expect(data.result[2]?.changes).toContainEqual({ field: 'account', before: null, after: 'zhang' })
    expect(JSON.stringify(data)).not.toContain('argon2')
    const member = await company.member([pages.settings])
    expect((await member.send(queryChangeLog, { table_name: 'app_user', row_id: id })).code).toBe(5011)
    const second = await company.admin.ok(queryChangeLog, { table_name: 'app_user', row_id: id, page: 2, page_size: 2 })
    expect(second.result).toHaveLength(1)
  },
  refused: () => [
    ['a table without a history', { table_name: 'session', row_id: newId() }, generalErrors.badParameter],
    ['a name of the prototype', { table_name: 'constructor', row_id: newId() }, generalErrors.badParameter],
  ],
  foreign: ({ data }) => expect(data).toEqual({ result: [], total: 0 }),
})

test('every table with a history is one whose changes are logged', async () => {
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'log_update'`,
  )
  const logged = rows.map(({ name }) => name)
  const shown = [...knownRecords()].flatMap(([table, { history }]) => (history ? [table] : []))
  expect(shown.length).toBeGreaterThan(30)
  expect(shown.filter(table => !logged.includes(table))).toEqual([])
  const lines = [...knownRecords()].flatMap(([, { lines }]) => (lines ? [lines.of.name] : []))
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.filter(table => !logged.includes(table))).toEqual([])
})

test('lines of every document are found by the column that names it', async () => {
  const company = await app.company()
  const documents = [...knownRecords()].flatMap(([table_name, { lines }]) => (lines ? [table_name] : []))
  for (const table_name of documents)
    expect(await company.admin.ok(queryChangeLog, { table_name, row_id: newId() })).toEqual({ result: [], total: 0 })
})

test('a statement that writes several rows logs each of them as it was and as it is', async () => {
  const company = await app.company()
  const ids = [newId(), newId(), newId()]
  await company.as(async tx => {
    await sql`insert into unit (id, name, "precision") select id, 'U' || n, n from unnest(${ids}::uuid[]) with ordinality as u (id, n)`.execute(
      tx,
    )
    await sql`update unit set name = name || '!' where id = any(${ids}::uuid[])`.execute(tx)
    await sql`delete from unit where id = any(${ids}::uuid[])`.execute(tx)
  })
  const { rows } = await app.database.pool.query(
    `select row_id, array_agg(coalesce(old_row ->> 'name', '-') || ' ' || coalesce(new_row ->> 'name', '-') order by id) as names
      from change_log where org_id = $1 and row_id = any($2) group by row_id order by row_id`,
    [company.org_id, ids],
  )
  expect(rows).toEqual(
    ids
      .map((row_id, n) => ({ row_id, names: [`- U${n + 1}`, `U${n + 1} U${n + 1}!`, `U${n + 1}! -`] }))
      .sort((a, b) => (a.row_id < b.row_id ? -1 : 1)),
  )
})
