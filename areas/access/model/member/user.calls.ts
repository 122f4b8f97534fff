import { affected, command, query } from '@qitao/core/call.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { codeOf, id, ids, rowVersion } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput, written } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { passwordInput, user, userRow } from './user.record.ts'

/** Members of the company: who they are, what role they have, whether they may sign in. */
const grantedBy = [pages.roles]
const records = [user]
const { name, phone, email, job_number } = user.fields

export const listUsers = query('/mep_server/biz/user/query_org_user', {
  title: text('用户列表', 'Users'),
  grantedBy,
  input: listInput({
    role_id: id.optional(),
    status: codeOf(enabledStatus).optional(),
    is_admin: z.boolean().optional(),
  }),
  output: listOutput(userRow),
  records,
})
export const addUser = command('/mep_server/biz/user/add_org_user', {
  title: text('新增用户', 'Add user'),
  grantedBy,
  input: user.input.extend({ password: passwordInput }),
  output: z.object({ id }),
  records,
})
/** A field that is not sent stays as it is. */
export const alterUser = command('/mep_server/biz/user/alter_user', {
  title: text('修改用户', 'Change user'),
  grantedBy,
  input: z.strictObject({
    id,
    row_version: rowVersion.optional(),
    name: name.schema.optional(),
    phone: phone.schema.optional(),
    email: email.schema.optional(),
    job_number: job_number.schema.optional(),
    role_ids: z.array(id).max(50).optional(),
  }),
  output: affected,
  records,
})
export const alterUserAdmin = command('/mep_server/biz/user/alter_org_user_admin', {
  title: text('设置管理员', 'Make or unmake an administrator'),
  grantedBy,
  input: z.strictObject({ id, is_admin: z.boolean() }),
  output: affected,
  records,
})
export const alterUserStatus = command('/mep_server/biz/user/alter_org_user_status', {
  title: text('启用或停用用户', 'Enable or disable a user'),
  grantedBy,
  input: z.strictObject({ id, status: codeOf(enabledStatus) }),
  output: affected,
  records,
})
export const stopUsers = command('/mep_server/biz/user/alter_org_users_status_stop', {
  title: text('批量停用用户', 'Stop users'),
  grantedBy,
  input: z.strictObject({ ids: ids() }),
  output: bulkOutput,
  records,
})
export const dropUser = command('/mep_server/biz/user/drop_org_user', {
  title: text('删除用户', 'Delete user'),
  grantedBy,
  input: z.strictObject({ id }),
  output: affected,
  records,
})
export const dropUsers = command('/mep_server/biz/user/drop_org_users', {
  title: text('批量删除用户', 'Delete users'),
  grantedBy,
  input: z.strictObject({ ids: ids() }),
  output: bulkOutput,
  records,
})
/** Ours: the administrator gives a new password; the user's sessions end. */
export const resetUserPassword = command('/mep_server/biz/user/reset_org_user_password', {
  title: text('重置用户密码', "Reset a user's password"),
  grantedBy,
  input: z.strictObject({ id, new_password: passwordInput }),
  output: affected,
  records,
})

/** Ours: colleagues as every member may see them, for pickers and names; no phone, no rights. */
const member = z.object({ id, account: z.string(), name: z.string(), job_number: z.string().nullable() })
export const memberCalls = {
  list: query('/mep_server/biz/user/query_member_list', {
    title: text('成员列表', 'Members'),
    grantedBy: 'signed_in',
    atTerminals: true,
    input: listInput({ written }),
    output: listOutput(member),
    records,
  }),
  detail: query('/mep_server/biz/user/query_member_detail', {
    title: text('成员', 'Member'),
    grantedBy: 'signed_in',
    atTerminals: true,
    input: z.strictObject({ id }),
    output: z.object({ record: member }),
    records,
  }),
} as const
