import type { LiveMessage } from '@qitao/core/live.ts'
import { type ErrorDefinition, Refusal, type RefusalData } from '@qitao/core/refusal.ts'
import type { Text } from '@qitao/core/text.ts'
import type { Database } from '../database/database.ts'
import { log } from '../log.ts'
import { jobErrors } from './job.errors.ts'
import type { JobContext, JobHandler } from './job.ts'
import { finishUnlessCancelled, installation, type JobInHand, keepInHand } from './job-queue.ts'

/** A job as a thread is told of it. */
export interface JobToDo extends JobInHand {
  readonly user_id: string
  readonly type: string
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

/** Transactions of the job's company and user. */
export function transactionOf({ org_id, user_id, type }: JobToDo, database: Database): JobContext['transaction'] {
  return (work, { sample = false } = {}) =>
    org_id === installation
      ? database.system(work)
      : database.as({ org_id, user_id, cause: `job:${type}`, sample, gives_way: true }, work)
}

/** What a job works with, wherever it does: each of its transactions holds the job, so that no two workers do it. */
export function contextOf(
  job: JobToDo,
  database: Database,
  signal: AbortSignal,
  { progress, tell, send }: Pick<JobContext, 'progress' | 'tell' | 'send'>,
): JobContext {
  const { org_id, user_id, job_id } = job
  const within = transactionOf(job, database)
  const transaction: JobContext['transaction'] = (work, options) =>
    within(async tx => {
      await keepInHand(tx, job)
      return work(tx)
    }, options)
  return {
    job_id,
    org_id,
    user_id,
    now: () => Math.floor(Date.now() / 1000),
    transaction,
    lastTransaction: (work, options) =>
      transaction(async tx => {
        const result = await work(tx)
        if (!(await finishUnlessCancelled(tx, job, result))) throw new Refusal(jobErrors.serverStopped)
        return result
      }, options),
    progress,
    tell,
    send,
    cancelled: () => signal.aborted,
    signal,
  }
}

/** In the thread: the work as in the event loop, with a database of its own, and with words instead of what only that can do. */
export async function endOfJob(
  { work }: JobHandler,
  job: JobToDo,
  database: Database,
  say: (words: ThreadWords) => void,
  signal: AbortSignal,
): Promise<ThreadEnd> {
  try {
    const value = await work(
      job.input,
      contextOf(job, database, signal, {
        progress: async (percent, message, data) => say({ percent, message, data }),
        tell: async (told, to) => say({ told, to }),
        send: () => Promise.reject(new Error('messages are sent from the event loop')),
      }),
    )
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
