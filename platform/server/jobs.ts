import { generalErrors } from '@qitao/core/general.errors.ts'
import type { LiveMessage } from '@qitao/core/live.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import type { Text } from '@qitao/core/text.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Database, Tx } from './database.ts'
import { sqlState } from './database.ts'
import { jobErrors } from './job.errors.ts'
import { type JobContext, type JobHandler, jobStatus } from './job.ts'
import { runInThread } from './job-thread.ts'
import type { JobToDo } from './job-words.ts'
import { type LargeJobs, openLargeJobs } from './large-jobs.ts'
import { log } from './log.ts'
import { newId } from './new-id.ts'

const queue = 'qitao'
const heartbeatMs = 2_000
/** A running job without a heartbeat for this long has lost its worker. */
const lostAfterSeconds = 45
const sweepMs = 5_000
/** Jobs that one worker process runs side by side. */
const jobsAtOnce = 4

async function workOf(
  handler: JobHandler,
  wanted: JobToDo,
  context: JobContext,
  place: { readonly areasModule: string; readonly connection: pg.PoolConfig; readonly largeJobs: LargeJobs },
): Promise<unknown> {
  const { work, thread, isLarge, ended } = handler
  const { areasModule, connection, largeJobs } = place
  try {
    if (thread) return await runInThread({ ...wanted, areasModule, connection }, thread, context)
    if (await isLarge?.(wanted.input, context)) return await largeJobs.run(wanted, context)
    return await work(wanted.input, context)
  } finally {
    await ended?.(wanted.input, context)
  }
}

export interface Jobs {
  /** Writes the job row inside the transaction. */
  insert(tx: Tx, wanted: { type: string; input: unknown; singleton?: string }): Promise<string>
  /** After the commit: hands the job to the queue. */
  send(org_id: string, job_id: string): Promise<void>
  close(): Promise<void>
}

