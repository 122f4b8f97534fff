import type { AnyCall } from '@qitao/core/call.ts'
import type { LiveMessage } from '@qitao/core/live.ts'
import type { Refusal } from '@qitao/core/refusal.ts'
import type { Text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { TimeLimits, Tx } from '../database/database.ts'
import type { Messenger } from '../http/message.ts'

/**
 * Background work. The `job` row is written in the caller's transaction: it is the queue, and it is what people see. It runs
 * in the lane of its kind, so that what a person waits for never waits behind what takes long.
 */
export const lanes = {
  /** Somebody looks on until it is done. */
  interactive: { slots: 8, of_company: 2 },
  /** Takes as long as it takes: schedules, matching after events. */
  planning: { slots: 4, of_company: 2 },
  /** Moves much data. */
  bulk: { slots: 2, of_company: 1 },
  /** Waits for the answers of other servers, and for nothing else. */
  outward: { slots: 8, of_company: 1 },
  /** On a clock, for the whole installation. */
  housekeeping: { slots: 1, of_company: 1 },
} as const satisfies Readonly<Record<string, { readonly slots: number; readonly of_company: number }>>
export type Lane = keyof typeof lanes
/** Nobody waits for an answer, but nothing goes on for ever. */
export const jobLimits: TimeLimits = { statement_ms: 1_800_000, idle_ms: 1_800_000 }

export interface JobWanted {
  readonly type: string
  readonly input: unknown
  /** While one with this word waits or runs, a second one is refused (5004). */
  readonly singleton?: string
  /** While one with this word waits, it takes the input in; so beside one that runs one more waits at most. */
  readonly coalesce?: string
}
export type StartJob = (wanted: JobWanted) => Promise<string>

type InTransaction = <T>(work: (tx: Tx) => Promise<T>, options?: { sample?: boolean }) => Promise<T>
/** Tells the members of the company, or one of them. */
export type Tell = (message: LiveMessage, to?: { user_id: string }) => void
export interface JobContext {
  readonly job_id: string
  readonly org_id: string
  readonly user_id: string
  readonly now: () => Instant
  /** A transaction under the job's company and user; of no company, it sees them all. */
  readonly transaction: InTransaction
  /**
   * The last transaction: with what it saves the job is done, and what it answers is the job's result. It keeps nothing when
   * the job was cancelled meanwhile.
   */
  readonly lastTransaction: InTransaction
  /** 0 to 100, with a sentence and data for the page; told to those who follow the job at most five times a second. */
  readonly progress: (percent: number, message?: Text, data?: unknown) => Promise<void>
  /** True once it is to end, as somebody has cancelled it or the worker stops; look at it between steps. */
  readonly cancelled: () => boolean
  readonly signal: AbortSignal
  /** Tells the members of the company, or one of them. */
  readonly tell: (...told: Parameters<Tell>) => Promise<void>
  /** Sends a message out of the product; not from a thread. */
  readonly send: Messenger['send']
}

/** What is told within a transaction of a job is told when it has committed: whoever looks again finds it. */
export async function tellAfter<T>({ tell }: Pick<JobContext, 'tell'>, work: (tell: Tell) => Promise<T>): Promise<T> {
  const messages: Parameters<Tell>[] = []
  const done = await work((...told) => void messages.push(told))
  await Promise.all(messages.map(told => tell(...told)))
  return done
}

export interface ThreadLimits {
  /** Memory of the thread's objects. */
  readonly heapMb: number
  /** What needs more memory or time is refused with this. */
  readonly tooMuch: Refusal
}

// biome-ignore lint/suspicious/noExplicitAny: each handler knows its own input
interface JobTraits<I = any> {
  /** Of the jobs of a company with the same word only one runs at a time; the others wait their turn. */
  readonly serial?: string
  /**
   * The calls that start it. It may be followed by whoever started it, by administrators, and by members with a page of these
   * calls; without them by the first two alone.
   */
  readonly startedBy?: readonly AnyCall[]
  /** Once more does no harm: when its worker dies it is queued again. Others are failed. */
  readonly repeatable?: boolean
  /** The product does it for itself, and often: the list of jobs names it when it failed, or when it is asked for by its type. */
  readonly isOfTheProduct?: boolean
  /** Runs by itself so often, once for the installation. */
  readonly every_seconds?: number
  /** Work that moves much data runs in a thread with a connection of its own: the event loop only hears how far it is. */
  readonly thread?: ThreadLimits
  /** Whether this one moves so much data that it works in the thread that stays for such jobs; asked in the event loop. */
  readonly isLarge?: (input: I, context: JobContext) => Promise<boolean>
  /** In the event loop after the work, however that ended; not when it is to be done again. */
  readonly ended?: (input: I, context: Pick<JobContext, 'org_id' | 'transaction'>) => Promise<unknown>
}
export interface JobHandler extends JobTraits {
  readonly type: string
  readonly lane: Lane
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly work: (input: any, context: JobContext) => Promise<unknown>
}
export const job = <I>(
  type: string,
  lane: Lane,
  work: (input: I, context: JobContext) => Promise<unknown>,
  traits: JobTraits<I> = {},
): JobHandler => ({ type, lane, work, ...traits })
