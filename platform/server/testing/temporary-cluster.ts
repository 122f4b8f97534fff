// A PostgreSQL whose data may be lost: fast, in a folder of its own, gone at the end. For test runs and for tools.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbedded } from '../postgres/embedded.ts'
import { isRunning, postmasterPid, postmasterState } from '../postgres/postmaster.ts'
import { socketFolderOf } from '../postgres/socket-folder.ts'

export type TemporaryCluster = {
  config: EmbeddedPostgres['config']
  /** Stops the server and removes its data; happens by itself, too, when the process exits. */
  discard(): Promise<void>
}

// Not TMPDIR: PostgreSQL's account must be able to enter, and a later run must find what a killed one left.
const place = '/tmp'
const prefix = 'qitao-test-'

export async function startTemporaryCluster(): Promise<TemporaryCluster> {
  removeLeftovers()
  const folder = temporaryFolder()
  const onExit = () => remove(folder)
  process.once('exit', onExit)
  const cluster = await startEmbedded({
    dataDir: join(folder, 'postgres'),
    fsync: false,
    settings: { shared_buffers: '128MB', max_connections: '200', log_min_duration_statement: '-1' },
  })
  return {
    config: cluster.config,
    async discard() {
      await cluster.stop({ evenIfUsed: true, immediately: true })
      remove(folder)
      process.off('exit', onExit)
    },
  }
}

/** A folder for test data that PostgreSQL's account can enter; its name holds our process id. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(place, `${prefix}${process.pid}-`))
  chmodSync(folder, 0o755)
  return folder
}

/** Ends the server that works in `<folder>/postgres`, if any, and removes the folder. */
export function remove(folder: string): void {
  const dataDir = join(folder, 'postgres')
  try {
    if (postmasterState(dataDir) === 'alive') process.kill(postmasterPid(dataDir)!, 'SIGQUIT')
    rmSync(socketFolderOf(dataDir), { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  } catch {
    // another user's, or still ending: the next run tries again
  }
}

/** What runs left that were killed before they could clean up. */
function removeLeftovers(): void {
  for (const name of readdirSync(place)) {
    if (!name.startsWith(prefix)) continue
    const run = Number.parseInt(name.slice(prefix.length), 10)
    if (run && !isRunning(run)) remove(join(place, name))
  }
}
