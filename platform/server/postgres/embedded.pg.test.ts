// The launcher against the real server: adopted, killed in every way, and run as root and as an ordinary user.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'
import { isRunning, postmasterPid, postmasterState } from './postmaster.ts'
import { socketFolderOf } from './socket-folder.ts'

const isRoot = process.getuid?.() === 0
const nobody = isRoot
  ? { uid: Number(execFileSync('id', ['-u', 'nobody'])), gid: Number(execFileSync('id', ['-g', 'nobody'])) }
  : undefined

let folder: string
let dataDir: string
let servers: EmbeddedPostgres[] = []
let programs: ChildProcess[] = []

/** A checkout in a folder of root's own is closed to other users. */
const othersMayRead = (path: string): boolean =>
  path === dirname(path) || ((statSync(path).mode & 0o005) === 0o005 && othersMayRead(dirname(path)))
/** A database that was killed leaves children that write for a moment longer. */
const removeFolder = (path: string): void =>
  rmSync(path, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })

/** To make a cluster takes most of the time of a first start: one is made, and those tests that are not about the making begin with a copy. */
let made: string
beforeAll(async () => {
  made = newFolder()
  const server = await startEmbedded({ dataDir: join(made, 'postgres'), fsync: false, log: () => {} })
  await server.stop()
})
afterAll(() => removeFolder(made))

function newFolder(): string {
  const path = mkdtempSync('/tmp/qitao-launcher-')
  chmodSync(path, 0o755)
  return path
}

beforeEach(() => {
  folder = newFolder()
  dataDir = join(folder, 'postgres')
})
const withData = (): void => void execFileSync('cp', ['-a', join(made, 'postgres'), dataDir])

afterEach(async () => {
  for (const program of programs) program.kill('SIGKILL')
  for (const server of servers) {
    await server.stop({ evenIfUsed: true, immediately: true })
    removeFolder(server.dataDir)
  }
  if (postmasterState(dataDir) === 'alive') process.kill(postmasterPid(dataDir)!, 'SIGQUIT')
  servers = []
  programs = []
  removeFolder(folder)
  rmSync(socketFolderOf(dataDir), { recursive: true, force: true })
})

async function start(place = dataDir): Promise<EmbeddedPostgres> {
  const server = await startEmbedded({ dataDir: place, settings: { shared_buffers: '16MB' }, log: () => {} })
  servers.push(server)
  return server
}

/** Starts the server from another Node process, as a running product does. Resolves when it is up. */
async function startElsewhere(account?: {
  uid: number
  gid: number
}): Promise<{ program: ChildProcess; adopted: boolean }> {
  const program = spawn(process.execPath, ['--input-type=module', '-e', anotherProgram, dataDir], {
    ...account,
    cwd: '/',
    env: { ...process.env, HOME: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  programs.push(program)
  const [line] = await Promise.race([
    once(program.stdout!, 'data'),
    once(program, 'exit').then(() => Promise.reject(new Error('the other program ended'))),
  ])
  return { program, ...JSON.parse(String(line)) }
}

const anotherProgram = `
  import { startEmbedded } from ${JSON.stringify(new URL('embedded.ts', import.meta.url).href)}
  const server = await startEmbedded({ dataDir: process.argv[1], settings: { shared_buffers: '16MB' } })
  console.log(JSON.stringify({ adopted: server.adopted }))
  process.stdin.on('end', async () => { await server.stop(); process.exit(0) }).resume()
`

async function query(server: EmbeddedPostgres, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(server.config)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  for (const limit = Date.now() + 20_000; ; await wait(50)) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > limit) throw error
    }
  }
}

const once = (emitter: NodeJS.EventEmitter, event: string) =>
  new Promise<unknown[]>(done => emitter.once(event, (...values) => done(values)))

