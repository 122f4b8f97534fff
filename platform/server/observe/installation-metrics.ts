import type pg from 'pg'
import { Gauge } from 'prom-client'
import type { Tx } from '../database/database.ts'
import { registry } from '../http/metrics.ts'
import type { LaneCount } from '../jobs/job-queue.ts'

interface Facts {
  readonly bytes: number
  readonly waiting: number
  readonly longest_transaction: number
  readonly backup_age: number | null
}
/** Whoever scrapes often asks the database once a while. */
const keptMs = 30_000

/** What is asked when somebody looks; the server says where. */
export const observed: { pool: pg.Pool | undefined; lanes: ((tx: Tx) => Promise<LaneCount[]>) | undefined } = {
  pool: undefined,
  lanes: undefined,
}
let kept: { at: number; facts: Promise<Facts | undefined> } | undefined

function factsNow(): Promise<Facts | undefined> {
  if (!kept || Date.now() - kept.at > keptMs) kept = { at: Date.now(), facts: ask().catch(() => undefined) }
  return kept.facts
}
async function ask(): Promise<Facts | undefined> {
  const { pool } = observed
  const found = await pool?.query<Facts>(`select pg_database_size(current_database()) as bytes,
    (select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waiting,
    (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend') as longest_transaction,
    (select epoch_now() - max(moment_time) from backup_record) as backup_age`)
  return found?.rows[0]
}

function gauge(name: string, help: string, figure: keyof Facts): void {
  const made: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    collect: async () => {
      const value = (await factsNow())?.[figure]
      // What is not known is not told as nothing.
      if (value === null || value === undefined) made.remove()
      else made.set(value)
    },
  })
}
gauge('qitao_database_bytes', 'Size of the database', 'bytes')
gauge('qitao_lock_waiters', 'Connections that wait for a lock', 'waiting')
gauge('qitao_longest_transaction_seconds', 'Seconds that the oldest open transaction has lasted', 'longest_transaction')
gauge(
  'qitao_backup_age_seconds',
  'Seconds since the moment of the last backup; absent while there is none',
  'backup_age',
)

const connections: Gauge<'state'> = new Gauge({
  name: 'qitao_database_connections',
  help: 'Connections of this process for calls, by state (busy, idle), and calls that wait for one (waiting)',
  labelNames: ['state'],
  registers: [registry],
  collect: () => {
    const { totalCount = 0, idleCount = 0, waitingCount = 0 } = observed.pool ?? {}
    connections.set({ state: 'busy' }, totalCount - idleCount)
    connections.set({ state: 'idle' }, idleCount)
    connections.set({ state: 'waiting' }, waitingCount)
  },
})
