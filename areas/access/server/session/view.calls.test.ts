import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { accessErrors } from '../../model/access.errors.ts'
import { listOwnCompanies, updateUserCompany } from '../../model/company/membership.calls.ts'
import { setOrganizationConfig } from '../../model/company/organization.calls.ts'
import { addRole, listRoles } from '../../model/member/role.calls.ts'
import { alterUserAdmin, alterUserStatus } from '../../model/member/user.calls.ts'
import { setUserConfig } from '../../model/member/user-config.calls.ts'
import { listNotices } from '../../model/notice/notice.calls.ts'
import {
  alterPassword,
  beginView,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  logout,
  refreshToken,
  userInfo,
} from '../../model/session/session.calls.ts'
import { resetPassword, sendVerifyCode } from '../../model/session/sign-up.calls.ts'
import { hashPassword } from './password.ts'

const app = await testApp()
const withMember = async (company: TestCompany) => {
  const bo = await company.member([pages.roles])
  return { bo, company }
}

contract(app, beginView, {
  set: async company => {
    const off = await company.member([])
    await company.admin.ok(alterUserStatus, { id: off.user_id, status: 0 })
    return { ...(await withMember(company)), off: off.user_id, self: company.admin.user_id }
  },
  good: ({ bo }) => ({ user_id: bo.user_id }),
  check: async ({ token, user }, { bo }, company) => {
    expect(user.id).toBe(bo.user_id)
    const seen = (await app.raw(userInfo.path, {}, token, 'GET')).data
    expect(seen).toMatchObject({ viewed_by_name: 'Admin', user: { id: bo.user_id }, pages: [pages.roles.path] })
    expect((await bo.ok(userInfo, {})).viewed_by_name).toBeNull()
    expect((await bo.ok(listNotices, {})).result[0]?.text).toBe('管理员Admin以您的身份查看了系统（只读）')
    const { result } = await bo.ok(listOwnSessions, {})
    expect(result.map(one => one.viewed_by_name)).toEqual([null, 'Admin'])
    const { rows } = await app.database.pool.query(
      'select user_id, input from audit_log where org_id = $1 and call = $2',
      [company.org_id, beginView.path],
    )
    expect(rows).toEqual([{ user_id: company.admin.user_id, input: { user_id: bo.user_id } }])
  },
  refused: ({ off, self }) => [
    ['oneself', { user_id: self }, accessErrors.selfNotAllowed],
    ['who cannot sign in', { user_id: off }, accessErrors.accountDisabled],
    ['a member that does not exist', { user_id: newId() }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

const viewing = async () => {
  const { bo, company } = await withMember(await app.company())
  const { token } = await company.admin.ok(beginView, { user_id: bo.user_id })
  return { bo, company, token }
}
const asks = async (token: string, call: { path: string; method: 'POST' | 'GET' | 'DELETE' }, input: object = {}) =>
  (await app.raw(call.path, input, token, call.method)).code

test('who looks on reads what the member may read and changes nothing', async () => {
  const { token } = await viewing()
  expect(await asks(token, listRoles)).toBe(200)
  expect(await asks(token, addRole, { role_name: 'x' })).toBe(5011)
  expect(await asks(token, setUserConfig, { config_key: 'theme', config_value: 'dark' })).toBe(5011)
  expect(await asks(token, endOtherSessions)).toBe(5011)
  expect(await asks(token, refreshToken)).toBe(5011)
  const answer = await app.raw(addRole.path, { role_name: 'x' }, token, 'POST', 'en')
  expect(answer.message).toContain('reading only')
})

test('it is no sign-in of the member, lasts an hour, and its end is written down as of who looked', async () => {
  const { bo, company, token } = await viewing()
  const { rows } = await app.database.pool.query(
    'select expire_time - created_time as seconds from session where org_id = $1 and viewer_id = $2',
    [company.org_id, company.admin.user_id],
  )
  expect(rows).toEqual([{ seconds: 3600 }])
  expect(await asks(token, logout)).toBe(200)
  expect(await asks(token, listRoles)).toBe(5256)
  expect((await bo.send(listRoles, {})).code).toBe(200)
  expect((await company.admin.send(listRoles, {})).code).toBe(200)
  const ended = await app.database.pool.query('select user_id from audit_log where org_id = $1 and call = $2', [
    company.org_id,
    logout.path,
  ])
  expect(ended.rows).toEqual([{ user_id: company.admin.user_id }])
})

test('a second view ends the first; none outlives the right of who looks', async () => {
  const { bo, company, token } = await viewing()
  const second = await company.member([])
  await company.admin.ok(alterUserAdmin, { id: second.user_id, is_admin: true })
  const { token: later } = await company.admin.ok(beginView, { user_id: bo.user_id })
  expect([await asks(token, listRoles), await asks(later, listRoles)]).toEqual([5256, 200])
  await second.ok(alterUserAdmin, { id: company.admin.user_id, is_admin: false })
  expect(await asks(later, listRoles)).toBe(5256)
})

test('of twenty views that are begun at one moment one holds', async () => {
  const { bo, company } = await withMember(await app.company())
  const begun = await Promise.all(
    Array.from({ length: 20 }, () => company.admin.ok(beginView, { user_id: bo.user_id })),
  )
  const codes = await Promise.all(begun.map(({ token }) => asks(token, listRoles)))
  expect(codes.toSorted()).toEqual([200, ...Array(19).fill(5256)])
})

/** The administrator is a person with a password, who may come in again. */
async function personViewing() {
  const { company, token } = await viewing()
  const contact = `${newId()}@plant.cn`
  const person_id = newId()
  await app.database.pool.query('insert into person (id, contact) values ($1, $2)', [person_id, contact])
  await app.database.pool.query(
    'update app_user set person_id = $1, account = $2, email = $2, password_hash = $3 where id = $4',
    [person_id, contact, await hashPassword(password), company.admin.user_id],
  )
  return { company, token, contact }
}
const password = 'Good-Pass-2026'
const waysToEnd: [string, (of: Awaited<ReturnType<typeof personViewing>>) => Promise<unknown>][] = [
  [
    'the end of it by its id',
    async ({ company: { admin } }) => {
      const { result } = await admin.ok(listOwnSessions, {})
      await admin.ok(endOwnSession, { id: result.find(one => one.is_current)!.id })
    },
  ],
  ['signing out', ({ company: { admin } }) => admin.ok(logout, {})],
  ['another company', ({ company: { admin } }) => admin.ok(updateUserCompany, { company_name: newId() })],
  [
    'a reset of the password',
    async ({ contact }) => {
      await app.raw(sendVerifyCode.path, { account: contact, scene: 'reset_password' })
      const verify_code = /\d{6}/.exec(app.messages.findLast(({ to }) => to === contact)!.text)![0]
      const reset = { account: contact, verify_code, new_password: 'Other-Pass-2026' }
      expect((await app.raw(resetPassword.path, reset)).code).toBe(200)
    },
  ],
  [
    'another password, given in another company',
    async ({ company: { admin } }) => {
      const elsewhere = await app.company()
      await app.database.pool.query(
        `update app_user u set person_id = own.person_id, password_hash = own.password_hash from app_user own
        where own.id = $1 and u.id = $2`,
        [admin.user_id, elsewhere.admin.user_id],
      )
      await elsewhere.admin.ok(alterPassword, { old_password: password, new_password: 'Other-Pass-2026' })
    },
  ],
  [
    'a second factor that is asked of who looks',
    ({ company: { admin } }) =>
      admin.ok(setOrganizationConfig, { configs: [{ config_key: 'mfa_required', config_value: 'admins' }] }),
  ],
]
test.each(waysToEnd)('a view ends with the session of who looks: %s', async (_, end) => {
  const looking = await personViewing()
  expect(await asks(looking.token, listRoles)).toBe(200)
  await end(looking)
  expect(await asks(looking.token, listRoles)).toBe(5256)
})

test('a view lasts no longer than the session of who looks', async () => {
  const { bo, company } = await withMember(await app.company())
  await app.database.pool.query('update session set expire_time = epoch_now() + 60 where org_id = $1', [company.org_id])
  await company.admin.ok(beginView, { user_id: bo.user_id })
  const { rows } = await app.database.pool.query(
    'select expire_time <= epoch_now() + 60 as is_over from session where org_id = $1 and viewer_id is not null',
    [company.org_id],
  )
  expect(rows).toEqual([{ is_over: true }])
})

test('only an administrator looks on; other companies of the member stay unseen', async () => {
  const { bo, company, token } = await viewing()
  expect((await bo.send(beginView, { user_id: company.admin.user_id })).code).toBe(5011)
  const { rows } = await app.database.pool.query('insert into person (id, contact) values ($1, $2) returning id', [
    newId(),
    `${newId()}@x.cn`,
  ])
  const elsewhere = await app.company()
  const same = await elsewhere.member([])
  await app.database.pool.query('update app_user set person_id = $1 where id = any($2)', [
    rows[0].id,
    [bo.user_id, same.user_id],
  ])
  expect((await bo.ok(listOwnCompanies, {})).result).toHaveLength(2)
  expect((await app.raw(listOwnCompanies.path, {}, token, listOwnCompanies.method)).data).toMatchObject({
    result: [{ is_current: true }],
  })
})
