import { setTimeout as pause } from 'node:timers/promises'
import {
  type Expression,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { slowStatements, statementSeconds } from '../http/metrics.ts'
import { SlowStatements } from '../observe/slow-statements.ts'
import { verbOf, withoutValues } from '../observe/statement-words.ts'
import { tracedBefore } from '../observe/trace.ts'
import { watchGrowth } from './planner-statistics.ts'
import { hasAged, joinedBySets, PreparingClient, plannedAnew } from './prepared.ts'
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
  /** The member sees the own documents only: what the views `seen_...` hold. */
  readonly own_data_only?: boolean
  /** Rows of the floor are read as the policies `of_workgroup` of their tables say: those of the member's workgroups. */
  readonly workgroup_only?: boolean
  /** Longest wait for what another transaction holds (55P03 after it); as long as it takes when absent. */
  readonly lock_wait_ms?: number
  /** All that is read is of one moment; nothing is written. */
  readonly one_moment?: boolean
  /** Nobody looks on: where it would wait for a lock it lets go of those that it has, so that no row of people waits behind it. */
  readonly gives_way?: boolean
}
/** How long it waits at a lock, how long it stays away, and when it has given way enough. */
const givingWay = { wait_ms: 100, pause_ms: 150, most_ms: 15_000 }

