import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { accessErrors } from '../../model/access.errors.ts'
import { addRole, alterRolePermissions } from '../../model/member/role.calls.ts'
import {
  addUser,
  alterUser,
  alterUserAdmin,
  alterUserStatus,
  dropUser,
  dropUsers,
  listUsers,
  memberCalls,
  resetUserPassword,
  stopUsers,
} from '../../model/member/user.calls.ts'
import { login, userInfo } from '../../model/session/session.calls.ts'

const app = await testApp()
const password = 'Good-Pass1'

/** A company with a role, 张三 who has it, and 李四 without any. */
const people = async (company: TestCompany) => {
  const { id: role_id } = await company.admin.ok(addRole, { role_name: '计划员' })
  const add = (account: string, name: string, role_ids: string[]) =>
    company.admin.ok(addUser, { account, name, password, role_ids }).then(({ id }) => id)
  const zhang = await add('zhang', '张三', [role_id])
  const li = await add('li', '李四', [])
  return { company, self: company.admin.user_id, role_id, zhang, li }
}
const signIn = async (company: TestCompany, account: string, secret = password) => {
  const { company_code } = (await company.admin.ok(userInfo, {})).org
  const answer = await app.raw(login.path, { account, password: secret, company_code })
  return { code: answer.code, token: (answer.data as { token?: string } | null)?.token ?? '' }
}
const find = async (company: TestCompany, id: string) =>
  (await company.admin.ok(listUsers, { page_size: -1 })).result.find(one => one.id === id)
const codeFor = async (token: string) => (await app.raw(userInfo.path, {}, token, 'GET')).code

contract(app, listUsers, {
  set: people,
  good: ({ role_id }) => ({ role_id, keyword: '张', status: 1 as const }),
  check: async (data, { zhang, role_id }, company) => {
    expect(data).toMatchObject({
      total: 1,
      result: [{ id: zhang, account: 'zhang', role_ids: [role_id], role_names: ['计划员'], is_admin: false }],
    })
    expect(JSON.stringify(data)).not.toContain('argon2')
    await signIn(company, 'zhang')
    expect((await find(company, zhang))?.last_sign_in_time).toBeGreaterThan(0)
    // Every column that the page sorts by can be sorted by.
    for (const order_by of ['phone', 'email', 'job_number', 'is_admin', '-last_sign_in_time', 'created_time', 'status'])
      expect((await company.admin.ok(listUsers, { order_by, page_size: 1 })).next_cursor, order_by).toBeTruthy()
    expect((await company.admin.ok(listUsers, { is_admin: true })).result.map(one => one.account)).toEqual(['admin'])
  },
  refused: () => [
    ['an unknown order', { order_by: 'password_hash' }, generalErrors.badParameter],
    ['a status that is none', { status: 7 }, generalErrors.badParameter],
  ],
  foreign: ({ data }) => expect(data).toMatchObject({ total: 0, result: [] }),
})

