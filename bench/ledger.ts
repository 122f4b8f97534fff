// The ledger against its model: random commands of every kind of document that moves goods, pieces with numbers and goods at a supplier
// among them: what is refused, what stands after each 500, every past moment against a replay; then many clients at once: `npm run bench:ledger -- --commands 600000 --concurrent 40000`.
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { startServer } from '@qitao/e2e/server.ts'
import { openDatabase, rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { log } from '@qitao/platform/server/log.ts'
import { checkLedger } from '@qitao/stock/server'
import {
  aPlant,
  broughtBy,
  type Command,
  command,
  commandKinds,
  holdingOf,
  kindOf,
  type LedgerCompany,
  Model,
  type Plant,
  piecesOf,
  replayed,
  run,
  usualRefusals,
  withOtherPieces,
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
/** After so many commands they name other pieces. */
const piecesAt = (nth: number): number => Math.floor(nth / 100)

const server = await startServer({ onDisk: true })
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
const accepted = new Map<string, number>()
const count = (one: Command) => accepted.set(kindOf(one), (accepted.get(kindOf(one)) ?? 0) + 1)
/** How many were applied, of each kind. */
const told = () => {
  const kinds = commandKinds.map(kind => `${kind} ${accepted.get(kind) ?? 0}`)
  accepted.clear()
  return kinds.join(', ')
}

async function oneClient(index: number, share: number): Promise<{ moments: number; pieces: number }> {
  const at = await aPlant(await company())
  const model = new Model()
  const moments: { last: string; there: Record<string, number> }[] = []
  for (let done = 0; done < share; done += chunk) {
    const batch = fc.sample(command, { numRuns: Math.min(chunk, share - done), seed: seed + index * 1_000_003 + done })
    for (const [nth, drawn] of batch.entries()) {
      const one = withOtherPieces(drawn, piecesAt(done + nth))
      const expected = model.expects(one)
      const code = await run(at, one)
      if (code !== expected) fault(`expected ${expected}, got ${code}`, one)
      if (code === undefined) count(one)
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
    const onHand = Object.entries(there).map(([place, { on_hand }]) => [place, on_hand] as const)
    moments.push({ last: row!.last, there: Object.fromEntries(onHand) })
  }
  await expectSound(at)
  for (const { last, there } of moments) {
    const found = await replayed(at, last)
    if (!isDeepStrictEqual(found, there)) fault('a past moment differs from its replay', { last, there, found })
  }
  const pieces = await piecesOf(at)
  if (!isDeepStrictEqual(pieces, model.seenPieces)) fault('the pieces differ', { pieces, model: model.seenPieces })
  return { moments: moments.length, pieces: Object.keys(pieces).length }
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
    `${commands} commands in ${companies} companies: each answer, ${sum(({ moments }) => moments)} past moments, all balances and ${sum(({ pieces }) => pieces)} pieces as the model has them; ${seconds.toFixed(0)} s\napplied: ${told()}`,
  )
  const at = await aPlant(await company())
  let moved = 0
  const since = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let done = 0; done < concurrent / clients; done += chunk) {
        const numRuns = Math.min(chunk, Math.ceil(concurrent / clients - done))
        for (const [nth, drawn] of fc.sample(command, { numRuns, seed: seed + client * 7919 + done }).entries()) {
          const one = withOtherPieces(drawn, piecesAt(done + nth))
          const code = await run(at, one)
          if (code !== undefined && !usualRefusals.includes(code)) fault(`refused by ${code}`, one)
          if (code !== undefined) continue
          count(one)
          moved += broughtBy(one)
        }
      }
    }),
  )
  const total = Object.values(await holdingOf(at)).reduce((all, { on_hand }) => all + on_hand, 0)
  if (total !== moved) fault('goods were lost or made', { total, moved })
  await expectSound(at)
  // It throws when two have taken the same piece.
  const pieces = Object.keys(await piecesOf(at)).length
  console.log(
    `${concurrent} commands of ${clients} clients at once: nothing lost, none of ${pieces} pieces taken twice, the checker finds nothing; ${((performance.now() - since) / 1000).toFixed(0)} s\napplied: ${told()}`,
  )
} finally {
  await database.close()
  await server.stop()
}
