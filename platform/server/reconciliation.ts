import type { Text } from '@qitao/core/text.ts'
import { type RawBuilder, sql } from 'kysely'
import { among, type Tx } from './database/database.ts'

/** Two figures that must agree and do not. */
export interface Difference {
  readonly object_id: string
  /** Number or name that people know the object by. */
  readonly object_no: string
  /** Which figure of it, when the object has several; '' otherwise. */
  readonly subject: string
  /** What it should be, by the side that counts. */
  readonly expected: string
  readonly found: string
}

/**
 * Figures that are kept twice are compared, by statements that share nothing with the code that writes them. An area
 * declares its own; what it may put right is written by it alone.
 */
export interface Reconciliation {
  readonly key: string
  readonly title: Text
  /** Which side counts, and what to do about a difference. */
  readonly remedy: Text
  /** A query of `Difference`, of all objects or of some. */
  readonly find: (org_id: string, ids: readonly string[] | undefined) => RawBuilder<Difference>
  /** Locks the objects, then sets what is derived to what it is derived from. Absent: only people can put it right. */
  readonly correct?: (tx: Tx, org_id: string, ids: readonly string[]) => Promise<unknown>
}

/** All objects, or just these. */
export const amongThese = (column: RawBuilder<unknown>, ids: readonly string[] | undefined): RawBuilder<boolean> =>
  ids === undefined ? sql<boolean>`true` : among(column, ids)

/** A quantity as text, without the zeros of its scale. */
export const plainNumber = (value: RawBuilder<unknown>): RawBuilder<string> => sql<string>`trim_scale(${value})::text`

interface Derived extends Pick<Reconciliation, 'key' | 'title' | 'remedy'> {
  /** A table of documents with `id` and `no`; `t` in what follows. */
  readonly table: string
  /** A number, or a state whose code is one. */
  readonly column: string
  readonly expected:
    | RawBuilder<unknown>
    /** Sums over a long history, as rows (id, total): gone through once, whatever the planner believes of the company. */
    | ((org_id: string, ids: readonly string[] | undefined) => RawBuilder<{ id: string; total: string }>)
  readonly where?: RawBuilder<unknown>
  /** What follows from the figure in its turn. */
  readonly after?: (tx: Tx, org_id: string, ids: readonly string[]) => Promise<unknown>
}
/** A figure of a document that follows from other rows: it is compared with them, and set to what they make. */
export function derived({
  key,
  title,
  remedy,
  table,
  column,
  expected,
  where = sql`true`,
  after,
}: Derived): Reconciliation {
  const [of, figure] = [sql.table(table), sql.ref(`t.${column}`)]
  const number = (value: RawBuilder<unknown>) => plainNumber(sql`(${value})::numeric`)
  const beside = (org_id: string, ids: readonly string[] | undefined) =>
    typeof expected === 'function'
      ? sql`left join (with sums as materialized (${expected(org_id, ids)}) select id, total from sums) k on k.id = t.id`
      : sql`cross join lateral (select ${expected} as total) k`
  const right = typeof expected === 'function' ? sql`coalesce(k.total, 0)` : sql`k.total`
  return {
    ...{ key, title, remedy },
    find: (org_id, ids) => sql`select t.id as object_id, t.no as object_no, '' as subject,
        ${number(right)} as expected, coalesce(${number(figure)}, '') as found
      from ${of} t ${beside(org_id, ids)}
      where t.org_id = ${org_id} and ${where} and ${amongThese(sql`t.id`, ids)} and ${right} is distinct from ${figure}`,
    correct: async (tx, org_id, ids) => {
      await sql`select from ${of} t where t.org_id = ${org_id} and ${among(sql`t.id`, ids)} order by t.id for update`.execute(
        tx,
      )
      await sql`update ${of} u set ${sql.ref(column)} = ${right} from ${of} t ${beside(org_id, ids)}
        where u.org_id = ${org_id} and u.id = t.id and t.org_id = ${org_id} and ${where} and ${among(sql`t.id`, ids)}`.execute(
        tx,
      )
      await after?.(tx, org_id, ids)
    },
  }
}
