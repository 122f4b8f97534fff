import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { confirm } from '@qitao/platform/web/show/confirm.tsx'
import { Tabs } from 'antd'
import { useCallback, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { RolesTab } from './roles.tab.tsx'
import { UsersTab } from './users.tab.tsx'
import '../access.css'

/** Who may open what, and who the members are. */
export default function RolePage() {
  const say = useSay()
  const [search, setSearch] = useSearchParams()
  const users = search.get('tab') === 'users'
  const changed = useRef(false)
  const mayLeave = async () =>
    !changed.current ||
    confirm({
      title: text('权限有未保存的修改', 'The rights have unsaved changes'),
      ok: text('放弃修改', 'Discard'),
      cancel: text('继续编辑', 'Keep editing'),
      danger: true,
    })
  const turn = async (key: string) => {
    if (await mayLeave()) setSearch(key === 'users' ? { tab: key } : {}, { replace: true })
  }
  const onChanged = useCallback((now: boolean) => {
    changed.current = now
  }, [])
  return (
    <div className="qt-access">
      <Tabs
        activeKey={users ? 'users' : 'roles'}
        onChange={key => void turn(key)}
        items={[
          { key: 'roles', label: say(text('角色', 'Roles')) },
          { key: 'users', label: say(text('用户', 'Users')) },
        ]}
      />
      <div className="qt-access-body">
        {users ? <UsersTab /> : <RolesTab onChanged={onChanged} mayLeave={mayLeave} />}
      </div>
    </div>
  )
}
