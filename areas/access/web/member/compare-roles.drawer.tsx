import type { Out } from '@qitao/core/call.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Select } from 'antd'
import { useState } from 'react'
import { mainApp } from '../../model/company/app.ts'
import { dataScope } from '../../model/member/data-scope.status.ts'
import { queryPermissionTree, queryRolePermissions } from '../../model/member/role.calls.ts'
import type { RoleRow } from '../../model/member/role.record.ts'
import { differenceOf, type Side } from '../../model/member/role-difference.rules.ts'

type Rights = Omit<Out<typeof queryRolePermissions>['result'][number], 'role_id' | 'app_name'>
interface CompareRolesProps {
  roles: readonly RoleRow[]
  /** The one that is looked at. */
  one: Pick<RoleRow, 'id' | 'role_name'>
  /** What it opens, where it is no role of the company yet; and the one it is compared with first. */
  ready?: { permissions: Rights[]; with: string }
  onClose: () => void
}
/** What one role opens and another does not. */
export function CompareRolesDrawer({ roles, one, ready, onClose }: CompareRolesProps) {
  const say = useSay()
  const [otherId, setOther] = useState(ready?.with ?? roles.find(role => role.id !== one.id)?.id)
  const [app_code, setApp] = useState(mainApp.app_code)
  const tree = useCall(queryPermissionTree, {})
  const ofOne = useCall(queryRolePermissions, ready ? null : { role_id: one.id })
  const ofOther = useCall(queryRolePermissions, otherId ? { role_id: otherId } : null)
  const other = roles.find(role => role.id === otherId)
  const failed = tree.error ?? ofOne.error ?? ofOther.error
  const app = tree.data?.result.find(each => each.app_code === app_code) ?? tree.data?.result[0]
  const inApp = (found: readonly Rights[] | undefined) => found?.find(each => each.app_code === app?.app_code)
  const [first, second] = [inApp(ready?.permissions ?? ofOne.data?.result), inApp(ofOther.data?.result)]
  const pages = app?.groups.flatMap(group => group.pages) ?? []
  const apart = first && second ? differenceOf(first, second, pages) : undefined
  const only = ({ one: mine }: Side): Text => {
    const name = mine ? one.role_name : (other?.role_name ?? '')
    return { zh: `仅「${name}」`, en: `only "${name}"` }
  }
  return (
    <DetailDrawer open wide title={text('比较角色', 'Compare roles')} onClose={onClose}>
      <div className="qt-compare-head">
        <strong>{one.role_name}</strong>
        <Select
          aria-label={say(text('与之比较的角色', 'Role to compare with'))}
          value={otherId ?? null}
          onChange={setOther}
          options={roles.filter(role => role.id !== one.id).map(role => ({ value: role.id, label: role.role_name }))}
          style={{ minWidth: 180 }}
        />
        {tree.data && tree.data.result.length > 1 ? (
          <Select
            aria-label={say(text('应用', 'Application'))}
            value={app?.app_code ?? null}
            onChange={setApp}
            options={tree.data.result.map(each => ({ value: each.app_code, label: each.app_name }))}
          />
        ) : null}
      </div>
      {failed ? (
        <ErrorState failure={failed} retry={() => Promise.all([tree.refetch(), ofOne.refetch(), ofOther.refetch()])} />
      ) : null}
      {!failed && !apart ? <RowsSkeleton /> : null}
      {first && second && first.data_scope !== second.data_scope ? (
        <p>
          {say(text('数据范围：', 'Data scope: '))}
          {say(dataScope.stateOf(first.data_scope))} ↔ {say(dataScope.stateOf(second.data_scope))}
        </p>
      ) : null}
      {apart?.length === 0 ? (
        <p className="qt-secondary">{say(text('页面和操作都相同', 'Pages and actions are the same'))}</p>
      ) : null}
      <ul className="qt-link-list">
        {apart?.map(page => (
          <li key={page.path}>
            <div>
              <strong>{page.name}</strong>
              <span className="qt-secondary">
                {page.one === page.other ? say(text('两者都能打开', 'Both open it')) : say(only(page))}
              </span>
              {page.one === page.other
                ? page.actions.map(action => (
                    <span key={action.key} className="qt-secondary">
                      {action.name}：{say(only(action))}
                    </span>
                  ))
                : null}
              {page.one !== page.other && page.actions.length > 0 ? (
                <span className="qt-secondary">{page.actions.map(({ name }) => name).join(' · ')}</span>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </DetailDrawer>
  )
}
