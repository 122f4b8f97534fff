import type { LiveMessage } from '@qitao/core/live.ts'
import type { Text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { Tx } from './database.ts'
import type { ThreadLimits } from './job-thread.ts'

/**
 * Background work. The `job` row is what people see: it is written in the caller's transaction and is the outbox; pg-boss
 * carries it to a worker. A worker that dies is noticed by its missing heartbeat, and the job is failed with a reason.
 */
export const jobStatus = { queued: 0, running: 1, done: 2, failed: 3, cancelled: 4 } as const

export type StartJob = (wanted: { type: string; input: unknown; singleton?: string }) => Promise<string>

export interface JobContext {
  readonly job_id: string
  readonly org_id: string
  readonly user_id: string
  readonly now: () => Instant
  /** A transaction under the job's company and user. */
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>, options?: { sample?: boolean }) => Promise<T>
  /** 0 to 100, with a sentence and data for the page; told to the company's sockets at most five times a second. */
  readonly progress: (percent: number, message?: Text, data?: unknown) => Promise<void>
  /** True once somebody has cancelled; look at it between steps. */
  readonly cancelled: () => boolean
  readonly signal: AbortSignal
  /** Tells the members of the company, or one of them. */
  readonly tell: (message: LiveMessage, to?: { user_id: string }) => Promise<void>
}
export interface JobHandler {
  readonly type: string
  // biome-ignore lint/suspicious/noExplicitAny: each handler knows its own input
  readonly work: (input: any, context: JobContext) => Promise<unknown>
  /** Work that moves much data runs in a thread with a connection of its own: the event loop only hears how far it is. */
  readonly thread?: ThreadLimits
  /** Whether this one moves so much data that it works in the thread that stays for such jobs; asked in the event loop. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly isLarge?: (input: any, context: JobContext) => Promise<boolean>
  /** In the event loop after the work, however that ended. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly ended?: (input: any, context: JobContext) => Promise<unknown>
}
export const job = <I>(
  type: string,
  work: (input: I, context: JobContext) => Promise<unknown>,
  more: {
    thread?: ThreadLimits
    isLarge?: (input: I, context: JobContext) => Promise<boolean>
    ended?: (input: I, context: JobContext) => Promise<unknown>
  } = {},
): JobHandler => ({ type, work, ...more })
