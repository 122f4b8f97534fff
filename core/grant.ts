import { type AnyCall, actionKey } from './call.ts'

/** Pages that a role opens in one application, and which of their writing calls; null: all of them. */
export interface Grant {
  readonly pages: ReadonlySet<string>
  readonly actions: ReadonlySet<string> | null
}

/** Whether the grants open the call: one of its pages, and the action when it writes. Server and pages ask the same. */
export function isGranted(call: Pick<AnyCall, 'grantedBy' | 'writes' | 'path'>, grants: readonly Grant[]): boolean {
  const { grantedBy } = call
  if (typeof grantedBy === 'string') return true
  return grants.some(
    ({ pages, actions }) =>
      grantedBy.some(({ path }) => pages.has(path)) &&
      (!call.writes || actions === null || actions.has(actionKey(call))),
  )
}
