import { createHash } from 'node:crypto'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { keepHouse } from '@qitao/platform/server/testing/keep-house.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { beforeEach, expect, test } from 'vitest'
import { accessErrors } from '../../model/access.errors.ts'
import { setOrganizationConfig } from '../../model/company/organization.calls.ts'
import { listRoles } from '../../model/member/role.calls.ts'
import { addUser, alterUserAdmin, listUsers } from '../../model/member/user.calls.ts'
import {
  beginMfa,
  confirmMfa,
  dropMfa,
  queryMfa,
  renewRecoveryCodes,
  resetUserMfa,
} from '../../model/session/mfa.calls.ts'
import { listSecurityEvents } from '../../model/session/security-event.calls.ts'
import { alterPassword, login, userInfo } from '../../model/session/session.calls.ts'
import { accessHousekeeping } from '../access.housekeeping.ts'
import { hashPassword } from './password.ts'
import { codeOfStep, stepAt } from './totp.ts'

const app = await testApp()
beforeEach(() => app.database.pool.query('delete from sign_in_failure'))
const password = 'Good-Pass-2026'
const hashed = await hashPassword(password)
const now = () => Math.floor(Date.now() / 1000)
/** Codes are taken once: what follows a first one is of the step after. */
const code = (secret: string, ahead = 0) => codeOfStep(secret, stepAt(now()) + ahead)

/** The administrator has a password, and has begun. */
const withPassword = async (company: TestCompany) => {
  await app.database.pool.query('update app_user set password_hash = $1 where org_id = $2', [hashed, company.org_id])
  const { org } = await company.admin.ok(userInfo, {})
  const enter = (verify_code?: string, account = 'admin') =>
    app.raw(login.path, {
      account,
      password,
      company_code: org.company_code,
      ...(verify_code === undefined ? {} : { verify_code }),
    })
  return { company, enter }
}
const begun = async (company: TestCompany) => {
  const made = await withPassword(company)
  const { secret } = await company.admin.ok(beginMfa, { password })
  return { ...made, secret }
}
const enrolled = async (company: TestCompany) => {
  const made = await begun(company)
  const { recovery_codes } = await company.admin.ok(confirmMfa, { verify_code: code(made.secret, -1) })
  return { ...made, recovery_codes }
}

