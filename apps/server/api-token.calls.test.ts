import { listRoles } from '@qitao/access/model/member/role.calls.ts'
import { listUsers } from '@qitao/access/model/member/user.calls.ts'
import { addApiToken, listApiTokens } from '@qitao/access/model/session/api-token.calls.ts'
import { beginMfa } from '@qitao/access/model/session/mfa.calls.ts'
import { listOwnSessions, login, refreshToken, userInfo } from '@qitao/access/model/session/session.calls.ts'
import { endAllSessions, hashPassword } from '@qitao/access/server'
import type { AnyCall, Out } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { supplierCalls } from '@qitao/masterdata/model/partner/supplier.calls.ts'
import { addUnit, queryUnit } from '@qitao/masterdata/model/unit/unit.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { type TestCompany, testApp } from './testing/test-app.ts'

/** What an API token opens, and what ends it. */
const app = await testApp()
const password = 'Good-Pass-2026'
const hashed = await hashPassword(password)
const withPassword = (company: TestCompany) =>
  app.database.pool.query('update app_user set password_hash = $1 where org_id = $2', [hashed, company.org_id])
const asked = { name: 'ERP', page_paths: [pages.units.path], password }
const made = async (company: TestCompany) => {
  await withPassword(company)
  return { company, ...(await company.admin.ok(addApiToken, asked)) }
}
const codeOf = async ({ path, method }: AnyCall, token: string, input: unknown = {}) =>
  (await app.raw(path, input, token, method)).code
const list = { page: 1, page_size: 10 }

test('a token opens its pages only, reads unless it may write, and leaves accounts and sessions to people', async () => {
  const { company, token } = await made(await app.company())
  expect(await codeOf(addUnit, token, { name: 'piece' })).toBe(generalErrors.noPermission.code)
  expect(await codeOf(supplierCalls.list, token, list)).toBe(generalErrors.noPermission.code)
  // Nor what an administrator may do, whose token it is.
  for (const call of [listUsers, listRoles, listOwnSessions, listApiTokens, addApiToken, beginMfa, refreshToken])
    expect(await codeOf(call, token), call.path).toBe(generalErrors.noPermission.code)
  const info = (await app.raw(userInfo.path, {}, token, 'GET')).data as Out<typeof userInfo>
  expect(info.pages).toEqual(asked.page_paths)
  expect(await codeOf(queryUnit, token, list)).toBe(200)
  const { token: writer, id } = await company.admin.ok(addApiToken, { ...asked, writes: true })
  expect(await codeOf(addUnit, writer, { name: 'piece' })).toBe(200)
  const { rows } = await app.database.pool.query(
    'select user_id, api_token_id from audit_log where org_id = $1 and call = $2',
    [company.org_id, addUnit.path],
  )
  expect(rows).toEqual([{ user_id: company.admin.user_id, api_token_id: id }])
  const [first] = (await company.admin.ok(listApiTokens, {})).result.filter(one => one.id === id)
  expect(first).toMatchObject({ id, used_time: expect.any(Number) })
})

test('a token loses what its owner loses, and ends with its owner, its day and a restore', async () => {
  const company = await app.company()
  const member = await company.member([pages.units, pages.suppliers])
  await withPassword(company)
  const make = (page_paths: string[]) => member.ok(addApiToken, { ...asked, page_paths })
  const { token, id } = await make([pages.units.path, pages.suppliers.path])
  const set = (statement: string, ...values: unknown[]) => app.database.pool.query(statement, values)
  expect(await codeOf(supplierCalls.list, token, list)).toBe(200)
  await set('update app_permission set page_paths = $2 where org_id = $1', company.org_id, [pages.units.path])
  expect(await codeOf(supplierCalls.list, token, list)).toBe(generalErrors.noPermission.code)
  const over = async () => (await codeOf(userInfo, token)) === generalErrors.loginNeeded.code
  expect(await over()).toBe(false)
  await set('update app_user set status = 0 where id = $1', member.user_id)
  expect(await over()).toBe(true)
  await set('update app_user set status = 1 where id = $1', member.user_id)
  expect(await over()).toBe(false)
  await set('update api_token set expire_time = epoch_now() - 1 where id = $1', id)
  expect(await over()).toBe(true)
  expect((await member.ok(listApiTokens, {})).result).toMatchObject([{ id, is_over: true }])
  const { token: second } = await make([pages.units.path])
  expect(await codeOf(userInfo, second)).toBe(200)
  await app.database.system(endAllSessions)
  expect(await codeOf(userInfo, second)).toBe(generalErrors.loginNeeded.code)
})

test('the contract that a token reads has what it may call, and nothing else', async () => {
  const { token, company } = await made(await app.company())
  const contractFor = async (authorization: string) =>
    (await app.app.inject({ url: '/openapi.json', headers: { authorization } })).json()
  const { paths } = await contractFor(token)
  expect(paths).toHaveProperty([userInfo.path])
  expect(paths).toHaveProperty([queryUnit.path])
  expect(paths).toHaveProperty([login.path])
  for (const { path } of [addUnit, supplierCalls.list as AnyCall, listUsers, addApiToken])
    expect(paths).not.toHaveProperty([path])
  expect((await contractFor(company.admin.token)).paths).toHaveProperty([addUnit.path])
})
