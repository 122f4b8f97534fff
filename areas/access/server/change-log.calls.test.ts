import { contract } from '@qitao/app-server/testing/contract.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/new-id.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { queryChangeLog } from '../model/change-log.calls.ts'
import { historyPages } from '../model/change-log.rules.ts'
import { addUser, alterUser, resetUserPassword } from '../model/user.calls.ts'

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
    `select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'log_change'`,
  )
  const logged = rows.map(({ name }) => name)
  expect(Object.keys(historyPages).filter(table => !logged.includes(table))).toEqual([])
})
