import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { type Act, remove } from '@qitao/platform/web/list/act.ts'
import { ActButton, NewButton, RowActs } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { usePageMemory } from '@qitao/platform/web/session/page-memory.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { useState } from 'react'
import {
  addReadyRoles,
  addRole,
  alterRoleName,
  copyRole,
  dropRole,
  listRoles,
  queryRolePermissions,
} from '../../model/member/role.calls.ts'
import type { RoleRow } from '../../model/member/role.record.ts'
import { roleBeyondOwn } from '../../model/member/user.rules.ts'
import { CompareRolesDrawer } from './compare-roles.drawer.tsx'
import { ReadyRolesDrawer } from './ready-roles.drawer.tsx'
import { CopyRoleDialog, RoleDialog } from './role.dialog.tsx'
import { RoleRights } from './role-rights.tsx'

interface RolesTabProps {
  /** Tells whether rights have changes that are not saved. */
  onChanged: (changed: boolean) => void
  /** Asks before such changes are dropped. */
  mayLeave: () => Promise<boolean>
}
/** The roles, and beside them the pages that the chosen one opens. */
export function RolesTab({ onChanged, mayLeave }: RolesTabProps) {
  const say = useSay()
  const roles = useCall(listRoles, {})
  const [chosenId, setChosen] = usePageMemory<string | undefined>('role', undefined)
  const [edited, setEdited] = useState<RoleRow | 'new' | undefined>()
  const [open, setOpen] = useState(false)
  const [taking, setTaking] = useState(false)
  const [copied, setCopied] = useState<RoleRow>()
  const [compared, setCompared] = useState<RoleRow>()
  const drop = useCommand(dropRole, { refreshes: [listRoles] })
  if (roles.error && !roles.data) return <ErrorState failure={roles.error} retry={roles.refetch} />
  if (!roles.data) return <PageSkeleton />

  const list = roles.data.result as RoleRow[]
  const chosen = list.find(role => role.id === chosenId) ?? list[0]
  const show = (role: RoleRow | 'new') => {
    setEdited(role)
    setOpen(true)
  }
  const choose = async (role: RoleRow) => {
    if (role.id !== chosen?.id && (await mayLeave())) setChosen(role.id)
  }
  const acts = (role: RoleRow): Act[] => [
    {
      title: text('编辑', 'Edit'),
      run: needing(alterRoleName, () => show(role)),
      whyNot: role.is_manageable ? undefined : roleBeyondOwn,
    },
    { title: text('复制', 'Copy'), run: needing(copyRole, () => setCopied(role)) },
    {
      title: text('比较', 'Compare'),
      run: needing(queryRolePermissions, () => setCompared(role)),
      whyNot: list.length > 1 ? undefined : text('只有一个角色', 'There is only one role'),
    },
    remove([role.role_name], drop.with({ id: role.id }), {
      whyNot:
        role.user_count > 0
          ? {
              zh: `有${role.user_count}个用户使用此角色，不能删除`,
              en: `${role.user_count} users have this role, it cannot be deleted`,
            }
          : role.is_manageable
            ? undefined
            : roleBeyondOwn,
    }),
  ]
  const add = (
    <div className="qt-role-tools">
      <NewButton title={text('新建角色', 'New role')} run={needing(addRole, () => show('new'))} />
      <ActButton
        act={{ title: text('现成角色', 'Ready-made roles'), run: needing(addReadyRoles, () => setTaking(true)) }}
      />
    </div>
  )
  return (
    <>
      {list.length === 0 ? (
        <EmptyState text={text('还没有角色', 'No roles yet')} next={add} />
      ) : (
        <div className="qt-roles">
          <nav className="qt-role-list" aria-label={say(text('角色', 'Roles'))}>
            {add}
            <ul>
              {list.map(role => (
                <li key={role.id} className={role === chosen ? 'qt-on' : ''}>
                  <button
                    type="button"
                    className="qt-role"
                    aria-current={role === chosen}
                    title={role.remark ?? role.role_name}
                    onClick={() => void choose(role)}
                  >
                    <strong>{role.role_name}</strong>
                    <span className="qt-secondary">
                      {say(text('{users} 个用户 · {pages} 个页面', 'Users {users} · pages {pages}'), {
                        users: role.user_count,
                        pages: role.page_count,
                      })}
                    </span>
                  </button>
                  <RowActs acts={acts(role)} inline={0} />
                </li>
              ))}
            </ul>
          </nav>
          {chosen ? <RoleRights key={chosen.id} role={chosen} onChanged={onChanged} /> : null}
        </div>
      )}
      <RoleDialog
        open={open}
        role={edited === 'new' ? undefined : edited}
        onClose={() => setOpen(false)}
        onAdded={id => setChosen(id)}
      />
      <ReadyRolesDrawer open={taking} onClose={() => setTaking(false)} onAdded={id => setChosen(id)} />
      {copied ? (
        <CopyRoleDialog role={copied} onClose={() => setCopied(undefined)} onAdded={id => setChosen(id)} />
      ) : null}
      {compared ? (
        <CompareRolesDrawer key={compared.id} roles={list} one={compared} onClose={() => setCompared(undefined)} />
      ) : null}
    </>
  )
}
