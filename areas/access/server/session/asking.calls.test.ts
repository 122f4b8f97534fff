import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { allPages, pages } from '@qitao/site/model/pages.ts'
import { beforeEach, expect, test } from 'vitest'
import { accessErrors } from '../../model/access.errors.ts'
import { acceptInvitation, addInvitation, listInvitations } from '../../model/company/membership.calls.ts'
import { listAccessRequests, requestAccess } from '../../model/member/access-request.calls.ts'
import { askingLimits } from '../../model/session/asking.rules.ts'
import { listOwnSessions, login } from '../../model/session/session.calls.ts'
import { queryInvitation, sendVerifyCode } from '../../model/session/sign-up.calls.ts'

/** Whoever asks too often is told when to ask again, in words and for programs. */
const app = await testApp()
beforeEach(() => app.database.pool.query('delete from asking'))
const office = '10.0.0.1'
const { askedTooOften } = accessErrors

const send = async (path: string, payload: object, token?: string, remoteAddress = office, language = 'zh') => {
  const headers = { 'accept-language': language, ...(token ? { authorization: token } : {}) }
  const answer = await app.app.inject({ method: 'POST', url: path, payload, remoteAddress, headers })
  const { code, message, data } = answer.json() as {
    code: number
    message: string
    data: { wait_seconds?: number; qrcode_key?: string } | null
  }
  return { code, message, data, again: answer.headers['retry-after'], status: answer.statusCode }
}
const asked = (kind: string, count: number, { account = newId(), address = newId(), since = 600 } = {}) =>
  app.database.pool.query(
    'insert into asking (kind, account, address, asked_at) select $1, $2, $3, epoch_now() - $4 from generate_series(1, $5)',
    [kind, account, address, since, count],
  )
/** It waits, and says for how long: about fifty minutes, as all was asked ten minutes ago. */
const expectWait = (answer: Awaited<ReturnType<typeof send>>) => {
  expect(answer).toMatchObject({ code: askedTooOften.code, status: 200, again: String(answer.data?.wait_seconds) })
  expect(Math.abs(answer.data!.wait_seconds! - 3000)).toBeLessThan(10)
  expect(answer.message).toBe('操作过于频繁，请50分钟后再试')
}
const page_path = pages.inbound.path
const want = (token: string, from?: string) => send(requestAccess.path, { page_path, reason: '入库' }, token, from)

test(`${requestAccess.path}: twenty an hour of one person, refused ones with them; others go on`, async () => {
  const company = await app.company()
  const member = await company.member([])
  const other = await company.member([])
  const { most } = askingLimits.access_request.account
  expect((await want(member.token)).code).toBe(200)
  for (let tries = 1; tries < most; tries++) expect((await want(member.token)).code).toBe(7030)
  const refused = await want(member.token, '10.0.0.2')
  expect(refused).toMatchObject({ code: askedTooOften.code })
  expect(Number(refused.again)).toBeGreaterThan(3500)
  expect((await want(other.token)).code).toBe(200)
  expect((await company.admin.ok(listAccessRequests, {})).result).toHaveLength(2)
})

test(`${requestAccess.path}: one moment gives no further tries`, async () => {
  const company = await app.company()
  const member = await company.member([])
  const { most } = askingLimits.access_request.account
  await asked('access_request', most - 2, { account: member.user_id })
  const wanted = allPages.filter(({ path }) => path !== page_path).slice(0, 6)
  const codes = await Promise.all(
    wanted.map(({ path }) => send(requestAccess.path, { page_path: path, reason: 'x' }, member.token)),
  )
  expect(codes.filter(({ code }) => code === askedTooOften.code)).toHaveLength(4)
})

test('from one address, in both languages', async () => {
  const member = await (await app.company()).member([])
  await asked('access_request', askingLimits.access_request.address.most, { address: office })
  expectWait(await want(member.token))
  expect((await send(requestAccess.path, { page_path, reason: 'x' }, member.token, office, 'en')).message).toBe(
    'Asked too often, try again in 50 min',
  )
  expect((await want(member.token, '10.0.0.2')).code).toBe(200)
})

