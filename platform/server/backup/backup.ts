import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type CopiedTable, copiedTables, copyTarget, sequences } from './copied-tables.ts'
import { fileOf, type Manifest, type SavedTable, writeManifest } from './manifest.ts'
import { BackupProblem } from './problem.ts'

export interface Backup {
  readonly folder: string
  readonly manifest: Manifest
}
/** What the folder of a backup that is being made, or was broken off, ends with. */
const unfinished = '.unfinished'

/**
 * Copies every table as it stood at one moment into a new folder of `into`, while the product is in use: a file for each
 * table and, last, a manifest with its rows and its SHA-256. Half a backup never bears the name of one.
 */
export async function backUp(config: pg.ClientConfig, into: string): Promise<Backup> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    const { rows: made } = await client.query(`select to_regclass('public.migration') as it`)
    if (made[0]!.it === null)
      throw new BackupProblem('There is nothing to back up: the product has never run on this database.')
    await client.query(
      'begin isolation level repeatable read read only; set local role qitao_system; set local statement_timeout = 0',
    )
    const moment = new Date(
      (await client.query<{ now: string }>('select now()::text as now')).rows[0]!.now,
    ).toISOString()
    const folder = join(into, moment.replaceAll(':', '.'))
    const making = folder + unfinished
    await mkdir(making, { recursive: true, mode: 0o700 })
    try {
      const tables: SavedTable[] = []
      for (const table of await copiedTables(client)) tables.push(await saveTable(client, making, table))
      // Only who owns a sequence is told where it stands.
      await client.query('reset role')
      const places = await sequences(client)
      const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
        'select name, checksum from migration order by applied_at, name',
      )
      const { rows } = await client.query<{ server_version: string }>('show server_version')
      const manifest: Manifest = {
        ...{ format: 1, moment, postgres: rows[0]!.server_version },
        ...{ migrations, tables, sequences: places },
      }
      await writeManifest(making, manifest)
      await rename(making, folder)
      return { folder, manifest }
    } catch (error) {
      await rm(making, { recursive: true, force: true })
      throw error
    }
  } finally {
    await client.end()
  }
}

async function saveTable(client: pg.Client, folder: string, table: CopiedTable): Promise<SavedTable> {
  const rows = client.query(copyTo(`copy ${copyTarget(table)} to stdout`))
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(piece: Buffer, _, pass) {
      hash.update(piece)
      bytes += piece.length
      pass(null, piece)
    },
  })
  const file = createWriteStream(fileOf(folder, table), { mode: 0o600, flush: true })
  await pipeline(rows, createZstdCompress(), measure, file)
  return { ...table, rows: rows.rowCount, bytes, sha256: hash.digest('hex') }
}

/** The names of backups in a folder, the oldest first. */
export async function backupsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter(name => /^\d{4}-\d\d-\d\dT[\d.]+Z$/.test(name)).sort()
}

/** Removes all but the newest `keep` backups; answers their names. */
export async function removeOld(folder: string, keep: number): Promise<string[]> {
  const old = (await backupsIn(folder)).slice(0, -keep)
  for (const name of old) await rm(join(folder, name), { recursive: true })
  return old
}
