import type { AnyCall } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database.ts'
import { sql } from 'kysely'
import { accessErrors } from '../model/access.errors.ts'
import type { StoredPermission } from '../model/grant.rules.ts'
import { user } from '../model/user.record.ts'
import { type Actor, checkGrant, checkScope, type Target } from '../model/user.rules.ts'

export interface LockedUser extends Target {
  readonly row_version: number
  readonly invalid_role: boolean
}

/**
 * The wanted members and the enabled administrators, locked: who takes a right away from one administrator and who takes it
 * from the other come one after the other, and one remains.
 */
export async function lockUsers(
  tx: Tx,
  org_id: string,
  ids: readonly string[],
): Promise<{ targets: Map<string, LockedUser>; admins: Set<string> }> {
  const locked = await rows(
    tx,
    sql<LockedUser>`select id, row_version, is_admin, status, invalid_role from app_user
      where org_id = ${org_id} and not dropped and (${among(sql`id`, ids)} or (is_admin and status = 1))
      order by id for update`,
  )
  const wanted = new Set(ids)
  return {
    targets: new Map(locked.filter(({ id }) => wanted.has(id)).map(one => [one.id, one])),
    admins: new Set(locked.filter(one => one.is_admin && one.status === 1).map(({ id }) => id)),
  }
}

/** Refuses 5262 when another member has the account. */
export async function checkAccount(tx: Tx, org_id: string, account: string): Promise<void> {
  const same = await rows(
    tx,
    sql`select 1 from app_user where org_id = ${org_id} and account = ${account} and not dropped`,
  )
  if (same.length > 0) refuse(accessErrors.accountExists, { field: 'account', field_title: user.fields.account.title })
}

/** 5010 for a role that does not exist, 5011 for one that opens more than the caller's own pages. */
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
    sql<{ id: string; permissions: StoredPermission[] }>`select r.id,
        (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from app_permission p where p.org_id = r.org_id and p.role_id = r.id) as permissions
      from role r where r.org_id = ${org_id} and ${among(sql`r.id`, role_ids)} for key share`,
  )
  if (found.length < new Set(role_ids).size)
    refuse(generalErrors.recordNotFound, { field: 'role_ids', field_title: user.fields.role_ids.title })
  for (const { page_paths, action_keys, data_scope } of found.flatMap(({ permissions }) => permissions)) {
    checkGrant(actor, { pages: new Set(page_paths), actions: action_keys && new Set(action_keys) }, calls)
    checkScope(actor, data_scope, undefined)
  }
}
