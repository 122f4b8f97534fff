import { Refusal, refuse } from '@qitao/core/refusal.ts'
import type { Instant } from '@qitao/core/time.ts'
import { rows, type Tx } from '@qitao/platform/server/database.ts'
import { type Handler, handlePublic, type PublicContext } from '@qitao/platform/server/handle.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { accessErrors } from '../model/access.errors.ts'
import { findCompanyCode, legacyLogin, login } from '../model/session.calls.ts'
import { accountLimit, signInRefusal, waitSeconds } from '../model/sign-in.rules.ts'
import { addressTries, checkAddress, recordFailure, refuseFor, type Typed } from './address-tries.ts'
import { isRightPassword } from './password.ts'
import { loadSignedIn } from './session.queries.ts'
import { openSession } from './session.ts'

interface Company {
  id: string
  company_code: string
  status: number
}
interface Account {
  id: string
  password_hash: string
  status: number
  invalid_role: boolean
}
const signIn = async (input: z.output<typeof login.input>, { transaction, now, address }: PublicContext) => {
  const { company, found, typed } = await transaction(async tx => {
    const company = await findCompany(tx, input.company_code.trim())
    const account = input.account.trim()
    const typed = { company_code: company?.company_code ?? input.company_code, account, address }
    await checkWait(tx, typed, now)
    return { company, typed, found: company && (await findAccount(tx, company.id, account)) }
  })
  const right = await isRightPassword(found?.password_hash, input.password)
  const settled = await transaction(async tx => {
    // Under the lock, so that a hundred tries at one moment are still five.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${typed.company_code}/${typed.account}`}, 5258))`.execute(
      tx,
    )
    await checkWait(tx, typed, now)
    const refusal = signInRefusal({
      company: company !== undefined,
      companyEnabled: company?.status === 1,
      known: found !== undefined,
      right,
      enabled: found?.status === 1,
      invalidRole: found?.invalid_role === true,
    })
    if (!right) await recordFailure(tx, typed, now)
    if (refusal || !company || !found) return new Refusal(refusal ?? accessErrors.passwordWrong)
    return welcome(tx, { org_id: company.id, id: found.id }, typed)
  })
  if (settled instanceof Refusal) throw settled
  return settled
}

/** The code as it was given out, or as people type it without minding capitals. */
async function findCompany(tx: Tx, company_code: string): Promise<Company | undefined> {
  const found = await rows(
    tx,
    sql<Company>`select id, company_code, status from org where company_code in (${company_code}, ${company_code.toUpperCase()})
      order by company_code = ${company_code} desc limit 1`,
  )
  return found[0]
}

/** By account; by phone or email when only one member has it. */
async function findAccount(tx: Tx, org_id: string, account: string): Promise<Account | undefined> {
  const found = await rows(
    tx,
    sql<
      Account & { named: boolean }
    >`select id, password_hash, status, invalid_role, account = ${account} as named from app_user
      where org_id = ${org_id} and not dropped and ${account} in (account, phone, email) order by named desc limit 2`,
  )
  return found.length === 1 || found[0]?.named ? found[0] : undefined
}

async function checkWait(tx: Tx, { company_code, account, address }: Typed, now: Instant): Promise<void> {
  const failed = await rows(
    tx,
    sql<{
      failed_at: Instant
    }>`select failed_at from sign_in_failure where company_code = ${company_code} and account = ${account}
      and failed_at > ${now - accountLimit.seconds} order by failed_at desc limit ${accountLimit.failures}`,
  )
  refuseFor(
    waitSeconds(
      failed.map(({ failed_at }) => failed_at),
      accountLimit,
      now,
    ),
  )
  await checkAddress(tx, address, now)
}

async function welcome(tx: Tx, user: { org_id: string; id: string }, { company_code, account }: Typed) {
  await sql`delete from sign_in_failure where company_code = ${company_code} and account = ${account}`.execute(tx)
  await sql`delete from session where org_id = ${user.org_id} and user_id = ${user.id} and expire_time < epoch_now()`.execute(
    tx,
  )
  const token = await openSession(tx, user)
  await sql`insert into audit_log (org_id, user_id, call) values (${user.org_id}, ${user.id}, ${login.path})`.execute(
    tx,
  )
  const signedIn = await loadSignedIn(tx, user.org_id, user.id)
  if (!signedIn) return new Refusal(accessErrors.accountMissing)
  return { token, user: signedIn.user, org: signedIn.org }
}

const findCode = handlePublic(findCompanyCode, ({ org_name }, context) =>
  addressTries(context, async tx => {
    const [org] = await rows(
      tx,
      sql<{ company_code: string }>`select company_code from org where name = ${org_name.trim()} and status = 1`,
    )
    return org ?? refuse(accessErrors.companyCodeUnknown)
  }),
)

export const signInHandlers: Handler[] = [handlePublic(login, signIn), handlePublic(legacyLogin, signIn), findCode]
