import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { acrossCompanies, asOwner, rows, type Tx } from '../database/database.ts'
import { observed } from './installation-metrics.ts'
import { withoutValues } from './statement-words.ts'

/** How the installation fares, as whoever runs it has to know: of all companies together, and of none by name. */

const most = { tables: 15, waiting: 20, slow: 20, backups: 10, failed: 20 }
const daySeconds = 86_400
const weekSeconds = 7 * daySeconds
const { version }: { version: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
)
const startedTime = Math.floor(Date.now() / 1000 - process.uptime())

export interface TableSize {
  readonly name: string
  readonly bytes: number
  /** As PostgreSQL estimates. */
  readonly rows: number
}
export interface Waiting {
  /** For a lock. */
  readonly seconds: number
  readonly statement: string
  /** How many connections are before it. */
  readonly behind: number
}
interface DatabaseFacts {
  readonly postgres: string
  readonly bytes: number
  readonly connections: number
  readonly most_connections: number
  readonly longest_transaction_seconds: number
}
export async function databaseFacts(tx: Tx) {
  return asOwner(tx, async owner => {
    const [facts] = await rows(
      owner,
      sql<DatabaseFacts>`select current_setting('server_version') as postgres, pg_database_size(current_database()) as bytes,
        (select count(*) from pg_stat_activity where datname = current_database()) as connections,
        current_setting('max_connections')::bigint as most_connections,
        (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::bigint from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()) as longest_transaction_seconds`,
    )
    const tables = await rows(
      owner,
      sql<TableSize>`select c.relname as name, pg_total_relation_size(c.oid) as bytes, greatest(0, c.reltuples)::bigint as rows
        from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r'
        order by 2 desc, 1 limit ${most.tables}`,
    )
    const waiting = await rows(
      owner,
      sql<Waiting>`select greatest(0, extract(epoch from clock_timestamp() - coalesce(l.since, a.query_start)))::bigint as seconds, a.query as statement,
          cardinality(pg_blocking_pids(a.pid)) as behind
        from pg_stat_activity a cross join lateral (
          select min(waitstart) as since from pg_locks where pid = a.pid and not granted) l
        where a.datname = current_database() and a.wait_event_type = 'Lock' order by 1 desc limit ${most.waiting}`,
    )
    const migrations = await rows(
      owner,
      sql<{
        name: string
        applied_time: number
      }>`select name, extract(epoch from applied_at)::bigint as applied_time from migration
        order by applied_at desc, name desc`,
    )
    return {
      ...facts!,
      tables,
      waiting: waiting.map(one => ({ ...one, statement: withoutValues(one.statement) })),
      migrations: migrations.length,
      last_migration: migrations[0] ?? null,
    }
  })
}

export interface BackupKept {
  readonly moment_time: number
  readonly tables: number
  readonly rows: number
  readonly bytes: number
  readonly tried_time: number | null
}
export interface SlowStatement {
  readonly statement: string
  readonly cause: string | null
  readonly times: number
  readonly total_ms: number
  readonly longest_ms: number
  readonly last_time: number
}
export interface FailedJobs {
  readonly job_type: string
  readonly count: number
  readonly last_time: number
}
export async function workFacts(tx: Tx, failed_status: number) {
  return acrossCompanies(tx, async all => ({
    lanes: (await observed.lanes?.(all)) ?? [],
    failed_jobs: await rows(
      all,
      sql<FailedJobs>`select job_type, count(*) as count, max(finished_time) as last_time from job
        where status = ${failed_status} and finished_time > epoch_now() - ${daySeconds}::bigint
        group by job_type order by 2 desc, 1 limit ${most.failed}`,
    ),
    backups: await rows(
      all,
      sql<BackupKept>`select moment_time, tables, rows, bytes, tried_time from backup_record order by moment_time desc limit ${most.backups}`,
    ),
    slow_statements: await rows(
      all,
      sql<SlowStatement>`select statement, cause, times, total_ms, longest_ms, last_time from slow_statement
        where last_time > epoch_now() - ${weekSeconds}::bigint order by total_ms desc, statement_hash limit ${most.slow}`,
    ),
  }))
}

/** Room on the disk of the server's data; null where that cannot be told. */
export async function diskRoom(folder: string): Promise<{ bytes: number; free_bytes: number } | null> {
  const found = await statfs(folder).catch(() => undefined)
  return found ? { bytes: found.blocks * found.bsize, free_bytes: found.bavail * found.bsize } : null
}

export const programFacts = () => ({
  version,
  node: process.version,
  started_time: startedTime,
  memory_bytes: process.memoryUsage().rss,
  processors: navigator.hardwareConcurrency,
})
