import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { updateUserCompany } from '../../model/company/membership.calls.ts'
import { addRole, alterRolePermissions } from '../../model/member/role.calls.ts'
import { addUser } from '../../model/member/user.calls.ts'
import { listSecurityEvents } from '../../model/session/security-event.calls.ts'
import {
  endMemberSessions,
  endOtherSessions,
  endOwnSession,
  listMemberSessions,
  listOwnSessions,
  login,
  logout,
  type OpenSession,
  refreshToken,
  userInfo,
} from '../../model/session/session.calls.ts'
import { sessionSeconds } from '../../model/session/session.rules.ts'
import { openSession } from './session.ts'

/** Where one is signed in: seen, ended, and over by itself. */
const app = await testApp()
const password = 'Good-Pass1'
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36'

/** The administrator signed in a second and a third time. */
const sessionsOf = async (company: TestCompany) => {
  const user = { org_id: company.org_id, id: company.admin.user_id }
  const open = () => app.database.system(tx => openSession(tx, user, { address: '10.0.0.9', agent: chrome }))
  return { company, tokens: [await open(), await open()] }
}
const member = async (company: TestCompany) => {
  const { id } = await company.admin.ok(addUser, { account: 'zhang', name: '张三', password })
  const { company_code } = (await company.admin.ok(userInfo, {})).org
  const signIn = async (agent = chrome) => {
    const answer = await app.app.inject({
      method: 'POST',
      url: login.path,
      payload: { account: 'zhang', password, company_code },
      remoteAddress: '10.0.0.7',
      headers: { 'user-agent': agent },
    })
    return answer.json().data.token as string
  }
  return { company, id, signIn, tokens: [await signIn(), await signIn()] }
}
const codeFor = async (token: string) => (await app.raw(userInfo.path, {}, token, 'GET')).code

