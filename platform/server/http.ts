import { createHash } from 'node:crypto'
import type { Server } from 'node:http'
import type { Readable } from 'node:stream'
import type { AnyCall, Envelope } from '@qitao/core/call.ts'
import { FileAnswer } from '@qitao/core/file.ts'
import { generalErrors, httpErrorTexts } from '@qitao/core/general.errors.ts'
import { isGranted } from '@qitao/core/grant.ts'
import type { LiveMessage } from '@qitao/core/live.ts'
import { type ErrorDefinition, Refusal, refuse } from '@qitao/core/refusal.ts'
import { defaultLanguage, type Language } from '@qitao/core/text.ts'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type AnswerThread, WrittenAnswer } from './answer-thread.ts'
import type { Area } from './area.ts'
import type { Database, Scope, Tx } from './database.ts'
import { databaseRefusal } from './database-refusal.ts'
import { answerEnvelope, envelope, refusalEnvelope } from './envelope.ts'
import { FileStream, FileToSend, type Transaction } from './files/file-stream.ts'
import { mostUploadBytes, readMultipart } from './files/multipart.ts'
import { fileHeaders } from './files/send-file.ts'
import { type Context, type Handler, type Member, Moved, type SignedInHandler, type Steps } from './handle.ts'
import { inputRefusal } from './input-refusal.ts'
import type { Jobs } from './jobs.ts'
import { log } from './log.ts'
import type { Messenger } from './message.ts'
import { callSeconds } from './metrics.ts'
import { openApi } from './openapi.ts'

/**
 * Calls become routes at their exact paths. The life of a request: sign-in, page right, strict input, one transaction in
 * which the handler loads, decides and saves, the audit row and the idempotent answer with it, then the envelope.
 */
export interface HttpOptions {
  readonly areas: readonly Area[]
  readonly database: Database
  readonly jobs: Jobs
  readonly authenticate: Authenticate
  readonly messenger: Messenger
  readonly downloads?: string | undefined
  readonly tell: (notification: { org_id: string; user_id?: string | undefined; message: LiveMessage }) => Promise<void>
  /** Checks every answer against its contract: on in tests. */
  readonly checkAnswers?: boolean
  /** Where large answers are made; beside all others when absent. */
  readonly answerThread?: AnswerThread
  readonly ready: () => Promise<boolean>
}
export type Authenticate = (token: string) => Promise<Member | 'login_needed' | 'role_invalid'>

const requestTimeoutMs = 300_000
/** A call waits so long for what another one holds, then says so (5003). */
const longestLockMs = 10_000
/** What is computed is computed so many times, if others change meanwhile what it was computed from; then they go first (5003). */
const mostTries = 5
const bodyLimit = 4 * 1024 * 1024

