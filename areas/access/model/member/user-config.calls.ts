import { affected, command, nothing, query } from '@qitao/core/call.ts'
import { plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'
import { longestConfigKey, longestConfigValue } from './user-config.rules.ts'

/** Settings of the signed-in user; which keys there are is said in user-config.rules.ts. */
const config_key = plainString(longestConfigKey).min(1)

export const setUserConfig = command('/mep_server/biz/user/set_config', {
  title: text('保存个人设置', 'Save a user setting'),
  grantedBy: 'signed_in',
  atTerminals: true,
  input: z.strictObject({ config_key, config_value: plainString(longestConfigValue) }),
  output: affected,
})
export const getUserConfig = query('/mep_server/biz/user/get_config', {
  title: text('读取个人设置', 'Read a user setting'),
  grantedBy: 'signed_in',
  atTerminals: true,
  input: z.strictObject({ config_key }),
  output: z.object({ config_value: z.string().nullable() }),
})
export const listUserConfigs = query('/mep_server/biz/user/query_config_list', {
  title: text('读取全部个人设置', 'Read all user settings'),
  grantedBy: 'signed_in',
  atTerminals: true,
  input: nothing,
  output: z.object({ result: z.record(z.string(), z.string()) }),
})
