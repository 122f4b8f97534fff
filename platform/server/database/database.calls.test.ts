import { setTimeout as wait } from 'node:timers/promises'
import { serve } from '@qitao/app-server/testing/proof/scene.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { query } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { handle } from '../http/handle.ts'
import { log } from '../log.ts'
import { databaseErrors } from './database.errors.ts'
import { openDatabase, type Tx } from './database.ts'

const app = await testApp()
const { host, port, user, database: name } = app.database.pool.options
const limited = openDatabase({
  config: { host, port, user, database: name },
  ...{ log, connections: 2, limits: { statement_ms: 150, idle_ms: 150 } },
})
afterAll(() => limited.close())

const slow = (path: string, work: (tx: Tx) => Promise<unknown>) =>
  handle(
    query(path, {
      title: text('慢', 'Slow'),
      grantedBy: 'signed_in',
      input: z.strictObject({}),
      output: z.object({}),
    }),
    async (_, { tx }) => {
      await work(tx)
      return {}
    },
  )
const statement = slow('/mep_server/biz/test/slow_statement', tx => sql`select pg_sleep(5)`.execute(tx))
const pause = slow('/mep_server/biz/test/slow_pause', async tx => {
  await wait(600)
  await sql`select 1`.execute(tx)
})
const quick = slow('/mep_server/biz/test/quick', tx => sql`select 1`.execute(tx))

test.each([statement, pause])(
  'a call that takes too long says so, and its connection is free for others: $call.path',
  async handler => {
    const http = serve(app, { areas: [{ name: 'slow', handlers: [statement, pause, quick] }], database: limited })
    const { admin } = await app.company()
    const ask = async (path: string, language: string) =>
      (
        await http.inject({
          method: 'POST',
          url: path,
          headers: { authorization: admin.token, 'accept-language': language },
          payload: {},
        })
      ).json()
    for (const language of ['zh', 'en'] as const)
      expect(await ask(handler.call.path, language)).toMatchObject({
        code: databaseErrors.tookTooLong.code,
        message: databaseErrors.tookTooLong.text[language],
      })
    for (const _ of '1234') expect(await ask(quick.call.path, 'zh')).toMatchObject({ code: 200 })
  },
)

test('the calls of the product have limits, and jobs have longer ones', async () => {
  const { as } = await app.company()
  const { rows } = await as(tx =>
    sql`select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`.execute(
      tx,
    ),
  )
  expect(rows).toEqual([{ statement: '1min', idle: '5min' }])
})

test('what gives way holds nobody up while it waits, and is done in the end', async () => {
  const company = await app.company()
  const first = Promise.withResolvers<void>()
  const scope = { org_id: company.org_id, user_id: company.admin.user_id, cause: 'test' }
  await company.as(tx =>
    sql`insert into serial_counter (module_code, period, last_number) values ('X', '', 1), ('Y', '', 1)`.execute(tx),
  )
  const lock = (tx: Tx, module_code: string) =>
    sql`update serial_counter set last_number = last_number + 1 where org_id = app_org() and module_code = ${module_code}`.execute(
      tx,
    )
  const isLocked = Promise.withResolvers<void>()
  const holder = app.database.as(scope, async tx => {
    await lock(tx, 'X')
    isLocked.resolve()
    await first.promise
  })
  await isLocked.promise
  const polite = app.database.as({ ...scope, gives_way: true }, async tx => {
    await lock(tx, 'Y')
    await lock(tx, 'X')
  })
  await wait(300)
  // It wants X, which is held, and had Y: whoever wants Y gets it all the same.
  await app.database.as({ ...scope, lock_wait_ms: 5_000 }, tx => lock(tx, 'Y'))
  first.resolve()
  await Promise.all([holder, polite])
  const counted = await company.as(tx => tx.selectFrom('serial_counter').select('last_number').execute())
  expect(counted.map(({ last_number }) => last_number)).toEqual([3, 3])
})

test('a statement that has a name is asked again when its table has changed', async () => {
  const { pool } = app.database
  const table = `changing_${Date.now()}`
  await pool.query(
    `create table ${table} (id integer); insert into ${table} values (1); grant select on ${table} to public`,
  )
  const company = await app.company()
  const ask = () =>
    company.as(async tx => (await sql`select * from ${sql.table(table)} where id >= ${1}`.execute(tx)).rows)
  for (let n = 0; n < 5; n++) expect(await ask()).toEqual([{ id: 1 }])
  await pool.query(`alter table ${table} add column more integer default 2`)
  for (let n = 0; n < 8; n++) expect(await ask()).toEqual([{ id: 1, more: 2 }])
  await pool.query(`drop table ${table}`)
})

test('a statement that takes long is named in the log, without what was asked for', async () => {
  const told: unknown[] = []
  const watched = openDatabase({
    config: { host, port, user, database: name },
    log: { error: () => {}, warn: (what: unknown) => void told.push(what) } as unknown as typeof log,
    ...{ connections: 1, limits: { statement_ms: 5000, idle_ms: 5000, slow_ms: 40 } },
  })
  await watched.system(tx => sql`select ${'a secret'}::text as quick`.execute(tx))
  await watched.system(tx => sql`select pg_sleep(0.06), ${'a secret'}::text as slow`.execute(tx))
  await watched.close()
  expect(told).toEqual([{ ms: expect.any(Number), statement: 'select pg_sleep(0.06), $1::text as slow' }])
})
