import type { AnyCall } from '@qitao/core/call.ts'
import { send, uploadFile } from '@qitao/platform/web/call/client.ts'
import { newIntention } from '@qitao/platform/web/call/idempotency.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// Every call that writes, by the web's one way out: what got no answer goes out again under its key, and an answer ends it.

const modules = import.meta.glob<object>('../../areas/*/model/**/*.calls.ts', { eager: true })
const sources = import.meta.glob<string>(
  ['../../areas/*/web/**/*.{ts,tsx}', '../../platform/web/**/*.{ts,tsx}', './*.{ts,tsx}', '!**/*.test.ts'],
  { eager: true, query: '?raw', import: 'default' },
)

const isCall = (one: unknown): one is AnyCall =>
  typeof one === 'object' && one !== null && 'path' in one && 'writes' in one && 'input' in one
/** Calls that a module declares, one by one or as a family such as `unitCalls.add`. */
const callsIn = (module: object): AnyCall[] =>
  Object.values(module).flatMap(one =>
    isCall(one) ? [one] : typeof one === 'object' && one !== null ? Object.values(one).filter(isCall) : [],
  )
const writing = new Map(
  Object.values(modules)
    .flatMap(callsIn)
    // Of strangers and of secrets the server keeps no answer.
    .filter(call => call.writes && call.grantedBy !== 'public' && !call.answersSecret)
    .map(call => [call.path, call]),
)

const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('document', { cookie: 'token=t' })
})
afterEach(() => vi.unstubAllGlobals())
const keyOf = (): string | null => new Headers(fetched.mock.lastCall![1].headers).get('Idempotency-Key')

/** The keys of three presses: the first has no answer, the second has one, the third is something new. */
async function keysOf(press: () => Promise<unknown>): Promise<(string | null)[]> {
  const keys: (string | null)[] = []
  fetched.mockRejectedValueOnce(new TypeError('the reply is lost'))
  for (const _ of [1, 2, 3]) {
    await press().catch(() => {})
    keys.push(keyOf())
    fetched.mockImplementation(async () => new Response('{"code":200,"message":"","data":{}}'))
  }
  return keys
}
const isOnce = ([first, again, anew]: readonly (string | null)[]): boolean =>
  Boolean(first) && again === first && Boolean(anew) && anew !== first

test('every writing call is done once, pressed or from a sheet', async () => {
  expect(writing.size).toBeGreaterThan(150)
  const twice: string[] = []
  for (const call of writing.values()) {
    if (!isOnce(await keysOf(() => send(call, { a: 1 })))) twice.push(`press ${call.path}`)
    const intention = newIntention()
    let typed = 0
    if (!isOnce(await keysOf(() => send(call, { typed: typed++ }, { intention })))) twice.push(`sheet ${call.path}`)
  }
  expect(twice).toEqual([])
})
test('a file is sent once', async () => {
  const file = new File(['a'], 'a.txt', { lastModified: 1 })
  const upload = [...writing.values()].find(({ path }) => path.endsWith('/common_upload'))!
  expect(isOnce(await keysOf(() => uploadFile(upload, file, { module: 'org' })))).toBe(true)
})
test('the web asks the server by its client alone', () => {
  const ways = /\bfetch\(|XMLHttpRequest|sendBeacon|EventSource/
  expect(Object.keys(sources).length).toBeGreaterThan(300)
  const asking = Object.entries(sources).filter(([, source]) => ways.test(source))
  expect(asking.map(([path]) => path)).toEqual(['../../platform/web/call/client.ts'])
})
