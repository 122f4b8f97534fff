import type { AnyCall, Envelope, In, Out } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { RefusalData } from '@qitao/core/refusal.ts'
import { keyStatusHeader, keyStatusNew } from '@qitao/core/repeats.ts'
import { traceHeader } from '@qitao/core/trace.ts'
import { preferences } from '../session/preferences.ts'
import { readToken } from '../session/storage.ts'
import { CallFailure } from './failures.ts'
import { type Intention, isAnswer, newIntention, pressOf } from './idempotency.ts'
import { hearServerClock } from './server-clock.ts'

const requestTimeout = 300_000
const success = 200

interface SendOptions {
  /** Of a writing call: the form or sheet that asks. Without one it is a press, known by its input. */
  intention?: Intention | undefined
  signal?: AbortSignal | undefined
  /** Of another session than the browser is in. */
  token?: string | undefined
}

type SessionEnd = (failure: CallFailure) => void
let sessionEnd: SessionEnd = () => {}
/** Called when an answer says that the session is over (5256) or the role is invalid (7025). */
export function onSessionEnd(handler: SessionEnd): void {
  sessionEnd = handler
}

let refusedRight = (): void => {}
/** Called when an answer says that the right is missing (5011): rights may have changed. */
export function onRefusedRight(handler: () => void): void {
  refusedRight = handler
}

function headers(key: string | undefined, token = readToken()): Headers {
  const all = new Headers({ 'Accept-Language': preferences.get().language })
  if (token) all.set('Authorization', token)
  if (key !== undefined) all.set('Idempotency-Key', key)
  return all
}

const asQuery = (input: Record<string, unknown>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  const written = query.toString()
  return written && `?${written}`
}

const traceOf = (trace_id: string | null): RefusalData => (trace_id ? { trace_id } : {})

async function request(path: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
  const timeout = AbortSignal.timeout(requestTimeout)
  const response = await fetch(path, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout }).catch(
    (error: unknown) => {
      // Given up by the page itself: not a failure to show.
      if (signal?.aborted) throw error
      throw new CallFailure(timeout.aborted ? 'timeout' : 'network', 0)
    },
  )
  hearServerClock(response.headers.get('date'))
  if (!response.ok) throw new CallFailure('http', response.status, traceOf(response.headers.get(traceHeader)))
  return response
}

/** Whether the server keeps the answer for the key: it does for members, and never keeps secrets. */
const isKept = (call: AnyCall): boolean => call.grantedBy !== 'public' && !call.answersSecret

/** The one way out for what writes: under the key of its intention, which lives until there is an answer. */
async function attempt<T>(
  call: AnyCall,
  intention: Intention,
  work: (key: string | undefined) => Promise<T>,
): Promise<T> {
  if (!call.writes) return work(undefined)
  const key = intention.key()
  try {
    const output = await work(key)
    intention.ended(key)
    return output
  } catch (error) {
    intention.ended(key, error)
    throw error instanceof CallFailure && !isAnswer(error) && isKept(call) ? error.mayBeDone() : error
  }
}

function ask(call: AnyCall, input: unknown, key?: string, signal?: AbortSignal, token?: string): Promise<Response> {
  const given = (input ?? {}) as Record<string, unknown>
  const sent = headers(key, token)
  if (call.method === 'GET') return request(call.path + asQuery(given), { headers: sent }, signal)
  sent.set('Content-Type', 'application/json')
  return request(call.path, { method: call.method, headers: sent, body: JSON.stringify(given) }, signal)
}

/** `token` went with the request: that an earlier session is over does not end the one that has begun since. */
async function openEnvelope<T>(response: Response, token: string | undefined): Promise<T> {
  const envelope = (await response.json().catch(() => {
    throw new CallFailure('http', response.status)
  })) as Envelope<T>
  if (envelope.code === success) return envelope.data as T
  const failure = new CallFailure(
    'refused',
    envelope.code,
    (envelope.data ?? {}) as RefusalData,
    envelope.message ?? '',
  )
  const ended: number[] = [generalErrors.loginNeeded.code, generalErrors.roleInvalid.code]
  if (ended.includes(failure.code) && token === readToken()) sessionEnd(failure)
  if (failure.code === generalErrors.noPermission.code) refusedRight()
  throw response.headers.get(keyStatusHeader) === keyStatusNew ? failure.atFirst() : failure
}

