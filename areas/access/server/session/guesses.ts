import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { type Instant, minuteSeconds } from '@qitao/core/time.ts'
import { acrossCompanies, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context, PublicContext } from '@qitao/platform/server/http/handle.ts'
import { type RawBuilder, sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import {
  accountLimit,
  addressLimit,
  companyLimit,
  type Failures,
  signInWait,
  strangersLimit,
  waitSeconds,
} from '../../model/session/sign-in.rules.ts'
import { terminalLimit } from '../../model/session/terminal.rules.ts'

/** A guess at a password. */
export interface Guess {
  readonly company_code: string
  /** Id of the member, else what was typed: unknown accounts wait like known ones. */
  readonly account: string
  /** From a device that has signed in to the account, or from its sessions; else from an address. */
  readonly kind: 'device' | 'sign_in'
  /** The network, or the hash by which the device is known; for all sessions together what is guessed at. */
  readonly address: string
}

/** Who guesses or asks, in whichever company: the person, or the member where nobody has proved to be one. */
export async function whoGuesses({ tx, org_id, member }: Pick<Context, 'tx' | 'org_id' | 'member'>): Promise<string> {
  const [own] = await rows(
    tx,
    sql<{ who: string }>`select coalesce(person_id, id) as who from app_user
      where org_id = ${org_id} and id = ${member.user_id}`,
  )
  return own!.who
}
/** What who has a session open guesses at. Counted apart: who knows the one has no further tries at the other by it. */
type Secret = 'password' | 'factor'
const sessionsAt = { password: 'session', factor: 'session factor' } as const satisfies Record<Secret, string>
/**
 * A guess of who has a session open: at the password or the second factor of its owner. Neither a further session nor the
 * switch to another company, which opens one, gives further tries.
 */
export const guessOfSession = async (
  context: Pick<Context, 'tx' | 'org_id' | 'member'>,
  secret: Secret = 'password',
): Promise<Guess> => ({
  company_code: '',
  account: await whoGuesses(context),
  kind: 'device',
  address: sessionsAt[secret],
})

/** Guesses at one account come one after the other, so that a hundred at one moment are still five. */
export const lockGuesses = (
  tx: Tx,
  { company_code, account }: Pick<Guess, 'company_code' | 'account'>,
): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${company_code}/${account}`}, 5258))`.execute(tx)

/** 5266 after too many wrong ones. */
export async function checkWait(tx: Tx, guess: Guess, now: Instant): Promise<void> {
  const { company_code, account, kind, address } = guess
  const times = (condition: RawBuilder<unknown>, { most, seconds }: typeof accountLimit) =>
    sql`to_json(array(select failed_at from sign_in_failure where ${condition} and failed_at > ${now - seconds}
      order by failed_at desc limit ${most}))`
  const ofAccount = sql`company_code = ${company_code} and account = ${account}`
  const [found] = await rows(
    tx,
    sql<Failures>`select ${times(sql`${ofAccount} and kind = ${kind} and address = ${address}`, accountLimit)} as here,
      ${times(sql`${ofAccount} and kind = 'sign_in'`, strangersLimit)} as strangers,
      ${times(sql`kind = 'sign_in' and address = ${address}`, addressLimit)} as address`,
  )
  refuseFor(signInWait(found!, kind === 'device', now))
}

function refuseFor(wait_seconds: number): void {
  if (wait_seconds > 0)
    refuse(accessErrors.signInTooOften, { minutes: Math.ceil(wait_seconds / minuteSeconds), wait_seconds })
}

interface Failure {
  readonly company_code: string
  readonly account: string
  readonly kind: string
  readonly address: string
}
export async function recordFailure(
  tx: Tx,
  { company_code, account, kind, address }: Failure,
  now: Instant,
): Promise<void> {
  await sql`delete from sign_in_failure where failed_at < ${now - accountLimit.seconds}`.execute(tx)
  await sql`insert into sign_in_failure (company_code, account, kind, address, failed_at)
    values (${company_code}, ${account}, ${kind}, ${address}, ${now})`.execute(tx)
}

/** After the right password: what was wrong before from the same place is forgiven. */
export const forgiveFailures = (tx: Tx, { company_code, account, kind, address }: Guess): Promise<unknown> =>
  sql`delete from sign_in_failure where company_code = ${company_code} and account = ${account}
    and kind = ${kind} and address = ${address}`.execute(tx)

async function waitOf(tx: Tx, which: RawBuilder<unknown>, limit: typeof addressLimit, now: Instant): Promise<number> {
  const failed = await rows(
    tx,
    sql<{ failed_at: Instant }>`select failed_at from sign_in_failure where ${which}
      and failed_at > ${now - limit.seconds} order by failed_at desc limit ${limit.most}`,
  )
  return waitSeconds(
    failed.map(({ failed_at }) => failed_at),
    limit,
    now,
  )
}

/** At a PIN: of the member from whatever terminal, and from the terminal at whatever member. */
export interface PinGuess {
  readonly org_id: string
  /** Id of the member, else what was typed. */
  readonly account: string
  readonly terminal_id: string
}
const failureOf = ({ org_id, account, terminal_id }: PinGuess) => ({
  ...{ company_code: org_id, account, kind: 'pin', address: terminal_id },
})
/** One after the other at the terminal, then at the member. */
export async function lockPinGuesses(tx: Tx, { org_id, account, terminal_id }: PinGuess): Promise<void> {
  await lockGuesses(tx, { company_code: org_id, account: `terminal ${terminal_id}` })
  await lockGuesses(tx, { company_code: org_id, account: `pin ${account}` })
}
export async function checkPinWait(tx: Tx, guess: PinGuess, now: Instant): Promise<void> {
  const { company_code, account, kind, address } = failureOf(guess)
  const ofCompany = sql`company_code = ${company_code} and kind = ${kind}`
  refuseFor(await waitOf(tx, sql`${ofCompany} and account = ${account}`, accountLimit, now))
  refuseFor(await waitOf(tx, sql`${ofCompany} and address = ${address}`, terminalLimit, now))
}
export const recordWrongPin = (tx: Tx, guess: PinGuess, now: Instant): Promise<void> =>
  recordFailure(tx, failureOf(guess), now)
/** After the right one, or a new one. */
export const forgivePins = (tx: Tx, { org_id, account }: Pick<PinGuess, 'org_id' | 'account'>): Promise<unknown> =>
  sql`delete from sign_in_failure where company_code = ${org_id} and account = ${account} and kind = 'pin'`.execute(tx)

/** What strangers guess at. Each is counted by itself: who tries passwords shuts nobody out from a link. */
type Guessed = 'sign_in' | 'code' | 'link' | 'logo' | 'company' | 'passkey' | 'oidc' | 'oidc_seen'

/**
 * Looks something up for a stranger. A wrong guess counts as a failure of the address, so that names and keys cannot be tried
 * by the thousand. What `work` wrote before it refused stays. Whoever has the right key of a link does not guess: what he is refused
 * for besides is no failure, and nothing of it stays. A passkey is not guessed: who has the right one does not wait for those who tried from the same
 * address.
 */
export async function addressTries<T>(
  { transaction, now, network }: Pick<PublicContext, 'transaction' | 'now' | 'network'>,
  kind: Guessed,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const settled = await transaction(async tx => {
    const wait = () => waitOf(tx, sql`kind = ${kind} and address = ${network}`, addressLimit, now)
    if (kind !== 'passkey') refuseFor(await wait())
    try {
      return await work(tx)
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem
      if (kind === 'passkey') refuseFor(await wait())
      if (kind === 'link' && problem.definition !== accessErrors.linkWrong) throw problem
      await recordFailure(tx, { company_code: '', account: '', kind, address: network }, now)
      return problem
    }
  })
  if (settled instanceof Refusal) throw settled
  return settled
}

/**
 * Looks among all companies for a member: for one by its code, or whether a name is free. What `look` refuses counts as a wrong
 * guess of the person, in whichever company, and of the address. The refusal is answered, so that it stays counted when the
 * handler returns it.
 */
export async function companyTries<T>(
  context: Pick<Context, 'tx' | 'org_id' | 'member' | 'now' | 'network'>,
  look: (all: Tx) => Promise<T>,
): Promise<T | Refusal> {
  const { tx, now, network } = context
  const guess = { company_code: '', account: await whoGuesses(context), kind: 'company', address: network } as const
  return acrossCompanies(tx, async all => {
    await lockGuesses(all, guess)
    const byPerson = sql`company_code = '' and account = ${guess.account} and kind = ${guess.kind}`
    refuseFor(await waitOf(all, byPerson, companyLimit, now))
    refuseFor(await waitOf(all, sql`kind = ${guess.kind} and address = ${network}`, addressLimit, now))
    try {
      return await look(all)
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem
      await recordFailure(all, guess, now)
      return problem
    }
  })
}
