import { randomBytes } from 'node:crypto'
import { createCompany, openSession } from '@qitao/access/server'
import type { Call, Envelope, FileContent, In, Out } from '@qitao/core/call.ts'
import type { Language } from '@qitao/core/text.ts'
import { type Database, openDatabase, type Tx } from '@qitao/platform/server/database.ts'
import { log } from '@qitao/platform/server/log.ts'
import { newId } from '@qitao/platform/server/new-id.ts'
import { freshDatabase } from '@qitao/platform/server/testing/cluster.ts'
import { allPages } from '@qitao/site/model/pages.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import type { z } from 'zod'
import { openServer } from '../server.ts'

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
  /** Sends a raw body, for inputs that the contract would not let through. */
  raw(
    path: string,
    body: unknown,
    token?: string,
    method?: 'POST' | 'GET' | 'DELETE',
    language?: Language,
  ): Promise<Envelope>
}

export async function testApp(): Promise<TestApp> {
  const { config } = await freshDatabase()
  const server = await openServer({ database: config, prepared: true, checkAnswers: true, role: 'all' })
  await server.app.ready()
  const database = openDatabase({ config, log, connections: 4 })
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  const raw: TestApp['raw'] = async (path, body, token, method = 'POST', language = 'zh') => {
    const { headers, ...sent } = bodyOf(method, body)
    const response = await server.app.inject({
      method,
      url: path,
      headers: { 'accept-language': language, ...(token ? { authorization: token } : {}), ...headers },
      ...sent,
    })
    return answerOf(response) as Envelope
  }
  const memberOf = (org_id: string, user_id: string, token: string): TestMember => {
    const send: TestMember['send'] = async (call, input, { key, language = 'zh' } = {}) => {
      const { headers, ...sent } = bodyOf(call.method, input)
      const response = await server.app.inject({
        method: call.method,
        url: call.path,
        headers: {
          authorization: token,
          'accept-language': language,
          ...(key ? { 'idempotency-key': key } : {}),
          ...headers,
        },
        ...sent,
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
        expect({ path: call.path, code: answer.code, message: answer.message }).toMatchObject({
          path: call.path,
          code: 200,
        })
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
      return { ...made, token: await openSession(tx, { org_id: made.org_id, id: made.user_id }) }
    })
    return {
      org_id,
      admin: memberOf(org_id, user_id, token),
      as: work => database.as({ org_id, user_id, cause: 'test' }, work),
      jobEnd: async (job_id, most_seconds = 30) => {
        for (let tries = 0; tries < most_seconds * 10; tries++) {
          const { rows } = await database.pool.query('select status, result, error_code from job where id = $1', [
            job_id,
          ])
          if (rows[0] && rows[0].status > 1) return rows[0]
          await new Promise(wait => setTimeout(wait, 100))
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
  return { app: server.app, database, company, raw }
}

interface Sent {
  headers?: Record<string, string>
  query?: Record<string, string>
  payload?: object
}
/** JSON, a query, or multipart/form-data when there is a file among the fields. */
function bodyOf(method: string, input: unknown): Sent {
  if (method === 'GET') return { query: input as Record<string, string> }
  const file = (input as { file?: FileContent } | undefined)?.file
  if (!(file?.content instanceof Uint8Array)) return { payload: input as object }
  const boundary = 'qitao-test-boundary'
  const parts = Object.entries(input as object).flatMap(([name, value]) =>
    value === file
      ? []
      : [Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`)],
  )
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const payload = Buffer.concat([...parts, Buffer.from(head), file.content, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}
/** A file answers as `{ name, content }`, with the code of success. */
function answerOf(response: Awaited<ReturnType<FastifyInstance['inject']>>): unknown {
  if (response.headers['content-type']?.toString().includes('application/json')) return response.json()
  const name = /filename\*=UTF-8''(.+)$/.exec(String(response.headers['content-disposition']))?.[1] ?? ''
  return { code: 200, message: '', data: { name: decodeURIComponent(name), content: response.rawPayload } }
}

/** Every page except those that grant the call: what a member without the right may open. */
export const pagesWithout = (call: Call): readonly { path: string }[] =>
  typeof call.grantedBy === 'string'
    ? []
    : allPages.filter(page => !(call.grantedBy as readonly { path: string }[]).some(({ path }) => path === page.path))