test('invitations are made, looked at and taken so often', async () => {
  const company = await app.company()
  const { token, user_id } = company.admin
  const { data } = await send(addInvitation.path, {}, token)
  const { qrcode_key } = data!
  expect((await send(queryInvitation.path, { qrcode_key })).code).toBe(200)

  await asked('invitation', askingLimits.invitation.account.most, { account: user_id })
  expectWait(await send(addInvitation.path, {}, token))
  expect((await company.admin.ok(listInvitations, {})).result).toHaveLength(1)

  await asked('invitation_seen', askingLimits.invitation_seen.address.most, { address: office })
  expectWait(await send(queryInvitation.path, { qrcode_key }))
  expect((await send(queryInvitation.path, { qrcode_key }, undefined, '10.0.0.2')).code).toBe(200)

  const joiner = await person()
  for (let tries = 0; tries < askingLimits.joining.account.most; tries++)
    expect((await send(acceptInvitation.path, { qrcode_key: newId() }, joiner.admin.token)).code).toBe(7705)
  const refused = await send(acceptInvitation.path, { qrcode_key }, joiner.admin.token)
  expect(refused).toMatchObject({ code: askedTooOften.code, again: String(refused.data!.wait_seconds) })
})

test('an invitation that cannot be made leaves nothing but the try', async () => {
  const company = await app.company()
  const answer = await app.app.inject({
    method: 'POST',
    url: addInvitation.path,
    payload: {},
    headers: { authorization: company.admin.token, host: 'evil.example' },
  })
  expect(answer.json()).toMatchObject({ code: accessErrors.publicAddressUnknown.code })
  expect((await company.admin.ok(listInvitations, {})).result).toEqual([])
  const { rows } = await app.database.pool.query('select kind from asking where account = $1', [company.admin.user_id])
  expect(rows).toEqual([{ kind: 'invitation' }])
})

async function person(): Promise<TestCompany> {
  const company = await app.company()
  const id = newId()
  await app.database.pool.query('insert into person (id, contact) values ($1, $2)', [id, `${id}@plant.cn`])
  await app.database.pool.query('update app_user set person_id = $1, account = $2 where id = $3', [
    id,
    `${id}@plant.cn`,
    company.admin.user_id,
  ])
  return company
}

test(`${sendVerifyCode.path}: a forgotten password waits a minute for the next code, and an hour after ten`, async () => {
  const account = `${newId()}@plant.cn`
  const code = () => send(sendVerifyCode.path, { account, scene: 'reset_password' })
  expect((await code()).code).toBe(200)
  const soon = await code()
  expect(soon).toMatchObject({ code: accessErrors.verifyCodeTooOften.code, again: String(soon.data!.wait_seconds) })
  expect(soon.data!.wait_seconds).toBeLessThanOrEqual(60)
  expect(soon.message).toMatch(/请\d+秒后再试/)
  await app.database.pool.query(
    `insert into verify_code (id, contact, scene, code_hash, address, sent_time, expire_time)
      select gen_random_uuid(), contact, scene, 'x', address, epoch_now() - 600, epoch_now()
      from verify_code, generate_series(1, 9) where contact = $1`,
    [account],
  )
  const later = await code()
  expect(later.data!.wait_seconds).toBeGreaterThan(2900)
  expect(later.message).toContain('请50分钟后再试')
  expect(later.again).toBe(String(later.data!.wait_seconds))
})

test('a wrong password that was tried too often tells programs, too, when to come again', async () => {
  const company = await app.company()
  const { rows } = await app.database.pool.query('select company_code from org where id = $1', [company.org_id])
  const enter = () =>
    send(login.path, { company_code: rows[0].company_code, account: 'admin', password: 'Wrong-Pass1' })
  for (let tries = 0; tries < 5; tries++) expect((await enter()).again).toBeUndefined()
  const refused = await enter()
  expect(refused).toMatchObject({ code: 5266, again: String(refused.data!.wait_seconds) })
  // Who is let in is not told to wait.
  expect((await send(listOwnSessions.path, {}, company.admin.token)).again).toBeUndefined()
})
