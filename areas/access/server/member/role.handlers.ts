import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { say, text } from '@qitao/core/text.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import { type App, apps } from '../../model/company/app.ts'
import { dataScope } from '../../model/member/data-scope.status.ts'
import { type StoredPermission, unknownActions } from '../../model/member/grant.rules.ts'
import { permissionTree, unknownPaths } from '../../model/member/menu.rules.ts'
import {
  addRole,
  alterRoleName,
  alterRolePermissions,
  dropRole,
  listRoles,
  queryPermissionTree,
  queryRolePermissions,
} from '../../model/member/role.calls.ts'
import { type RoleRow, role } from '../../model/member/role.record.ts'
import { checkGrant, checkMayManageRole } from '../../model/member/user.rules.ts'
import { appCodesOf } from '../session/session.ts'
import { type Managing, unmanageableRoles } from './user.queries.ts'

export const roleHandlers: Handler[] = [
  handle(listRoles, async (_, context) => {
    const { tx, org_id } = context
    const found = await rows(
      tx,
      sql<Omit<RoleRow, 'is_manageable'>>`select r.*,
          (select count(*) from user_role ur where ur.org_id = r.org_id and ur.role_id = r.id) as user_count,
          (select coalesce(sum(cardinality(p.page_paths)), 0) from app_permission p where p.org_id = r.org_id and p.role_id = r.id)::int as page_count
        from role r where r.org_id = ${org_id} order by r.role_name, r.id`,
    )
    const beyond = await unmanageableRoles(
      context,
      found.map(({ id }) => id),
    )
    return { result: found.map(one => ({ ...one, is_manageable: !beyond.has(one.id) })) }
  }),

  handle(addRole, async ({ role_name, remark }, { tx, org_id }) => {
    const name = role_name.trim()
    await checkName(tx, org_id, name)
    const id = newId()
    await sql`insert into role (id, role_name, remark) values (${id}, ${name}, ${remark})`.execute(tx)
    return { id }
  }),

  handle(alterRoleName, async ({ id, role_name, remark }, context) => {
    const { tx, org_id } = context
    const name = role_name.trim()
    await lockRole(context, id)
    await checkName(tx, org_id, name, id)
    await sql`update role set role_name = ${name}, remark = ${remark === undefined ? sql`remark` : remark}
      where org_id = ${org_id} and id = ${id}`.execute(tx)
    return { affected: 1 }
  }),

  handle(dropRole, async ({ id }, context) => {
    const { tx, org_id } = context
    await lockRole(context, id)
    const users = await rows(tx, sql`select 1 from user_role where org_id = ${org_id} and role_id = ${id} limit 1`)
    if (users.length > 0) refuse(accessErrors.roleInUse)
    await sql`delete from role where org_id = ${org_id} and id = ${id}`.execute(tx)
    return { affected: 1 }
  }),

  handle(queryRolePermissions, async ({ role_id, app_code }, { tx, org_id, language }) => {
    const found = await rows(
      tx,
      sql<
        { app_code: string | null } & Permission
      >`select p.app_code, p.page_paths, p.action_keys, p.data_scope from role r
        left join app_permission p on p.org_id = r.org_id and p.role_id = r.id where r.org_id = ${org_id} and r.id = ${role_id}`,
    )
    if (found.length === 0) refuse(generalErrors.recordNotFound)
    const asked = await appsOf(tx, org_id, app_code)
    return {
      result: asked.map(app => {
        const stored = found.find(one => one.app_code === app.app_code)
        return {
          role_id,
          app_code: app.app_code,
          app_name: say(app.name, language),
          page_paths: [...(stored?.page_paths ?? [])],
          action_keys: stored?.action_keys ? [...stored.action_keys] : null,
          data_scope: stored?.data_scope ?? dataScope.codes.all,
        }
      }),
    }
  }),

  handle(alterRolePermissions, async (input, context) => {
    const { tx, org_id, member, calls, tell } = context
    const { role_id, app_code, page_paths } = input
    const action_keys = input.action_keys ? [...new Set(input.action_keys)] : null
    const [app] = await appsOf(tx, org_id, app_code)
    if (!app)
      refuse(generalErrors.badParameter, { field: 'app_code', detail: text('没有该应用', 'No such application') })
    const unknown = unknownPaths(app, page_paths)
    if (unknown.length > 0)
      refuse(generalErrors.badParameter, {
        field: 'page_paths',
        detail: text(`没有该页面：${unknown.join('、')}`, `No such page: ${unknown.join(', ')}`),
      })
    const unknownKeys = unknownActions(action_keys ?? [], calls)
    if (unknownKeys.length > 0)
      refuse(generalErrors.badParameter, {
        field: 'action_keys',
        detail: text(`没有该操作：${unknownKeys.join('、')}`, `No such action: ${unknownKeys.join(', ')}`),
      })
    await lockRole(context, role_id)
    const [before] = await rows(
      tx,
      sql<Pick<Permission, 'data_scope'>>`select data_scope from app_permission
        where org_id = ${org_id} and role_id = ${role_id} and app_code = ${app_code}`,
    )
    const wanted = [...new Set(page_paths)]
    const data_scope = input.data_scope ?? before?.data_scope ?? dataScope.codes.all
    checkGrant(member, { app_code, page_paths: wanted, action_keys, data_scope }, calls)
    await sql`insert into app_permission (id, role_id, app_code, page_paths, action_keys, data_scope)
      values (${newId()}, ${role_id}, ${app_code}, ${wanted}, ${action_keys}, ${data_scope})
      on conflict (org_id, role_id, app_code) do update set page_paths = excluded.page_paths, action_keys = excluded.action_keys,
        data_scope = excluded.data_scope`.execute(tx)
    tell({ channel_type: 'rights', data: { role_id } })
    return { affected: 1 }
  }),

  handle(queryPermissionTree, async ({ app_code }, { tx, org_id, language, calls }) => ({
    result: (await appsOf(tx, org_id, app_code)).map(app => permissionTree(app, calls, language)),
  })),
]

type Permission = Pick<StoredPermission, 'page_paths' | 'action_keys' | 'data_scope'>

/** The applications that the company is authorised for, or the wanted one of them. */
async function appsOf(tx: Tx, org_id: string, app_code: string | undefined): Promise<App[]> {
  const codes = await appCodesOf(tx, org_id)
  return apps.filter(app => codes.includes(app.app_code) && (app_code === undefined || app.app_code === app_code))
}

/** 5010 when there is no such role, 5011 when it is not the member's to change. */
async function lockRole(managing: Managing, id: string): Promise<void> {
  const { tx, org_id } = managing
  const found = await rows(tx, sql`select id from role where org_id = ${org_id} and id = ${id} for update`)
  if (found.length === 0) refuse(generalErrors.recordNotFound)
  checkMayManageRole({ is_manageable: (await unmanageableRoles(managing, [id])).size === 0 })
}

async function checkName(tx: Tx, org_id: string, role_name: string, besides?: string): Promise<void> {
  const same = await rows(
    tx,
    sql<{ id: string }>`select id from role where org_id = ${org_id} and role_name = ${role_name}`,
  )
  if (same.some(({ id }) => id !== besides))
    refuse(accessErrors.roleNameExists, { field: 'role_name', field_title: role.fields.role_name.title })
}
