import type { Exchange } from '@qitao/core/exchange.ts'
import type { RawBuilder } from 'kysely'
import type { Tx } from '../database/database.ts'
import type { Context } from '../http/handle.ts'

/** The exchanges of an area. */
export interface AreaExchanges {
  readonly list: readonly Exchange[]
  /** By type: adds many documents at once, as the call of its exchange adds one; it throws when one of them is refused. */
  // biome-ignore lint/suspicious/noExplicitAny: inputs of different calls, checked by them
  readonly addMany?: Readonly<Record<string, (inputs: readonly any[], context: Context) => Promise<unknown>>>
  /** In the transaction of an import, by type: what else is kept when rows were added or changed. */
  readonly after?: Readonly<Record<string, (tx: Tx, org_id: string, ids: readonly string[]) => Promise<void>>>
}

/** Where a referred record is found by what people write. */
export interface Lookup {
  readonly table: string
  /** Columns that words are looked for in, codes first; or SQL over the table as `t`. */
  readonly words: readonly (string | RawBuilder<unknown>)[]
  /** Further columns that rules want to know. */
  readonly facts?: readonly string[]
}
