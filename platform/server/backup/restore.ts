import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type MigrationFolder, migrate, migrationsIn } from '../database/migrate.ts'
import { copiedTables, copyTarget } from './copied-tables.ts'
import { checkedManifest, fileOf, type Manifest } from './manifest.ts'
import { BackupProblem } from './problem.ts'

/**
 * Fills an empty database from a backup: its tables are made as they were then, filled in one transaction, and brought to
 * today's form by the migrations that came since. Nothing is touched before the whole backup has been read and found sound;
 * a restore that fails leaves the database empty.
 * @throws BackupProblem damaged backup, database in use or not empty, backup of a newer product.
 */
export async function restore(
  config: pg.ClientConfig,
  folder: string,
  migrationFolders: readonly MigrationFolder[],
): Promise<Manifest> {
  const manifest = await checkedManifest(folder)
  await refuseNewer(manifest, migrationFolders)
  const pool = new pg.Pool({ ...config, max: 1 })
  try {
    await refuseUnlessEmpty(pool)
    try {
      const then = new Set(manifest.migrations.map(({ name }) => name))
      await migrate(pool, migrationFolders, name => then.has(name))
      await fill(pool, folder, manifest)
      await migrate(pool, migrationFolders)
    } catch (error) {
      await pool.query('drop schema public cascade; create schema public')
      throw error
    }
    await pool.query('analyze')
    return manifest
  } finally {
    await pool.end()
  }
}

async function refuseNewer({ migrations }: Manifest, folders: readonly MigrationFolder[]): Promise<void> {
  const known = new Map((await migrationsIn(folders)).map(({ name, checksum }) => [name, checksum]))
  const foreign = migrations.find(({ name, checksum }) => known.get(name) !== checksum)
  if (foreign)
    throw new BackupProblem(
      `The backup has the migration ${foreign.name}, which this version does not know as it was: restore it with the version that made it, or a newer one.`,
    )
}

async function refuseUnlessEmpty(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ tables: number; others: number }>(`select
    (select count(*)::int from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r') as tables,
    (select count(*)::int from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()) as others`)
  const { tables, others } = rows[0]!
  if (others > 0)
    throw new BackupProblem('Another program is connected to the database: stop the product before you restore.')
  if (tables > 0)
    throw new BackupProblem(
      'The database is not empty. A restore never overwrites: name a new database, or an empty DATA_DIR, and keep the old one until you have looked at the new.',
    )
}

/** Foreign keys are set anew when all rows are there, whatever order the tables come in; triggers have done their work already. */
async function fill(pool: pg.Pool, folder: string, manifest: Manifest): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    const here = new Map((await copiedTables(client)).map(table => [table.name, table.columns.join()]))
    const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
      select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`)
    await client.query(keys.map(key => `alter table ${key.table} drop constraint ${key.name}`).join(';'))
    const names = manifest.tables.map(({ name }) => `"${name}"`)
    await client.query(`truncate ${names.join(', ')}`)
    for (const table of manifest.tables) {
      if (here.get(table.name) !== table.columns.join())
        throw new BackupProblem(
          `Table ${table.name} has other columns than in the backup: its migrations were changed.`,
        )
      // Who owns a table is held by its wall too, and rows are not copied through a wall.
      await client.query(
        `alter table "${table.name}" disable trigger user, no force row level security, disable row level security`,
      )
      const into = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`))
      await pipeline(createReadStream(fileOf(folder, table)), createZstdDecompress(), into)
      if (into.rowCount !== table.rows)
        throw new BackupProblem(`Table ${table.name} has ${into.rowCount} rows, and ${table.rows} in the backup.`)
      await client.query(`alter table "${table.name}" enable trigger user`)
    }
    for (const [name, last] of Object.entries(manifest.sequences))
      await client.query('select setval(quote_ident($1)::regclass, $2)', [name, last])
    for (const key of keys) await client.query(`alter table ${key.table} add constraint ${key.name} ${key.definition}`)
    await client.query('select secure_tables()')
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
