import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { minuteSeconds } from '@qitao/core/time.ts'
import { acrossCompanies, rows } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { accessErrors } from '../../model/access.errors.ts'
import type { queryMfa } from '../../model/session/mfa.calls.ts'
import { checkWait, guessOfSession, lockGuesses, recordFailure } from './guesses.ts'
import { isRightPassword, noPassword } from './password.ts'
import { hashOf } from './session.ts'

/** What shows that the owner calls: the password that was typed, or nothing more where the provider has just vouched. */
interface Proof {
  readonly password_hash: string
  readonly password: string
  readonly is_vouched: boolean
}
/** Members who come by the provider may have no password: for so long their sign-in stands for it. */
const vouchedSeconds = 15 * minuteSeconds

interface Vouched {
  readonly by_provider: boolean
  readonly is_vouched: boolean
}
async function vouchedFor({ tx, org_id, token }: Pick<Context, 'tx' | 'org_id' | 'token'>): Promise<Vouched> {
  const [found] = await rows(
    tx,
    sql<Vouched>`select by_provider, by_provider and created_time > epoch_now() - ${vouchedSeconds}::bigint as is_vouched
      from session where org_id = ${org_id} and token_hash = ${hashOf(token)}`,
  )
  return found ?? { by_provider: false, is_vouched: false }
}
const hashOfOwn = async ({ tx, org_id, member }: Pick<Context, 'tx' | 'org_id' | 'member'>): Promise<string> => {
  const [own] = await rows(
    tx,
    sql<{
      password_hash: string
    }>`select password_hash from app_user where org_id = ${org_id} and id = ${member.user_id}`,
  )
  return (own ?? refuse(accessErrors.accountMissing)).password_hash
}

/** What is asked of the owner before a second factor, a token or the provider is changed. */
export async function askedOfOwner(context: Context): Promise<z.output<typeof queryMfa.output>['asks']> {
  if ((await vouchedFor(context)).is_vouched) return 'nothing'
  return (await hashOfOwn(context)) === noPassword ? 'sign_in' : 'password'
}

/** Loads what the owner shows. 5282 for who has no password to type, 5266 while too many wrong ones are counted. */
export async function ownProof(context: Context, password: string | undefined): Promise<Proof> {
  const { tx, now } = context
  const { by_provider, is_vouched } = await vouchedFor(context)
  const password_hash = await hashOfOwn(context)
  if (is_vouched) return { password_hash, password: '', is_vouched }
  if (password_hash === noPassword) refuse(accessErrors.signInAgain)
  if (password === undefined)
    refuse(by_provider ? accessErrors.signInAgain : generalErrors.fieldRequired, passwordField)
  const guess = await guessOfSession(context)
  await acrossCompanies(tx, all => checkWait(all, guess, now))
  return { password_hash, password, is_vouched }
}
export const proves = async ({ password_hash, password, is_vouched }: Proof): Promise<boolean> =>
  is_vouched || isRightPassword(password_hash, password)
/** Whether what was shown is right; wrong passwords are counted. */
export const proved = async (context: Context, { is_vouched }: Proof, isRight: boolean): Promise<boolean> =>
  is_vouched || counted(context, async () => isRight)

/** Whether the guess is right; wrong ones of a session are counted and wait (5266), and stay though they are refused. */
export async function counted(
  context: Context,
  isRight: () => Promise<boolean>,
  secret: Parameters<typeof guessOfSession>[1] = 'password',
): Promise<boolean> {
  const { tx, now } = context
  const guess = await guessOfSession(context, secret)
  await acrossCompanies(tx, async all => {
    await lockGuesses(all, guess)
    await checkWait(all, guess, now)
  })
  const right = await isRight()
  if (!right) await acrossCompanies(tx, all => recordFailure(all, guess, now))
  return right
}

const passwordField = { field: 'password', field_title: text('密码', 'Password') }
export const wrongPassword = (): Refusal => new Refusal(accessErrors.ownPasswordWrong, { field: passwordField.field })
