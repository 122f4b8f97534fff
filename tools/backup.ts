/*
 * `npm run backup -- [FOLDER] [--keep N] [--no-trial]`: copies the database, in use or not, into a new folder of FOLDER (./backups), and
 * tries it: restores it into a database of its own that is thrown away, and compares what the books keep twice.
 */
import './require-node-24.js'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp, removeOld } from '@qitao/platform/server/backup/backup.ts'
import { recordBackup, recordTrial } from '@qitao/platform/server/backup/backup-record.ts'
import { BackupProblem } from '@qitao/platform/server/backup/problem.ts'
import { startEmbedded } from '@qitao/platform/server/postgres/embedded.ts'
import { toldInWords, withDatabase } from './database-of.ts'
import { restoreBooks } from './restore-books.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' }, 'no-trial': { type: 'boolean', default: false } },
})
const into = resolve(positionals[0] ?? 'backups')
const keep = values.keep === undefined ? undefined : Number(values.keep)

await toldInWords(async () => {
  if (keep !== undefined && !(Number.isInteger(keep) && keep > 0))
    throw new BackupProblem(`--keep ${values.keep}: say how many backups stay, 1 or more.`)
  await withDatabase(async config => {
    const { folder, manifest } = await backUp(config, into)
    await recordBackup(config, manifest)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, 0)
    console.log(`${folder}: ${manifest.tables.length} tables, ${rows} rows, ${(bytes / 2 ** 20).toFixed(1)} MB`)
    if (values['no-trial']) return
    await tryIt(folder)
    await recordTrial(config, manifest)
  })
  if (keep === undefined) return
  const removed = await removeOld(into, keep)
  if (removed.length > 0) console.log(`removed: ${removed.join(', ')}`)
})

/** A backup that nobody has restored is a hope. */
async function tryIt(folder: string): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'qitao-trial-'))
  const trial = await startEmbedded({ dataDir: join(place, 'postgres'), fsync: false, log: () => undefined })
  try {
    await restoreBooks(trial.config, folder)
  } finally {
    await trial.stop({ evenIfUsed: true, immediately: true })
    await rm(place, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
  }
}
