import { accessErrors } from '@qitao/access/model/access.errors.ts'
import { CallFailure } from '@qitao/platform/web/call/failures.ts'
import { holdBack, signOut } from '@qitao/platform/web/offline/device.ts'
import { beforeEach, expect, test, vi } from 'vitest'

const server = vi.hoisted(() => ({ asked: 0, answer: {} as object, failure: undefined as Error | undefined }))
const disk = vi.hoisted(() => new Map<string, unknown>())
const holder = vi.hoisted(() => ({ is: undefined as object | undefined }))
vi.mock('@qitao/platform/web/call/client.ts', () => ({
  send: async (_: unknown, input: object) => {
    server.asked += 1
    expect(input).toEqual({ waiting: 3 })
    if (server.failure) throw server.failure
    return server.answer
  },
}))
vi.mock('@qitao/platform/web/offline/device-store.ts', () => ({
  keep: async (key: string, value: unknown) => void disk.set(key, value),
  readKept: async (key: string) => disk.get(key),
}))
vi.mock('@qitao/platform/web/offline/device.ts', () => ({
  device: { get: () => ({ holder: holder.is }) },
  failureOf: async (work: () => Promise<unknown>) => {
    try {
      await work()
      return undefined
    } catch (error) {
      return error
    }
  },
  holdBack: vi.fn(async () => {}),
  openHere: () => 0,
  openOnDevice: async () => 3,
  signOut: vi.fn(async () => {}),
  sync: async () => {},
}))
type Page = typeof import('./terminal.ts')
/** The page, opened on the device. */
async function open(): Promise<Page> {
  vi.resetModules()
  const page: Page = await import('./terminal.ts')
  await page.readTerminal()
  return page
}
const own = { owner: 'C1/a', company_code: 'C1' }
const ready = {
  ...{ state: 'ready', id: 'one', name: 'T', company_code: 'C1', company_name: 'C' },
  ...{ idle_minutes: 5, releases: 0, people: [] },
}
beforeEach(() => {
  Object.assign(server, { asked: 0, answer: ready, failure: undefined })
  holder.is = own
  disk.clear()
  vi.clearAllMocks()
})

test('a device that is none is asked about when the page opens, not with every round', async () => {
  server.answer = { state: 'none', people: [] }
  const { lookAtTerminal, terminal } = await open()
  for (let n = 0; n < 3; n++) expect(await lookAtTerminal()).toBe('through')
  expect(server.asked).toBe(1)
  expect(terminal.get()?.state).toBe('none')
})
test('what it is stays known without a connection', async () => {
  expect(await (await open()).lookAtTerminal()).toBe('through')
  server.failure = new CallFailure('network', 0)
  const { lookAtTerminal, terminal } = await open()
  expect(terminal.get()).toEqual(ready)
  expect(await lookAtTerminal()).toBe('later')
})
test('stopped, it sends nothing, what waits is held back, and who worked with it is out; so it stays until it is told otherwise', async () => {
  await (await open()).lookAtTerminal()
  server.answer = { ...ready, state: 'stopped' }
  const page = await open()
  expect(await page.lookAtTerminal()).toBe('halt')
  expect(holdBack).toHaveBeenCalledWith(expect.objectContaining({ code: accessErrors.heldBack.code }), 'C1')
  expect(signOut).toHaveBeenCalledOnce()
  server.failure = new CallFailure('network', 0)
  expect(await (await open()).lookAtTerminal()).toBe('halt')
})
test('stopped by one company, it goes on for people of another, and with what they have kept', async () => {
  holder.is = { owner: 'C2/b', company_code: 'C2' }
  await (await open()).lookAtTerminal()
  server.answer = { ...ready, state: 'stopped' }
  const page = await open()
  expect(await page.lookAtTerminal()).toBe('through')
  expect(holdBack).toHaveBeenCalledWith(expect.anything(), 'C1')
  expect(signOut).not.toHaveBeenCalled()
  const here = page.terminal.get()
  expect([undefined, 'C1', 'C2'].map(code => page.isShut(here, code))).toEqual([true, true, false])
  server.failure = new CallFailure('network', 0)
  expect(await (await open()).lookAtTerminal()).toBe('later')
})
test('stopped and released while it was away: what waits is held back all the same', async () => {
  await (await open()).lookAtTerminal()
  expect(holdBack).not.toHaveBeenCalled()
  server.answer = { ...ready, releases: 1 }
  const page = await open()
  expect(await page.lookAtTerminal()).toBe('through')
  expect(holdBack).toHaveBeenCalledOnce()
  expect(await page.lookAtTerminal()).toBe('through')
  expect(holdBack).toHaveBeenCalledOnce()
})
test.each([
  ['removed instead of released', { state: 'none', people: [] }],
  ['removed, and registered anew', { ...ready, id: 'two' }],
])('%s: what waits is held back once', async (_, answer) => {
  await (await open()).lookAtTerminal()
  server.answer = answer
  const page = await open()
  expect(await page.lookAtTerminal()).toBe('through')
  expect(await page.lookAtTerminal()).toBe('through')
  expect(await (await open()).lookAtTerminal()).toBe('through')
  expect(holdBack).toHaveBeenCalledOnce()
})
test('what waits on a device that becomes a terminal goes by itself', async () => {
  server.answer = { state: 'none', people: [] }
  await (await open()).lookAtTerminal()
  server.answer = ready
  expect(await (await open()).lookAtTerminal()).toBe('through')
  expect(holdBack).not.toHaveBeenCalled()
})