/** All processes that work inside the data folder: the postmaster and its children. */
function processesOf(place: string): number[] {
  const listed = execFileSync('sh', ['-c', 'for p in /proc/[0-9]*; do echo "$p $(readlink $p/cwd)"; done'], {
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter(line => line.endsWith(` ${place}`))
    .map(line => Number(line.split(' ')[0]!.slice('/proc/'.length)))
}

test('starts without a network port, in UTF-8 and UTC, keeps its data, and stops', async () => {
  const first = await start()
  expect(first.adopted).toBe(false)
  expect(first.dataDir).toBe(dataDir)
  await query(first, 'create table kept as select 7 as number')
  const [shown] = await query(
    first,
    `select current_setting('listen_addresses') as addresses, current_setting('timezone') as zone,
      current_setting('fsync') as fsync, pg_encoding_to_char(encoding) as encoding, datlocale, datctype
     from pg_database where datname = current_database()`,
  )
  expect(shown).toMatchObject({ addresses: '', zone: 'UTC', fsync: 'on', encoding: 'UTF8', datlocale: 'C.UTF-8' })
  expect(statSync(first.config.host).mode & 0o777).toBe(0o700)
  const pid = first.pid()!
  expect(await first.stop()).toBe(true)
  expect(isRunning(pid)).toBe(false)
  expect(existsSync(first.config.host)).toBe(false)

  const second = await start()
  expect(await query(second, 'select number from kept')).toEqual([{ number: 7 }])
})

test('the connection string leads to the same database', async () => {
  withData()
  const server = await start()
  const client = new pg.Client(server.connectionString)
  await client.connect()
  const { rows } = await client.query('select current_database() as name')
  await client.end()
  expect(rows).toEqual([{ name: server.config.database }])
})

test('outlives a killed program and is adopted by the next', async () => {
  withData()
  const { program } = await startElsewhere()
  const pid = postmasterPid(dataDir)
  program.kill('SIGKILL')
  await once(program, 'exit')
  const server = await start()
  expect(server.adopted).toBe(true)
  expect(server.pid()).toBe(pid)
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('is left running while another program is connected', async () => {
  withData()
  const server = await start()
  const other = new pg.Client(server.config)
  await other.connect()
  expect(await server.stop()).toBe(false)
  expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await other.end()
  expect(await eventually(async () => (await server.stop()) || Promise.reject(new Error('still in use')))).toBe(true)
})

describe('a killed server is up again with what was committed', () => {
  beforeEach(withData)

  test.each([
    ['the postmaster alone', () => [postmasterPid(dataDir)!]],
    ['every process', () => processesOf(dataDir)],
  ])('%s, while the program runs', async (_name, victims) => {
    const server = await start()
    await query(server, 'create table kept as select 7 as number')
    const before = server.pid()
    for (const pid of victims()) process.kill(pid, 'SIGKILL')
    expect(await eventually(() => query(server, 'select number from kept'))).toEqual([{ number: 7 }])
    expect(server.pid()).not.toBe(before)
  })

  test('an adopted postmaster, which is not our child', async () => {
    const { program } = await startElsewhere()
    program.kill('SIGKILL')
    const server = await start()
    expect(server.adopted).toBe(true)
    const before = server.pid()!
    process.kill(before, 'SIGKILL')
    await eventually(async () => (isRunning(before) ? Promise.reject(new Error('not dead yet')) : undefined))
    expect(await eventually(() => query(server, 'select 1 as one'))).toEqual([{ one: 1 }])
  })

  test.each([
    ['the postmaster alone', () => [postmasterPid(dataDir)!]],
    ['every process', () => processesOf(dataDir)],
  ])('%s, together with the program', async (_name, victims) => {
    const { program } = await startElsewhere()
    const pids = victims()
    program.kill('SIGKILL')
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    const server = await start()
    expect(server.adopted).toBe(false)
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a dead postmaster that its parent has not collected', async () => {
    const { program } = await startElsewhere()
    const dead = postmasterPid(dataDir)!
    program.kill('SIGSTOP')
    process.kill(dead, 'SIGKILL')
    await eventually(async () => {
      if (postmasterState(dataDir) !== 'zombie') throw new Error('not a zombie yet')
    })
    const server = await start()
    expect(server.pid()).not.toBe(dead)
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a lock whose number now belongs to another program', async () => {
    const first = await start()
    await first.stop()
    writeFileSync(join(dataDir, 'postmaster.pid'), `${process.pid}\n`)
    if (isRoot) chownSync(join(dataDir, 'postmaster.pid'), statSync(dataDir).uid, statSync(dataDir).gid)
    const server = await start()
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

test('a socket that a cleaner took away is made anew', async () => {
  withData()
  const { program } = await startElsewhere()
  program.kill('SIGKILL')
  rmSync(socketFolderOf(dataDir), { recursive: true })
  const server = await start()
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('data of another version is refused in plain words and left alone', async () => {
  withData()
  const first = await start()
  await first.stop()
  writeFileSync(join(dataDir, 'PG_VERSION'), '16\n')
  await expect(start()).rejects.toThrow(/made by PostgreSQL 16.*DATABASE_URL.*Nothing was changed/)
  expect(readFileSync(join(dataDir, 'PG_VERSION'), 'utf8')).toBe('16\n')
})

test('a folder with other things in it is refused', async () => {
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'letter.txt'), 'dear all')
  await expect(start()).rejects.toThrow(/is not empty and is not a PostgreSQL data folder/)
})

test('a setting that PostgreSQL does not accept is told at once', async () => {
  withData()
  const began = Date.now()
  await expect(startEmbedded({ dataDir, settings: { shared_buffers: 'plenty' } })).rejects.toThrow(/shared_buffers/)
  expect(Date.now() - began).toBeLessThan(50_000)
})

describe.runIf(isRoot)('started by root', () => {
  test('the server runs as an account that is not root', async () => {
    await start()
    expect(statSync(dataDir).uid).not.toBe(0)
  })

  test('a data folder that the account cannot enter becomes a link to one it can', async () => {
    chmodSync(folder, 0o700)
    const server = await start()
    expect(server.dataDir).not.toBe(dataDir)
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    const again = await start()
    expect(again.dataDir).toBe(server.dataDir)
  })

  test.runIf(othersMayRead(import.meta.dirname))(
    'an ordinary user starts, and stops, a server of his own',
    async () => {
      chownSync(folder, nobody!.uid, nobody!.gid)
      const { program } = await startElsewhere(nobody)
      expect(statSync(dataDir).uid).toBe(nobody!.uid)
      const pid = postmasterPid(dataDir)!
      expect(isRunning(pid)).toBe(true)
      program.stdin!.end()
      await once(program, 'exit')
      expect(isRunning(pid)).toBe(false)
    },
  )

  test.runIf(othersMayRead(import.meta.dirname))('root takes over a server that an ordinary user started', async () => {
    withData()
    execFileSync('chown', ['-R', `${nobody!.uid}:${nobody!.gid}`, folder])
    const { program } = await startElsewhere(nobody)
    program.kill('SIGKILL')
    const server = await start()
    expect(server.adopted).toBe(true)
    await server.stop()
    const again = await start()
    expect(statSync(again.dataDir).uid).toBe(nobody!.uid)
  })
})
