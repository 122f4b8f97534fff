import type { AnyCall, Call, In } from '@qitao/core/call.ts'
import { FileAnswer, FileGiven } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Language } from '@qitao/core/text.ts'
import { z } from 'zod'
import { NoAnswer, type NoAnswerKind, Refused } from './failures.ts'

export interface ClientOptions {
  /** Such as https://plan.example.com */
  readonly url: string
  /** An API token, or that of a session; calls that need none go without. */
  readonly token?: string
  /** Of the messages; Chinese where nothing is said. */
  readonly language?: Language
  /** Of one try. */
  readonly timeoutMs?: number
  /** How often at most the same is asked again where no answer came, or the server is busy. */
  readonly retries?: number
  /** Before the first of them; it doubles with each. */
  readonly waitMs?: number
  readonly fetch?: typeof fetch
}
export interface SendOptions {
  /** Of what is to be done once, however often it is sent, also by a program that was started anew. One of its own where nothing is said. */
  readonly key?: string
  readonly signal?: AbortSignal
}
export interface Client {
  /** Sends a call; what it answers. Throws `Refused` or `NoAnswer`. */
  send<I extends z.ZodType, O extends z.ZodType>(
    call: Call<I, O>,
    input: In<Call<I, O>>,
    options?: SendOptions,
  ): Promise<z.output<O>>
  /** All rows of a list, page by page. */
  rows<I extends z.ZodType, R>(
    call: Call<I, z.ZodType<{ result: R[]; next_cursor?: string | null | undefined }>>,
    input: In<Call<I, z.ZodType>>,
    options?: Pick<SendOptions, 'signal'>,
  ): AsyncGenerator<R, void, undefined>
}

const usual = { timeoutMs: 60_000, retries: 4, waitMs: 250 }
const longestWaitMs = 10_000
const envelope = z.object({ code: z.int(), message: z.string(), data: z.unknown() })
const refusalData = z.record(z.string(), z.unknown())
/** Another one has the rows just now, or too much is asked at once: nothing was done. */
const busy: readonly number[] = [generalErrors.dataLocked.code, generalErrors.tooManyCalls.code]

/** A program's way to the product: the calls as the server declares them, under the rights of a token. */
export function openClient(options: ClientOptions): Client {
  const { retries = usual.retries, waitMs = usual.waitMs } = options
  const send: Client['send'] = async (call, input, { key: given, signal } = {}) => {
    const key = call.writes && isKept(call) ? (given ?? crypto.randomUUID()) : undefined
    // What nobody keeps the answer of would be done a second time.
    const most = call.writes && key === undefined ? 0 : retries
    for (let tries = 0; ; tries++) {
      try {
        return await attempt(options, call, input, key, signal)
      } catch (error) {
        if (signal?.aborted || tries >= most || !mayGoAgain(error)) throw error
        const wait = Math.min(longestWaitMs, waitMs * 2 ** tries)
        await pause(wait / 2 + (Math.random() * wait) / 2, signal)
      }
    }
  }
  return {
    send,
    async *rows(call, input, more) {
      let cursor: string | null | undefined
      do {
        const asked = cursor === undefined ? input : { ...Object(input), cursor }
        const page = await send(call, asked, more)
        yield* page.result
        cursor = page.next_cursor
      } while (typeof cursor === 'string')
    },
  }
}

/** Whether the server keeps the answer for the key: it does for members, and never keeps secrets. */
const isKept = (call: AnyCall): boolean => call.grantedBy !== 'public' && !call.answersSecret

const mayGoAgain = (error: unknown): boolean =>
  error instanceof NoAnswer
    ? error.kind === 'network' || error.kind === 'timeout' || error.status >= 500 || error.status === 429
    : error instanceof Refused && busy.includes(error.code)

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, ms)
  const stop = () => over.resolve()
  signal?.addEventListener('abort', stop, { once: true })
  await over.promise
  clearTimeout(timer)
  signal?.removeEventListener('abort', stop)
  signal?.throwIfAborted()
}

async function attempt<I extends z.ZodType, O extends z.ZodType>(
  options: ClientOptions,
  call: Call<I, O>,
  input: In<Call<I, O>>,
  key: string | undefined,
  signal: AbortSignal | undefined,
): Promise<z.output<O>> {
  const { url, token, language = 'zh', timeoutMs = usual.timeoutMs, fetch: ask = fetch } = options
  const none = (kind: NoAnswerKind, status: number, cause?: unknown) => new NoAnswer(kind, status, key, { cause })
  const headers = new Headers({ 'accept-language': language })
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (key !== undefined) headers.set('idempotency-key', key)
  const asked = written(call, input, headers)
  const timeout = AbortSignal.timeout(timeoutMs)
  const during = signal ? AbortSignal.any([signal, timeout]) : timeout
  const failed = (cause: unknown): never => {
    if (signal?.aborted) throw cause
    throw none(timeout.aborted ? 'timeout' : 'network', 0, cause)
  }
  const { query = '', body } = asked
  const init = { method: call.method, headers, signal: during, ...(body === undefined ? {} : { body }) }
  const response = await ask(new URL(call.path, url).href + query, init).catch(failed)
  if (!response.ok) throw none('http', response.status)
  const disposition = response.headers.get('content-disposition')
  if (disposition !== null) {
    const bytes = new Uint8Array(await response.arrayBuffer().catch(failed))
    const type = response.headers.get('content-type') ?? 'application/octet-stream'
    return checked(call.output, new FileAnswer(nameIn(disposition), type, bytes), none)
  }
  const told = await response.text().catch(failed)
  const answer = checked(envelope, json(told, none), none)
  if (answer.code === 200) return checked(call.output, answer.data, none)
  throw new Refused(answer.code, answer.message, refusalData.safeParse(answer.data).data ?? {})
}

type None = (kind: NoAnswerKind, status: number, cause?: unknown) => NoAnswer
/** Types say what is true: an answer of another version of the product is told as such. */
function checked<O extends z.ZodType>(schema: O, value: unknown, none: None): z.output<O> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw none('contract', 200, parsed.error)
  return parsed.data
}
function json(told: string, none: None): unknown {
  try {
    return JSON.parse(told)
  } catch (error) {
    throw none('contract', 200, error)
  }
}

interface Written {
  readonly query?: string
  readonly body?: string | FormData
}
function written(call: AnyCall, input: unknown, headers: Headers): Written {
  const fields = Object.entries(Object(input ?? {})).filter(([, value]) => value !== undefined)
  if (call.method === 'GET') {
    const query = new URLSearchParams(Object.fromEntries(fields.map(([name, value]) => [name, plain(value)])))
    return fields.length === 0 ? {} : { query: `?${query}` }
  }
  if (!fields.some(([, value]) => value instanceof FileGiven)) {
    headers.set('content-type', 'application/json')
    return { body: JSON.stringify(input ?? {}) }
  }
  const form = new FormData()
  for (const [name, value] of fields) {
    if (!(value instanceof FileGiven)) form.set(name, plain(value))
  }
  // Files last: what is said of them is known before they come.
  for (const [name, value] of fields) {
    if (value instanceof FileGiven)
      form.set(name, new Blob(value.pieces.map(piece => new Uint8Array(piece))), value.name)
  }
  return { body: form }
}
const plain = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** `filename*` (RFC 5987) carries Chinese names. */
const nameIn = (disposition: string): string => {
  const [, extended] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  return extended === undefined ? 'file' : decodeURIComponent(extended)
}
/** A file to be sent. */
export const fileOf = (name: string, content: Uint8Array): FileGiven => new FileGiven(name, content, '')
