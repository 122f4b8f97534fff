import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { Statuses } from '@qitao/core/status.ts'
import { type RawBuilder, sql } from 'kysely'
import { among, recordset, rows, type Tx } from '../database/database.ts'
import type { TableName } from '../database/write-rows.ts'

/** Documents that live by a table of states. */
export interface Living<A extends string, C extends number | string = number | string> {
  readonly table: TableName
  readonly statuses: Pick<Statuses<string, A, C>, 'actions' | 'codes' | 'from' | 'whyNot'>
}
export interface Move<A extends string> {
  readonly id: string
  readonly action: A
}
/** What is written with the state; `r` are the moves, `t` the documents. */
export interface Also {
  readonly set: RawBuilder<unknown>
  /** Columns of the moves that `set` reads, with their types. */
  readonly columns?: RawBuilder<unknown>
}

/**
 * The one way to move documents from state to state: an action, from the states that it starts from. Callers have locked and
 * checked before, so a document in another state is a fault that is stopped here.
 */
export const transition = <A extends string, C extends number | string>(
  tx: Tx,
  org_id: string,
  of: Living<A, C>,
  action: A,
  ids: readonly string[],
  also?: RawBuilder<unknown>,
): Promise<void> =>
  transitions(
    tx,
    org_id,
    of,
    ids.map(id => ({ id, action })),
    also && { set: also },
  )

/** The same for documents of which each goes its own way, with figures of its own. */
export async function transitions<A extends string, C extends number | string>(
  tx: Tx,
  org_id: string,
  { table, statuses }: Living<A, C>,
  moves: readonly Move<A>[],
  also?: Also,
): Promise<void> {
  if (moves.length === 0) return
  const codes = statuses.codes as Readonly<Record<string, C>>
  const type = typeof Object.values(codes)[0] === 'number' ? sql`smallint` : sql`text`
  const steps = moves.map(move => {
    const { to } = statuses.actions[move.action]
    return { ...move, to_state: to === undefined ? null : codes[to], from_states: statuses.from(move.action) }
  })
  const columns = sql`id uuid, to_state ${type}, from_states ${type}[]${also?.columns ? sql`, ${also.columns}` : sql``}`
  const moved = await rows(
    tx,
    sql<{ id: string }>`update ${sql.table(table)} t
      set status = coalesce(r.to_state, t.status)${also ? sql`, ${also.set}` : sql``}
      from ${recordset(steps, columns)} as r
      where t.org_id = ${org_id} and t.id = r.id and t.status = any(r.from_states) returning t.id`,
  )
  const done = new Set(moved.map(({ id }) => id))
  const left = moves.filter(({ id }) => !done.has(id))
  if (left.length > 0) await refuseMoves(tx, org_id, { table, statuses }, left)
}

async function refuseMoves<A extends string, C extends number | string>(
  tx: Tx,
  org_id: string,
  { table, statuses }: Living<A, C>,
  left: readonly Move<A>[],
): Promise<never> {
  const found = await rows(
    tx,
    sql<{ id: string; status: C }>`select id, status from ${sql.table(table)} where org_id = ${org_id} and ${among(
      sql`id`,
      left.map(({ id }) => id),
    )}`,
  )
  const statusOf = new Map(found.map(({ id, status }) => [id, status]))
  for (const { id, action } of left) {
    const status = statusOf.get(id) ?? refuse(generalErrors.recordNotFound)
    const detail = statuses.whyNot(action, status)
    if (detail) refuse(generalErrors.statusNotAllowed, { detail })
  }
  throw new Error(`${table}: a document is moved twice at once`)
}

/** Codes as they stand in a statement, for parts of one that are compared with each other (`group by`, partial indexes). */
export const literals = <K extends string>(
  codes: Readonly<Record<K, number | string>>,
): Record<K, RawBuilder<unknown>> =>
  Object.fromEntries(Object.entries(codes).map(([name, code]) => [name, sql.lit(code)])) as Record<
    K,
    RawBuilder<unknown>
  >
