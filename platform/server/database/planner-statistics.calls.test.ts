import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from './database.ts'

const app = await testApp()

const addUnits = (tx: Tx, count: number) =>
  sql`insert into unit (id, name) select gen_random_uuid(), 'unit ' || n from generate_series(1, ${count}::integer) n`.execute(
    tx,
  )
/** How many units the planner expects of a company; `analyze` is not run by the question. */
async function expected(tx: Tx, org_id: string): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`explain (format json)
    select id from unit where org_id = ${org_id}`.execute(tx)
  return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']
}

test('who brings many rows is known to the planner at once, beside a company that fills the statistics', async () => {
  const large = await app.company()
  const fresh = await app.company()
  await large.as(tx => addUnits(tx, 3000))
  await app.database.pool.query('analyze unit')

  await fresh.as(async tx => {
    expect(await expected(tx, fresh.org_id)).toBeLessThan(10)
    await addUnits(tx, 400)
    expect(await expected(tx, fresh.org_id)).toBeGreaterThan(40)
  })
})

test('a few rows, and rows of a company that is known, are no reason to analyse', async () => {
  const known = await app.company()
  await known.as(tx => addUnits(tx, 500))
  const analysed = async () =>
    (
      await app.database.pool.query<{ at: string }>(
        `select xmin::text as at from pg_statistic where starelid = 'unit'::regclass and staattnum = 1`,
      )
    ).rows
  const before = await analysed()
  await known.as(tx => sql`update unit set name_en = name`.execute(tx))
  const other = await app.company()
  await other.as(tx => addUnits(tx, 20))
  expect(await analysed()).toEqual(before)
})

test('a dozen rows are looked at when somebody who brings more asks for it', async () => {
  const large = await app.company()
  const fresh = await app.company()
  await large.as(tx => addUnits(tx, 3000))
  await app.database.pool.query('analyze unit')
  await fresh.as(async tx => {
    await addUnits(tx, 12)
    expect(await expected(tx, fresh.org_id)).toBeLessThan(4)
    await sql`select analyze_what_grew()`.execute(tx)
    expect(await expected(tx, fresh.org_id)).toBeGreaterThan(4)
  })
})
