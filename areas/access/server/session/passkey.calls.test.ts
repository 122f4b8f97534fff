import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, type TestMember, testApp } from '@qitao/app-server/testing/test-app.ts'
import type { Envelope, Out } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accessErrors } from '../../model/access.errors.ts'
import { setOrganizationConfig } from '../../model/company/organization.calls.ts'
import { listRoles } from '../../model/member/role.calls.ts'
import { alterUserStatus, listUsers } from '../../model/member/user.calls.ts'
import { listNotices } from '../../model/notice/notice.calls.ts'
import { addApiToken } from '../../model/session/api-token.calls.ts'
import { beginMfa, confirmMfa, resetUserMfa } from '../../model/session/mfa.calls.ts'
import {
  beginPasskey,
  beginPasskeySignIn,
  confirmPasskey,
  dropPasskey,
  listPasskeys,
  renamePasskey,
  signInByPasskey,
} from '../../model/session/passkey.calls.ts'
import { mostPasskeys } from '../../model/session/passkey.rules.ts'
import { listSecurityEvents } from '../../model/session/security-event.calls.ts'
import { beginView, listOwnSessions, login, userInfo } from '../../model/session/session.calls.ts'
import { Authenticator, type Spoiled } from '../../testing/authenticator.ts'
import { hashPassword } from './password.ts'
import { codeOfStep, stepAt } from './totp.ts'

const app = await testApp()
const password = 'Good-Pass-2026'
const hashed = await hashPassword(password)
beforeEach(() => app.database.pool.query('delete from sign_in_failure'))
afterEach(() => {
  vi.useRealTimers()
  delete process.env.PUBLIC_URL
})

const withPassword = async (company: TestCompany) => {
  await app.database.pool.query('update app_user set password_hash = $1 where org_id = $2', [hashed, company.org_id])
  return { company, phone: new Authenticator() }
}
const begun = async (company: TestCompany) => {
  const made = await withPassword(company)
  return { ...made, asked: await company.admin.ok(beginPasskey, { password }) }
}
const add = async (by: TestMember, phone: Authenticator, name = '我的手机') => {
  const asked = await by.ok(beginPasskey, { password })
  return by.ok(confirmPasskey, { name, credential: phone.make(asked) })
}
const added = async (company: TestCompany) => {
  const made = await withPassword(company)
  return { ...made, ...(await add(company.admin, made.phone)) }
}
const asked = async () => (await app.raw(beginPasskeySignIn.path, {})).data as Out<typeof beginPasskeySignIn>
const enter = async (phone: Authenticator, spoiled?: Spoiled & { user_handle?: string }) => {
  const credential = phone.show(await asked(), spoiled)
  return (await app.raw(signInByPasskey.path, { credential })) as Envelope<Out<typeof signInByPasskey>>
}
const require = (company: TestCompany, config_value = 'all') =>
  company.admin.ok(setOrganizationConfig, { configs: [{ config_key: 'mfa_required', config_value }] })
const byPassword = async (company: TestCompany, account = 'admin') => {
  const { rows } = await app.database.pool.query('select company_code from org where id = $1', [company.org_id])
  const answer = await app.raw(login.path, { account, password, company_code: rows[0].company_code })
  return answer as Envelope<Out<typeof login>>
}
const reads = async (token: string) => (await app.raw(listRoles.path, {}, token, 'GET')).code

