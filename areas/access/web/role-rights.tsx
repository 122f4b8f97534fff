import { text } from '@qitao/core/text.ts'
import { ActButton } from '@qitao/platform/web/act-button.tsx'
import { ErrorState } from '@qitao/platform/web/error-state.tsx'
import { useHotkeys } from '@qitao/platform/web/hotkeys.ts'
import { useSay } from '@qitao/platform/web/language.ts'
import { useSession } from '@qitao/platform/web/session.ts'
import { Later, RowsSkeleton } from '@qitao/platform/web/skeleton.tsx'
import { useUnsavedGuard } from '@qitao/platform/web/unsaved-guard.ts'
import { useCall } from '@qitao/platform/web/use-call.ts'
import { useCommand } from '@qitao/platform/web/use-command.ts'
import { Checkbox } from 'antd'
import { useEffect, useState } from 'react'
import { mainApp } from '../model/app.ts'
import { alterRolePermissions, listRoles, queryPermissionTree, queryRolePermissions } from '../model/role.calls.ts'
import type { RoleRow } from '../model/role.record.ts'

const { app_code } = mainApp

/** The pages of the product by group; what is ticked, the role opens. */
export function RoleRights({ role, onChanged }: { role: RoleRow; onChanged: (changed: boolean) => void }) {
  const say = useSay()
  const { may } = useSession()
  const tree = useCall(queryPermissionTree, { app_code })
  const rights = useCall(queryRolePermissions, { role_id: role.id, app_code })
  const save = useCommand(alterRolePermissions, { refreshes: [listRoles, queryRolePermissions] })
  const [draft, setDraft] = useState<ReadonlySet<string> | undefined>()
  const stored = new Set(rights.data?.result[0]?.page_paths ?? [])
  const ticked = draft ?? stored
  const changed = draft !== undefined && (draft.size !== stored.size || [...draft].some(path => !stored.has(path)))
  useUnsavedGuard(changed)
  useEffect(() => {
    onChanged(changed)
    return () => onChanged(false)
  }, [changed])

  const submit = async () => {
    if (changed && (await save.run({ role_id: role.id, app_code, page_paths: [...ticked] }))) setDraft(undefined)
  }
  useHotkeys({ 'mod+enter': () => void submit(), 'mod+s': () => void submit() })
  const failed = tree.error ?? rights.error
  if (failed) return <ErrorState failure={failed} retry={() => Promise.all([tree.refetch(), rights.refetch()])} />
  if (!tree.data || !rights.data)
    return (
      <Later>
        <RowsSkeleton />
      </Later>
    )
  // Nobody gives a right that the own ones do not hold; one that the role has may be taken.
  const locked = (path: string) => !may({ path }) && !stored.has(path)
  const tick = (paths: readonly string[], on: boolean) => {
    const next = new Set(ticked)
    for (const path of paths) {
      if (on) next.add(path)
      else next.delete(path)
    }
    setDraft(next)
  }
  const unchanged = text('没有修改', 'Nothing was changed')
  return (
    <section className="qt-rights" aria-label={role.role_name}>
      <div className="qt-rights-body">
        {tree.data.result[0]?.groups.map(group => {
          const open = group.pages.filter(page => !locked(page.path)).map(page => page.path)
          const on = group.pages.filter(page => ticked.has(page.path)).length
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
                  <Checkbox
                    key={page.path}
                    checked={ticked.has(page.path)}
                    disabled={locked(page.path)}
                    onChange={event => tick([page.path], event.target.checked)}
                  >
                    {page.name}
                    {page.kind === 'edit' ? (
                      <span className="qt-secondary qt-right-kind">{say(text('编辑页', 'edit page'))}</span>
                    ) : null}
                  </Checkbox>
                ))}
              </div>
            </div>
          )
        })}
      </div>
      <footer className="qt-edit-foot">
        <ActButton
          primary
          loading={save.pending}
          title="Ctrl+Enter"
          act={{ title: text('保存权限', 'Save rights'), run: submit, whyNot: changed ? undefined : unchanged }}
        />
        <ActButton
          act={{
            title: text('撤销修改', 'Undo changes'),
            run: () => setDraft(undefined),
            whyNot: changed ? undefined : unchanged,
          }}
        />
        <span className="qt-secondary">
          {say(text('已选 {count} 个页面', '{count} pages chosen'), { count: ticked.size })}
        </span>
      </footer>
    </section>
  )
}