contract(app, addUser, {
  set: people,
  good: ({ role_id }) => ({ account: 'wang', name: '王五', email: 'w@x.cn', password, role_ids: [role_id] }),
  check: async (data, { role_id, company }) => {
    expect(await find(company, data.id)).toMatchObject({
      account: 'wang',
      email: 'w@x.cn',
      phone: null,
      role_ids: [role_id],
    })
    expect((await signIn(company, 'wang')).code).toBe(200)
  },
  refused: () => [
    ['an account that exists', { account: 'zhang', name: 'x', password }, accessErrors.accountExists],
    ['a weak password', { account: 'wang', name: 'x', password: 'abcd' }, accessErrors.passwordWeak],
    ['no name', { account: 'wang', name: '', password }, generalErrors.fieldRequired],
    ['no password', { account: 'wang', name: 'x' }, generalErrors.fieldRequired],
    ['an unknown role', { account: 'wang', name: 'x', password, role_ids: [newId()] }, generalErrors.recordNotFound],
    ['a right on top', { account: 'wang', name: 'x', password, is_admin: true }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, alterUser, {
  set: people,
  good: ({ zhang }) => ({ id: zhang, row_version: 0, name: '张三丰', phone: '138', role_ids: [] }),
  check: async (_, { zhang, company }) =>
    expect(await find(company, zhang)).toMatchObject({ name: '张三丰', phone: '138', role_ids: [], row_version: 1 }),
  refused: ({ zhang }) => [
    ['an old version', { id: zhang, row_version: 7, name: 'x' }, generalErrors.versionConflict],
    ['nobody', { id: newId(), name: 'x' }, generalErrors.recordNotFound],
    ['an unknown role', { id: zhang, role_ids: [newId()] }, generalErrors.recordNotFound],
    ['a name of blanks', { id: zhang, name: ' ' }, generalErrors.fieldRequired],
  ],
  foreign: generalErrors.recordNotFound,
})

test('whose last role is taken away is told so at the next call, until there is another', async () => {
  const company = await app.company()
  const { zhang, li, role_id } = await people(company)
  const { token } = await signIn(company, 'zhang')
  await company.admin.ok(alterUser, { id: zhang, role_ids: [] })
  expect(await codeFor(token)).toBe(7025)
  expect((await signIn(company, 'zhang')).code).toBe(7025)
  await company.admin.ok(alterUser, { id: zhang, role_ids: [role_id] })
  expect(await codeFor(token)).toBe(200)
  // Who never had a role may look at an empty menu.
  await company.admin.ok(alterUser, { id: li, name: '李' })
  expect((await signIn(company, 'li')).code).toBe(200)
})

contract(app, alterUserAdmin, {
  set: people,
  good: ({ zhang }) => ({ id: zhang, is_admin: true }),
  check: async (_, { zhang, self, company }) => {
    expect((await find(company, zhang))?.is_admin).toBe(true)
    // With a second administrator the refusal is about oneself.
    expect((await company.admin.send(alterUserAdmin, { id: self, is_admin: false })).code).toBe(7029)
    expect(await company.admin.ok(alterUserAdmin, { id: zhang, is_admin: false })).toEqual({ affected: 1 })
    expect(await company.admin.ok(alterUserAdmin, { id: zhang, is_admin: false })).toEqual({ affected: 0 })
  },
  refused: ({ self }) => [
    ['the last administrator', { id: self, is_admin: false }, accessErrors.lastAdmin],
    ['nobody', { id: newId(), is_admin: true }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('two administrators who demote each other at one moment: one remains', async () => {
  const company = await app.company()
  const { zhang, self } = await people(company)
  await company.admin.ok(alterUserAdmin, { id: zhang, is_admin: true })
  const { token } = await signIn(company, 'zhang')
  // Both have begun before either may go on.
  const both = await company.as(async tx => {
    await tx.selectFrom('app_user').select('id').where('is_admin', '=', true).forUpdate().execute()
    const begun = [
      company.admin.send(alterUserAdmin, { id: zhang, is_admin: false }).then(({ code }) => code),
      app.raw(alterUserAdmin.path, { id: self, is_admin: false }, token).then(({ code }) => code),
    ]
    await new Promise(resolve => setTimeout(resolve, 300))
    return begun.map(one => () => one)
  })
  const codes = await Promise.all(both.map(answer => answer()))
  expect(codes.sort()).toEqual([200, 7028])
  const { rows } = await app.database.pool.query(
    'select count(*)::int as n from app_user where org_id = $1 and is_admin',
    [company.org_id],
  )
  expect(rows[0].n).toBe(1)
})

contract(app, alterUserStatus, {
  set: people,
  good: ({ zhang }) => ({ id: zhang, status: 0 as const }),
  check: async (_, { zhang, company }) => {
    expect((await find(company, zhang))?.status).toBe(0)
    expect((await signIn(company, 'zhang')).code).toBe(5261)
    await company.admin.ok(alterUserStatus, { id: zhang, status: 1 })
    expect((await signIn(company, 'zhang')).code).toBe(200)
  },
  refused: ({ self }) => [
    ['oneself', { id: self, status: 0 }, accessErrors.selfNotAllowed],
    ['nobody', { id: newId(), status: 0 }, generalErrors.recordNotFound],
    ['a status that is none', { id: self, status: 2 }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})

test('disabling ends the sessions at once, for good', async () => {
  const company = await app.company()
  const { zhang } = await people(company)
  const { token } = await signIn(company, 'zhang')
  await company.admin.ok(alterUserStatus, { id: zhang, status: 0 })
  expect(await codeFor(token)).toBe(5256)
  await company.admin.ok(alterUserStatus, { id: zhang, status: 1 })
  expect(await codeFor(token)).toBe(5256)
})

contract(app, stopUsers, {
  set: people,
  good: ({ zhang, li }) => ({ ids: [zhang, li] }),
  check: async (data, { zhang, li, company }) => {
    expect(data).toEqual({ done_ids: [zhang, li], failed: [] })
    expect((await company.admin.ok(listUsers, { status: 0 })).total).toBe(2)
  },
  refused: ({ self }) => [
    ['only oneself', { ids: [self] }, accessErrors.selfNotAllowed],
    ['nobody', { ids: [newId()] }, generalErrors.recordNotFound],
    ['none', { ids: [] }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, dropUser, {
  set: people,
  good: ({ zhang }) => ({ id: zhang }),
  check: async (_, { zhang, role_id, company }) => {
    expect(await find(company, zhang)).toBeUndefined()
    expect((await signIn(company, 'zhang')).code).toBe(5257)
    // The account is free again, and what the member did keeps the name.
    const again = await company.admin.ok(addUser, { account: 'zhang', name: '张山', password, role_ids: [role_id] })
    expect(again.id).not.toBe(zhang)
    expect((await company.admin.ok(memberCalls.detail, { id: zhang })).record.name).toBe('张三')
  },
  refused: ({ self }) => [
    ['oneself', { id: self }, accessErrors.selfNotAllowed],
    ['nobody', { id: newId() }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, dropUsers, {
  set: people,
  good: ({ zhang, li }) => ({ ids: [zhang, li] }),
  check: async (data, { zhang, li, company }) => {
    expect(data).toEqual({ done_ids: [zhang, li], failed: [] })
    expect((await company.admin.ok(listUsers, {})).total).toBe(1)
  },
  refused: ({ self }) => [['only oneself', { ids: [self] }, accessErrors.selfNotAllowed]],
  foreign: generalErrors.recordNotFound,
})

test('a bulk stop does what it may and names the rest', async () => {
  const company = await app.company()
  const { zhang, self } = await people(company)
  const answer = await company.admin.send(stopUsers, { ids: [zhang, self] }, { language: 'en' })
  expect(answer).toMatchObject({
    code: 5056,
    data: { done_ids: [zhang], failed: [{ id: self, code: 7029, message: accessErrors.selfNotAllowed.text.en }] },
  })
})

contract(app, resetUserPassword, {
  set: people,
  good: ({ zhang }) => ({ id: zhang, new_password: 'Fresh-Pass9' }),
  check: async (_, { company }) => {
    expect((await signIn(company, 'zhang')).code).toBe(5258)
    expect((await signIn(company, 'zhang', 'Fresh-Pass9')).code).toBe(200)
  },
  refused: ({ zhang, self }) => [
    ['a weak one', { id: zhang, new_password: '12345678' }, accessErrors.passwordWeak],
    ['the own one', { id: self, new_password: 'Fresh-Pass9' }, accessErrors.selfNotAllowed],
    ['nobody', { id: newId(), new_password: 'Fresh-Pass9' }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('who may manage members but is no administrator cannot become one, nor touch one', async () => {
  const company = await app.company()
  const { role_id, self, zhang, li } = await people(company)
  await company.admin.ok(alterRolePermissions, { role_id, app_code: 'mep', page_paths: [pages.settings.path] })
  const member = await company.member([pages.roles])
  const codes = await Promise.all([
    member.send(alterUserAdmin, { id: member.user_id, is_admin: true }),
    member.send(alterUserAdmin, { id: self, is_admin: false }),
    member.send(alterUserStatus, { id: self, status: 0 }),
    member.send(dropUser, { id: self }),
    member.send(alterUser, { id: self, name: 'x' }),
    member.send(resetUserPassword, { id: self, new_password: 'Fresh-Pass9' }),
    member.send(alterUser, { id: member.user_id, role_ids: [role_id] }),
    member.send(addUser, { account: 'wang', name: '王五', password, role_ids: [role_id] }),
  ])
  expect(codes.map(({ code }) => code)).toEqual(codes.map(() => 5011))
  // 张三 has a page that the member lacks; 李四 has none.
  expect((await member.send(alterUser, { id: zhang, name: '张' })).code).toBe(5011)
  expect((await member.send(alterUser, { id: li, name: '李' })).code).toBe(200)
})

contract(app, memberCalls.list, {
  set: people,
  good: () => ({ keyword: 'zha' }),
  check: async (data, { zhang, company }) => {
    expect(data.result).toEqual([{ id: zhang, account: 'zhang', name: '张三', job_number: null }])
    await company.admin.ok(alterUserStatus, { id: zhang, status: 0 })
    expect((await company.admin.ok(memberCalls.list, { keyword: 'zha' })).total).toBe(0)
  },
  refused: () => [['an unknown order', { order_by: 'phone' }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.total).toBe(0),
})

contract(app, memberCalls.detail, {
  set: people,
  good: ({ zhang }) => ({ id: zhang }),
  check: ({ record }) => expect(record.name).toBe('张三'),
  refused: () => [['nobody', { id: newId() }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
