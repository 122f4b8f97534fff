import { testApp } from '@qitao/app-server/testing/test-app.ts'
import type { Envelope } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { explain } from '@qitao/core/refusal.ts'
import { beforeEach, expect, test } from 'vitest'
import { accessErrors } from '../../model/access.errors.ts'
import { setOrganizationConfig } from '../../model/company/organization.calls.ts'
import { addUser, alterUserStatus, resetUserPassword } from '../../model/member/user.calls.ts'
import { setUserConfig } from '../../model/member/user-config.calls.ts'
import { listSecurityEvents } from '../../model/session/security-event.calls.ts'
import { findCompanyCode, legacyLogin, login, userInfo } from '../../model/session/session.calls.ts'

// Public calls open no company of the caller, so the four cases of `contract` are written out here.
const app = await testApp()
beforeEach(() => app.database.pool.query('delete from sign_in_failure'))

const password = 'Good-Pass1'
async function companyWithMember() {
  const company = await app.company()
  const { id } = await company.admin.ok(addUser, { account: 'zhang', name: '张三', phone: '13800000000', password })
  const { org } = await company.admin.ok(userInfo, {})
  return { company, id, company_code: org.company_code }
}
const failures = async () =>
  (await app.database.pool.query<{ n: number }>('select count(*)::int as n from sign_in_failure')).rows[0]!.n

test('who signs in anew in a browser that still has a session leaves that one, whoever it was', async () => {
  const { company_code } = await companyWithMember()
  const elsewhere = await companyWithMember()
  const enter = async (code: string, token?: string) => {
    const { data } = await app.raw(login.path, { account: 'zhang', password, company_code: code }, token)
    return (data as { token: string }).token
  }
  const holds = async (token: string) => (await app.raw(userInfo.path, {}, token, 'GET')).code
  const [first, other] = [await enter(company_code), await enter(company_code)]
  const second = await enter(elsewhere.company_code, first)
  expect(await Promise.all([first, other, second].map(holds))).toEqual([generalErrors.loginNeeded.code, 200, 200])
  // A password that is wrong ends nothing.
  await app.raw(login.path, { account: 'zhang', password: 'Wrong-Pass1', company_code }, other)
  expect(await holds(other)).toBe(200)
})

/** A member whose password an administrator has set, in a company that asks for an own one, as all do that have not turned it off. */
async function withFirstPassword() {
  const made = await companyWithMember()
  await made.company.admin.ok(setOrganizationConfig, {
    configs: [{ config_key: 'first_password_change', config_value: '1' }],
  })
  const enter = (more: object = {}) =>
    app.raw(login.path, { account: 'zhang', password, company_code: made.company_code, ...more })
  return { ...made, enter }
}

test('a password that somebody else has set opens nothing: it is changed for an own one as one signs in by it, once', async () => {
  const { company, id, enter } = await withFirstPassword()
  expect(await enter()).toMatchObject({ code: accessErrors.firstPassword.code, data: { field: 'new_password' } })
  for (const new_password of ['short1', password, 'Qitao-2026'])
    expect(await enter({ new_password }), new_password).toMatchObject({
      code: accessErrors.passwordWeak.code,
      data: { field: 'new_password' },
    })
  // Who does not know the password learns nothing, and sets nothing.
  const wrong = await enter({ password: 'Wrong-Pass1', new_password: 'Mine-2026-a' })
  expect(wrong.code).toBe(accessErrors.passwordWrong.code)
  expect((await app.database.pool.query('select from session where user_id = $1', [id])).rowCount).toBe(0)
  expect((await enter({ new_password: 'Mine-2026-a' })).code).toBe(200)
  expect((await enter()).code).toBe(accessErrors.passwordWrong.code)
  // An own password is not changed on the way.
  expect((await enter({ password: 'Mine-2026-a', new_password: 'Mine-2026-b' })).code).toBe(200)
  expect((await enter({ password: 'Mine-2026-a' })).code).toBe(200)
  const { result } = await company.admin.ok(listSecurityEvents, { page_size: 50 })
  expect(result.filter(({ kind }) => kind === 'password_changed')).toHaveLength(1)
  // Set anew by an administrator it is a first one again.
  await company.admin.ok(resetUserPassword, { id, new_password: 'Again-2026' })
  expect((await enter({ password: 'Again-2026' })).code).toBe(accessErrors.firstPassword.code)
})

test('where the company does not ask for it the password stands', async () => {
  const { company, enter } = await withFirstPassword()
  await company.admin.ok(setOrganizationConfig, {
    configs: [{ config_key: 'first_password_change', config_value: '0' }],
  })
  expect((await enter()).code).toBe(200)
})

