import { affected, command, nothing, query } from '@qitao/core/call.ts'
import { id, instant, plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { ownPassword, user } from '../member/user.record.ts'

/** Ours: a second factor at the sign-in, a code of an authenticator (RFC 6238) or one of the codes for the day it is lost. */
const base = '/mep_server/biz/user/'
/** Six digits, or a recovery code with or without its dashes. */
export const factorInput = plainString(40).min(1)
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const queryMfa = query(`${base}query_mfa`, {
  title: text('我的两步验证', 'My two-step sign-in'),
  grantedBy: 'signed_in',
  beforeSecondFactor: true,
  input: nothing,
  output: z.object({
    is_on: z.boolean(),
    /** The company asks for it. */
    is_required: z.boolean(),
    since: instant.nullable(),
    recovery_codes_left: z.int(),
    /** Of who sets one up: the password, or, without one, a fresh sign-in by the provider; nothing just after it. */
    asks: z.enum(['nothing', 'password', 'sign_in']),
  }),
})
/** A fresh secret for the authenticator; nothing is asked for before it is proved. */
export const beginMfa = command(`${base}begin_mfa`, {
  title: text('设置两步验证', 'Set up two-step sign-in'),
  grantedBy: 'signed_in',
  beforeSecondFactor: true,
  answersSecret: true,
  input: z.strictObject({ password: ownPassword }),
  output: z.object({ secret: z.string(), qrcode: z.string() }),
})
export const confirmMfa = command(`${base}confirm_mfa`, {
  title: text('开启两步验证', 'Turn two-step sign-in on'),
  grantedBy: 'signed_in',
  beforeSecondFactor: true,
  answersSecret: true,
  input: z.strictObject({ verify_code: factorInput }),
  output: recoveryCodes,
})
export const renewRecoveryCodes = command(`${base}renew_recovery_codes`, {
  title: text('重新生成恢复码', 'Make new recovery codes'),
  grantedBy: 'signed_in',
  answersSecret: true,
  input: z.strictObject({ verify_code: factorInput }),
  output: recoveryCodes,
})
export const dropMfa = command(`${base}drop_mfa`, {
  title: text('关闭两步验证', 'Turn two-step sign-in off'),
  grantedBy: 'signed_in',
  input: z.strictObject({ verify_code: factorInput }),
  output: affected,
})
/** For a member who has lost the authenticator and the codes. */
export const resetUserMfa = command(`${base}reset_org_user_mfa`, {
  title: text('重置用户的两步验证', "Reset a user's two-step sign-in"),
  grantedBy: [pages.roles],
  input: z.strictObject({ id }),
  output: affected,
  records: [user],
})
