import { newId } from '@qitao/platform/server/database/new-id.ts'
import type pg from 'pg'

/** A company's rows: copied into a new company for each round, and read back in a form in which two courses can be compared. */

/** Tables that say who did what and when, or what is waiting to be done: different each time, and no part of the books. */
const notBooks = [
  ...['org', 'org_app', 'app_user', 'session', 'last_sign_in', 'user_config', 'organization_config', 'serial_counter'],
  ...['audit_log', 'change_log', 'input_change', 'job', 'idempotency_key', 'plan_version', 'plan_head', 'notice'],
  'security_event',
]

interface Table {
  readonly name: string
  readonly columns: readonly string[]
}

export class Books {
  readonly #client: pg.PoolClient
  readonly #template: string
  readonly #known: ReadonlySet<string>

  private constructor(client: pg.PoolClient, template: string, known: ReadonlySet<string>) {
    this.#client = client
    this.#template = template
    this.#known = known
  }

  /** What is done in each round stands in functions: their plans are made once. */
  static async of(pool: pg.Pool, org_id: string): Promise<Books> {
    const client = await pool.connect()
    const { rows: tables } = await client.query<Table>(
      `select c.relname as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname having 'org_id' = any(array_agg(a.attname))
        order by 1`,
    )
    const each = (make: (table: Table) => string, some = tables) => some.map(make).join(';\n')
    const copied = tables.filter(({ name }) => !['session', 'audit_log', 'change_log', 'input_change'].includes(name))
    const compared = tables.filter(({ name }) => !notBooks.includes(name))
    await client.query(`
      create function races_copy(from_org uuid, to_org uuid) returns void language plpgsql as $$ begin
        insert into org (id, company_code, name, time_zone) select to_org, to_org, to_org, time_zone from org where id = from_org;
        ${each(({ name, columns }) => `insert into "${name}" (${columns}) overriding system value select ${columns.map(column => (column === 'org_id' ? 'to_org' : column))} from "${name}" where org_id = from_org`, copied)};
      end $$;
      create function races_drop(of_org uuid) returns void language plpgsql as $$ begin
        ${each(({ name }) => `delete from "${name}" where org_id = of_org`)};
        delete from org where id = of_org;
      end $$;
      create function races_read(of_org uuid) returns table (name text, record jsonb) language plpgsql as $$ begin
        ${each(({ name }) => `return query select '${name}', to_jsonb(t) from "${name}" t where org_id = of_org`, compared)};
      end $$;
      set session_replication_role = replica`)
    const rows = await new Books(client, org_id, new Set()).#rows(org_id)
    return new Books(client, org_id, new Set(JSON.stringify(rows).match(uuids)))
  }
  end(): void {
    this.#client.release(true)
  }

  /** A new company with the same rows, but for the company's own id. */
  async copy(): Promise<string> {
    const org_id = newId()
    await this.#client.query('select races_copy($1, $2)', [this.#template, org_id])
    return org_id
  }

  /** Takes a copy away again. */
  async drop(org_id: string): Promise<void> {
    await this.#client.query('select races_drop($1)', [org_id])
  }

  /** One line a row, in an order that does not hang on ids: equal lists are equal books. */
  async read(org_id: string, leftOut: (table: string, column: string) => boolean): Promise<readonly string[]> {
    const now = Date.now() / 1000
    const rows = await this.#rows(org_id)
    return rows.map(({ name, record }) => `${name} ${JSON.stringify(this.#plain(name, record, now, leftOut))}`).sort()
  }

  async #rows(org_id: string): Promise<{ name: string; record: object }[]> {
    return (await this.#client.query<{ name: string; record: object }>('select * from races_read($1)', [org_id])).rows
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
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const isNumber = /(^|_)no$/
/** When, by whom, how often: two courses to the same end differ in these. A running balance hangs on which came first. */
const notCompared = new Set([
  ...[
    'org_id',
    'row_version',
    'created_time',
    'created_by',
    'updated_time',
    'updated_by',
    'locked_by',
    'sample',
    'balance',
  ],
  ...['receipt_no', 'report_no', 'operator_id', 'user_ids', 'owner_id', 'at'],
])
