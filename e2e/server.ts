// A real server process with a database of its own, for stories, fault storms and measurements.
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postmasterPid } from '@qitao/platform/server/postgres/postmaster.ts'
import { remove, temporaryFolder } from '@qitao/platform/server/testing/temporary-cluster.ts'

const program = join(import.meta.dirname, '../apps/server/main.ts')
/** Password of the account `admin` of the company DEMO on such a server. */
export const demoPassword = 'Story-2026-demo'

export type StartedServer = {
  /** For example http://127.0.0.1:41234 */
  url: string
  dataDir: string
  /** The Node process; another one after `start()`. */
  pid(): number
  /** PostgreSQL's postmaster; undefined while it is down. */
  databasePid(): number | undefined
  /** Dies without a goodbye; the database lives on. */
  kill(): Promise<void>
  /** Starts again on the same port and data after `kill`. Resolves when it answers. */
  start(): Promise<void>
  /** Ends it in order, then its database, and removes the data. */
  stop(): Promise<void>
}

export async function startServer(options: { env?: Record<string, string> } = {}): Promise<StartedServer> {
  const dataDir = temporaryFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const onExit = () => {
    child?.kill('SIGKILL')
    remove(dataDir)
  }
  process.once('exit', onExit)
  let child: ChildProcess | undefined

  async function start() {
    const { DATABASE_URL: _neverTheRealOne, ...inherited } = process.env
    const own = {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO_PASSWORD: demoPassword,
      LOG_LEVEL: 'warn',
    }
    child = spawn(process.execPath, [program], {
      env: { ...inherited, ...own, ...options.env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000)
    })
    for (const limit = Date.now() + 120_000; !(await answers(url)); await wait(50)) {
      if (hasEnded(child)) throw new Error(`The server ended while starting: ${said}`)
      if (Date.now() > limit) throw new Error(`The server did not answer within two minutes: ${said}`)
    }
  }

  async function end(signal: NodeJS.Signals) {
    if (!child || hasEnded(child)) return
    const ended = new Promise(done => child!.once('exit', done))
    child.kill(signal)
    await Promise.race([ended, wait(20_000, undefined, { ref: false }).then(() => child!.kill('SIGKILL'))])
  }

  await start()
  return {
    url,
    dataDir,
    pid: () => child!.pid!,
    databasePid: () => postmasterPid(join(dataDir, 'postgres')),
    kill: () => end('SIGKILL'),
    start,
    async stop() {
      await end('SIGTERM')
      remove(dataDir)
      process.off('exit', onExit)
    },
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
