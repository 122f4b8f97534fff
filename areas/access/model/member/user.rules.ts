import type { AnyCall } from '@qitao/core/call.ts'
import { type EnabledCode, enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { accessErrors } from '../access.errors.ts'
import { type DataScopeCode, dataScope, isWider } from './data-scope.status.ts'
import { beyondOwn, type Rights, rightsOf, type StoredPermission } from './grant.rules.ts'

/** Who manages members: the member who calls. */
export interface Actor {
  readonly user_id: string
  readonly is_admin: boolean
  readonly grants: readonly Rights[]
  readonly own_data_only: boolean
  readonly workgroup_only: boolean
}
export interface Target {
  readonly id: string
  readonly is_admin: boolean
  readonly status: EnabledCode
  /** Has a role that opens more than the actor's own: `rolesBeyond`. */
  readonly is_stronger: boolean
}
/** What takes something away from a member. */
export type Taking = 'demote' | 'disable' | 'drop'

/**
 * The page lets a member manage those whose every right the member holds: whoever resets a password or an email of somebody
 * with more rights would have them. 5011.
 */
export function checkMayManage(actor: Actor, target: Pick<Target, 'is_admin' | 'is_stronger'>): void {
  if (actor.is_admin) return
  if (target.is_admin) refuse(generalErrors.noPermission, { detail: onlyAdmins })
  if (target.is_stronger) refuse(generalErrors.noPermission, { detail: strongerThanOwn })
}
export const isManageable = (actor: Actor, target: Pick<Target, 'is_admin' | 'is_stronger'>): boolean =>
  actor.is_admin || !(target.is_admin || target.is_stronger)
export function checkMayMakeAdmin(actor: Actor): void {
  if (!actor.is_admin) refuse(generalErrors.noPermission, { detail: onlyAdmins })
}
export const onlyAdmins = text('只有管理员可以管理管理员', 'Only an administrator manages administrators')

/**
 * 7028 for the last enabled administrator, 7029 for oneself. Who gives up the right as the last one is told 7028, which has
 * a remedy: name another first. `otherAdmins` counts the enabled administrators besides the target. 5280 for who keeps the password
 * where the provider is the only way to sign in: without it nobody could when the provider fails.
 */
export function checkTaking(
  taking: Taking,
  actor: Actor,
  target: Target & { readonly is_keeper: boolean },
  otherAdmins: number,
): void {
  checkMayManage(actor, target)
  const self = target.id === actor.user_id
  const last = target.is_admin && target.status === enabledStatus.codes.enabled && otherAdmins === 0
  if (self && taking !== 'demote') refuse(accessErrors.selfNotAllowed)
  if (last) refuse(accessErrors.lastAdmin)
  if (self) refuse(accessErrors.selfNotAllowed)
  if (target.is_keeper) refuse(accessErrors.oidcKeeper, { detail: nameAnotherKeeper })
}
const nameAnotherKeeper = text(
  '该成员是只能用单点登录时仍可用密码的管理员，请先在系统设置的单点登录中改为另一位',
  'This member is the one who keeps the password: name another one under single sign-on in the settings first',
)

/** Where a permission gives more than the actor holds: its pages, their actions, or the data scope. */
function fieldBeyond(actor: Actor, given: StoredPermission, calls: readonly AnyCall[]): string | undefined {
  if (actor.is_admin) return undefined
  const { page_paths, action_keys } = beyondOwn(rightsOf(given), actor.grants, calls)
  if (page_paths.length > 0) return 'page_paths'
  if (action_keys.length > 0) return 'action_keys'
  return isWider(given.data_scope, scopeOf(actor)) ? 'data_scope' : undefined
}
const scopeOf = ({ own_data_only, workgroup_only }: Actor): DataScopeCode =>
  dataScope.codes[workgroup_only ? 'group' : own_data_only ? 'own' : 'all']

/** Of the roles' permissions: the roles with one that the actor does not hold. */
export const rolesBeyond = (
  actor: Actor,
  permissions: readonly (StoredPermission & { readonly role_id: string })[],
  calls: readonly AnyCall[],
): Set<string> =>
  new Set(permissions.filter(one => fieldBeyond(actor, one, calls) !== undefined).map(({ role_id }) => role_id))

/** Nobody gives away more than the own rights; an administrator has them all. 5011, with the field that asks too much. */
export function checkGrant(actor: Actor, given: StoredPermission, calls: readonly AnyCall[]): void {
  const field = fieldBeyond(actor, given, calls)
  if (field) refuse(generalErrors.noPermission, { field, detail: notOwn })
}
const notOwn = text('不能授予自己没有的权限', 'Rights that one does not have cannot be given')

/** A role that gives more than the actor holds, or that somebody stronger has, is not the actor's to change. 5011. */
export function checkMayManageRole(role: { readonly is_manageable: boolean }): void {
  if (!role.is_manageable) refuse(generalErrors.noPermission, { detail: roleBeyondOwn })
}
export const roleBeyondOwn = text(
  '该角色的权限，或拥有该角色的成员的权限，超出了您自己的权限，请管理员处理',
  'This role, or a member who has it, has rights that you do not have: ask an administrator',
)
export const onlyAdminsView = text(
  '只有管理员可以以成员身份查看',
  'Only an administrator looks at the product as a member',
)
export const strongerThanOwn = text(
  '该成员有您没有的权限，请管理员处理',
  'This member has rights that you do not have: ask an administrator',
)

/** Who manages members does not change the own roles: they come from somebody else. 5011. */
export function checkOwnRoles(
  actor: Actor,
  target_id: string,
  before: ReadonlySet<string>,
  wanted: readonly string[],
): void {
  if (actor.is_admin || target_id !== actor.user_id) return
  const same = before.symmetricDifference(new Set(wanted)).size === 0
  if (!same)
    refuse(generalErrors.noPermission, {
      field: 'role_ids',
      detail: text('不能修改自己的角色，请管理员处理', 'One does not change the own roles: ask an administrator'),
    })
}

/** Whose last role is taken away may not go on (7025); whoever gets a role or is an administrator may. */
export const isRoleInvalid = (before: { had: number; invalid: boolean }, has: number, is_admin: boolean): boolean =>
  !is_admin && has === 0 && (before.had > 0 || before.invalid)
