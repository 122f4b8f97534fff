import type { Instant } from '@qitao/core/time.ts'
import { afterAll, vi } from 'vitest'
import type { TestApp } from './test-app.ts'

/**
 * A clock that stands still until it is set, for the server and for its database alike. Call once per test file at its top level; the
 * database is the file's own.
 */
export function stillClock({ database }: Pick<TestApp, 'database'>): (now: Instant) => Promise<void> {
  afterAll(() => {
    vi.useRealTimers()
  })
  return async now => {
    vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 })
    await database.pool.query(
      `create or replace function epoch_now() returns bigint language sql stable as 'select ${now}::bigint'`,
    )
    // Whoever was there stays signed in.
    await database.pool.query(
      'update session set created_time = $1, used_time = $1, expire_time = $1::bigint + 86400',
      [now],
    )
  }
}
