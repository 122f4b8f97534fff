import { SpanKind } from '@opentelemetry/api'
import { jobStatus } from '@qitao/core/job.status.ts'
import { explained, Refusal } from '@qitao/core/refusal.ts'
import type pg from 'pg'
import { openDatabase } from '../database/database.ts'
import type { Notification } from '../http/live.ts'
import { jobSeconds } from '../http/metrics.ts'
import { log } from '../log.ts'
import { beginTrace, idOfTrace, inTrace, spanFails } from '../observe/trace.ts'
import { housekeepingOfPlatform } from './housekeeping.ts'
import { jobErrors } from './job.errors.ts'
import { type JobContext, type JobHandler, jobLimits, type Lane, lanes } from './job.ts'
import { pagesOfJob } from './job-followers.ts'
import { laneMetrics } from './job-metrics.ts'
import {
  cancelledAmong,
  countLanes,
  failJob,
  finishJob,
  giveBack,
  type JobEnd,
  JobTakenAway,
  noteProgress,
  rescueJobs,
  setClocks,
  type TakenJob,
  takeJobs,
} from './job-queue.ts'
import { runInThread } from './job-thread.ts'
import { type LargeJobs, openLargeJobs } from './large-jobs.ts'
import { contextOf, type JobToDo, transactionOf } from './thread-messages.ts'
import { openWorkerSession } from './worker-session.ts'

/** Notifications bring work at once; this is for what comes due, for what was not heard, and for workers that died. */
const lookEveryMs = 2_000
/** Apart from those of calls, so that neither waits for the other; who works with much has own ones besides. */
const connections = 10
const largeAtOnce = 4
/** So long a worker that stops waits for its jobs to end. */
const stopMs = 5_000

async function workOf(
  { work, thread, isLarge }: JobHandler,
  job: JobToDo,
  context: JobContext,
  place: { readonly areasModule: string; readonly connection: pg.PoolConfig; readonly largeJobs: LargeJobs },
): Promise<unknown> {
  const { areasModule, connection, largeJobs } = place
  if (thread) return runInThread({ ...job, areasModule, connection }, thread, context)
  if (await isLarge?.(job.input, context)) return largeJobs.run(job, context)
  return work(job.input, context)
}

interface ActiveJob {
  readonly job_id: string
  readonly lane: Lane
  readonly abort: AbortController
  readonly ended: Promise<void>
}
export interface Jobs {
  close(): Promise<void>
}

