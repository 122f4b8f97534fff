import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { freshDatabase } from './cluster.ts'

const one = await freshDatabase()
const other = await freshDatabase()
const pools: pg.Pool[] = []
const poolOf = (config: pg.PoolConfig) => {
  const pool = new pg.Pool(config)
  pool.on('error', () => {})
  pools.push(pool)
  return pool
}
afterAll(() => Promise.all(pools.map(pool => pool.end())))

test('each database has the tables of the template', async () => {
  const { rows } = await poolOf(one.config).query('select count(*)::int as files from migration')
  expect(rows[0].files).toBeGreaterThan(0)
})

test('what one file writes, the other does not see', async () => {
  await poolOf(one.config).query('create table seen_here ()')
  const { rows } = await poolOf(other.config).query(`select to_regclass('seen_here') as found`)
  expect(rows[0].found).toBeNull()
})

test('a dropped database is gone even while connected', async () => {
  const doomed = await freshDatabase()
  const pool = poolOf(doomed.config)
  await pool.query('select 1')
  await doomed.drop()
  const admin = poolOf({ ...inject('cluster').config, database: 'postgres' })
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [doomed.config.database])
  expect(rowCount).toBe(0)
})
