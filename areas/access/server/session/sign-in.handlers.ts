import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type Handler, handlePublic, type PublicContext } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { accessErrors } from '../../model/access.errors.ts'
import { findCompanyCode, legacyLogin, login } from '../../model/session/session.calls.ts'
import { signInRefusal } from '../../model/session/sign-in.rules.ts'
import { loadSettings } from '../company/settings.ts'
import { notify } from '../notice/notice.ts'
import { checkNewPassword } from './common-password.ts'
import { addressTries, checkWait, forgiveFailures, type Guess, lockGuesses, recordFailure } from './guesses.ts'
import { knownDevice } from './known-device.ts'
import { ownWayRefusal } from './own-way.ts'
import { hashPassword, isRightPassword } from './password.ts'
import { hasSecondFactor, takeFactor } from './second-factor.ts'
import { recordEvents } from './security-event.ts'
import { isHeldToPasskey } from './session.ts'
import { sharedDevice } from './terminal.ts'
import { welcome } from './welcome.ts'

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
  /** Somebody else has set the password. */
  first_password: boolean
}
const signIn = async (input: z.output<typeof login.input>, context: PublicContext) => {
  const { transaction, now, network } = context
  const { company, found, guess } = await transaction(async tx => {
    const company = await findCompany(tx, input.company_code.trim())
    const typed = input.account.trim()
    const found = company && (await findAccount(tx, company.id, typed))
    const device = found && (await knownDevice(tx, { org_id: company.id, id: found.id }, input.device_key))
    const guess: Guess = {
      company_code: company?.company_code ?? input.company_code.trim(),
      account: found?.id ?? typed.toLowerCase(),
      ...(device ? { kind: 'device', address: device } : { kind: 'sign_in', address: network }),
    }
    await checkWait(tx, guess, now)
    return { company, found, guess }
  })
  const right = await isRightPassword(found?.password_hash, input.password)
  const own = right && found ? await ownPassword(found, input) : undefined
  const settled = await transaction(async tx => {
    await lockGuesses(tx, guess)
    await checkWait(tx, guess, now)
    const refusal = signInRefusal({
      company: company !== undefined,
      companyEnabled: company?.status === enabledStatus.codes.enabled,
      known: found !== undefined,
      right,
      enabled: found?.status === enabledStatus.codes.enabled,
      invalidRole: found?.invalid_role === true,
    })
    if (!right) await recordFailure(tx, guess, now)
    if (!right && company)
      await recordEvents(tx, context, [{ org_id: company.id, kind: 'sign_in_failed', user_id: found?.id }])
    if (refusal || !company || !found) return new Refusal(refusal ?? accessErrors.passwordWrong)
    const user = { org_id: company.id, id: found.id }
    const elsewhere = await ownWayRefusal(tx, user)
    if (elsewhere) return elsewhere
    // Before a recovery code is used up and a first password replaced.
    const here = await sharedDevice(tx, company.id, context.device)
    if (here instanceof Refusal) return here
    if (found.first_password && own === undefined && (await loadSettings(tx, company.id)).first_password_change)
      return new Refusal(accessErrors.firstPassword, { field: 'new_password' })
    const wrong = await secondFactor(tx, user, input.verify_code, context)
    if (wrong) {
      if (wrong.definition === accessErrors.verifyCodeWrong) await recordFailure(tx, guess, now)
      return wrong
    }
    if (own !== undefined && !(await replaceFirst(tx, user, found.password_hash, own, context)))
      return new Refusal(accessErrors.passwordWrong)
    await forgiveFailures(tx, guess)
    return welcome(tx, user, context, { call: login, device_key: input.device_key, is_known: guess.kind === 'device' })
  })
  if (settled instanceof Refusal) throw settled
  return settled
}

const newPasswordField = { field: 'new_password', field_title: text('新密码', 'New password') }
/** The hash of what comes in place of a first password; undefined: nothing does. */
async function ownPassword(
  { first_password }: Account,
  { password, new_password }: z.output<typeof login.input>,
): Promise<string | undefined> {
  if (!first_password || new_password === undefined) return undefined
  await checkNewPassword(new_password)
  if (new_password === password)
    refuse(accessErrors.passwordWeak, {
      ...newPasswordField,
      detail: text('新密码不能与原密码相同', 'The new password must differ from the old one'),
    })
  return hashPassword(new_password)
}
/** False: the password was set anew meanwhile. */
async function replaceFirst(
  tx: Tx,
  { org_id, id }: { org_id: string; id: string },
  before: string,
  password_hash: string,
  from: PublicContext,
): Promise<boolean> {
  const replaced = await sql`update app_user set password_hash = ${password_hash}, first_password = false
    where org_id = ${org_id} and id = ${id} and first_password and password_hash = ${before}`.execute(tx)
  if (replaced.numAffectedRows !== 1n) return false
  await recordEvents(tx, from, [{ org_id, kind: 'password_changed', user_id: id }])
  return true
}

/** Why the second factor keeps the member out: not given (5268), wrong (5259), or a passkey (5272). */
export async function secondFactor(
  tx: Tx,
  user: { org_id: string; id: string },
  typed: string | undefined,
  from: PublicContext,
): Promise<Refusal | undefined> {
  if (!(await hasSecondFactor(tx, user)))
    return (await isHeldToPasskey(tx, user)) ? new Refusal(accessErrors.passkeyNeeded) : undefined
  if (typed === undefined) return new Refusal(accessErrors.secondFactorNeeded, { field: 'verify_code' })
  const by = await takeFactor(tx, user, typed, from.now)
  const event = { org_id: user.org_id, user_id: user.id }
  if (by === 'authenticator') return undefined
  await recordEvents(tx, from, [{ ...event, kind: by ? 'recovery_used' : 'mfa_failed' }])
  if (!by)
    return new Refusal(accessErrors.verifyCodeWrong, { field: 'verify_code', field_title: text('验证码', 'Code') })
  await notify({ tx, org_id: user.org_id }, [user.id], {
    sign: 'mfa',
    text: text(
      `您使用了一个恢复码登录（${from.address}）；请重新生成恢复码，并检查验证器`,
      `A recovery code was used to sign in, from ${from.address}. Make new ones, and see to your authenticator.`,
    ),
    type: 'warning',
  })
  return undefined
}

/** The code as it was given out, or as people type it without minding capitals. */
export async function findCompany(tx: Tx, company_code: string): Promise<Company | undefined> {
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
    >`select id, password_hash, status, invalid_role, first_password, account = ${account} as named from app_user
      where org_id = ${org_id} and not dropped and ${account} in (account, phone, email) order by named desc limit 2`,
  )
  return found.length === 1 || found[0]?.named ? found[0] : undefined
}

const findCode = handlePublic(findCompanyCode, ({ org_name }, context) =>
  addressTries(context, 'sign_in', async tx => {
    const [org] = await rows(
      tx,
      sql<{
        company_code: string
      }>`select company_code from org where name = ${org_name.trim()} and status = ${enabledStatus.codes.enabled}`,
    )
    return org ?? refuse(accessErrors.companyCodeUnknown)
  }),
)

export const signInHandlers: Handler[] = [handlePublic(login, signIn), handlePublic(legacyLogin, signIn), findCode]
