import { queryJobStatus } from '@qitao/access/model/job/job.calls.ts'
import { login } from '@qitao/access/model/session/session.calls.ts'
import type { AnyCall, Call, Envelope, In, Out } from '@qitao/core/call.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import type { z } from 'zod'

/** The product's calls over HTTP, as a page sends them; a refusal is told with the path and the product's own words. */
export type Caller = <I extends z.ZodType, O extends z.ZodType>(
  call: Call<I, O>,
  input: In<Call<I, O>>,
) => Promise<Out<Call<I, O>>>
export class Refused extends Error {
  readonly code: number
  constructor(path: string, { code, message }: Envelope) {
    super(`${path} answers ${code}: ${message}`)
    this.code = code
  }
}
export interface Account {
  readonly company_code: string
  readonly account: string
  readonly password: string
}

export async function signIn(url: string, account: Account): Promise<Caller> {
  const { token } = (await send(url, '', login, account)) as Out<typeof login>
  return ((call: AnyCall, input: unknown) => send(url, token, call, input)) as Caller
}

async function send(url: string, token: string, call: AnyCall, input: unknown): Promise<unknown> {
  const response = await fetch(url + call.path, {
    method: call.method,
    headers: { 'content-type': 'application/json', 'accept-language': 'en', authorization: token },
    body: JSON.stringify(input),
  })
  const envelope = (await response.json()) as Envelope
  if (envelope.code !== 200) throw new Refused(call.path, envelope)
  return envelope.data
}

/** Where there is no bulk call: one call each, a few at a time; answers in the order of the list. */
export async function each<T, R>(list: readonly T[], one: (item: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < list.length; at = next++) answers[at] = await one(list[at]!)
  }
  await Promise.all(Array.from({ length: atATime }, worker))
  return answers
}
const atATime = 4

export const portions = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size))

const pollMs = 500
/** Waits for a job to end; its result, or an error with the job's own words. */
export async function jobEnd(call: Caller, job_id: string): Promise<unknown> {
  for (;;) {
    const { record } = await call(queryJobStatus, { job_id })
    if (record.status === jobStatus.codes.done) return record.result
    if (record.status > jobStatus.codes.done)
      throw new Error(`job ${record.job_type} ended with ${record.error_code}: ${record.message}`)
    await new Promise(wait => setTimeout(wait, pollMs))
  }
}
