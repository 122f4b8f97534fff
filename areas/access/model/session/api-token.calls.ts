import { affected, command, nothing, query } from '@qitao/core/call.ts'
import { id, instant, textField } from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { allPages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { passwordInput } from '../member/user.record.ts'
import { longestTokenDays } from './api-token.rules.ts'

/** Ours: by what a member's own programs call. A token makes no token: these are of people. */
const base = '/mep_server/biz/user/'
export const apiToken = record('api_token', text('API令牌', 'API token'), { name: textField('名称', 'Name', 100) })

export const listApiTokens = query(`${base}query_api_token_list`, {
  title: text('我的API令牌', 'My API tokens'),
  grantedBy: 'signed_in',
  input: nothing,
  output: z.object({
    result: z.array(
      z.object({
        id,
        name: z.string(),
        page_paths: z.array(z.string()),
        writes: z.boolean(),
        created_time: instant,
        expire_time: instant,
        is_over: z.boolean(),
        /** To the hour; null: never. */
        used_time: instant.nullable(),
      }),
    ),
  }),
})
export const addApiToken = command(`${base}add_api_token`, {
  title: text('生成API令牌', 'Make an API token'),
  grantedBy: 'signed_in',
  answersSecret: true,
  input: z.strictObject({
    name: apiToken.fields.name.schema,
    page_paths: z
      .array(z.enum(allPages.map(({ path }) => path)))
      .min(1)
      .max(allPages.length),
    /** Without: it reads only. */
    writes: z.boolean().default(false),
    expire_days: z.int().min(1).max(longestTokenDays).default(90),
    password: passwordInput,
  }),
  /** The token is shown now, and never again. */
  output: z.object({ id, token: z.string(), expire_time: instant }),
  records: [apiToken],
})
export const revokeApiToken = command(`${base}revoke_api_token`, {
  title: text('吊销API令牌', 'Revoke an API token'),
  grantedBy: 'signed_in',
  input: z.strictObject({ id }),
  output: affected,
})
