import pg from 'pg'

/**
 * Stops one of two callers at its n-th statement. Every transaction of the product begins by saying who it is for
 * (`app.user`), so a caller is known by the person in whose name its statements come, whatever connection they take.
 */
export interface Statement {
  readonly sql: string
  /** Which of the caller's transactions it belongs to, from 0. */
  readonly transaction: number
}
interface Caller {
  readonly statements: Statement[]
  transactions: number
  pid: number | undefined
  deadlocks: number
  stop: Stop | undefined
}
interface Stop {
  readonly at: number
  readonly reached: () => void
  readonly mayGoOn: Promise<void>
}
/** A statement rewritten before it is sent: how a fault is planted that lies in the SQL alone. */
export type Rewrite = (sql: string) => string

const enters = /^begin.*set_config\('app\.user', '([^']*)'/
type Query = (this: pg.Client, ...given: unknown[]) => unknown

export class Stops {
  readonly #callers = new Map<string, Caller>()
  readonly #inTransaction = new WeakMap<pg.Client, Caller>()
  readonly #query = pg.Client.prototype.query as Query

  constructor() {
    const stops = this
    pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
      return stops.#sent(this, given)
    } as never
  }
  /** Connections are again what they were. */
  end(): void {
    pg.Client.prototype.query = this.#query as never
  }

  /** Forgets what was; from now on this person's statements are noted. */
  watch(user_id: string): void {
    this.#callers.set(user_id, { statements: [], transactions: 0, pid: undefined, deadlocks: 0, stop: undefined })
  }
  statementsOf = (user_id: string): readonly Statement[] => this.#callers.get(user_id)?.statements ?? []
  /** Backend that this person's last statement went to. */
  pidOf = (user_id: string): number | undefined => this.#callers.get(user_id)?.pid
  deadlocksOf = (user_id: string): number => this.#callers.get(user_id)?.deadlocks ?? 0

  /** Before this person's statement of that number, from 0, is sent. */
  stopAt(user_id: string, at: number): { reached: Promise<'reached'>; goOn: () => void } {
    const caller = this.#callers.get(user_id)!
    const reached = Promise.withResolvers<'reached'>()
    const mayGoOn = Promise.withResolvers<void>()
    caller.stop = { at, reached: () => reached.resolve('reached'), mayGoOn: mayGoOn.promise }
    return { reached: reached.promise, goOn: () => mayGoOn.resolve() }
  }

  #sent(client: pg.Client, given: unknown[]): unknown {
    const text = typeof given[0] === 'string' ? given[0] : (given[0] as { text?: unknown } | undefined)?.text
    if (typeof text !== 'string') return this.#query.apply(client, given)
    // What is asked beside a transaction is over with one message.
    const [, user_id] = text.endsWith('; commit') ? [] : (enters.exec(text) ?? [])
    if (user_id !== undefined) return this.#entered(client, given, user_id)
    const caller = this.#inTransaction.get(client)
    if (!caller) return this.#query.apply(client, given)
    if (text === 'rollback' || text === 'commit') this.#inTransaction.delete(client)
    if (text === 'rollback') return this.#query.apply(client, given)
    return this.#passed(client, caller, text, given)
  }

  #entered(client: pg.Client, given: unknown[], user_id: string): unknown {
    const caller = this.#callers.get(user_id)
    if (caller) {
      this.#inTransaction.set(client, caller)
      caller.pid = (client as unknown as { processID: number }).processID
      caller.transactions++
    }
    return this.#query.apply(client, given)
  }

  async #passed(client: pg.Client, caller: Caller, sql: string, given: unknown[]): Promise<unknown> {
    const number = caller.statements.push({ sql, transaction: caller.transactions - 1 }) - 1
    const { stop } = caller
    if (stop?.at === number) {
      stop.reached()
      await stop.mayGoOn
    }
    try {
      return await this.#query.apply(client, given)
    } catch (error) {
      if ((error as { code?: string }).code === '40P01') caller.deadlocks++
      throw error
    }
  }
}

const locks = /\bfor (no key )?update\b|^\s*(insert|update|delete)\b|\) (update|delete) /i
/** What is asked of a statement that takes a lock. */
export const takesLock = ({ sql }: Statement): boolean => locks.test(sql)
