import { Resolver } from 'node:dns/promises'
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import { SpanKind } from '@opentelemetry/api'
import { sentOut } from '../http/metrics.ts'
import { traced } from '../observe/trace.ts'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

/** Why nothing was sent, or no answer came. */
export type PostFault = 'address' | 'inner' | 'unknown_host' | 'timeout' | 'connection' | 'certificate'
export interface Posted {
  readonly answer_code: number | null
  /** `secret`: what it was to be signed with is not to be had. */
  readonly fault: PostFault | 'secret' | null
  /** The first words of the answer, or of what went wrong. */
  readonly said: string
  readonly took_ms: number
}
export interface Post {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Of tests: the address may be one of this machine, by http too. */
  readonly allowsLoopback?: boolean
  readonly timeoutMs?: number
  readonly resolve?: (host: string) => Promise<readonly string[]>
}
const usualTimeoutMs = 10_000
const mostHeard = 2_000

class Refused extends Error {
  readonly fault: PostFault
  constructor(fault: PostFault, said: string) {
    super(said)
    this.fault = fault
  }
}

/**
 * Asks name servers themselves: the system's look-up takes one of the few threads in which files are read and passwords checked, for as
 * long as a name server keeps silent, and names that lead nowhere would hold up all others.
 */
async function resolved(host: string): Promise<readonly string[]> {
  if (host === 'localhost') return ['127.0.0.1']
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = found.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length === 0) throw (found[0] as PromiseRejectedResult).reason ?? new Error('ENODATA')
  return addresses
}

/**
 * Posts to a server that somebody has named. It goes to a public address only, and to just the one that was looked at: the name
 * is not asked for again. No redirect is followed, nothing of a proxy or of earlier connections is used, the answer is read as
 * far as anybody looks at it. Never throws.
 */
export async function post(one: Post): Promise<Posted> {
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  try {
    const url = new URL(one.address)
    const address = await addressOf(url, one)
    const { code, said } = await traced({ name: 'post web hook', kind: SpanKind.CLIENT }, () => ask(url, address, one))
    sentOut.inc({ kind: 'web_hook', outcome: code < 400 ? 'sent' : 'failed' })
    return { answer_code: code, fault: null, said, took_ms: took() }
  } catch (error) {
    sentOut.inc({ kind: 'web_hook', outcome: 'failed' })
    return { answer_code: null, ...faultOf(error), took_ms: took() }
  }
}

type Walls = Pick<Post, 'allowsLoopback' | 'timeoutMs' | 'resolve'> & { readonly allowsInner?: boolean }
/** The one address that is asked, after all that the name leads to were looked at. */
export async function addressOf(url: URL, walls: Walls): Promise<string> {
  const { allowsLoopback = false, allowsInner = false, resolve = resolved, timeoutMs = usualTimeoutMs } = walls
  if (url.username !== '' || url.password !== '') throw new Refused('address', 'user in address')
  if (url.protocol !== 'https:' && !(allowsLoopback && url.protocol === 'http:'))
    throw new Refused('address', url.protocol)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) ? [host] : await inTime(resolve(host), timeoutMs).catch(unknownHost)
  const may = (address: string) =>
    isLoopbackAddress(address) ? allowsLoopback : url.protocol === 'https:' && (allowsInner || isPublicAddress(address))
  // One inner address among public ones is taken for what it is.
  const [first] = found
  if (first === undefined) throw new Refused('unknown_host', host)
  const inner = found.find(address => !may(address))
  if (inner !== undefined) throw new Refused('inner', inner)
  return first
}
const unknownHost = (error: unknown): never => {
  throw error instanceof Refused ? error : new Refused('unknown_host', (error as Error).message)
}
async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const clock = Promise.withResolvers<never>()
  const timer = setTimeout(() => clock.reject(new Refused('timeout', 'name')), ms)
  try {
    return await Promise.race([work, clock.promise])
  } finally {
    clearTimeout(timer)
  }
}

function ask(url: URL, address: string, { headers, body, timeoutMs = usualTimeoutMs }: Post) {
  const family = isIP(address)
  return new Promise<{ code: number; said: string }>((done, fail) => {
    const request: ClientRequest = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      lookup: (_host, options, found) =>
        options.all ? found(null, [{ address, family }]) : found(null, address, family),
    })
    request.on('error', fail)
    request.on(
      'response',
      response => void heard(response).then(said => done({ code: response.statusCode!, said }), fail),
    )
    request.end(body)
  })
}

async function heard(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of response) {
    pieces.push(piece)
    size += piece.length
    if (size >= mostHeard) break
  }
  return Buffer.concat(pieces)
    .subarray(0, mostHeard)
    .toString('utf8')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
}

export function faultOf(error: unknown): { fault: PostFault; said: string } {
  if (error instanceof Refused) return { fault: error.fault, said: error.message }
  if (!(error instanceof Error)) return { fault: 'connection', said: '' }
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return { fault: 'timeout', said: error.message }
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ERR_INVALID_URL') return { fault: 'address', said: code }
  if (/CERT|SELF_SIGNED|SSL|TLS|UNABLE_TO/.test(code)) return { fault: 'certificate', said: code }
  return { fault: 'connection', said: code || error.message }
}