export function buildHttp(options: HttpOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: undefined,
    bodyLimit,
    requestTimeout: requestTimeoutMs,
    trustProxy: process.env.TRUST_PROXY === '1',
  })
  const handlers = options.areas.flatMap(area => area.handlers)
  const constraints = new Map(options.areas.flatMap(area => Object.entries(area.constraints ?? {})))
  const paths = new Set<string>()

  app.setErrorHandler((error, request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 500
    const language = languageOf(request)
    if (status >= 500) {
      log.error({ err: error, url: request.url }, 'request failed')
      return reply.status(500).send(envelope(500, httpErrorTexts[500]![language]))
    }
    const definition = status === 413 && isMultipart(request) ? generalErrors.fileInvalid : generalErrors.badParameter
    return reply.status(200).send(refusalEnvelope(new Refusal(definition), language))
  })
  // Read, and taken apart as it comes, when the caller is known.
  app.addContentTypeParser('multipart/form-data', (_request, body, done) => done(null, body))
  app.setNotFoundHandler(async (request, reply) => {
    const language = languageOf(request)
    // Who is not signed in learns nothing of which calls there are.
    if (isCallAddress(request.url) && (await options.authenticate(tokenOf(request))) === 'login_needed')
      return reply.send(refusalEnvelope(new Refusal(generalErrors.loginNeeded), language))
    return reply.status(404).send(envelope(404, httpErrorTexts[404]![language]))
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
    reply.header('x-frame-options', 'DENY')
    reply.header('x-robots-tag', 'noindex')
    if (!reply.getHeader('content-security-policy')) reply.header('content-security-policy', contentSecurityPolicy)
    if (!reply.getHeader('cache-control')) reply.header('cache-control', 'no-store')
  })

  for (const handler of handlers) {
    const { call } = handler
    const route = `${call.method} ${call.path}`
    if (paths.has(route)) throw new Error(`two handlers for ${route}`)
    paths.add(route)
    const answer = answerer(handler, options, constraints)
    app.route({
      method: call.method,
      url: call.path,
      preParsing: async (request, reply, body) => {
        if (!isMultipart(request)) return body
        const isTooLarge = Number(request.headers['content-length']) > mostUploadBytes
        const refusal =
          (await refusedUpload(handler, options, request)) ??
          (isTooLarge ? new Refusal(generalErrors.fileInvalid) : undefined)
        if (!refusal) return body
        // What is not read in reasonable size is not waited for.
        if (isTooLarge) reply.header('connection', 'close')
        await reply.send(refusalEnvelope(refusal, languageOf(request)))
        return body
      },
      handler: async (request, reply) => {
        const stop = callSeconds.startTimer({ call: call.path })
        const result = await answer(request)
        stop({ code: String(result.code) })
        if (result.code === 500) reply.status(500)
        if (result instanceof WrittenAnswer) return reply.type('application/json; charset=utf-8').send(result.json)
        if (result.data instanceof FileToSend) return reply.headers(fileHeaders(result.data)).send(result.data.stream())
        if (result.data instanceof FileAnswer) {
          return reply.headers(fileHeaders(result.data)).send(Buffer.from(result.data.bytes))
        }
        return reply.send(result)
      },
    })
  }
  app.get('/openapi.json', async (_request, reply) => reply.send(openApi(handlers.map(({ call }) => call))))
  app.get('/health/live', async (_request, reply) => reply.send({ status: 'live' }))
  app.get('/health/ready', async (_request, reply) => {
    const ready = await options.ready().catch(() => false)
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
  return app
}

/** Where calls live; every other address is a page or a file of the web. */
export const isCallAddress = (url: string): boolean => /^\/(mep_server|mep|api|ws)\//.test(url)

// Styles inline: antd writes its rules into style elements. Scripts only from the product's own files.
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self' ws: wss:",
  "worker-src 'self' blob:",
  // The preview of a printed document.
  "frame-src 'self' blob:",
  "frame-ancestors 'none'",
  "base-uri 'self'",
  "form-action 'self'",
].join('; ')

export function languageOf(request: Pick<FastifyRequest, 'headers'>): Language {
  const wanted = request.headers['accept-language']
  return typeof wanted === 'string' && /^en\b/i.test(wanted) ? 'en' : defaultLanguage
}

