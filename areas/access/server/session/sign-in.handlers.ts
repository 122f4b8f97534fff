import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type Handler, handlePublic, type PublicContext } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { accessErrors } from '../../model/access.errors.ts'
import { securityEventKind } from '../../model/session/security-event.status.ts'
import { findCompanyCode, legacyLogin, login } from '../../model/session/session.calls.ts'
import { signInRefusal } from '../../model/session/sign-in.rules.ts'
import { notify } from '../notice/notice.ts'
import { addressTries, checkWait, forgiveFailures, type Guess, lockGuesses, recordFailure } from './guesses.ts'
import { knownDevice, rememberDevice } from './known-device.ts'
import { isRightPassword } from './password.ts'
import { hasSecondFactor, takeFactor } from './second-factor.ts'
import { recordEvents } from './security-event.ts'
import { loadSignedIn } from './session.queries.ts'
import { memberBy, openSession } from './session.ts'

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
const signIn = async (input: z.output<typeof login.input>, context: PublicContext) => {
  const { transaction, now, address } = context
  const { company, found, guess } = await transaction(async tx => {
    const company = await findCompany(tx, input.company_code.trim())
    const typed = input.account.trim()
    const found = company && (await findAccount(tx, company.id, typed))
    const device = found && (await knownDevice(tx, { org_id: company.id, id: found.id }, input.device_key))
    const guess: Guess = {
      company_code: company?.company_code ?? input.company_code.trim(),
      account: found?.id ?? typed.toLowerCase(),
      ...(device ? { kind: 'device', address: device } : { kind: 'sign_in', address }),
    }
    await checkWait(tx, guess, now)
    return { company, found, guess }
  })
  const right = await isRightPassword(found?.password_hash, input.password)
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
    const wrong = await secondFactor(tx, user, input.verify_code, context)
    if (wrong) {
      if (wrong.definition !== accessErrors.secondFactorNeeded) await recordFailure(tx, guess, now)
      return wrong
    }
    await forgiveFailures(tx, guess)
    const isNew = guess.kind !== 'device' && (await isNewPlace(tx, user, address))
    await rememberDevice(tx, user, input.device_key)
    await recordEvents(tx, context, [
      { org_id: company.id, kind: isNew ? 'new_device' : 'signed_in', user_id: found.id },
    ])
    if (isNew)
      await notify({ tx, org_id: company.id }, [found.id], {
        sign: `device:${address}`,
        text: text(
          `您的账号在新设备上登录（${address}）；如非本人操作，请立即修改密码`,
          `Your account was used on a new device, from ${address}. If that was not you, change your password at once.`,
        ),
        type: 'warning',
      })
    return welcome(tx, user, context)
  })
  if (settled instanceof Refusal) throw settled
  return settled
}

/** Why the second factor keeps the member out: not given (5268), or wrong (5259). */
async function secondFactor(
  tx: Tx,
  user: { org_id: string; id: string },
  typed: string | undefined,
  from: PublicContext,
): Promise<Refusal | undefined> {
  if (!(await hasSecondFactor(tx, user))) return undefined
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

/** Whether a member who has signed in before comes from where he or she has never come from. */
async function isNewPlace(tx: Tx, { org_id, id }: { org_id: string; id: string }, address: string): Promise<boolean> {
  const [found] = await rows(
    tx,
    sql<{ is_new: boolean }>`select count(*) > 0 and not coalesce(bool_or(address = ${address}), false) as is_new
      from security_event where org_id = ${org_id} and user_id = ${id}
        and kind in (${securityEventKind.codes.signed_in}, ${securityEventKind.codes.new_device})`,
  )
  return found!.is_new
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

async function welcome(tx: Tx, user: { org_id: string; id: string }, from: PublicContext) {
  const token = await openSession(tx, user, from)
  await sql`insert into audit_log (org_id, user_id, call) values (${user.org_id}, ${user.id}, ${login.path})`.execute(
    tx,
  )
  const signedIn = await loadSignedIn(tx, user.org_id, user.id)
  const member = await memberBy(tx, user.org_id, user.id)
  if (!signedIn || !member) return new Refusal(accessErrors.accountMissing)
  return { token, user: signedIn.user, org: signedIn.org, must_enrol: member.must_enrol === true }
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