contract(app, listOwnSessions, {
  set: sessionsOf,
  good: () => ({}),
  check: ({ result }) => {
    expect(result.map(one => one.is_current)).toEqual([true, false, false])
    expect(result[1]).toMatchObject({ address: '10.0.0.9', agent: chrome })
    expect(JSON.stringify(result)).not.toContain('token')
  },
  refused: () => [['an unknown field', { any: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.result).toHaveLength(1),
})

contract(app, endOwnSession, {
  set: async company => {
    const { tokens } = await sessionsOf(company)
    const { result } = await company.admin.ok(listOwnSessions, {})
    return { tokens, id: result[1]!.id }
  },
  good: ({ id }) => ({ id }),
  check: async (data, { tokens, id }, company) => {
    expect(data).toEqual({ affected: 1 })
    expect((await Promise.all(tokens.map(codeFor))).toSorted()).toEqual([200, 5256])
    expect((await company.admin.send(endOwnSession, { id })).code).toBe(5010)
    expect((await company.admin.ok(listOwnSessions, {})).result).toHaveLength(2)
  },
  refused: () => [['a session that is none', { id: newId() }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

contract(app, endOtherSessions, {
  set: sessionsOf,
  good: () => ({}),
  check: async (data, { tokens }, company) => {
    expect(data).toEqual({ affected: 2 })
    expect(await Promise.all(tokens.map(codeFor))).toEqual([5256, 5256])
    expect((await company.admin.send(userInfo, {})).code).toBe(200)
  },
  refused: () => [['an unknown field', { any: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toEqual({ affected: 0 }),
})

contract(app, listMemberSessions, {
  set: member,
  good: ({ id }) => ({ user_id: id }),
  check: ({ result }) => {
    expect(result).toHaveLength(2)
    expect(result[0]).toMatchObject({ address: '10.0.0.7', agent: chrome, is_current: false })
  },
  refused: () => [['nobody', { user_id: newId() }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

contract(app, endMemberSessions, {
  set: member,
  good: ({ id }) => ({ user_id: id }),
  check: async (data, { tokens, id, signIn, company }) => {
    expect(data).toEqual({ affected: 2 })
    expect(await Promise.all(tokens.map(codeFor))).toEqual([5256, 5256])
    const [one, other] = [await signIn(), await signIn()]
    const { result } = await company.admin.ok(listMemberSessions, { user_id: id })
    await company.admin.ok(endMemberSessions, { user_id: id, session_id: result[0]!.id })
    expect((await Promise.all([one, other].map(codeFor))).toSorted()).toEqual([200, 5256])
  },
  refused: ({ id }) => [
    ['nobody', { user_id: newId() }, generalErrors.recordNotFound],
    ['a session that is none', { user_id: id, session_id: newId() }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('sessions of who has more rights are neither seen nor ended', async () => {
  const company = await app.company()
  const { id: role_id } = await company.admin.ok(addRole, { role_name: '销售' })
  const page_paths = [pages.salesOrders.path]
  await company.admin.ok(alterRolePermissions, { role_id, app_code: 'mep', page_paths })
  const { id } = await company.admin.ok(addUser, { account: 'li', name: '李四', password, role_ids: [role_id] })
  const keeper = await company.member([pages.roles])
  for (const user_id of [id, company.admin.user_id]) {
    expect((await keeper.send(listMemberSessions, { user_id })).code).toBe(5011)
    expect((await keeper.send(endMemberSessions, { user_id })).code).toBe(5011)
  }
  expect(
    (await company.member([pages.roles, pages.salesOrders]).then(by => by.send(endMemberSessions, { user_id: id })))
      .code,
  ).toBe(200)
})

const own = async (token: string) => {
  const { data } = await app.raw(listOwnSessions.path, {}, token)
  return (data as { result: OpenSession[] } | null)?.result.find(one => one.is_current)
}
const shift = (column: string, seconds: number, company: TestCompany) =>
  app.database.pool.query(`update session set ${column} = ${column} - $1 where org_id = $2`, [seconds, company.org_id])

test('a session that is not used ends, and use keeps it', async () => {
  const company = await app.company()
  await shift('used_time', sessionSeconds.idle - 60, company)
  expect((await company.admin.send(userInfo, {})).code).toBe(200)
  await shift('used_time', sessionSeconds.idle - 60, company)
  expect((await company.admin.send(userInfo, {})).code).toBe(200)
  await shift('used_time', sessionSeconds.idle, company)
  expect((await company.admin.send(userInfo, {})).code).toBe(5256)
})

test('a session is renewed for a week, and for thirty days in all', async () => {
  const company = await app.company()
  const now = Math.floor(Date.now() / 1000)
  await shift('created_time', sessionSeconds.absolute - 3600, company)
  const { expire_time } = await company.admin.ok(refreshToken, {})
  expect(Math.abs(expire_time - (now + 3600))).toBeLessThan(60)
  await shift('created_time', 3600, company)
  await app.database.pool.query('update session set expire_time = $1 where org_id = $2', [now + 9e5, company.org_id])
  expect((await company.admin.send(refreshToken, {})).code).toBe(5256)
})

test('to switch the company begins no new life of the session', async () => {
  const company = await app.company()
  const person = newId()
  await app.database.pool.query('insert into person (id, contact) values ($1, $2)', [person, `${person}@plant.cn`])
  await app.database.pool.query('update app_user set person_id = $1, account = $2 where id = $3', [
    person,
    `${person}@plant.cn`,
    company.admin.user_id,
  ])
  await shift('created_time', sessionSeconds.absolute - 3600, company)
  const { token } = await company.admin.ok(updateUserCompany, { company_name: `Plant ${person}` })
  const session = await own(token)
  expect(session!.expire_time - Date.now() / 1000).toBeLessThan(3700)
})

test('at most a hundred at one time: the one that was used longest ago ends', async () => {
  const company = await app.company()
  await shift('used_time', 3600, company)
  const { signIn, id } = await member(company)
  await app.database.pool.query(
    `insert into session (token_hash, org_id, user_id, used_time, expire_time)
      select 't' || n || $3, $1, $2, epoch_now() - n, epoch_now() + 3600 from generate_series(1, 98) n`,
    [company.org_id, id, id],
  )
  await signIn()
  await signIn()
  const { result } = await company.admin.ok(listMemberSessions, { user_id: id })
  expect(result).toHaveLength(100)
  await app.raw(logout.path, {}, await signIn())
  expect((await company.admin.ok(listMemberSessions, { user_id: id })).result).toHaveLength(99)
})

test('a session tells from where it was used last', async () => {
  const company = await app.company()
  const { id, signIn } = await member(company)
  const token = await signIn()
  const use = () =>
    app.app.inject({ url: userInfo.path, remoteAddress: '203.0.113.9', headers: { authorization: token } })
  const seen = async () => (await company.admin.ok(listMemberSessions, { user_id: id })).result
  const where = { address: '10.0.0.7', used_address: '203.0.113.9' }
  await use()
  expect(await seen()).not.toContainEqual(expect.objectContaining(where))
  await shift('used_time', 60, company)
  await use()
  expect(await seen()).toContainEqual(expect.objectContaining(where))
})

test('whoever ends own sessions stands in the security log, and who ends nothing does not', async () => {
  const company = await app.company()
  const { admin } = company
  await admin.ok(endOtherSessions, {})
  await sessionsOf(company)
  const [, other] = (await admin.ok(listOwnSessions, {})).result
  await admin.ok(endOwnSession, { id: other!.id })
  await admin.ok(endOtherSessions, {})
  const { result } = await admin.ok(listSecurityEvents, {})
  expect(result.map(({ kind, user_id }) => ({ kind, user_id }))).toEqual(
    Array(2).fill({ kind: 'sessions_ended', user_id: admin.user_id }),
  )
})
