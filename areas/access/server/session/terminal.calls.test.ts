import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import type { AnyCall, Envelope, Out } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { beforeEach, expect, test } from 'vitest'
import { accessErrors } from '../../model/access.errors.ts'
import { updateUserCompany } from '../../model/company/membership.calls.ts'
import { setOrganizationConfig } from '../../model/company/organization.calls.ts'
import { listRoles } from '../../model/member/role.calls.ts'
import { alterUserStatus, listUsers, memberCalls, resetUserPassword } from '../../model/member/user.calls.ts'
import { listNotices } from '../../model/notice/notice.calls.ts'
import { listApiTokens } from '../../model/session/api-token.calls.ts'
import { dropPin, queryPin, resetUserPin, setPin } from '../../model/session/pin.calls.ts'
import { listSecurityEvents } from '../../model/session/security-event.calls.ts'
import {
  alterPassword,
  listOwnSessions,
  login,
  logout,
  refreshToken,
  userInfo,
} from '../../model/session/session.calls.ts'
import {
  addTerminal,
  alterTerminal,
  dropTerminal,
  listTerminals,
  queryTerminal,
  releaseTerminal,
  signInByPin,
  stopTerminal,
} from '../../model/session/terminal.calls.ts'
import { mostTerminals, mostWrongPins } from '../../model/session/terminal.rules.ts'
import { hashPassword } from './password.ts'
import { endAllSessions, openSession } from './session.ts'

/** A shared terminal with PIN: registered, worked at by several, lost, and found again. */
const app = await testApp()
beforeEach(() => app.database.pool.query('delete from sign_in_failure'))
const password = 'Good-Pass-2026'
const pin = '705318'
const hashed = await hashPassword(password)
const pinHashed = await hashPassword(pin)
const asked = { name: '一车间平板', place: '一车间', idle_minutes: 10, password }

/** A browser that keeps what the server tells it to keep. */
class Browser {
  cookie = ''
  /** The address that it shows, which it tells with what it sends. */
  origin: string | undefined
  async send<C extends AnyCall>(call: C, input: unknown, token?: string): Promise<Envelope<Out<C>>> {
    const answer = await app.app.inject({
      method: call.method,
      url: call.path,
      headers: {
        'accept-language': 'zh',
        ...(token ? { authorization: token } : {}),
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...(this.origin ? { origin: this.origin, host: new URL(this.origin).host } : {}),
      },
      ...(call.method === 'GET' ? {} : { payload: input as object }),
    })
    const kept = answer.headers['set-cookie']
    if (typeof kept === 'string') {
      expect(kept).toMatch(/^device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/)
      this.cookie = kept.split(';')[0]!
    }
    return answer.json()
  }
  async ok<C extends AnyCall>(call: C, input: unknown, token?: string): Promise<Out<C>> {
    const { code, message, data } = await this.send(call, input, token)
    expect({ code, message }).toMatchObject({ code: 200 })
    return data as Out<C>
  }
  enter = (account = 'wang', typed = pin) => this.send(signInByPin, { account, pin: typed })
}
const withPassword = async (company: TestCompany) => {
  await app.database.pool.query('update app_user set password_hash = $1 where org_id = $2', [hashed, company.org_id])
  return { company }
}
/** The administrator's, at the device that becomes a terminal. */
const anotherSession = ({ org_id, admin }: TestCompany) =>
  app.database.system(tx => openSession(tx, { org_id, id: admin.user_id }))
