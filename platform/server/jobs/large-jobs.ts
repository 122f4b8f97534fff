import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Refusal } from '@qitao/core/refusal.ts'
import type pg from 'pg'
import { log } from '../log.ts'
import { stayingThread } from '../threads/staying-thread.ts'
import { jobErrors } from './job.errors.ts'
import type { JobContext } from './job.ts'
import { JobListener, type JobToDo } from './thread-messages.ts'

/** What the thread is told at its start. */
export interface LargeJobsSetting {
  /** The module that exports `areas`, where the handlers of jobs stand. */
  readonly areasModule: string
  readonly connection: pg.PoolConfig
  /** Jobs that work in it side by side. */
  readonly atOnce: number
}
export interface LargeJob extends JobToDo {
  /** Its words go out here, and any message coming in is a wish that it ends. */
  readonly port: MessagePort
}
export interface LargeJobs {
  run(job: JobToDo, context: Pick<JobContext, 'signal' | 'progress' | 'tell'>): Promise<unknown>
  close(): Promise<void>
}

/** What its connections are called in the database. */
export const largeJobsName = 'qitao jobs'

/**
 * Large jobs work in a thread that stays, so that what they keep from one to the next stays too: rows become
 * objects, and objects statements, beside the event loop. A job that is cancelled ends by its signal, as in the event loop.
 */
export function openLargeJobs(setting: LargeJobsSetting): LargeJobs {
  const threads = stayingThread(new URL('./large-job.worker.ts', import.meta.url), setting, setting.atOnce)
  return {
    async run(job, context) {
      const listener = new JobListener(context)
      const { port1, port2 } = new MessageChannel()
      port1.on('message', words => listener.hear(words))
      const stop = () => port1.postMessage('stop')
      context.signal.addEventListener('abort', stop)
      if (context.signal.aborted) stop()
      const worked = threads.run({ ...job, port: port2 } satisfies LargeJob, { transferList: [port2] })
      try {
        return await listener.valueOf(await Promise.race([listener.end, worked.then(() => listener.end, threadLost)]))
      } finally {
        context.signal.removeEventListener('abort', stop)
        port1.close()
      }
    },
    close: () => threads.destroy(),
  }
}

function threadLost(error: unknown): never {
  log.error({ err: error }, 'thread of large jobs')
  throw new Refusal(jobErrors.serverStopped)
}
