import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { beforeEach, expect, test } from 'vitest'
import { addInvitation } from '../../model/company/membership.calls.ts'
import { addUser, alterUserStatus } from '../../model/member/user.calls.ts'
import { listNotices } from '../../model/notice/notice.calls.ts'
import { addApiToken } from '../../model/session/api-token.calls.ts'
import { login, userInfo } from '../../model/session/session.calls.ts'
import {
  queryInvitation,
  queryMobileApp,
  querySignInInfo,
  resetPassword,
  sendVerifyCode,
  signUp,
} from '../../model/session/sign-up.calls.ts'

// Public calls open no company of the caller, so the cases of `contract` are written out here.
const app = await testApp()
beforeEach(async () => {
  await app.database.pool.query('delete from sign_in_failure')
  await app.database.pool.query('update verify_code set sent_time = sent_time - 3600, address = $1', ['elsewhere'])
})

const password = 'Good-Pass1'
let people = 0
const someone = () => `p${++people}-${process.pid}@plant.cn`
const codeFor = async (account: string, scene = 'signup') => {
  const answer = await app.raw(sendVerifyCode.path, { account, scene })
  expect(answer).toMatchObject({ code: 200, data: { expire_seconds: 300 } })
  const { to, text } = app.messages.at(-1)!
  expect(to).toBe(account)
  return /\d{6}/.exec(text)![0]
}
const register = async (more: object, account = someone()) => ({
  account,
  answer: await app.raw(signUp.path, { account, name: '李四', password, verify_code: await codeFor(account), ...more }),
})

test(`${signUp.path}: a new company, and its administrator is signed in`, async () => {
  const company_name = `Plant ${someone()}`
  const { account, answer } = await register({ company_name, industry: 'Bicycles', time_zone: 'Europe/Berlin' })
  expect(answer).toMatchObject({
    code: 200,
    data: {
      user: { account, email: account, is_admin: true },
      org: { name: company_name, time_zone: 'Europe/Berlin' },
    },
  })
  const { token, org } = answer.data as { token: string; org: { company_code: string } }
  expect((await app.raw(userInfo.path, {}, token, 'GET')).code).toBe(200)
  expect((await app.raw(login.path, { account, password, company_code: org.company_code })).code).toBe(200)
  const stored = await app.database.pool.query('select * from verify_code where contact = $1', [account])
  expect(JSON.stringify(stored.rows)).not.toMatch(/"\d{6}"/)
})

test(`R-005 ${signUp.path}: the lite edition`, async () => {
  const { answer } = await register({ company_name: `Plant ${someone()}`, app_code: 'mep_lite' })
  const { token } = answer.data as { token: string }
  const info = await app.raw(userInfo.path, {}, token, 'GET')
  expect(info.data).toMatchObject({ apps: [{ app_code: 'mep_lite' }] })
  expect((info.data as { pages: string[] }).pages).not.toContain('/implementation/dispatch')
  expect((await register({ company_name: `Plant ${someone()}`, app_code: 'x' })).answer.code).toBe(5001)
})

test(`${signUp.path}: by company code an administrator must agree, and is told`, async () => {
  const company = await app.company()
  const { company_code } = (await company.admin.ok(userInfo, {})).org
  const { account, answer } = await register({ company_code })
  expect(answer).toMatchObject({ code: 200, data: { token: null } })
  expect((await app.raw(login.path, { account, password, company_code })).code).toBe(5261)
  const { result } = await company.admin.ok(listNotices, {})
  expect(result).toMatchObject([{ type: 'warning', href: '/AuthorityManagement/role?tab=users', read: false }])
  expect(result[0]?.text).toContain(account)
  const { user } = answer.data as { user: { id: string } }
  await company.admin.ok(alterUserStatus, { id: user.id, status: 1 })
  expect((await app.raw(login.path, { account, password, company_code })).code).toBe(200)
})

