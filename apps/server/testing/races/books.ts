import { newId } from '@qitao/platform/server/new-id.ts'
import type pg from 'pg'

/** A company's rows: copied into a new company for each round, and read back in a form in which two courses can be compared. */

/** Tables that say who did what and when, or what is waiting to be done: different each time, and no part of the books. */
const notBooks = [
  ...['org', 'org_app', 'app_user', 'session', 'last_sign_in', 'user_config', 'organization_config', 'serial_counter'],
  ...['audit_log', 'change_log', 'input_change', 'job', 'idempotency_key', 'plan_version', 'plan_head', 'notice'],
]

interface Table {
  readonly name: string
  readonly columns: readonly string[]
}

export class Books {
  readonly #pool: pg.Pool
  readonly #template: string
  readonly #tables: readonly Table[]
  readonly #known: ReadonlySet<string>

  private constructor(pool: pg.Pool, template: string, tables: readonly Table[], known: ReadonlySet<string>) {
    this.#pool = pool
    this.#template = template
    this.#tables = tables
    this.#known = known
  }

  static async of(pool: pg.Pool, org_id: string): Promise<Books> {
    const { rows } = await pool.query<Table>(
      `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname having 'org_id' = any(array_agg(a.attname)) order by 1`,
    )
    const copied = rows.filter(({ name }) => !['session', 'audit_log', 'change_log', 'input_change'].includes(name))
    const books = new Books(pool, org_id, copied, new Set())
    const texts = (await books.#rows(org_id, copied)).map(({ row }) => JSON.stringify(row))
    return new Books(pool, org_id, copied, new Set(texts.flatMap(text => text.match(uuids) ?? [])))
  }

  /** A new company with the same rows, but for the company's own id. */
  async copy(): Promise<string> {
    const org_id = newId()
    const client = await this.#pool.connect()
    const each = this.#tables.map(({ name, columns }) => {
      const list = columns.map(column => `"${column}"`).join()
      const values = columns.map(column => (column === 'org_id' ? `'${org_id}'::uuid` : `"${column}"`)).join()
      return `insert into "${name}" (${list}) overriding system value select ${values} from "${name}" where org_id = '${this.#template}'`
    })
    try {
      await client.query(
        [
          'begin',
          'set local session_replication_role = replica',
          orgCopy(this.#template, org_id),
          ...each,
          'commit',
        ].join(';'),
      )
    } finally {
      client.release()
    }
    return org_id
  }

  /** Takes a copy away again. */
  async drop(org_id: string): Promise<void> {
    const client = await this.#pool.connect()
    const each = this.#tables.map(({ name }) => `delete from "${name}" where org_id = '${org_id}'`)
    try {
      await client.query(
        [
          'begin',
          'set local session_replication_role = replica',
          ...each,
          `delete from org where id = '${org_id}'`,
          'commit',
        ].join(';'),
      )
    } finally {
      client.release()
    }
  }

  /** One line a row, in an order that does not hang on ids: equal lists are equal books. */
  async read(org_id: string, leftOut: (table: string, column: string) => boolean): Promise<readonly string[]> {
    const now = Date.now() / 1000
    const found = await this.#rows(
      org_id,
      this.#tables.filter(({ name }) => !notBooks.includes(name)),
    )
    return found.map(({ name, row }) => `${name} ${JSON.stringify(this.#plain(name, row, now, leftOut))}`).sort()
  }

  #plain(table: string, row: object, now: number, leftOut: (table: string, column: string) => boolean): unknown {
    const isNew = 'id' in row && !this.#known.has(String(row.id))
    const plain = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(plain)
      if (typeof value === 'number') return Math.abs(value - now) < 7200 ? 'now' : value
      if (typeof value === 'string' && isUuid.test(value)) return this.#known.has(value) ? value : 'new'
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
    }
    const kept = Object.entries(row).filter(
      ([column]) =>
        !notCompared.has(column) && !(isNew && (column === 'id' || isNumber.test(column))) && !leftOut(table, column),
    )
    return Object.fromEntries(kept.map(([column, value]) => [column, plain(value)]))
  }

  async #rows(org_id: string, tables: readonly Table[]): Promise<{ name: string; row: object }[]> {
    const each = tables.map(
      ({ name }) => `select '${name}' as name, to_jsonb(t) as row from "${name}" t where org_id = '${org_id}'`,
    )
    return (await this.#pool.query<{ name: string; row: object }>(each.join(' union all '))).rows
  }
}

const orgCopy = (from: string, to: string): string =>
  `insert into org (id, company_code, name, time_zone) select '${to}', '${to}', '${to}', time_zone from org where id = '${from}'`
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const isNumber = /(^|_)no$/
/** When, by whom, how often: two courses to the same end differ in these. A running balance hangs on which came first. */
const notCompared = new Set([
  ...['org_id', 'row_version', 'created_time', 'created_by', 'updated_time', 'updated_by', 'sample', 'balance'],
  ...['receipt_no', 'report_no', 'operator_id', 'user_ids', 'owner_id', 'at'],
])
