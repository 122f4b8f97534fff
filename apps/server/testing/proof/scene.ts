import { inflateRawSync } from 'node:zlib'
import { authenticator } from '@qitao/access/server'
import type { AnyCall, Envelope } from '@qitao/core/call.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import type { Database } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { trustedProxies } from '@qitao/platform/server/http/client-address.ts'
import { buildHttp, type HttpOptions } from '@qitao/platform/server/http/http.ts'
import { usualLimits } from '@qitao/platform/server/http/limits.ts'
import type { FastifyInstance } from 'fastify'
import { areas } from '../../areas.ts'
import type { TestApp, TestCompany } from '../test-app.ts'
import type { IdOf } from './inputs.ts'

/** All calls that are built. */
export const builtCalls: readonly AnyCall[] = areas.flatMap(area => area.handlers.map(({ call }) => call))

/**
 * The product's calls once more over the same database, with parts exchanged: that is how holes are planted, and how a wall is
 * taken away. Jobs are written and never run.
 */
export function serve(
  app: TestApp,
  exchanged: { areas?: readonly Area[]; database?: Database; tell?: HttpOptions['tell'] } = {},
): FastifyInstance {
  const database = exchanged.database ?? app.database
  return buildHttp({
    areas: exchanged.areas ?? areas,
    database,
    authenticate: authenticator(app.database),
    tell: exchanged.tell ?? (async () => {}),
    messenger: { kind: 'outbox', send: async () => {} },
    ready: async () => true,
    limits: usualLimits,
    proxies: trustedProxies(undefined),
  })
}

export async function ask(http: FastifyInstance, call: AnyCall, input: unknown, token?: string): Promise<Envelope> {
  const response = await http.inject({
    method: call.method,
    url: call.path,
    headers: token === undefined ? {} : { authorization: token },
    ...(call.method === 'GET' ? { query: input as Record<string, string> } : { payload: input as object }),
  })
  if (!response.headers['content-disposition']) return response.json()
  return { code: 200, message: '', data: textsIn(response.rawPayload) }
}

/** What stands in a file that was answered: of a workbook the text of its parts. */
function textsIn(file: Buffer): string {
  const parts: string[] = []
  for (let at = file.indexOf(zipPart); at >= 0; at = file.indexOf(zipPart, at + 4)) {
    const from = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
    if (file.readUInt16LE(at + 8) === 8) parts.push(inflateRawSync(file.subarray(from)).toString())
  }
  return parts.length > 0 ? parts.join('\n') : file.toString()
}
const zipPart = Buffer.from('PK\u0003\u0004')

/** What a company has in its books: ids by table, and a mark in the texts that tells its rows from everybody else's. */
export interface Books {
  readonly ids: ReadonlyMap<string, readonly string[]>
  readonly all: readonly string[]
  readonly mark: string
}
const markedColumns = ['name', 'code', 'no', 'mo_no', 'machine_no', 'remark', 'customer_order_no', 'lot_no']

/** Marks the company's texts, so that a row of it can be known in any answer. */
export async function markedBooks(app: TestApp, { org_id }: TestCompany): Promise<Books> {
  const mark = '·谁的·'
  const { rows: columns } = await app.database.pool.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c
      join pg_attribute o on o.attrelid = c.oid and o.attname = 'org_id'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attgenerated = ''
        and (a.attname = 'id' and a.atttypid = 'uuid'::regtype or a.attname = any($1) and a.atttypid = 'text'::regtype)`,
    [markedColumns],
  )
  const tables = Map.groupBy(columns, one => one.table)
  const ids = new Map<string, readonly string[]>()
  for (const [table, found] of tables) {
    const texts = found.map(one => one.column).filter(column => column !== 'id')
    // A few tables are only ever added to, or check their texts: their rows are told apart by what they refer to.
    if (texts.length > 0)
      await app.database.pool
        .query(
          `update "${table}" set ${texts.map(text => `"${text}" = "${text}" || '${mark}'`).join(', ')} where org_id = $1`,
          [org_id],
        )
        .catch(() => {})
    if (!found.some(one => one.column === 'id')) continue
    const { rows } = await app.database.pool.query<{ id: string }>(
      `select id from "${table}" where org_id = $1 order by id limit 20`,
      [org_id],
    )
    if (rows.length > 0)
      ids.set(
        table,
        rows.map(({ id }) => id),
      )
  }
  return { ids, all: [...ids.values()].flat(), mark }
}

/** Ids out of the books that suit a field: `material_id` a material's, whatever has no table of its name anything's. */
export const idsOf =
  (books: Books, random: () => number): IdOf =>
  field => {
    const table = field.replace(/_ids?$/, '')
    const list = books.ids.get(table) ?? books.ids.get(`${table}s`) ?? books.all
    return list[Math.floor(random() * list.length)] ?? newId()
  }
