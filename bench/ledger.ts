// The ledger against its model: random commands of every kind of document that moves goods, what is refused and what stands after each
// thousand, every past moment against a replay; then many clients at once: `npm run bench:ledger -- --commands 600000 --concurrent 40000`.
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { startServer } from '@qitao/e2e/server.ts'
import { openDatabase, rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { log } from '@qitao/platform/server/log.ts'
import { checkLedger } from '@qitao/stock/server'
import {
  aPlant,
  broughtBy,
  command,
  holdingOf,
  type LedgerCompany,
  Model,
  type Plant,
  run,
  usualRefusals,
} from '@qitao/stock/testing/ledger-model.ts'
import fc from 'fast-check'
import { sql } from 'kysely'

const { values: given } = parseArgs({
  options: {
    commands: { type: 'string', default: '20000' },
    concurrent: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    companies: { type: 'string', default: '4' },
    clients: { type: 'string', default: '8' },
  },
})
const [commands, concurrent, seed, companies, clients] = [
  ...[given.commands, given.concurrent, given.seed, given.companies, given.clients],
].map(Number) as [number, number, number, number, number]
/** As many commands between two moments that are remembered. */
const chunk = 500

const server = await startServer()
const database = openDatabase({ config: server.databaseConfig, log, connections: 2 * clients })
const company = async (): Promise<LedgerCompany> => {
  const org_id = newId()
  await database.pool.query('insert into org (id, company_code, name) values ($1, $2, $2)', [org_id, org_id.slice(-12)])
  return { org_id, as: work => database.as({ org_id, user_id: newId(), cause: 'bench' }, work) }
}
const fault = (what: string, detail: unknown): never => {
  throw new Error(`seed ${seed}: ${what}: ${JSON.stringify(detail)}`)
}
const expectSound = async (at: Plant) => {
  const found = await at.company.as(tx => checkLedger(tx, at.company.org_id))
  if (found.length > 0) fault('the checker found', found.slice(0, 5))
}
/** What lay where after a movement, by the movements alone. */
const replayed = ({ company: { org_id, as } }: Plant, last: string) =>
  as(tx =>
    rows(
      tx,
      sql<{ total: string; places: number }>`select coalesce(sum(quantity), 0) as total, count(*) as places from (
        select inventory_id, sum(quantity) as quantity from stock_movement where org_id = ${org_id} and id <= ${last}::bigint
        group by 1 having sum(quantity) <> 0) t`,
    ),
  )

async function oneClient(index: number, share: number): Promise<{ accepted: number; moments: number }> {
  const at = await aPlant(await company())
  const model = new Model()
  const moments: { last: string; total: number; places: number }[] = []
  let accepted = 0
  for (let done = 0; done < share; done += chunk) {
    const batch = fc.sample(command, { numRuns: Math.min(chunk, share - done), seed: seed + index * 1_000_003 + done })
    for (const one of batch) {
      const expected = model.expects(one)
      const code = await run(at, one)
      if (code !== expected) fault(`expected ${expected}, got ${code}`, one)
      if (code === undefined) accepted += 1
    }
    const there = await holdingOf(at)
    if (!isDeepStrictEqual(there, model.holding)) fault('the balances differ', { there, model: model.holding })
    const [row] = await at.company.as(tx =>
      rows(
        tx,
        sql<{
          last: string
        }>`select coalesce(max(id), 0)::text as last from stock_movement where org_id = ${at.company.org_id}`,
      ),
    )
    const total = Object.values(there).reduce((sum, { on_hand }) => sum + on_hand, 0)
    moments.push({ last: row!.last, total, places: Object.keys(there).length })
  }
  await expectSound(at)
  for (const { last, total, places } of moments) {
    const [found] = await replayed(at, last)
    if (Math.round(Number(found!.total) * 100) !== total || found!.places !== places)
      fault('a past moment differs from its replay', { last, total, places, found })
  }
  return { accepted, moments: moments.length }
}

try {
  console.log(`seed ${seed}`)
  const began = performance.now()
  const ends = await Promise.all(
    Array.from({ length: companies }, (_, index) => oneClient(index, Math.ceil(commands / companies))),
  )
  const seconds = (performance.now() - began) / 1000
  const sum = (of: (one: (typeof ends)[number]) => number) => ends.reduce((all, one) => all + of(one), 0)
  console.log(
    `${commands} commands in ${companies} companies: ${sum(({ accepted }) => accepted)} accepted, each answer, ${sum(({ moments }) => moments)} past moments and all balances as the model has them; ${seconds.toFixed(0)} s`,
  )
  const at = await aPlant(await company())
  let moved = 0
  let accepted = 0
  const since = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let done = 0; done < concurrent / clients; done += chunk) {
        const numRuns = Math.min(chunk, Math.ceil(concurrent / clients - done))
        for (const one of fc.sample(command, { numRuns, seed: seed + client * 7919 + done })) {
          const code = await run(at, one)
          if (code !== undefined && !usualRefusals.includes(code)) fault(`refused by ${code}`, one)
          if (code !== undefined) continue
          accepted += 1
          moved += broughtBy(one)
        }
      }
    }),
  )
  const total = Object.values(await holdingOf(at)).reduce((all, { on_hand }) => all + on_hand, 0)
  if (total !== moved) fault('goods were lost or made', { total, moved })
  await expectSound(at)
  console.log(
    `${concurrent} commands of ${clients} clients at once: ${accepted} accepted, nothing lost, the checker finds nothing; ${((performance.now() - since) / 1000).toFixed(0)} s`,
  )
} finally {
  await database.close()
  await server.stop()
}
