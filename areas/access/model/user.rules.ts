import type { AnyCall } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { accessErrors } from './access.errors.ts'
import { dataScope } from './data-scope.status.ts'
import { beyondOwn, type Rights } from './grant.rules.ts'

/** Who manages members: the member who calls. */
export interface Actor {
  readonly user_id: string
  readonly is_admin: boolean
  readonly grants: readonly Rights[]
  readonly own_data_only: boolean
}
export interface Target {
  readonly id: string
  readonly is_admin: boolean
  readonly status: number
}
/** What takes something away from a member. */
export type Taking = 'demote' | 'disable' | 'drop'

/** The page lets a member manage colleagues, not administrators: else it would be a way to become one. 5011. */
export function checkMayManage(actor: Actor, target: Pick<Target, 'is_admin'>): void {
  if (target.is_admin && !actor.is_admin) refuse(generalErrors.noPermission, { detail: onlyAdmins })
}
export function checkMayMakeAdmin(actor: Actor): void {
  if (!actor.is_admin) refuse(generalErrors.noPermission, { detail: onlyAdmins })
}
const onlyAdmins = text('只有管理员可以管理管理员', 'Only an administrator manages administrators')

/**
 * 7028 for the last enabled administrator, 7029 for oneself. Who gives up the right as the last one is told 7028, which has
 * a remedy: name another first. `otherAdmins` counts the enabled administrators besides the target.
 */
export function checkTaking(taking: Taking, actor: Actor, target: Target, otherAdmins: number): void {
  checkMayManage(actor, target)
  const self = target.id === actor.user_id
  const last = target.is_admin && target.status === 1 && otherAdmins === 0
  if (self && taking !== 'demote') refuse(accessErrors.selfNotAllowed)
  if (last) refuse(accessErrors.lastAdmin)
  if (self) refuse(accessErrors.selfNotAllowed)
}

const noRights: Rights = { pages: new Set(), actions: null }

/** Nobody gives away more than the own rights; an administrator has them all. 5011. `before`: what was given already. */
export function checkGrant(actor: Actor, given: Rights, calls: readonly AnyCall[], before: Rights = noRights): void {
  if (actor.is_admin) return
  const { page_paths, action_keys } = beyondOwn(given, before, actor.grants, calls)
  if (page_paths.length > 0 || action_keys.length > 0)
    refuse(generalErrors.noPermission, {
      field: page_paths.length > 0 ? 'page_paths' : 'action_keys',
      detail: text('不能授予自己没有的权限', 'Rights that one does not have cannot be given'),
    })
}

/** Who sees only the own documents does not open the others' to a role. 5011. */
export function checkScope(actor: Actor, given: number, before: number | undefined): void {
  if (actor.own_data_only && given === dataScope.codes.all && before !== dataScope.codes.all)
    refuse(generalErrors.noPermission, {
      field: 'data_scope',
      detail: text('不能授予自己没有的权限', 'Rights that one does not have cannot be given'),
    })
}

/** Whose last role is taken away may not go on (7025); whoever gets a role or is an administrator may. */
export const isRoleInvalid = (before: { had: number; invalid: boolean }, has: number, is_admin: boolean): boolean =>
  !is_admin && has === 0 && (before.had > 0 || before.invalid)
