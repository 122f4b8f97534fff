import { type Call, command, query } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'

/** The calls that a session needs. The access area declares them; the platform only knows their shapes. */
export const sessionUser = z.object({
  id: z.string(),
  account: z.string(),
  name: z.string(),
  is_admin: z.boolean(),
})
export const sessionOrg = z.object({
  company_code: z.string(),
  name: z.string(),
  time_zone: z.string().nullish(),
})
export const sessionInfo = z.object({ user: sessionUser, org: sessionOrg })
export type SessionInfo = z.output<typeof sessionInfo>

const menuChild = z.object({
  sub_url: z.string(),
  sub_name: z.string(),
  display: z.string().nullish(),
  is_link: z.boolean().nullish(),
})
const menuEntry = z.object({
  parent_url: z.string(),
  parent_name: z.string(),
  display: z.string().nullish(),
  is_link: z.boolean().nullish(),
  sub_urls: z.array(menuChild),
})

export const login = command('/mep_server/biz/user/login', {
  title: text('登录', 'Sign in'),
  grantedBy: 'public',
  input: z.strictObject({ account: z.string(), password: z.string(), company_code: z.string() }),
  output: sessionInfo.extend({ token: z.string() }),
})
export const userInfo = query('/mep_server/biz/user/user_info', {
  method: 'GET',
  title: text('用户信息', 'User information'),
  grantedBy: 'signed_in',
  input: z.object({}),
  output: sessionInfo,
})
export const queryMenuList = query('/mep_server/biz/user/query_menu_list', {
  method: 'GET',
  title: text('菜单', 'Menu'),
  grantedBy: 'signed_in',
  input: z.object({}),
  output: z.object({ param_list: z.array(menuEntry) }),
})
export const getUserConfig = query('/mep_server/biz/user/get_config', {
  title: text('读取个人设置', 'Read a user setting'),
  grantedBy: 'signed_in',
  input: z.strictObject({ config_key: z.string() }),
  output: z.object({ config_value: z.string().nullable() }),
})
export const setUserConfig = command('/mep_server/biz/user/set_config', {
  title: text('保存个人设置', 'Save a user setting'),
  grantedBy: 'signed_in',
  input: z.strictObject({ config_key: z.string(), config_value: z.string() }),
  output: z.object({ affected: z.int() }),
})
export const sessionCalls = { userInfo, menu: queryMenuList, getConfig: getUserConfig, setConfig: setUserConfig }
