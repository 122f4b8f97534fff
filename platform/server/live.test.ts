import type pg from 'pg'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import type { Database } from './database.ts'
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
    { limits: usualLimits, isOwnPage: () => true, membersBy: async () => new Map() },
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
