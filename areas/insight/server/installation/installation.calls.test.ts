import { queryMenuList } from '@qitao/access/model/session/session.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { recordBackup, recordTrial } from '@qitao/platform/server/backup/backup-record.ts'
import { openDatabase } from '@qitao/platform/server/database/database.ts'
import { log } from '@qitao/platform/server/log.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { queryInstallation } from '../../model/installation/installation.calls.ts'

const app = await testApp()
const operate = ({ org_id }: TestCompany) =>
  app.database.pool.query(`insert into org_app (org_id, app_code) values ($1, 'operator')`, [org_id])

contract(app, queryInstallation, {
  set: async company => {
    await operate(company)
    return {}
  },
  good: () => ({}),
  check: data => {
    expect(data.program.postgres).toMatch(/^\d+/)
    expect(data.program.migrations).toBeGreaterThan(50)
    expect(data.program.last_migration?.name).toMatch(/\.sql$/)
    expect(data.database.bytes).toBeGreaterThan(1_000_000)
    expect(data.tables[0]?.bytes).toBeGreaterThan(0)
    expect(data.lanes.map(({ lane }) => lane)).toContain('housekeeping')
    expect(data.disk?.free_bytes).toBeGreaterThan(0)
  },
  refused: () => [['an unknown field', { page: 1 }, generalErrors.badParameter]],
  foreign: generalErrors.noPermission,
})

test('the page stands in the menu of the company that runs the installation, and of no other', async () => {
  const [ours, theirs] = [await app.company(), await app.company()]
  await operate(ours)
  const shown = async ({ admin }: TestCompany) =>
    (await admin.ok(queryMenuList, {})).param_list.flatMap(group => group.sub_urls.map(({ sub_url }) => sub_url))
  expect(await shown(ours)).toContain(pages.installation.path)
  expect(await shown(theirs)).not.toContain(pages.installation.path)
})

test('the last backups are told, and whether they were tried', async () => {
  const company = await app.company()
  await operate(company)
  const config = { ...app.database.pool.options }
  const table = { name: 'org', columns: ['id'], rows: 3, bytes: 70, sha256: '' }
  const manifest = (moment: string) => ({
    ...{ format: 1 as const, moment, postgres: '18', migrations: [], sequences: {} },
    tables: [table, { ...table, name: 'mo', rows: 4 }],
  })
  const [first, second] = [manifest('2026-01-30T02:00:00.000Z'), manifest('2026-01-31T02:00:00.000Z')]
  expect(await recordBackup(config, first)).toBe(true)
  expect(await recordBackup(config, second)).toBe(true)
  await recordTrial(config, first)
  const { backups } = await company.admin.ok(queryInstallation, {})
  expect(backups).toEqual([
    { moment_time: Date.parse(second.moment) / 1000, tables: 2, rows: 7, bytes: 140, tried_time: null },
    { moment_time: Date.parse(first.moment) / 1000, tables: 2, rows: 7, bytes: 140, tried_time: expect.any(Number) },
  ])
})

test('slow statements are kept without their values, of all together', async () => {
  const company = await app.company()
  await operate(company)
  const database = openDatabase({
    config: { ...app.database.pool.options },
    log,
    limits: { statement_ms: 10_000, idle_ms: 10_000, slow_ms: 40 },
  })
  const scope = { org_id: company.org_id, user_id: company.admin.user_id, cause: 'test' }
  for (let times = 0; times < 2; times++)
    await database.as(scope, tx => sql`select pg_sleep(0.05), ${'private'}::text, 'written in'`.execute(tx))
  await database.close()
  const { slow_statements } = await company.admin.ok(queryInstallation, {})
  const [slept] = slow_statements.filter(({ statement }) => statement.includes('pg_sleep'))
  expect(slept).toMatchObject({ statement: "select pg_sleep(0.05), $1::text, '?'", times: 2 })
  expect(slept?.total_ms).toBeGreaterThanOrEqual(100)
  expect(JSON.stringify(slow_statements)).not.toMatch(/private|written in/)
})

test('who waits for a lock is told while it waits', async () => {
  const company = await app.company()
  await operate(company)
  const scope = { org_id: company.org_id, user_id: company.admin.user_id, cause: 'test' }
  const free = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const mine = sql`update org set industry = 'x' where id = ${company.org_id}`
  const holder = app.database.as(scope, async tx => {
    await mine.execute(tx)
    held.resolve()
    await free.promise
  })
  await held.promise
  const waiter = app.database.as(scope, tx => mine.execute(tx))
  await expect
    .poll(async () => (await company.admin.ok(queryInstallation, {})).waiting)
    .toMatchObject([{ behind: 1, statement: "update org set industry = '?' where id = $1" }])
  free.resolve()
  await Promise.all([holder, waiter])
})
