import { randomInt } from 'node:crypto'
import pg from 'pg'
import { log } from '../log.ts'
import { jobChannel, workerLock } from './job-queue.ts'

/** A worker as the database knows it: as long as its connection lasts, its lock is held and its jobs are its own. */
export interface WorkerSession {
  /** 0: at present it has none. */
  readonly number: () => number
  close(): Promise<void>
}
const againMs = 1_000

/**
 * Keeps a connection that holds the worker's lock and hears of work. It says nothing of the event loop, which may be busy, but
 * of the process: with that it is gone. A worker that lost it is another one when it is back.
 */
export async function openWorkerSession(
  connection: pg.PoolConfig,
  { hears, lost }: { hears: (payload: string) => void; lost: () => void },
): Promise<WorkerSession> {
  let closed = false
  let client: pg.Client | undefined
  let number = 0

  const open = async (): Promise<void> => {
    const fresh = new pg.Client({ ...connection, application_name: 'qitao worker', keepAlive: true })
    let isOver = false
    const again = () => {
      if (isOver) return
      isOver = true
      if (client === fresh) {
        number = 0
        client = undefined
        lost()
      }
      if (!closed) setTimeout(() => void open(), againMs).unref()
    }
    fresh.on('error', error => {
      log.warn({ reason: error.message }, 'worker lost the database')
      again()
    })
    fresh.on('end', again)
    fresh.on('notification', ({ payload = '' }) => hears(payload))
    try {
      await fresh.connect()
      const own = randomInt(1, 2 ** 31 - 1)
      // A machine that vanished is found out within seconds, too; over a socket of the same machine these mean nothing.
      await fresh.query(
        'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3; set tcp_user_timeout = 10000',
      )
      await fresh.query('select pg_advisory_lock($1, $2)', [workerLock, own])
      await fresh.query(`listen ${jobChannel}`)
      client = fresh
      number = own
      hears('')
    } catch (error) {
      log.warn({ err: error }, 'worker cannot reach the database')
      again()
      await fresh.end().catch(() => undefined)
    }
  }
  await open()
  return {
    number: () => number,
    async close() {
      closed = true
      const last = client
      client = undefined
      number = 0
      await last?.end().catch(() => undefined)
    },
  }
}
