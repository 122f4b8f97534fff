import { setTimeout } from 'node:timers/promises'
import { serve } from '@qitao/app-server/testing/proof/scene.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { command, query } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { text } from '@qitao/core/text.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { handle, handleInSteps, Moved, type Steps } from '../http/handle.ts'
import { limits } from '../http/limits.ts'

const app = await testApp()
const count = command('/mep_server/test/count', {
  title: text('计数', 'Count'),
  grantedBy: 'signed_in',
  input: z.strictObject({}),
  output: z.object({ version: z.int() }),
})

const look = query('/mep_server/test/look', {
  title: text('查看', 'Look'),
  grantedBy: 'signed_in',
  input: z.strictObject({}),
  output: z.object({}),
})

/** The call, and one that only looks, over the test's database. */
async function served(steps: Steps) {
  const company = await app.company()
  const http = serve(app, {
    areas: [{ name: 'test', handlers: [handleInSteps(count, steps), handle(look, async () => ({}))] }],
  })
  const send = async (path: string, headers: object) => {
    const { statusCode, ...response } = await http.inject({
      ...{ method: 'POST', url: path, headers: { authorization: company.admin.token, ...headers }, payload: {} },
    })
    return { statusCode, ...JSON.parse(response.body) }
  }
  const ask = (key: string) => send(count.path, { 'idempotency-key': key })
  return { company, ask, glance: () => send(look.path, {}) }
}
const nameNow = async (org_id: string): Promise<string> =>
  (await app.database.pool.query('select name from org where id = $1', [org_id])).rows[0].name

test('nobody holds a transaction while it is computed', async () => {
  let open = -1
  const { ask } = await served({
    load: async () => 1,
    decide: async () => {
      // What goes on beside it ends by itself; one that was held would stay.
      for (let tries = 0; tries < 100 && open !== 0; tries++) {
        const { rows } = await app.database.pool.query(
          `select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
        )
        open = rows[0].open
        await setTimeout(20)
      }
    },
    save: async () => ({ version: 1 }),
  })
  expect(await ask('a')).toMatchObject({ code: 200 })
  expect(open).toBe(0)
})

test('who computes keeps no place from those who read and write, and no more compute at once than may', async () => {
  const over = Promise.withResolvers<void>()
  let computing = 0
  const { ask, glance } = await served({
    load: async () => 0,
    decide: async () => {
      computing += 1
      await over.promise
      computing -= 1
    },
    save: async () => ({ version: 1 }),
  })
  const asked = Array.from({ length: limits.callsAtOncePerUser + 2 }, (_, n) => ask(String(n)))
  await expect.poll(() => computing).toBe(limits.callsAtOncePerUser)
  expect(await glance()).toMatchObject({ code: 200 })
  expect(computing).toBe(limits.callsAtOncePerUser)
  over.resolve()
  for (const { code } of await Promise.all(asked)) expect(code).toBe(200)
})

test('what is read is of one moment, and read again when it does not stand any more', async () => {
  const read: string[][] = []
  const { ask } = await served({
    load: async (_, { tx, org_id }) => {
      const now = async () => {
        const { rows } = await sql<{ name: string }>`select name from org where id = ${org_id}`.execute(tx)
        return rows[0]!.name
      }
      const first = await now()
      if (read.length === 0) await app.database.pool.query(`update org set name = 'changed' where id = $1`, [org_id])
      read.push([first, await now()])
      return first
    },
    decide: async name => name,
    save: async (_, { org_id }, name) => {
      if ((await nameNow(org_id)) !== name) throw new Moved()
      return { version: name === 'changed' ? 2 : 1 }
    },
  })
  expect((await ask('a')).data).toEqual({ version: 2 })
  expect(read).toHaveLength(2)
  for (const [first, second] of read) expect(second).toBe(first)
})

test('after some tries it says that others are changing this (5003), and nothing is written', async () => {
  let tries = 0
  const { company, ask } = await served({
    load: async () => 0,
    decide: async () => tries++,
    save: async (_, { tx }) => {
      await sql`insert into role (id, role_name) values (gen_random_uuid(), 'none')`.execute(tx)
      throw new Moved()
    },
  })
  expect(await ask('a')).toMatchObject({ code: generalErrors.dataLocked.code })
  expect(tries).toBeGreaterThan(1)
  const { rows } = await app.database.pool.query(`select 1 from role where org_id = $1 and role_name = 'none'`, [
    company.org_id,
  ])
  expect(rows).toEqual([])
})

test('a request that comes again gets the first answer, without reading or computing anything', async () => {
  let loaded = 0
  const { ask } = await served({
    load: async () => ++loaded,
    decide: async version => version,
    save: async (_, __, version) => ({ version }),
  })
  expect((await ask('a')).data).toEqual({ version: 1 })
  expect((await ask('a')).data).toEqual({ version: 1 })
  expect(loaded).toBe(1)
})

test('of two that come at once with one key, both computed, one is saved', async () => {
  let saved = 0
  const both = Promise.withResolvers<void>()
  let here = 0
  const { ask } = await served({
    load: async () => 0,
    decide: async () => {
      if (++here === 2) both.resolve()
      await both.promise
    },
    save: async () => ({ version: ++saved }),
  })
  const [one, two] = await Promise.all([ask('a'), ask('a')])
  expect([one.data, two.data]).toEqual([{ version: 1 }, { version: 1 }])
  expect(saved).toBe(1)
})
