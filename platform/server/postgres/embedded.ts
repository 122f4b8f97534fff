/*
 * The embedded PostgreSQL: the real server from npm packages, for a first start and for tests.
 * It listens on a private unix socket only. It outlives a killed program and is adopted by the next one; when it dies
 * itself it is started again. Production sets DATABASE_URL and never comes here.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { lstatSync, readdirSync, readFileSync, rmdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Account, accountFor } from './account.ts'
import { type Binaries, binariesFor } from './binaries.ts'
import { ask, database, hasOtherUsers, makeDatabase } from './connection.ts'
import { openDataFolder, postgresEnvironment, superuser } from './data-folder.ts'
import { clearDeadLocks, isRunning, postmasterPid, postmasterState, socketPort } from './postmaster.ts'
import { PostgresProblem } from './problem.ts'
import { type ServerSettings, settingsOf } from './settings.ts'
import { openSocketFolder, socketFolderOf } from './socket-folder.ts'

export type EmbeddedOptions = ServerSettings & {
  dataDir: string
  /** Told of restarts and of a server left running. */
  log?: (message: string) => void
}

export type EmbeddedPostgres = {
  /** For `new pg.Pool(config)`: the owner of everything, in the database `qitao`. */
  config: { host: string; port: number; user: string; database: string }
  connectionString: string
  /** True when a running server was found and taken over. */
  adopted: boolean
  /** Where the data really is; may differ from what was asked when that place is closed to PostgreSQL's account. */
  dataDir: string
  /** The postmaster's process id; undefined while it is down. */
  pid(): number | undefined
  /**
   * Stops the server, unless another program still has a connection to it: then it is left running.
   * Close your own pools first. Resolves to whether it was stopped.
   */
  stop(how?: { evenIfUsed?: boolean; immediately?: boolean }): Promise<boolean>
}

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const asked = resolve(options.dataDir)
  const account = accountFor(asked)
  const binaries = binariesFor(account)
  const dataDir = openDataFolder(asked, account, binaries, options.fsync !== false)
  const socketDir = socketFolderOf(dataDir)
  const server = { dataDir, socketDir, account, binaries, settings: settingsOf(options) }
  const log = options.log ?? (message => console.warn(message))

  let current = await bringUp(server)
  const adopted = current.child === undefined
  await makeDatabase(socketDir)

  let isStopping = false
  async function keepUp() {
    for (let failures = 0; ; ) {
      await death(current)
      if (isStopping) return
      log('PostgreSQL ended unexpectedly; starting it again')
      try {
        current = await bringUp(server)
        failures = 0
      } catch (error) {
        log(`PostgreSQL could not be started again: ${error}`)
        await wait(Math.min(30_000, 1000 * 2 ** failures++), undefined, { ref: false })
      }
    }
  }
  keepUp()

  return {
    config: { host: socketDir, port: socketPort, user: superuser, database },
    connectionString: `postgresql://${superuser}@${encodeURIComponent(socketDir)}:${socketPort}/${database}`,
    adopted,
    dataDir,
    pid: () => postmasterPid(dataDir),
    async stop({ evenIfUsed = false, immediately = false } = {}) {
      isStopping = true
      if (!evenIfUsed && (await hasOtherUsers(socketDir))) {
        log('PostgreSQL is left running: another program is connected to it')
        return false
      }
      await shutDown(dataDir, immediately ? 'SIGQUIT' : 'SIGINT')
      removeEmpty(socketDir)
      return true
    },
  }
}

type Server = {
  dataDir: string
  socketDir: string
  account: Account
  binaries: Binaries
  settings: Record<string, string>
}

type Running = { pid: number; child?: ChildProcess }

/** Adopts the server of this data folder or starts it, waiting out one that is starting, ending or dying. */
async function bringUp(server: Server): Promise<Running> {
  const { dataDir, socketDir } = server
  const silenceLimit = deadline(10_000)
  const lockLimit = deadline(30_000)
  const recoveryLimit = deadline(300_000)
  let wasAskedToEnd = false
  for (;;) {
    const answer = await ask(socketDir, dataDir)
    const pid = postmasterPid(dataDir)
    if (answer === 'ready' && pid) return { pid }
    if (pid && postmasterState(dataDir) === 'alive') {
      if (answer === 'silent' && silenceLimit.isOver() && !wasAskedToEnd) {
        process.kill(pid, 'SIGINT') // it lives but its socket is lost, for instance to a cleaner of /tmp
        wasAskedToEnd = true
      }
      if ((answer === 'silent' ? lockLimit : recoveryLimit).isOver())
        throw new PostgresProblem(
          `PostgreSQL (process ${pid}) holds ${dataDir} but does not answer. End it (kill -QUIT ${pid}) and start again.`,
        )
      await wait(100)
      continue
    }
    openSocketFolder(socketDir, server.account)
    clearDeadLocks(dataDir, socketDir)
    const started = await startOnce(server, recoveryLimit)
    if ('pid' in started) return started
    // Processes of a killed postmaster need a moment to notice and to let go of its memory and locks.
    if (!/lock file|shared memory|in use/i.test(started.problem) || lockLimit.isOver())
      throw new PostgresProblem(`PostgreSQL did not start in ${dataDir}: ${started.problem}`)
    await wait(250)
  }
}

async function startOnce(server: Server, limit: Deadline): Promise<Running | { problem: string }> {
  const { dataDir, socketDir, account, binaries, settings } = server
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(binaries.postgres, ['-D', dataDir, '-c', `unix_socket_directories=${socketDir}`, ...flags], {
    ...account,
    cwd: '/',
    env: postgresEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'], // until its own log collector takes over
    detached: true, // Ctrl-C in our terminal is for us: we close connections first, then stop it
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000)
  })
  child.once('error', error => {
    said += error.message
  })
  child.unref()
  ;(child.stderr as unknown as { unref(): void }).unref()
  const isOver = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  while (!limit.isOver()) {
    if (child.pid && (await ask(socketDir, dataDir)) === 'ready') return { pid: child.pid, child }
    if (isOver()) return { problem: `${said}${newestLog(dataDir)}`.trim() }
    await wait(30)
  }
  return { problem: 'it did not become ready in time' }
}

/** Resolves when the server has died. We hear of our own child at once; an adopted one has to be watched. */
async function death({ pid, child }: Running): Promise<void> {
  if (child) {
    if (child.exitCode !== null || child.signalCode !== null) return
    await new Promise<void>(done => child.once('exit', () => done()))
  } else while (isRunning(pid)) await wait(500, undefined, { ref: false })
}

async function shutDown(dataDir: string, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  const pid = postmasterPid(dataDir)
  if (!pid || postmasterState(dataDir) !== 'alive') return
  process.kill(pid, signal)
  const patience = deadline(30_000)
  while (isRunning(pid)) {
    if (patience.isOver()) {
      process.kill(pid, 'SIGQUIT') // the next start recovers from the log, as after a crash
      return
    }
    await wait(20)
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // something is in it, or somebody else removed it
  }
}

function newestLog(dataDir: string): string {
  try {
    const folder = join(dataDir, 'log')
    const newest = readdirSync(folder)
      .map(name => join(folder, name))
      .sort((one, other) => lstatSync(other).mtimeMs - lstatSync(one).mtimeMs)[0]
    return newest ? `\n${readFileSync(newest, 'utf8').slice(-2000)}` : ''
  } catch {
    return ''
  }
}

type Deadline = { isOver(): boolean }

function deadline(milliseconds: number): Deadline {
  const end = Date.now() + milliseconds
  return { isOver: () => Date.now() > end }
}
