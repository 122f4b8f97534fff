import { setTimeout as wait } from 'node:timers/promises'
import { serve } from '@qitao/app-server/testing/proof/scene.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { query } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { databaseErrors } from './database.errors.ts'
import { openDatabase, type Tx } from './database.ts'
import { handle } from './handle.ts'
import { log } from './log.ts'

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
