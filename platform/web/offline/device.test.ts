import type { AnyCall } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { CallFailure } from '../call/failures.ts'
import { ownBehindView, waitBehind } from '../session/own-session.ts'
import { readLocal, readToken, storageKeys, writeToken } from '../session/storage.ts'
import type { QueuedAction } from './action.ts'
import { type DeviceCalls, device, endView, holdBack, signIn, signOut, startDevice, sync, take } from './device.ts'
import type { ActionKeeper } from './outbox.ts'

const kept = vi.hoisted(() => ({
  things: new Map<string, unknown>(),
  actions: new Map<string, QueuedAction>(),
  forgotten: [] as string[],
}))
vi.mock('./device-store.ts', () => ({
  actionKeeper: {
    all: async (owner: string) => [...kept.actions.values()].filter(action => action.owner === owner),
    put: async (action: QueuedAction) => void kept.actions.set(action.id, action),
    remove: async (id: string) => void kept.actions.delete(id),
    become: async (
      id: string,
      next: ActionKeeper['become'] extends (id: string, next: infer N) => unknown ? N : never,
    ) => {
      const made = next(kept.actions.get(id))
      if (made) kept.actions.delete(id)
      for (const action of made ?? []) kept.actions.set(action.id, action)
      return made !== undefined
    },
  },
  allActions: async () => [...kept.actions.values()],
  askToStay: () => {},
  forgetOwner: async (owner: string) => void kept.forgotten.push(owner),
  keep: async (key: string, value: unknown) => void kept.things.set(key, value),
  onOtherPage: () => {},
  openByOwner: async () => new Map(),
  readKept: async (key: string) => kept.things.get(key),
}))

const call = (path: string) => ({ path, method: 'POST', writes: true, grantedBy: 'signed_in' }) as unknown as AnyCall
const named = {
  login: call('/login'),
  userInfo: call('/user_info'),
  refreshToken: call('/refresh'),
  logout: call('/out'),
  setConfig: call('/set_config'),
  report: call('/report'),
}
/** What is asked before anything is sent. */
let before: 'through' | 'later' | 'halt'
const calls = {
  before: async () => before,
  ...named,
  upload: call('/upload'),
  queued: [named.report],
  photosOf: { '/report': 'x' },
} as unknown as DeviceCalls
const infoOf = (account: string, viewed_by_name: string | null = null) => ({
  ...{ user: { id: account, account, name: account }, org: { company_code: 'C' }, viewed_by_name },
})

/** Who is signed in by each token that the server knows. */
let alive: Map<string, string>
let asked: string[]
const opened = vi.fn()
function store(): Storage {
  const all = new Map<string, string>()
  return {
    getItem: key => all.get(key) ?? null,
    setItem: (key, value) => void all.set(key, value),
    removeItem: key => void all.delete(key),
  } as Storage
}
function answerOf(path: string, token: string, input: { account?: string }): { code: number; data: unknown } {
  if (path === named.login.path) {
    alive.set(`of ${input.account}`, input.account!)
    return { code: 200, data: { ...infoOf(input.account!), token: `of ${input.account}`, must_enrol: false } }
  }
  asked.push(`${path} by ${token}`)
  const account = alive.get(token)
  if (account === undefined) return { code: generalErrors.loginNeeded.code, data: {} }
  if (path === named.logout.path) alive.delete(token)
  return {
    code: 200,
    data: path === named.refreshToken.path ? { token } : infoOf(account, token === 'view' ? 'ada' : null),
  }
}
beforeEach(async () => {
  vi.useFakeTimers()
  kept.things.clear()
  kept.actions.clear()
  asked = []
  before = 'through'
  opened.mockClear()
  alive = new Map([
    ['admin', 'ada'],
    ['view', 'oper'],
  ])
  let cookie = ''
  vi.stubGlobal('document', {
    get cookie() {
      return cookie
    },
    set cookie(written: string) {
      cookie = written.includes('Max-Age=0') ? '' : written.split(';')[0]!
    },
    addEventListener: () => {},
  })
  vi.stubGlobal('location', { protocol: 'http:', assign: opened })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('localStorage', store())
  vi.stubGlobal('sessionStorage', store())
  vi.stubGlobal('fetch', async (path: string, { headers, body }: { headers: Headers; body: string }) =>
    Response.json(answerOf(path, headers.get('Authorization') ?? '', JSON.parse(body))),
  )
  device.set(undefined)
  await startDevice(calls)
})
const credentials = { company_code: 'C', account: 'one', password: 'p', device_key: 'd' }
const whileViewing = () => {
  writeToken('view')
  waitBehind({ own: 'admin', view: 'view' })
}