contract(app, listPasskeys, {
  set: added,
  good: () => ({}),
  check: ({ result, origin }, { id }) => {
    expect(result).toMatchObject([{ id, name: '我的手机', rp_id: 'localhost', is_synced: false, used_time: null }])
    expect(origin).toBe('http://localhost')
  },
  refused: () => [['an unknown field', { any: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.result).toEqual([]),
})
contract(app, beginPasskey, {
  set: withPassword,
  good: () => ({ password }),
  check: async (data, { phone }, company) => {
    expect(data).toMatchObject({
      rp: { id: 'localhost' },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(data.user.displayName).toMatch(/^Admin · /)
    await add(company.admin, phone)
    // The authenticator that holds one already leaves it out by itself.
    const again = await company.admin.ok(beginPasskey, { password })
    expect(again.excludeCredentials).toEqual([{ id: phone.id, type: 'public-key', transports: ['internal'] }])
  },
  refused: () => [['no password field', {}, generalErrors.fieldRequired]],
  foreign: accessErrors.signInAgain,
})
contract(app, confirmPasskey, {
  set: begun,
  good: ({ asked, phone }) => ({ name: ' 我的手机 ', credential: phone.make(asked) }),
  check: async ({ id }, { asked, phone }, company) => {
    const { result } = await company.admin.ok(listPasskeys, {})
    expect(result).toMatchObject([{ id, name: '我的手机' }])
    // The challenge is taken.
    const again = { name: 'b', credential: phone.make(asked) }
    expect((await company.admin.send(confirmPasskey, again)).code).toBe(5001)
    const { result: events } = await company.admin.ok(listSecurityEvents, {})
    expect(events.map(({ kind }) => kind)).toEqual(['passkey_added'])
    expect((await company.admin.ok(listNotices, {})).result[0]?.text).toContain('已添加通行密钥「我的手机」')
    expect((await enter(phone)).code).toBe(200)
  },
  refused: ({ asked, phone }) => [
    ['no name', { name: ' ', credential: phone.make(asked) }, generalErrors.fieldRequired],
    [
      'no base64url',
      { name: 'a', credential: { ...phone.make(asked), client_data: '{}' } },
      generalErrors.badParameter,
    ],
    [
      'an answer that nobody asked for',
      { name: 'a', credential: phone.make(asked, { challenge: 'none' }) },
      generalErrors.badParameter,
    ],
  ],
  foreign: generalErrors.badParameter,
})
contract(app, renamePasskey, {
  set: added,
  good: ({ id }) => ({ id, name: 'Phone' }),
  check: async (_, { id }, company) =>
    expect((await company.admin.ok(listPasskeys, {})).result).toMatchObject([{ id, name: 'Phone' }]),
  refused: ({ id }) => [
    ['no name', { id, name: ' ' }, generalErrors.fieldRequired],
    ['one that is none', { id: newId(), name: 'Phone' }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, dropPasskey, {
  set: added,
  good: ({ id }) => ({ id, password }),
  check: async (data, { phone }, company) => {
    expect(data).toEqual({ affected: 1 })
    expect((await company.admin.ok(listPasskeys, {})).result).toEqual([])
    expect((await enter(phone)).code).toBe(accessErrors.passkeyWrong.code)
    const { result } = await company.admin.ok(listSecurityEvents, {})
    expect(result.map(({ kind }) => kind)).toEqual(['passkey_removed', 'passkey_added'])
  },
  refused: () => [['one that is none', { id: newId(), password }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

test.each<[string, Spoiled]>([
  ['another address', { origin: 'https://evil.example' }],
  ['another name', { rp_id: 'evil.example' }],
  ['no finger and no PIN', { isUnverified: true }],
  ['a sign-in for a registration', { type: 'webauthn.get' }],
  ['a statement whose check would ask others', { format: 'tpm' }],
])('a passkey is not kept with %s', async (_, spoiled) => {
  const { company, asked, phone } = await begun(await app.company())
  const answer = await company.admin.send(confirmPasskey, { name: 'a', credential: phone.make(asked, spoiled) })
  expect(answer).toMatchObject({ code: 5001, message: expect.stringContaining('通行密钥未通过验证') })
  expect((await company.admin.ok(listPasskeys, {})).result).toEqual([])
})

test('a passkey signs in without account and password, and past the second factor', async () => {
  const { company, phone } = await added(await app.company())
  const { secret } = await company.admin.ok(beginMfa, { password })
  await company.admin.ok(confirmMfa, { verify_code: codeOfStep(secret, stepAt(Math.floor(Date.now() / 1000))) })
  expect((await byPassword(company)).code).toBe(accessErrors.secondFactorNeeded.code)
  const before = (await company.admin.ok(listOwnSessions, {})).result.length
  const { code, data } = await enter(phone)
  expect({ code, data }).toMatchObject({ code: 200, data: { must_enrol: false, user: { id: company.admin.user_id } } })
  expect(await reads(data!.token)).toBe(200)
  // Other sessions go on.
  const { result } = await company.admin.ok(listOwnSessions, {})
  expect(result).toHaveLength(before + 1)
  expect(result.filter(one => one.passkey_proved)).toHaveLength(2)
  expect((await company.admin.ok(listPasskeys, {})).result[0]!.used_time).not.toBeNull()
  const { rows } = await app.database.pool.query('select 1 from audit_log where org_id = $1 and call = $2', [
    company.org_id,
    signInByPasskey.path,
  ])
  expect(rows).toHaveLength(1)
})

test('an answer is taken once, within five minutes', async () => {
  const { phone } = await added(await app.company())
  const credential = phone.show(await asked())
  expect((await app.raw(signInByPasskey.path, { credential })).code).toBe(200)
  expect((await app.raw(signInByPasskey.path, { credential })).code).toBe(5270)
  const late = phone.show(await asked())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
  expect((await app.raw(signInByPasskey.path, { credential: late })).code).toBe(5270)
})

test('of many that come with one answer at one moment one gets in', async () => {
  const { phone } = await added(await app.company())
  const credential = phone.show(await asked())
  const codes = await Promise.all(Array.from({ length: 4 }, () => app.raw(signInByPasskey.path, { credential })))
  expect(codes.map(({ code }) => code).toSorted()).toEqual([200, 5270, 5270, 5270])
})

test.each<[string, Spoiled & { user_handle?: string }]>([
  ['another address', { origin: 'https://evil.example' }],
  ['another name', { rp_id: 'evil.example' }],
  ['no finger and no PIN', { isUnverified: true }],
  ['a registration for a sign-in', { type: 'webauthn.create' }],
  ['a challenge of nobody', { challenge: 'none' }],
  ['a challenge of the own making', { challenge: Buffer.alloc(56, 255).toString('base64url') }],
  ['the handle of somebody else', { user_handle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ['a counter that goes back', { counter: 1 }],
])('nobody gets in with %s; it counts as a failure of the address', async (_, spoiled) => {
  const { company, phone } = await added(await app.company())
  expect((await enter(phone)).code).toBe(200)
  expect(await enter(phone, spoiled)).toMatchObject({ code: 5270, data: null })
  const { rows } = await app.database.pool.query("select 1 from sign_in_failure where kind = 'passkey'")
  expect(rows).toHaveLength(1)
  if (spoiled.challenge) return
  const { result } = await company.admin.ok(listSecurityEvents, {})
  expect(result[0]).toMatchObject({ kind: 'sign_in_failed', user_id: company.admin.user_id })
})

test('strangers have thirty tries a minute, and shut nobody out behind the same address', async () => {
  const { phone } = await added(await app.company())
  const stranger = new Authenticator()
  for (let tries = 0; tries < 30; tries++) expect((await enter(stranger, { user_handle: 'AAAA' })).code).toBe(5270)
  expect(await enter(stranger, { user_handle: 'AAAA' })).toMatchObject({
    code: 5266,
    data: { wait_seconds: expect.any(Number) },
  })
  for (let begun = 0; begun < 330; begun++) await asked()
  const { rows } = await app.database.pool.query('select 1 from passkey_challenge where expire_time > epoch_now()')
  expect(rows.length).toBeLessThan(330)
  expect((await enter(phone)).code).toBe(200)
})

test('a challenge written otherwise is not another one', async () => {
  const { phone } = await added(await app.company())
  const { challenge } = await asked()
  expect((await enter(phone)).code).toBe(200)
  for (const otherwise of [`${challenge}=`, `${challenge} `, `${challenge}==`])
    expect((await enter(phone, { challenge: otherwise })).code).toBe(5270)
  expect((await enter(phone, { challenge })).code).toBe(200)
  expect((await enter(phone, { challenge })).code).toBe(5270)
})

test('who was disabled does not get in; that is told to who holds the passkey', async () => {
  const company = await app.company()
  const bo = await company.member([])
  const { phone } = await withPassword(company)
  await add(bo, phone)
  await company.admin.ok(alterUserStatus, { id: bo.user_id, status: 0 })
  expect((await enter(phone)).code).toBe(accessErrors.accountDisabled.code)
  const { rows } = await app.database.pool.query('select 1 from sign_in_failure')
  expect(rows).toHaveLength(0)
})

test('passkeys belong to the name under which the product is reached', async () => {
  const { company, phone } = await added(await app.company())
  process.env.PUBLIC_URL = 'https://plan.example.com/'
  expect((await asked()).rpId).toBe('plan.example.com')
  expect((await enter(phone, { origin: 'https://plan.example.com' })).code).toBe(5270)
  process.env.PUBLIC_URL = 'http://127.0.0.1:3000'
  for (const language of ['zh', 'en'] as const) {
    const answer = await app.raw(beginPasskeySignIn.path, {}, undefined, 'POST', language)
    expect(answer).toMatchObject({ code: accessErrors.passkeyPlaceUnfit.code })
    expect(answer.message).toContain(language === 'zh' ? '域名' : 'by the name')
  }
  expect((await company.admin.send(beginPasskey, { password })).code).toBe(5273)
})

test('wrong passwords count when a passkey is added or removed', async () => {
  const { company, id } = await added(await app.company())
  const wrong = 'Wrong-Pass1'
  for (let tries = 0; tries < 3; tries++)
    expect((await company.admin.send(beginPasskey, { password: wrong })).code).toBe(5291)
  for (let tries = 0; tries < 2; tries++)
    expect((await company.admin.send(dropPasskey, { id, password: wrong })).code).toBe(5291)
  expect((await company.admin.send(dropPasskey, { id, password })).code).toBe(5266)
  expect((await company.admin.ok(listPasskeys, {})).result).toHaveLength(1)
})

test('at most twenty of a member, and none twice', async () => {
  const { company, phone } = await added(await app.company())
  const twice = await company.admin.ok(beginPasskey, { password })
  expect((await company.admin.send(confirmPasskey, { name: 'b', credential: phone.make(twice) })).code).toBe(5001)
  await app.database.pool.query(
    `insert into passkey (org_id, id, user_id, name, credential_id, public_key, transports, counter, rp_id, is_synced)
      select $1, gen_random_uuid(), $2, 'x', $3 || n, '', '{}', 0, 'localhost', false from generate_series(2, $4) n`,
    [company.org_id, company.admin.user_id, phone.id, mostPasskeys],
  )
  expect((await company.admin.send(beginPasskey, { password })).code).toBe(accessErrors.passkeysTooMany.code)
})

test('where the company asks for two steps, who holds a passkey is held to it', async () => {
  const company = await app.company()
  const { phone } = await withPassword(company)
  const bo = await company.member([])
  await app.database.pool.query('update app_user set password_hash = $1, account = $2 where id = $3', [
    hashed,
    'bo',
    bo.user_id,
  ])
  const { id } = await add(bo, phone)
  const old = (await byPassword(company, 'bo')).data!.token
  await require(company)
  // The password alone, and what was opened by it, do no more and set up nothing.
  expect(await byPassword(company, 'bo')).toMatchObject({ code: 5272, message: expect.stringContaining('通行密钥') })
  expect((await app.raw(listPasskeys.path, {}, old)).code).toBe(5256)
  for (const { path } of [beginMfa, beginPasskey]) expect((await app.raw(path, { password }, old)).code).toBe(5272)
  const { data } = await enter(phone)
  expect(data).toMatchObject({ must_enrol: false })
  expect((await app.raw(listPasskeys.path, {}, data!.token)).code).toBe(200)
  // The last one stays while there is no other factor.
  const last = await app.raw(dropPasskey.path, { id, password }, data!.token)
  expect(last).toMatchObject({ code: 5024, message: expect.stringContaining('另一个通行密钥') })
})

test('who must set up a second factor may take a passkey for it', async () => {
  const company = await app.company()
  const { phone } = await withPassword(company)
  await require(company)
  const { data } = await byPassword(company)
  expect(data!.must_enrol).toBe(true)
  expect(await reads(data!.token)).toBe(5256)
  const asked = (await app.raw(beginPasskey.path, { password }, data!.token)).data as Out<typeof beginPasskey>
  const confirmed = await app.raw(confirmPasskey.path, { name: 'a', credential: phone.make(asked) }, data!.token)
  expect(confirmed.code).toBe(200)
  expect(await reads(data!.token)).toBe(200)
  // A session of before has proved nothing.
  expect((await company.admin.send(listRoles, {})).code).toBe(5256)
  const fresh = (await enter(phone)).data!.token
  expect(await reads(fresh)).toBe(200)
  // Tokens of programs hold, and an administrator may look on.
  const page_paths = [pages.units.path]
  const made = (await app.raw(addApiToken.path, { name: 'erp', page_paths, password }, fresh)).data as { token: string }
  expect((await app.raw(userInfo.path, {}, made.token, 'GET')).code).toBe(200)
  const bo = await company.member([])
  const view = await app.raw(beginView.path, { user_id: bo.user_id }, fresh)
  const { token } = view.data as { token: string }
  expect((await app.raw(userInfo.path, {}, token, 'GET')).code).toBe(200)
})

test('an administrator resets what was lost: passkeys go, and what they had proved', async () => {
  const company = await app.company()
  const bo = await company.member([])
  const { phone } = await withPassword(company)
  await add(bo, phone)
  const { result } = await company.admin.ok(listUsers, {})
  expect(result.find(({ id }) => id === bo.user_id)).toMatchObject({ has_mfa: true })
  expect(await company.admin.ok(resetUserMfa, { id: bo.user_id })).toEqual({ affected: 1 })
  expect((await bo.ok(listPasskeys, {})).result).toEqual([])
  expect((await bo.ok(listOwnSessions, {})).result.map(one => one.passkey_proved)).toEqual([false])
  expect((await enter(phone)).code).toBe(5270)
})
