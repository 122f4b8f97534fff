import type { AnyCall } from '@qitao/core/call.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import type { FastifyInstance } from 'fastify'
import { fingerprint } from '../fingerprint.ts'
import type { TestApp, TestCompany } from '../test-app.ts'
import { generator, inputOf, type Json, pick, schemaOf, spoil } from './inputs.ts'
import { type Books, builtCalls, idsOf } from './scene.ts'

/** Thousands of spoiled inputs: what the server may never do whatever it is sent. */
export interface Asked {
  readonly call: AnyCall
  readonly input: Json
}
export interface FuzzReport {
  readonly asked: number
  readonly refused: readonly Asked[]
  /** What may not happen, as one line each. */
  readonly faults: readonly string[]
}

export interface FuzzOptions {
  readonly company: TestCompany
  readonly books: Books
  readonly count: number
  readonly seed: number
  readonly calls?: readonly AnyCall[]
}

/** After these the person could ask nothing more. */
const endsTheSession = /logout|sign_out|alter_password|reset_password|update_user_company/
const tells =
  /\bat .{1,200}\.(ts|js):\d+|\bselect\b.+\bfrom\b|syntax error|violates|relation "|duplicate key|invalid input syntax|node_modules|ECONN/is

export async function fuzz(
  http: FastifyInstance,
  { company, books, count, seed, calls = builtCalls }: FuzzOptions,
): Promise<FuzzReport> {
  const random = generator(seed)
  const asking = calls.filter(call => !endsTheSession.test(call.path)).map(call => ({ call, schema: schemaOf(call) }))
  const member = await company.member()
  const refused: Asked[] = []
  const faults: string[] = []
  for (let asked = 0; asked < count; asked++) {
    const { call, schema } = asking[asked % asking.length]!
    const shaped = inputOf(schema, random, idsOf(books, random))
    const input = random() < 0.9 ? spoil(shaped, random) : shaped
    const token = random() < 0.95 ? company.admin.token : pick(random, ['', 'x', member.token, 'Bearer', '\u007f'])
    const raw = random() < 0.03 ? broken(JSON.stringify(input), random) : undefined
    const { code, fault } = await send(http, call, raw ?? input, token)
    if (fault) faults.push(`${call.path}: ${fault} for ${JSON.stringify(raw ?? input).slice(0, 300)}`)
    if (code !== 200 && code !== 5056 && code !== 5326 && raw === undefined) refused.push({ call, input })
  }
  return { asked: count, refused, faults }
}

/** Sends what was refused once more: those that are refused again must leave the books as they are. */
export async function changedByRefused(
  app: TestApp,
  http: FastifyInstance,
  company: TestCompany,
  refused: readonly Asked[],
): Promise<string[]> {
  const changed: string[] = []
  let before = await atRest(app, company)
  const size = 500
  for (let from = 0; from < refused.length; from += size) {
    const part = refused.slice(from, from + size)
    const done: string[] = []
    for (const { call, input } of part) {
      const { code } = await send(http, call, input, company.admin.token)
      if (code === 200 || code === 5056 || code === 5326) done.push(call.path)
    }
    const after = await atRest(app, company)
    // What the first round changed may have made one of them possible: then the part says nothing.
    if (after !== before && done.length === 0) {
      const tables = movedTables(before, after).join(' and ')
      changed.push(...part.map(({ call }) => `${call.path}, or another: ${tables}`))
    }
    before = after
  }
  return changed
}

/** The books once all work in the background is done: what an accepted call began before is not the doing of a refused one. */
async function atRest(app: TestApp, company: TestCompany): Promise<string> {
  const { queued, running } = jobStatus.codes
  for (const end = Date.now() + mostRestSeconds * 1000; Date.now() < end; ) {
    const { rowCount } = await app.database.pool.query(
      'select from job where org_id = $1 and status in ($2, $3) and due_time <= epoch_now() limit 1',
      [company.org_id, queued, running],
    )
    if (rowCount === 0) return fingerprint(app, company)
    await new Promise(again => setTimeout(again, 50))
  }
  throw new Error(`work in the background does not end within ${mostRestSeconds} s`)
}
const mostRestSeconds = 180

/** The tables of two fingerprints that are not the same in both. */
function movedTables(before: string, after: string): string[] {
  const lines = (of: string) => new Set(of.split('\n'))
  const [was, is] = [lines(before), lines(after)]
  return [...new Set([...was.symmetricDifference(is)].map(line => line.split(':')[0]!))].sort()
}

async function send(
  http: FastifyInstance,
  call: AnyCall,
  input: Json | string,
  token: string,
): Promise<{ code: number; fault?: string }> {
  const get = call.method === 'GET'
  const response = await http.inject({
    method: call.method,
    url: get ? `${call.path}?${queryOf(input)}` : call.path,
    headers: { authorization: token, 'accept-language': 'en', ...(get ? {} : { 'content-type': 'application/json' }) },
    ...(get ? {} : { payload: typeof input === 'string' ? input : JSON.stringify(input) }),
  })
  if (response.statusCode === 200 && response.headers['content-disposition']) return { code: 200 }
  const text = response.payload
  const answer = parsed(text)
  if (response.statusCode >= 500) return { code: 500, fault: `HTTP ${response.statusCode}` }
  if (typeof answer?.code !== 'number' || typeof answer.message !== 'string' || answer.message === '')
    return { code: 0, fault: `no code and message: ${text.slice(0, 100)}` }
  if (answer.code !== 200 && tells.test(text))
    return { code: answer.code, fault: `tells too much: ${text.slice(0, 300)}` }
  return { code: answer.code }
}
const parsed = (text: string): ({ code?: unknown; message?: unknown } & { code: number }) | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
const queryOf = (input: Json | string): string =>
  typeof input === 'object' && input !== null && !Array.isArray(input)
    ? Object.entries(input)
        .map(([name, value]) => `${safe(name)}=${safe(typeof value === 'string' ? value : JSON.stringify(value))}`)
        .join('&')
        .slice(0, 4_000)
    : 'x'
const safe = (text: string): string => encodeURIComponent(text.toWellFormed())
const broken = (text: string, random: () => number): string =>
  pick(random, [
    text.slice(0, -1),
    `${text}}`,
    `[${text}`,
    'null',
    '"x"',
    '{"a":1,"a":2,}',
    '{"__proto__":{"is_admin":true}}',
  ])
