import { createHash } from 'node:crypto'
import type { Server } from 'node:http'
import type { Readable } from 'node:stream'
import { SpanKind } from '@opentelemetry/api'
import type { AnyCall, Envelope } from '@qitao/core/call.ts'
import { FileAnswer } from '@qitao/core/file.ts'
import { generalErrors, httpErrorTexts } from '@qitao/core/general.errors.ts'
import { isGranted } from '@qitao/core/grant.ts'
import type { LiveMessage } from '@qitao/core/live.ts'
import { type ErrorDefinition, Refusal, refuse } from '@qitao/core/refusal.ts'
import { keyStatusHeader, keyStatusNew } from '@qitao/core/repeats.ts'
import { defaultLanguage, type Language, text } from '@qitao/core/text.ts'
import { traceHeader, withTrace } from '@qitao/core/trace.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Area } from '../area.ts'
import type { Database, Scope, Tx } from '../database/database.ts'
import { databaseRefusal, isOutage } from '../database/database-refusal.ts'
import { FileStream, FileToSend, type Transaction } from '../files/file-stream.ts'
import { mostUploadBytes, readMultipart } from '../files/multipart.ts'
import { fileHeaders } from '../files/send-file.ts'
import { startJob } from '../jobs/job-queue.ts'
import { log } from '../log.ts'
import { beginTrace, inTrace, newTraceId, spanFails, type Trace, traceBefore } from '../observe/trace.ts'
import { Admission, type Caller } from './admission.ts'
import { type AnswerThread, WrittenAnswer } from './answer-thread.ts'
import type { TrustsProxy } from './client-address.ts'
import { compressed } from './compress.ts'
import { declaredOf } from './declared.ts'
import { deviceCookie } from './device-cookie.ts'
import { againSecondsOf, answerEnvelope, envelope, refusalEnvelope } from './envelope.ts'
import {
  type CameWith,
  type Context,
  type Device,
  expectGranted,
  type Handler,
  type Member,
  Moved,
  type SignedInHandler,
  type Steps,
} from './handle.ts'
import { inputRefusal } from './input-refusal.ts'
import { isTooElaborate } from './json-shape.ts'
import type { Limits } from './limits.ts'
import type { Messenger } from './message.ts'
import { callSeconds } from './metrics.ts'
import { type Contract, contractOf, openApi } from './openapi.ts'
import { originOf } from './origin.ts'
import { expectRecordsSeen } from './records-seen.ts'

/**
 * Calls become routes at their exact paths. The life of a request: sign-in, page right, strict input, one transaction in
 * which the handler loads, decides and saves, the audit row and the idempotent answer with it, then the envelope.
 */
export interface HttpOptions {
  readonly areas: readonly Area[]
  readonly database: Database
  readonly authenticate: Authenticate
  readonly messenger: Messenger
  readonly downloads?: string | undefined
  readonly tell: (notification: { org_id: string; user_id?: string | undefined; message: LiveMessage }) => Promise<void>
  /** Checks every answer against its contract: on in tests. */
  readonly checkAnswers?: boolean
  /** Where large answers are made; beside all others when absent. */
  readonly answerThread?: AnswerThread
  readonly ready: () => Promise<boolean>
  readonly limits: Limits
  readonly proxies: TrustsProxy
}
export type Authenticate = (token: string, came?: CameWith) => Promise<Member | 'login_needed' | 'role_invalid'>

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks and how the call goes on: known before any of the body is read. */
    arrival: Arrival | null
    trace: Trace | null
    /** Nothing was done under its key before it. */
    isNewKey: boolean
    /** What the device is to be known by. */
    deviceSecret: string | null
  }
}
interface Arrival {
  readonly caller: Caller
  /** Of a call for members. */
  readonly member: Member | undefined
  /** Over when the caller has the answer or has gone. */
  readonly gone: AbortSignal
  /** The body is there. */
  readonly bodyRead: () => void
}