test('who signs in on a device over a view leaves no own session behind, here or on the server', async () => {
  whileViewing()
  expect(await signIn(credentials)).toBeUndefined()
  expect(readToken()).toBe('of one')
  expect(readLocal(storageKeys.ownToken)).toBeUndefined()
  await vi.waitFor(() => expect(alive.has('admin')).toBe(false))
  expect(alive.has('of one')).toBe(true)
})
test('who signs out on a device in a view ends the view and the own session', async () => {
  whileViewing()
  await signOut()
  expect(readToken()).toBeUndefined()
  expect(readLocal(storageKeys.ownToken)).toBeUndefined()
  await vi.waitFor(() => expect(alive.size).toBe(0))
  writeToken('of one')
  expect(ownBehindView()).toBeUndefined()
})

test('what was loaded to work by goes with who signs out', async () => {
  await signIn({ ...credentials, account: 'oper' })
  kept.forgotten = []
  await signOut()
  expect(kept.forgotten).toEqual(['C/oper'])
})

const reported = { path: named.report.path, input: { n: 1 }, lane: 'x', title: { zh: '报工', en: 'Report' } }
/** The operator is gone from the device, and has left a report on it. */
const leftByOperator = async () => {
  await signIn({ ...credentials, account: 'oper' })
  await sync()
  alive.delete('of oper')
  expect(await take(reported)).toBe(true)
  await sync()
  asked = []
}
const sentReports = () => asked.filter(one => one.startsWith(named.report.path))

for (const [how, begin] of [
  ['as this browser knows', whileViewing],
  ['as only the server knows', () => writeToken('view')],
] as const)
  test(`who looks on as the operator, ${how}, does not hold the device: nothing is sent, nothing is taken`, async () => {
    await leftByOperator()
    begin()
    await sync()
    expect(device.get()?.view).toBe('view')
    expect(device.get()?.holder?.token).toBe('of oper')
    expect(sentReports()).toEqual([])
    expect([...kept.actions.values()].map(({ state }) => state)).toEqual(['waiting'])
    expect(await take(reported)).toBe(false)
    expect(kept.actions.size).toBe(1)
    expect(asked.filter(one => one.startsWith(named.refreshToken.path))).toEqual([])
  })
test('a view that began a moment ago takes nothing either', async () => {
  await leftByOperator()
  whileViewing()
  expect(await take(reported)).toBe(false)
  expect(device.get()?.view).toBe('view')
})
test('what waited goes out once the operator is back', async () => {
  await leftByOperator()
  whileViewing()
  await sync()
  await signIn({ ...credentials, account: 'oper' })
  await sync()
  expect(device.get()?.view).toBeUndefined()
  expect(sentReports()).toEqual(['/report by of oper'])
  expect([...kept.actions.values()].map(({ state }) => state)).toEqual(['done'])
})
test('the way back from a device ends the view and leads to the own session; pressed late it ends nothing', async () => {
  whileViewing()
  await sync()
  await endView()
  expect(alive).toEqual(new Map([['admin', 'ada']]))
  expect(readToken()).toBe('admin')
  expect(opened).toHaveBeenCalledWith('/')
  await endView()
  expect(alive.has('admin')).toBe(true)
})
test.each(['halt', 'later'] as const)('nothing is sent from a device that is to send nothing: %s', async how => {
  await leftByOperator()
  alive.set('of oper', 'oper')
  before = how
  await sync()
  expect(asked).toEqual([])
  expect(device.get()?.reached).toBe(how === 'halt')
  before = 'through'
  await sync()
  expect(sentReports()).toHaveLength(1)
})
test('what is held back waits for its owner, also after the next sign-in', async () => {
  await leftByOperator()
  await holdBack(new CallFailure('refused', 5288), 'another')
  expect(device.get()?.outbox?.actions.get()).toMatchObject([{ state: 'waiting' }])
  await holdBack(new CallFailure('refused', 5288), 'C')
  expect(device.get()?.outbox?.actions.get()).toMatchObject([{ state: 'refused', failure: { code: 5288 } }])
  await signIn({ ...credentials, account: 'oper' })
  await sync()
  expect(sentReports()).toEqual([])
  const { outbox } = device.get()!
  await outbox!.again(outbox!.actions.get()[0]!)
  await sync()
  expect(sentReports()).toEqual(['/report by of oper'])
})
