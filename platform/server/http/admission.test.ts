import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { Admission } from './admission.ts'
import { trustedProxies } from './client-address.ts'
import type { Member } from './handle.ts'
import { usualLimits } from './limits.ts'

const megabyte = 2 ** 20

/** So many requests on one connection, which then goes away; the answers that nobody reads. */
async function answersWithoutReader(requests: number): Promise<ServerResponse[]> {
  const replies: ServerResponse[] = []
  const server = createServer((_request, reply) => replies.push(reply)).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requests))
  await expect.poll(() => replies.length).toBe(requests)
  socket.resetAndDestroy()
  await expect.poll(() => replies[0]!.req.socket.destroyed).toBe(true)
  return replies
}

test.each([1, 3])('an answer whose reader has gone before it was ready holds no room (%i on a connection)', async n => {
  const admission = new Admission(
    { ...usualLimits, heldMbPerUser: 1 },
    trustedProxies(undefined),
    async () => 'login_needed',
  )
  const caller = admission.member({ org_id: 'o', user_id: 'u' } as Member)
  for (const reply of await answersWithoutReader(n)) admission.holdAnswer(caller, reply, 2 * megabyte)
  expect(await admission.inTurn(caller, new AbortController().signal, async () => 'done')).toBe('done')
})

const asking = (address: string, length = 0): IncomingMessage =>
  ({
    socket: { remoteAddress: address },
    headers: { 'content-length': String(length) },
    destroy: () => undefined,
  }) as never
const unread = () =>
  Object.assign(new EventEmitter(), { req: { socket: new EventEmitter() } }) as unknown as ServerResponse

test('strangers who hold all that strangers may hold do not shut out the others', async () => {
  const admission = new Admission(usualLimits, trustedProxies(undefined), async () => 'login_needed')
  const send = (address: string, length: number): boolean => {
    const request = asking(address, length)
    try {
      admission.awaitBody(admission.stranger(request), request, unread(), 65_536, 1)()
      return true
    } catch {
      return false
    }
  }
  const signsIn = (address: string) =>
    admission.inTurn(admission.stranger(asking(address)), new AbortController().signal, async () => 'in')
  const each = (usualLimits.heldMbPerAddress * megabyte) / 65_536
  for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'])
    for (let n = 0; n < each; n++) expect(send(address, 65_536)).toBe(true)
  expect(send('10.0.0.1', 65_536)).toBe(false)
  // The room of all is gone; who holds nothing yet is let in all the same.
  expect(send('10.0.0.5', 100)).toBe(true)
  expect(send('10.0.0.5', 60_000)).toBe(true)
  expect(await signsIn('10.0.0.6')).toBe('in')
})
