import { accessSecrets, endAllSessions } from '@qitao/access/server'
import { say } from '@qitao/core/text.ts'
import { differencesNow, webHookSecrets } from '@qitao/insight/server'
import { restore } from '@qitao/platform/server/backup/restore.ts'
import { openDatabase } from '@qitao/platform/server/database/database.ts'
import { log } from '@qitao/platform/server/log.ts'
import { lostSecrets } from '@qitao/platform/server/secrets.ts'
import type pg from 'pg'
import { migrationFolders } from '../apps/server/areas.ts'

/** Restores, ends all sessions, compares what the books keep twice, tries whether sealed secrets open, and says what came of it. */
export async function restoreBooks(config: pg.ClientConfig, folder: string): Promise<void> {
  const { tables, moment } = await restore(config, folder, migrationFolders)
  const database = openDatabase({ config, log, connections: 2, limits: { statement_ms: 0, idle_ms: 0 } })
  try {
    await database.system(endAllSessions)
    const found = await database.system(differencesNow)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`restored: ${tables.length} tables, ${rows} rows, as of ${moment}`)
    for (const { company, title, count } of found)
      console.log(`  ${company}: ${say(title, 'en')}: ${count} differences`)
    if (found.length > 0) process.exitCode = 1
    console.log(
      found.length === 0
        ? 'compared: everything that the books keep twice agrees'
        : 'compared: the above differs. A backup brings back what was: see whether it differed before, on the page of reconciliation.',
    )
    const lost = await database.system(tx => lostSecrets(tx, [...accessSecrets, webHookSecrets]))
    if (lost.length > 0)
      console.log(
        `secrets: the key that is here (SECRETS_KEY, else secrets.key in DATA_DIR) does not open those of: ${lost.map(({ title }) => say(title, 'en')).join(', ')}. Put the key of the installation that was backed up there; without it they are set up anew (docs/operations.md, SECRETS_KEY).`,
      )
  } finally {
    await database.close()
  }
}
