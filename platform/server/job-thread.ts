import { Worker } from 'node:worker_threads'
import type { LiveMessage } from '@qitao/core/live.ts'
import { type ErrorDefinition, Refusal, type RefusalData } from '@qitao/core/refusal.ts'
import type { Text } from '@qitao/core/text.ts'
import type pg from 'pg'
import type { Scope } from './database.ts'
import { jobErrors } from './job.errors.ts'
import type { JobContext } from './job.ts'
import { log } from './log.ts'

/** What a thread is told at its start. */
export interface ThreadWork {
  /** The module that exports `areas`, where the handler of the job stands. */
  readonly areasModule: string
  readonly connection: pg.PoolConfig
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
export interface ThreadLimits {
  /** Memory of the thread's objects. */
  readonly heapMb: number
  /** What needs more memory or time is refused with this. */
  readonly tooMuch: Refusal
}

/** CPU time from one word of the thread to the next: that the machine is busy is no fault of the work. */
const mostStepCpuMs = 30_000
const lookEveryMs = 1_000
/** Whatever stands still is given up. */
const longestStepMs = 300_000

/**
 * The work of a job in a thread of its own. A thread that is ended in the middle takes its connection with it, so that
 * PostgreSQL undoes what was not committed.
 */
export async function runInThread(
  work: ThreadWork,
  { heapMb, tooMuch }: ThreadLimits,
  { signal, progress, tell }: Pick<JobContext, 'signal' | 'progress' | 'tell'>,
): Promise<unknown> {
  const worker = new Worker(new URL('./job.worker.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
  })
  const { promise: end, resolve, reject } = Promise.withResolvers<ThreadEnd>()
  const cpuMs = async (): Promise<number> => {
    const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
    return (user + system) / 1000
  }
  let step = { at: Date.now(), cpuMs: 0 }
  /** Words are passed on one after the other, the last before the job is called done. */
  let passedOn: Promise<unknown> = Promise.resolve()
  const pass = (on: () => Promise<unknown>) => {
    passedOn = passedOn.then(on).catch(error => log.warn({ err: error }, 'words of a thread lost'))
  }
  worker.on('message', async (words: ThreadWords) => {
    if ('percent' in words) {
      pass(() => progress(words.percent, words.message, words.data))
      step = { at: Date.now(), cpuMs: await cpuMs() }
    } else if ('told' in words) pass(() => tell(words.told, words.to))
    else resolve(words)
  })
  worker.on('error', error => reject(meaningOf(error, tooMuch)))
  worker.on('exit', () => reject(new Refusal(jobErrors.serverStopped)))
  const stop = () => reject(new Refusal(jobErrors.serverStopped))
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  const watch = setInterval(async () => {
    const { at, cpuMs: before } = step
    if (Date.now() - at > longestStepMs || (await cpuMs()) - before > mostStepCpuMs) reject(tooMuch)
  }, lookEveryMs)
  try {
    const ended = await end
    await passedOn
    if ('value' in ended) return ended.value
    if ('refusal' in ended) throw new Refusal(ended.refusal.definition, ended.refusal.data)
    throw new Error(ended.failure)
  } finally {
    clearInterval(watch)
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

function meaningOf(error: unknown, tooMuch: Refusal): Error {
  if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') return tooMuch
  log.error({ err: error }, 'thread of a job')
  return new Refusal(jobErrors.serverStopped)
}