/** A worker: takes jobs from the table into its lanes and runs them. */
export async function openJobs(options: {
  connection: pg.PoolConfig
  handlers: readonly JobHandler[]
  /** The module that exports `areas`: a thread finds its handler there. */
  areasModule: string
  tell: (notification: Notification) => Promise<void>
  send: JobContext['send']
}): Promise<Jobs> {
  const { connection, areasModule, tell, send } = options
  const handlers = [...options.handlers, housekeepingOfPlatform]
  const handlerOf = new Map(handlers.map(handler => [handler.type, handler]))
  const database = openDatabase({
    config: { ...connection, application_name: 'qitao worker' },
    ...{ log, connections, limits: jobLimits },
  })
  const largeJobs = openLargeJobs({ areasModule, connection, atOnce: largeAtOnce })
  const active = new Set<ActiveJob>()
  let closed = false
  let numberNow: () => number = () => 0

  const told = ({ org_id, id: job_id, job_type, created_by }: TakenJob, more: object) =>
    tell({
      ...{ org_id, user_id: created_by ?? undefined, pages: pagesOfJob(handlerOf.get(job_type)) },
      message: { channel_type: 'job', data: { job_id, job_type, ...more } },
    }).catch(() => undefined)

  /** In a trace that has the number of the job. */
  const run = async (taken: TakenJob, worker: number, abort: AbortController) => {
    const attributes = { 'qitao.job_type': taken.job_type, 'qitao.job_id': taken.id, 'qitao.org_id': taken.org_id }
    const trace = beginTrace(
      { name: `job ${taken.job_type}`, kind: SpanKind.CONSUMER, attributes },
      idOfTrace(taken.id),
    )
    const stop = jobSeconds.startTimer({ type: taken.job_type })
    try {
      const end = await inTrace(trace, () => runIt(taken, worker, abort))
      const isDone = end?.status === jobStatus.codes.done
      stop({ end: end === undefined ? 'given_up' : isDone ? 'done' : 'failed' })
      if (end) trace.span?.setAttribute('qitao.job_status', end.status)
    } catch (error) {
      if (trace.span) spanFails(trace.span, error)
      throw error
    } finally {
      trace.span?.end()
    }
  }
  const runIt = async (taken: TakenJob, worker: number, abort: AbortController): Promise<JobEnd | undefined> => {
    const { org_id, id: job_id, job_type, input, created_by } = taken
    const job: JobToDo = { org_id, job_id, worker, user_id: created_by ?? '', type: job_type, input }
    let percent = 0
    let toldAt = 0
    const context = contextOf(job, database, abort.signal, {
      progress: async (value, message, data) => {
        percent = Math.max(percent, Math.min(100, Math.round(value)))
        const now = Date.now()
        if (now - toldAt < 200 && percent < 100) return
        toldAt = now
        await database.system(tx => noteProgress(tx, job, percent, message))
        await told(taken, {
          status: jobStatus.codes.running,
          progress: percent,
          message,
          detail: data,
        })
      },
      tell: (message, to) => tell({ org_id, message, ...to }),
      send,
    })
    const handler = handlerOf.get(job_type)!
    const cleared = async () => handler.ended?.(input, { org_id, transaction: transactionOf(job, database) })
    const endOfWork = async (): Promise<JobEnd | undefined> => {
      try {
        const result = await workOf(handler, job, context, { areasModule, connection, largeJobs })
        await cleared()
        return await database.system(tx => finishJob(tx, job, result))
      } catch (error) {
        // Others have it by now, or will: a worker without its session cannot say how it ended.
        if (error instanceof JobTakenAway || numberNow() !== worker) return undefined
        if (closed && handler.repeatable) return database.system(tx => giveBack(tx, job))
        if (!(error instanceof Refusal)) log.error({ err: error, job_id, type: job_type }, 'job failed')
        const refusal = error instanceof Refusal ? error : new Refusal(jobErrors.serverStopped)
        await cleared()
        return database.system(tx =>
          failJob(tx, job, { code: refusal.definition.code, text: explained(refusal), data: refusal.data }),
        )
      }
    }
    // What is told is what the row says: a job that was done before something else went wrong is done.
    const end = await endOfWork()
    if (end) {
      const progress = end.status === jobStatus.codes.done ? 100 : percent
      await told(taken, { progress, ...end })
    }
    return end
  }

  /** True when something was taken, so that there may be more. */
  const takeSome = async (): Promise<boolean> => {
    const worker = numberNow()
    const free = freePlaces([...active].map(({ lane }) => lane))
    if (closed || worker === 0 || free.size === 0) return false
    const taken = await database.system(tx => takeJobs(tx, worker, handlers, free))
    for (const one of taken) {
      const abort = new AbortController()
      if (numberNow() !== worker) abort.abort()
      const job: ActiveJob = {
        job_id: one.id,
        lane: handlerOf.get(one.job_type)!.lane,
        abort,
        ended: run(one, worker, abort),
      }
      active.add(job)
      void job.ended
        .catch(error => log.error({ err: error, job_id: one.id }, 'the end of a job is not written down'))
        .finally(() => {
          active.delete(job)
          wake()
        })
    }
    return taken.length > 0
  }
  let taking: Promise<void> | undefined
  let isAsked = false
  const wake = (): void => {
    isAsked = true
    taking ??= (async () => {
      while (isAsked) {
        isAsked = false
        if (await takeSome()) isAsked = true
      }
    })()
      .catch(error => log.warn({ err: error }, 'jobs cannot be taken'))
      .finally(() => {
        taking = undefined
      })
  }

  const end = (which: (job: ActiveJob) => boolean): void => {
    for (const job of active) if (which(job)) job.abort.abort()
  }
  const session = await openWorkerSession(connection, {
    hears: cancelled => (cancelled === '' ? wake() : end(({ job_id }) => job_id === cancelled)),
    // Others take its jobs as soon as their transactions are over.
    lost: () => end(() => true),
  })
  numberNow = session.number
  const look = async (): Promise<void> => {
    const worker = numberNow()
    if (worker === 0) return
    const rescued = await database.system(async tx => {
      await setClocks(tx, handlers)
      const cancelled = new Set(await cancelledAmong(tx, worker))
      end(({ job_id }) => cancelled.has(job_id))
      return rescueJobs(tx, handlers, { number: worker, job_ids: [...active].map(({ job_id }) => job_id) })
    })
    for (const one of rescued) await told(one, { status: one.status, error_code: one.error_code, message: one.message })
    wake()
  }
  let looking: Promise<void> | undefined
  const looker = setInterval(() => {
    looking ??= look()
      .catch(error => log.warn({ err: error }, 'worker cannot look after its jobs'))
      .finally(() => {
        looking = undefined
      })
  }, lookEveryMs)
  looker.unref()
  laneMetrics.source = () => database.system(tx => countLanes(tx, handlers))
  await look()

  return {
    async close() {
      closed = true
      laneMetrics.source = undefined
      clearInterval(looker)
      await Promise.all([looking, taking])
      end(() => true)
      const all = Promise.allSettled([...active].map(({ ended }) => ended))
      await Promise.race([all, new Promise(over => setTimeout(over, stopMs).unref())])
      await largeJobs.close()
      await session.close()
      await database.close()
    },
  }
}

function freePlaces(used: readonly Lane[]): Map<Lane, number> {
  const free = new Map<Lane, number>()
  for (const lane of Object.keys(lanes) as Lane[]) {
    const left = lanes[lane].slots - used.filter(one => one === lane).length
    if (left > 0) free.set(lane, left)
  }
  return free
}
