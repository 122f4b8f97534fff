// Kills in the middle of writes: the server, then every process of its database, in turn. What was acknowledged stays,
// nothing is half done, and nothing is done twice.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { openDatabase } from '@qitao/platform/server/database/database.ts'
import { isWhole } from '@qitao/platform/server/testing/slice.ts'
import { signIn } from '../caller.ts'
import { demoPassword, type StartedServer, startServer } from '../server.ts'
import { companyOf, differences } from './storm-checks.ts'
import { Book, client, fill, makePlant } from './storm-writes.ts'

/** The normal run kills four times, WHOLE=1 ten times; where it hits is chance. */
const rounds = isWhole ? 10 : 4
const clients = 12
/** Acknowledged writes between two kills, at least. */
const writesPerRound = 100

let server: StartedServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test(`${rounds} kills lose no acknowledged write and leave nothing half done`, async () => {
  test.setTimeout(600_000)
  const book = new Book()
  const callers = await Promise.all(
    Array.from({ length: clients }, () =>
      signIn(server.url, { company_code: 'DEMO', account: 'admin', password: demoPassword }),
    ),
  )
  const plant = await makePlant(callers[0]!, book)
  await fill(callers[0]!, plant, book)

  let isOver = false
  const work = Promise.all(callers.map(caller => client(caller, plant, book, () => isOver)))
  const back: { server: number[]; database: number[] } = { server: [], database: [] }
  const written = async (keys: number) => {
    for (const limit = Date.now() + 60_000; book.keys.size < keys; await wait(5))
      if (Date.now() > limit) throw new Error(`No writes come through: ${book.problems.slice(0, 5).join('\n')}`)
  }
  for (let round = 1; round <= rounds; round++) {
    await written(book.keys.size + writesPerRound)
    await wait(Math.random() * 200)
    const [victim, broken, killed_at] = [round % 2 ? 'server' : 'database', book.broken, Date.now()] as const
    if (victim === 'server') {
      await server.kill()
      await server.start()
    } else {
      await server.killDatabase()
    }
    // Back in service: a write that left after the kill is acknowledged.
    while (book.last_sent_at <= killed_at) await written(book.keys.size + 1)
    back[victim].push(Date.now() - killed_at)
    await expect.poll(() => book.broken, { message: 'the kill hits writes that are under way' }).toBeGreaterThan(broken)
  }
  await written(book.keys.size + writesPerRound)
  isOver = true
  await work

  const database = openDatabase({ config: server.databaseConfig, log: console })
  try {
    const found = await database.system(async tx => differences(tx, await companyOf(tx, 'DEMO'), book))
    expect(found.slice(0, 20)).toEqual([])
  } finally {
    await database.close()
  }
  expect(book.problems).toEqual([])
  console.log(
    `${rounds} kills, ${book.keys.size} acknowledged writes (${book.orders.size} orders, ${book.receipts.size} receipts), ` +
      `${book.broken} attempts without an answer, ${book.replays} sent again after the answer; ` +
      `back after ${inWords(back.server)} (server), ${inWords(back.database)} (database)`,
  )
})

const inWords = (times: number[]): string => {
  const sorted = times.toSorted((a, b) => a - b)
  return `${sorted[sorted.length >> 1]} ms, at most ${sorted.at(-1)} ms`
}
