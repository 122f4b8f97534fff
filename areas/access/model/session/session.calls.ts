import { affected, command, nothing, query } from '@qitao/core/call.ts'
import { id, instant, plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { orgInfo } from '../company/org.record.ts'
import { passwordInput, signedInUser, user } from '../member/user.record.ts'
import { factorInput } from './mfa.calls.ts'

/** Signing in and out, and what a session may know about itself. */
const filled = (most: number) => plainString(most).min(1)
const credentials = z.strictObject({
  /** Account, phone or email. */
  account: filled(100),
  password: filled(200),
  company_code: filled(50),
  /** Whether the browser keeps the company code; the server has no use for it. */
  remember: z.boolean().default(false),
  /** Chance that the browser keeps: wrong guesses of strangers do not shut out a browser that was signed in before. */
  device_key: plainString(100).min(20).optional(),
  /** The second factor, of a member who has one (5268 without). */
  verify_code: factorInput.optional(),
  /** In place of a password that somebody else has set (5292 without). */
  new_password: passwordInput.optional(),
})
const signedIn = z.object({ token: z.string(), user: signedInUser, org: orgInfo })
const signIn = {
  title: text('登录', 'Sign in'),
  grantedBy: 'public',
  input: credentials,
  /** `must_enrol`: the token opens the set-up of a second factor, and what else there is only after it. */
  output: signedIn.extend({ must_enrol: z.boolean() }),
  records: [user],
} as const

export const login = command('/mep_server/biz/user/login', signIn)
export const legacyLogin = command('/api/login', signIn)

export const findCompanyCode = query('/mep_server/biz/user/get_org_code_by_org_name', {
  title: text('查找公司编码', 'Find the company code'),
  grantedBy: 'public',
  input: z.strictObject({ org_name: filled(100) }),
  output: z.object({ company_code: z.string() }),
})

export const logout = command('/mep_server/biz/user/logout', {
  title: text('退出登录', 'Sign out'),
  grantedBy: 'signed_in',
  whileViewing: true,
  beforeSecondFactor: true,
  atTerminals: true,
  input: nothing,
  output: affected,
})

/**
 * Renews the session: the same token holds for another week, thirty days in all. A read to the platform, because an audit row or a kept answer
 * would store the token.
 */
export const refreshToken = query('/mep_server/biz/user/refresh_token', {
  title: text('续期登录', 'Renew the session'),
  grantedBy: 'signed_in',
  atTerminals: true,
  input: nothing,
  output: z.object({ token: z.string(), expire_time: instant }),
})

/** A session as its owner, or who manages the owner, sees it. */
const openSession = z.object({
  id,
  /** What the browser said of itself at the sign-in. */
  agent: z.string().nullable(),
  /** From where it signed in. */
  address: z.string().nullable(),
  created_time: instant,
  used_time: instant,
  /** From where it was used last, to the minute; null: not since the sign-in. */
  used_address: z.string().nullable(),
  expire_time: instant,
  /** The one that asks. */
  is_current: z.boolean(),
  /** Both factors were proved by a passkey. */
  passkey_proved: z.boolean(),
  /** The shared terminal at which it was opened. */
  terminal_name: z.string().nullable(),
  /** Of an administrator who looks on as the member. */
  viewed_by_name: z.string().nullable(),
})
export type OpenSession = z.output<typeof openSession>
const sessions = z.object({ result: z.array(openSession) })

/** Ours: where the member is signed in, and the end of it. */
export const listOwnSessions = query('/mep_server/biz/user/query_session_list', {
  title: text('我的登录设备', 'Where I am signed in'),
  grantedBy: 'signed_in',
  input: nothing,
  output: sessions,
})
export const endOwnSession = command('/mep_server/biz/user/end_session', {
  title: text('下线一个登录', 'End a session'),
  grantedBy: 'signed_in',
  input: z.strictObject({ id }),
  output: affected,
})
export const endOtherSessions = command('/mep_server/biz/user/end_other_sessions', {
  title: text('下线其他登录', 'End all other sessions'),
  grantedBy: 'signed_in',
  input: nothing,
  output: affected,
})
/** Ours: the same of a member, for who manages the member. */
export const listMemberSessions = query('/mep_server/biz/user/query_org_user_session_list', {
  title: text('用户的登录设备', 'Where a user is signed in'),
  grantedBy: [pages.roles],
  input: z.strictObject({ user_id: id }),
  output: sessions,
})
export const endMemberSessions = command('/mep_server/biz/user/end_org_user_sessions', {
  title: text('下线用户的登录', 'End sessions of a user'),
  grantedBy: [pages.roles],
  /** Without a session: all of them. */
  input: z.strictObject({ user_id: id, session_id: id.optional() }),
  output: affected,
})

/**
 * Ours: an administrator sees the product as a member does, for an hour at most, reading only. The member is told. The session
 * ends by `logout`, which leaves the administrator's own as it is.
 */
export const beginView = command('/mep_server/biz/user/begin_view', {
  title: text('以成员身份查看', 'View as a member'),
  grantedBy: [pages.roles],
  answersSecret: true,
  input: z.strictObject({ user_id: id }),
  output: signedIn,
})

export const alterPassword = command('/mep_server/biz/user/alter_password', {
  title: text('修改密码', 'Change password'),
  grantedBy: 'signed_in',
  input: z.strictObject({ old_password: passwordInput, new_password: passwordInput }),
  output: affected,
})

export const userInfo = query('/mep_server/biz/user/user_info', {
  method: 'GET',
  title: text('当前用户信息', 'Signed-in user'),
  grantedBy: 'signed_in',
  forTokens: true,
  input: nothing,
  output: z.object({
    user: signedInUser,
    org: orgInfo,
    roles: z.array(z.object({ id: z.string(), role_name: z.string() })),
    apps: z.array(z.object({ app_code: z.string(), app_name: z.string() })),
    /** Paths of the pages that the member may open. */
    pages: z.array(z.string()),
    /** Name of the administrator who looks on as this member; null: it is the member. */
    viewed_by_name: z.string().nullable(),
    /** The shared terminal where the member has signed in; name null: one of another company. */
    terminal: z.object({ name: z.string().nullable(), idle_minutes: z.int() }).nullable(),
    /** The page that opens first, as a role says; null: the first of the menu. */
    home_path: z.string().nullable(),
    /** What each role opens in each application; actions null: all of its pages. A page greys what is withheld. */
    grants: z.array(z.object({ pages: z.array(z.string()), actions: z.array(z.string()).nullable() })),
    /** Of the floor, sees what the own workgroups do: calls about all of them are refused. */
    workgroup_only: z.boolean(),
    /** User setting `language`: "1" Chinese, "2" English; null when never chosen. */
    language: z.string().nullable(),
  }),
})

export const menuEntry = z.object({
  parent_url: z.string(),
  parent_name: z.string(),
  /** "0" shown, "1" hidden: an edit page is opened from another page. */
  display: z.enum(['0', '1']),
  is_link: z.boolean(),
  sub_urls: z.array(
    z.object({ sub_url: z.string(), sub_name: z.string(), display: z.enum(['0', '1']), is_link: z.boolean() }),
  ),
})
export type MenuEntry = z.output<typeof menuEntry>

export const queryMenuList = query('/mep_server/biz/user/query_menu_list', {
  method: 'GET',
  title: text('菜单', 'Menu'),
  grantedBy: 'signed_in',
  atTerminals: true,
  input: z.strictObject({ app_code: plainString(50).optional() }),
  output: z.object({ param_list: z.array(menuEntry) }),
})
