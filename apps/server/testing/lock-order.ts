import { lockOrder } from '@qitao/site/model/lock-order.ts'
import pg from 'pg'

/**
 * Listens to every statement of this process and notes, for each transaction, the order in which it first locks the declared
 * tables. Tests' own transactions (cause 'test') do what they like.
 */
export interface LockWatch {
  /** What has been locked against the order since it was asked last. */
  broken(): string[]
}

const rank = new Map<string, number>(lockOrder.map((table, index) => [table, index]))
const outside = (text: string): string => {
  // The select that a lock belongs to: what stands in deeper brackets is none of its tables.
  let depth = 0
  return [...text]
    .map(one => {
      if (one === ')') depth--
      const shown = depth === 0 ? one : ' '
      if (one === '(') depth++
      return shown
    })
    .join('')
}

/** Tables that a statement locks, in the order in which it does; through the view of what a member sees, its table. */
export function lockedTables(statement: string): string[] {
  const text = statement.replace(/\s+/g, ' ').replaceAll('"', '').toLowerCase()
  const found: { at: number; table: string }[] = []
  for (const match of text.matchAll(/\bfor (?:no key )?update(?: of (\w+))?/g)) {
    let depth = 0
    let start = match.index
    while (start > 0 && depth >= 0) {
      start--
      if (text[start] === ')') depth++
      if (text[start] === '(') depth--
    }
    const own = outside(text.slice(depth < 0 ? start + 1 : 0, match.index))
    for (const [, table, alias] of own.matchAll(/\b(?:from|join) (\w+)(?: (?:as )?(\w+))?/g))
      if (match[1] === undefined || match[1] === alias || match[1] === table)
        found.push({ at: match.index, table: table! })
  }
  for (const match of text.matchAll(/(?<!\bfor |\bkey |\bdo )\bupdate (\w+)|\bdelete from (\w+)/g))
    found.push({ at: match.index, table: (match[1] ?? match[2])! })
  return found.sort((a, b) => a.at - b.at).map(({ table }) => table.replace(/^seen_/, ''))
}

/** Statements are few and run thousands of times: each is read once. */
const mostKnown = 5_000
const known = new Map<string, { readonly inserted: readonly string[]; readonly locked: readonly string[] }>()
function tablesOf(text: string) {
  let tables = known.get(text)
  if (!tables) {
    const inserted = [...text.matchAll(/\binsert into "?(\w+)/g)].map(([, table]) => table!)
    tables = { inserted, locked: lockedTables(text) }
    if (known.size >= mostKnown) known.clear()
    known.set(text, tables)
  }
  return tables
}

interface Transaction {
  cause: string
  readonly touched: Set<string>
  last: string | undefined
}

export function watchLockOrder(exceptions: (cause: string) => boolean = () => false): LockWatch {
  const broken: string[] = []
  const transactions = new WeakMap<object, Transaction>()
  const { query } = pg.Client.prototype
  const note = (client: object, text: string): void => {
    if (/^\s*begin/i.test(text)) {
      const [, cause = ''] = /set_config\('app\.cause', '([^']*)'/.exec(text) ?? []
      transactions.set(client, { cause, touched: new Set(), last: undefined })
      return
    }
    if (/^\s*(commit|rollback)\s*$/i.test(text)) transactions.delete(client)
    const transaction = transactions.get(client)
    if (!transaction) return
    if (transaction.cause === 'test' || exceptions(transaction.cause)) return
    const { inserted, locked } = tablesOf(text)
    for (const table of inserted) transaction.touched.add(table)
    for (const table of locked) {
      const own = rank.get(table)
      if (own === undefined || transaction.touched.has(table)) continue
      transaction.touched.add(table)
      if (transaction.last !== undefined && own < rank.get(transaction.last)!)
        broken.push(`${transaction.cause} locks ${table} after ${transaction.last}: ${text.slice(0, 120)}`)
      else transaction.last = table
    }
  }
  // biome-ignore lint/suspicious/noExplicitAny: the driver's method has a dozen shapes
  pg.Client.prototype.query = function (this: pg.Client, ...args: any[]): any {
    const text = typeof args[0] === 'string' ? args[0] : args[0]?.text
    if (typeof text === 'string') note(this, text)
    return (query as (...all: unknown[]) => unknown).apply(this, args)
  } as typeof query
  return { broken: () => broken.splice(0) }
}