contract(app, queryMfa, {
  set: enrolled,
  good: () => ({}),
  check: data => expect(data).toMatchObject({ is_on: true, is_required: false, recovery_codes_left: 10 }),
  refused: () => [['an unknown field', { any: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ is_on: false, since: null, recovery_codes_left: 0 }),
})
contract(app, confirmMfa, {
  set: begun,
  good: ({ secret }) => ({ verify_code: code(secret) }),
  check: async ({ recovery_codes }, { secret }, company) => {
    expect(recovery_codes).toHaveLength(10)
    expect(new Set(recovery_codes).size).toBe(10)
    const { rows } = await app.database.pool.query('select code_hash from recovery_code where org_id = $1', [
      company.org_id,
    ])
    expect(JSON.stringify(rows)).not.toContain(recovery_codes[0])
    expect((await company.admin.send(confirmMfa, { verify_code: code(secret, 1) })).code).toBe(5024)
  },
  refused: () => [['no code', { verify_code: '' }, generalErrors.fieldRequired]],
  foreign: generalErrors.statusNotAllowed,
})
contract(app, renewRecoveryCodes, {
  set: enrolled,
  good: ({ secret }) => ({ verify_code: code(secret) }),
  check: async ({ recovery_codes }, { enter, recovery_codes: old }) => {
    expect((await enter(old[0])).code).toBe(accessErrors.verifyCodeWrong.code)
    expect((await enter(recovery_codes[0])).code).toBe(200)
  },
  refused: () => [['no code', { verify_code: '' }, generalErrors.fieldRequired]],
  foreign: generalErrors.statusNotAllowed,
})
contract(app, dropMfa, {
  set: enrolled,
  good: ({ secret }) => ({ verify_code: code(secret) }),
  check: async (_, { enter }) => expect((await enter()).code).toBe(200),
  refused: () => [['no code', { verify_code: '' }, generalErrors.fieldRequired]],
  foreign: generalErrors.statusNotAllowed,
})
contract(app, beginMfa, {
  set: withPassword,
  good: () => ({ password }),
  check: async ({ secret, qrcode }, { enter }, company) => {
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(qrcode).toMatch(/^data:image\/svg/)
    // Nothing is asked for before it is proved.
    expect((await enter()).code).toBe(200)
    expect(await company.admin.ok(queryMfa, {})).toMatchObject({ is_on: false })
  },
  refused: () => [['no password field', {}, generalErrors.fieldRequired]],
  foreign: accessErrors.signInAgain,
})
contract(app, resetUserMfa, {
  set: async company => {
    const { enter } = await enrolled(company)
    const bo = await company.member([])
    await app.database.pool.query(
      `insert into user_mfa (org_id, user_id, secret, confirmed) values ($1, $2, 'ABCDEFGH', true)`,
      [company.org_id, bo.user_id],
    )
    return { enter, bo, other: await company.member([]), self: company.admin.user_id }
  },
  good: ({ bo }) => ({ id: bo.user_id }),
  check: async (_, { bo }, company) => {
    expect(await bo.ok(queryMfa, {})).toMatchObject({ is_on: false })
    const { result } = await company.admin.ok(listUsers, {})
    expect(result.filter(one => one.has_mfa).map(({ account }) => account)).toEqual(['admin'])
  },
  refused: ({ self, other }) => [
    ['oneself', { id: self }, accessErrors.selfNotAllowed],
    ['a member without one', { id: other.user_id }, generalErrors.statusNotAllowed],
    ['a member that does not exist', { id: newId() }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

const withKey = async (key: string, work: () => Promise<void>) => {
  const { SECRETS_KEY: before } = process.env
  process.env.SECRETS_KEY = key
  try {
    await work()
  } finally {
    if (before === undefined) delete process.env.SECRETS_KEY
    else process.env.SECRETS_KEY = before
  }
}
const keptOf = async ({ org_id }: TestCompany): Promise<string> =>
  (await app.database.pool.query('select secret from user_mfa where org_id = $1', [org_id])).rows[0].secret

test('the secret lies sealed; by another key no code is right, and a recovery code still lets in', async () => {
  const company = await app.company()
  await withKey('one', async () => {
    const { enter, secret, recovery_codes } = await enrolled(company)
    expect(await keptOf(company)).toMatch(/^sealed:/)
    expect((await enter(code(secret))).code).toBe(200)
    await withKey('another', async () => {
      expect((await enter(code(secret, 1))).code).toBe(accessErrors.verifyCodeWrong.code)
      expect((await enter(recovery_codes[0])).code).toBe(200)
    })
    expect((await enter(code(secret, 1))).code).toBe(200)
  })
})

test('a secret of before there was a key is sealed by the housekeeping, and goes on', async () => {
  const company = await app.company()
  const { enter, secret } = await enrolled(company)
  await app.database.pool.query('update user_mfa set secret = $1 where org_id = $2', [secret, company.org_id])
  await withKey('one', async () => {
    await keepHouse(app.database, accessHousekeeping)
    expect(await keptOf(company)).toMatch(/^sealed:/)
    expect((await enter(code(secret))).code).toBe(200)
    await keepHouse(app.database, accessHousekeeping)
    expect((await enter(code(secret, 1))).code).toBe(200)
  })
})

test('a recovery code has 120 bits, and those of before are still taken', async () => {
  const { company, enter, recovery_codes } = await enrolled(await app.company())
  for (const one of recovery_codes) expect(one).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
  const old = createHash('sha256').update('ABCDE23456').digest('hex')
  await app.database.pool.query('insert into recovery_code (org_id, user_id, code_hash) values ($1, $2, $3)', [
    company.org_id,
    company.admin.user_id,
    old,
  ])
  expect((await enter('abcde-23456')).code).toBe(200)
})

test('with a second factor the password alone does not sign in, a code does once, a recovery code does once', async () => {
  const { company, enter, secret, recovery_codes } = await enrolled(await app.company())
  const none = await enter()
  expect(none).toMatchObject({ code: accessErrors.secondFactorNeeded.code, data: { field: 'verify_code' } })
  expect((await enter(code(secret))).code).toBe(200)
  expect((await enter(code(secret))).code).toBe(accessErrors.verifyCodeWrong.code)
  expect((await enter(recovery_codes[0]!.toLowerCase().replaceAll('-', ' '))).code).toBe(200)
  expect((await enter(recovery_codes[0]!)).code).toBe(accessErrors.verifyCodeWrong.code)
  const { result } = await company.admin.ok(listSecurityEvents, { page_size: 100 })
  expect(result.map(({ kind }) => kind).toReversed()).toEqual([
    'mfa_on',
    'signed_in',
    'mfa_failed',
    'recovery_used',
    'signed_in',
    'mfa_failed',
  ])
  expect(await company.admin.ok(queryMfa, {})).toMatchObject({ recovery_codes_left: 9 })
})

test('wrong codes count as wrong passwords do, at the sign-in and within a session', async () => {
  const { company, enter, secret } = await enrolled(await app.company())
  for (let tries = 0; tries < 5; tries++) expect((await enter('000000')).code).toBe(5259)
  expect((await enter(code(secret))).code).toBe(5266)
  for (let tries = 0; tries < 5; tries++)
    expect((await company.admin.send(dropMfa, { verify_code: '000000' })).code).toBe(5259)
  expect((await company.admin.send(dropMfa, { verify_code: code(secret) })).code).toBe(5266)
})

test('who must have a second factor sets it up and does nothing else before', async () => {
  const { company, enter } = await withPassword(await app.company())
  const askOf = (config_value: string) =>
    company.admin.ok(setOrganizationConfig, { configs: [{ config_key: 'mfa_required', config_value }] })
  const { id } = await company.admin.ok(addUser, { account: 'bo', name: 'Bo', password })
  await askOf('admins')
  // The session that is open ends with the next call.
  expect((await company.admin.send(listRoles, {})).code).toBe(5256)
  expect((await enter(undefined, 'bo')).data).toMatchObject({ must_enrol: false })
  const { must_enrol, token } = (await enter()).data as { must_enrol: boolean; token: string }
  expect(must_enrol).toBe(true)
  expect((await app.raw(listRoles.path, {}, token, 'GET')).code).toBe(5256)
  const { secret } = (await app.raw(beginMfa.path, { password }, token)).data as { secret: string }
  expect((await app.raw(confirmMfa.path, { verify_code: code(secret) }, token)).code).toBe(200)
  expect((await app.raw(listRoles.path, {}, token, 'GET')).code).toBe(200)
  const off = await app.raw(dropMfa.path, { verify_code: code(secret, 1) }, token)
  expect(off).toMatchObject({ code: 5024, message: expect.stringContaining('公司要求') })
  await company.admin.ok(alterUserAdmin, { id, is_admin: true })
  expect((await enter(undefined, 'bo')).data).toMatchObject({ must_enrol: true })
})

test('only administrators say who needs a second factor: others would shut them out', async () => {
  const company = await app.company()
  const setter = await company.member([pages.settings])
  for (const config_value of ['all', 'admins'])
    expect(
      (await setter.send(setOrganizationConfig, { configs: [{ config_key: 'mfa_required', config_value }] })).code,
    ).toBe(5011)
  expect((await company.admin.send(listRoles, {})).code).toBe(200)
})

test('whoever knows the password of an open session gets no further tries at its second factor by changing it', async () => {
  const company = await app.company()
  const { secret } = await enrolled(company)
  const guess = async () => (await company.admin.send(dropMfa, { verify_code: '000000' })).code
  for (let tries = 0; tries < 4; tries++) expect(await guess()).toBe(5259)
  const changed = { old_password: password, new_password: 'Other-Pass-2026' }
  await company.admin.ok(alterPassword, changed)
  expect([await guess(), await guess()]).toEqual([5259, 5266])
  expect((await company.admin.send(dropMfa, { verify_code: code(secret) })).code).toBe(5266)
  // Who mistypes codes changes the password all the same.
  const back = { old_password: changed.new_password, new_password: 'Third-Pass-2026' }
  await company.admin.ok(alterPassword, back)
})
