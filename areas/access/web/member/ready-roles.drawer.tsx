import type { Out } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { dataScope } from '../../model/member/data-scope.status.ts'
import { addReadyRoles, listReadyRoles, listRoles } from '../../model/member/role.calls.ts'
import { type RoleRow, role } from '../../model/member/role.record.ts'
import { CompareRolesDrawer } from './compare-roles.drawer.tsx'

const readyName = (name: string) => ({ zh: `${name}（现成）`, en: `${name} (ready-made)` })
type Ready = Out<typeof listReadyRoles>['result'][number]

interface ReadyRolesProps {
  open: boolean
  onClose: () => void
  onAdded: (id: string) => void
}
/** Roles as most factories have them, to take and to change afterwards. */
export function ReadyRolesDrawer({ open, onClose, onAdded }: ReadyRolesProps) {
  const say = useSay()
  const ready = useCall(listReadyRoles, open ? {} : null)
  const roles = useCall(listRoles, open ? {} : null)
  const [chosen, setChosen] = useState<ReadonlySet<Ready['key']>>(new Set())
  const [names, setNames] = useState<Readonly<Partial<Record<Ready['key'], string>>>>({})
  const [compared, setCompared] = useState<Ready>()
  const unnamed = ready.data?.result.find(one => one.is_there && chosen.has(one.key) && !names[one.key]?.trim())
  const given = (ready.data?.result ?? []).flatMap(({ key, is_there }) =>
    is_there && chosen.has(key) ? { key, role_name: names[key] ?? '' } : [],
  )
  const close = () => {
    setNames({})
    setChosen(new Set())
    onClose()
  }
  const add = useCommand(addReadyRoles, {
    refreshes: [listRoles, listReadyRoles],
    done: ({ ids, there }) => {
      const names = there.map(({ role_name }) => role_name)
      // Made by another while the list stood open.
      if (there.length > 0)
        toast.warning({
          zh: `已有同名角色，未再新增：${names.join('、')}`,
          en: `There already, not added again: ${names.join(', ')}`,
        })
      if (ids[0]) onAdded(ids[0])
      close()
    },
  })
  const tick = (key: Ready['key'], on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(key)
    else next.delete(key)
    setChosen(next)
  }
  return (
    <DetailDrawer
      open={open}
      title={text('现成角色', 'Ready-made roles')}
      onClose={close}
      actions={[
        {
          title:
            chosen.size === 0
              ? text('新增角色', 'Add roles')
              : { zh: `新增 ${chosen.size} 个角色`, en: `Add roles (${chosen.size})` },
          run: add.with({ keys: [...chosen], names: given }),
          whyNot:
            chosen.size === 0
              ? text('请先勾选角色', 'Tick roles first')
              : unnamed && {
                  zh: `已有角色「${unnamed.role_name}」，请输入另一个名称`,
                  en: `There is a role ${unnamed.role_name} already: type another name`,
                },
        },
      ]}
    >
      <p className="qt-secondary">
        {say(
          text(
            '勾选后成为公司自己的角色，可以改名、增减页面和操作。',
            "They become the company's own roles: rename them, add or take pages and actions.",
          ),
        )}
      </p>
      {ready.error && !ready.data ? <ErrorState failure={ready.error} retry={ready.refetch} /> : null}
      {ready.isPending && open ? <RowsSkeleton /> : null}
      <ul className="qt-link-list">
        {ready.data?.result.map(one => (
          <li key={one.key}>
            <div>
              <Checkbox
                className="qt-ready-check"
                checked={chosen.has(one.key)}
                onChange={event => tick(one.key, event.target.checked)}
              >
                <strong>{one.role_name}</strong>
                <span className="qt-secondary qt-ready-role">{one.remark}</span>
                <span className="qt-secondary qt-ready-role">
                  {say(
                    text(
                      '登录后打开 {home} · {pages} 个页面 · {actions} 个操作 · {scope}',
                      'Opens {home} first · pages {pages} · actions {actions} · {scope}',
                    ),
                    {
                      home: one.home_name,
                      pages: one.page_count,
                      actions: one.action_count,
                      scope: say(dataScope.stateOf(one.data_scope)),
                    },
                  )}
                </span>
              </Checkbox>
              {one.is_there ? (
                <div className="qt-ready-there">
                  <span className="qt-secondary">
                    {say(
                      text('已有同名角色，可用其他名称新增', 'A role of this name is there: add it under another name'),
                    )}
                  </span>
                  {chosen.has(one.key) ? (
                    <Input
                      aria-label={say({ zh: `${one.role_name}的新名称`, en: `New name of ${one.role_name}` })}
                      style={{ width: 220 }}
                      placeholder={say(text('另一个名称', 'Another name'))}
                      maxLength={role.fields.role_name.max}
                      value={names[one.key] ?? ''}
                      onChange={event => setNames({ ...names, [one.key]: event.target.value })}
                    />
                  ) : null}
                  <Button type="link" size="small" onClick={() => setCompared(one)}>
                    {say(text('与已有的比较', 'Compare with it'))}
                  </Button>
                </div>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      {compared?.there_id && roles.data ? (
        <CompareRolesDrawer
          key={compared.key}
          roles={roles.data.result as RoleRow[]}
          one={{ id: compared.key, role_name: say(readyName(compared.role_name)) }}
          ready={{ permissions: compared.permissions, with: compared.there_id }}
          onClose={() => setCompared(undefined)}
        />
      ) : null}
    </DetailDrawer>
  )
}