for (const call of [login, legacyLogin]) {
  test(`${call.path}: a member signs in by account or phone, and the token opens calls`, async () => {
    const { company_code, id } = await companyWithMember()
    for (const [account, code] of [
      ['zhang', company_code],
      ['13800000000', company_code.toLowerCase()],
    ]) {
      const answer = await app.raw(call.path, { account, password, company_code: code })
      expect(answer).toMatchObject({ code: 200, data: { user: { id, account: 'zhang' }, org: { company_code } } })
      const { token } = answer.data as { token: string }
      expect((await app.raw(userInfo.path, {}, token, 'GET')).code).toBe(200)
    }
    const stored = await app.database.pool.query('select token_hash from session where user_id = $1', [id])
    expect(stored.rowCount).toBe(2)
  })

  test(`R-120 R-210 ${call.path}: a wrong password and an unknown account are refused, in both languages, and both count`, async () => {
    const { company_code } = await companyWithMember()
    for (const language of ['zh', 'en'] as const) {
      const send = (account: string, secret: string, code = company_code) =>
        app.raw(call.path, { account, password: secret, company_code: code }, undefined, 'POST', language)
      const wrong = await send('zhang', 'Wrong-Pass1')
      expect(wrong).toEqual({
        code: 5258,
        message: explain(accessErrors.passwordWrong, {}, language),
        data: null,
      } satisfies Envelope)
      expect(await send('nobody', password)).toMatchObject({
        code: 5257,
        message: explain(accessErrors.accountMissing, {}, language),
      })
      expect(await send('zhang', password, 'NOPE')).toMatchObject({ code: 5260 })
      expect(await app.raw(call.path, { account: 'zhang', password }, undefined, 'POST', language)).toMatchObject({
        code: generalErrors.fieldRequired.code,
        data: { field: 'company_code' },
      })
    }
    expect(await failures()).toBe(6)
  })

  test(`${call.path}: the account of another company does not open this one`, async () => {
    const { company_code } = await companyWithMember()
    const other = await app.company()
    await other.admin.ok(addUser, { account: 'wang', name: '王五', password })
    expect((await app.raw(call.path, { account: 'wang', password, company_code })).code).toBe(5257)
  })
}

test('after five failures even the right password waits, and the time is told', async () => {
  const { company_code } = await companyWithMember()
  const send = (secret: string) => app.raw(login.path, { account: 'zhang', password: secret, company_code })
  for (let tries = 1; tries <= 5; tries++) expect((await send('Wrong-Pass1')).code).toBe(5258)
  const refused = await send(password)
  expect(refused.code).toBe(5266)
  expect(refused.message).toBe('登录失败次数过多，请15分钟后再试')
  await app.database.pool.query('update sign_in_failure set failed_at = failed_at - 900')
  expect((await send(password)).code).toBe(200)
  expect(await failures()).toBe(0)
})

test('twenty tries at one moment are still five', async () => {
  const { company_code } = await companyWithMember()
  const codes = await Promise.all(
    Array.from({ length: 20 }, () =>
      app.raw(login.path, { account: 'zhang', password: 'Wrong-Pass1', company_code }).then(({ code }) => code),
    ),
  )
  expect(codes.filter(code => code === 5258)).toHaveLength(5)
  expect(codes.filter(code => code === 5266)).toHaveLength(15)
})

test('thirty failures in a minute slow the address down, whatever the account', async () => {
  const { company_code } = await companyWithMember()
  await app.database.pool.query(
    `insert into sign_in_failure (company_code, account, address) select 'X', 'a' || n, '127.0.0.1' from generate_series(1, 30) n`,
  )
  expect((await app.raw(login.path, { account: 'zhang', password, company_code })).code).toBe(5266)
  expect((await app.raw(findCompanyCode.path, { org_name: company_code })).code).toBe(5266)
})

test('R-127 a disabled member learns it only with the right password; an invalid role is told', async () => {
  const { company, company_code, id } = await companyWithMember()
  const send = (secret: string) => app.raw(login.path, { account: 'zhang', password: secret, company_code })
  await company.admin.ok(alterUserStatus, { id, status: 0 })
  expect((await send(password)).code).toBe(5261)
  expect((await send('Wrong-Pass1')).code).toBe(5258)
  await company.admin.ok(alterUserStatus, { id, status: 1 })
  await app.database.pool.query('update app_user set invalid_role = true where id = $1', [id])
  expect((await send(password)).code).toBe(7025)
})

test(`${findCompanyCode.path}: the exact name gives the code, anything else 5260 and counts as a failure`, async () => {
  const { company_code } = await companyWithMember()
  expect(await app.raw(findCompanyCode.path, { org_name: company_code })).toMatchObject({
    code: 200,
    data: { company_code },
  })
  expect((await app.raw(findCompanyCode.path, { org_name: company_code.slice(0, 5) })).code).toBe(5260)
  expect((await app.raw(findCompanyCode.path, {})).code).toBe(generalErrors.fieldRequired.code)
  expect(await failures()).toBe(1)
})

test('signing in leaves an audit row and no password, and does not move the version of the member', async () => {
  const { company, company_code, id } = await companyWithMember()
  await app.raw(login.path, { account: 'zhang', password, company_code })
  await company.admin.ok(setUserConfig, { config_key: 'language', config_value: '2' })
  const { rows } = await app.database.pool.query(
    'select call, user_id, input from audit_log where org_id = $1 order by id',
    [company.org_id],
  )
  expect(rows.some(row => row.call === login.path && row.user_id === id)).toBe(true)
  expect(JSON.stringify(rows)).not.toContain(password)
  const { rows: kept } = await app.database.pool.query('select row_version from app_user where id = $1', [id])
  expect(kept[0].row_version).toBe(0)
})
