/*
 * `npm run restore -- FOLDER`: fills an empty database (a new DATA_DIR, or DATABASE_URL) from a backup; then `npm start`.
 */
import './require-node-24.js'
import { resolve } from 'node:path'
import { BackupProblem } from '@qitao/platform/server/backup/problem.ts'
import { toldInWords, withDatabase } from './database-of.ts'
import { restoreBooks } from './restore-books.ts'

await toldInWords(async () => {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new BackupProblem('Which backup? npm run restore -- backups/2026-01-31T02.00.00.000Z')
  await withDatabase(config => restoreBooks(config, resolve(folder)))
})
