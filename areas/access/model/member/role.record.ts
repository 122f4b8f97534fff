import { codeField, optional, remarkField, textField } from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'

export const role = record('role', text('角色', 'Role'), {
  role_name: codeField('角色名称', 'Role name'),
  remark: remarkField(),
  home_path: optional(textField('登录后打开', 'Opens first', 200)),
})
/** `is_manageable`: the caller holds every right of the role, and of those who have it. */
export type RoleRow = RowOf<typeof role> & { user_count: number; page_count: number; is_manageable: boolean }
export const roleRow = role.row.and(z.object({ user_count: z.int(), page_count: z.int(), is_manageable: z.boolean() }))
