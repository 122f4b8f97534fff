import type { DataScopeCode } from '../../model/member/data-scope.status.ts'

/** What is ticked for a role in one application; actions are kept as those that are withheld. */
export interface Rights {
  readonly pages: ReadonlySet<string>
  readonly withheld: ReadonlySet<string>
  readonly data_scope: DataScopeCode
}
export interface PageOfTree {
  readonly path: string
  readonly actions: readonly { readonly key: string }[]
}

const actionsOf = (pages: readonly PageOfTree[], ticked: ReadonlySet<string>): Set<string> =>
  new Set(pages.filter(page => ticked.has(page.path)).flatMap(page => page.actions.map(action => action.key)))

/** Of the stored keys (null: every action) those actions of the ticked pages that are missing. */
export function withheldOf(
  action_keys: readonly string[] | null,
  pages: readonly PageOfTree[],
  ticked: ReadonlySet<string>,
): Set<string> {
  if (action_keys === null) return new Set()
  const given = new Set(action_keys)
  return new Set([...actionsOf(pages, ticked)].filter(key => !given.has(key)))
}

/** A page that is ticked brings all its actions, one that goes takes what was withheld there along. */
export const pagesTicked = (rights: Rights, paths: readonly string[], on: boolean): Rights => {
  const pages = new Set(rights.pages)
  for (const path of paths) {
    if (on) pages.add(path)
    else pages.delete(path)
  }
  return { ...rights, pages }
}
export const toggleAction = (rights: Rights, key: string, given: boolean): Rights => {
  const withheld = new Set(rights.withheld)
  if (given) withheld.delete(key)
  else withheld.add(key)
  return { ...rights, withheld }
}

/** Input of the call: no list of actions when none is withheld, so that later ones are open too. */
export function rightsToSave(
  rights: Rights,
  pages: readonly PageOfTree[],
): { page_paths: string[]; action_keys: string[] | null; data_scope: DataScopeCode } {
  const all = [...actionsOf(pages, rights.pages)]
  const given = all.filter(key => !rights.withheld.has(key))
  return {
    page_paths: [...rights.pages],
    action_keys: given.length === all.length ? null : given,
    data_scope: rights.data_scope,
  }
}

const same = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every(item => other.has(item))
export const changedRights = (one: Rights, other: Rights): boolean =>
  !same(one.pages, other.pages) || !same(one.withheld, other.withheld) || one.data_scope !== other.data_scope
