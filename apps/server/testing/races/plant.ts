import { createCompany } from '@qitao/access/server'
import type { Call, Envelope, In, Out } from '@qitao/core/call.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { type Database, openDatabase } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { trustedProxies } from '@qitao/platform/server/http/client-address.ts'
import type { Member } from '@qitao/platform/server/http/handle.ts'
import { buildHttp } from '@qitao/platform/server/http/http.ts'
import { usualLimits } from '@qitao/platform/server/http/limits.ts'
import type { JobContext } from '@qitao/platform/server/jobs/job.ts'
import { log } from '@qitao/platform/server/log.ts'
import { freshDatabase } from '@qitao/platform/server/testing/cluster.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import type { z } from 'zod'
import { areas } from '../../areas.ts'
import type { TestCompany, TestMember } from '../test-app.ts'

/**
 * The product's calls and jobs on a real database, for two people of any company. Jobs that calls start are written and never
 * run by themselves: a race runs the job that it is about, when it says so.
 */
export interface RacingApp {
  readonly database: Database
  readonly http: FastifyInstance
  readonly first: Person
  readonly second: Person
}
export interface Person {
  readonly user_id: string
}

/** What became of a command: its code, and the codes of those records of it that were refused. */
export interface Answer {
  readonly code: number
  readonly failed: readonly number[]
  readonly message: string
}

const first = { user_id: newId() }
const second = { user_id: newId() }

export async function racingApp(): Promise<RacingApp> {
  const { config } = await freshDatabase()
  const database = openDatabase({ config, log, connections: 8 })
  // Two who wait for each other are told so at once.
  await database.pool.query(`alter database ${config.database} set deadlock_timeout = '20ms'`)
  const http = buildHttp({
    areas,
    database,
    authenticate: async token => memberOf(token),
    tell: async () => {},
    messenger: { kind: 'outbox', send: async () => {} },
    ready: async () => true,
    limits: usualLimits,
    proxies: trustedProxies(undefined),
  })
  await http.ready()
  afterAll(async () => {
    await http.close()
    await database.close()
  })
  return { database, http, first, second }
}

/** Both may do everything; who and for which company stands in the token. */
function memberOf(token: string): Member {
  const [org_id, user_id] = token.split(' ') as [string, string]
  return {
    ...{
      org_id,
      user_id,
      account: user_id,
      name: user_id,
      is_admin: true,
      own_data_only: false,
      workgroup_only: false,
    },
    ...{ pages: everyPage, grants: everyGrant, time_zone: 'Asia/Shanghai', currency: 'CNY' },
  }
}
const everyPage: ReadonlySet<string> = new Set(
  areas.flatMap(area =>
    area.handlers.flatMap(({ call: { grantedBy } }) =>
      typeof grantedBy === 'string' ? [] : (grantedBy as readonly { path: string }[]).map(({ path }) => path),
    ),
  ),
)
const everyGrant: Member['grants'] = [{ pages: everyPage, actions: null }]

/** Sends a call in a person's name. */
export async function ask<I extends z.ZodType, O extends z.ZodType>(
  { http }: RacingApp,
  { org_id, user_id }: { org_id: string; user_id: string },
  call: Call<I, O>,
  input: In<Call<I, O>>,
): Promise<Envelope<Out<Call<I, O>>>> {
  const response = await http.inject({
    method: call.method,
    url: call.path,
    headers: { authorization: `${org_id} ${user_id}` },
    ...(call.method === 'GET' ? { query: input as Record<string, string> } : { payload: input as object }),
  })
  return response.json()
}

/** Runs a job to its end in a person's name, as a worker does. */
export async function runJob(
  { database }: RacingApp,
  { org_id, user_id }: { org_id: string; user_id: string },
  type: string,
  input: unknown,
): Promise<Answer> {
  const handler = areas.flatMap(area => area.jobs ?? []).find(one => one.type === type)!
  const transaction: JobContext['transaction'] = (work, more = {}) =>
    database.as({ org_id, user_id, cause: `job:${type}`, ...more }, work)
  const context: JobContext = {
    ...{ job_id: newId(), org_id, user_id, cancelled: () => false, signal: new AbortController().signal },
    now: () => Math.floor(Date.now() / 1000),
    transaction,
    lastTransaction: transaction,
    progress: async () => {},
    tell: async () => {},
    send: async () => {},
  }
  try {
    await handler.work(input, context)
    return { code: 200, failed: [], message: '' }
  } catch (error) {
    if (error instanceof Refusal) return { code: error.definition.code, failed: [], message: error.definition.text.en }
    return { code: 500, failed: [], message: String((error as Error).stack ?? error) }
  }
}

/** A company as the factories of the areas want one, with both people in it. */
export async function racingCompany(app: RacingApp): Promise<TestCompany> {
  const { database } = app
  const { org_id } = await database.system(async tx => {
    const made = await createCompany(tx, {
      ...{ company_code: 'RACES', name: 'Races', account: 'owner', password_hash: 'none', user_name: 'Owner' },
    })
    for (const [account, { user_id }] of Object.entries({ first, second }))
      await sql`insert into app_user (org_id, id, account, name, password_hash, is_admin)
        values (${made.org_id}, ${user_id}, ${account}, ${account}, 'none', true)`.execute(tx)
    return made
  })
  const send = ((call, input) => ask(app, { org_id, user_id: first.user_id }, call, input)) as TestMember['send']
  const admin: TestMember = {
    ...{ org_id, user_id: first.user_id, token: `${org_id} ${first.user_id}`, send },
    ok: async (call, input, options) => {
      const { code, message, data } = await send(call, input, options)
      expect({ path: call.path, code, message }).toMatchObject({ code: 200 })
      return data as never
    },
  }
  const none = () => {
    throw new Error('not in a race')
  }
  return {
    ...{ org_id, admin, member: none, jobEnd: none },
    as: work => database.as({ org_id, user_id: first.user_id, cause: 'scene' }, work),
  }
}
