// A caller without a browser, as patient as a good one: every write carries a key and is sent again under it until an
// answer comes.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { login } from '@qitao/access/model/session/session.calls.ts'
import type { AnyCall, Envelope, In, Out } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'

export interface Account {
  company_code: string
  account: string
  password: string
}

/** A refusal of the catalogue: the server has answered and changed nothing. */
export class Refused extends Error {
  readonly code: number
  constructor(path: string, { code, message }: Envelope) {
    super(`${path}: ${code} ${message}`)
    this.code = code
  }
}

export interface Sent<C extends AnyCall> {
  output: Out<C>
  /** Milliseconds since the epoch at which the answered attempt left. */
  sent_at: number
  /** Attempts that got no answer: connection lost, time-out, HTTP 5xx. */
  broken: number
}

export interface Caller {
  /** Sends until answered. Throws `Refused`, or after a minute without an answer. */
  send<C extends AnyCall>(call: C, input: In<C>, key?: string): Promise<Sent<C>>
}

const mostMs = 60_000
const usualAttemptMs = 5_000
const pauseMs = 50

/** `attemptMs`: an answer may take so long, before it is asked for again. */
export async function signIn(url: string, account: Account, attemptMs = usualAttemptMs): Promise<Caller> {
  const { output } = await send({ url, token: '', attemptMs }, login, account, randomUUID())
  const from = { url, token: output.token, attemptMs }
  return { send: (call, input, key = randomUUID()) => send(from, call, input, key) }
}

interface From {
  url: string
  token: string
  attemptMs: number
}

async function send<C extends AnyCall>(from: From, call: C, input: In<C>, key: string) {
  for (let broken = 0, limit = Date.now() + mostMs; ; broken++) {
    const sent_at = Date.now()
    const envelope = await attempt(from, call, input, key)
    if (envelope?.code === 200) return { output: envelope.data as Out<C>, sent_at, broken }
    if (envelope && envelope.code !== generalErrors.dataLocked.code) throw new Refused(call.path, envelope)
    if (Date.now() > limit) throw new Error(`${call.path}: no answer within a minute`)
    await wait(pauseMs + Math.random() * pauseMs)
  }
}

/** One attempt; undefined when no answer came of which one could be sure. */
async function attempt(
  { url, token, attemptMs }: From,
  call: AnyCall,
  input: unknown,
  key: string,
): Promise<Envelope | undefined> {
  try {
    const response = await fetch(url + call.path, {
      method: call.method,
      headers: {
        'content-type': 'application/json',
        authorization: token,
        ...(call.writes && { 'idempotency-key': key }),
      },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(attemptMs),
    })
    return response.ok ? ((await response.json()) as Envelope) : undefined
  } catch {
    return undefined
  }
}
