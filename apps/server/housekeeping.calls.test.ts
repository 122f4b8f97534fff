// What a busy installation gathers goes by its age, of all companies, and what is still of use stays.

import { newId } from '@qitao/platform/server/database/new-id.ts'
import { housekeepingOfPlatform, keptDays } from '@qitao/platform/server/jobs/housekeeping.ts'
import type { JobHandler } from '@qitao/platform/server/jobs/job.ts'
import { keepHouse } from '@qitao/platform/server/testing/keep-house.ts'
import { expect, test } from 'vitest'
import { areas } from './areas.ts'
import { testApp } from './testing/test-app.ts'

const app = await testApp()
const day = 86_400
const now = Math.floor(Date.now() / 1000)
const { jobs, repeats, audit, changes } = keptDays
const days = (count: number): number => now - count * day
const jobOf = (name: string): JobHandler => areas.flatMap(area => area.jobs ?? []).find(({ type }) => type === name)!

/** A row of each age in days, with the statement that makes it; only those of the first age may go. */
const kept: readonly [what: string, job: JobHandler, ages: readonly [old: number, young: number], add: string][] = [
  [
    'idempotency_key',
    housekeepingOfPlatform,
    [repeats + 1, repeats - 1],
    "insert into idempotency_key (org_id, user_id, request_key, call, input_hash, created_time) values ($1, gen_random_uuid(), $2, 'x', 'x', $3)",
  ],
  [
    'audit_log',
    housekeepingOfPlatform,
    [audit + 1, audit - 1],
    'insert into audit_log (org_id, call, at) values ($1, $2, $3)',
  ],
  [
    'change_log',
    housekeepingOfPlatform,
    [changes + 1, changes - 1],
    "insert into change_log (org_id, table_name, row_id, operation, at) values ($1, 'x', $2, 'INSERT', $3)",
  ],
  [
    'excel_file',
    housekeepingOfPlatform,
    [8, 6],
    "insert into excel_file (org_id, id, name, created_time) values ($1, $2, 'x', $3)",
  ],
  [
    'job',
    housekeepingOfPlatform,
    [jobs + 1, jobs - 1],
    "insert into job (org_id, id, job_type, status, created_time, finished_time) values ($1, $2, 'x', 2, 0, $3)",
  ],
  [
    'session',
    jobOf('access_housekeeping'),
    [2, 0],
    'insert into session (org_id, token_hash, user_id, expire_time) select $1, $2, id, $3 from app_user where org_id = $1',
  ],
  [
    'sign_in_failure',
    jobOf('access_housekeeping'),
    [2, 0],
    "insert into sign_in_failure (company_code, account, address, failed_at) values ($1, $2, 'x', $3)",
  ],
  [
    'verify_code',
    jobOf('access_housekeeping'),
    [2, 0],
    "insert into verify_code (id, contact, scene, code_hash, address, expire_time) values ($2, $1, 'signup', 'x', 'x', $3)",
  ],
  [
    'passkey_challenge',
    jobOf('access_housekeeping'),
    [2, 0],
    'insert into passkey_challenge (challenge, expire_time) values ($1::uuid || ($2::uuid)::text, $3)',
  ],
  [
    'asking',
    jobOf('access_housekeeping'),
    [2, 0],
    "insert into asking (kind, account, address, asked_at) values ('joining', $1, $2, $3)",
  ],
  [
    'invitation',
    jobOf('access_housekeeping'),
    [31, 29],
    'insert into invitation (org_id, id, key_hash, uses_left, expire_time) values ($1, $2, gen_random_uuid()::text, 1, $3)',
  ],
  [
    'security_event',
    jobOf('access_housekeeping'),
    [366, 364],
    "insert into security_event (org_id, id, kind, address, agent, created_time) values ($1, $2, 'signed_in', 'x', 'x', $3)",
  ],
  [
    'web_hook_delivery',
    jobOf('insight_housekeeping'),
    [31, 29],
    `with made as (insert into web_hook (org_id, id, name, address, kinds) values ($1, $2, 'x', 'x', '{}'))
      insert into web_hook_delivery (org_id, id, hook_id, event_id, kind, body, created_time) values ($1, $2, $2, $2, 'x', 'x', $3)`,
  ],
]

test.each(kept)('%s: what is old goes, what is young stays', async (what, job, [old, young], add) => {
  const companies = [await app.company(), await app.company()]
  const count = async () => Number((await app.database.pool.query(`select count(*) from ${what}`)).rows[0].count)
  await keepHouse(app.database, job)
  const before = await count()
  for (const { org_id } of companies)
    for (const age of [old, young]) await app.database.pool.query(add, [org_id, newId(), days(age)])
  expect(await keepHouse(app.database, job)).toMatchObject({ [what]: 2 })
  expect(await count()).toBe(before + 2)
  expect(await keepHouse(app.database, job)).toMatchObject({ [what]: 0 })
})

test('what waits or runs stays however old it is, and a large result goes before its job', async () => {
  const { org_id } = await app.company()
  const add = async (status: number, finished: number | null, result: unknown) => {
    const id = newId()
    await app.database.pool.query(
      `insert into job (org_id, id, job_type, status, created_time, due_time, finished_time, result)
        values ($1, $2, 'x', $3, 0, 0, $4, $5)`,
      [org_id, id, status, finished, JSON.stringify(result)],
    )
    return id
  }
  // Large as it lies there: what repeats itself is packed.
  const large = Array.from({ length: 2_000 }, () => newId())
  const ids = [
    await add(0, null, {}),
    await add(1, null, {}),
    await add(2, days(4), large),
    await add(2, days(4), { count: 3 }),
    await add(2, days(2), large),
  ]
  await keepHouse(app.database, housekeepingOfPlatform)
  const { rows } = await app.database.pool.query<{ id: string; result: unknown }>(
    'select id, result from job where id = any($1) order by id',
    [ids],
  )
  const left = new Map(rows.map(({ id, result }) => [id, result]))
  expect(ids.map(id => left.get(id))).toEqual([{}, {}, null, { count: 3 }, large])
})

test('all that keeps house is on a clock', () => {
  const clocks = areas.flatMap(area => area.jobs ?? []).filter(job => job.lane === 'housekeeping')
  expect(clocks.map(({ type }) => type).sort()).toEqual([
    'access_housekeeping',
    'andon_clock',
    'conflict_clock',
    'demand_clock',
    'figures_housekeeping',
    'insight_housekeeping',
    'manufacturing_housekeeping',
    'notice_clock',
    'reconciliation_clock',
    'report_clock',
    'sales_housekeeping',
    'short_kits_clock',
    'supplier_delays_clock',
    'warehouse_housekeeping',
    'web_hook_clock',
  ])
  for (const { every_seconds, repeatable } of [...clocks, housekeepingOfPlatform]) {
    expect(every_seconds).toBeGreaterThan(0)
    expect(repeatable).toBe(true)
  }
})
