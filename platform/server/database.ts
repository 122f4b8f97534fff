import { type Expression, Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { watchGrowth } from './planner-statistics.ts'
import type { Tables } from './tables.ts'

/**
 * The one way to the database. A transaction always runs under a role that owns nothing and knows its company and user,
 * so that row-level security holds whatever a query forgets; `system` is for sign-in and start-up only.
 */
export type Tx = Transaction<Tables>

// Instants and counts are int8 and safe integers; numeric stays the string that PostgreSQL sends.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface Scope {
  readonly org_id: string
  readonly user_id: string
  /** Path of the call or name of the job: stands in the change log. */
  readonly cause: string
  /** Rows made in this transaction are sample data. */
  readonly sample?: boolean
  /** Longest wait for what another transaction holds (55P03 after it); as long as it takes when absent. */
  readonly lock_wait_ms?: number
  /** All that is read is of one moment; nothing is written. */
  readonly one_moment?: boolean
}

export interface Database {
  readonly pool: pg.Pool
  /** Under the company's role; retried up to three times when PostgreSQL asks for it. */
  as<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Sees all companies: sign-in, sessions, jobs' book-keeping. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface DatabaseOptions {
  config: pg.PoolConfig
  log: Pick<Logger, 'error'>
  connections?: number
}

const retried = new Set(['40001', '40P01'])
/** PostgreSQL asks for the whole transaction again. */
export const asksAgain = (error: unknown): boolean => retried.has(sqlState(error) ?? '')
const mostTries = 3
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

export function openDatabase({ config, log, connections = 10 }: DatabaseOptions): Database {
  const pool = new pg.Pool({ max: connections, connectionTimeoutMillis: 10_000, ...config })
  // Without these a dying database takes the server with it.
  pool.on('error', error => log.error({ reason: error.message }, 'idle database connection lost'))
  pool.on('connect', client =>
    client.on('error', error => log.error({ reason: error.message }, 'database connection lost')),
  )
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

  const run = async <T>(enter: RawBuilder<unknown>, work: (tx: Tx) => Promise<T>, one_moment = false): Promise<T> => {
    for (let tries = 1; ; tries++) {
      try {
        const begin = kysely.transaction()
        return await (one_moment ? begin.setIsolationLevel('repeatable read') : begin).execute(async tx => {
          await enter.execute(tx)
          return work(tx.withPlugin(watchGrowth(() => sql`select analyze_what_grew()`.execute(tx))))
        })
      } catch (error) {
        if (tries >= mostTries || !asksAgain(error)) throw error
      }
    }
  }
  return {
    pool,
    as: ({ org_id, user_id, cause, sample = false, lock_wait_ms = 0, one_moment = false }, work) =>
      run(
        sql`select set_config('role', 'qitao_app', true), set_config('app.org', ${org_id}, true),
          set_config('app.user', ${user_id}, true), set_config('app.cause', ${cause}, true),
          set_config('app.sample', ${sample ? 'on' : ''}, true), set_config('lock_timeout', ${String(lock_wait_ms)}, true)`,
        work,
        one_moment,
      ),
    system: work => run(sql`select set_config('role', 'qitao_system', true)`, work),
    close: () => kysely.destroy(),
  }
}

/**
 * Work of a signed-in member beyond the own company, such as joining another: row-level security is off for it, so every
 * statement inside must name what it may touch. The wall stands again afterwards.
 */
export async function acrossCompanies<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await sql`select set_config('role', 'qitao_system', true)`.execute(tx)
  const result = await work(tx)
  await sql`select set_config('role', 'qitao_app', true)`.execute(tx)
  return result
}

/** Rows of a raw statement. */
export async function rows<T>(tx: Tx, statement: RawBuilder<T>): Promise<T[]> {
  return (await statement.execute(tx)).rows
}

/**
 * A list of plain objects as a table inside a statement, for set-based inserts and updates:
 * `sql\`insert into t (a, b) select a, b from ${recordset(list, sql\`a uuid, b numeric\`)} as r\``
 */
export const recordset = (list: readonly object[], columns: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select * from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as r(${columns}))`

/**
 * The same for very many rows of plain values, column by column: PostgreSQL reads that in a fraction of the time that it needs
 * for JSON, and knows how many they are.
 */
export function columnset<T extends object>(
  list: readonly T[],
  columns: { readonly [name in keyof T & string]?: PlainType },
): RawBuilder<unknown> {
  const names = Object.keys(columns) as (keyof T & string)[]
  // Values of these types need no quotes inside an array.
  const valuesOf = (name: keyof T) => `{${list.map(row => row[name] ?? 'null').join()}}`
  const arrays = names.map(name => sql`${valuesOf(name)}::${sql.raw(columns[name]!)}[]`)
  return sql`unnest(${sql.join(arrays)}) as r (${sql.join(names.map(name => sql.ref(name)))})`
}
type PlainType = 'uuid' | 'numeric' | 'bigint' | 'integer' | 'smallint' | 'boolean'

/** `column = any(ids)` without a bind per id. */
export const among = (column: Expression<unknown> | RawBuilder<unknown>, ids: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${column} = any(${ids}::uuid[])`
