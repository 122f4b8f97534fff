import type { TestApp, TestCompany } from '@qitao/app-server/testing/test-app.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'

const pollMs = 10
const mostPolls = 3_000

/** Waits until somebody waits for what this transaction holds: so many of them. */
async function waitedFor(app: TestApp, tx: Tx, count: number): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  for (let polls = 0; polls < mostPolls; polls++) {
    // Who waits behind another waiter is blocked by that one.
    const found = await app.database.pool.query(
      `with recursive behind as (
        select pid from pg_stat_activity where $1 = any (pg_blocking_pids(pid))
        union select a.pid from pg_stat_activity a join behind b on b.pid = any (pg_blocking_pids(a.pid))
      ) select count(*)::int as waiting from behind`,
      [rows[0]!.pid],
    )
    if (found.rows[0].waiting >= count) return
    await new Promise(wait => setTimeout(wait, pollMs))
  }
  throw new Error(`${count} were to wait for the head of the plan`)
}

/**
 * Holds the head of a company's plan while these begin, one after the other: each has read and computed, and waits to save.
 * Then `last` happens to its end, which needs no head, and they are let go in their order.
 */
export async function heldUp<T extends readonly unknown[]>(
  app: TestApp,
  company: TestCompany,
  begin: { readonly [K in keyof T]: () => Promise<T[K]> },
  last: () => Promise<unknown> = async () => {},
): Promise<T> {
  const running: Promise<unknown>[] = []
  await company.as(tx => sql`insert into plan_head default values on conflict do nothing`.execute(tx))
  await company.as(async tx => {
    await sql`select from plan_head where org_id = ${company.org_id} for update`.execute(tx)
    for (const one of begin) {
      running.push(one())
      await waitedFor(app, tx, running.length)
    }
    await last()
  })
  return (await Promise.all(running)) as unknown as T
}
