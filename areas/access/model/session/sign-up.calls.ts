import { affected, command, nothing, query } from '@qitao/core/call.ts'
import { instant, plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'
import { orgInfo } from '../company/org.record.ts'
import { passwordInput, signedInUser, user } from '../member/user.record.ts'
import { codeScenes } from './verify-code.rules.ts'

/**
 * Getting in without anybody's help: a code to the own phone or email proves who one is. Public calls
 * have no company yet: the handlers write their own audit rows.
 */
const filled = (most: number) => plainString(most).min(1)
const verify_code = filled(10)

export const sendVerifyCode = command('/mep_server/biz/user/verify_code_send', {
  title: text('发送验证码', 'Send a verification code'),
  grantedBy: 'public',
  input: z.strictObject({ account: filled(100), scene: z.enum(codeScenes) }),
  output: z.object({ expire_seconds: z.int() }),
  records: [user],
})

export const signUp = command('/mep_server/biz/user/signup', {
  title: text('注册', 'Register'),
  grantedBy: 'public',
  input: z.strictObject({
    account: filled(100),
    name: user.fields.name.schema,
    password: passwordInput,
    verify_code,
    /** Joins this company; without an invitation its administrators must agree first. */
    company_code: plainString(50).optional(),
    /** Makes a company when no code is given. */
    company_name: plainString(100).optional(),
    industry: plainString(100).optional(),
    /** IANA name, for a new company. */
    time_zone: plainString(60).optional(),
    /** Edition of a new company: mep or mep_lite. */
    app_code: plainString(50).optional(),
    /** An invitation: joins at once, with the role that it carries. */
    qrcode_key: plainString(100).optional(),
  }),
  output: z.object({
    /** Null: an administrator of the company must agree first. */
    token: z.string().nullable(),
    user: signedInUser,
    org: orgInfo,
  }),
  records: [user],
})

export const resetPassword = command('/mep_server/biz/user/reset_password', {
  title: text('重置密码', 'Reset the password'),
  grantedBy: 'public',
  input: z.strictObject({ account: filled(100), verify_code, new_password: passwordInput }),
  output: affected,
  records: [user],
})

/** Ours: what the sign-in and registration pages must know. */
export const querySignInInfo = query('/mep_server/biz/user/query_sign_in_info', {
  title: text('登录页信息', 'What the sign-in page shows'),
  grantedBy: 'public',
  input: nothing,
  output: z.object({
    /** mail: codes come by email; outbox: they are files on the server. */
    messages: z.enum(['mail', 'outbox']),
    /** Address under which passkeys are taken; null: the server knows none. */
    passkey_origin: z.string().nullable(),
  }),
})

/** Ours: who invites, before one accepts. */
export const queryInvitation = query('/mep_server/biz/user/query_qrcode', {
  title: text('邀请信息', 'An invitation'),
  grantedBy: 'public',
  input: z.strictObject({ qrcode_key: filled(100) }),
  output: z.object({ company_code: z.string(), company_name: z.string(), expire_time: instant }),
})

export const queryMobileApp = query('/mep_server/biz/user/query_mobile_app', {
  title: text('手机App', 'Mobile app'),
  grantedBy: 'public',
  input: nothing,
  /** Nulls: the installation offers none. */
  output: z.object({
    version: z.string().nullable(),
    url: z.string().nullable(),
    qrcode: z.string().nullable(),
    file_size: z.int().nullable(),
    /** Address of this server, which the app asks for when it is first started, and its code. */
    server: z.string().nullable(),
    server_qrcode: z.string().nullable(),
  }),
})
