// A storm on sockets, bodies, streams and parts: the server stands, serves, and has its memory back.
// The normal run sends a slice; STORM=10000 npm test -- stories e2e/platform/broken-connections.story.ts sends so many.
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { processCalls } from '@qitao/masterdata/model/process/process.calls.ts'
import { demoPassword, type StartedServer, startServer } from '../server.ts'
import { tokenOf } from '../uploads.ts'
import { breakOne, kinds } from './broken-connections.ts'

const connections = Number(process.env.STORM ?? 1_600)
const atOnce = 40
const mostGrowth = 1.1
/** Resident memory grows by what the allocator keeps, too; what leaks grows with every storm, so storms go on until one leaves it level. */
const mostStorms = 4

/** In the server: at a signal all rubbish is collected, and what is left is written down. */
const probe = (file: string): string => `import { writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'
if (isMainThread) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  process.on('SIGUSR2', () => {
    collect()
    setTimeout(() => {
      collect()
      writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.memoryUsage()))
    }, 200)
  })
}`

let server: StartedServer
const file = join(tmpdir(), `qitao-memory-${process.pid}.json`)
test.beforeAll(async () => {
  const preload = `data:text/javascript,${encodeURIComponent(probe(file))}`
  server = await startServer({ env: { NODE_OPTIONS: `--import=${preload}` } })
})
test.afterAll(async () => {
  await server.stop()
  rmSync(file, { force: true })
})

async function memory(): Promise<{ kept: number; rss: number }> {
  rmSync(file, { force: true })
  process.kill(server.pid(), 'SIGUSR2')
  const read = (): NodeJS.MemoryUsage | undefined => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'))
    } catch {
      return undefined
    }
  }
  await expect.poll(read, { timeout: 10_000 }).toBeTruthy()
  const { heapUsed, external, rss } = read()!
  return { kept: heapUsed + external, rss }
}

test(`${connections} broken connections of ${Object.keys(kinds).length} kinds: it stands, and its memory is back`, async () => {
  test.setTimeout(900_000)
  const account = { company_code: 'DEMO', account: 'admin', password: demoPassword }
  const target = { port: Number(new URL(server.url).port), token: await tokenOf(server.url, account) }
  const all = Object.values(kinds)
  expect(all.length).toBeGreaterThanOrEqual(30)
  const storm = async (count: number) => {
    let sent = 0
    const client = async () => {
      while (sent < count) await breakOne(target, all[sent++ % all.length]!)
    }
    await Promise.all(Array.from({ length: atOnce }, client))
    // What is given back when a connection closes is given back by then.
    await wait(3_000)
  }
  const pid = server.pid()
  await storm(connections)
  const measured = [await memory()]
  const grew = (what: 'kept' | 'rss') => measured.at(-1)![what] >= measured.at(-2)![what] * mostGrowth
  do {
    await storm(connections)
    measured.push(await memory())
  } while ((grew('kept') || grew('rss')) && measured.length < mostStorms)
  const megabytes = (what: 'kept' | 'rss') => measured.map(each => Math.round(each[what] / 2 ** 20)).join(' -> ')
  console.log(
    `${measured.length} times ${connections} connections of ${all.length} kinds; kept ${megabytes('kept')} MB, resident ${megabytes('rss')} MB`,
  )
  expect(server.pid()).toBe(pid)
  expect(server.said()).not.toMatch(/uncaught|unhandled|request failed|call failed/)
  const answer = await fetch(server.url + processCalls.list.path, {
    method: 'POST',
    headers: { authorization: target.token, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(await answer.json()).toMatchObject({ code: 200 })
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
  expect(
    { kept: grew('kept'), resident: grew('rss') },
    `kept ${megabytes('kept')} MB, resident ${megabytes('rss')} MB`,
  ).toEqual({
    kept: false,
    resident: false,
  })
})
