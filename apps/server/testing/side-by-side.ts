import type { Tx } from '@qitao/platform/server/database/database.ts'
import type { RawBuilder } from 'kysely'
import { expect } from 'vitest'
import type { TestApp, TestCompany } from './test-app.ts'

/** Waits until so many transactions of the test's database wait for a lock. */
export const waitingForLocks = (app: TestApp, count: number): Promise<void> =>
  expect
    .poll(
      async () => {
        const asked = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
        return (await app.database.pool.query(asked)).rowCount
      },
      { timeout: 20_000, interval: 10 },
    )
    .toBe(count)

/**
 * One transaction holds what `lock` locks; the calls begin one after the other, each once the one before it waits; then the
 * lock is let go and they race in that order. What they answered.
 */
export async function sideBySide<T>(
  app: TestApp,
  company: TestCompany,
  lock: RawBuilder<unknown> | ((tx: Tx) => Promise<unknown>),
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const locked = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const holder = company.as(async tx => {
    await (typeof lock === 'function' ? lock(tx) : lock.execute(tx))
    locked.resolve()
    await free.promise
  })
  const begun: Promise<T>[] = []
  try {
    await Promise.race([locked.promise, holder])
    for (const call of calls) {
      const answer = call()
      answer.catch(() => {})
      begun.push(answer)
      await waitingForLocks(app, begun.length)
    }
  } finally {
    free.resolve()
    await holder
  }
  return Promise.all(begun)
}
