import { affected, command, nothing, query } from '@qitao/core/call.ts'
import {
  codeField,
  flagField,
  listField,
  optional,
  plainString,
  referenceField,
  referencesField,
  rowVersion,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { ownPassword } from '../member/user.record.ts'
import { factorInput } from './mfa.calls.ts'
import { signInByPasskey } from './passkey.calls.ts'
import { login } from './session.calls.ts'

/** Ours: members sign in by the company's own provider (OpenID Connect, code flow with PKCE). */
const base = '/mep_server/biz/user/'
const domain = plainString(200).regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)

export const oidcProvider = record('oidc_provider', text('单点登录', 'Single sign-on'), {
  name: textField('按钮名称', 'Name on the button', 50),
  issuer: textField('签发方（Issuer）', 'Issuer', 300),
  client_id: textField('客户端ID', 'Client ID', 300),
  account_claim: codeField('账号对应的声明', 'Claim with the account', 50),
  mail_domains: withDefault(listField('允许的邮箱域名', 'Allowed mail domains', z.array(domain).max(50)), []),
  creates_members: flagField('自动新建成员', 'Make members who are unknown'),
  role_ids: withDefault(referencesField('新成员的角色', 'Roles of new members', 'role', 50), []),
  proves_factor: flagField('视为已两步验证', 'Counts as two-step sign-in'),
  is_required: flagField('只能用单点登录', 'The only way to sign in'),
  keeper_id: optional(referenceField('仍可用密码的管理员', 'Administrator who keeps the password', 'user')),
  enabled: flagField('启用', 'On'),
})

export const showOidc = query(`${base}query_oidc_provider`, {
  title: text('查看单点登录', 'Show single sign-on'),
  grantedBy: [pages.settings],
  input: nothing,
  output: z.object({
    record: oidcProvider.row.nullable(),
    has_secret: z.boolean(),
    /** To be entered at the provider; null: the address of the system is not known. */
    redirect_uri: z.string().nullable(),
  }),
  records: [oidcProvider],
})
export const saveOidc = command(`${base}save_oidc_provider`, {
  title: text('保存单点登录', 'Save single sign-on'),
  grantedBy: [pages.settings],
  answersSecret: true,
  input: oidcProvider.input.extend({
    /** Absent: there is none yet. */
    row_version: rowVersion.optional(),
    /** Absent: as it was. */
    client_secret: plainString(1_000).min(1).optional(),
    /** Of the administrator: who decides this decides who comes in. */
    password: ownPassword,
  }),
  output: affected,
  records: [oidcProvider],
})
/** Asks the provider to describe itself, before anything is saved. */
export const testOidc = query(`${base}test_oidc_provider`, {
  title: text('测试单点登录', 'Test single sign-on'),
  grantedBy: [pages.settings],
  input: z.strictObject({ issuer: oidcProvider.fields.issuer.schema }),
  output: z.object({ ok: z.boolean(), said: z.string() }),
  records: [oidcProvider],
})

export const queryOidc = query(`${base}query_oidc`, {
  title: text('公司的单点登录', 'Single sign-on of a company'),
  grantedBy: 'public',
  input: z.strictObject({ company_code: plainString(50).min(1) }),
  /** Null: the company has none. */
  output: z.object({ name: z.string().nullable(), is_required: z.boolean() }),
})
export const beginOidc = command(`${base}begin_oidc_login`, {
  title: text('单点登录：开始', 'Single sign-on: begin'),
  grantedBy: 'public',
  input: z.strictObject({ company_code: plainString(50).min(1) }),
  /** The browser keeps `binding` and goes to `url`. */
  output: z.object({ url: z.string(), state: z.string(), binding: z.string() }),
})
export const signInByOidc = command(`${base}oidc_login`, {
  title: text('单点登录', 'Sign in by single sign-on'),
  grantedBy: 'public',
  input: z.strictObject({
    state: plainString(200).min(20),
    binding: plainString(200).min(20),
    /** What stands behind the address that the provider has sent the browser back to. */
    answer: plainString(4_000),
    device_key: login.input.shape.device_key,
    /** The second step, where it is asked for: a code, or a passkey that answers a challenge of `begin_passkey_login`. */
    verify_code: factorInput.optional(),
    credential: signInByPasskey.input.shape.credential.optional(),
  }),
  output: login.output,
})
