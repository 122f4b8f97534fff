// A real server process with a database of its own, for stories, fault storms and measurements.
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { database } from '@qitao/platform/server/postgres/connection.ts'
import { superuser } from '@qitao/platform/server/postgres/data-folder.ts'
import { postmasterPid, socketPort } from '@qitao/platform/server/postgres/postmaster.ts'
import { socketFolderOf } from '@qitao/platform/server/postgres/socket-folder.ts'
import { type Place, remove, temporaryFolder } from '@qitao/platform/server/testing/temporary-cluster.ts'
import pg from 'pg'

const program = join(import.meta.dirname, '../apps/server/main.ts')
/** Password of the account `admin` of the company DEMO on such a server. */
export const demoPassword = 'Story-2026-demo'

const metricsToken = 'story'
/** What the server says of itself to those who watch it. */
export const metricsOf = async (url: string): Promise<string> =>
  (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text()

const mostSaid = 2_000_000

export type StartedServer = {
  /** For example http://127.0.0.1:41234 */
  url: string
  dataDir: string
  /** The Node process; another one after `start()`. */
  pid(): number
  /** PostgreSQL's postmaster; undefined while it is down. */
  databasePid(): number | undefined
  /** What it has written since it was first started, the last part of it. */
  said(): string
  /** Dies without a goodbye; the database lives on. */
  kill(): Promise<void>
  /** Ends every PostgreSQL process without a goodbye; the server starts it again. */
  killDatabase(): Promise<void>
  /** Straight to the data, past the server, as PostgreSQL's superuser: end your pools before `stop`. */
  databaseConfig: pg.PoolConfig
  /** Starts again on the same port and data after `kill`. Resolves when it answers. */
  start(): Promise<void>
  /** Ends it in order, then its database, and removes the data. */
  stop(): Promise<void>
}

export async function startServer(options: Place & { env?: Record<string, string> } = {}): Promise<StartedServer> {
  const dataDir = temporaryFolder(options)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const onExit = () => {
    child?.kill('SIGKILL')
    remove(dataDir)
  }
  process.once('exit', onExit)
  let child: ChildProcess | undefined
  let said = ''

  async function start() {
    const { DATABASE_URL: _neverTheRealOne, ...inherited } = process.env
    const own = {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO_PASSWORD: demoPassword,
      LOG_LEVEL: 'warn',
      METRICS_TOKEN: metricsToken,
    }
    child = spawn(process.execPath, [program], {
      env: { ...inherited, ...own, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-mostSaid)
      })
    for (const limit = Date.now() + 120_000; !(await answers(url)); await wait(50)) {
      if (hasEnded(child))
        throw new Error(`The server ended while starting (${child.exitCode ?? child.signalCode}): ${said.slice(-4000)}`)
      if (Date.now() > limit) {
        // As long as it runs the run of the tests does not end either.
        child.kill('SIGKILL')
        throw new Error(`The server did not answer within two minutes: ${said.slice(-4000)}`)
      }
    }
  }

  async function end(signal: NodeJS.Signals) {
    const ending = child
    if (!ending || hasEnded(ending)) return
    const ended = new Promise(done => ending.once('exit', done))
    const limit = setTimeout(() => ending.kill('SIGKILL'), 20_000)
    ending.kill(signal)
    await ended
    clearTimeout(limit)
  }

  await start()
  const postgres = join(dataDir, 'postgres')
  const databaseConfig = { host: socketFolderOf(postgres), port: socketPort, user: superuser, database }
  return {
    url,
    dataDir,
    pid: () => child!.pid!,
    said: () => said,
    databasePid: () => postmasterPid(postgres),
    databaseConfig,
    kill: () => end('SIGKILL'),
    async killDatabase() {
      const postmaster = postmasterPid(postgres)!
      const others = await databaseProcesses(databaseConfig)
      for (const pid of [postmaster, ...others]) kill(pid)
    },
    start,
    async stop() {
      await end('SIGTERM')
      remove(dataDir)
      process.off('exit', onExit)
    },
  }
}

async function databaseProcesses(config: pg.ClientConfig): Promise<number[]> {
  const client = new pg.Client(config)
  client.on('error', () => {}) // its own end is what it asked for
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
  return rows.map(({ pid }) => pid)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // gone with its parent
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2000) })).ok
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(done => server.once('listening', done))
  const { port } = server.address() as { port: number }
  await new Promise(done => server.close(done))
  return port
}
