import { memberCalls } from '@qitao/access/model/member/user.calls.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { CallFailure } from '@qitao/platform/web/call/failures.ts'
import { device } from '@qitao/platform/web/offline/device.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { listAndon } from '../../model/andon/andon.calls.ts'
import { listTaskDrawings } from '../../model/drawing/task-drawing.calls.ts'
import { listReportTasks, proposeReportTrace } from '../../model/report.calls.ts'
import { loadShift, notLoaded, shift } from './shift.ts'

const server = vi.hoisted(() => ({
  asked: [] as { path: string; task_id?: string }[],
  versions: [1, 1, 1],
  mayNot: false,
  drawings: [] as string[],
  /** What goes wrong as it is asked for: a path, a task or a file. */
  fails: new Map<string, CallFailure>(),
  /** What does not answer before this. */
  waits: new Map<string, Promise<void>>(),
}))
const disk = vi.hoisted(() => ({ kept: new Map<string, unknown>(), isFull: (_: string): boolean => false }))
vi.mock('@qitao/platform/web/offline/device-store.ts', () => ({
  forget: async () => {},
  keep: async (key: string, value: unknown) => {
    if (disk.isFull(key)) throw new DOMException('no room', 'QuotaExceededError')
    disk.kept.set(key, value)
  },
  readKept: async (key: string) => (key.startsWith('file:') ? disk.kept.get(key) : undefined),
}))
vi.mock('@qitao/platform/web/call/client.ts', () => ({
  fetchFile: async (_: unknown, { attachment_id }: { attachment_id: string }) => {
    const failure = server.fails.get(attachment_id)
    if (failure) throw failure
    return { content: new Blob() }
  },
  send: async ({ path }: { path: string }, input: { task_id?: string; task_ids?: string[] }) => {
    server.asked.push({ path, ...input })
    await server.waits.get(path)
    if (server.mayNot) throw new CallFailure('refused', generalErrors.noPermission.code)
    const failure = server.fails.get(path) ?? server.fails.get(input.task_id ?? '')
    if (failure) throw failure
    if (path === listTaskDrawings.path)
      return {
        result: (input.task_ids ?? []).flatMap(task_id =>
          server.drawings.map(attachment_id => ({ task_id, attachment_id, name: 'D', version: '1', mime_type: '' })),
        ),
      }
    if (path === memberCalls.list.path) return { result: [{ id: 'p', name: 'P' }] }
    const tasks = server.versions.map((row_version, n) => ({ id: `${n}`, material_id: `m${n}`, row_version }))
    return { result: path === listReportTasks.path ? tasks : [] }
  },
}))
beforeEach(() => {
  device.set({ holder: { owner: 'a' } } as never)
  Object.assign(server, { fails: new Map(), drawings: [], versions: [1, 1, 1], mayNot: false })
  disk.kept.clear()
  disk.isFull = () => false
})
/** Nothing was loaded before. */
const anew = () => shift.set(undefined)
const files = () => [...disk.kept.keys()].filter(key => key.startsWith('file:'))
const traced = () => server.asked.flatMap(one => (one.path === proposeReportTrace.path ? one.task_id : []))
const load = async () => {
  server.asked = []
  expect(await loadShift()).toBeUndefined()
  await vi.waitFor(() => expect(Object.values(shift.get()?.versions ?? {})).toEqual(server.versions))
}

test('of one task that has changed what belongs to it alone is loaded; of none nothing', async () => {
  await load()
  expect(traced()).toEqual(['0', '1', '2'])
  server.versions[1] = 2
  await load()
  expect(traced()).toEqual(['1'])
  await vi.waitFor(() => expect(server.asked).toHaveLength(3))
  expect(server.asked[2]).toEqual({ path: listTaskDrawings.path, task_ids: ['1'] })
  await load()
  expect(server.asked).toHaveLength(1)
  expect(Object.keys(shift.get()?.traces ?? {})).toEqual(['0', '1', '2'])
})
test('a task that is published again has its drawings of now', async () => {
  anew()
  server.drawings = ['old']
  await load()
  await vi.waitFor(() => expect(shift.get()!.drawings['1']).toMatchObject([{ attachment_id: 'old' }]))
  server.versions[1] = 2
  server.drawings = ['new']
  await load()
  await vi.waitFor(() => expect(shift.get()!.drawings['1']).toMatchObject([{ attachment_id: 'new' }]))
  expect(files()).toContain('file:new')
})
test('whose right to report is missing is known until it is granted', async () => {
  server.mayNot = true
  expect(await loadShift()).toMatchObject({ code: generalErrors.noPermission.code })
  expect(notLoaded.get()).toMatchObject({ owner: 'a', failure: { code: generalErrors.noPermission.code } })
  server.mayNot = false
  await load()
  expect(notLoaded.get()).toBeUndefined()
})
test('what the server does not give takes nothing else along, and is not asked for again every half minute', async () => {
  anew()
  server.drawings = ['f1', 'f2', 'f3']
  for (const what of ['1', memberCalls.list.path, 'f2']) server.fails.set(what, new CallFailure('http', 500))
  await load()
  await vi.waitFor(() => expect(files()).toEqual(['file:f1', 'file:f3']))
  expect(Object.keys(shift.get()!.traces)).toEqual(['0', '2'])
  await vi.waitFor(() => expect(shift.get()!.drawings['0']).toHaveLength(3))
  await load()
  expect(server.asked).toHaveLength(1)
})
test('without a connection what has come stays, and the rest comes with the next', async () => {
  anew()
  server.drawings = ['f1', 'f2']
  const lost = new CallFailure('network', 0)
  server.fails.set('f2', lost)
  await load()
  await vi.waitFor(() => expect(files()).toEqual(['file:f1']))
  expect(Object.keys(shift.get()!.traces)).toHaveLength(3)
  server.fails.clear()
  await load()
  await vi.waitFor(() => expect(files()).toEqual(['file:f1', 'file:f2']))
  expect(server.asked).toHaveLength(1)

  anew()
  server.fails.set('2', lost)
  server.asked = []
  await loadShift()
  await vi.waitFor(() => expect(traced()).toEqual(['0', '1', '2']))
  expect(shift.get()).toMatchObject({ preparedAt: 0, people: [{ id: 'p' }] })
  server.fails.clear()
  await load()
})
test('what comes while the tasks are asked for again stays', async () => {
  anew()
  await loadShift()
  const { promise, resolve } = Promise.withResolvers<void>()
  server.waits.set(listAndon.path, promise)
  const again = loadShift()
  await vi.waitFor(() => expect(Object.keys(shift.get()?.traces ?? {})).toHaveLength(3))
  resolve()
  await again
  expect(Object.keys(shift.get()?.traces ?? {})).toHaveLength(3)
  server.waits.clear()
})
test('a device without room shows what has come', async () => {
  anew()
  server.drawings = ['f1', 'f2']
  disk.isFull = (): boolean => true
  await load()
  await vi.waitFor(() => expect(Object.keys(shift.get()!.drawings)).toHaveLength(3))
  expect(Object.keys(shift.get()!.traces)).toHaveLength(3)
  expect(disk.kept.size).toBe(0)
})
