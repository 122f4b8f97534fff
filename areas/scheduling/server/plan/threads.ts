import { MessageChannel } from 'node:worker_threads'
import { Refusal } from '@qitao/core/refusal.ts'
import type { Violation } from '@qitao/planning/checker/violation.ts'
import type { LateOrder } from '@qitao/planning/scheduling/explain/explain-late.ts'
import type { TriedRemedies } from '@qitao/planning/scheduling/explain/try-remedies.ts'
import type { OrderBound } from '@qitao/planning/scheduling/explain/what-binds.ts'
import type { Plan } from '@qitao/planning/scheduling/place/plan.ts'
import { jobErrors } from '@qitao/platform/server/jobs/job.errors.ts'
import { lanes } from '@qitao/platform/server/jobs/job.ts'
import { log } from '@qitao/platform/server/log.ts'
import { FairThreads } from '@qitao/platform/server/threads/fair-threads.ts'
import { threadLost } from '@qitao/platform/server/threads/thread-lost.ts'
import { stepsBehind } from '@qitao/platform/server/threads/thread-priority.ts'
import { Piscina } from 'piscina'
import type { HandOutcome } from '../../model/hand/hand.rules.ts'
import type { HandWork } from '../hand/hand.worker.ts'
import type { KnownFacts } from '../problem/kept-facts.ts'
import type {
  AppliedRemedy,
  BoundWork,
  PlanWork,
  RemedyToApply,
  RemedyWork,
  ScheduledPlan,
  ScheduleWork,
  ToldProgress,
} from './schedule.worker.ts'

const scheduleWorker = new URL('./schedule.worker.ts', import.meta.url)

/** Plans that are being made, for minutes: one for each place of their lane, so that what was read is not old before it is begun. */
const solves = new Piscina({
  filename: scheduleWorker.href,
  minThreads: 0,
  maxThreads: lanes.planning.slots,
  idleTimeout: 30_000,
  niceIncrement: stepsBehind(),
}).on('error', threadLost)
/** Plans that are looked at: a second or two. */
const checks = new FairThreads(scheduleWorker, 30_000, 2)
/** What would help a late order is tried for some seconds. */
const tries = new FairThreads(scheduleWorker, 30_000, 2)
/** They keep what they know of a plan from change to change. */
const hands = new FairThreads(new URL('../hand/hand.worker.ts', import.meta.url), 600_000)

/** Plans in a thread. A thread that dies says that the service is not available (6101); an abort ends it. */
export async function planInThread(
  work: Omit<ScheduleWork, 'port'>,
  signal: AbortSignal,
  told: (progress: ToldProgress) => void,
): Promise<ScheduledPlan> {
  const { port1, port2 } = new MessageChannel()
  port1.on('message', told)
  try {
    return await answered(() => solves.run({ ...work, port: port2 }, { name: 'solve', signal, transferList: [port2] }))
  } finally {
    port1.close()
  }
}

/** The independent checker's verdict on a plan as it stands. */
export const checkInThread = (org_id: string, work: PlanWork & { plan: Plan }): Promise<readonly Violation[]> =>
  answered(() => checks.turn(org_id, ask => ask('check', work)))

/** Every late order of a plan, with what it waits for. */
export const explainInThread = (org_id: string, work: PlanWork): Promise<readonly LateOrder[]> =>
  answered(() => tries.turn(org_id, ask => ask('explain', work)))

/** What each of some orders of a plan waits for the longest, and the smallest change that would move it. */
export const boundsInThread = (org_id: string, work: BoundWork): Promise<readonly OrderBound[]> =>
  answered(() => tries.turn(org_id, ask => ask('bounds', work)))

/** What would make one late order less late. */
export const remediesInThread = (org_id: string, work: RemedyWork): Promise<TriedRemedies> =>
  answered(() => tries.turn(org_id, ask => ask('remedies', work)))
/** Where a remedy takes the tasks; undefined: it is not possible. */
export const remedyInThread = (org_id: string, work: RemedyToApply): Promise<AppliedRemedy | undefined> =>
  answered(() => tries.turn(org_id, ask => ask('remedy', work)))

/** A change by hand of the plan as it stands. */
export const handInThread = (
  { facts, state, since }: KnownFacts,
  work: Omit<HandWork, 'known' | 'state'>,
): Promise<HandOutcome> =>
  answered(() =>
    hands.turn(work.org_id, async ask => {
      const asked = (known: HandWork['known']) => ask<HandOutcome | 'unknown'>('hand', { ...work, state, known })
      const outcome = since ? await asked(since) : 'unknown'
      return outcome === 'unknown' ? ((await asked({ facts })) as HandOutcome) : outcome
    }),
  )

async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error
    log.error({ err: error }, 'scheduling thread')
    throw new Refusal(jobErrors.serverStopped)
  }
}
