import { affected, command, nothing, query } from '@qitao/core/call.ts'
import {
  choiceField,
  codeOf,
  flagField,
  id,
  ids,
  instant,
  instantField,
  optional,
  readOnly,
  referenceField,
  textField,
} from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput } from '@qitao/core/page.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { allPages, pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { ownPassword } from '../member/user.record.ts'
import { longestTokenDays } from './api-token.rules.ts'
import { apiTokenStatus } from './api-token.status.ts'

/** Ours: by what a member's own programs call. A token makes no token: these are of people. */
const base = '/mep_server/biz/user/'
export const apiToken = record('api_token', text('API令牌', 'API token'), {
  name: textField('名称', 'Name', 100),
  user_id: readOnly(referenceField('成员', 'Member', 'user')),
  status: readOnly(choiceField('状态', 'Status', apiTokenStatus)),
  writes: readOnly(flagField('可操作', 'May act')),
  /** To the hour; null: never. */
  used_time: readOnly(optional(instantField('最近使用', 'Last used'))),
  expire_time: readOnly(instantField('有效至', 'Valid until')),
})

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
    password: ownPassword,
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

const memberToken = apiToken.row.omit({ row_version: true, updated_time: true }).and(
  z.object({
    user_name: z.string(),
    page_paths: z.array(z.string()),
    /** The caller holds every right of its owner. */
    is_manageable: z.boolean(),
  }),
)
export type MemberTokenRow = z.output<typeof memberToken>

/** Whatever programs call by, of all members; for who manages members. */
export const listMemberApiTokens = query(`${base}query_member_api_token_list`, {
  title: text('成员的API令牌', 'API tokens of members'),
  grantedBy: [pages.roles],
  input: listInput({ statuses: z.array(codeOf(apiTokenStatus)).max(3).optional(), user_id: id.optional() }),
  output: listOutput(memberToken),
  records: [apiToken],
})
export const revokeMemberApiTokens = command(`${base}bulk_revoke_member_api_token`, {
  title: text('吊销成员的API令牌', 'Revoke API tokens of members'),
  grantedBy: [pages.roles],
  input: z.strictObject({ ids: ids(500) }),
  output: bulkOutput,
  records: [apiToken],
})
