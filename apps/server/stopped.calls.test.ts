// Whoever is stopped is out within a second: the next call is refused and the live channel is closed.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { alterUser, alterUserStatus } from '@qitao/access/model/member/user.calls.ts'
import { userInfo } from '@qitao/access/model/session/session.calls.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { livePath, signInAgainClose } from '@qitao/core/live.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type TestMember, testApp } from './testing/test-app.ts'

// The server's clock is ours: a second is a second however busy the machine is. What it asks the database takes real time.
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
afterAll(() => void vi.useRealTimers())
const second = 1_000
const app = await testApp()
await app.app.listen({ port: 0, host: '127.0.0.1' })

test.each([
  [
    'disabled',
    generalErrors.loginNeeded.code,
    (admin: TestMember, { user_id: id }: TestMember) => admin.ok(alterUserStatus, { id, status: 0 }),
  ],
  [
    'left without a role',
    generalErrors.roleInvalid.code,
    (admin: TestMember, { user_id: id }: TestMember) => admin.ok(alterUser, { id, role_ids: [] }),
  ],
] as const)(
  'a member who is %s: the next call answers %i, and the channel closes within a second',
  async (_, code, stop) => {
    const company = await app.company()
    const [stopped, other] = [await company.member([pages.units]), await company.member([pages.units])]
    const [socket, otherSocket] = [await connect(stopped), await connect(other)]
    const closed = once(socket, 'close')
    expect((await stopped.send(userInfo, {})).code).toBe(200)
    await vi.advanceTimersByTimeAsync(second)
    await answers(socket)

    await stop(company.admin, stopped)
    expect((await stopped.send(userInfo, {})).code).toBe(code)
    await vi.advanceTimersByTimeAsync(second)
    expect((await closed)[0]).toBe(signInAgainClose)

    // Nobody else is put out.
    expect((await other.send(userInfo, {})).code).toBe(200)
    await answers(otherSocket)
    otherSocket.close()
  },
)

async function connect({ token }: TestMember): Promise<WebSocket> {
  const { port } = app.app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}${livePath}`, token)
  await once(socket, 'open')
  return socket
}
async function answers(socket: WebSocket): Promise<void> {
  const heard = once(socket, 'message')
  socket.send('ping')
  expect(String((await heard)[0])).toBe('pong')
}
