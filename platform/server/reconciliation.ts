import type { Text } from '@qitao/core/text.ts'
import { type RawBuilder, sql } from 'kysely'
import { among, type Tx } from './database.ts'

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
