import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { type Context, type Handler, handle, handleInSteps } from '@qitao/platform/server/http/handle.ts'
import { qrCode } from '@qitao/platform/server/print/qr-code.ts'
import { keptSecret, openKept } from '@qitao/platform/server/secrets.ts'
import { sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import { checkMayManage } from '../../model/member/user.rules.ts'
import {
  beginMfa,
  confirmMfa,
  dropMfa,
  queryMfa,
  renewRecoveryCodes,
  resetUserMfa,
} from '../../model/session/mfa.calls.ts'
import { lockUsers } from '../member/user.queries.ts'
import { notify } from '../notice/notice.ts'
import { askedOfOwner, counted, ownProof, proved, proves, wrongPassword } from './own-password.ts'
import { dropPasskeys, expectProved } from './passkey.ts'
import {
  dropFactor,
  hasSecondFactor,
  isFactorRequired,
  mfaPlace,
  renewCodes,
  takeFactor,
  tellOwner,
} from './second-factor.ts'
import { recordManaged } from './security-event.ts'
import { authenticatorUri, newSecret, stepOfCode } from './totp.ts'

const ownOf = ({ org_id, member }: Pick<Context, 'org_id' | 'member'>) => ({ org_id, id: member.user_id })

export const mfaHandlers: Handler[] = [
  handle(queryMfa, async (_, context) => {
    const { tx, org_id, member } = context
    const [found] = await rows(
      tx,
      sql<{ since: number; codes: number }>`select m.created_time as since, (select count(*) from recovery_code c
          where c.org_id = m.org_id and c.user_id = m.user_id) as codes
        from user_mfa m where m.org_id = ${org_id} and m.user_id = ${member.user_id} and m.confirmed`,
    )
    return {
      is_on: found !== undefined,
      is_required: await isFactorRequired(context),
      since: found?.since ?? null,
      recovery_codes_left: found?.codes ?? 0,
      asks: await askedOfOwner(context),
    }
  }),

  // Who finds a session open does not take it over for good: the password is asked for, and wrong ones count.
  handleInSteps(beginMfa, {
    async load({ password }, context) {
      if (await hasSecondFactor(context.tx, ownOf(context))) refuse(generalErrors.statusNotAllowed, { detail: isOn })
      await expectProved(context)
      return ownProof(context, password)
    },
    decide: proves,
    async save(_, context, proof, isRight) {
      const { tx, org_id, member } = context
      if (!(await proved(context, proof, isRight))) return wrongPassword()
      const secret = newSecret()
      const kept = await rows(
        tx,
        sql`insert into user_mfa (org_id, user_id, secret) values (${org_id}, ${member.user_id}, ${keptSecret(secret, mfaPlace(org_id, member.user_id))})
          on conflict (org_id, user_id) do update set secret = excluded.secret, created_time = epoch_now()
          where not user_mfa.confirmed returning user_id`,
      )
      if (kept.length === 0) refuse(generalErrors.statusNotAllowed, { detail: isOn })
      const [org] = await rows(tx, sql<{ company_code: string }>`select company_code from org where id = ${org_id}`)
      return { secret, qrcode: await qrCode(authenticatorUri(secret, `Qitao ${org!.company_code}`, member.account)) }
    },
  }),

  handle(confirmMfa, async ({ verify_code }, context) => {
    const { tx, org_id, member, now } = context
    const [begun] = await rows(
      tx,
      sql<{ secret: string; confirmed: boolean }>`select secret, confirmed from user_mfa
        where org_id = ${org_id} and user_id = ${member.user_id} for update`,
    )
    if (!begun) refuse(generalErrors.statusNotAllowed, { detail: notBegun })
    if (begun.confirmed) refuse(generalErrors.statusNotAllowed, { detail: isOn })
    await expectProved(context)
    const secret = openKept(begun.secret, mfaPlace(org_id, member.user_id))
    if (secret === undefined) refuse(generalErrors.statusNotAllowed, { detail: notBegun })
    const step = stepOfCode(secret, verify_code.replace(/\s/g, ''), now, 0)
    if (!(await counted(context, async () => step !== undefined, 'factor'))) return wrongCode()
    await sql`update user_mfa set confirmed = true, used_step = ${step ?? 0}, created_time = epoch_now()
      where org_id = ${org_id} and user_id = ${member.user_id}`.execute(tx)
    await tellOwner(context, 'mfa_on', text('两步验证已开启', 'Two-step sign-in was turned on'))
    return { recovery_codes: await renewCodes(tx, ownOf(context)) }
  }),

  handle(renewRecoveryCodes, async ({ verify_code }, context) => {
    if (!(await rightFactor(context, verify_code))) return wrongCode()
    await tellOwner(
      context,
      'recovery_renewed',
      text('恢复码已重新生成，旧恢复码失效', 'New recovery codes were made; the old ones are void'),
    )
    return { recovery_codes: await renewCodes(context.tx, ownOf(context)) }
  }),

  handle(dropMfa, async ({ verify_code }, context) => {
    if (await isFactorRequired(context)) refuse(generalErrors.statusNotAllowed, { detail: companyAsks })
    if (!(await rightFactor(context, verify_code))) return wrongCode()
    await tellOwner(context, 'mfa_off', text('两步验证已关闭', 'Two-step sign-in was turned off'))
    return { affected: await dropFactor(context.tx, ownOf(context)) }
  }),

  handle(resetUserMfa, async ({ id }, context) => {
    const { tx, org_id, member, tell } = context
    if (id === member.user_id) refuse(accessErrors.selfNotAllowed)
    const { targets } = await lockUsers(context, [id])
    checkMayManage(member, targets.get(id) ?? refuse(generalErrors.recordNotFound))
    const affected = (await dropFactor(tx, { org_id, id })) + (await dropPasskeys(tx, { org_id, id }))
    if (affected === 0) refuse(generalErrors.statusNotAllowed, { detail: notOn })
    await recordManaged(context, 'mfa_reset', [id])
    await notify({ tx, org_id, tell }, [id], {
      sign: 'mfa',
      text: text(
        `管理员${member.name}重置了您的两步验证和通行密钥`,
        `The administrator ${member.name} reset your two-step sign-in and your passkeys`,
      ),
      type: 'warning',
    })
    return { affected }
  }),
]

const isOn = text('两步验证已开启', 'Two-step sign-in is on already')
const notOn = text('该用户没有两步验证和通行密钥', 'The user has neither two-step sign-in nor a passkey')
const notBegun = text('请先扫描二维码', 'Scan the QR code first')
const companyAsks = text('公司要求两步验证，不能关闭', 'The company asks for two-step sign-in: it cannot be turned off')

const wrongCode = () =>
  new Refusal(accessErrors.verifyCodeWrong, { field: 'verify_code', field_title: text('验证码', 'Code') })

async function rightFactor(context: Context, typed: string): Promise<boolean> {
  const { tx, now } = context
  if (!(await hasSecondFactor(tx, ownOf(context))))
    refuse(generalErrors.statusNotAllowed, { detail: text('两步验证未开启', 'Two-step sign-in is not on') })
  return counted(context, async () => (await takeFactor(tx, ownOf(context), typed, now)) !== undefined, 'factor')
}