test(`${signUp.path} and ${queryInvitation.path}: an invitation opens the door`, async () => {
  const company = await app.company()
  const { org } = await company.admin.ok(userInfo, {})
  const { qrcode_key } = await company.admin.ok(addInvitation, {})
  expect(await app.raw(queryInvitation.path, { qrcode_key })).toMatchObject({
    code: 200,
    data: { company_code: org.company_code, company_name: org.name },
  })
  const { account, answer } = await register({ qrcode_key })
  expect(answer).toMatchObject({ code: 200, data: { org: { id: org.id } } })
  expect((await app.raw(login.path, { account, password, company_code: org.company_code })).code).toBe(200)
  expect((await register({ qrcode_key })).answer.code).toBe(7705)
  expect((await app.raw(queryInvitation.path, { qrcode_key: 'wrong' })).code).toBe(7705)
  expect((await app.raw(queryInvitation.path, {})).code).toBe(5020)
})

test(`R-215 ${signUp.path}: what is refused leaves nothing behind`, async () => {
  const company = await app.company()
  const { org } = await company.admin.ok(userInfo, {})
  const count = async () =>
    (await app.database.pool.query('select (select count(*) from org) + (select count(*) from person) as n')).rows[0].n
  const before = await count()
  expect((await register({ company_name: org.name })).answer.code).toBe(5265)
  expect((await register({ company_code: 'NOPE' })).answer.code).toBe(5260)
  expect((await register({})).answer.code).toBe(5020)
  expect((await register({ company_name: 'x', password: 'short' })).answer.code).toBe(5263)
  const account = someone()
  for (const language of ['zh', 'en'] as const) {
    const wrong = { account, name: 'Li', password, verify_code: '000000', company_name: 'x' }
    const answer = await app.raw(signUp.path, wrong, undefined, 'POST', language)
    expect(answer.code).toBe(5259)
    expect(/[\u4e00-\u9fff]/.test(answer.message)).toBe(language === 'zh')
  }
  expect(await count()).toBe(before)
})

test('R-211 a code opens once, and not after five wrong tries', async () => {
  const account = someone()
  const verify_code = await codeFor(account)
  const send = (code: string) =>
    app.raw(signUp.path, { account, name: 'Li', password, verify_code: code, company_name: `Plant ${account}` })
  const wrong = verify_code === '111111' ? '222222' : '111111'
  for (let tries = 0; tries < 5; tries++) expect((await send(wrong)).code).toBe(5259)
  expect((await send(verify_code)).code).toBe(5259)
  await app.database.pool.query('update verify_code set tries_by = jsonb_build_object(address, 4) where contact = $1', [
    account,
  ])
  expect((await send(verify_code)).code).toBe(200)
  expect((await send(verify_code)).code).toBe(5259)
})

test('a code is valid for 300 seconds', async () => {
  const account = someone()
  const verify_code = await codeFor(account)
  await app.database.pool.query('update verify_code set expire_time = expire_time - 301 where contact = $1', [account])
  const input = { account, name: 'Li', password, verify_code, company_name: `Plant ${account}` }
  expect((await app.raw(signUp.path, input)).code).toBe(5259)
})

test(`R-214 ${sendVerifyCode.path}: once a minute, to phones and emails, for accounts that are there or not`, async () => {
  const account = someone()
  await codeFor(account)
  expect((await app.raw(sendVerifyCode.path, { account, scene: 'signup' })).code).toBe(5264)
  await app.database.pool.query('update verify_code set sent_time = sent_time - 60 where contact = $1', [account])
  expect((await app.raw(sendVerifyCode.path, { account: account.toUpperCase(), scene: 'signup' })).code).toBe(200)
  expect((await app.raw(sendVerifyCode.path, { account: 'zhang', scene: 'signup' })).code).toBe(5001)
  expect((await app.raw(sendVerifyCode.path, { account, scene: 'other' })).code).toBe(5001)
  // Who has an account here is told to who has proved the contact, not to who asks for a code.
  expect((await app.raw(sendVerifyCode.path, { account: someone(), scene: 'reset_password' })).code).toBe(200)
  const { account: known } = await register({ company_name: `Plant ${someone()}` })
  await app.database.pool.query('update verify_code set sent_time = sent_time - 60 where contact = $1', [known])
  expect((await app.raw(sendVerifyCode.path, { account: known, scene: 'signup' })).code).toBe(200)
})

