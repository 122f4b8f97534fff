import type { Instant } from '@qitao/core/time.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { type RawBuilder, sql } from 'kysely'
import type { DimensionKey, FactsKey, facts } from '../../model/facts.ts'
import type { Periods } from '../../model/figure.rules.ts'

export type FactsContext = Pick<Context, 'tx' | 'org_id' | 'now' | 'member'>
/** What is asked for: periods, each from its beginning to the next one's. */
export interface Asked extends FactsContext, Periods {
  readonly today: Instant
}

type Dimensions<K extends FactsKey> = (typeof facts)[K]['by'][number]
/**
 * How rows of facts are read. `rows` is a query with the columns `id` (text), `at` (when it counts), `no` and `subject` (what people
 * know it by), `opens_id` (the record that it opens) and what `by` and `sums` name; each dimension is its key (text) and its name.
 */
export interface FactsSource<K extends FactsKey = FactsKey> {
  readonly rows: (asked: Asked) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>
  /** The query joins tables of its own making. */
  readonly bySets?: true
  readonly by: Readonly<Record<Dimensions<K>, readonly [key: RawBuilder<unknown>, name: RawBuilder<unknown>]>>
  /** Sums over rows `f`. */
  readonly sums: Readonly<Record<(typeof facts)[K]['sums'][number], RawBuilder<unknown>>>
}
export const factsSource = <K extends FactsKey>(_: K, source: FactsSource<K>): FactsSource<K> => source

type Split<D extends DimensionKey> = Readonly<Record<D, readonly [key: RawBuilder<unknown>, name: RawBuilder<unknown>]>>
const split = <D extends DimensionKey>(keys: readonly D[], nameOf: (key: D) => string) =>
  Object.fromEntries(keys.map(key => [key, [sql.ref(`f.${key}`), sql.ref(`f.${nameOf(key)}`)]] as const)) as Split<D>
/** Dimensions whose rows carry their key and their name as `<dimension>` and `<dimension>_name`. */
export const named = <const D extends DimensionKey>(...keys: readonly D[]) => split(keys, key => `${key}_name`)
/** Dimensions whose key is what people read. */
export const plain = <const D extends DimensionKey>(...keys: readonly D[]) => split(keys, key => key)
export const count = sql`count(*)`
export const countIf = (column: string): RawBuilder<unknown> => sql`count(*) filter (where ${sql.ref(`f.${column}`)})`
export const sumOf = (column: string): RawBuilder<unknown> => sql`trim_scale(sum(${sql.ref(`f.${column}`)}))`
/** The material `m` of a row. */
export const product = sql`m.id::text as product, m.code || ' ' || m.name as product_name, m.series as series`
export const hoursOf = (column: string): RawBuilder<unknown> => sql`sum(${sql.ref(`f.${column}`)})::numeric / 3600`
