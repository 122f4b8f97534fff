import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import type { AnyCall, Out } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { accessErrors } from '../../model/access.errors.ts'
import {
  acceptInvitation,
  addInvitation,
  listOwnCompanies,
  updateUserCompany,
} from '../../model/company/membership.calls.ts'
import { setOrganizationConfig } from '../../model/company/organization.calls.ts'
import { alterUserAdmin, alterUserStatus, dropUser, dropUsers, stopUsers } from '../../model/member/user.calls.ts'
import { addApiToken } from '../../model/session/api-token.calls.ts'
import { beginMfa, confirmMfa, queryMfa } from '../../model/session/mfa.calls.ts'
import { beginOidc, queryOidc, saveOidc, showOidc, signInByOidc, testOidc } from '../../model/session/oidc.calls.ts'
import { beginPasskey, beginPasskeySignIn, confirmPasskey, signInByPasskey } from '../../model/session/passkey.calls.ts'
import { listSecurityEvents } from '../../model/session/security-event.calls.ts'
import { login, userInfo } from '../../model/session/session.calls.ts'
import { sendVerifyCode, signUp } from '../../model/session/sign-up.calls.ts'
import { Authenticator } from '../../testing/authenticator.ts'
import { oidcProvider } from '../../testing/oidc-provider.ts'
import { ownWayRefusal } from './own-way.ts'
import { hashPassword } from './password.ts'
import { openSession } from './session.ts'
import { codeOfStep, stepAt } from './totp.ts'

process.env.WEB_HOOK_LOOPBACK = '1'
process.env.SECRETS_KEY ??= 'of the tests'
const app = await testApp()
const provider = await oidcProvider()
afterAll(() => {
  provider.close()
  delete process.env.WEB_HOOK_LOOPBACK
})
beforeEach(() => {
  provider.claims = { sub: 'subject-1', email: 'ann@example.com', email_verified: true, name: 'Ann' }
  provider.lies = {}
})
const password = 'Good-Pass-2026'
const hashed = await hashPassword(password)
const set = (statement: string, ...values: unknown[]) => app.database.pool.query(statement, values)

const asked = (more: object = {}) => ({
  ...{ name: 'ACME SSO', issuer: provider.issuer, client_id: provider.client_id },
  ...{ client_secret: provider.client_secret, account_claim: 'email', mail_domains: ['example.com'] },
  ...{ creates_members: false, role_ids: [], proves_factor: false, is_required: false, keeper_id: null },
  ...{ enabled: true, password },
  ...more,
})
const withPassword = async (company: TestCompany) => {
  await set('update app_user set password_hash = $1 where org_id = $2', hashed, company.org_id)
  return company
}
const withProvider = async (company: TestCompany, more: object = {}) => {
  await withPassword(company)
  await company.admin.ok(saveOidc, asked(more))
  const { rows } = await set('select company_code from org where id = $1', company.org_id)
  return { company, company_code: String(rows[0].company_code) }
}
const begun = async (company_code: string) => {
  const answer = await app.raw(beginOidc.path, { company_code })
  expect(answer.code).toBe(200)
  return answer.data as { url: string; state: string; binding: string }
}
/** As a browser: to the provider and back. */
const signIn = async (company_code: string, more: object = {}) => {
  const { url, state, binding } = await begun(company_code)
  return app.raw(signInByOidc.path, { state, binding, answer: provider.visit(url), ...more })
}
const member = async (company: TestCompany, email = 'ann@example.com') => {
  const one = await company.member([pages.salesOrders])
  await set('update app_user set email = $2 where id = $1', one.user_id, email)
  return one
}

