import { generalErrors } from '@qitao/core/general.errors.ts'
import { CallFailure } from '@qitao/platform/web/call/failures.ts'
import { device } from '@qitao/platform/web/offline/device.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { listReportTasks, proposeReportTrace } from '../../model/report.calls.ts'
import { loadShift, notLoaded, shift } from './shift.ts'

const server = vi.hoisted(() => ({
  asked: [] as { path: string; task_id?: string }[],
  versions: [1, 1, 1],
  mayNot: false,
}))
vi.mock('@qitao/platform/web/offline/device-store.ts', () => ({
  forget: async () => {},
  keep: async () => {},
  readKept: async () => undefined,
}))
vi.mock('@qitao/platform/web/call/client.ts', () => ({
  fetchFile: async () => ({ content: new Blob() }),
  send: async ({ path }: { path: string }, input: { task_id?: string }) => {
    server.asked.push({ path, ...input })
    if (server.mayNot) throw new CallFailure('refused', generalErrors.noPermission.code)
    const tasks = server.versions.map((row_version, n) => ({ id: `${n}`, material_id: `m${n}`, row_version }))
    return { result: path === listReportTasks.path ? tasks : [] }
  },
}))
beforeEach(() => device.set({ holder: { owner: 'a' } } as never))
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
  expect(server.asked).toHaveLength(2)
  await load()
  expect(server.asked).toHaveLength(1)
  expect(Object.keys(shift.get()?.traces ?? {})).toEqual(['0', '1', '2'])
})
test('whose right to report is missing is known until it is granted', async () => {
  server.mayNot = true
  expect(await loadShift()).toMatchObject({ code: generalErrors.noPermission.code })
  expect(notLoaded.get()).toMatchObject({ owner: 'a', failure: { code: generalErrors.noPermission.code } })
  server.mayNot = false
  await load()
  expect(notLoaded.get()).toBeUndefined()
})
