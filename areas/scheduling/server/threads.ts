import { MessageChannel } from 'node:worker_threads'
import { Refusal } from '@qitao/core/refusal.ts'
import type { Violation } from '@qitao/planning/checker/check-plan.ts'
import type { LateOrder } from '@qitao/planning/scheduling/explain-late.ts'
import type { Plan } from '@qitao/planning/scheduling/plan.ts'
import type { TriedRemedies } from '@qitao/planning/scheduling/try-remedies.ts'
import { jobErrors } from '@qitao/platform/server/job.errors.ts'
import { log } from '@qitao/platform/server/log.ts'
import { threadLost } from '@qitao/platform/server/thread-lost.ts'
import { Piscina } from 'piscina'
import type { HandOutcome } from '../model/hand.rules.ts'
import type { HandWork } from './hand.worker.ts'
import type { KnownFacts } from './kept-facts.ts'
import type { PlanWork, RemedyWork, ScheduledPlan, ScheduleWork, ToldProgress } from './schedule.worker.ts'

const threads = new Piscina({
  filename: new URL('./schedule.worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 2,
  idleTimeout: 30_000,
}).on('error', threadLost)

/** One thread, which keeps what it knows of a plan from change to change; it never waits for a plan that is being made. */
const hands = new Piscina({
  filename: new URL('./hand.worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 600_000,
}).on('error', threadLost)

/** Plans in a thread. A thread that dies says that the service is not available (6101); an abort ends it. */
export async function planInThread(
  work: Omit<ScheduleWork, 'port'>,
  signal: AbortSignal,
  told: (progress: ToldProgress) => void,
): Promise<ScheduledPlan> {
  const { port1, port2 } = new MessageChannel()
  port1.on('message', told)
  try {
    return await inThread('solve', { ...work, port: port2 }, { signal, transferList: [port2] })
  } finally {
    port1.close()
  }
}

/** The independent checker's verdict on a plan as it stands. */
export const checkInThread = (work: PlanWork & { plan: Plan }): Promise<readonly Violation[]> =>
  inThread('check', work, {})

/** Every late order of a plan, with what it waits for. */
export const explainInThread = (work: PlanWork): Promise<readonly LateOrder[]> => inThread('explain', work, {})

/** What would make one late order less late. */
export const remediesInThread = (work: RemedyWork): Promise<TriedRemedies> => inThread('remedies', work, {})

/** A change by hand of the plan as it stands. */
export async function handInThread(
  { facts, state, since }: KnownFacts,
  work: Omit<HandWork, 'known' | 'state'>,
): Promise<HandOutcome> {
  const asked = (known: HandWork['known']) =>
    inThread<HandOutcome | 'unknown'>('hand', { ...work, state, known }, {}, hands)
  const outcome = since ? await asked(since) : 'unknown'
  return outcome === 'unknown' ? ((await asked({ facts })) as HandOutcome) : outcome
}

async function inThread<T>(name: string, work: unknown, options: object, pool: Piscina = threads): Promise<T> {
  try {
    return (await pool.run(work, { name, ...options })) as T
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error
    log.error({ err: error }, 'scheduling thread')
    throw new Refusal(jobErrors.serverStopped)
  }
}