const registered = async (company: TestCompany) => {
  await withPassword(company)
  const browser = new Browser()
  const { id } = await browser.ok(addTerminal, asked, await anotherSession(company))
  return { company, browser, id }
}
/** And a member with a PIN who works there. */
const worked = async (
  company: TestCompany,
  open: readonly { path: string }[] = [pages.productionReport, pages.roles],
) => {
  const made = await registered(company)
  const wang = await company.member(open)
  await app.database.pool.query(
    "update app_user set account = 'wang', job_number = 'B-17', name = '王五', password_hash = $2 where id = $1",
    [wang.user_id, hashed],
  )
  await app.database.pool.query('insert into user_pin (org_id, user_id, pin_hash) values ($1, $2, $3)', [
    company.org_id,
    wang.user_id,
    pinHashed,
  ])
  return { ...made, wang }
}
const eventsOf = async (company: TestCompany) =>
  (await company.admin.ok(listSecurityEvents, { page_size: 50 })).result.map(({ kind }) => kind)

contract(app, listTerminals, {
  set: worked,
  good: () => ({}),
  check: async ({ result }, { browser, company, id }) => {
    expect(result).toMatchObject([{ id, name: '一车间平板', place: '一车间', idle_minutes: 10, status: 1, waiting: 0 }])
    expect(result[0]!.is_current).toBe(false)
    await browser.ok(queryTerminal, { waiting: 3 })
    await browser.enter()
    const seen = await browser.ok(listTerminals, {}, company.admin.token)
    expect(seen.result).toMatchObject([{ is_current: true, waiting: 3, people: ['Admin', '王五'] }])
    expect(JSON.stringify(seen)).not.toContain(browser.cookie.slice('device='.length))
  },
  refused: () => [['an unknown field', { any: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.result).toEqual([]),
})
contract(app, addTerminal, {
  set: withPassword,
  good: () => asked,
  check: async (_, { company }) => {
    expect(await eventsOf(company)).toContain('terminal_added')
    const { rows } = await app.database.pool.query('select input from audit_log where org_id = $1', [company.org_id])
    expect(JSON.stringify(rows)).not.toContain(password)
  },
  refused: () => [
    ['no name', { ...asked, name: '' }, generalErrors.fieldRequired],
    ['no minutes at all', { ...asked, idle_minutes: 0 }, generalErrors.badParameter],
    ['open for a day', { ...asked, idle_minutes: 1440 }, generalErrors.badParameter],
  ],
  foreign: accessErrors.signInAgain,
})
contract(app, alterTerminal, {
  set: registered,
  good: ({ id }) => ({ id, row_version: 0, name: '二车间平板', place: null, idle_minutes: 5 }),
  check: async (_, { browser, company }) => {
    expect(await browser.ok(queryTerminal, {})).toMatchObject({ name: '二车间平板', idle_minutes: 5 })
    expect((await company.admin.ok(listTerminals, {})).result[0]).toMatchObject({ place: null, row_version: 1 })
  },
  refused: ({ id }) => [
    ['an old version', { id, row_version: 1, name: 'x', idle_minutes: 5 }, generalErrors.versionConflict],
    [
      'one that there is not',
      { id: newId(), row_version: 1, name: 'x', idle_minutes: 5 },
      generalErrors.recordNotFound,
    ],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, stopTerminal, {
  set: worked,
  good: ({ id }) => ({ id }),
  check: async (_, { browser, company }) => {
    expect(await browser.ok(queryTerminal, {})).toMatchObject({ state: 'stopped', name: '一车间平板', people: [] })
    expect(await browser.enter()).toMatchObject({
      code: accessErrors.terminalStopped.code,
      message: expect.stringContaining('管理员停用'),
    })
    expect(await eventsOf(company)).toContain('terminal_stopped')
  },
  refused: () => [['one that there is not', { id: newId() }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, releaseTerminal, {
  set: async company => {
    const made = await worked(company)
    await company.admin.ok(stopTerminal, { id: made.id })
    return made
  },
  good: ({ id }) => ({ id }),
  check: async (_, { browser, company, id }) => {
    expect(await browser.ok(queryTerminal, {})).toMatchObject({ state: 'ready', releases: 1 })
    expect((await browser.enter()).code).toBe(200)
    expect(await eventsOf(company)).toContain('terminal_released')
    expect((await company.admin.send(releaseTerminal, { id })).code).toBe(generalErrors.statusNotAllowed.code)
  },
  refused: () => [['one that there is not', { id: newId() }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, dropTerminal, {
  set: worked,
  good: ({ id }) => ({ id }),
  check: async (_, { browser, company }) => {
    expect(await browser.ok(queryTerminal, {})).toEqual({ state: 'none', people: [] })
    expect((await browser.enter()).code).toBe(accessErrors.terminalNone.code)
    expect(await eventsOf(company)).toContain('terminal_dropped')
  },
  refused: () => [['one that there is not', { id: newId() }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, queryPin, {
  set: withPassword,
  good: () => ({}),
  check: async (data, { company }) => {
    expect(data).toEqual({ since: null, is_locked: false })
    await company.admin.ok(setPin, { pin, password })
    expect(await company.admin.ok(queryPin, {})).toMatchObject({ since: expect.any(Number) })
  },
  refused: () => [['an unknown field', { any: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ since: null }),
})
contract(app, setPin, {
  set: withPassword,
  good: () => ({ pin, password }),
  check: async (_, { company }) => {
    expect(await eventsOf(company)).toContain('pin_set')
    expect((await company.admin.ok(listNotices, {})).result[0]?.text).toContain('PIN')
    const { rows } = await app.database.pool.query(
      'select to_jsonb(p) as held from user_pin p where org_id = $1 union all select input from audit_log where org_id = $1',
      [company.org_id],
    )
    expect(rows.length).toBeGreaterThan(1)
    expect(JSON.stringify(rows)).not.toContain(pin)
  },
  refused: () => [
    ...['12345', '12345a', '111111', '123456', '987654', '121212', '123123', '112233', '1'.repeat(13)].map(
      weak => [weak, { pin: weak, password }, accessErrors.pinWeak] as const,
    ),
    ['nothing', { pin: '', password }, generalErrors.fieldRequired],
  ],
  foreign: accessErrors.signInAgain,
})
contract(app, dropPin, {
  set: async company => {
    await withPassword(company)
    await company.admin.ok(setPin, { pin, password })
  },
  good: () => ({}),
  check: async (_, __, company) => {
    expect(await company.admin.ok(queryPin, {})).toMatchObject({ since: null })
    expect(await eventsOf(company)).toContain('pin_removed')
  },
  refused: () => [['an unknown field', { any: 1 }, generalErrors.badParameter]],
  foreign: generalErrors.recordNotFound,
})
contract(app, resetUserPin, {
  set: worked,
  good: ({ wang }) => ({ id: wang.user_id }),
  check: async (_, { browser, wang, company }) => {
    expect((await browser.enter()).code).toBe(accessErrors.pinWrong.code)
    expect((await wang.ok(listNotices, {})).result[0]?.text).toContain('PIN')
    const { result } = await company.admin.ok(listUsers, {})
    expect(result.map(({ has_pin }) => has_pin)).toEqual([false, false])
    expect((await company.admin.send(resetUserPin, { id: wang.user_id })).code).toBe(5024)
  },
  refused: () => [['nobody', { id: newId() }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

test('who has a PIN signs in at the terminal by account or badge, there alone, and for what is done there', async () => {
  const { company, browser, wang } = await worked(await app.company())
  expect(await browser.ok(queryTerminal, {})).toMatchObject({ state: 'ready', idle_minutes: 10, people: [] })
  const { data } = await browser.enter('B-17')
  const { token } = data!
  expect(data).toMatchObject({ must_enrol: false, user: { account: 'wang' } })
  expect((await browser.ok(queryTerminal, {})).people).toEqual([{ account: 'wang', name: '王五' }])
  const info = await browser.ok(userInfo, {}, token)
  expect(info).toMatchObject({
    pages: [pages.productionReport.path],
    terminal: { name: '一车间平板', idle_minutes: 10 },
  })
  expect((await browser.send(memberCalls.list, {}, token)).code).toBe(200)
  // Neither members nor the own account.
  for (const call of [listRoles, alterPassword, listApiTokens, listOwnSessions, queryPin])
    expect((await browser.send(call, {}, token)).code).toBe(5011)
  // The token is worth nothing elsewhere, nor is the PIN.
  const elsewhere = new Browser()
  expect((await elsewhere.send(userInfo, {}, token)).code).toBe(5256)
  expect((await elsewhere.enter()).code).toBe(accessErrors.terminalNone.code)
  elsewhere.cookie = 'device=somethingelse'
  expect((await elsewhere.send(userInfo, {}, token)).code).toBe(5256)
  // Another company's terminal does not know the member.
  const other = await registered(await app.company())
  expect((await other.browser.enter()).code).toBe(accessErrors.pinWrong.code)
  const open = (await wang.ok(listOwnSessions, {})).result.map(one => one.terminal_name)
  expect(open).toEqual([null, '一车间平板'])
  // The next one: who has not signed off is signed off.
  const { data: next } = await browser.enter()
  expect((await browser.send(userInfo, {}, token)).code).toBe(5256)
  await browser.ok(logout, {}, next!.token)
  expect((await browser.send(userInfo, {}, next!.token)).code).toBe(5256)
  await company.admin.ok(alterUserStatus, { id: wang.user_id, status: 0 })
  expect((await browser.enter()).code).toBe(accessErrors.pinWrong.code)
  expect((await browser.ok(queryTerminal, {})).people).toEqual([])
})

test('an administrator is none at a terminal', async () => {
  const { company, browser } = await registered(await app.company())
  await company.admin.ok(setPin, { pin, password })
  const { data } = await browser.enter('admin')
  const info = await browser.ok(userInfo, {}, data!.token)
  expect(info.user.is_admin).toBe(false)
  expect(info.pages).toContain(pages.productionReport.path)
  expect(info.pages).not.toContain(pages.roles.path)
  expect((await browser.send(listTerminals, {}, data!.token)).code).toBe(5011)
})

test('unused for its minutes the session is over; a renewal does not lengthen it', async () => {
  const { browser } = await worked(await app.company())
  const { token } = (await browser.enter()).data!
  const renewed = await browser.ok(refreshToken, {}, token)
  expect(renewed.expire_time).toBeLessThan(Date.now() / 1000 + 17 * 3600)
  const old = (seconds: number) =>
    app.database.pool.query('update session set used_time = epoch_now() - $1::bigint where by_pin', [seconds])
  await old(9 * 60)
  expect((await browser.send(userInfo, {}, token)).code).toBe(200)
  await old(11 * 60 + 5)
  expect((await browser.send(userInfo, {}, token)).code).toBe(5256)
})

test('who signs in by password at a terminal is signed off, too, with all rights until then', async () => {
  const { company, browser, id } = await worked(await app.company())
  const { org } = await company.admin.ok(userInfo, {})
  const { token } = await browser.ok(login, { account: 'admin', password, company_code: org.company_code })
  const info = await browser.ok(userInfo, {}, token)
  expect(info).toMatchObject({ user: { is_admin: true }, terminal: { name: '一车间平板', idle_minutes: 10 } })
  expect(info.pages).toContain(pages.roles.path)
  expect((await company.admin.ok(userInfo, {})).terminal).toBeNull()
  await app.database.pool.query('update session set used_time = epoch_now() - $1::bigint where terminal_id = $2', [
    11 * 60 + 5,
    id,
  ])
  expect((await browser.send(userInfo, {}, token)).code).toBe(5256)
  expect((await company.admin.ok(listTerminals, {})).result[0]!.people).toEqual([])
})

test('where the company asks for two steps the terminal is the second', async () => {
  const { company, browser } = await worked(await app.company())
  await company.admin.ok(setOrganizationConfig, { configs: [{ config_key: 'mfa_required', config_value: 'all' }] })
  const { data } = await browser.enter()
  expect(data!.must_enrol).toBe(false)
  expect((await browser.send(memberCalls.list, {}, data!.token)).code).toBe(200)
})

test('wrong PINs are counted at the member, wherever, and lock it in the end', async () => {
  const { company, browser, wang } = await worked(await app.company())
  const second = new Browser()
  await second.ok(addTerminal, { ...asked, name: '二' }, company.admin.token)
  for (const one of [browser, second, browser, second, browser])
    expect((await one.enter('wang', '999999')).code).toBe(accessErrors.pinWrong.code)
  expect(await second.enter()).toMatchObject({ code: 5266, data: { wait_seconds: expect.any(Number) } })
  expect(await eventsOf(company)).toContain('pin_wrong')
  await app.database.pool.query('delete from sign_in_failure')
  expect((await browser.enter()).code).toBe(200)
  // Many at one moment are still few.
  const many = await Promise.all(Array.from({ length: 12 }, () => browser.enter('wang', '999999')))
  expect(many.filter(({ code }) => code === accessErrors.pinWrong.code)).toHaveLength(5)
  await app.database.pool.query('update user_pin set wrong = $1', [mostWrongPins - 1])
  await app.database.pool.query('delete from sign_in_failure')
  expect((await browser.enter('wang', '999999')).code).toBe(accessErrors.pinWrong.code)
  expect(await eventsOf(company)).toContain('pin_locked')
  expect((await wang.ok(listNotices, {})).result[0]?.text).toContain('锁定')
  // The right one neither, until a new one is set.
  expect((await browser.enter()).code).toBe(accessErrors.pinWrong.code)
  expect(await wang.ok(queryPin, {})).toMatchObject({ is_locked: true })
  await wang.ok(setPin, { pin: '280461', password })
  expect((await browser.enter('wang', '280461')).code).toBe(200)
})

test('one terminal has so many wrong ones, at whoever and nobody', async () => {
  const { browser } = await worked(await app.company())
  for (let n = 0; n < 20; n++) expect((await browser.enter(`nobody${n}`)).code).toBe(accessErrors.pinWrong.code)
  expect((await browser.enter()).code).toBe(5266)
})

test('a lost terminal: everybody is out at once, by whichever way they came in; a found one is let in again', async () => {
  const { company, browser, id, wang } = await worked(await app.company())
  const byPin = (await browser.enter()).data!.token
  const { org } = await company.admin.ok(userInfo, {})
  const credentials = { account: 'wang', password, company_code: org.company_code }
  await app.database.pool.query('update app_user set password_hash = $1 where org_id = $2', [hashed, company.org_id])
  const byPassword = (await browser.ok(login, credentials)).token
  expect((await browser.send(userInfo, {}, byPassword)).code).toBe(200)
  const other = (await new Browser().ok(login, { ...credentials, account: 'admin' })).token
  await new Browser().ok(stopTerminal, { id }, other)
  for (const token of [byPin, byPassword]) expect((await browser.send(userInfo, {}, token)).code).toBe(5256)
  // Nobody comes in there, and no session from elsewhere works there.
  expect((await browser.send(login, credentials)).code).toBe(accessErrors.terminalStopped.code)
  expect((await browser.send(userInfo, {}, wang.token)).code).toBe(5256)
  expect((await wang.send(userInfo, {})).code).toBe(200)
  const elsewhere = new Browser()
  await elsewhere.ok(releaseTerminal, { id }, other)
  expect((await browser.enter()).code).toBe(200)
  expect((await browser.send(userInfo, {}, byPin)).code).toBe(5256)
})

test('a sign-in that a stopped terminal refuses replaces no first password', async () => {
  const { company, browser, id, wang } = await worked(await app.company())
  const { org } = await company.admin.ok(userInfo, {})
  await app.database.pool.query('update app_user set password_hash = $1, first_password = id = $2 where org_id = $3', [
    hashed,
    wang.user_id,
    company.org_id,
  ])
  const first = { account: 'wang', password, company_code: org.company_code, new_password: 'Third-Pass-2026' }
  const admin = (await new Browser().ok(login, { account: 'admin', password, company_code: org.company_code })).token
  await new Browser().ok(stopTerminal, { id }, admin)
  expect((await browser.send(login, first)).code).toBe(accessErrors.terminalStopped.code)
  expect(await eventsOf(company)).not.toContain('password_changed')
  expect((await new Browser().send(login, first)).code).toBe(200)
})

test('a company that stops a device shuts it for itself, not for others who use the browser', async () => {
  const { company, browser, id } = await worked(await app.company())
  const other = await app.company()
  await withPassword(other)
  const { org } = await other.admin.ok(userInfo, {})
  await company.admin.ok(stopTerminal, { id })
  expect((await browser.send(userInfo, {}, company.admin.token)).code).toBe(5256)
  expect((await browser.send(userInfo, {}, other.admin.token)).code).toBe(200)
  const credentials = { account: 'admin', password, company_code: org.company_code }
  const { token } = await browser.ok(login, credentials)
  expect((await browser.send(userInfo, {}, token)).code).toBe(200)
})

test('over plain HTTP to a product under TLS none is made: the browser would not keep it', async () => {
  const { company } = await withPassword(await app.company())
  const browser = new Browser()
  browser.origin = 'http://10.0.0.5:3000'
  process.env.PUBLIC_URL = 'https://qitao.plant.cn'
  try {
    const { code, message } = await browser.send(addTerminal, asked, company.admin.token)
    expect({ code, message }).toEqual({
      code: accessErrors.terminalOverHttp.code,
      message: expect.stringContaining('https://qitao.plant.cn'),
    })
  } finally {
    delete process.env.PUBLIC_URL
  }
  expect((await company.admin.ok(listTerminals, {})).result).toEqual([])
  await browser.ok(addTerminal, asked, company.admin.token)
})

/** Somebody of another company, who is the same person as the administrator of the first. */
const alsoOf = async (company: TestCompany) => {
  const other = await app.company()
  await withPassword(other)
  const { org } = await other.admin.ok(userInfo, {})
  const person_id = newId()
  await app.database.pool.query('insert into person (id, contact) values ($1, $2)', [
    person_id,
    `${person_id}@b.example`,
  ])
  await app.database.pool.query('update app_user set person_id = $1 where id = any($2)', [
    person_id,
    [company.admin.user_id, other.admin.user_id],
  ])
  return { other, company_code: org.company_code }
}
const unused = (company: TestCompany, seconds: number) =>
  app.database.pool.query('update session set used_time = epoch_now() - $1::bigint where org_id = $2', [
    seconds,
    company.org_id,
  ])

test('people of other companies are signed off at a shared device, too, whether they sign in or switch there', async () => {
  const { company, browser } = await worked(await app.company())
  const { other, company_code } = await alsoOf(company)
  const signedIn = (await browser.ok(login, { account: 'admin', password, company_code })).token
  const { org } = await company.admin.ok(userInfo, {})
  const own = (await browser.ok(login, { account: 'admin', password, company_code: org.company_code })).token
  const switched = (await browser.ok(updateUserCompany, { company_code }, own)).token
  for (const token of [signedIn, switched])
    expect(await browser.ok(userInfo, {}, token)).toMatchObject({
      user: { is_admin: true },
      terminal: { name: null, idle_minutes: 10 },
    })
  await unused(other, 10 * 60)
  for (const token of [signedIn, switched]) expect((await browser.send(userInfo, {}, token)).code).toBe(200)
  await unused(other, 11 * 60 + 5)
  for (const token of [signedIn, switched]) expect((await browser.send(userInfo, {}, token)).code).toBe(5256)
  // Elsewhere nobody is.
  expect((await other.admin.ok(userInfo, {})).terminal).toBeNull()
})

test('nobody switches into a company at the device that it has stopped', async () => {
  const { company, browser, id } = await worked(await app.company())
  const { company_code } = await alsoOf(company)
  const { org } = await company.admin.ok(userInfo, {})
  const { token } = await browser.ok(login, { account: 'admin', password, company_code })
  await company.admin.ok(stopTerminal, { id })
  expect((await browser.send(updateUserCompany, { company_code: org.company_code }, token)).code).toBe(
    accessErrors.terminalStopped.code,
  )
  expect((await browser.send(userInfo, {}, token)).code).toBe(200)
})

test('who comes in at the moment of the stop is out, also when the terminal is released', async () => {
  const { company, browser, id } = await worked(await app.company())
  for (let round = 0; round < 5; round++) {
    const signIns = () => Array.from({ length: 6 }, () => browser.enter())
    const [, ...entered] = await Promise.all([
      company.admin.ok(stopTerminal, { id }),
      ...signIns(),
      new Promise<undefined>(resolve => setTimeout(resolve, round * 20, undefined)),
      ...signIns(),
    ])
    await company.admin.ok(releaseTerminal, { id })
    for (const answer of entered)
      if (answer?.data) expect((await browser.send(userInfo, {}, answer.data.token)).code).toBe(5256)
  }
})

test('without the password none is made, however fresh the sign-in; one device is one terminal', async () => {
  const { company } = await withPassword(await app.company())
  const { password: _, ...bare } = asked
  const browser = new Browser()
  expect((await browser.send(addTerminal, bare, company.admin.token)).code).toBe(generalErrors.fieldRequired.code)
  expect((await browser.send(setPin, { pin }, company.admin.token)).code).toBe(generalErrors.fieldRequired.code)
  await browser.ok(addTerminal, asked, company.admin.token)
  expect((await browser.send(addTerminal, { ...asked, name: '二' }, company.admin.token)).code).toBe(5024)
  const second = new Browser()
  expect((await second.send(addTerminal, asked, company.admin.token)).code).toBe(accessErrors.terminalNameExists.code)
  const wrong = { password: 'Wrong-Pass-2026' }
  expect((await second.send(addTerminal, { ...asked, ...wrong }, company.admin.token)).code).toBe(5291)
  expect((await second.send(setPin, { pin, ...wrong }, company.admin.token)).code).toBe(5291)
  expect(second.cookie).toBe('')
  await app.database.pool.query(
    "insert into terminal (org_id, id, name, idle_minutes) select $1, gen_random_uuid(), 't' || n, 5 from generate_series(2, $2) n",
    [company.org_id, mostTerminals],
  )
  expect((await second.send(addTerminal, { ...asked, name: '三' }, company.admin.token)).code).toBe(
    accessErrors.terminalsTooMany.code,
  )
})

test('a PIN ends with the password that an administrator sets, and who came in by it is out when it changes', async () => {
  const { company, browser, wang } = await worked(await app.company())
  const first = (await browser.enter()).data!.token
  await wang.ok(setPin, { pin: '280461', password })
  expect((await browser.send(userInfo, {}, first)).code).toBe(5256)
  const second = (await browser.enter('wang', '280461')).data!.token
  await wang.ok(dropPin, {})
  expect((await browser.send(userInfo, {}, second)).code).toBe(5256)
  await wang.ok(setPin, { pin, password })
  expect((await browser.enter()).code).toBe(200)
  await company.admin.ok(resetUserPassword, { id: wang.user_id, new_password: 'Other-Pass-2026' })
  expect((await browser.enter()).code).toBe(accessErrors.pinWrong.code)
})

test('after a restore terminals wait for their release', async () => {
  const { browser } = await worked(await app.company())
  await app.database.system(endAllSessions)
  expect((await browser.ok(queryTerminal, {})).state).toBe('stopped')
})
