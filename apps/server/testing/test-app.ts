import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCompany, openSession } from '@qitao/access/server'
import type { Call, Envelope, In, Out } from '@qitao/core/call.ts'
import { FileAnswer, FileGiven } from '@qitao/core/file.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import type { Language } from '@qitao/core/text.ts'
import { createSample } from '@qitao/insight/model/sample.calls.ts'
import { type Database, openDatabase, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import type { Message } from '@qitao/platform/server/http/message.ts'
import { housekeepingOfPlatform } from '@qitao/platform/server/jobs/housekeeping.ts'
import { installation } from '@qitao/platform/server/jobs/job-queue.ts'
import { log } from '@qitao/platform/server/log.ts'
import { filledTemplate, freshDatabase } from '@qitao/platform/server/testing/cluster.ts'
import { allPages } from '@qitao/site/model/pages.ts'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, expect } from 'vitest'
import type { z } from 'zod'
import { areas } from '../areas.ts'
import { openServer, type ServerOptions } from '../server.ts'
import { watchLockOrder } from './lock-order.ts'

const locks = watchLockOrder()

/**
 * The real server in memory on a real database of the test file's own. Each test signs up its own company: tenancy is
 * the isolation, there is nothing to clean.
 */
export interface TestMember {
  readonly org_id: string
  readonly user_id: string
  readonly token: string
  /** Sends a call; the envelope as it travels. */
  send<I extends z.ZodType, O extends z.ZodType>(
    call: Call<I, O>,
    input: In<Call<I, O>>,
    options?: SendOptions,
  ): Promise<Envelope<Out<Call<I, O>>>>
  /** Sends a call that must succeed; its data. */
  ok<I extends z.ZodType, O extends z.ZodType>(
    call: Call<I, O>,
    input: In<Call<I, O>>,
    options?: SendOptions,
  ): Promise<Out<Call<I, O>>>
}
export interface SendOptions {
  key?: string
  language?: Language
}
export interface TestCompany {
  readonly org_id: string
  readonly admin: TestMember
  /** A member with just these pages (none: may do nothing). */
  member(pages?: readonly { path: string }[]): Promise<TestMember>
  /** A transaction in the company's name, as a handler has it; for set-up and for looking at tables. */
  as<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Waits for a background job to end, at most so many seconds; its row. */
  jobEnd(job_id: string, most_seconds?: number): Promise<{ status: number; result: unknown; error_code: number | null }>
}
export interface TestApp {
  readonly app: FastifyInstance
  readonly database: Database
  company(): Promise<TestCompany>
  /** The company with the sample factory, where the database has one (`sampled`). */
  sampledCompany(): Promise<TestCompany>
  /** What the server has sent to people, oldest first. */
  readonly messages: Message[]
  /** Where the mobile app lies for download. */
  readonly downloads: string
  /** Sends a raw body, for inputs that the contract would not let through. */
  raw(
    path: string,
    body: unknown,
    token?: string,
    method?: 'POST' | 'GET' | 'DELETE',
    language?: Language,
  ): Promise<Envelope>
}

/**
 * What a clock does by itself would be taken for what a call has done, whenever a test lasts long enough for it to
 * strike. The server has set them all before it answers; a test of such work runs it itself.
 */
async function stopClocks(database: Database): Promise<void> {
  const far = 1_000_000_000
  const stopped = await database.system(tx =>
    rows(
      tx,
      sql<{ job_type: string }>`update job set due_time = due_time + ${far}
        where org_id = ${installation} and singleton is not null and status = 0 returning job_type`,
    ),
  )
  const clocks = [...areas.flatMap(area => area.jobs ?? []), housekeepingOfPlatform].filter(job => job.every_seconds)
  expect(stopped.map(({ job_type }) => job_type).sort()).toEqual(clocks.map(({ type }) => type).sort())
}

type AppOptions = Pick<ServerOptions, 'limits' | 'jobThreads'> & {
  /** What is sent to other addresses fails. */
  mailTo?: (address: string) => boolean | Promise<boolean>
}

