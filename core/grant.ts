import { type AnyCall, actionKey } from './call.ts'
import { text } from './text.ts'

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

/** Whether the call is about what all workgroups do, and the member sees the own ones alone. */
export const isBeyondWorkgroups = (call: Pick<AnyCall, 'acrossWorkgroups'>, workgroup_only: boolean): boolean =>
  workgroup_only && call.acrossWorkgroups === 'refused'
export const beyondWorkgroups = text(
  '此操作涉及所有班组，而您的数据范围是本班组；请联系计划员或管理员',
  'This concerns all workgroups, and your data scope is the own ones. Ask a planner or an administrator.',
)
