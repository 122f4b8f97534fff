import { createHash } from 'node:crypto'
import type pg from 'pg'
import { withoutValues } from './statement-words.ts'
import { causeNow } from './trace.ts'

interface Noted {
  readonly statement_hash: string
  readonly statement: string
  readonly cause: string | null
  times: number
  total_ms: number
  longest_ms: number
}
/** So long they are gathered before they are written. */
const gatheredMs = 10_000
/** Of so many at a time; with a limit of nothing all that is asked would be slow. */
const mostGathered = 500

/** Keeps which statements are slow, for the page of the installation: gathered, and written beside all transactions. */
export class SlowStatements {
  readonly #pool: Pick<pg.Pool, 'query'>
  readonly #lost: (error: unknown) => void
  readonly #noted = new Map<string, Noted>()
  #timer: NodeJS.Timeout | undefined

  constructor(pool: Pick<pg.Pool, 'query'>, lost: (error: unknown) => void) {
    this.#pool = pool
    this.#lost = lost
  }
  note(statement: string, ms: number): void {
    const words = withoutValues(statement)
    const statement_hash = createHash('sha256').update(words).digest('hex')
    const noted = this.#noted.get(statement_hash)
    if (noted) {
      noted.times += 1
      noted.total_ms += ms
      noted.longest_ms = Math.max(noted.longest_ms, ms)
    } else if (this.#noted.size < mostGathered) {
      const cause = causeNow() ?? null
      this.#noted.set(statement_hash, {
        statement_hash,
        statement: words,
        cause,
        times: 1,
        total_ms: ms,
        longest_ms: ms,
      })
    }
    this.#timer ??= setTimeout(() => void this.write(), gatheredMs).unref()
  }
  async write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#noted.size === 0) return
    // One order, so that two processes do not wait for each other in a circle.
    const noted = [...this.#noted.values()].sort((a, b) => (a.statement_hash < b.statement_hash ? -1 : 1))
    this.#noted.clear()
    await this.#pool
      .query(
        `insert into slow_statement (statement_hash, statement, cause, times, total_ms, longest_ms)
          select statement_hash, statement, cause, times, round(total_ms), round(longest_ms)
          from jsonb_to_recordset($1::jsonb) as n(statement_hash text, statement text, cause text, times bigint, total_ms numeric, longest_ms numeric)
        on conflict (statement_hash) do update set cause = coalesce(excluded.cause, slow_statement.cause),
          times = slow_statement.times + excluded.times, total_ms = slow_statement.total_ms + excluded.total_ms,
          longest_ms = greatest(slow_statement.longest_ms, excluded.longest_ms), last_time = epoch_now()`,
        [JSON.stringify(noted)],
      )
      .catch(this.#lost)
  }
}