/**
 * `locksInOrder` false: a test that puts statements of its own into the transactions of calls. `jobThreads` true: imports run in
 * threads, as they do in the product. `sampled`: the database is a copy of one in which a company has the sample factory, which takes
 * longer to make than most tests.
 */
export async function testApp({
  locksInOrder = true,
  sampled = false,
  ...options
}: AppOptions & { locksInOrder?: boolean; sampled?: boolean } = {}): Promise<TestApp> {
  const { config } = await freshDatabase(sampled ? await filledTemplate('qitao_sampled', makeSample) : undefined)
  const { close, ...app } = await openApp(config, options)
  afterEach(() => {
    const broken = locks.broken()
    if (locksInOrder) expect(broken).toEqual([])
  })
  afterAll(close)
  return app
}

async function makeSample(config: pg.PoolConfig): Promise<void> {
  const { close, company, database } = await openApp(config, {})
  const { org_id, admin, jobEnd } = await company()
  const { job_id } = await admin.ok(createSample, { industry: 'bicycle' })
  expect((await jobEnd(job_id, 300)).status).toBe(jobStatus.codes.done)
  // What follows from it runs here, and not in each copy.
  const { queued, running } = jobStatus.codes
  for (const end = Date.now() + 60_000; Date.now() < end; await new Promise(wait => setTimeout(wait, 20))) {
    const open = 'select from job where org_id = $1 and status in ($2, $3)'
    if ((await database.pool.query(open, [org_id, queued, running])).rowCount === 0) break
  }
  await close()
}

