/*
 * A real-sized factory through the product's own calls:
 *   node tools/adventure-works/import.ts --data DIR --password PASSWORD [--company AW] [--url URL] [--seconds 30] [--stations derived|one]
 * DIR holds the CSV files of the AdventureWorks books; nothing of them is kept here. Without --url the server runs in this
 * process on DATABASE_URL, else on the embedded database in DATA_DIR (./data), and the company is made when it is not there;
 * with --url the company has to be there. It must have no materials. Ends with an error when a promise did not hold.
 */
import '../require-node-24.js'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkPassword } from '@qitao/access/model/session/password.rules.ts'
import { createCompany, hashPassword } from '@qitao/access/server'
import { openServer } from '@qitao/app-server/server.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { dayOf } from '@qitao/core/time.ts'
import { listMaterials } from '@qitao/masterdata/model/material/material.calls.ts'
import { openDatabase, rows } from '@qitao/platform/server/database/database.ts'
import { outboxMessenger } from '@qitao/platform/server/http/message.ts'
import { log } from '@qitao/platform/server/log.ts'
import { startEmbedded } from '@qitao/platform/server/postgres/embedded.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { readBooks } from './books.ts'
import { bringIn } from './bring-in.ts'
import { type Account, Refused, signIn } from './caller.ts'
import { decide } from './decide.ts'
import { planOrders } from './plan.ts'
import { reporter, timed } from './report.ts'

/** The books name no time zone. */
const zone = 'UTC'
/** Names of companies are unique: one under another code has it in its name. */
const nameOf = (code: string): string => `Adventure Works Cycles${code === 'AW' ? '' : ` ${code}`}`
const mostSeconds = 280

class WrongUse extends Error {}

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    url: { type: 'string' },
    company: { type: 'string', default: 'AW' },
    account: { type: 'string', default: 'admin' },
    password: { type: 'string' },
    seconds: { type: 'string', default: '30' },
    stations: { type: 'string', default: 'derived' },
  },
})

try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  const told = error instanceof WrongUse || error instanceof Refused || (error as Error).name === 'PostgresProblem'
  console.error(told ? (error as Error).message : error)
  process.exitCode = 2
}

async function main(): Promise<boolean> {
  const { data, password, company, account, stations } = values
  if (!data || !existsSync(join(data, 'products.csv'))) throw new WrongUse('--data DIR: the folder with products.csv')
  if (!password) throw new WrongUse('--password: of the administrator of the company')
  if (stations !== 'derived' && stations !== 'one') throw new WrongUse('--stations is derived or one')
  const seconds = Number(values.seconds)
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > mostSeconds)
    throw new WrongUse(`--seconds is a whole number from 1 to ${mostSeconds}`)
  const who: Account = { company_code: company, account, password }
  if (values.url) return work(values.url, who, { data, seconds, stations })
  const server = await serve(who)
  try {
    return await work(server.url, who, { data, seconds, stations })
  } finally {
    await server.close()
  }
}

async function work(
  url: string,
  who: Account,
  { data, seconds, stations }: { data: string; seconds: number; stations: 'derived' | 'one' },
): Promise<boolean> {
  const report = reporter(line => console.log(line))
  const call = await signIn(url, who)
  if ((await call(listMaterials, { page_size: 1 })).total > 0)
    throw new WrongUse(`Company ${who.company_code} has materials already: the books go into an empty company`)
  const today = dayOf(Math.floor(Date.now() / 1000), zone)
  const decided = decide(readBooks(data), { today, stations })
  await timed(report, 'all', async () => {
    const { materials } = await bringIn(call, decided, { name: nameOf(who.company_code), zone }, report)
    await planOrders(call, decided, materials, { zone, seconds }, report)
  })
  report.say('what the books lack, and what was taken instead')
  for (const lack of decided.lacks) report.say(`  ${lack}`)
  const broken = report.broken()
  report.say(broken.length === 0 ? 'every promise is kept' : `${broken.length} promises are broken`)
  return broken.length === 0
}

/** The product in this process, with the company in its database. */
async function serve(who: Account): Promise<{ url: string; close: () => Promise<void> }> {
  const address = process.env.DATABASE_URL
  const dataDir = process.env.DATA_DIR ?? join(import.meta.dirname, '../../data')
  const embedded = address
    ? undefined
    : await startEmbedded({ dataDir: join(dataDir, 'postgres'), log: () => undefined })
  const database = embedded ? embedded.config : { connectionString: address }
  const server = await openServer({ database, messenger: outboxMessenger(join(dataDir, 'outbox')) })
  await makeCompany(database, who)
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    close: async () => {
      await server.close()
      await embedded?.stop()
    },
  }
}

async function makeCompany(config: pg.PoolConfig, { company_code, account, password }: Account): Promise<void> {
  const database = openDatabase({ config, log, connections: 1 })
  try {
    const isThere = await database.system(async tx =>
      rows(tx, sql`select 1 from org where company_code = ${company_code}`),
    )
    if (isThere.length > 0) return
    try {
      checkPassword(password)
    } catch (error) {
      if (error instanceof Refusal) throw new WrongUse(`--password: ${error.definition.text.en}`)
      throw error
    }
    const password_hash = await hashPassword(password)
    await database.system(tx =>
      createCompany(tx, {
        company_code,
        name: nameOf(company_code),
        account,
        password_hash,
        user_name: 'Administrator',
        time_zone: zone,
      }),
    )
  } finally {
    await database.close()
  }
}
