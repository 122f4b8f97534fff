import { Worker } from 'node:worker_threads'
import { Refusal } from '@qitao/core/refusal.ts'
import type pg from 'pg'
import { log } from '../log.ts'
import { jobErrors } from './job.errors.ts'
import type { JobContext, ThreadLimits } from './job.ts'
import { JobListener, type JobToDo, type ThreadWords } from './thread-messages.ts'

/** What a thread is told at its start. */
export interface ThreadWork extends JobToDo {
  /** The module that exports `areas`, where the handler of the job stands. */
  readonly areasModule: string
  readonly connection: pg.PoolConfig
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
  context: Pick<JobContext, 'signal' | 'progress' | 'tell'>,
): Promise<unknown> {
  const worker = new Worker(new URL('./job.worker.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
  })
  const { signal } = context
  const listener = new JobListener(context)
  const { promise: broken, reject } = Promise.withResolvers<never>()
  const cpuMs = async (): Promise<number> => {
    const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
    return (user + system) / 1000
  }
  let step = { at: Date.now(), cpuMs: 0 }
  worker.on('message', async (words: ThreadWords) => {
    listener.hear(words)
    if ('percent' in words) step = { at: Date.now(), cpuMs: await cpuMs() }
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
    return await listener.valueOf(await Promise.race([listener.end, broken]))
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