async function openApp(
  config: pg.PoolConfig,
  { jobThreads = false, mailTo = () => true, ...options }: AppOptions,
): Promise<TestApp & { close(): Promise<void> }> {
  const messages: Message[] = []
  const downloads = mkdtempSync(join(tmpdir(), 'qitao-downloads-'))
  const send = async (message: Message) => {
    if (!(await mailTo(message.to))) throw new Error(`no mail to ${message.to}`)
    messages.push(message)
  }
  const messenger = { kind: 'outbox' as const, send }
  const server = await openServer({
    database: config,
    prepared: true,
    checkAnswers: true,
    role: 'all',
    messenger,
    downloads,
    jobThreads,
    answerThreadWaits: false,
    ...options,
  })
  await server.app.ready()
  const database = openDatabase({ config, log, connections: 4 })
  await stopClocks(database)
  const close = async () => {
    await server.close()
    await database.close()
    rmSync(downloads, { recursive: true })
  }

  const raw: TestApp['raw'] = async (path, body, token, method = 'POST', language = 'zh') => {
    const response = await server.app.inject({
      method,
      url: path,
      headers: { 'accept-language': language, ...(token ? { authorization: token } : {}) },
      ...sentAs(method, body),
    })
    return answerOf(response)
  }
  const memberOf = (org_id: string, user_id: string, token: string): TestMember => {
    const send: TestMember['send'] = async (call, input, { key, language = 'zh' } = {}) => {
      const response = await server.app.inject({
        method: call.method,
        url: call.path,
        headers: { authorization: token, 'accept-language': language, ...(key ? { 'idempotency-key': key } : {}) },
        ...sentAs(call.method, input),
      })
      return answerOf(response) as never
    }
    return {
      org_id,
      user_id,
      token,
      send,
      async ok(call, input, options) {
        const answer = await send(call, input, options)
        // Said in the headline: a summary of failures shows no more of it.
        if (answer.code !== 200) expect.fail(`${call.path} answered ${answer.code}: ${answer.message}`)
        return answer.data as never
      },
    }
  }
  const company: TestApp['company'] = async () => {
    const code = `T${randomBytes(6).toString('hex').toUpperCase()}`
    const { org_id, user_id, token } = await database.system(async tx => {
      const made = await createCompany(tx, {
        company_code: code,
        name: code,
        account: 'admin',
        password_hash: 'none',
        user_name: 'Admin',
      })
      // Most tests add members to sign in as, and are of something else.
      await sql`insert into organization_config (org_id, config_key, config_value) values (${made.org_id}, 'first_password_change', '0')`.execute(
        tx,
      )
      return { ...made, token: await openSession(tx, { org_id: made.org_id, id: made.user_id }) }
    })
    return companyOf(org_id, user_id, token)
  }
  const sampledCompany: TestApp['company'] = async () => {
    const { org_id, user_id, token } = await database.system(async tx => {
      const [admin] = await rows(
        tx,
        sql<{ org_id: string; user_id: string }>`select u.org_id, u.id as user_id from app_user u
          where u.account = 'admin' and exists (select from material m where m.org_id = u.org_id and m.sample)`,
      )
      return { ...admin!, token: await openSession(tx, { org_id: admin!.org_id, id: admin!.user_id }) }
    })
    return companyOf(org_id, user_id, token)
  }
  const companyOf = (org_id: string, user_id: string, token: string): TestCompany => {
    return {
      org_id,
      admin: memberOf(org_id, user_id, token),
      as: work => database.as({ org_id, user_id, cause: 'test' }, work),
      jobEnd: async (job_id, most_seconds = 30) => {
        for (const end = Date.now() + most_seconds * 1000; Date.now() < end; ) {
          const { rows } = await database.pool.query('select status, result, error_code from job where id = $1', [
            job_id,
          ])
          if (rows[0] && rows[0].status > 1) return rows[0]
          await new Promise(wait => setTimeout(wait, 20))
        }
        throw new Error(`job ${job_id} did not end`)
      },
      member: async (pages = []) => {
        const id = newId()
        const role_id = newId()
        const memberToken = await database.system(async tx => {
          await sql`insert into app_user (org_id, id, account, name, password_hash) values (${org_id}, ${id}, ${`u${id.slice(-8)}`}, 'Member', 'none')`.execute(
            tx,
          )
          await sql`insert into role (org_id, id, role_name) values (${org_id}, ${role_id}, ${role_id})`.execute(tx)
          await sql`insert into app_permission (org_id, id, role_id, page_paths) values (${org_id}, ${newId()}, ${role_id}, ${pages.map(page => page.path)})`.execute(
            tx,
          )
          await sql`insert into user_role (org_id, user_id, role_id) values (${org_id}, ${id}, ${role_id})`.execute(tx)
          return openSession(tx, { org_id, id })
        })
        return memberOf(org_id, id, memberToken)
      },
    }
  }
  return { app: server.app, database, messages, downloads, company, sampledCompany, raw, close }
}

/** An input with a file goes as a form, as browsers send it. */
function sentAs(method: string, input: unknown) {
  if (method === 'GET') return { query: input as Record<string, string> }
  const fields = Object.entries((input ?? {}) as object)
  if (!fields.some(([, value]) => value instanceof FileGiven)) return { payload: input as object }
  const form = new FormData()
  for (const [name, value] of fields) {
    if (value instanceof FileGiven)
      form.set(
        name,
        new File(
          value.pieces.map(piece => new Uint8Array(piece)),
          value.name,
        ),
      )
    else if (value !== undefined && value !== null) form.set(name, String(value))
  }
  return { payload: form }
}
/** A bare file stands in the place of the envelope's data. */
function answerOf(response: LightMyRequestResponse): Envelope {
  const disposition = response.headers['content-disposition']
  if (!disposition) return response.json()
  const name = decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(String(disposition))![1]!)
  const file = new FileAnswer(name, String(response.headers['content-type']), new Uint8Array(response.rawPayload))
  return { code: 200, message: '', data: file }
}

/** Every page except those that grant the call: what a member without the right may open. */
export const pagesWithout = (call: Call): readonly { path: string }[] =>
  typeof call.grantedBy === 'string'
    ? []
    : allPages.filter(page => !(call.grantedBy as readonly { path: string }[]).some(({ path }) => path === page.path))
