import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

const app = await testApp()

/** Tables of companies that row-level security does not guard. */
const open = async () =>
  (
    await app.database.pool.query<{ relname: string }>(
      `select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where nspname = 'public' and relkind = 'r' and not (relrowsecurity and relforcerowsecurity)
          and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)`,
    )
  ).rows.map(({ relname }) => relname)

test('a server that starts does not wait for those who write', async () => {
  const company = await app.company()
  await company.as(async tx => {
    await sql`insert into unit (id, name) values (gen_random_uuid(), 'held')`.execute(tx)
    const other = await app.database.pool.connect()
    try {
      await other.query(`set lock_timeout = '2s'`)
      await other.query('select secure_tables()')
    } finally {
      await other.query('reset lock_timeout')
      other.release()
    }
  })
  expect(await open()).toEqual([])
})

test('a table whose guard was taken away has it again after the next start', async () => {
  await app.database.pool.query('alter table unit disable row level security')
  expect(await open()).toEqual(['unit'])
  await app.database.pool.query('select secure_tables()')
  expect(await open()).toEqual([])
})