test(`${resetPassword.path}: the code's account gets the password, and every session ends`, async () => {
  const { account, answer } = await register({ company_name: `Plant ${someone()}` })
  const { token, org } = answer.data as { token: string; org: { company_code: string } }
  const asked = { name: 'ERP', page_paths: [pages.units.path], password }
  const made = (await app.raw(addApiToken.path, asked, token)).data as { token: string }
  expect((await app.raw(userInfo.path, {}, made.token, 'GET')).code).toBe(200)
  await app.database.pool.query('update verify_code set sent_time = sent_time - 60 where contact = $1', [account])
  const verify_code = await codeFor(account, 'reset_password')
  const send = (input: object) =>
    app.raw(resetPassword.path, { account, verify_code, new_password: 'Other-Pass2', ...input })
  expect((await send({ account: 'nobody' })).code).toBe(5257)
  expect((await send({ account: someone() })).code).toBe(5259)
  expect((await send({ verify_code: 'x' })).code).toBe(5259)
  expect((await send({ new_password: 'short' })).code).toBe(5263)
  expect(await send({})).toMatchObject({ code: 200, data: { affected: 1 } })
  expect((await app.raw(userInfo.path, {}, token, 'GET')).code).toBe(5256)
  expect((await app.raw(userInfo.path, {}, made.token, 'GET')).code).toBe(5256)
  const signIn = { account, password: 'Other-Pass2', company_code: org.company_code }
  expect((await app.raw(login.path, signIn)).code).toBe(200)
  expect((await send({})).code).toBe(5259)
})

test('a member whom an administrator made with an email resets by it, and stays in the company', async () => {
  const company = await app.company()
  const email = someone()
  await company.admin.ok(addUser, { account: 'wang', name: '王五', email, password })
  const verify_code = await codeFor(email, 'reset_password')
  const input = { account: email, verify_code, new_password: 'Other-Pass2' }
  expect((await app.raw(resetPassword.path, input)).code).toBe(200)
  const { company_code } = (await company.admin.ok(userInfo, {})).org
  expect((await app.raw(login.path, { account: 'wang', password: 'Other-Pass2', company_code })).code).toBe(200)
})

test(`${querySignInInfo.path} says how codes travel`, async () => {
  expect((await app.raw(querySignInInfo.path, {})).data).toEqual({
    messages: 'outbox',
    passkey_origin: 'http://localhost',
  })
})

test('R-006 the mobile app is downloaded without sign-in, the latest version, and no other file', async () => {
  for (const version of ['1.9.0', '1.10.0']) writeFileSync(join(app.downloads, `qitao-${version}.apk`), version)
  writeFileSync(join(app.downloads, 'secret.txt'), 'secret')
  const { data } = await app.raw(queryMobileApp.path, {})
  expect(data).toMatchObject({ version: '1.10.0', file_size: 6 })
  const { url, server, server_qrcode, qrcode } = data as Record<string, string>
  // Where the app is told to go: the same server, by a code of its own.
  expect(url).toBe(`${server}/download/qitao-1.10.0.apk`)
  expect(server_qrcode).toMatch(/^data:image/)
  expect(server_qrcode).not.toBe(qrcode)
  expect((await app.app.inject(new URL(url!).pathname)).body).toBe('1.10.0')
  expect((await app.app.inject('/download/secret.txt')).statusCode).toBe(404)
  for (const version of ['1.9.0', '1.10.0']) rmSync(join(app.downloads, `qitao-${version}.apk`))
})

test(`${queryMobileApp.path}: nothing when the installation offers none`, async () => {
  expect((await app.raw(queryMobileApp.path, {})).data).toEqual({
    version: null,
    url: null,
    qrcode: null,
    file_size: null,
    server: null,
    server_qrcode: null,
  })
})
