import { type ClientRequest, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import { addressOf, faultOf, type PostFault } from './post.ts'

const usualTimeoutMs = 10_000
const mostBytes = 1_000_000

export class FetchFault extends Error {
  readonly fault: PostFault
  constructor(fault: PostFault, said: string) {
    super(said)
    this.fault = fault
  }
}

/** As much of `fetch` as clients of other servers use. */
interface Asked {
  readonly method?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
}

/**
 * `fetch` to a server that somebody has named, behind the same walls as `post`: public addresses by https alone, just the one that
 * was looked at, no redirect. `allowsLoopback`: of tests. `allowsInner`: whoever runs the installation trusts its own network.
 */
export const publicFetch =
  (walls: { readonly allowsLoopback: boolean; readonly allowsInner: boolean }) =>
  async (address: string, { method = 'GET', headers = {}, body }: Asked): Promise<Response> => {
    try {
      const url = new URL(address)
      const ip = await addressOf(url, walls)
      return await ask(url, ip, { method, headers, body: textOf(body) })
    } catch (error) {
      const { fault, said } = error instanceof FetchFault ? { fault: error.fault, said: error.message } : faultOf(error)
      throw new FetchFault(fault, said)
    }
  }

const textOf = (body: unknown): string | undefined => (body === undefined || body === null ? undefined : String(body))

function ask(
  url: URL,
  address: string,
  one: { method: string; headers: Readonly<Record<string, string>>; body: string | undefined },
) {
  const family = isIP(address)
  const length = one.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(one.body)) }
  return new Promise<Response>((done, fail) => {
    const request: ClientRequest = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, {
      method: one.method,
      headers: { ...one.headers, ...length },
      agent: false,
      signal: AbortSignal.timeout(usualTimeoutMs),
      lookup: (_host, options, found) =>
        options.all ? found(null, [{ address, family }]) : found(null, address, family),
    })
    request.on('error', fail)
    request.on('response', response => {
      const pieces: Buffer[] = []
      let size = 0
      response.on('data', (piece: Buffer) => {
        size += piece.length
        if (size > mostBytes) request.destroy(new FetchFault('connection', 'too long an answer'))
        else pieces.push(piece)
      })
      response.on('error', fail)
      response.on('end', () => {
        const told = new Headers()
        for (const [name, value] of Object.entries(response.headers))
          if (value !== undefined) told.set(name, [value].flat().join(', '))
        const status = response.statusCode ?? 502
        const hasBody = status !== 204 && status !== 304
        done(new Response(hasBody ? Buffer.concat(pieces) : null, { status, headers: told }))
      })
    })
    request.end(one.body)
  })
}
