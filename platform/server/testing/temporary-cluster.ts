// A PostgreSQL whose data may be lost: fast, in a folder of its own, gone at the end. For test runs and for tools.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
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
const disk = '/tmp'
/** A disk in memory, where there is one: a database is a thousand files, and to copy them there takes a tenth of the processor's time. */
const memory = '/dev/shm'
const places = [disk, memory]
const prefix = 'qitao-test-'
const gigabyte = 2 ** 30

export async function startTemporaryCluster(options: Place = {}): Promise<TemporaryCluster> {
  const folder = temporaryFolder(options)
  const onExit = () => remove(folder)
  process.once('exit', onExit)
  const cluster = await startEmbedded({
    dataDir: join(folder, 'postgres'),
    fsync: false,
    settings: {
      shared_buffers: '128MB',
      max_connections: '200',
      log_min_duration_statement: '-1',
      // Its log of changes is used again soon, as it lies in memory too.
      ...(!options.onDisk && { max_wal_size: '256MB' }),
    },
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

/** `onDisk`: for those who measure; all others are in memory where the machine has room for it. */
export type Place = { onDisk?: boolean }

/** A folder for test data that PostgreSQL's account can enter; its name holds our process id. */
export function temporaryFolder({ onDisk = false }: Place = {}): string {
  removeLeftovers()
  const folder = mkdtempSync(join(!onDisk && hasRoom() ? memory : disk, `${prefix}${process.pid}-`))
  chmodSync(folder, 0o755)
  return folder
}

/** A run takes a few hundred megabytes; several may run at once, beside the programs. */
function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > 4 * gigabyte && process.availableMemory() > 8 * gigabyte
  } catch {
    return false
  }
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
  for (const place of places.filter(existsSync))
    for (const name of readdirSync(place)) {
      if (!name.startsWith(prefix)) continue
      const run = Number.parseInt(name.slice(prefix.length), 10)
      if (run && !isRunning(run)) remove(join(place, name))
    }
}
