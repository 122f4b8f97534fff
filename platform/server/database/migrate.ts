import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/**
 * Numbered SQL files, applied in the order of the areas and then of the numbers, each in a transaction of its own, under
 * one lock so that several servers may start at once. A file that was applied and has changed since is drift: refused.
 */
export interface MigrationFolder {
  readonly area: string
  readonly folder: string
}
export interface Migration {
  readonly name: string
  readonly statements: string
  readonly checksum: string
}

const lockKey = 735_100_101

/** @param isWanted those whose time has come; all of them, but for a restore of what is older. */
export async function migrate(
  pool: pg.Pool,
  folders: readonly MigrationFolder[],
  isWanted: (name: string) => boolean = () => true,
): Promise<string[]> {
  const migrations = await migrationsIn(folders)
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(`create table if not exists migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migration')
    const applied = new Map(rows.map(row => [row.name, row.checksum]))
    refuseDrift(migrations, applied)
    const fresh = migrations.filter(({ name }) => !applied.has(name) && isWanted(name))
    for (const { name, statements, checksum } of fresh) {
      await client.query('begin')
      try {
        await client.query(statements)
        await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error })
      }
    }
    await client.query('select secure_tables()')
    return fresh.map(({ name }) => name)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => undefined)
    client.release()
  }
}

function refuseDrift(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  for (const { name, checksum } of migrations) {
    const before = applied.get(name)
    if (before !== undefined && before !== checksum) {
      throw new Error(`migration ${name} was changed after it had been applied: restore the file and add a new one`)
    }
  }
  const known = new Set(migrations.map(({ name }) => name))
  for (const name of applied.keys()) {
    if (!known.has(name))
      throw new Error(`the database has migration ${name}, which this version does not know: upgrade the product`)
  }
}

/** In the order in which they are applied. */
export async function migrationsIn(folders: readonly MigrationFolder[]): Promise<Migration[]> {
  const lists = await Promise.all(
    folders.map(async ({ area, folder }) => {
      const files = (await readdir(folder).catch(() => [])).filter(file => file.endsWith('.sql')).sort()
      return Promise.all(
        files.map(async file => {
          const statements = await readFile(join(folder, file), 'utf8')
          return {
            name: `${area}/${file}`,
            statements,
            checksum: createHash('sha256').update(statements).digest('hex'),
          }
        }),
      )
    }),
  )
  return lists.flat()
}
