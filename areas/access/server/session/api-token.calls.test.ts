import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { beforeEach, expect, test } from 'vitest'
import { accessErrors } from '../../model/access.errors.ts'
import { addUser, alterUserAdmin, dropUsers, resetUserPassword } from '../../model/member/user.calls.ts'
import { addApiToken, listApiTokens, revokeApiToken } from '../../model/session/api-token.calls.ts'
import { mostApiTokens } from '../../model/session/api-token.rules.ts'
import { listSecurityEvents } from '../../model/session/security-event.calls.ts'
import { alterPassword, login, userInfo } from '../../model/session/session.calls.ts'
import { hashPassword } from './password.ts'

/** What a member's own programs call by. */
const app = await testApp()
beforeEach(() => app.database.pool.query('delete from sign_in_failure'))
const password = 'Good-Pass-2026'
const hashed = await hashPassword(password)
const withPassword = async (company: TestCompany) => {
  await app.database.pool.query('update app_user set password_hash = $1 where org_id = $2', [hashed, company.org_id])
  return company
}
const asked = { name: 'ERP', page_paths: [pages.units.path], password }
const made = async (company: TestCompany) => {
  await withPassword(company)
  return { company, ...(await company.admin.ok(addApiToken, asked)) }
}
const codeOf = async (call: { path: string; method: 'POST' | 'GET' | 'DELETE' }, token: string, input: unknown = {}) =>
  (await app.raw(call.path, input, token, call.method)).code

contract(app, listApiTokens, {
  set: made,
  good: () => ({}),
  check: ({ result }, { id, token }) => {
    expect(result).toMatchObject([
      { id, name: 'ERP', page_paths: asked.page_paths, writes: false, used_time: null, is_over: false },
    ])
    expect(JSON.stringify(result)).not.toContain(token)
  },
  refused: () => [['an unknown field', { any: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.result).toEqual([]),
})
contract(app, addApiToken, {
  set: withPassword,
  good: () => asked,
  check: async ({ token }, company) => {
    expect(await codeOf(userInfo, token)).toBe(200)
    const { rows } = await app.database.pool.query('select * from api_token where org_id = $1', [company.org_id])
    expect(JSON.stringify(rows)).not.toContain(token)
    const audit = await app.database.pool.query('select input from audit_log where org_id = $1', [company.org_id])
    expect(JSON.stringify(audit.rows)).not.toContain(password)
  },
  refused: () => [
    ['a page of people', { ...asked, page_paths: [pages.roles.path] }, generalErrors.noPermission],
    ['no page', { ...asked, page_paths: [] }, generalErrors.badParameter],
    ['a page that there is not', { ...asked, page_paths: ['/nowhere'] }, generalErrors.badParameter],
    ['longer than a year', { ...asked, expire_days: 366 }, generalErrors.badParameter],
  ],
  foreign: accessErrors.signInAgain,
})
contract(app, revokeApiToken, {
  set: made,
  good: ({ id }) => ({ id }),
  check: async ({ affected }, { token, company }) => {
    expect(affected).toBe(1)
    expect(await codeOf(userInfo, token)).toBe(generalErrors.loginNeeded.code)
    expect((await company.admin.ok(listApiTokens, {})).result).toEqual([])
    const { result } = await company.admin.ok(listSecurityEvents, { page: 1, page_size: 10 })
    expect(result.map(({ kind }) => kind)).toEqual(['api_token_revoked', 'api_token_made'])
  },
  refused: () => [['one that there is not', { id: newId() }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

test('a wrong password makes none and is counted; a member has so many and no more', async () => {
  const company = await withPassword(await app.company())
  expect((await company.admin.send(addApiToken, { ...asked, password: 'Wrong-Pass-2026' })).code).toBe(
    accessErrors.ownPasswordWrong.code,
  )
  const counted = await app.database.pool.query('select count(*)::int as n from sign_in_failure')
  expect(counted.rows).toEqual([{ n: 1 }])
  await app.database.pool.query(
    `insert into api_token (org_id, id, user_id, name, token_hash, page_paths, writes, expire_time)
      select $1, gen_random_uuid(), $2, 'x', gen_random_uuid()::text, '{}', false, epoch_now() + 1000 from generate_series(1, $3)`,
    [company.org_id, company.admin.user_id, mostApiTokens],
  )
  expect((await company.admin.send(addApiToken, asked)).code).toBe(accessErrors.apiTokensTooMany.code)
})

test('a token ends when its owner gets a password from an administrator, or goes; with an own new password it stays', async () => {
  const company = await withPassword(await app.company())
  const { org } = await company.admin.ok(userInfo, {})
  const owner = async (account: string) => {
    const { id } = await company.admin.ok(addUser, { account, name: account, password })
    await company.admin.ok(alterUserAdmin, { id, is_admin: true })
    const { data } = await app.raw(login.path, { account, password, company_code: org.company_code })
    const { token: session } = data as { token: string }
    const answer = await app.raw(addApiToken.path, asked, session)
    const { token } = answer.data as { token: string }
    expect(await codeOf(userInfo, token)).toBe(200)
    return { id, session, token }
  }
  const [bo, cy, di] = [await owner('bo'), await owner('cy'), await owner('di')]
  await company.admin.ok(resetUserPassword, { id: bo.id, new_password: 'Other-Pass-2026' })
  await company.admin.ok(dropUsers, { ids: [cy.id] })
  const own = { old_password: password, new_password: 'Third-Pass-2026' }
  expect((await app.raw(alterPassword.path, own, di.session)).code).toBe(200)
  const codes = await Promise.all([bo, cy, di].map(({ token }) => codeOf(userInfo, token)))
  expect(codes).toEqual([5256, 5256, 200])
})