export async function openJobs(options: {
  database: Database
  connection: pg.PoolConfig
  handlers: readonly JobHandler[]
  /** The module that exports `areas`: a thread finds its handler there. */
  areasModule: string
  works: boolean
  tell: (notification: { org_id: string; user_id?: string; message: LiveMessage }) => Promise<void>
}): Promise<Jobs> {
  const { database, connection, handlers, areasModule, works, tell } = options
  const handlerOf = new Map(handlers.map(handler => [handler.type, handler]))
  const boss = new PgBoss({ ...connection, useListenNotify: true } as never)
  boss.on('error', error => log.warn({ err: error }, 'job queue'))
  await boss.start()
  await boss.createQueue(queue, { notify: true })
  const largeJobs = openLargeJobs({ areasModule, connection, atOnce: jobsAtOnce })
  let closed = false
  const running = new Set<AbortController>()

  const send = async (org_id: string, job_id: string): Promise<void> => {
    await boss.send(queue, { org_id, job_id }, { retryLimit: 0, expireInSeconds: 3600 * 3 })
  }

  const run = async (org_id: string, job_id: string): Promise<void> => {
    const started = await database.system(async tx => {
      const { rows } = await sql<{ job_type: string; input: unknown; created_by: string }>`
        update job set status = ${jobStatus.running}, started_time = epoch_now(), heartbeat_time = epoch_now()
        where org_id = ${org_id} and id = ${job_id} and status = ${jobStatus.queued} returning job_type, input, created_by`.execute(
        tx,
      )
      return rows[0]
    })
    if (!started) return
    const handler = handlerOf.get(started.job_type)
    const abort = new AbortController()
    running.add(abort)
    let cancelled = false
    let percent = 0
    let toldAt = 0
    const report = (status: number, more: object = {}) =>
      tell({
        org_id,
        message: {
          channel_type: 'job',
          data: { job_id, job_type: started.job_type, status, progress: percent, ...more },
        },
      }).catch(() => undefined)
    const beat = setInterval(() => {
      database
        .system(async tx => {
          const { rows } = await sql<{ cancel_wanted: boolean }>`update job set heartbeat_time = epoch_now()
            where org_id = ${org_id} and id = ${job_id} returning cancel_wanted`.execute(tx)
          if (rows[0]?.cancel_wanted && !cancelled) {
            cancelled = true
            abort.abort()
          }
        })
        .catch(() => undefined)
    }, heartbeatMs)
    const scope = { org_id, user_id: started.created_by, cause: `job:${started.job_type}` }
    const context: JobContext = {
      job_id,
      org_id,
      user_id: started.created_by,
      now: () => Math.floor(Date.now() / 1000),
      transaction: (work, { sample = false } = {}) => database.as({ ...scope, sample }, work),
      progress: async (value, message, data) => {
        percent = Math.max(percent, Math.min(100, Math.round(value)))
        const now = Date.now()
        if (now - toldAt < 200 && percent < 100) return
        toldAt = now
        await database.system(tx =>
          sql`update job set progress = ${percent}, message = ${message ? JSON.stringify(message) : null}::jsonb, heartbeat_time = epoch_now()
            where org_id = ${org_id} and id = ${job_id} and status = ${jobStatus.running}`.execute(tx),
        )
        await report(jobStatus.running, { message, detail: data })
      },
      cancelled: () => cancelled,
      signal: abort.signal,
      tell: (message, to) => tell({ org_id, message, ...to }),
    }
    const finish = async (
      status: number,
      result: unknown,
      error_code: number | null,
      message: Text | null,
    ): Promise<void> => {
      await database.system(tx =>
        sql`update job set status = ${status}, progress = case when ${status} = ${jobStatus.done} then 100 else progress end,
          result = ${result === undefined ? null : JSON.stringify(result)}::jsonb, error_code = ${error_code},
          message = ${message ? JSON.stringify(message) : null}::jsonb, finished_time = epoch_now()
          where org_id = ${org_id} and id = ${job_id} and status = ${jobStatus.running}`.execute(tx),
      )
      if (status === jobStatus.done) percent = 100
      await report(status, { error_code, message })
    }
    try {
      if (!handler) throw new Error(`no handler for job type ${started.job_type}`)
      const wanted = { scope, type: started.job_type, job_id, input: started.input }
      const result = await workOf(handler, wanted, context, { areasModule, connection, largeJobs })
      await finish(cancelled ? jobStatus.cancelled : jobStatus.done, result, null, null)
    } catch (error) {
      if (cancelled) await finish(jobStatus.cancelled, undefined, null, null)
      else if (error instanceof Refusal)
        await finish(jobStatus.failed, error.data, error.definition.code, error.definition.text)
      else {
        log.error({ err: error, job_id, type: started.job_type }, 'job failed')
        await finish(jobStatus.failed, undefined, jobErrors.serverStopped.code, jobErrors.serverStopped.text)
      }
    } finally {
      clearInterval(beat)
      running.delete(abort)
    }
  }

  // The outbox: a job whose server died between commit and hand-over, and jobs whose worker died.
  const sweep = async (): Promise<void> => {
    const waiting = await database.system(async tx => {
      await sql`update job set status = ${jobStatus.failed}, error_code = ${jobErrors.serverStopped.code},
        message = ${JSON.stringify(jobErrors.serverStopped.text)}::jsonb, finished_time = epoch_now()
        where status = ${jobStatus.running} and heartbeat_time < epoch_now() - ${lostAfterSeconds}`.execute(tx)
      const { rows } = await sql<{ org_id: string; id: string }>`select org_id, id from job
        where status = ${jobStatus.queued} and created_time < epoch_now() - 5 limit 100`.execute(tx)
      return rows
    })
    for (const { org_id, id } of waiting) await send(org_id, id)
  }
  const sweeper = setInterval(() => void sweep().catch(() => undefined), sweepMs)
  sweeper.unref()

  if (works) {
    await boss.work<{ org_id: string; job_id: string }>(
      queue,
      { pollingIntervalSeconds: 2, batchSize: 1, localConcurrency: jobsAtOnce },
      async ([one]) => {
        if (one && !closed) await run(one.data.org_id, one.data.job_id)
      },
    )
  } else clearInterval(sweeper)

  return {
    async insert(tx, { type, input, singleton }) {
      const job_id = newId()
      try {
        await sql`insert into job (id, job_type, input, singleton)
          values (${job_id}, ${type}, ${JSON.stringify(input)}::jsonb, ${singleton ?? null})`.execute(tx)
      } catch (error) {
        if (sqlState(error) === '23505') throw new Refusal(generalErrors.programLocked)
        throw error
      }
      return job_id
    },
    send,
    async close() {
      closed = true
      clearInterval(sweeper)
      for (const abort of running) abort.abort()
      await boss.stop({ graceful: true, timeout: 5_000 }).catch(() => undefined)
      await largeJobs.close()
    },
  }
}
