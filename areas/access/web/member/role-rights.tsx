import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useUnsavedGuard } from '@qitao/platform/web/form/unsaved-guard.ts'
import { useHotkeys } from '@qitao/platform/web/frame/hotkeys.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Button, Checkbox, Popover, Segmented, Select } from 'antd'
import { useEffect, useState } from 'react'
import { mainApp } from '../../model/company/app.ts'
import { dataScope, meaningOf } from '../../model/member/data-scope.status.ts'
import {
  alterRolePermissions,
  listRoles,
  queryPermissionTree,
  queryRolePermissions,
} from '../../model/member/role.calls.ts'
import type { RoleRow } from '../../model/member/role.record.ts'
import { roleBeyondOwn } from '../../model/member/user.rules.ts'
import { changedRights, pagesTicked, type Rights, rightsToSave, toggleAction, withheldOf } from './role-rights.ts'

interface RoleRightsProps {
  role: RoleRow
  onChanged: (changed: boolean) => void
}
/** What the role opens, for each application: pages by group, actions of a page, and whose documents it sees. */
export function RoleRights({ role, onChanged }: RoleRightsProps) {
  const say = useSay()
  const { may } = useSession()
  const [app_code, setApp] = useState(mainApp.app_code)
  const tree = useCall(queryPermissionTree, {})
  const rights = useCall(queryRolePermissions, { role_id: role.id })
  const save = useCommand(alterRolePermissions, { refreshes: [listRoles, queryRolePermissions] })
  const [draft, setDraft] = useState<Rights | undefined>()
  const app = tree.data?.result.find(one => one.app_code === app_code) ?? tree.data?.result[0]
  const stored = rights.data?.result.find(one => one.app_code === app?.app_code)
  const pages = app?.groups.flatMap(group => group.pages) ?? []
  const kept: Rights = {
    pages: new Set(stored?.page_paths ?? []),
    withheld: withheldOf(stored?.action_keys ?? null, pages, new Set(stored?.page_paths ?? [])),
    data_scope: stored?.data_scope ?? dataScope.codes.all,
  }
  const now = draft ?? kept
  const changed = draft !== undefined && changedRights(draft, kept)
  useUnsavedGuard(changed)
  useEffect(() => {
    onChanged(changed)
    return () => onChanged(false)
  }, [changed])

  const submit = async () => {
    if (!changed || !app) return
    const input = { role_id: role.id, app_code: app.app_code, ...rightsToSave(now, pages) }
    if (await save.run(input)) setDraft(undefined)
  }
  useHotkeys({ 'mod+enter': () => void submit(), 'mod+s': () => void submit() })
  const failed = tree.error ?? rights.error
  if (failed) return <ErrorState failure={failed} retry={() => Promise.all([tree.refetch(), rights.refetch()])} />
  if (!app || !rights.data) return <RowsSkeleton />
  // Nobody gives a right that the own ones do not hold; a role that is beyond them is only looked at.
  const locked = (path: string) => !may({ path }) || !role.is_manageable
  const tick = (paths: readonly string[], on: boolean) => setDraft(pagesTicked(now, paths, on))
  const unchanged = text('没有修改', 'Nothing was changed')
  return (
    <section className="qt-rights" aria-label={role.role_name}>
      {tree.data && tree.data.result.length > 1 ? (
        <div className="qt-right-head">
          <Segmented
            aria-label={say(text('应用', 'Application'))}
            value={app.app_code}
            disabled={changed}
            onChange={setApp}
            options={tree.data.result.map(one => ({ value: one.app_code, label: one.app_name }))}
          />
        </div>
      ) : null}
      <div className="qt-rights-body">
        {app.groups.map(group => {
          const open = group.pages.filter(page => !locked(page.path)).map(page => page.path)
          const on = group.pages.filter(page => now.pages.has(page.path)).length
          return (
            <div key={group.path} className="qt-right-group">
              <Checkbox
                checked={on === group.pages.length}
                indeterminate={on > 0 && on < group.pages.length}
                disabled={open.length === 0}
                onChange={event =>
                  tick(event.target.checked ? open : group.pages.map(page => page.path), event.target.checked)
                }
              >
                {group.name}
              </Checkbox>
              <div className="qt-right-pages">
                {group.pages.map(page => (
                  <div key={page.path} className="qt-right-page">
                    <Checkbox
                      checked={now.pages.has(page.path)}
                      disabled={locked(page.path)}
                      onChange={event => tick([page.path], event.target.checked)}
                    >
                      {page.name}
                      {page.kind === 'edit' ? (
                        <span className="qt-secondary qt-right-kind">{say(text('编辑页', 'edit page'))}</span>
                      ) : null}
                    </Checkbox>
                    {now.pages.has(page.path) && page.actions.length > 0 ? (
                      <PageActions page={page} rights={now} locked={!role.is_manageable} onChange={setDraft} />
                    ) : null}
                  </div>
                ))}
              </div>
            </div>
          )
        })}
      </div>
      <p className="qt-secondary qt-right-scope">
        {say(text('数据范围 {scope}：', 'Data scope {scope}: '), { scope: say(dataScope.stateOf(now.data_scope)) })}
        {say(meaningOf(now.data_scope))}
      </p>
      <footer className="qt-edit-foot qt-right-foot">
        <ActButton
          primary
          loading={save.pending}
          title="Ctrl+Enter"
          act={{
            title: text('保存权限', 'Save rights'),
            run: needing(save.call, submit),
            whyNot: role.is_manageable ? (changed ? undefined : unchanged) : roleBeyondOwn,
          }}
        />
        <ActButton
          act={{
            title: text('撤销修改', 'Undo changes'),
            run: () => setDraft(undefined),
            whyNot: changed ? undefined : unchanged,
          }}
        />
        <Select
          aria-label={say(text('数据范围', 'Data scope'))}
          value={now.data_scope}
          disabled={!role.is_manageable}
          style={{ width: 190 }}
          options={dataScope.list.map(state => ({
            value: state.code,
            label: `${say(text('数据：', 'Data: '))}${say(state)}`,
          }))}
          onChange={scope => setDraft({ ...now, data_scope: scope })}
        />
        <span className="qt-secondary">
          {say(text('已选 {count} 个页面', '{count} pages chosen'), { count: now.pages.size })}
        </span>
      </footer>
    </section>
  )
}

interface PageActionsProps {
  page: { readonly name: string; readonly actions: readonly { readonly key: string; readonly name: string }[] }
  rights: Rights
  locked: boolean
  onChange: (rights: Rights) => void
}
/** The actions of a page: all of them, unless some are unticked. */
function PageActions({ page, rights, locked, onChange }: PageActionsProps) {
  const say = useSay()
  const given = page.actions.filter(action => !rights.withheld.has(action.key)).length
  const content = (
    <div className="qt-right-actions">
      {page.actions.map(action => (
        <Checkbox
          key={action.key}
          checked={!rights.withheld.has(action.key)}
          disabled={locked}
          onChange={event => onChange(toggleAction(rights, action.key, event.target.checked))}
        >
          {action.name}
        </Checkbox>
      ))}
    </div>
  )
  return (
    <Popover trigger="click" title={page.name} content={content}>
      <Button
        type="link"
        size="small"
        aria-label={say(text('{page} 的操作 {given}/{all}', 'Actions of {page} {given}/{all}'), {
          page: page.name,
          given,
          all: page.actions.length,
        })}
      >
        {given}/{page.actions.length}
      </Button>
    </Popover>
  )
}
