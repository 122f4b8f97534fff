import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { accessErrors } from '../../model/access.errors.ts'
import {
  acceptInvitation,
  addInvitation,
  dropInvitations,
  listInvitations,
  listOwnCompanies,
  updateUserCompany,
} from '../../model/company/membership.calls.ts'
import { queryPackages } from '../../model/company/package.calls.ts'
import { addRole, alterRolePermissions } from '../../model/member/role.calls.ts'
import { resetUserPassword } from '../../model/member/user.calls.ts'
import { listSecurityEvents } from '../../model/session/security-event.calls.ts'
import { alterPassword, login, userInfo } from '../../model/session/session.calls.ts'
import { queryInvitation } from '../../model/session/sign-up.calls.ts'
import { hashPassword } from '../session/password.ts'

const app = await testApp()
const password = 'Good-Pass1'

/** The administrator of the company has proved who he or she is. */
async function proved(company: TestCompany): Promise<TestCompany> {
  const person = newId()
  const password_hash = await hashPassword(password)
  await app.database.system(async tx => {
    await tx
      .insertInto('person')
      .values({ id: person, contact: `${person}@plant.cn` })
      .execute()
    await tx
      .updateTable('app_user')
      .set({ person_id: person, password_hash, account: `${person}@plant.cn` })
      .where('org_id', '=', company.org_id)
      .where('id', '=', company.admin.user_id)
      .execute()
  })
  return company
}
const codeOf = async (company: TestCompany) => (await company.admin.ok(userInfo, {})).org.company_code

