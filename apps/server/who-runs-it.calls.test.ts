import { readFileSync } from 'node:fs'
import { migrate } from '@qitao/platform/server/database/migrate.ts'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { migrationFolders } from './areas.ts'

const database = `test_${crypto.randomUUID().replaceAll('-', '')}`
const { config } = inject('cluster')
const server = new pg.Pool({ ...config, database: 'postgres', max: 1 })
afterAll(async () => {
  await server.query(`drop database if exists ${database}`)
  await server.end()
})

test('an installation of before is run by its oldest enabled company, and the manual tells how another one gets it', async () => {
  await server.query(`create database ${database} template template0`)
  const pool = new pg.Pool({ ...config, database, max: 1 })
  const folders = migrationFolders.filter(({ area }) => ['platform', 'access'].includes(area))
  try {
    await migrate(pool, folders, name => !/^access\/00(3[0-9]|[4-9])/.test(name))
    const made =
      'insert into org (id, company_code, name, status, created_time) values (gen_random_uuid(), $1, $1, $2, $3)'
    await pool.query('set role qitao_system')
    for (const company of [
      ['DEMO', 0, 1],
      ['YOUNG', 1, 3],
      ['OLD', 1, 2],
    ])
      await pool.query(made, company)
    await pool.query('reset role')
    await migrate(pool, folders)
    const manual = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
    const [, looked, moved] = manual.match(/^ {4}(select o\.company_code.*'operator';)\n {4}(update org_app.*)$/m)!
    await pool.query('set role qitao_system')
    const runs = async () => (await pool.query(looked!)).rows.map(({ company_code }) => company_code)
    expect(await runs()).toEqual(['OLD'])
    await pool.query(moved!.replace("'...'", "'YOUNG'"))
    expect(await runs()).toEqual(['YOUNG'])
  } finally {
    await pool.end()
  }
})
