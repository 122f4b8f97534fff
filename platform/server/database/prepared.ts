import pg from 'pg'

/** Statements that are asked again are known by a name from then on. */
const usesBefore = 2
/** Texts that are remembered; the one unused longest makes room. */
const mostKnown = 1_000
/** Longer ones are written for one occasion. */
const longestText = 50_000

/**
 * Names for the statements that come again and again, the same for all connections of the process. PostgreSQL reads, rewrites and
 * plans a named statement once for a connection: of a list over ten tables that is more work than to answer it. It goes on
 * planning for the values at hand as long as that makes a plan worth its cost (`plan_cache_mode` auto).
 */
export class StatementNames {
  readonly #known = new Map<string, { uses: number; readonly name: string }>()
  #last = 0

  of(text: string): string | undefined {
    if (text.length > longestText) return undefined
    const found = this.#known.get(text) ?? { uses: 0, name: `s${++this.#last}` }
    this.#known.delete(text)
    this.#known.set(text, found)
    if (this.#known.size > mostKnown) this.#known.delete(this.#known.keys().next().value!)
    return ++found.uses > usesBefore ? found.name : undefined
  }
  /** Under its name it cannot be asked any more: a table has changed. It gets another one. */
  forget(text: string): void {
    this.#known.delete(text)
  }
}
const names = new StatementNames()

/** The shape of a table changed under a named statement; asked again it is a new one. */
export const hasAged = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery'

/**
 * Begins a statement that goes through a company's past: planned for the values at hand each time, however often it is asked. A plan
 * that once fitted a small company may take minutes in a large one, and to plan anew costs less than one in a hundred of such an answer.
 */
export const plannedAnew = '/* planned anew */'
/**
 * Begins a statement whose tables, made by the statement itself, are never joined row by row. How many rows they have PostgreSQL cannot
 * know; it guesses one, and goes through all of the one table for each row of the other: minutes instead of a part of a second.
 * It is planned anew as well.
 */
export const joinedBySets = '/* joined by sets */'
const [rowByRowOff, asBefore] = ['set local enable_nestloop = off', 'set local enable_nestloop to default']

/** A connection that names what is asked again. A pooler in between has to know of named statements, or they are switched off. */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's method has a dozen shapes
  override query(...given: any[]): any {
    const [asked] = given
    if (typeof asked !== 'string' || !asked.startsWith(joinedBySets)) return this.#ask(...given)
    // Queued in one go: nothing that is asked beside it comes between.
    const set = (text: string) => (super.query as (text: string) => Promise<unknown>)(text).catch(() => undefined)
    set(rowByRowOff)
    const answer = this.#ask(...given)
    set(asBefore)
    return answer
  }
  // biome-ignore lint/suspicious/noExplicitAny: as above
  #ask(...given: any[]): any {
    const [text, values, ...more] = given
    const isPlain = typeof text === 'string' && Array.isArray(values) && values.length > 0 && more.length === 0
    const isKept = isPlain && !text.startsWith(plannedAnew) && !text.startsWith(joinedBySets)
    const name = isKept && process.env.PREPARED_STATEMENTS !== 'off' ? names.of(text) : undefined
    // biome-ignore lint/suspicious/noExplicitAny: as above
    if (name === undefined) return (super.query as any)(...given)
    return super.query({ name, text, values }).catch((error: unknown) => {
      if (hasAged(error)) names.forget(text)
      throw error
    })
  }
}