contract(app, addInvitation, {
  set: company => company.admin.ok(addRole, { role_name: 'Planner' }),
  good: ({ id }) => ({ role_id: id, expire_hours: 2 }),
  check: async (data, _, company) => {
    expect(data.url).toMatch(/^http:\/\/[^/]+\/register\?invite=/)
    expect(data.url.endsWith(data.qrcode_key)).toBe(true)
    expect(Buffer.from(data.qrcode.split(',')[1]!, 'base64').toString()).toContain('<svg')
    const { rows } = await app.database.pool.query('select * from invitation where org_id = $1', [company.org_id])
    expect(JSON.stringify(rows)).not.toContain(data.qrcode_key)
    const kept = await app.database.pool.query('select answer from idempotency_key where org_id = $1', [company.org_id])
    expect(JSON.stringify(kept.rows)).not.toContain(data.qrcode_key)
  },
  refused: () => [
    ['a role that does not exist', { role_id: newId() }, generalErrors.recordNotFound],
    ['too long', { expire_hours: 721 }, generalErrors.badParameter],
    ['for nobody', { uses: 0 }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})

test('a forged host does not get into an invitation', async () => {
  const company = await app.company()
  const invite = async (host: string) => {
    const headers = { authorization: company.admin.token, host }
    return (await app.app.inject({ method: 'POST', url: addInvitation.path, payload: {}, headers })).json()
  }
  expect(await invite('evil.example')).toMatchObject({ code: accessErrors.publicAddressUnknown.code })
  expect((await company.admin.ok(listInvitations, {})).result).toEqual([])
  expect(await invite('qitao.lan:3000')).toMatchObject({ code: 200 })
})

test('nobody invites with more rights than the own', async () => {
  const company = await app.company()
  const { id } = await company.admin.ok(addRole, { role_name: 'Planner' })
  await company.admin.ok(alterRolePermissions, { role_id: id, app_code: 'mep', page_paths: [pages.settings.path] })
  const member = await company.member([pages.roles])
  expect((await member.send(addInvitation, { role_id: id })).code).toBe(5011)
})

contract(app, listInvitations, {
  set: company => company.admin.ok(addInvitation, { uses: 3 }),
  good: () => ({}),
  check: ({ result }, { id }) => expect(result).toMatchObject([{ id, uses_left: 3, created_by_name: 'Admin' }]),
  refused: () => [['an unknown field', { any: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.result).toEqual([]),
})

contract(app, dropInvitations, {
  set: company => company.admin.ok(addInvitation, {}),
  good: ({ id }) => ({ ids: [id] }),
  check: async (data, { qrcode_key }) => {
    expect(data).toEqual({ affected: 1 })
    expect((await app.raw(queryInvitation.path, { qrcode_key })).code).toBe(7705)
  },
  refused: () => [['none', { ids: [] }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toEqual({ affected: 0 }),
})

contract(app, acceptInvitation, {
  set: async company => {
    await proved(company)
    const other = await app.company()
    const { id } = await other.admin.ok(addRole, { role_name: 'Planner' })
    await other.admin.ok(alterRolePermissions, { role_id: id, app_code: 'mep', page_paths: [pages.units.path] })
    const { qrcode_key } = await other.admin.ok(addInvitation, { role_id: id })
    return { other, qrcode_key }
  },
  good: ({ qrcode_key }) => ({ qrcode_key }),
  check: async ({ org }, { other, qrcode_key }, company) => {
    expect(org.company_code).toBe(await codeOf(other))
    const { result: joined } = await other.admin.ok(listSecurityEvents, { kinds: ['member_joined'] })
    expect(joined).toMatchObject([{ actor_id: null }])
    // Used up, and once a member.
    expect((await company.admin.send(acceptInvitation, { qrcode_key })).code).toBe(7705)
    const again = await other.admin.ok(addInvitation, { uses: 5 })
    expect((await company.admin.send(acceptInvitation, { qrcode_key: again.qrcode_key })).code).toBe(5262)
    const signedIn = await company.admin.ok(updateUserCompany, { company_code: org.company_code })
    const info = await app.raw(userInfo.path, {}, signedIn.token, 'GET')
    expect(info.data).toMatchObject({ pages: [pages.units.path], user: { is_admin: false } })
  },
  refused: () => [['a wrong key', { qrcode_key: 'wrong' }, accessErrors.linkWrong]],
  // Whose phone or email nobody has proved may not join.
  foreign: generalErrors.noPermission,
})

test('an invitation ends when its time is over', async () => {
  const company = await proved(await app.company())
  const other = await app.company()
  const { qrcode_key } = await other.admin.ok(addInvitation, {})
  await app.database.pool.query('update invitation set expire_time = 1 where org_id = $1', [other.org_id])
  expect((await company.admin.send(acceptInvitation, { qrcode_key })).code).toBe(7706)
})

contract(app, listOwnCompanies, {
  set: proved,
  good: () => ({}),
  check: async (data, company) => {
    const company_code = await codeOf(company)
    expect(data).toEqual({ result: [{ company_code, name: company_code, is_current: true }], is_verified: true })
  },
  refused: () => [['an unknown field', { any: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ is_verified: false, result: [{ is_current: true }] }),
})

contract(app, updateUserCompany, {
  set: proved,
  good: () => ({ company_name: `Plant ${newId()}`, industry: 'Bicycles' }),
  check: async ({ token, org }, company) => {
    // The session here has ended; the new one is of the other company's administrator, and leads back.
    expect((await company.admin.send(userInfo, {})).code).toBe(5256)
    const info = await app.raw(userInfo.path, {}, token, 'GET')
    expect(info.data).toMatchObject({ org: { id: org.id, industry: 'Bicycles' }, user: { is_admin: true } })
    const { rows } = await app.database.pool.query('select company_code from org where id = $1', [company.org_id])
    const back = await app.raw(updateUserCompany.path, { company_code: rows[0].company_code }, token)
    expect(back).toMatchObject({ code: 200, data: { org: { id: company.org_id } } })
  },
  refused: () => [
    ['a company that does not exist', { company_code: 'NOPE' }, accessErrors.companyCodeUnknown],
    ['neither', {}, generalErrors.fieldRequired],
  ],
  foreign: generalErrors.noPermission,
})

test('a company of others answers as one that does not exist; a taken name is refused', async () => {
  const company = await proved(await app.company())
  const other = await app.company()
  const { name, company_code } = (await other.admin.ok(userInfo, {})).org
  expect((await company.admin.send(updateUserCompany, { company_code })).code).toBe(5260)
  expect((await company.admin.send(updateUserCompany, { company_name: name })).code).toBe(5265)
})

test('a password that an administrator sets opens no other company', async () => {
  const company = await proved(await app.company())
  const other = await app.company()
  const { qrcode_key } = await other.admin.ok(addInvitation, {})
  await company.admin.ok(acceptInvitation, { qrcode_key })
  const { rows } = await app.database.pool.query(
    'select id, account from app_user where org_id = $1 and person_id is not null',
    [other.org_id],
  )
  await other.admin.ok(resetUserPassword, { id: rows[0].id, new_password: 'Admin-Chose1' })
  const signedIn = await app.raw(login.path, {
    account: rows[0].account,
    password: 'Admin-Chose1',
    company_code: await codeOf(other),
  })
  const { token } = signedIn.data as { token: string }
  expect((await app.raw(updateUserCompany.path, { company_code: await codeOf(company) }, token)).code).toBe(5011)
  expect((await app.raw(listOwnCompanies.path, {}, token)).data).toMatchObject({ is_verified: false })
})

test('a new password is the password in every company of the person', async () => {
  const company = await proved(await app.company())
  const other = await app.company()
  const { qrcode_key } = await other.admin.ok(addInvitation, {})
  await company.admin.ok(acceptInvitation, { qrcode_key })
  await company.admin.ok(alterPassword, { old_password: password, new_password: 'Other-Pass2' })
  const { account } = (await company.admin.ok(userInfo, {})).user
  for (const company_code of [await codeOf(company), await codeOf(other)])
    expect((await app.raw(login.path, { account, password: 'Other-Pass2', company_code })).code).toBe(200)
})

contract(app, queryPackages, {
  set: async company => company,
  good: () => ({}),
  check: async (data, company) => {
    expect(data).toEqual({
      result: [{ app_code: 'mep', app_name: '齐套', expire_time: null, enabled: 1 }],
      is_lite: false,
    })
    await app.database.pool.query(
      `insert into org_app (org_id, app_code, expire_time) values ($1, 'mep_lite', 4000000000)`,
      [company.org_id],
    )
    expect((await company.admin.ok(queryPackages, {})).is_lite).toBe(true)
  },
  refused: () => [['an unknown field', { any: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.result).toHaveLength(1),
})

test('one person makes five companies in a day, however the person comes by them', async () => {
  const company = await proved(await app.company())
  let { token } = company.admin
  const make = async (language: 'zh' | 'en' = 'zh') => {
    const answer = await app.raw(updateUserCompany.path, { company_name: `Plant ${newId()}` }, token, 'POST', language)
    token = (answer.data as { token: string } | null)?.token ?? token
    return answer
  }
  for (let n = 0; n < 5; n++) expect((await make()).code).toBe(200)
  expect(await make('en')).toMatchObject({
    code: 5267,
    message: expect.stringContaining('At most 5 new companies in 24 hours, try again in 24 h'),
  })
  expect((await make()).message).toContain('24小时内最多新建5家公司，请24小时后再试')
  await app.database.pool.query('update org set created_time = created_time - 20 * 3600')
  expect((await make('en')).message).toContain('try again in 4 h')
  await app.database.pool.query('update org set created_time = created_time - 4 * 3600')
  expect((await make()).code).toBe(200)
})
