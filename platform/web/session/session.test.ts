import type { AnyCall } from '@qitao/core/call.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configureSession, reloadRights, type SessionCalls, session } from './session.ts'

/** What the server says of the rights, answered when the test lets it. */
const answers: ((pages: string[]) => void)[] = []
const calls = { userInfo: {}, menu: {} } as SessionCalls
vi.mock('../call/client.ts', async original => ({
  ...(await original<object>()),
  send: async (call: AnyCall): Promise<unknown> =>
    call === calls.userInfo
      ? new Promise(resolve =>
          answers.push(pages =>
            resolve({ user: {}, org: { company_code: 'C' }, roles: [], grants: [{ pages, actions: null }] }),
          ),
        )
      : { param_list: [] },
}))

const answer = async (pages: string[]) => {
  answers.shift()!(pages)
  await vi.waitFor(() => expect(granted()).toEqual(pages))
}
const granted = () => session.get()!.grants.flatMap(({ pages }) => [...pages])

beforeEach(() => {
  vi.stubGlobal('document', { cookie: 'token=t' })
  configureSession({ calls, site: { pages: [], groups: [] }, leaveTo: () => {} })
  session.set({
    user: { id: '1', account: 'a', name: 'A', is_admin: false },
    org: { company_code: 'C', name: 'C' },
    menu: { groups: [], allowed: new Set(), first: undefined, firstOf: new Map() },
    role_ids: [],
    isViewed: false,
    workgroup_only: false,
    grants: [{ pages: new Set(['/one']), actions: null }],
  })
})
afterEach(() => {
  session.set(undefined)
  vi.unstubAllGlobals()
})

test('rights that change while they are asked for are asked for again, whatever the first answer says', async () => {
  const done = reloadRights()
  void reloadRights()
  void reloadRights()
  expect(answers).toHaveLength(1)
  await answer(['/one', '/two'])
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  await answer(['/one'])
  await done
  expect(answers).toHaveLength(0)
})
test('who is not signed in asks for nothing', async () => {
  session.set(undefined)
  await reloadRights()
  expect(answers).toHaveLength(0)
})
