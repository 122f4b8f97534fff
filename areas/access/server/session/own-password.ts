import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { acrossCompanies, rows } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import { checkWait, guessOfSession, lockGuesses, recordFailure } from './guesses.ts'

/** What the own password is compared with; refused while too many wrong ones are counted. */
export async function ownPasswordHash(context: Context): Promise<string> {
  const { tx, org_id, member, now } = context
  const guess = await guessOfSession(context)
  await acrossCompanies(tx, all => checkWait(all, guess, now))
  const [own] = await rows(
    tx,
    sql<{
      password_hash: string
    }>`select password_hash from app_user where org_id = ${org_id} and id = ${member.user_id}`,
  )
  return (own ?? refuse(accessErrors.accountMissing)).password_hash
}

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

export const wrongPassword = (): Refusal =>
  new Refusal(accessErrors.passwordWrong, { field: 'password', field_title: text('密码', 'Password') })