/** Sends one call and opens the envelope. Throws `CallFailure`. */
export async function send<C extends AnyCall>(call: C, input: In<C>, options: SendOptions = {}): Promise<Out<C>> {
  const { intention = isKept(call) ? pressOf(call, input) : newIntention(), signal } = options
  return attempt(call, intention, async key => {
    const token = options.token ?? readToken()
    return openEnvelope<Out<C>>(await ask(call, input, key, signal, token), token)
  })
}

export interface SentFile {
  readonly name: string
  readonly content: Blob
}
/** A call that answers with a file; a refusal arrives as an envelope and is thrown. */
export async function fetchFile<C extends AnyCall>(call: C, input: In<C>): Promise<SentFile> {
  const token = readToken()
  return asFile(await ask(call, input, undefined, undefined, token), call.path, token)
}
/** A file under an address that the server named, such as the error file of an import. */
export async function fetchFileAt(address: string): Promise<SentFile> {
  const token = readToken()
  return asFile(await request(address, token ? { headers: { Authorization: token } } : {}, undefined), address, token)
}
async function asFile(response: Response, path: string, token: string | undefined): Promise<SentFile> {
  if (response.headers.get('Content-Type')?.includes('application/json')) return openEnvelope(response, token)
  return {
    name: fileName(response.headers.get('Content-Disposition')) ?? path.split('/').pop() ?? 'file',
    content: await response.blob(),
  }
}
/** `filename*` (RFC 5987) carries Chinese names; plain `filename` is the fallback. */
export function fileName(disposition: string | null): string | undefined {
  const extended = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
  if (extended) return decodeURIComponent(extended)
  return disposition?.match(/filename="?([^";]+)"?/i)?.[1]
}

/** Sends a file with plain fields as multipart/form-data. */
export async function uploadFile<C extends AnyCall>(
  call: C,
  file: File,
  fields: Readonly<Record<string, string>> = {},
  /** Told the part that has been sent, 0 to 1. */
  progress?: (sent: number) => void,
  /** Of what was kept before it was sent; without one it is known by what the file is. */
  intention?: Intention,
): Promise<Out<C>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', file)
  const { name, size, lastModified } = file
  return attempt(call, intention ?? pressOf(call, { ...fields, name, size, lastModified }), async key => {
    const init = { method: 'POST', headers: headers(key), body: form }
    const token = readToken()
    const response = progress
      ? await requestTelling(call.path, init, progress)
      : await request(call.path, init, undefined)
    return openEnvelope<Out<C>>(response, token)
  })
}
/** As `request`; only the older way of asking tells how much of a body has been sent. */
function requestTelling(
  path: string,
  { method, headers: sent, body }: { method: string; headers: Headers; body: FormData },
  progress: (sent: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const asked = new XMLHttpRequest()
    asked.open(method, path)
    asked.timeout = requestTimeout
    for (const [name, value] of sent) asked.setRequestHeader(name, value)
    asked.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0)
    asked.onload = () => {
      if (asked.status >= 200 && asked.status < 300) resolve(new Response(asked.responseText))
      else reject(new CallFailure('http', asked.status, traceOf(asked.getResponseHeader(traceHeader))))
    }
    asked.onerror = () => reject(new CallFailure('network', 0))
    asked.ontimeout = () => reject(new CallFailure('timeout', 0))
    asked.send(body)
  })
}

export interface Tried {
  readonly status: number
  readonly took_ms: number
  /** As it came. */
  readonly body: string
}

/** Sends what somebody has written by hand, as it stands, under the given token or the session's own; for the page that describes the calls. */
export async function tryCall(one: {
  readonly path: string
  readonly method: string
  readonly body: string
  readonly token: string
}): Promise<Tried> {
  const { path } = one
  const began = performance.now()
  const token = one.token || readToken()
  const headers = new Headers({ 'Accept-Language': preferences.get().language })
  if (token) headers.set('Authorization', token)
  const sent = one.method === 'GET' ? {} : { body: one.body }
  if (one.method !== 'GET') headers.set('Content-Type', 'application/json')
  const response = await fetch(path, { method: one.method, headers, ...sent })
  const body = await response.text()
  return { status: response.status, took_ms: Math.round(performance.now() - began), body }
}

/** The description of all calls that the token, or the session, may make. */
export async function loadDescription(token: string): Promise<unknown> {
  const used = token || readToken()
  const response = await fetch('/openapi.json', used ? { headers: { Authorization: used } } : {})
  if (!response.ok) throw new Error(String(response.status))
  return response.json()
}
export const isOfSession = (): boolean => Boolean(readToken())
