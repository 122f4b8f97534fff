import { createHash } from 'node:crypto'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(import.meta.dirname, '../..')

/** A template is known by its file and its text, as lines differ between what is written and what runs. */
export const keyOf = (file: string, texts: readonly string[]): string =>
  createHash('sha1')
    .update([file, ...texts].join('\0'))
    .digest('base64url')
    .slice(0, 16)

export interface Column {
  readonly name: string
  /** PostgreSQL's type. */
  readonly oid: number
  /** A row was seen in which it is null. */
  readonly sawNull: boolean
}
/** One statement as it was answered. */
export interface SqlRecord {
  /** All templates of which it was made. */
  readonly templates: readonly string[]
  /** The one that is the whole statement; none when it was built otherwise. */
  readonly whole?: string
  readonly columns: readonly Column[]
}

type Node = { readonly kind: string; readonly sqlFragments?: readonly string[] }
type Made = Pick<SqlRecord, 'templates' | 'whole'>
type Result = { fields?: { name: string; dataTypeID: number }[]; rows?: Record<string, unknown>[] }
// biome-ignore lint/suspicious/noExplicitAny: methods of libraries, of many shapes
type Method = (this: any, ...given: any[]) => any

/** Statements that wait for their answer. */
const mostKnown = 5_000
/** A type that is wrong about null is so in its first rows or in many tests. */
const rowsLookedAt = 100

export class Recorder {
  readonly #write: (record: SqlRecord) => void
  readonly #keys = new WeakMap<readonly string[], string>()
  /** By text, as the driver knows nothing else. */
  readonly #made = new Map<string, Made>()
  readonly #written = new Set<string>()
  readonly #nulls = new Map<string, Set<string>>()
  constructor(write: (record: SqlRecord) => void) {
    this.#write = write
  }

  /** The tag was called: only the first time it is asked from where. */
  tagged(texts: readonly string[]): void {
    if (this.#keys.has(texts)) return
    const file = callerFile(new Error().stack ?? '')
    if (file) this.#keys.set(texts, keyOf(file, texts))
  }

  watchCompiler(compiler: { prototype: { compileQuery: Method } }): void {
    const { compileQuery } = compiler.prototype
    const made = (text: string, node: Node) => this.#remember(text, node)
    compiler.prototype.compileQuery = function (node, ...more) {
      const compiled = compileQuery.call(this, node, ...more)
      made(compiled.sql, node)
      return compiled
    }
  }

  watchClient(client: { prototype: { query: Method } }): void {
    const { query } = client.prototype
    const answered = (text: string, result: Result | Result[]) => this.answered(text, result)
    client.prototype.query = function (...given) {
      const text: unknown = typeof given[0] === 'string' ? given[0] : given[0]?.text
      const last = given.at(-1)
      if (typeof last === 'function')
        given[given.length - 1] = (error: unknown, result: Result) => {
          if (!error && typeof text === 'string') answered(text, result)
          return last(error, result)
        }
      const asked = query.apply(this, given)
      if (typeof text !== 'string' || typeof asked?.then !== 'function') return asked
      return asked.then((result: Result) => {
        answered(text, result)
        return result
      })
    }
  }

  /** Several statements in one text have several answers. */
  answered(text: string, result: Result | Result[]): void {
    if (Array.isArray(result)) {
      const parts = text.split('; ')
      for (const [at, part] of parts.entries()) if (result[at]) this.answered(part, result[at])
      return
    }
    const made = this.#made.get(text)
    if (made) this.#record(made, result)
  }

  #record({ templates, whole }: Made, { fields = [], rows = [] }: Result): void {
    const shape = `${whole} ${fields.map(({ name, dataTypeID }) => `${name}:${dataTypeID}`).join()}`
    const nulls = this.#nulls.get(shape) ?? new Set()
    this.#nulls.set(shape, nulls)
    let isNew = !this.#written.has(shape)
    for (const row of rows.slice(0, rowsLookedAt))
      for (const { name } of fields)
        if (row[name] === null && !nulls.has(name)) {
          nulls.add(name)
          isNew = true
        }
    const unknown = templates.filter(key => !this.#written.has(key))
    if (!isNew && unknown.length === 0) return
    for (const key of [shape, ...unknown]) this.#written.add(key)
    const columns = fields.map(({ name, dataTypeID }) => ({ name, oid: dataTypeID, sawNull: nulls.has(name) }))
    this.#write({ templates: unknown, ...(whole && { whole }), columns })
  }

  #remember(text: string, node: Node): void {
    if (this.#made.has(text)) return
    const found = new Set<string>()
    const look = (at: unknown): void => {
      if (typeof at !== 'object' || at === null) return
      const key = 'sqlFragments' in at && this.#keys.get(at.sqlFragments as readonly string[])
      if (key) found.add(key)
      // Values hold no templates: they may be large.
      if ('kind' in at && at.kind === 'ValueNode') return
      for (const child of Object.values(at)) look(child)
    }
    look(node)
    const whole = node.sqlFragments && this.#keys.get(node.sqlFragments)
    if (this.#made.size >= mostKnown) this.#made.delete(this.#made.keys().next().value!)
    this.#made.set(text, { templates: [...found], ...(whole && { whole }) })
  }
}

/** The file that called the tag: below the recorder's frame and the tag's. */
function callerFile(stack: string): string | undefined {
  const frame = stack
    .split('\n')
    .find(line => line.startsWith('    at ') && !/sql-proof\/recorder|\/kysely\//.test(line))
  const place = frame?.match(/(file:\/\/)?(\/[^()]*?):\d+:\d+\)?$/)
  if (!place) return undefined
  const path = place[1] ? fileURLToPath(`file://${place[2]}`) : place[2]!
  return relative(root, path.replace(/\?.*$/, ''))
}
