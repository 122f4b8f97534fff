import { affected, command, nothing, query } from '@qitao/core/call.ts'
import { codeOf, id, plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { dataScope } from './data-scope.status.ts'
import { readyRoleKeys } from './ready-roles.ts'
import { role, roleRow } from './role.record.ts'
import { whyKeys } from './why.rules.ts'

/** Roles and the pages that they open, per application. */
const grantedBy = [pages.roles]
const records = [role]
const app_code = plainString(50).min(1)

export const listRoles = query('/mep_server/biz/user/query_role_list', {
  method: 'GET',
  title: text('角色列表', 'Roles'),
  grantedBy,
  input: nothing,
  output: z.object({ result: z.array(roleRow) }),
  records,
})
export const addRole = command('/mep_server/biz/user/add_role', {
  title: text('新增角色', 'Add role'),
  grantedBy,
  input: role.input,
  output: z.object({ id }),
  records,
})
export const alterRoleName = command('/mep_server/biz/user/alter_role_name', {
  title: text('修改角色', 'Rename role'),
  grantedBy,
  input: z.strictObject({
    id,
    role_name: role.fields.role_name.schema,
    /** What is not sent stays as it is. */
    remark: role.fields.remark.schema.optional(),
    home_path: role.fields.home_path.schema.optional(),
  }),
  output: affected,
  records,
})
/** Ours: roles as most factories have them, for the applications that the company is authorised for. */
export const listReadyRoles = query('/mep_server/biz/user/query_ready_role_list', {
  method: 'GET',
  title: text('现成角色', 'Ready-made roles'),
  grantedBy,
  input: nothing,
  output: z.object({
    result: z.array(
      z.object({
        key: z.enum(readyRoleKeys),
        role_name: z.string(),
        remark: z.string(),
        /** Name of the page where the day begins. */
        home_name: z.string(),
        page_count: z.int(),
        action_count: z.int(),
        data_scope: codeOf(dataScope),
        /** A role of that name is there already. */
        is_there: z.boolean(),
        /** That role. */
        there_id: id.nullable(),
        /** What it opens in each application. */
        permissions: z.array(
          z.object({
            app_code: z.string(),
            page_paths: z.array(z.string()),
            action_keys: z.array(z.string()).nullable(),
            data_scope: codeOf(dataScope),
          }),
        ),
      }),
    ),
  }),
})
/**
 * Named in the language of who takes them; from then on they are roles like any other. One whose name is there already is left as it is, and
 * told; `ids` are those made, in the order in which they were asked for.
 */
export const addReadyRoles = command('/mep_server/biz/user/add_ready_roles', {
  title: text('新增现成角色', 'Add ready-made roles'),
  grantedBy,
  input: z.strictObject({
    keys: z.array(z.enum(readyRoleKeys)).min(1).max(readyRoleKeys.length),
    /** Other names than the ready ones, for those whose name is taken. */
    names: z
      .array(z.strictObject({ key: z.enum(readyRoleKeys), role_name: role.fields.role_name.schema }))
      .max(readyRoleKeys.length)
      .optional(),
  }),
  output: z.object({
    ids: z.array(id),
    there: z.array(z.object({ key: z.enum(readyRoleKeys), role_name: z.string() })),
  }),
  records,
})
export const copyRole = command('/mep_server/biz/user/copy_role', {
  title: text('复制角色', 'Copy role'),
  grantedBy,
  input: z.strictObject({ id, role_name: role.fields.role_name.schema }),
  output: z.object({ id }),
  records,
})
export const dropRole = command('/mep_server/biz/user/drop_role', {
  title: text('删除角色', 'Delete role'),
  grantedBy,
  input: z.strictObject({ id }),
  output: affected,
  records,
})

export const queryRolePermissions = query('/mep_server/biz/user/query_app_role_per', {
  title: text('角色权限', 'Permissions of a role'),
  grantedBy,
  input: z.strictObject({ role_id: id, app_code: app_code.optional() }),
  output: z.object({
    result: z.array(
      z.object({
        role_id: id,
        app_code: z.string(),
        app_name: z.string(),
        page_paths: z.array(z.string()),
        /** Null: every action of the pages. */
        action_keys: z.array(z.string()).nullable(),
        data_scope: codeOf(dataScope),
      }),
    ),
  }),
  records,
})
export const alterRolePermissions = command('/mep_server/biz/user/alter_role_per', {
  title: text('修改角色权限', 'Change the permissions of a role'),
  grantedBy,
  input: z.strictObject({
    role_id: id,
    app_code,
    page_paths: z.array(plainString(200)).max(500),
    /** Absent or null: every action of the pages, also those that later versions bring. */
    action_keys: z.array(plainString(200)).max(2000).nullish(),
    /** Absent: stays as it is. */
    data_scope: codeOf(dataScope).optional(),
  }),
  output: affected,
  records,
})
export const queryPermissionTree = query('/mep_server/biz/user/query_permission_tree', {
  title: text('权限树', 'Permission tree'),
  grantedBy,
  input: z.strictObject({ app_code: app_code.optional() }),
  output: z.object({
    result: z.array(
      z.object({
        app_code: z.string(),
        app_name: z.string(),
        groups: z.array(
          z.object({
            path: z.string(),
            name: z.string(),
            pages: z.array(
              z.object({
                path: z.string(),
                name: z.string(),
                kind: z.enum(['menu', 'tab', 'edit']),
                /** Writing calls that the page opens. */
                actions: z.array(z.object({ key: z.string(), name: z.string() })),
              }),
            ),
          }),
        ),
      }),
    ),
  }),
})

/** Ours: what a member can do on a page, or why not, and what would help. */
export const queryWhy = query('/mep_server/biz/user/query_why', {
  title: text('为什么能或不能', 'Why one can, or cannot'),
  grantedBy,
  input: z.strictObject({
    user_id: id,
    page_path: plainString(200).min(1),
    /** An action that the page opens; absent: opening the page. */
    action_key: plainString(200).min(1).optional(),
  }),
  output: z.object({
    can: z.boolean(),
    /** In the order in which the server asks. */
    steps: z.array(z.object({ key: z.enum(whyKeys), holds: z.boolean(), text: z.string() })),
    /** Null when nothing is missing. */
    remedy: z.string().nullable(),
    /** Roles of the company that open it. */
    roles: z.array(z.object({ id, role_name: z.string() })),
  }),
})
