import { device } from '@qitao/platform/web/offline/device.ts'
import { createStore } from '@qitao/platform/web/store.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { countCalls } from '../../model/count/count.calls.ts'
import { counts, loadCounts } from './counts.ts'

interface Asked {
  path: string
  location_id?: string
  material_id?: string
  cursor?: string
}
const server = vi.hoisted(() => ({ asked: [] as Asked[], lines: 5_000, portion: 2_000 }))
vi.mock('@qitao/platform/web/offline/device-store.ts', () => ({
  keep: async () => {},
  readKept: async () => undefined,
}))
vi.mock('@qitao/platform/web/call/client.ts', () => ({
  send: async ({ path }: { path: string }, input: Asked) => {
    server.asked.push({ ...input, path })
    if (path === countCalls.list.path) return { result: [{ id: 'c' }] }
    const all = Array.from({ length: server.lines }, (_, n) => ({
      ...{ id: `${n}`, location_id: `l${n}`, material_id: 'm', row_version: 2 },
    })).filter(({ location_id }) => input.location_id === undefined || location_id === input.location_id)
    const from = Number(input.cursor ?? 0)
    const next = from + server.portion
    return { result: all.slice(from, next), next_cursor: next < all.length ? `${next}` : null }
  },
}))
const actions = createStore<unknown[]>([])
beforeEach(() => device.set({ holder: { owner: 'a' }, outbox: { actions } } as never))
const load = async (): Promise<Asked[]> => {
  server.asked = []
  expect(await loadCounts()).toBeUndefined()
  return server.asked.filter(({ path }) => path === countCalls.lines.path)
}

test('a count of more lines than one answer carries is on the device whole; what was answered is asked for alone', async () => {
  expect(await load()).toHaveLength(3)
  expect(counts.get()?.all[0]?.lines).toHaveLength(server.lines)
  expect(await load()).toHaveLength(0)
  actions.set([
    {
      ...{ path: countCalls.enter.path, state: 'done', answered_at: Date.now() + 1 },
      input: { id: 'c', entries: [{ line_id: '4999' }] },
    },
  ])
  expect(await load()).toMatchObject([{ location_id: 'l4999', material_id: 'm' }])
  expect(counts.get()?.all[0]?.lines).toHaveLength(server.lines)
})
