import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { signInAgainClose } from '@qitao/core/live.ts'
import type pg from 'pg'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Database } from '../database/database.ts'
import type { Member } from './handle.ts'
import { usualLimits } from './limits.ts'
import { openLive } from './live.ts'

test('while the database is away it is tried once a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'clearTimeout'] })
  let tries = 0
  const ends: Promise<void>[] = []
  const connect = (): pg.Client => {
    tries++
    const client = new Client({ host: '/nowhere', user: 'nobody' })
    ends.push(new Promise(resolve => client.once('end', () => resolve())))
    return client
  }
  const live = await openLive(
    {} as Database,
    connect,
    async () => undefined,
    async () => new Set(),
    {
      ...{ limits: usualLimits, isOwnPage: () => true, membersBy: async () => new Map() },
      deviceSecretOf: ({ headers }) => headers.cookie,
    },
  )
  for (let second = 0; second < 6; second++) {
    await Promise.all(ends)
    // The tasks after the end run before the next second.
    await new Promise(resolve => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(tries).toBeGreaterThan(4)
  expect(tries).toBeLessThanOrEqual(7)
  await live.close()
  vi.useRealTimers()
})

test('who asks for a channel is known by the device, too', async () => {
  const cookies: (string | undefined)[] = []
  const live = await openLive(
    {} as Database,
    () => new Client({ host: '/nowhere', user: 'nobody' }),
    async ({ token, device_secret }) => {
      cookies.push(device_secret)
      return { org_id: 'one', user_id: token } as Member
    },
    async opened => new Set(opened),
    {
      ...{ limits: usualLimits, isOwnPage: () => true, membersBy: async () => new Map() },
      deviceSecretOf: ({ headers }) => headers.cookie,
    },
  )
  const server = createServer().on('upgrade', (request, socket, head) => live.upgrade(request, socket as Socket, head))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await once(new WebSocket(address, 'token', { headers: { cookie: 'device=abc' } }), 'open')
  expect(cookies).toEqual(['device=abc'])
  await live.close()
  server.close()
})

test('who opens a channel while the others are asked for is not put out by their answer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const answers: (() => void)[] = []
  const live = await openLive(
    {} as Database,
    () => new Client({ host: '/nowhere', user: 'nobody' }),
    async ({ token }) => ({ org_id: 'one', user_id: token }) as Member,
    () => new Promise(answer => answers.push(() => answer(new Set()))),
    {
      ...{ limits: usualLimits, isOwnPage: () => true, membersBy: async () => new Map() },
      deviceSecretOf: ({ headers }) => headers.cookie,
    },
  )
  const server = createServer().on('upgrade', (request, socket, head) => live.upgrade(request, socket as Socket, head))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const open = async (token: string): Promise<WebSocket> => {
    const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`, token)
    await once(socket, 'open')
    return socket
  }
  const early = await open('early')
  await vi.advanceTimersByTimeAsync(500)
  const late = await open('late')
  const ended = once(early, 'close')
  answers[0]!()
  expect((await ended)[0]).toBe(signInAgainClose)
  const heard = once(late, 'message')
  late.send('ping')
  expect(String((await heard)[0])).toBe('pong')
  vi.useRealTimers()
  await live.close()
  server.close()
})