/** The bare token, as the specification sends it; a `Bearer` prefix is tolerated. */
export const tokenOf = (request: Pick<FastifyRequest, 'headers'>): string =>
  (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim()

/** PUBLIC_URL when the server stands behind others; else where the caller found it. */
const originOf = (request: FastifyRequest): string =>
  process.env.PUBLIC_URL?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`

const isMultipart = (request: FastifyRequest): boolean =>
  /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')

const inputOf = async (call: AnyCall, request: FastifyRequest): Promise<unknown> => {
  if (isMultipart(request)) return readMultipart(request.body as Readable, request.headers['content-type'] ?? '')
  const body = request.body ?? {}
  if (call.method === 'POST') return body
  const given = request.query as Record<string, unknown>
  return call.method === 'GET' || Object.keys(given).length > 0 ? given : body
}

/** The member behind the token, with the right to the call. Throws 5256, 7025, 5011. */
async function admitted(call: AnyCall, options: HttpOptions, token: string): Promise<Member> {
  const member = token ? await options.authenticate(token) : 'login_needed'
  if (member === 'login_needed') throw new Refusal(generalErrors.loginNeeded)
  if (member === 'role_invalid') throw new Refusal(generalErrors.roleInvalid)
  if (!isGranted(call, member.grants)) throw new Refusal(call.withoutRight ?? generalErrors.noPermission)
  return member
}
/** A file of somebody unknown, or without the right, is refused before it is read; public calls take none. */
async function refusedUpload(
  { call, audience }: Handler,
  options: HttpOptions,
  request: FastifyRequest,
): Promise<Refusal | undefined> {
  if (audience === 'public') return new Refusal(generalErrors.badParameter)
  try {
    await admitted(call, options, tokenOf(request))
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const mostKeyLength = 100

function answerer(
  handler: Handler,
  options: HttpOptions,
  constraints: ReadonlyMap<string, ErrorDefinition>,
): (request: FastifyRequest) => Promise<Envelope | WrittenAnswer> {
  const { call } = handler
  const calls = options.areas.flatMap(area => area.handlers.map(one => one.call))
  const envelopeOf = (result: unknown, language: Language): Envelope =>
    answerEnvelope(call, result, language, options.checkAnswers ?? false)

  const signedIn = async (
    request: FastifyRequest,
    { work, isLarge, steps }: SignedInHandler,
    language: Language,
  ): Promise<Envelope | WrittenAnswer> => {
    const token = tokenOf(request)
    const member = await admitted(call, options, token)
    const input = await parsed(call, request)
    const started: string[] = []
    const told: { message: LiveMessage; user_id?: string | undefined }[] = []
    const scope = { org_id: member.org_id, user_id: member.user_id, cause: call.path, lock_wait_ms: longestLockMs }
    const asked = {
      member,
      org_id: member.org_id,
      now: Math.floor(Date.now() / 1000),
      language,
      token,
      origin: originOf(request),
    }
    const within = <T>(work: (context: Context) => Promise<T>, more: Partial<Scope> = {}): Promise<T> =>
      options.database.as({ ...scope, ...more }, async tx => {
        started.length = 0
        told.length = 0
        return work({
          ...asked,
          tx,
          startJob: async wanted => {
            const job_id = await options.jobs.insert(tx, wanted)
            started.push(job_id)
            return job_id
          },
          tell: (message, to) => told.push({ message, user_id: to?.user_id }),
          calls,
        })
      })
    const answered = (context: Context, work: () => Promise<unknown>): Promise<Envelope> => {
      const answer = async () => envelopeOf(await work(), language)
      return call.writes ? once(context.tx, call, request, input, answer) : answer()
    }
    /** Again when somebody has changed meanwhile what it was computed from; a repeated request gets the first answer. */
    const inSteps = async ({ load, decide, save }: Steps): Promise<Envelope> => {
      for (let tries = 1; ; tries++) {
        const found = await within(
          async context => {
            const before = call.writes ? await answeredBefore(context.tx, call, request, input) : undefined
            return before ? { before } : { read: await load(input, context) }
          },
          { one_moment: true },
        )
        if ('before' in found) return found.before!
        const decided = await decide(found.read)
        try {
          return await within(context => answered(context, () => save(input, context, found.read, decided)))
        } catch (error) {
          if (!(error instanceof Moved)) throw error
          if (tries === mostTries) throw new Refusal(generalErrors.dataLocked)
        }
      }
    }
    const result = steps
      ? await inSteps(steps)
      : await within(async context => {
          if (options.answerThread && (await isLarge?.(input, context))) return options.answerThread
          return answered(context, () => work(input, context))
        })
    if ('answer' in result) return result.answer({ path: call.path, input, scope, asked })
    for (const job_id of started) await options.jobs.send(member.org_id, job_id)
    for (const { message, user_id } of told) {
      await options
        .tell({ org_id: member.org_id, user_id, message })
        .catch(error => log.warn({ err: error }, 'live message lost'))
    }
    return sent(result, work => options.database.as(scope, work))
  }

  return async request => {
    const language = languageOf(request)
    try {
      if (handler.audience === 'public') {
        const input = await parsed(call, request)
        const context = {
          transaction: options.database.system,
          now: Math.floor(Date.now() / 1000),
          language,
          address: request.ip,
          messenger: options.messenger,
          origin: originOf(request),
          downloads: options.downloads,
          tell: (org_id: string, message: LiveMessage, to?: { user_id: string }) =>
            options
              .tell({ org_id, user_id: to?.user_id, message })
              .catch(error => log.warn({ err: error }, 'live message lost')),
        }
        return sent(envelopeOf(await handler.work(input, context), language), options.database.system)
      }
      return await signedIn(request, handler, language)
    } catch (error) {
      const refusal = error instanceof Refusal ? error : databaseRefusal(error, constraints)
      if (refusal) return refusalEnvelope(refusal, language)
      log.error({ err: error, call: call.path }, 'call failed')
      return envelope(500, httpErrorTexts[500]![language])
    }
  }
}

/** A file that is read while it is sent: with the transactions that it is read in. */
const sent = (result: Envelope, transaction: Transaction): Envelope =>
  result.data instanceof FileStream ? { ...result, data: result.data.within(transaction) } : result

async function parsed(call: AnyCall, request: FastifyRequest): Promise<unknown> {
  const result = call.input.safeParse(await inputOf(call, request), { reportInput: true })
  if (!result.success) throw inputRefusal(call, result.error)
  return result.data
}

/** The key of a writing call, with what it was asked for; undefined: it goes without one. */
function keyOf(call: AnyCall, request: FastifyRequest, written: string): { key: string; hash: string } | undefined {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '' || call.answersSecret) return undefined
  if (key.length > mostKeyLength) throw new Refusal(generalErrors.badParameter, { field: 'Idempotency-Key' })
  return { key, hash: createHash('sha256').update(written).digest('hex') }
}

/** The first answer of a request that comes again. */
async function answeredBefore(
  tx: Tx,
  call: AnyCall,
  request: FastifyRequest,
  input: unknown,
): Promise<Envelope | undefined> {
  const keyed = keyOf(call, request, JSON.stringify(input ?? null))
  if (!keyed) return undefined
  const { rows } = await sql<{ call: string; input_hash: string; answer: Envelope }>`
    select call, input_hash, answer from idempotency_key where org_id = app_org() and request_key = ${keyed.key}`.execute(
    tx,
  )
  const [before] = rows
  if (before && (before.call !== call.path || before.input_hash !== keyed.hash))
    throw new Refusal(generalErrors.badParameter, { field: 'Idempotency-Key' })
  return before?.answer
}

/** Does a writing call once for its key, and leaves its audit row; the same key again gets the first answer. */
async function once(
  tx: Tx,
  call: AnyCall,
  request: FastifyRequest,
  input: unknown,
  work: () => Promise<Envelope>,
): Promise<Envelope> {
  const written = JSON.stringify(input ?? null)
  const keyed = keyOf(call, request, written)
  if (!keyed) {
    const answer = await work()
    await audit(tx, call, written, null)
    return answer
  }
  const { key, hash } = keyed
  const fresh =
    await sql`insert into idempotency_key (request_key, call, input_hash) values (${key}, ${call.path}, ${hash})
    on conflict do nothing returning request_key`.execute(tx)
  if (fresh.rows.length === 0) {
    const before = await answeredBefore(tx, call, request, input)
    // A repeat that waited for the first one reads it in a statement of its own.
    return before ?? refuse(generalErrors.badParameter, { field: 'Idempotency-Key' })
  }
  const answer = await work()
  await sql`update idempotency_key set answer = ${JSON.stringify(answer)}::jsonb where org_id = app_org() and request_key = ${key}`.execute(
    tx,
  )
  await audit(tx, call, written, key)
  return answer
}

const secretFields = /"(\w*password|token|verify_code|qrcode_key|share_key)":"(?:[^"\\]|\\.)*"/g
/** An input as JSON text, without what must stay secret. */
export const masked = (written: string): string => written.replace(secretFields, '"$1":"***"')
/** Inputs beyond this size (imports, mass edits) are named by their size; the rows' change log has the contents. */
const mostAuditBytes = 20_000

async function audit(tx: Tx, call: AnyCall, written: string, key: string | null): Promise<void> {
  const input = written.length > mostAuditBytes ? JSON.stringify({ bytes: written.length }) : masked(written)
  await sql`insert into audit_log (call, input, request_key) values (${call.path}, ${input}::jsonb, ${key})`.execute(tx)
}

export type { Server }