/** A call waits so long for what another one holds, then says so (5003). */
const longestLockMs = 10_000
/** What is computed is computed so many times, if others change meanwhile what it was computed from; then they go first (5003). */
const mostTries = 5
/** The head of a request is there by then. */
const headMs = 20_000
/** A connection on which nothing moves: longer than the longest call. */
const stillMs = 330_000
const againSeconds = { busy: 2, outage: 5 }

export function buildHttp(options: HttpOptions): FastifyInstance {
  const { limits } = options
  const app = Fastify({
    loggerInstance: undefined,
    bodyLimit: limits.bodyKb * 1024,
    requestTimeout: limits.uploadSeconds * 1000,
    connectionTimeout: stillMs,
    trustProxy: options.proxies,
  })
  app.server.headersTimeout = headMs
  app.decorateRequest('arrival', null)
  app.decorateRequest('trace', null)
  app.decorateRequest('isNewKey', false)
  app.decorateRequest('deviceSecret', null)
  const admission = new Admission(limits, options.proxies, options.authenticate)
  admission.watch(app.server)
  const handlers = options.areas.flatMap(area => area.handlers)
  const constraints = new Map(options.areas.flatMap(area => Object.entries(area.constraints ?? {})))
  const paths = new Set<string>()

  app.setErrorHandler((error, request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 500
    const definition = status === 413 && isMultipart(request) ? generalErrors.fileInvalid : generalErrors.badParameter
    const cause = status < 500 ? new Refusal(definition) : error
    const fails = () => failure(cause, request, constraints)
    return told(reply, request.trace ? inTrace(request.trace, fails) : fails())
  })
  // Read, and taken apart as it comes, when the caller is known.
  app.addContentTypeParser('multipart/form-data', (_request, body, done) => done(null, body))
  // Taken apart when it is the caller's turn.
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
  const readJson = jsonReader(app)
  const notFound = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const language = languageOf(request)
    // Who is not signed in learns nothing of which calls there are.
    if (isCallAddress(request.url) && (await admission.authenticate(tokenOf(request), request.raw)) === 'login_needed')
      return reply.send(refusalEnvelope(new Refusal(generalErrors.loginNeeded), language))
    return reply.status(404).send(envelope(404, httpErrorTexts[404]![language]))
  }
  app.setNotFoundHandler(notFound)
  // What is sent to no address is not read.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return undefined
    if (hasBody(request)) reply.header('connection', 'close')
    return notFound(request, reply)
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
    reply.header('x-frame-options', 'DENY')
    reply.header('x-robots-tag', 'noindex')
    if (request.isNewKey) reply.header(keyStatusHeader, keyStatusNew)
    if (!reply.getHeader('content-security-policy'))
      reply.header('content-security-policy', contentSecurityPolicy(request.host))
    if (admission.isSecure(request.raw)) reply.header('strict-transport-security', `max-age=${hstsSeconds}`)
    if (!reply.getHeader('cache-control')) reply.header('cache-control', 'no-store')
  })

  for (const handler of handlers) {
    const { call } = handler
    const route = `${call.method} ${call.path}`
    if (paths.has(route)) throw new Error(`two handlers for ${route}`)
    paths.add(route)
    // What cannot be said of an answer is said at the start, not when somebody asks.
    declaredOf(call.output)
    const answer = answerer(handler, options, admission, readJson)
    const bodyLimit = (handler.audience === 'public' ? limits.publicBodyKb : limits.bodyKb) * 1024
    app.route({
      method: call.method,
      url: call.path,
      bodyLimit,
      // Whoever may not call is answered before any of the body is read.
      onRequest: async (request, reply) => {
        request.trace = traceOf(request, call, options.proxies)
        reply.header(traceHeader, request.trace.trace_id)
        const gone = new AbortController()
        reply.raw.once('close', () => gone.abort())
        const isUpload = isMultipart(request)
        const most = isUpload ? mostUploadBytes : bodyLimit
        const isTooLarge = Number(request.headers['content-length']) > most
        // What is not read in reasonable size is not waited for.
        if (isTooLarge) reply.header('connection', 'close')
        const member =
          handler.audience === 'public'
            ? undefined
            : await inTrace(request.trace, async () =>
                admitted(call, await admission.authenticate(tokenOf(request), request.raw, gone.signal)),
              )
        if (isUpload && (isTooLarge || !member))
          throw new Refusal(member ? generalErrors.fileInvalid : generalErrors.badParameter)
        if (member) request.trace.span?.setAttribute('qitao.org_id', member.org_id)
        const caller = member ? admission.member(member) : admission.stranger(request.raw)
        const seconds = isUpload ? limits.uploadSeconds : member ? limits.bodySeconds : limits.publicBodySeconds
        const bodyRead = admission.awaitBody(caller, request.raw, reply.raw, most, seconds)
        request.arrival = { caller, member, gone: gone.signal, bodyRead }
      },
      handler: async (request, reply) => {
        const trace = request.trace!
        const stop = callSeconds.startTimer({ call: call.path })
        const result = await inTrace(trace, () =>
          answer(request).catch((error: unknown) => failure(error, request, constraints)),
        )
        if (result instanceof Failure) {
          stop({ code: String(result.envelope.code) })
          return told(reply, result)
        }
        stop({ code: String(result.code) })
        trace.span?.setAttribute('qitao.code', result.code)
        if (request.deviceSecret !== null)
          reply.header('set-cookie', deviceCookie(request.deviceSecret, admission.isSecure(request.raw)))
        // A refusal that was returned, so that what it counts stays.
        const again_seconds = 'json' in result ? undefined : againSecondsOf(result)
        if (again_seconds !== undefined) reply.header('retry-after', String(again_seconds))
        if (result instanceof WrittenAnswer) return reply.type('application/json; charset=utf-8').send(result.json)
        if (result.data instanceof FileToSend) return reply.headers(fileHeaders(result.data)).send(result.data.stream())
        if (result.data instanceof FileAnswer) {
          return reply.headers(fileHeaders(result.data)).send(Buffer.from(result.data.bytes))
        }
        return reply.send(result)
      },
      onSend: async (request, reply, payload) => {
        if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
        const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
        const small = isJson ? await compressed(payload, request.headers['accept-encoding'] as string) : undefined
        if (isJson) reply.header('vary', 'accept-encoding')
        if (small) reply.header('content-encoding', small.encoding).removeHeader('content-length')
        const sent = small?.bytes ?? payload
        if (request.arrival) admission.holdAnswer(request.arrival.caller, reply.raw, sent.length)
        return sent
      },
      onResponse: async (request, reply) => {
        request.trace?.span?.setAttribute('http.response.status_code', reply.statusCode).end()
      },
    })
  }
  // Made when somebody first asks: it takes a tenth of a second. What many are told alike is written once.
  let contract: Contract | undefined
  const written = new Map<'stranger' | 'session', Buffer>()
  app.get('/openapi.json', async (request, reply) => {
    const token = tokenOf(request)
    const member = token ? await admission.authenticate(token, request.raw) : undefined
    if (typeof member === 'string') throw new Refusal(generalErrors.loginNeeded)
    const mayCall = (call: AnyCall): boolean =>
      call.grantedBy === 'public' ||
      (member !== undefined &&
        (member.api_token_id === undefined || (isGranted(call, member.grants) && !isOfPeople(call, member))))
    const caller = member ? admission.member(member) : admission.stranger(request.raw)
    const reader = member === undefined ? 'stranger' : member.api_token_id === undefined ? 'session' : undefined
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const document = await admission.inTurn(caller, gone.signal, async () => {
      contract ??= contractOf(handlers.map(({ call }) => call))
      const made = (reader && written.get(reader)) ?? Buffer.from(openApi(contract, mayCall))
      if (reader) written.set(reader, made)
      return made
    })
    admission.holdAnswer(caller, reply.raw, document.length)
    return reply.type('application/json; charset=utf-8').send(document)
  })
  app.get('/health/live', async (_request, reply) => reply.send({ status: 'live' }))
  // Who asks while it is being found out hears the same.
  let asked: Promise<boolean> | undefined
  app.get('/health/ready', async (_request, reply) => {
    asked ??= options
      .ready()
      .catch(() => false)
      .finally(() => {
        asked = undefined
      })
    const ready = await asked
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
  return app
}

/** Where calls live; every other address is a page or a file of the web. */
export const isCallAddress = (url: string): boolean => /^\/(mep_server|mep|api|ws)\//.test(url)

/** For so long a browser that has seen the product over TLS asks for it only so. */
const hstsSeconds = 31_536_000

// Styles inline: antd writes its rules into style elements. Scripts only from the product's own files.
const contentSecurityPolicy = (host: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    // Not every browser counts the channel of the own host as 'self'.
    `connect-src 'self'${/^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : ''}`,
    "worker-src 'self' blob:",
    // The preview of a printed document.
    "frame-src 'self' blob:",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')

export function languageOf(request: Pick<FastifyRequest, 'headers'>): Language {
  const wanted = request.headers['accept-language']
  return typeof wanted === 'string' && /^en\b/i.test(wanted) ? 'en' : defaultLanguage
}

/** The bare token, as the specification sends it; a `Bearer` prefix is tolerated. */
export const tokenOf = (request: Pick<FastifyRequest, 'headers'>): string =>
  (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim()

const deviceOf = (request: FastifyRequest, admission: Admission): Device => ({
  secret: admission.deviceSecretOf(request.raw),
  losesIt: admission.isSecure(request.raw) && /^http:/i.test(request.headers.origin ?? ''),
  keep(secret) {
    request.deviceSecret = secret
  },
})

const agentOf = (request: FastifyRequest): string => request.headers['user-agent'] ?? ''

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const isMultipart = (request: FastifyRequest): boolean =>
  /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')

/** Builds what a body says. Names that every object knows are refused (5001), and what no call asks for. */
type ReadJson = (request: FastifyRequest, bytes: Buffer) => Promise<unknown>
function jsonReader(app: FastifyInstance): ReadJson {
  const parse = app.getDefaultJsonParser('error', 'error')
  return (request, bytes) =>
    new Promise((done, fail) => {
      const refused = (): void => fail(new Refusal(generalErrors.badParameter))
      if (isTooElaborate(bytes)) refused()
      else parse(request, bytes.toString(), (error, value) => (error ? refused() : done(value)))
    })
}

/** Fields of a form, as they come over the network; else the bytes of a body. */
const bodyOf = async (request: FastifyRequest): Promise<unknown> =>
  isMultipart(request)
    ? readMultipart(request.body as Readable, request.headers['content-type'] ?? '')
    : (request.body ?? {})

async function inputOf(call: AnyCall, request: FastifyRequest, body: unknown, readJson: ReadJson): Promise<unknown> {
  const given = request.query as Record<string, unknown>
  if (call.method === 'GET' || (call.method !== 'POST' && Object.keys(given).length > 0)) return given
  return Buffer.isBuffer(body) ? readJson(request, body) : body
}

/** What comes before it is believed of those alone who are trusted to tell the caller's address. */
function traceOf(request: FastifyRequest, call: AnyCall, trusts: TrustsProxy): Trace {
  const isTrusted = trusts(request.raw.socket.remoteAddress ?? '', 0)
  const before = isTrusted ? traceBefore(request.headers.traceparent) : undefined
  const attributes = { 'http.request.method': call.method, 'http.route': call.path }
  return beginTrace({ name: `${call.method} ${call.path}`, kind: SpanKind.SERVER, attributes }, newTraceId(), before)
}

/** The member with the right to the call. Throws 5256, 7025, 5011. */
function admitted(call: AnyCall, member: Awaited<ReturnType<Authenticate>>): Member {
  if (member === 'login_needed') throw new Refusal(generalErrors.loginNeeded)
  if (member === 'role_invalid') throw new Refusal(generalErrors.roleInvalid)
  // The sign-in page leads through it.
  if (member.must_enrol && !call.beforeSecondFactor) throw new Refusal(generalErrors.loginNeeded)
  if (member.terminal_id !== undefined && call.grantedBy === 'signed_in' && !call.atTerminals && !call.forTokens)
    throw new Refusal(generalErrors.noPermission, { detail: notAtTerminal })
  if (isOfPeople(call, member)) throw new Refusal(generalErrors.noPermission, { detail: onlyPeople })
  if (!isGranted(call, member.grants)) {
    const { org_id, user_id, api_token_id } = member
    log.info({ call: call.path, org_id, user_id, api_token_id }, 'call without the right')
  }
  expectGranted(member, call)
  if (member.viewed_by && call.writes && !call.whileViewing)
    throw new Refusal(generalErrors.noPermission, { detail: onlyLooking })
  return member
}
const isOfPeople = (call: AnyCall, { api_token_id }: Member): boolean =>
  api_token_id !== undefined && call.grantedBy === 'signed_in' && !call.forTokens
const onlyPeople = text('此接口不能用API令牌调用，请登录后操作', 'An API token cannot do this: sign in for it')
const notAtTerminal = text(
  '用PIN码登录共享终端时不能做此操作，请在其他设备上用密码登录后操作',
  'This cannot be done where one has signed in by PIN at a shared terminal: sign in by password elsewhere',
)
const onlyLooking = text(
  '正在以他人的身份查看，只能读取；结束查看后再操作',
  'You are looking as somebody else: reading only. End the view first.',
)

/** Why a call came to nothing, as it is told. */
class Failure {
  readonly status: number
  readonly envelope: Envelope
  readonly again_seconds: number | undefined
  constructor(status: number, envelope: Envelope, again_seconds?: number) {
    this.status = status
    this.envelope = envelope
    this.again_seconds = again_seconds
  }
}
function failure(error: unknown, request: FastifyRequest, constraints: ReadonlyMap<string, ErrorDefinition>): Failure {
  const language = languageOf(request)
  const refusal = error instanceof Refusal ? error : databaseRefusal(error, constraints)
  if (refusal) {
    const isBusy = refusal.definition === generalErrors.tooManyCalls
    const words = refusalEnvelope(refusal, language)
    return new Failure(isBusy ? 429 : 200, words, isBusy ? againSeconds.busy : againSecondsOf(words))
  }
  const status = isOutage(error) ? 503 : 500
  const call = request.routeOptions.url ?? request.url
  if (status === 503) log.warn({ reason: (error as Error).message, call }, 'the database is away')
  else log.error({ err: error, call }, 'call failed')
  const again = status === 503 ? againSeconds.outage : undefined
  const trace_id = request.trace?.trace_id
  if (request.trace?.span) spanFails(request.trace.span, error)
  const words = withTrace(httpErrorTexts[status]![language], trace_id, language)
  return new Failure(status, envelope(status, words, trace_id === undefined ? null : { trace_id }), again)
}
function told(reply: FastifyReply, { status, envelope: words, again_seconds }: Failure): FastifyReply {
  if (again_seconds !== undefined) reply.header('retry-after', String(again_seconds))
  reply.request.trace?.span?.setAttribute('qitao.code', words.code)
  return reply.status(status).send(words)
}

const mostKeyLength = 100

function answerer(
  handler: Handler,
  options: HttpOptions,
  admission: Admission,
  readJson: ReadJson,
): (request: FastifyRequest) => Promise<Envelope | WrittenAnswer> {
  const { call } = handler
  const calls = options.areas.flatMap(area => area.handlers.map(one => one.call))
  const ofWorkgroups = options.areas.flatMap(area => area.ofWorkgroups ?? [])
  const envelopeOf = (result: unknown, language: Language): Envelope =>
    answerEnvelope(call, result, language, options.checkAnswers ?? false)

  const signedIn = async (
    request: FastifyRequest,
    { work, isLarge, steps }: SignedInHandler,
    member: Member,
    input: unknown,
    language: Language,
    gone: AbortSignal,
  ): Promise<Envelope | WrittenAnswer> => {
    const token = tokenOf(request)
    const told: { message: LiveMessage; user_id?: string | undefined }[] = []
    const { org_id, own_data_only } = member
    const workgroup_only = member.workgroup_only && !call.writes && call.acrossWorkgroups !== 'whole'
    // What is seen is the member's; what is written is of the one who looks.
    const user_id = (call.writes && member.viewed_by) || member.user_id
    const scope = { org_id, user_id, own_data_only, workgroup_only, cause: call.path, lock_wait_ms: longestLockMs }
    const asked = {
      member,
      org_id: member.org_id,
      now: Math.floor(Date.now() / 1000),
      language,
      token,
      ...admission.placeOf(request.raw),
      agent: agentOf(request),
      origin: originOf(request, process.env.PUBLIC_URL),
    }
    /** What was done may have taken its record out of sight: asked again, it is answered as at first. */
    const door = async (tx: Tx): Promise<void> => {
      try {
        await expectRecordsSeen(tx, org_id, input, ofWorkgroups)
      } catch (error) {
        const isDone = error instanceof Refusal && call.writes && (await answeredBefore(tx, call, request, input))
        if (!isDone) throw error
      }
    }
    const within = <T>(work: (context: Context) => Promise<T>, more: Partial<Scope> = {}): Promise<T> =>
      options.database.as({ ...scope, ...more }, async tx => {
        told.length = 0
        if (member.workgroup_only) await door(tx)
        return work({
          ...asked,
          tx,
          device: deviceOf(request, admission),
          startJob: wanted => startJob(tx, wanted),
          tell: (message, to) => told.push({ message, user_id: to?.user_id }),
          calls,
        })
      })
    const answered = async (context: Context, work: () => Promise<unknown>): Promise<Envelope> =>
      call.writes
        ? once(context, call, request, input, work, result => envelopeOf(result, language))
        : envelopeOf(await work(), language)
    const threadFor = async (context: Context): Promise<AnswerThread | undefined> =>
      options.answerThread && (await isLarge?.(input, context)) ? options.answerThread : undefined
    /** Again when somebody has changed meanwhile what it was computed from; a repeated request gets the first answer. */
    const inSteps = async ({ load, decide, save }: Steps): Promise<Envelope | AnswerThread> => {
      const step: typeof within = (work, more) =>
        admission.inTurn(admission.member(member), gone, () => within(work, more))
      for (let tries = 1; ; tries++) {
        const found = await step(
          async context => {
            const before = call.writes ? await answeredBefore(context.tx, call, request, input) : undefined
            request.isNewKey = before === undefined
            const instead = before ?? (await threadFor(context))
            return instead ? { instead } : { read: await load(input, context) }
          },
          { one_moment: true },
        )
        if ('instead' in found) return found.instead!
        const decided = await decide(found.read)
        try {
          return await step(context => answered(context, () => save(input, context, found.read, decided, tries)))
        } catch (error) {
          if (!(error instanceof Moved)) throw error
          if (tries === mostTries) throw new Refusal(generalErrors.dataLocked)
        }
      }
    }
    const result = steps
      ? await inSteps(steps)
      : await within(async context => {
          return (await threadFor(context)) ?? answered(context, () => work(input, context))
        })
    if ('answer' in result) return result.answer({ path: call.path, input, scope, asked })
    for (const { message, user_id } of told) {
      await options
        .tell({ org_id: member.org_id, user_id, message })
        .catch(error => log.warn({ err: error }, 'live message lost'))
    }
    return sent(result, work => options.database.as(scope, work))
  }

  return async request => {
    const language = languageOf(request)
    const { caller, member, gone, bodyRead } = request.arrival!
    const body = await bodyOf(request)
    bodyRead()
    const answer = async (): Promise<Envelope | WrittenAnswer> => {
      const input = parsed(call, await inputOf(call, request, body, readJson))
      if (handler.audience !== 'public') return signedIn(request, handler, member!, input, language, gone)
      const context = {
        transaction: options.database.system,
        now: Math.floor(Date.now() / 1000),
        language,
        ...admission.placeOf(request.raw),
        agent: agentOf(request),
        token: tokenOf(request),
        device: deviceOf(request, admission),
        messenger: options.messenger,
        origin: originOf(request, process.env.PUBLIC_URL),
        downloads: options.downloads,
        calls,
        tell: (org_id: string, message: LiveMessage, to?: { user_id: string }) =>
          options
            .tell({ org_id, user_id: to?.user_id, message })
            .catch(error => log.warn({ err: error }, 'live message lost')),
      }
      return sent(envelopeOf(await handler.work(input, context), language), options.database.system)
    }
    const computes = handler.audience === 'signed_in' && handler.steps !== undefined
    return computes ? admission.computing(caller, gone, answer) : admission.inTurn(caller, gone, answer)
  }
}

/** A file that is read while it is sent: with the transactions that it is read in. */
const sent = (result: Envelope, transaction: Transaction): Envelope =>
  result.data instanceof FileStream ? { ...result, data: result.data.within(transaction) } : result

function parsed(call: AnyCall, input: unknown): unknown {
  const result = call.input.safeParse(input, { reportInput: true })
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
    select call, input_hash, answer from idempotency_key where org_id = app_org() and user_id = app_user() and request_key = ${keyed.key}`.execute(
    tx,
  )
  const [before] = rows
  if (before && (before.call !== call.path || before.input_hash !== keyed.hash))
    throw new Refusal(generalErrors.badParameter, { field: 'Idempotency-Key' })
  return before?.answer
}

/** Does a writing call once for its key, and leaves its audit row; the same key again gets the first answer. */
async function once(
  { tx, member }: Context,
  call: AnyCall,
  request: FastifyRequest,
  input: unknown,
  work: () => Promise<unknown>,
  envelopeOf: (result: unknown) => Envelope,
): Promise<Envelope> {
  const written = JSON.stringify(input ?? null)
  const keyed = keyOf(call, request, written)
  if (!keyed) {
    const result = await work()
    if (!(result instanceof Refusal)) await audit(tx, member, call, written, null)
    return envelopeOf(result)
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
  request.isNewKey = true
  const result = await work()
  const answer = envelopeOf(result)
  // Nothing was done: the key may be used for another try.
  if (result instanceof Refusal) {
    await sql`delete from idempotency_key where org_id = app_org() and user_id = app_user() and request_key = ${key}`.execute(
      tx,
    )
    return answer
  }
  await audit(tx, member, call, written, key, answer)
  return answer
}

const secretFields = /"(\w*password|\w*secret|token|verify_code|pin|qrcode_key|share_key|binding)":"(?:[^"\\]|\\.)*"/g
/** An input as JSON text, without what must stay secret. */
export const masked = (written: string): string => written.replace(secretFields, '"$1":"***"')
/** Inputs beyond this size (imports, mass edits) are named by their size; the rows' change log has the contents. */
const mostAuditBytes = 20_000

/** The audit row; with a key also the answer that is kept for it. */
async function audit(
  tx: Tx,
  { api_token_id }: Member,
  call: AnyCall,
  written: string,
  key: string | null,
  answer?: Envelope,
): Promise<void> {
  const input = written.length > mostAuditBytes ? JSON.stringify({ bytes: written.length }) : masked(written)
  const keepsAnswer = answer
    ? sql`with kept as (update idempotency_key set answer = ${JSON.stringify(answer)}::jsonb
        where org_id = app_org() and user_id = app_user() and request_key = ${key}) `
    : sql``
  await sql`${keepsAnswer}insert into audit_log (call, input, request_key, api_token_id)
    values (${call.path}, ${input}::jsonb, ${key}, ${api_token_id ?? null}::uuid)`.execute(tx)
}

export type { Server }
