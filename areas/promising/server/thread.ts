import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { type BomRing, expectNoRing } from '@qitao/engineering/model/bom/bom-ring.rules.ts'
import { jobErrors } from '@qitao/platform/server/jobs/job.errors.ts'
import { log } from '@qitao/platform/server/log.ts'
import { FairThreads } from '@qitao/platform/server/threads/fair-threads.ts'
import { schedulingErrors } from '@qitao/scheduling/model/scheduling.errors.ts'
import type { PromiseResult, PromiseWork } from './promise.worker.ts'

/** Stay warm for a while: somebody is on the phone with a customer. */
const threads = new FairThreads(new URL('./promise.worker.ts', import.meta.url), 300_000, 2)

/** Answers in a thread. One that dies says that the service is not available (6101); a promise that breaks a rule is none. */
export async function promiseInThread(org_id: string, work: PromiseWork): Promise<Omit<PromiseResult, 'violations'>> {
  const { violations, ...found } = expectNoRing(await run(org_id, work))
  if (violations.length > 0) {
    log.error({ violations: violations.slice(0, 10), count: violations.length }, 'a promise that breaks its rules')
    refuse(schedulingErrors.infeasible)
  }
  return found
}

async function run(org_id: string, work: PromiseWork): Promise<PromiseResult | BomRing> {
  try {
    return await threads.turn(org_id, ask => ask('default', work))
  } catch (error) {
    log.error({ err: error }, 'promise thread')
    throw new Refusal(jobErrors.serverStopped)
  }
}