contract(app, showOidc, {
  set: withProvider,
  good: () => ({}),
  check: (data, _, __) => {
    expect(data).toMatchObject({ record: { name: 'ACME SSO', issuer: provider.issuer }, has_secret: true })
    expect(data.redirect_uri).toMatch(/\/oidc$/)
    expect(JSON.stringify(data)).not.toContain(provider.client_secret)
  },
  refused: () => [['an unknown field', { any: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.record).toBeNull(),
})
contract(app, saveOidc, {
  set: withPassword,
  good: () => asked(),
  check: async (_, __, company) => {
    // Nowhere in clear: neither where it lies, nor in the history, nor in what is kept of the call.
    const { rowCount } = await set(
      `select 1 from oidc_secret where org_id = $1 and sealed like $2 union all select 1 from change_log where org_id = $1 and new_row::text like $2
        union all select 1 from audit_log where org_id = $1 and input::text like $2`,
      company.org_id,
      `%${provider.client_secret}%`,
    )
    expect(rowCount).toBe(0)
    const { result } = await company.admin.ok(listSecurityEvents, {})
    expect(result.map(({ kind }) => kind)).toContain('oidc_changed')
    // Without a new secret the old one stays, save at another issuer.
    const { client_secret: _secret, ...rest } = asked({ name: 'SSO', row_version: 0 })
    await company.admin.ok(saveOidc, rest)
    expect(await company.admin.ok(showOidc, {})).toMatchObject({ has_secret: true, record: { name: 'SSO' } })
    await company.admin.ok(saveOidc, { ...rest, row_version: 1, issuer: 'https://sso.example.com' })
    expect(await company.admin.ok(showOidc, {})).toMatchObject({ has_secret: false })
  },
  refused: () => [
    ['a wrong password', asked({ password: 'wrong' }), accessErrors.ownPasswordWrong],
    ['an address that is none', asked({ issuer: 'sso' }), generalErrors.badParameter],
    ['an address without TLS', asked({ issuer: 'http://sso.example.com' }), generalErrors.badParameter],
    ['no keeper where it is the only way', asked({ is_required: true }), accessErrors.oidcKeeper],
    ['another version', asked({ row_version: 7 }), generalErrors.recordNotFound],
  ],
  foreign: accessErrors.signInAgain,
})
contract(app, testOidc, {
  set: async company => company,
  good: () => ({ issuer: provider.issuer }),
  check: async (data, company) => {
    expect(data).toEqual({ ok: true, said: provider.issuer })
    const wrong = await company.admin.ok(testOidc, { issuer: `${provider.issuer}/other` })
    expect(wrong.ok).toBe(false)
  },
  refused: () => [['an address that is none', { issuer: 'sso' }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.ok).toBe(true),
})
contract(app, queryOidc, {
  set: withProvider,
  good: ({ company_code }) => ({ company_code }),
  check: data => expect(data).toEqual({ name: 'ACME SSO', is_required: false }),
  refused: () => [['no company', {}, generalErrors.fieldRequired]],
  foreign: ({ data }) => expect(data).toEqual({ name: 'ACME SSO', is_required: false }),
})

test('a member of the company is known by the verified mail address, linked once, and comes in', async () => {
  const { company, company_code } = await withProvider(await app.company())
  const ann = await member(company)
  const answer = await signIn(company_code)
  expect(answer).toMatchObject({ code: 200, data: { user: { name: expect.any(String) }, must_enrol: false } })
  const { rows } = await set('select user_id, subject from oidc_identity where org_id = $1', company.org_id)
  expect(rows).toEqual([{ user_id: ann.user_id, subject: 'subject-1' }])
  // The subject counts from now on, whatever the address is.
  provider.claims = { ...provider.claims, email: 'ann.new@example.com' }
  expect((await signIn(company_code)).code).toBe(200)
  // Somebody else who is given the address is not the member.
  provider.claims = { ...provider.claims, sub: 'subject-2', email: 'ann@example.com' }
  expect((await signIn(company_code)).code).toBe(accessErrors.oidcUnknown.code)
  const { result } = await company.admin.ok(listSecurityEvents, { page_size: 50 })
  expect(result.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['oidc_linked', 'signed_in', 'sign_in_failed']))
})

test('who is not known is kept out, or made with the roles that are named', async () => {
  const { company, company_code } = await withProvider(await app.company())
  expect((await signIn(company_code)).code).toBe(accessErrors.oidcUnknown.code)
  await company.admin.ok(saveOidc, asked({ creates_members: true, row_version: 0 }))
  expect(await signIn(company_code)).toMatchObject({ code: 200, data: { user: { name: 'Ann' } } })
  const { rows } = await set(
    "select email, is_admin from app_user where org_id = $1 and account = 'ann@example.com'",
    company.org_id,
  )
  expect(rows).toEqual([{ email: 'ann@example.com', is_admin: false }])
  provider.claims = { sub: 's3', email: 'eve@evil.com', email_verified: true }
  expect((await signIn(company_code)).code).toBe(accessErrors.oidcUnknown.code)
  provider.claims = { sub: 's4', email: 'eve@example.com', email_verified: false }
  expect((await signIn(company_code)).code).toBe(accessErrors.oidcUnknown.code)
})

test('accounts that differ in case alone are different members', async () => {
  const { company, company_code } = await withProvider(await app.company(), {
    ...{ account_claim: 'preferred_username', mail_domains: [] },
  })
  const [upper, lower, third] = [await member(company, 'a@b.cn'), await member(company), await member(company)]
  const rename = (user_id: string, account: string) =>
    set('update app_user set account = $2 where id = $1', user_id, account)
  await rename(upper.user_id, 'Zoe')
  await rename(lower.user_id, 'zoe')
  await rename(third.user_id, 'ann')
  provider.claims = { sub: 's-zoe', preferred_username: 'zoe' }
  expect(await signIn(company_code)).toMatchObject({ code: 200, data: { user: { id: lower.user_id } } })
  // Of two it cannot be told who is meant.
  provider.claims = { sub: 's-ZOE', preferred_username: 'ZOE' }
  expect((await signIn(company_code)).code).toBe(accessErrors.oidcUnknown.code)
  provider.claims = { sub: 's-ann', preferred_username: 'ANN' }
  expect(await signIn(company_code)).toMatchObject({ code: 200, data: { user: { id: third.user_id } } })
})

test.each([
  ['another issuer', { issuer: 'https://evil.example' }],
  ['another audience', { audience: 'other' }],
  ['another nonce', { nonce: 'replayed' }],
  ['an old token', { expired: true }],
  ['a signature of another key', { key: 'other' as const }],
])('a token with %s opens nothing', async (_, lies) => {
  const { company, company_code } = await withProvider(await app.company())
  await member(company)
  provider.lies = lies
  expect((await signIn(company_code)).code).toBe(accessErrors.oidcFailed.code)
})

test('an answer is of one browser, one attempt, and one time', async () => {
  const { company, company_code } = await withProvider(await app.company())
  await member(company)
  const one = await begun(company_code)
  const two = await begun(company_code)
  const send = (input: object) => app.raw(signInByOidc.path, input)
  const answer = provider.visit(one.url)
  // Another browser, and the answer to another attempt.
  expect((await send({ state: one.state, binding: two.binding, answer })).code).toBe(accessErrors.oidcFailed.code)
  expect((await send({ state: two.state, binding: two.binding, answer })).code).toBe(accessErrors.oidcFailed.code)
  const good = { state: one.state, binding: one.binding, answer }
  expect((await send(good)).code).toBe(200)
  expect((await send(good)).code).toBe(accessErrors.oidcFailed.code)
  expect((await app.raw(beginOidc.path, { company_code: 'NOBODY' })).code).toBe(accessErrors.oidcNone.code)
})

test('who is disabled stays out; a provider that is off signs in nobody', async () => {
  const { company, company_code } = await withProvider(await app.company())
  const ann = await member(company)
  await set('update app_user set status = 0 where id = $1', ann.user_id)
  expect((await signIn(company_code)).code).toBe(accessErrors.accountDisabled.code)
  await company.admin.ok(saveOidc, asked({ enabled: false, row_version: 0 }))
  expect((await app.raw(beginOidc.path, { company_code })).code).toBe(accessErrors.oidcNone.code)
  expect((await app.raw(queryOidc.path, { company_code })).data).toEqual({ name: null, is_required: false })
})

test('the second factor of the product is asked for, unless the provider is said to have it', async () => {
  const { company, company_code } = await withProvider(await app.company())
  const ann = await member(company)
  await set('update app_user set password_hash = $1 where id = $2', hashed, ann.user_id)
  const { secret } = await ann.ok(beginMfa, { password })
  await ann.ok(confirmMfa, { verify_code: codeOfStep(secret, stepAt(now())) })
  const { url, state, binding } = await begun(company_code)
  const input = { state, binding, answer: provider.visit(url) }
  expect((await app.raw(signInByOidc.path, input)).code).toBe(accessErrors.secondFactorNeeded.code)
  expect((await app.raw(signInByOidc.path, { ...input, verify_code: '000000' })).code).toBe(
    accessErrors.verifyCodeWrong.code,
  )
  const right = { ...input, verify_code: codeOfStep(secret, stepAt(now()) + 1) }
  expect((await app.raw(signInByOidc.path, right)).code).toBe(200)
  // Strangers who guess the password shut nobody out who was in from the device before.
  const device_key = newId()
  await set(
    `insert into sign_in_failure (company_code, account, kind, address, failed_at)
      select $1, $2, 'sign_in', 'x' || n, epoch_now() from generate_series(1, 25) n`,
    ...[company_code, ann.user_id],
  )
  expect((await signIn(company_code, { device_key })).code).toBe(accessErrors.signInTooOften.code)
  await set(
    `insert into known_device (org_id, user_id, key_hash) values ($1, $2, encode(sha256($3::bytea), 'hex'))`,
    ...[company.org_id, ann.user_id, device_key],
  )
  expect((await signIn(company_code, { device_key })).code).toBe(accessErrors.secondFactorNeeded.code)
  await company.admin.ok(saveOidc, asked({ proves_factor: true, row_version: 0 }))
  expect((await signIn(company_code)).code).toBe(200)
})

test('where it is the only way, one administrator keeps the password and nobody else', async () => {
  const { company, company_code } = await withProvider(await app.company())
  const ann = await member(company)
  await set('update app_user set password_hash = $1 where id = $2', hashed, ann.user_id)
  await company.admin.ok(saveOidc, asked({ is_required: true, keeper_id: company.admin.user_id, row_version: 0 }))
  const { rows } = await set('select account from app_user where id = $1', ann.user_id)
  const byPassword = (account: string, given = password) =>
    app.raw(login.path, { company_code, account, password: given })
  expect((await byPassword(rows[0].account)).code).toBe(accessErrors.oidcOnly.code)
  // Who guesses learns nothing of it.
  expect((await byPassword(rows[0].account, 'wrong')).code).toBe(accessErrors.passwordWrong.code)
  expect((await byPassword('admin')).code).toBe(200)
  expect((await signIn(company_code)).code).toBe(200)
})

const only = (company: TestCompany, more: object = {}) =>
  company.admin.ok(saveOidc, asked({ is_required: true, keeper_id: company.admin.user_id, row_version: 0, ...more }))
test('who keeps the password has one, and is not taken away while the provider is the only way', async () => {
  const { company } = await withProvider(await app.company())
  const keeper = await company.member([])
  await company.admin.ok(alterUserAdmin, { id: keeper.user_id, is_admin: true })
  await set("update app_user set password_hash = 'none' where id = $1", keeper.user_id)
  const required = asked({ is_required: true, keeper_id: keeper.user_id, row_version: 0 })
  expect((await company.admin.send(saveOidc, required)).code).toBe(accessErrors.oidcKeeper.code)
  await set('update app_user set password_hash = $1 where id = $2', hashed, keeper.user_id)
  await company.admin.ok(saveOidc, required)
  const id = keeper.user_id
  const taken = async () => [
    (await company.admin.send(dropUser, { id })).code,
    (await company.admin.send(dropUsers, { ids: [id] })).code,
    (await company.admin.send(alterUserStatus, { id, status: 0 })).code,
    (await company.admin.send(stopUsers, { ids: [id] })).code,
    (await company.admin.send(alterUserAdmin, { id, is_admin: false })).code,
  ]
  expect(new Set(await taken())).toEqual(new Set([accessErrors.oidcKeeper.code]))
  await company.admin.ok(saveOidc, { ...required, keeper_id: company.admin.user_id, row_version: 1 })
  expect((await company.admin.send(dropUser, { id })).code).toBe(200)
})

test('who is made the keeper and who takes that member away come one after the other', async () => {
  const { company } = await withProvider(await app.company())
  const other = await company.member([])
  await company.admin.ok(alterUserAdmin, { id: other.user_id, is_admin: true })
  await set('update app_user set password_hash = $1 where id = $2', hashed, other.user_id)
  const required = asked({ is_required: true, keeper_id: other.user_id, row_version: 0 })
  const [made, dropped] = await Promise.all([
    company.admin.send(saveOidc, required),
    company.admin.send(dropUser, { id: other.user_id }),
  ])
  expect([made.code, dropped.code].filter(code => code === 200)).toHaveLength(1)
  expect([made.code, dropped.code]).toContain(accessErrors.oidcKeeper.code)
})

/** One person in two companies, who is signed in to the first. */
const inTwo = async (there: TestCompany) => {
  const here = await app.company()
  const [own, other] = [await here.member([]), await there.member([])]
  const person_id = newId()
  await set('insert into person (id, contact) values ($1, $2)', person_id, `${person_id}@plant.cn`)
  await set('update app_user set person_id = $1 where id = any($2)', person_id, [own.user_id, other.user_id])
  return { own, other }
}

test('once it is the only way, sessions that were opened by another one end; the keeper and who decides it go on', async () => {
  const { company, company_code } = await withProvider(await app.company())
  provider.claims = { sub: 's-ann', email: 'ann@example.com', email_verified: true, name: 'Ann' }
  const ann = await member(company)
  const byProvider = ((await signIn(company_code)).data as { token: string }).token
  const keeper = await company.member([])
  await set('update app_user set is_admin = true, password_hash = $2 where id = $1', keeper.user_id, hashed)
  const reads = async (token: string) => (await app.raw(userInfo.path, {}, token, 'GET')).code
  const all = [ann.token, byProvider, keeper.token, company.admin.token]
  const asks = { keeper_id: keeper.user_id, is_required: true }
  await company.admin.ok(saveOidc, asked({ ...asks, enabled: false, row_version: 0 }))
  for (const token of all) expect(await reads(token)).toBe(200)
  await company.admin.ok(saveOidc, asked({ ...asks, row_version: 1 }))
  expect(await Promise.all(all.map(reads))).toEqual([5256, 200, 200, 200])
})

test('who comes by password at the moment at which the provider becomes the only way does not stay', async () => {
  const { company, company_code } = await withProvider(await app.company())
  const ann = await member(company)
  await set("update app_user set account = 'ann', password_hash = $2 where id = $1", ann.user_id, hashed)
  const enter = () => app.raw(login.path, { company_code, account: 'ann', password })
  const keeper_id = company.admin.user_id
  for (let round = 0; round < 4; round++) {
    const [, ...entered] = await Promise.all([
      company.admin.ok(saveOidc, asked({ is_required: true, keeper_id, row_version: 2 * round })),
      ...Array.from({ length: 4 }, enter),
    ])
    for (const { data } of entered)
      if (data) expect((await app.raw(userInfo.path, {}, (data as { token: string }).token, 'GET')).code).toBe(5256)
    await company.admin.ok(saveOidc, asked({ row_version: 2 * round + 1 }))
  }
})

test('the first provider as the only way, too, waits for who is on the way in by password', async () => {
  const company = await app.company()
  await set('update app_user set password_hash = $1 where id = $2', hashed, company.admin.user_id)
  const { user_id: id } = await company.member([])
  const user = { org_id: company.org_id, id }
  const [isIn, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const entering = app.database.system(async tx => {
    expect(await ownWayRefusal(tx, user)).toBeUndefined()
    isIn.resolve()
    await mayGoOn.promise
    return openSession(tx, user)
  })
  await isIn.promise
  const only = asked({ is_required: true, keeper_id: company.admin.user_id })
  const saving = company.admin.ok(saveOidc, only)
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await app.database.pool.query(waiting)).rowCount).toBe(1)
  mayGoOn.resolve()
  const token = await entering
  await saving
  expect((await app.raw(userInfo.path, {}, token, 'GET')).code).toBe(5256)
})

test('whoever is signed in elsewhere does not switch into a company where the provider is the only way', async () => {
  const { company, company_code } = await withProvider(await app.company())
  const { own, other } = await inTwo(company)
  await only(company)
  const switched = () => own.send(updateUserCompany, { company_code })
  expect((await switched()).code).toBe(accessErrors.oidcOnly.code)
  await set('update oidc_provider set keeper_id = $1 where org_id = $2', other.user_id, company.org_id)
  expect((await switched()).code).toBe(200)
})

test('what the provider of one company says opens no other company of the person, nor does a passkey added under it', async () => {
  const { company, company_code } = await withProvider(await app.company())
  const { own, other } = await inTwo(company)
  const elsewhere = (await own.ok(userInfo, {})).org.company_code
  await set('update app_user set email = $2 where id = $1', other.user_id, 'ann@example.com')
  const stays = async (token: string) => {
    const code = async (call: { path: string }, input: object) => (await app.raw(call.path, input, token)).code
    const { qrcode_key } = await (await app.company()).admin.ok(addInvitation, {})
    expect(await code(updateUserCompany, { company_code: elsewhere })).toBe(generalErrors.noPermission.code)
    expect(await code(updateUserCompany, { company_name: newId() })).toBe(generalErrors.noPermission.code)
    expect(await code(acceptInvitation, { qrcode_key })).toBe(generalErrors.noPermission.code)
    const { data } = await app.raw(listOwnCompanies.path, {}, token)
    expect(data).toMatchObject({ result: [{ company_code, is_current: true }] })
  }
  const { token } = (await signIn(company_code)).data as Out<typeof signInByOidc>
  await stays(token)
  // By the password of the person, who then may go on.
  await set('update app_user set password_hash = $1 where id = $2', hashed, other.user_id)
  const asked = await app.raw(beginPasskey.path, { password }, token)
  const phone = new Authenticator()
  const credential = phone.make(asked.data as Out<typeof beginPasskey>)
  expect((await app.raw(confirmPasskey.path, { name: 'p', credential }, token)).code).toBe(200)
  const entered = await app.raw(signInByPasskey.path, { credential: phone.show(await challenge()) })
  await stays((entered.data as Out<typeof signInByPasskey>).token)
  const { rows } = await set('select account from app_user where id = $1', other.user_id)
  const byPassword = await app.raw(login.path, { company_code, account: rows[0].account, password })
  const own_token = (byPassword.data as Out<typeof login>).token
  expect((await app.raw(updateUserCompany.path, { company_code: elsewhere }, own_token)).code).toBe(200)
})

test('an invitation opens no session where the provider is the only way, and is not used up', async () => {
  const { company } = await withProvider(await app.company())
  await only(company)
  const { qrcode_key } = await company.admin.ok(addInvitation, {})
  const account = `${newId()}@plant.cn`
  await app.raw(sendVerifyCode.path, { account, scene: 'signup' })
  const verify_code = /\d{6}/.exec(app.messages.findLast(({ to }) => to === account)?.text ?? '')?.[0]
  const input = { account, name: 'Li', password, verify_code, qrcode_key }
  expect((await app.raw(signUp.path, input)).code).toBe(accessErrors.oidcOnly.code)
  await company.admin.ok(saveOidc, asked({ row_version: 1 }))
  expect((await app.raw(signUp.path, input)).code).toBe(200)
})

const requireFactor = (company: TestCompany) =>
  company.admin.ok(setOrganizationConfig, { configs: [{ config_key: 'mfa_required', config_value: 'all' }] })
const answered = async <C extends AnyCall>(call: C, input: object, token: string) => {
  const answer = await app.raw(call.path, input, token, call.method)
  expect(answer).toMatchObject({ code: 200 })
  return answer.data as Out<C>
}
const challenge = async () => (await app.raw(beginPasskeySignIn.path, {})).data as Out<typeof beginPasskeySignIn>
const now = () => Math.floor(Date.now() / 1000)

test('who has no password sets up a second factor by a fresh sign-in of the provider, and by no old one', async () => {
  const { company, company_code } = await withProvider(await app.company(), { creates_members: true })
  await requireFactor(company)
  const entered = await signIn(company_code)
  expect(entered).toMatchObject({ code: 200, data: { must_enrol: true } })
  const { token, user } = entered.data as Out<typeof signInByOidc>
  expect(await answered(queryMfa, {}, token)).toMatchObject({ asks: 'nothing', is_required: true })
  await set('update session set created_time = created_time - 1000 where user_id = $1', user.id)
  expect(await answered(queryMfa, {}, token)).toMatchObject({ asks: 'sign_in' })
  for (const call of [beginMfa, beginPasskey])
    for (const input of [{}, { password }])
      expect((await app.raw(call.path, input, token)).code).toBe(accessErrors.signInAgain.code)
  const again = (await signIn(company_code)).data as Out<typeof signInByOidc>
  const { secret } = await answered(beginMfa, {}, again.token)
  await answered(confirmMfa, { verify_code: codeOfStep(secret, stepAt(now())) }, again.token)
  await answered(listOwnCompanies, {}, again.token)
  // Who has a password, and came by it, is asked for it.
  expect(await company.admin.ok(queryMfa, {})).toMatchObject({ asks: 'password' })
})

test('an administrator without a password, whom the provider has just vouched for, changes it and makes a token', async () => {
  const { company, company_code } = await withProvider(await app.company(), { creates_members: true })
  const { token, user } = (await signIn(company_code)).data as Out<typeof signInByOidc>
  await company.admin.ok(alterUserAdmin, { id: user.id, is_admin: true })
  const { password: _, ...input } = asked({ name: 'SSO', row_version: 0 })
  await answered(saveOidc, input, token)
  await answered(addApiToken, { name: 'ERP', page_paths: [pages.units.path], expire_days: 1 }, token)
  await set('update session set created_time = created_time - 1000 where user_id = $1', user.id)
  expect((await app.raw(saveOidc.path, { ...input, row_version: 1 }, token)).code).toBe(accessErrors.signInAgain.code)
})

test('where two steps and the provider are both asked for, a passkey is the second step, of its owner alone', async () => {
  const { company, company_code } = await withProvider(await app.company())
  await only(company, { creates_members: true })
  await requireFactor(company)
  const { token } = (await signIn(company_code)).data as Out<typeof signInByOidc>
  const phone = new Authenticator()
  const made = phone.make(await answered(beginPasskey, {}, token))
  await answered(confirmPasskey, { name: 'p', credential: made }, token)
  // Alone it opens nothing there, and neither does the provider.
  const alone = await app.raw(signInByPasskey.path, { credential: phone.show(await challenge()) })
  expect(alone.code).toBe(accessErrors.oidcOnly.code)
  const { url, state, binding } = await begun(company_code)
  const input = { state, binding, answer: provider.visit(url) }
  const send = (more: object = {}) => app.raw(signInByOidc.path, { ...input, ...more })
  expect((await send()).code).toBe(accessErrors.passkeyNeeded.code)
  const other = new Authenticator()
  const asked = await company.admin.ok(beginPasskey, { password })
  await company.admin.ok(confirmPasskey, { name: 'a', credential: other.make(asked) })
  const wrong = await send({ credential: other.show(await challenge()) })
  expect(wrong.code).toBe(accessErrors.passkeyWrong.code)
  const right = await send({ credential: phone.show(await challenge()) })
  expect(right).toMatchObject({ code: 200, data: { must_enrol: false } })
  await answered(listOwnCompanies, {}, (right.data as Out<typeof signInByOidc>).token)
})

test('where the provider proves the second factor nobody is asked to set one up', async () => {
  const { company, company_code } = await withProvider(await app.company(), {
    ...{ creates_members: true, proves_factor: true },
  })
  await requireFactor(company)
  const entered = await signIn(company_code)
  expect(entered).toMatchObject({ code: 200, data: { must_enrol: false } })
  await answered(listOwnCompanies, {}, (entered.data as Out<typeof signInByOidc>).token)
})

test('a member who was dropped and is entered again is linked anew', async () => {
  const { company, company_code } = await withProvider(await app.company())
  const first = await member(company)
  expect((await signIn(company_code)).code).toBe(200)
  await company.admin.ok(dropUser, { id: first.user_id })
  expect((await signIn(company_code)).code).toBe(accessErrors.oidcUnknown.code)
  const again = await member(company)
  expect(await signIn(company_code)).toMatchObject({ code: 200, data: { user: { id: again.user_id } } })
})

test('of two people who come at one moment for the first time by one account the one is linked, the other is not', async () => {
  const { company, company_code } = await withProvider(await app.company(), { creates_members: true })
  const attempts = [await begun(company_code), await begun(company_code)]
  const inputs = attempts.map(({ url, state, binding }, n) => {
    provider.claims = { ...provider.claims, sub: `person ${n}` }
    return { state, binding, answer: provider.visit(url) }
  })
  const answers = await Promise.all(inputs.map(input => app.raw(signInByOidc.path, input)))
  const codes = answers.map(({ code }) => code)
  expect(codes).toHaveLength(2)
  expect(codes).toEqual(expect.arrayContaining([200, accessErrors.oidcUnknown.code]))
  const { rows } = await set('select user_id from oidc_identity where org_id = $1', company.org_id)
  expect(rows).toHaveLength(1)
})

test('no member is made of an account that is longer than one may be', async () => {
  const { company, company_code } = await withProvider(await app.company(), {
    ...{ creates_members: true, account_claim: 'preferred_username', mail_domains: [] },
  })
  provider.claims = { sub: 'long', preferred_username: 'x'.repeat(51) }
  expect((await signIn(company_code)).code).toBe(accessErrors.oidcUnknown.code)
  provider.claims = { sub: 'short', preferred_username: 'x'.repeat(50) }
  expect((await signIn(company_code)).code).toBe(200)
  const { rowCount } = await set('select from oidc_identity where org_id = $1', company.org_id)
  expect(rowCount).toBe(1)
})

test('codes of companies are not read off, and sign-ins are not held up by who tries', async () => {
  await set('delete from sign_in_failure')
  const { company, company_code } = await withProvider(await app.company())
  await member(company)
  const ask = (code: string) => app.raw(queryOidc.path, { company_code: code })
  for (let n = 0; n < 30; n++) expect((await ask(`NONE${n}`)).data).toEqual({ name: null, is_required: false })
  expect((await ask(company_code)).code).toBe(accessErrors.signInTooOften.code)
  expect((await signIn(company_code)).code).toBe(200)
  await set('delete from sign_in_failure')
})

test('attempts are counted by the network, before the provider is asked', async () => {
  const { company, company_code } = await withProvider(await app.company())
  await company.admin.ok(saveOidc, asked({ issuer: `${provider.issuer}/gone`, row_version: 0 }))
  const from = async (remoteAddress: string) => {
    const payload = { company_code }
    return (await app.app.inject({ method: 'POST', url: beginOidc.path, payload, remoteAddress })).json().code
  }
  expect(await from('2001:db8:1:2::1')).toBe(accessErrors.oidcUnfit.code)
  const { rows } = await set('select id, address from oidc_attempt where org_id = $1', company.org_id)
  expect(rows).toHaveLength(1)
  await set(
    `insert into oidc_attempt (org_id, id, state, nonce, verifier, binding_hash, redirect_uri, address, expire_time)
      select org_id, gen_random_uuid(), 'n' || n || id, nonce, verifier, binding_hash, redirect_uri, address, expire_time
      from oidc_attempt, generate_series(1, 299) n where org_id = $1`,
    company.org_id,
  )
  // Of many addresses of one household or plant there is one.
  expect(await from('2001:db8:1:2::2')).toBe(accessErrors.signInTooOften.code)
})

test('a secret whose key is lost is not said to be kept, and the sign-in says what to do', async () => {
  const { company, company_code } = await withProvider(await app.company())
  const { SECRETS_KEY } = process.env
  process.env.SECRETS_KEY = 'another'
  try {
    expect(await company.admin.ok(showOidc, {})).toMatchObject({ has_secret: false })
    expect((await app.raw(beginOidc.path, { company_code })).code).toBe(accessErrors.oidcUnfit.code)
  } finally {
    process.env.SECRETS_KEY = SECRETS_KEY
  }
})

test('outside of tests an inner address is asked for nothing', async () => {
  const company = await app.company()
  delete process.env.WEB_HOOK_LOOPBACK
  try {
    for (const issuer of ['https://127.0.0.1:1', 'https://10.0.0.1', 'https://[::1]', 'https://169.254.169.254'])
      expect(await company.admin.ok(testOidc, { issuer }, { language: 'en' })).toEqual({
        ...{ ok: false, said: 'The address leads into a private network' },
      })
    expect((await company.admin.send(testOidc, { issuer: provider.issuer })).code).toBe(generalErrors.badParameter.code)
  } finally {
    process.env.WEB_HOOK_LOOPBACK = '1'
  }
})

test('a provider that is not there signs in nobody; without a key of the installation no secret is kept', async () => {
  const { company, company_code } = await withProvider(await app.company())
  await company.admin.ok(saveOidc, asked({ issuer: `${provider.issuer}/gone`, row_version: 0 }))
  expect((await app.raw(beginOidc.path, { company_code })).code).toBe(accessErrors.oidcUnfit.code)
  const { SECRETS_KEY } = process.env
  delete process.env.SECRETS_KEY
  try {
    const { code } = await company.admin.send(saveOidc, asked({ row_version: 1 }))
    expect(code).toBe(accessErrors.secretsKeyMissing.code)
  } finally {
    process.env.SECRETS_KEY = SECRETS_KEY
  }
})
