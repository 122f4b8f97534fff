import { daySeconds, hourSeconds, type Instant, minuteSeconds } from '@qitao/core/time.ts'
import type { HookKind, testKind } from './web-hook-events.ts'

export const mostWebHooks = 20
/** So long an event is tried, and so long a hook may fail before it is stopped. */
export const triedFor = daySeconds
const longestWait = 4 * hourSeconds

/** When it is tried again after so many tries: after growing waits, the last time when its day ends. Undefined: never. */
export function nextTry(attempts: number, begun_time: Instant, now: Instant): Instant | undefined {
  const end = begun_time + triedFor
  if (now >= end) return undefined
  const wait = Math.min(longestWait, minuteSeconds * 2 ** (attempts - 1))
  return Math.min(end, now + wait)
}

/** An answer that says the event was taken. */
export const isTaken = (answer_code: number | null): boolean =>
  answer_code !== null && answer_code >= 200 && answer_code < 300

/** An event as it goes out. Its id is the same however often it is sent: who has it passes it over. */
export interface HookMessage {
  readonly id: string
  readonly kind: HookKind | typeof testKind
  readonly time: Instant
  readonly company_code: string
  readonly data: Readonly<Record<string, unknown>>
}
/** What is signed: the time of sending is in it, so that nobody sends an old message anew. */
export const signedText = (time: Instant, body: string): string => `${time}.${body}`
export const hookHeaders = {
  delivery: 'Qitao-Delivery',
  event: 'Qitao-Event',
  timestamp: 'Qitao-Timestamp',
  signature: 'Qitao-Signature',
} as const
