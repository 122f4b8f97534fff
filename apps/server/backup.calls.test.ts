// A backup is of one moment, whole, and comes back as it was; a damaged one touches nothing.
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { differencesNow } from '@qitao/insight/server'
import { addUnit } from '@qitao/masterdata/model/unit/unit.calls.ts'
import { backUp, backupsIn, removeOld } from '@qitao/platform/server/backup/backup.ts'
import { copiedTables } from '@qitao/platform/server/backup/copied-tables.ts'
import { checkedManifest, fileOf, writeManifest } from '@qitao/platform/server/backup/manifest.ts'
import { restore } from '@qitao/platform/server/backup/restore.ts'
import { openDatabase } from '@qitao/platform/server/database/database.ts'
import { log } from '@qitao/platform/server/log.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { migrationFolders } from './areas.ts'
import { testApp } from './testing/test-app.ts'

// Sample data are made in one transaction, which locks in an order of its own.
const app = await testApp({ locksInOrder: false, sampled: true })
// A whole database is read and written: a minute where other programs are at work.
vi.setConfig({ testTimeout: 300_000 })
const into = mkdtempSync(join(tmpdir(), 'qitao-backups-'))
const emptied: string[] = []
let source: pg.ClientConfig
beforeAll(async () => {
  const { rows } = await app.database.pool.query<{ name: string }>('select current_database() as name')
  source = { ...inject('cluster').config, database: rows[0]!.name }
})
afterAll(async () => {
  rmSync(into, { recursive: true })
  await asked('postgres', ...emptied.map(name => `drop database if exists ${name} with (force)`))
})

async function asked(database: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...inject('cluster').config, database })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
async function emptyDatabase(): Promise<pg.ClientConfig & { database: string }> {
  const database = `test_${crypto.randomUUID().replaceAll('-', '')}`
  emptied.push(database)
  await asked('postgres', `create database ${database} template template0`)
  return { ...inject('cluster').config, database }
}
/** Sum over the content of each table, and what guards it. */
async function contents({ database }: pg.ClientConfig): Promise<Record<string, unknown>> {
  const client = new pg.Client({ ...inject('cluster').config, database: database! })
  await client.connect()
  try {
    const sums: Record<string, unknown> = {}
    for (const { name, columns } of await copiedTables(client)) {
      // The server that runs beside goes on with its jobs.
      if (name === 'job') continue
      const row = `row(${columns.map(column => `t."${column}"`).join()})::text`
      const { rows } = await client.query(
        `select count(*) as count, md5(string_agg(${row}, ',' order by ${row})) as sum from "${name}" t`,
      )
      sums[name] = rows[0]
    }
    const guards = await client.query(`select
      (select json_agg(x order by x::text) from (select relname, relrowsecurity, relforcerowsecurity, relacl::text
        from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') x) as walls,
      (select json_agg(x order by x::text) from (select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated
        from pg_constraint where connamespace = 'public'::regnamespace) x) as constraints,
      (select json_agg(x order by x::text) from (select tgrelid::regclass::text, tgname, tgenabled
        from pg_trigger where not tgisinternal) x) as triggers,
      (select json_agg(x order by x::text) from (select sequencename, last_value from pg_sequences) x) as sequences`)
    return { ...sums, ...guards.rows[0] }
  } finally {
    await client.end()
  }
}
const isEmpty = async ({ database }: pg.ClientConfig): Promise<boolean> =>
  (await asked(database!, `select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`))
    .length === 0

test('what comes back is what was: rows, walls, keys, triggers and numbers', async () => {
  const { folder, manifest } = await backUp(source, into)
  expect(manifest.tables.find(({ name }) => name === 'change_log')!.rows).toBeGreaterThan(100)
  const target = await emptyDatabase()
  await restore(target, folder, migrationFolders)
  expect(await contents(target)).toEqual(await contents(source))
  const restored = openDatabase({ config: target, log, connections: 2 })
  expect(await restored.system(differencesNow)).toEqual([])
  await restored.close()
})

test('it is of one moment, though people go on writing', async () => {
  const company = await app.company()
  let written = 0
  let over = false
  const writing = (async () => {
    for (; !over; written++) await company.admin.ok(addUnit, { name: `U${written}` })
  })()
  while (written < 5) await wait(5)
  const { folder } = await backUp(source, into)
  const during = written
  over = true
  await writing
  expect(during).toBeGreaterThanOrEqual(5)
  const target = await emptyDatabase()
  await restore(target, folder, migrationFolders)
  const [of] = await asked(
    target.database,
    `select (select count(*)::int from unit where org_id = '${company.org_id}') as units,
      (select count(*)::int from audit_log where org_id = '${company.org_id}' and call = '${addUnit.path}') as calls`,
  )
  expect(of!.units).toBe(of!.calls)
  expect(of!.units).toBeLessThanOrEqual(during + 1)
})

test('a damaged, cut or incomplete backup is refused, and the database stays as it was', async () => {
  const { folder, manifest } = await backUp(source, into)
  const target = await emptyDatabase()
  const table = manifest.tables.find(({ name }) => name === 'stock_movement')!
  appendFileSync(fileOf(folder, table), 'x')
  await expect(restore(target, folder, migrationFolders)).rejects.toThrow(/stock_movement.*damaged/)
  rmSync(fileOf(folder, table))
  await expect(restore(target, folder, migrationFolders)).rejects.toThrow(/stock_movement.*not whole/)
  appendFileSync(join(folder, 'manifest.json'), ' ')
  await expect(restore(target, folder, migrationFolders)).rejects.toThrow(/manifest.*damaged/)
  await expect(restore(target, into, migrationFolders)).rejects.toThrow(/no backup/)
  expect(await isEmpty(target)).toBe(true)
})

test('a restore that fails half way leaves nothing behind', async () => {
  const { folder } = await backUp(source, into)
  const manifest = await checkedManifest(folder)
  const last = manifest.tables.at(-1)!
  await writeManifest(folder, {
    ...manifest,
    tables: manifest.tables.map(table => (table.name === last.name ? { ...table, rows: table.rows + 1 } : table)),
  })
  const target = await emptyDatabase()
  await expect(restore(target, folder, migrationFolders)).rejects.toThrow(`Table ${last.name} has`)
  expect(await isEmpty(target)).toBe(true)
})

test('what is in use or has rows is never overwritten, and a newer product is told from an older one', async () => {
  const { folder, manifest } = await backUp(source, into)
  await expect(restore(source, folder, migrationFolders)).rejects.toThrow(/connected/)
  const used = await emptyDatabase()
  await asked(used.database, 'create table own (id int)')
  await expect(restore(used, folder, migrationFolders)).rejects.toThrow(/not empty/)
  const target = await emptyDatabase()
  await expect(backUp(target, into)).rejects.toThrow(/nothing to back up/)
  const older = migrationFolders.filter(({ area }) => area !== 'insight')
  await expect(restore(target, folder, older)).rejects.toThrow(/insight\/.*does not know/)
  expect(await isEmpty(target)).toBe(true)
  expect(manifest.migrations.some(({ name }) => name.startsWith('insight/'))).toBe(true)
})

test('of old backups the newest are kept; what was broken off is none', async () => {
  const names = await backupsIn(into)
  expect(names.length).toBeGreaterThan(2)
  expect(await removeOld(into, 2)).toEqual(names.slice(0, -2))
  expect(readdirSync(into).sort()).toEqual(names.slice(-2))
})