export interface Database {
  readonly pool: pg.Pool
  /** Under the company's role; retried up to three times when PostgreSQL asks for it. */
  as<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Sees all companies: sign-in, sessions, jobs' book-keeping. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** How long a transaction may take over one statement, and over nothing. */
export interface TimeLimits {
  readonly statement_ms: number
  readonly idle_ms: number
  /**
   * So many tables of a statement are put in their best order; further ones are joined as they are written. To plan a list of
   * twenty tables takes three times as long with PostgreSQL's eight, and forty times as long as to answer it.
   */
  readonly ordered_joins?: number
  /** A statement that takes longer is named in the log, without its values. */
  readonly slow_ms?: number
}
/** Nobody waits longer for an answer; a statement that does would keep a connection from all others. */
const callLimits: TimeLimits = {
  statement_ms: Number(process.env.STATEMENT_SECONDS ?? 60) * 1000,
  idle_ms: 300_000,
  ordered_joins: 5,
}
export const slowStatementSeconds = Number(process.env.SLOW_STATEMENT_SECONDS ?? 5)
const slowMs = slowStatementSeconds * 1000
const asAttributes = (statement: string, error: unknown): Record<string, string> => {
  const code = sqlState(error)
  return {
    ...{
      'db.system.name': 'postgresql',
      'db.operation.name': verbOf(statement),
      'db.query.text': withoutValues(statement),
    },
    ...(code && { 'db.response.status_code': code }),
  }
}

export interface DatabaseOptions {
  config: pg.PoolConfig
  log: Pick<Logger, 'error' | 'warn'>
  connections?: number
  /** Those of calls when absent. */
  limits?: TimeLimits
}

const retried = new Set(['40001', '40P01'])
/** PostgreSQL asks for the whole transaction again. */
export const asksAgain = (error: unknown): boolean => retried.has(sqlState(error) ?? '') || hasAged(error)
const mostTries = 3
/** A lock was not free in the time given. */
const lockNotFree = '55P03'
/** PostgreSQL has ended a statement, or a transaction in which nothing was asked, at its limit. */
const statementTooLong = '57014'
const idleTooLong = '25P03'
export const tookTooLong = (error: unknown): boolean => [statementTooLong, idleTooLong].includes(sqlState(error) ?? '')
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Statements beside transactions are short. */
const besideAtOnce = 2
interface Beside {
  readonly ask: <R>(statement: RawBuilder<R>) => Promise<R[]>
  /** What is to be done if the transaction is rolled back. */
  readonly undo: RawBuilder<unknown>[]
}
const besides = new WeakMap<Tx, Beside>()
/**
 * One statement of plain values (`sql.lit`) in a transaction of its own, under the same scope: it is kept, and holds no lock, while
 * this one goes on. For each of its rows there may be a statement that takes it back when this one is not committed.
 */
export async function beside<R>(
  tx: Tx,
  statement: RawBuilder<R>,
  undone: (row: R) => RawBuilder<unknown>,
): Promise<R[]> {
  const { ask, undo } = besides.get(tx)!
  const found = await ask(statement)
  undo.push(...found.map(undone))
  return found
}

/** What a connection keeps of its statements is given back from time to time. */
const connectionSeconds = 1_800

/** A transaction begins with the statement that says whose it is: one way to the database and back instead of two. */
class BegunByScope extends PostgresDriver {
  override async beginTransaction(): Promise<void> {}
}
class ScopedDialect extends PostgresDialect {
  readonly #pool: pg.Pool
  constructor(pool: pg.Pool) {
    super({ pool })
    this.#pool = pool
  }
  override createDriver(): PostgresDriver {
    return new BegunByScope({ pool: this.#pool })
  }
}
/** Begins a transaction with settings that end with it. */
function begin(settings: Readonly<Record<string, string>>, one_moment = false): RawBuilder<unknown> {
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`)
  return sql.raw(`begin${one_moment ? ' isolation level repeatable read' : ''}; select ${set.join(', ')}`)
}

/** For a connection; then the caller hears that the database is away. */
const waits = { connectionTimeoutMillis: 10_000 }

export function openDatabase({ config, log, connections = 10, limits = callLimits }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...{ ...waits, max: connections, maxLifetimeSeconds: connectionSeconds, Client: PreparingClient },
    // What is asked at once (`Promise.all`) goes out at once, and is answered in its order.
    pipeline: true,
    ...config,
  })
  // Without these a dying database takes the server with it.
  pool.on('error', error => log.error({ reason: error.message }, 'idle database connection lost'))
  pool.on('connect', client =>
    client.on('error', error => {
      log.error({ reason: error.message }, 'database connection lost')
      // Whoever goes on after a pause that was too long hears why, and not that the connection is gone.
      if (sqlState(error) === idleTooLong) client.query = () => Promise.reject(error)
    }),
  )
  const { slow_ms = slowMs } = limits
  // Of its own, so that those who hold a connection never wait for one.
  const side = new pg.Pool({ ...waits, ...config, max: besideAtOnce })
  side.on('error', error => log.error({ reason: error.message }, 'idle database connection lost'))
  side.on('connect', client => client.on('error', () => undefined))
  const slow = new SlowStatements(side, error => log.warn({ reason: String(error) }, 'slow statements not kept'))
  const kysely = new Kysely<Tables>({
    dialect: new ScopedDialect(pool),
    log: event => {
      const { query, queryDurationMillis: ms } = event
      const error = event.level === 'error' ? event.error : undefined
      statementSeconds.observe({ failed: String(error !== undefined) }, ms / 1000)
      tracedBefore(verbOf(query.sql), ms, () => asAttributes(query.sql, error), error)
      if (ms < slow_ms) return
      slowStatements.inc()
      slow.note(query.sql, ms)
      log.warn({ ms: Math.round(ms), statement: withoutValues(query.sql) }, 'slow statement')
    },
  })

  const run = async <T>(enter: RawBuilder<unknown>, work: (tx: Tx) => Promise<T>): Promise<T> => {
    // Written before whatever was saved with it, as the log of the database has one order: it need not wait for the disk.
    const ask = async <R>(statement: RawBuilder<R>): Promise<R[]> => {
      const asked = [enter, sql`set local synchronous_commit = off`, statement].map(one => one.compile(kysely).sql)
      const answers = (await side.query([...asked, 'commit'].join('; '))) as unknown as pg.QueryResult[]
      return answers.at(-2)!.rows as R[]
    }
    for (let tries = 1; ; tries++) {
      const undo: RawBuilder<unknown>[] = []
      let isAtEnd = false
      try {
        return await kysely.transaction().execute(async tx => {
          await enter.execute(tx)
          const own = tx.withPlugin(watchGrowth(() => sql`select analyze_what_grew()`.execute(tx)))
          besides.set(own, { ask, undo })
          const result = await work(own)
          isAtEnd = true
          return result
        })
      } catch (error) {
        // Whoever loses the connection while it commits cannot know whether it has.
        for (const statement of isAtEnd ? [] : undo)
          await ask(statement).catch(failed => log.error({ reason: String(failed) }, 'not undone beside a transaction'))
        if (tries >= mostTries || !asksAgain(error)) throw error
      }
    }
  }
  const limited = {
    statement_timeout: String(limits.statement_ms),
    idle_in_transaction_session_timeout: String(limits.idle_ms),
    ...(limits.ordered_joins && { join_collapse_limit: String(limits.ordered_joins) }),
  }
  return {
    pool,
    async as({ org_id, user_id, cause, lock_wait_ms = 0, one_moment, gives_way, ...rest }, work) {
      const whose = { role: 'qitao_app', 'app.org': org_id, 'app.user': user_id, 'app.cause': cause }
      const what = {
        'app.sample': rest.sample ? 'on' : '',
        'app.own_only': rest.own_data_only ? 'on' : '',
        'app.workgroup_only': rest.workgroup_only ? 'on' : '',
      }
      const enter = (wait_ms: number) =>
        begin({ ...whose, ...what, lock_timeout: String(wait_ms), ...limited }, one_moment)
      for (const end = Date.now() + givingWay.most_ms; gives_way && Date.now() < end; ) {
        try {
          return await run(enter(givingWay.wait_ms), work)
        } catch (error) {
          if (sqlState(error) !== lockNotFree) throw error
          await pause(givingWay.pause_ms * (0.5 + Math.random()))
        }
      }
      return run(enter(lock_wait_ms), work)
    },
    system: work => run(begin({ role: 'qitao_system', ...limited }), work),
    close: async () => {
      if (!side.ending) await slow.write()
      await Promise.all([kysely.destroy(), side.ending || side.end()])
    },
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

/**
 * What the database says of itself to its owner alone: what runs, what waits, how large it is. The owner sees the rows of all companies:
 * statements about the database itself belong here, and no others. The wall stands again afterwards.
 */
export async function asOwner<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await sql`select set_config('role', 'none', true)`.execute(tx)
  const result = await work(tx)
  await sql`select set_config('role', 'qitao_app', true)`.execute(tx)
  return result
}

/** Reads as `workgroup_only` says, whatever the transaction says otherwise: a part within a call that reads all, or all within one of a part. */
export async function readingWith<T>(tx: Tx, workgroup_only: boolean, read: () => Promise<T>): Promise<T> {
  const set = (on: string) => sql<{ was: string }>`select current_setting('app.workgroup_only', true) as was,
    set_config('app.workgroup_only', ${on}, true)`
  const [before] = await rows(tx, set(workgroup_only ? 'on' : ''))
  const result = await read()
  await rows(tx, set(before?.was ?? ''))
  return result
}

/** Rows of a raw statement. */
export async function rows<T>(tx: Tx, statement: RawBuilder<T>): Promise<T[]> {
  return (await statement.execute(tx)).rows
}

/** How a statement begins that joins many tables of its own making (`with ... as materialized`): see `joinedBySets`. */
export const bySets = sql.raw(`${joinedBySets} `)
/** How a statement begins that goes through a company's past: see `plannedAnew`. */
export const anew = sql.raw(`${plannedAnew} `)

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
