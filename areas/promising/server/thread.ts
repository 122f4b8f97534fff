import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { jobErrors } from '@qitao/platform/server/job.errors.ts'
import { log } from '@qitao/platform/server/log.ts'
import { threadLost } from '@qitao/platform/server/thread-lost.ts'
import { schedulingErrors } from '@qitao/scheduling/model/scheduling.errors.ts'
import { Piscina } from 'piscina'
import type { PromiseResult, PromiseWork } from './promise.worker.ts'

/** Stays warm for a while: somebody is on the phone with a customer. */
const threads = new Piscina<PromiseWork, PromiseResult>({
  filename: new URL('./promise.worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 2,
  idleTimeout: 300_000,
}).on('error', threadLost)

/** Answers in a thread. One that dies says that the service is not available (6101); a promise that breaks a rule is none. */
export async function promiseInThread(work: PromiseWork): Promise<PromiseResult['answers']> {
  const { answers, violations } = await run(work)
  if (violations.length > 0) {
    log.error({ violations: violations.slice(0, 10), count: violations.length }, 'a promise that breaks its rules')
    refuse(schedulingErrors.infeasible)
  }
  return answers
}

async function run(work: PromiseWork): Promise<PromiseResult> {
  try {
    return await threads.run(work)
  } catch (error) {
    log.error({ err: error }, 'promise thread')
    throw new Refusal(jobErrors.serverStopped)
  }
}
