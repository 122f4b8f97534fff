/** Statements with a fault each, and sound ones beside them: `node planted.ts '<connection as JSON>'` runs them. */
import { openDatabase, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'

const nobody = sql`id = ${crypto.randomUUID()}`
const never = sql`false`
const part = (isWanted: boolean) => (isWanted ? sql`, 2 as second` : sql`, 3 as third`)
const sized = <T extends { size: string }>(tx: Tx): Promise<T[]> => rows(tx, sql<T>`select 1 as size`)

async function runAll(tx: Tx): Promise<void> {
  await rows(tx, sql<{ id: string; name: string }>`select id, name as title from org where ${nobody}`)
  await rows(tx, sql<{ id: string; name: string; more: string }>`select id, name from org where ${nobody}`)
  await rows(tx, sql<{ size: number; most: number }>`select 1::numeric as size, 2::bigint as most`)
  await rows<{ first: Date | null; last: string }>(tx, sql`select null::timestamptz as first, current_date as last`)
  await rows(tx, sql<{ name: string; note?: string }>`select null as name, null as note`)
  await rows(tx, sql<{ list: number[]; all: string[] }>`select array[1]::bigint[] as list, array['a'] as all`)
  await rows(tx, sql<{ first: number; second: number }>`select 1 as first${part(true)}`)
  await sized(tx)
  await rows(
    tx,
    sql<{ is: boolean; data: { a: number }[]; ids: readonly string[]; more?: string; code: 1 | 2 }>`
      select true as is, '[]'::jsonb as data, '{}'::uuid[] as ids, 1::smallint as code`,
  )
}
async function unread(tx: Tx): Promise<void> {
  await sql`select 1 from org where ${never}`.execute(tx)
}

const database = openDatabase({ config: JSON.parse(process.argv[2]!), log: console })
await database.system(tx => (process.argv[3] === 'all' ? unread(tx) : runAll(tx)))
await database.close()
