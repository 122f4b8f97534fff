// One PostgreSQL per vitest run, with one migrated template that every test file copies (see cluster.ts).
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../postgres/embedded.ts'
import { isRunning, postmasterPid, postmasterState } from '../postgres/postmaster.ts'
import { socketFolderOf } from '../postgres/socket-folder.ts'
import { migrateTemplate } from './migrate-template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: { config: { host: string; port: number; user: string; database: string }; template: string }
  }
}

const template = 'qitao_template'
// Not TMPDIR: PostgreSQL's account must be able to enter, and a later run must find what a killed one left.
const place = '/tmp'
const prefix = 'qitao-test-'

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  discardLeftovers()
  const folder = mkdtempSync(join(place, `${prefix}${process.pid}-`))
  chmodSync(folder, 0o755)
  const onExit = () => discard(folder)
  process.once('exit', onExit)

  const cluster = await startEmbedded({
    dataDir: join(folder, 'postgres'),
    fsync: false,
    settings: { shared_buffers: '128MB', max_connections: '200', log_min_duration_statement: '-1' },
  })
  await makeTemplate(cluster.config, project.config.root)
  project.provide('cluster', { config: cluster.config, template })

  return async () => {
    await cluster.stop({ evenIfUsed: true, immediately: true })
    discard(folder)
    process.off('exit', onExit)
  }
}

async function makeTemplate(config: pg.ClientConfig, root: string): Promise<void> {
  const admin = new pg.Client({ ...config, database: 'postgres' })
  await admin.connect()
  try {
    await admin.query(`create database ${template}`)
    await migrateTemplate({ ...config, database: template }, root)
    await admin.query(`alter database ${template} with is_template true allow_connections false`)
  } finally {
    await admin.end()
  }
}

/** Clusters of runs that were killed before they could clean up; the folder's name holds the run's process id. */
function discardLeftovers(): void {
  for (const name of readdirSync(place)) {
    if (!name.startsWith(prefix)) continue
    const run = Number.parseInt(name.slice(prefix.length), 10)
    if (run && !isRunning(run)) discard(join(place, name))
  }
}

function discard(folder: string): void {
  try {
    const dataDir = join(folder, 'postgres')
    if (postmasterState(dataDir) === 'alive') process.kill(postmasterPid(dataDir)!, 'SIGQUIT')
    rmSync(socketFolderOf(dataDir), { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  } catch {
    // another user's, or still ending: the next run tries again
  }
}
