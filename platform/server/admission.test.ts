import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
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
