import type { LiveMessage } from '@qitao/core/live.ts'
import { type ErrorDefinition, Refusal, type RefusalData } from '@qitao/core/refusal.ts'
import type { Text } from '@qitao/core/text.ts'
import type { Database, Scope } from './database.ts'
import type { JobContext, JobHandler } from './job.ts'
import { log } from './log.ts'

/** A job as a thread is told of it. */
export interface JobToDo {
  readonly scope: Scope
  readonly type: string
  readonly job_id: string
  readonly input: unknown
}
/** What a thread says on its way and, last, at its end. */
export type ThreadWords =
  | { readonly percent: number; readonly message: Text | undefined; readonly data: unknown }
  | { readonly told: LiveMessage; readonly to: { user_id: string } | undefined }
  | ThreadEnd
export type ThreadEnd =
  | { readonly value: unknown }
  | { readonly refusal: { readonly definition: ErrorDefinition; readonly data: RefusalData } }
  | { readonly failure: string }

/** In the thread: the work as in the event loop, with a database of its own, and with words instead of what only that can do. */
export async function endOfJob(
  { work }: JobHandler,
  { scope, job_id, input }: JobToDo,
  database: Database,
  say: (words: ThreadWords) => void,
  signal: AbortSignal,
): Promise<ThreadEnd> {
  try {
    const value = await work(input, {
      job_id,
      org_id: scope.org_id,
      user_id: scope.user_id,
      now: () => Math.floor(Date.now() / 1000),
      transaction: (work, { sample = false } = {}) => database.as({ ...scope, sample }, work),
      progress: async (percent, message, data) => say({ percent, message, data }),
      tell: async (told, to) => say({ told, to }),
      cancelled: () => signal.aborted,
      signal,
    })
    return { value }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: { definition: error.definition, data: error.data } }
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** In the event loop: does what the words ask for, one after the other. */
export class JobListener {
  /** What the thread came to. */
  readonly end: Promise<ThreadEnd>
  private readonly resolve: (end: ThreadEnd) => void
  private readonly context: Pick<JobContext, 'progress' | 'tell'>
  private passedOn: Promise<unknown> = Promise.resolve()

  constructor(context: Pick<JobContext, 'progress' | 'tell'>) {
    this.context = context
    const { promise, resolve } = Promise.withResolvers<ThreadEnd>()
    this.end = promise
    this.resolve = resolve
  }

  hear(words: ThreadWords): void {
    if ('percent' in words) this.pass(() => this.context.progress(words.percent, words.message, words.data))
    else if ('told' in words) this.pass(() => this.context.tell(words.told, words.to))
    else this.resolve(words)
  }
  private pass(on: () => Promise<unknown>): void {
    this.passedOn = this.passedOn.then(on).catch(error => log.warn({ err: error }, 'words of a thread lost'))
  }

  /** What the work answered, once all that it said before is passed on. */
  async valueOf(ended: ThreadEnd): Promise<unknown> {
    await this.passedOn
    if ('value' in ended) return ended.value
    if ('refusal' in ended) throw new Refusal(ended.refusal.definition, ended.refusal.data)
    throw new Error(ended.failure)
  }
}
