import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbedded } from '@qitao/platform/server/postgres/embedded.ts'
import { readSecretsKey } from '@qitao/platform/server/secrets.ts'
import type pg from 'pg'

/** The database that `npm start` would use: `DATABASE_URL`, else the embedded one in `DATA_DIR`; left as it was found. */
export async function withDatabase<T>(work: (config: pg.ClientConfig) => Promise<T>): Promise<T> {
  const { DATABASE_URL: url, DATA_DIR: data = join(import.meta.dirname, '../data') } = process.env
  if (url) return work({ connectionString: url })
  readSecretsKey(data)
  const embedded: EmbeddedPostgres = await startEmbedded({
    dataDir: join(data, 'postgres'),
    log: message => console.error(message),
  })
  try {
    return await work(embedded.config)
  } finally {
    await embedded.stop()
  }
}

/** What a person can put right is told in words; anything else shows where. */
export async function toldInWords(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const named = error instanceof Error && ['BackupProblem', 'PostgresProblem'].includes(error.name)
    console.error(named ? error.message : error)
    process.exitCode = 1
  }
}
