// Writes platform/server/tables.ts from the migrated database, so that a query against a missing column does not compile.
//   node tools/database-types.ts          writes it
//   node tools/database-types.ts --check  fails when it is not what the migrations make
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrationFolders } from '@qitao/app-server/areas.ts'
import { migrate } from '@qitao/platform/server/database/migrate.ts'
import { startTemporaryCluster } from '@qitao/platform/server/testing/temporary-cluster.ts'
import pg from 'pg'

const file = join(import.meta.dirname, '../platform/server/database/tables.ts')

const typeOf = (udt: string): string => {
  if (udt.startsWith('_')) return `${typeOf(udt.slice(1))}[]`
  if (['int2', 'int4', 'int8', 'float8'].includes(udt)) return 'number'
  if (udt === 'bool') return 'boolean'
  if (udt === 'jsonb') return 'JsonColumn'
  if (udt === 'timestamptz') return 'Date'
  if (udt === 'bytea') return 'Buffer'
  return 'string'
}

async function generate(): Promise<string> {
  const database = await startTemporaryCluster()
  const pool = new pg.Pool(database.config)
  try {
    await migrate(pool, migrationFolders)
    const { rows } = await pool.query<{
      t: string
      c: string
      udt: string
      nullable: boolean
      given: boolean
      always: boolean
    }>(
      `select table_name as t, column_name as c, udt_name as udt, is_nullable = 'YES' as nullable,
         column_default is not null or is_identity = 'YES' as given, is_generated = 'ALWAYS' or identity_generation = 'ALWAYS' as always
       from information_schema.columns where table_schema = 'public' and table_name <> 'migration' order by table_name, ordinal_position`,
    )
    const tables = Map.groupBy(rows, row => row.t)
    const blocks = [...tables].map(([name, columns]) => {
      const lines = columns.map(({ c, udt, nullable, given, always }) => {
        const type = `${typeOf(udt)}${nullable ? ' | null' : ''}`
        return `    ${c}: ${always ? `GeneratedAlways<${type}>` : given ? `Generated<${type}>` : type}`
      })
      return `  ${name}: {\n${lines.join('\n')}\n  }`
    })
    return `// Written by tools/database-types.ts from the migrated database; not edited by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Read as a value, written as JSON text. */
export type JsonColumn = ColumnType<unknown, string, string>

export interface Tables {\n${blocks.join('\n')}\n}\n`
  } finally {
    await pool.end()
    await database.discard()
  }
}

const wanted = await generate()
if (process.argv.includes('--check')) {
  if ((await readFile(file, 'utf8')) !== wanted) {
    console.error('platform/server/tables.ts is not what the migrations make: run node tools/database-types.ts')
    process.exitCode = 1
  }
} else await writeFile(file, wanted)
