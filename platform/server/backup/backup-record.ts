import pg from 'pg'
import type { Manifest } from './manifest.ts'

async function tell(config: pg.ClientConfig, statement: string, values: readonly unknown[]): Promise<boolean> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    const { rows } = await client.query(`select to_regclass('public.backup_record') as it`)
    // Of a database that waits for its upgrade.
    if (rows[0]?.it === null) return false
    await client.query(statement, [...values])
    return true
  } finally {
    await client.end()
  }
}
const momentOf = ({ moment }: Manifest): number => Math.floor(Date.parse(moment) / 1000)

/** Keeps in the database that a backup was made. False: the database does not know backups yet. */
export function recordBackup(config: pg.ClientConfig, manifest: Manifest): Promise<boolean> {
  const sum = (of: 'rows' | 'bytes') => manifest.tables.reduce((all, table) => all + table[of], 0)
  return tell(
    config,
    `insert into backup_record (moment_time, tables, rows, bytes) values ($1, $2, $3, $4)
      on conflict (moment_time) do nothing`,
    [momentOf(manifest), manifest.tables.length, sum('rows'), sum('bytes')],
  )
}
/** ... and that it was restored by way of trial, and agreed. */
export const recordTrial = (config: pg.ClientConfig, manifest: Manifest): Promise<boolean> =>
  tell(config, 'update backup_record set tried_time = epoch_now() where moment_time = $1', [momentOf(manifest)])
