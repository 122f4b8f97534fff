import { type AnyCall, actionKey } from '@qitao/core/call.ts'
import { appOf } from '../company/app.ts'
import { type DataScopeCode, dataScope, widestOf } from './data-scope.status.ts'

/** What one role opens in one application, as it is stored. */
export interface StoredPermission {
  readonly app_code: string
  readonly page_paths: readonly string[]
  /** Null: every action of the pages. */
  readonly action_keys: readonly string[] | null
  readonly data_scope: DataScopeCode
}
export interface Rights {
  readonly pages: ReadonlySet<string>
  readonly actions: ReadonlySet<string> | null
}

/** Rights of a member: the roles' permissions, as far as the company is authorised for the application and it has the page. */
export function grantsOf(
  member: { readonly is_admin: boolean; readonly permissions: readonly StoredPermission[] },
  app_codes: readonly string[],
): {
  grants: Rights[]
  pages: Set<string>
  data_scope: DataScopeCode
  own_data_only: boolean
  workgroup_only: boolean
} {
  const authorised = app_codes.flatMap(app_code => appOf(app_code) ?? [])
  const grants: Rights[] = member.is_admin
    ? authorised.map(app => ({ pages: new Set(app.pages.map(page => page.path)), actions: null }))
    : member.permissions.flatMap(({ app_code, page_paths, action_keys }) => {
        const app = authorised.find(one => one.app_code === app_code)
        const wanted = new Set(page_paths)
        if (!app) return []
        const pages = app.pages.map(page => page.path).filter(path => wanted.has(path))
        return [{ pages: new Set(pages), actions: action_keys && new Set(action_keys) }]
      })
  const scopes = member.permissions.filter(one => app_codes.includes(one.app_code)).map(one => one.data_scope)
  const data_scope = member.is_admin ? dataScope.codes.all : widestOf(scopes)
  return {
    grants,
    pages: new Set(grants.flatMap(grant => [...grant.pages])),
    data_scope,
    own_data_only: data_scope !== dataScope.codes.all,
    workgroup_only: data_scope === dataScope.codes.group,
  }
}

/** Writing calls that a page opens: what actions of it can be given or withheld. */
export const actionsOf = (page: { readonly path: string }, calls: readonly AnyCall[]): AnyCall[] =>
  calls.filter(
    call => call.writes && typeof call.grantedBy !== 'string' && call.grantedBy.some(({ path }) => path === page.path),
  )

/** Keys of the actions that a stored permission opens. */
export function actionsHeld(
  { page_paths, action_keys }: Pick<StoredPermission, 'page_paths' | 'action_keys'>,
  calls: readonly AnyCall[],
): string[] {
  const opened = [...new Set(page_paths.flatMap(path => actionsOf({ path }, calls).map(actionKey)))]
  return action_keys === null ? opened : opened.filter(key => action_keys.includes(key))
}

/** Action keys that no call of the product has. */
export function unknownActions(keys: readonly string[], calls: readonly AnyCall[]): string[] {
  const known = new Set(calls.filter(call => call.writes).map(actionKey))
  return keys.filter(key => !known.has(key))
}

/** What a stored permission opens, whether or not the company is authorised for its application now. */
export const rightsOf = ({
  page_paths,
  action_keys,
}: Pick<StoredPermission, 'page_paths' | 'action_keys'>): Rights => ({
  pages: new Set(page_paths),
  actions: action_keys && new Set(action_keys),
})

/** Page paths, and action keys, that `given` opens and `own` does not. */
export function beyondOwn(
  given: Rights,
  own: readonly Rights[],
  calls: readonly AnyCall[],
): { page_paths: string[]; action_keys: string[] } {
  const page_paths = [...given.pages].filter(path => !own.some(({ pages }) => pages.has(path)))
  const opens = ({ pages, actions }: Rights, call: AnyCall): boolean =>
    typeof call.grantedBy !== 'string' &&
    call.grantedBy.some(({ path }: { path: string }) => pages.has(path)) &&
    (actions === null || actions.has(actionKey(call)))
  const action_keys = calls
    .filter(call => call.writes && opens(given, call) && !own.some(rights => opens(rights, call)))
    .map(actionKey)
  return { page_paths, action_keys }
}
