// A database that is away, only reads, or has no room: callers are told to come again, and nothing is called a fault of ours.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { processCalls } from '@qitao/masterdata/model/process/process.calls.ts'
import { freshDatabase } from '@qitao/platform/server/testing/cluster.ts'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openServer } from './server.ts'
import { testApp } from './testing/test-app.ts'

const app = await testApp()
const messenger = { kind: 'outbox' as const, send: async () => {} }

async function serverOn(config: pg.PoolConfig) {
  const server = await openServer({ database: config, prepared: true, role: 'web', messenger })
  onTestFinished(() => server.close())
  return server.app
}
/** Sets the database as whoever runs it, or its disk, might; connections of before are gone. */
async function become(database: string, setting: string): Promise<void> {
  const { pool } = app.database
  await pool.query(`alter database "${database}" set ${setting}`)
  await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [database],
  )
}
const readyOf = async (server: FastifyInstance) => (await server.inject('/health/ready')).statusCode

test('a database that cannot be reached: 503, when to come again, in both languages', async () => {
  const { config } = await freshDatabase()
  const open = new Set<Socket>()
  const between = createServer(client => {
    const database = connect(`${config.host}/.s.PGSQL.${config.port}`)
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(one.on('error', () => other.destroy()).on('close', () => other.destroy()))
      one.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
  const server = await serverOn({ ...config, host: '127.0.0.1', port: (between.address() as AddressInfo).port })
  const ask = (language: string) =>
    server.inject({
      method: 'POST',
      url: processCalls.list.path,
      headers: { authorization: 'x'.repeat(40), 'accept-language': language },
      payload: {},
    })
  expect((await ask('zh')).json().code).toBe(5256)
  between.close()
  for (const one of open) one.destroy()
  for (const [language, words] of [
    ['zh', /暂时不可用/],
    ['en', /not available/],
  ] as const) {
    const answer = await ask(language)
    expect({ status: answer.statusCode, again: answer.headers['retry-after'] }).toEqual({ status: 503, again: '5' })
    expect(answer.json()).toMatchObject({ code: 503, message: expect.stringMatching(words) })
  }
  expect(await readyOf(server)).toBe(503)
  expect((await server.inject('/health/live')).statusCode).toBe(200)
})

test('a database without room for a file is not ready', async () => {
  const { config } = await freshDatabase()
  const server = await serverOn(config)
  expect(await readyOf(server)).toBe(200)
  await become(config.database, 'temp_file_limit = 64')
  await expect.poll(() => readyOf(server), { timeout: 10_000, interval: 500 }).toBe(503)
})

test('a database that only reads is not ready; it answers who reads, and writes are told to come again', async () => {
  const { admin } = await app.company()
  const { rows } = await app.database.pool.query('select current_database() as name')
  const name = rows[0].name as string
  const ask = (url: string, payload: object) =>
    app.app.inject({ method: 'POST', url, headers: { authorization: admin.token }, payload })
  await become(name, 'default_transaction_read_only = on')
  await expect.poll(() => readyOf(app.app), { timeout: 10_000, interval: 500 }).toBe(503)
  expect((await ask(processCalls.list.path, {})).json().code).toBe(200)
  const written = await ask(processCalls.drop.path, { ids: ['00000000-0000-4000-8000-000000000000'] })
  expect(written.statusCode).toBe(503)
})
