import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { type Instant, minuteSeconds } from '@qitao/core/time.ts'
import { acrossCompanies, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { type RawBuilder, sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import { type Asking, askingLimits, askingWait, longestAskingSeconds } from '../../model/session/asking.rules.ts'
import { whoGuesses } from './guesses.ts'

interface Asked {
  readonly kind: Asking
  readonly account: string
  readonly network: string
}
/** Under a transaction that sees all companies: counts what is asked for, 5274 when it is too often. */
export async function countAsking(tx: Tx, { kind, account, network }: Asked, now: Instant): Promise<void> {
  // A hundred at one moment come one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind}/${account}`}, 5274))`.execute(tx)
  const limits = askingLimits[kind]
  const times = (which: RawBuilder<unknown>, { most, seconds }: (typeof limits)['account']) =>
    sql`to_json(array(select asked_at from asking where kind = ${kind} and ${which} and asked_at > ${now - seconds}
      order by asked_at desc limit ${most}))`
  const [found] = await rows(
    tx,
    sql<{
      account: Instant[]
      address: Instant[]
    }>`select ${times(sql`account = ${account}`, limits.account)} as account,
      ${times(sql`address = ${network}`, limits.address)} as address`,
  )
  const wait_seconds = askingWait(kind, found!, now)
  if (wait_seconds > 0)
    refuse(accessErrors.askedTooOften, { minutes: Math.ceil(wait_seconds / minuteSeconds), wait_seconds })
  await sql`delete from asking where asked_at < ${now - longestAskingSeconds}`.execute(tx)
  await sql`insert into asking (kind, account, address, asked_at) values (${kind}, ${account}, ${network}, ${now})`.execute(
    tx,
  )
}

/** Does what a member asks for, counted though it is refused: then nothing else of it stays, and the handler returns the refusal. */
export async function asking<T>(context: Context, kind: Asking, work: () => Promise<T>): Promise<T | Refusal> {
  const { tx, now, network } = context
  const account = await whoGuesses(context)
  await acrossCompanies(tx, all => countAsking(all, { kind, account, network }, now))
  await sql`savepoint asked`.execute(tx)
  try {
    return await work()
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    await sql`rollback to savepoint asked`.execute(tx)
    return problem
  }
}
