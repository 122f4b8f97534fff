import type { AnyCall } from '@qitao/core/call.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import type { StoredPermission } from '../../model/member/grant.rules.ts'
import { user } from '../../model/member/user.record.ts'
import { type Actor, checkGrant, rolesBeyond, type Target } from '../../model/member/user.rules.ts'
import { keeperOf } from '../session/own-way.ts'

/** Who manages, in which company, and what there is to hold rights for. */
export type Managing = Pick<Context, 'tx' | 'org_id' | 'member' | 'calls'>

export interface LockedUser extends Target {
  readonly row_version: number
  readonly invalid_role: boolean
  readonly role_ids: readonly string[]
  /** Keeps the password where the provider is the only way to sign in. */
  readonly is_keeper: boolean
}

/**
 * The wanted members and the enabled administrators, locked: who takes a right away from one administrator and who takes it
 * from the other come one after the other, and one remains. Roles change under the lock of their member, and so does who is the
 * keeper: they are read after it.
 */
export async function lockUsers(
  managing: Managing,
  ids: readonly string[],
): Promise<{ targets: Map<string, LockedUser>; admins: Set<string> }> {
  const { tx, org_id } = managing
  const locked = await rows(
    tx,
    sql<
      Omit<LockedUser, 'is_stronger' | 'role_ids' | 'is_keeper'>
    >`select id, row_version, is_admin, status, invalid_role from app_user
      where org_id = ${org_id} and not dropped and (${among(sql`id`, ids)} or (is_admin and status = ${enabledStatus.codes.enabled}))
      order by id for update`,
  )
  const wanted = new Set(ids)
  const rolesOf = await rolesOfUsers(tx, org_id, ids)
  const beyond = await roleIdsBeyond(managing, [...rolesOf.values()].flat())
  const keeper = await keeperOf(tx, org_id)
  const targets = locked
    .filter(({ id }) => wanted.has(id))
    .map((one): [string, LockedUser] => {
      const role_ids = rolesOf.get(one.id) ?? []
      const is_stronger = role_ids.some(id => beyond.has(id))
      return [one.id, { ...one, role_ids, is_stronger, is_keeper: one.id === keeper }]
    })
  return {
    targets: new Map(targets),
    admins: new Set(
      locked.filter(one => one.is_admin && one.status === enabledStatus.codes.enabled).map(({ id }) => id),
    ),
  }
}

/** A member as he or she is now, for who only looks. */
export async function targetBy(managing: Managing, id: string): Promise<Target | undefined> {
  const { tx, org_id } = managing
  const [found] = await rows(
    tx,
    sql<Omit<Target, 'is_stronger'>>`select id, is_admin, status from app_user
      where org_id = ${org_id} and id = ${id} and not dropped`,
  )
  const role_ids = (await rolesOfUsers(tx, org_id, [id])).get(id) ?? []
  return found && { ...found, is_stronger: (await roleIdsBeyond(managing, role_ids)).size > 0 }
}

async function rolesOfUsers(tx: Tx, org_id: string, ids: readonly string[]): Promise<Map<string, string[]>> {
  const found = await rows(
    tx,
    sql<{ user_id: string; role_ids: string[] }>`select user_id, array_agg(role_id) as role_ids from user_role
      where org_id = ${org_id} and ${among(sql`user_id`, ids)} group by user_id`,
  )
  return new Map(found.map(({ user_id, role_ids }) => [user_id, role_ids]))
}

type PermissionOfRole = StoredPermission & { role_id: string }
export const permissionsOf = (tx: Tx, org_id: string, role_ids: readonly string[]): Promise<PermissionOfRole[]> =>
  rows(
    tx,
    sql<PermissionOfRole>`select role_id, app_code, page_paths, action_keys, data_scope from app_permission
      where org_id = ${org_id} and ${among(sql`role_id`, role_ids)}`,
  )

/** Of the roles those that give more than the member holds. */
export async function roleIdsBeyond(
  { tx, org_id, member, calls }: Managing,
  role_ids: readonly string[],
): Promise<Set<string>> {
  if (member.is_admin || role_ids.length === 0) return new Set()
  return rolesBeyond(member, await permissionsOf(tx, org_id, [...new Set(role_ids)]), calls)
}

/** Of the roles those that are not the member's to change: they give more than the member holds, or somebody stronger has them. */
export async function unmanageableRoles(managing: Managing, role_ids: readonly string[]): Promise<Set<string>> {
  const { tx, org_id, member } = managing
  if (member.is_admin) return new Set()
  const holders = await rows(
    tx,
    sql<{
      role_id: string
      is_admin: boolean
      role_ids: string[]
    }>`select distinct ur.role_id, u.is_admin, roles.role_ids
      from user_role ur join app_user u on u.org_id = ur.org_id and u.id = ur.user_id
      cross join lateral (select array_agg(o.role_id order by o.role_id) as role_ids from user_role o
        where o.org_id = ur.org_id and o.user_id = ur.user_id) roles
      where ur.org_id = ${org_id} and ${among(sql`ur.role_id`, role_ids)}`,
  )
  const beyond = await roleIdsBeyond(managing, [...role_ids, ...holders.flatMap(one => one.role_ids)])
  const ofStronger = holders.filter(one => one.is_admin || one.role_ids.some(id => beyond.has(id)))
  return new Set([...role_ids.filter(id => beyond.has(id)), ...ofStronger.map(one => one.role_id)])
}

/** Refuses 5262 when another member has the account. */
export async function checkAccount(tx: Tx, org_id: string, account: string): Promise<void> {
  const same = await rows(
    tx,
    sql`select 1 from app_user where org_id = ${org_id} and account = ${account} and not dropped`,
  )
  if (same.length > 0) refuse(accessErrors.accountExists, { field: 'account', field_title: user.fields.account.title })
}

/** 5010 for a role that does not exist, 5011 for one that gives more than the caller's own rights. */
export async function checkRoles(
  tx: Tx,
  org_id: string,
  actor: Actor,
  role_ids: readonly string[],
  calls: readonly AnyCall[],
): Promise<void> {
  if (role_ids.length === 0) return
  const found = await rows(
    tx,
    sql`select id from role where org_id = ${org_id} and ${among(sql`id`, role_ids)} order by id for key share`,
  )
  if (found.length < new Set(role_ids).size)
    refuse(generalErrors.recordNotFound, { field: 'role_ids', field_title: user.fields.role_ids.title })
  for (const permission of await permissionsOf(tx, org_id, role_ids)) checkGrant(actor, permission, calls)
}
