import { type AnyCall, actionKey } from '@qitao/core/call.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Language, say, text } from '@qitao/core/text.ts'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { pageAt } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import { type App, apps } from '../../model/company/app.ts'
import { dataScope } from '../../model/member/data-scope.status.ts'
import { actionsHeld, actionsOf, type StoredPermission, unknownActions } from '../../model/member/grant.rules.ts'
import { permissionTree, unknownPaths } from '../../model/member/menu.rules.ts'
import { permissionFrom, type ReadyRole, type ReadyRoleKey, readyRoles } from '../../model/member/ready-roles.ts'
import {
  addReadyRoles,
  addRole,
  alterRoleName,
  alterRolePermissions,
  copyRole,
  dropRole,
  listReadyRoles,
  listRoles,
  queryPermissionTree,
  queryRolePermissions,
  queryWhy,
} from '../../model/member/role.calls.ts'
import { type RoleRow, role } from '../../model/member/role.record.ts'
import { checkGrant, checkMayManageRole } from '../../model/member/user.rules.ts'
import { type MemberAsked, type RoleOf, whyOf } from '../../model/member/why.rules.ts'
import { recordManaged } from '../session/security-event.ts'
import { appCodesOf, asked } from '../session/session.ts'
import { type Managing, permissionsOf, unmanageableRoles } from './user.queries.ts'

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

  handle(addRole, async ({ role_name, remark, home_path }, { tx, org_id }) => {
    const name = role_name.trim()
    checkHome(home_path)
    await checkName(tx, org_id, name)
    const id = newId()
    await sql`insert into role (id, role_name, remark, home_path) values (${id}, ${name}, ${remark}, ${home_path ?? null})`.execute(
      tx,
    )
    return { id }
  }),

  handle(listReadyRoles, async (_, { tx, org_id, language, calls }) => {
    const offered = await offeredRoles(tx, org_id, calls)
    const taken = await namesOfRoles(tx, org_id)
    return {
      result: offered.map(({ role: one, permissions }) => ({
        key: one.key,
        role_name: say(one.name, language),
        remark: say(one.remark, language),
        home_name: say(one.home.title, language),
        page_count: new Set(permissions.flatMap(({ page_paths }) => page_paths)).size,
        action_count: new Set(permissions.flatMap(permission => actionsHeld(permission, calls))).size,
        data_scope: one.data_scope,
        is_there: thereAs(one, taken) !== undefined,
        there_id: thereAs(one, taken) ?? null,
        permissions: permissions.map(({ page_paths, action_keys, ...rest }) => ({
          ...rest,
          page_paths: [...page_paths],
          action_keys: action_keys ? [...action_keys] : null,
        })),
      })),
    }
  }),

  handle(addReadyRoles, async ({ keys, names = [] }, { tx, org_id, member, language, calls }) => {
    const wanted = new Set(keys)
    const chosen = await readyRolesFor(tx, org_id, calls, [...wanted])
    if (chosen.length < wanted.size)
      refuse(generalErrors.badParameter, {
        field: 'keys',
        detail: text('公司的版本没有该角色的页面', "The company's edition has none of that role's pages"),
      })
    const taken = await namesOfRoles(tx, org_id)
    const given = new Map(names.map(one => [one.key, one.role_name.trim()]))
    const there = chosen.filter(({ role: one }) => !given.has(one.key) && thereAs(one, taken) !== undefined)
    const made = chosen
      .filter(one => !there.includes(one))
      .map(({ role: one, permissions }) => {
        const name = given.get(one.key)
        return { role: name === undefined ? one : { ...one, name: text(name, name) }, permissions }
      })
    const used = new Set(taken.keys())
    for (const { role: one } of made) {
      const name = say(one.name, language)
      if (used.has(name))
        refuse(accessErrors.roleNameExists, {
          field: 'role_name',
          field_title: role.fields.role_name.title,
          detail: text(`请换一个名称：${name}`, `Choose another name than ${name}`),
        })
      used.add(name)
    }
    for (const { permissions } of made) for (const permission of permissions) checkGrant(member, permission, calls)
    return {
      ids: await insertReadyRoles(tx, language, made),
      there: there.map(({ role: { key, name } }) => ({ key, role_name: say(name, language) })),
    }
  }),

  handle(copyRole, async ({ id: source, role_name }, { tx, org_id, member, calls }) => {
    const name = role_name.trim()
    const [from] = await rows(
      tx,
      sql<{ remark: string | null; home_path: string | null }>`select remark, home_path from role
        where org_id = ${org_id} and id = ${source} for key share`,
    )
    if (!from) refuse(generalErrors.recordNotFound)
    await checkName(tx, org_id, name)
    const permissions = await permissionsOf(tx, org_id, [source])
    for (const permission of permissions) checkGrant(member, permission, calls)
    const id = newId()
    await insertRoles(tx, [{ ...from, id, role_name: name }])
    await insertPermissions(
      tx,
      permissions.map(one => ({ ...one, id: newId(), role_id: id })),
    )
    return { id }
  }),

  handle(alterRoleName, async ({ id, role_name, remark, home_path }, context) => {
    const { tx, org_id } = context
    const name = role_name.trim()
    checkHome(home_path)
    await lockRole(context, id)
    await checkName(tx, org_id, name, id)
    await sql`update role set role_name = ${name}, remark = ${remark === undefined ? sql`remark` : remark},
        home_path = ${home_path === undefined ? sql`home_path` : home_path}
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
    await recordManaged(context, 'rights_changed', [undefined])
    return { affected: 1 }
  }),

  handle(queryPermissionTree, async ({ app_code }, { tx, org_id, language, calls }) => ({
    result: (await appsOf(tx, org_id, app_code)).map(app => permissionTree(app, calls, language)),
  })),

  handle(queryWhy, async ({ user_id, page_path, action_key }, { tx, org_id, language, calls }) => {
    const page =
      pageAt(page_path) ??
      refuse(generalErrors.badParameter, {
        field: 'page_path',
        detail: text(`没有该页面：${page_path}`, `No such page: ${page_path}`),
      })
    const call =
      action_key === undefined ? undefined : actionsOf(page, calls).find(one => actionKey(one) === action_key)
    if (action_key !== undefined && !call)
      refuse(generalErrors.badParameter, {
        field: 'action_key',
        detail: text(`该页面没有该操作：${action_key}`, `The page has no such action: ${action_key}`),
      })
    const [member] = await rows(
      tx,
      sql<
        Omit<MemberAsked, 'roles'> & { role_ids: string[] }
      >`select u.name, u.status = ${enabledStatus.codes.enabled} as is_enabled,
          u.is_admin, u.invalid_role, ${asked}, array(select ur.role_id from user_role ur
            where ur.org_id = u.org_id and ur.user_id = u.id) as role_ids
        from app_user u where u.org_id = ${org_id} and u.id = ${user_id} and not u.dropped`,
    )
    if (!member) refuse(generalErrors.recordNotFound)
    const all = await rolesOfCompany(tx, org_id)
    const held = new Set(member.role_ids)
    const roles = all.filter(({ id }) => held.has(id))
    const why = whyOf({ ...member, roles }, { page, call }, all, await appCodesOf(tx, org_id))
    return {
      ...why,
      steps: why.steps.map(step => ({ ...step, text: say(step.text, language) })),
      remedy: why.remedy ? say(why.remedy, language) : null,
      roles: [...why.roles],
    }
  }),
]

const rolesOfCompany = (tx: Tx, org_id: string): Promise<RoleOf[]> =>
  rows(
    tx,
    sql<RoleOf>`select r.id, r.role_name, coalesce(jsonb_agg(jsonb_build_object('app_code', p.app_code, 'page_paths', p.page_paths,
        'action_keys', p.action_keys, 'data_scope', p.data_scope)) filter (where p.id is not null), '[]') as permissions
      from role r left join app_permission p on p.org_id = r.org_id and p.role_id = r.id
      where r.org_id = ${org_id} group by r.id, r.role_name order by r.role_name, r.id`,
  )

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

interface OfferedRole {
  readonly role: ReadyRole
  readonly permissions: readonly StoredPermission[]
}
/** Ready-made roles as far as the company is authorised for their pages. */
async function offeredRoles(tx: Tx, org_id: string, calls: readonly AnyCall[]): Promise<OfferedRole[]> {
  const authorised = await appsOf(tx, org_id, undefined)
  return readyRoles
    .map(one => ({ role: one, permissions: authorised.flatMap(app => permissionFrom(one, app, calls) ?? []) }))
    .filter(({ permissions }) => permissions.length > 0)
}

/** Those that are offered of the wanted ones, in the order in which they are wanted. */
export async function readyRolesFor(
  tx: Tx,
  org_id: string,
  calls: readonly AnyCall[],
  keys: readonly ReadyRoleKey[],
): Promise<OfferedRole[]> {
  const offered = new Map((await offeredRoles(tx, org_id, calls)).map(one => [one.role.key, one]))
  return keys.flatMap(key => offered.get(key) ?? [])
}

/** They become roles of the company, named in the language; answers their ids. */
export async function insertReadyRoles(tx: Tx, language: Language, wanted: readonly OfferedRole[]): Promise<string[]> {
  const made = wanted.map(one => ({ ...one, id: newId() }))
  await insertRoles(
    tx,
    made.map(({ id, role: { name, remark, home } }) => ({
      id,
      role_name: say(name, language),
      remark: say(remark, language),
      home_path: home.path,
    })),
  )
  await insertPermissions(
    tx,
    made.flatMap(({ id, permissions }) => permissions.map(one => ({ ...one, id: newId(), role_id: id }))),
  )
  return made.map(({ id }) => id)
}

/** In either language: who speaks the other one takes no second role for the same work. */
const thereAs = ({ name }: ReadyRole, taken: ReadonlyMap<string, string>): string | undefined =>
  taken.get(name.zh) ?? taken.get(name.en)

async function namesOfRoles(tx: Tx, org_id: string): Promise<Map<string, string>> {
  const found = await rows(
    tx,
    sql<{ id: string; role_name: string }>`select id, role_name from role where org_id = ${org_id}`,
  )
  return new Map(found.map(({ id, role_name }) => [role_name, id]))
}

interface NewRole {
  readonly id: string
  readonly role_name: string
  readonly remark: string | null
  readonly home_path: string | null
}
const insertRoles = (tx: Tx, made: readonly NewRole[]): Promise<unknown> =>
  sql`insert into role (id, role_name, remark, home_path) select r.id, r.role_name, r.remark, r.home_path
    from ${recordset(made, sql`id uuid, role_name text, remark text, home_path text`)} as r`.execute(tx)

const insertPermissions = (
  tx: Tx,
  made: readonly (StoredPermission & { readonly id: string; readonly role_id: string })[],
): Promise<unknown> =>
  sql`insert into app_permission (id, role_id, app_code, page_paths, action_keys, data_scope)
    select r.id, r.role_id, r.app_code, r.page_paths, r.action_keys, r.data_scope
    from ${recordset(
      made,
      sql`id uuid, role_id uuid, app_code text, page_paths text[], action_keys text[], data_scope smallint`,
    )} as r`.execute(tx)

/** 5001 for a page that cannot open first: unknown, or opened from another one. */
function checkHome(home_path: string | null | undefined): void {
  if (home_path === null || home_path === undefined) return
  if ((pageAt(home_path)?.kind ?? 'edit') === 'edit')
    refuse(generalErrors.badParameter, {
      field: 'home_path',
      field_title: role.fields.home_path.title,
      detail: text('该页面不在菜单中', 'That page is not in the menu'),
    })
}

async function checkName(tx: Tx, org_id: string, role_name: string, besides?: string): Promise<void> {
  const same = await rows(
    tx,
    sql<{ id: string }>`select id from role where org_id = ${org_id} and role_name = ${role_name}`,
  )
  if (same.some(({ id }) => id !== besides))
    refuse(accessErrors.roleNameExists, { field: 'role_name', field_title: role.fields.role_name.title })
}
