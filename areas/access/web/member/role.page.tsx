import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { confirm } from '@qitao/platform/web/show/confirm.tsx'
import { Badge, Tabs } from 'antd'
import { useCallback, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { listAccessRequests } from '../../model/member/access-request.calls.ts'
import { accessRequestStatus } from '../../model/member/access-request.status.ts'
import { RequestsTab } from './requests.tab.tsx'
import { RolesTab } from './roles.tab.tsx'
import { TerminalsTab } from './terminals.tab.tsx'
import { TokensTab } from './tokens.tab.tsx'
import { UsersTab } from './users.tab.tsx'
import '../access.css'

/** Who may open what, and who the members are. */
export default function RolePage() {
  const say = useSay()
  const [search, setSearch] = useSearchParams()
  const tab = ['users', 'requests', 'tokens', 'terminals'].find(one => one === search.get('tab')) ?? 'roles'
  const waiting = useCall(listAccessRequests, { statuses: [accessRequestStatus.codes.waiting], page_size: 5 })
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
    if (await mayLeave()) setSearch(key === 'roles' ? {} : { tab: key }, { replace: true })
  }
  const onChanged = useCallback((now: boolean) => {
    changed.current = now
  }, [])
  return (
    <div className="qt-access">
      <Tabs
        activeKey={tab}
        onChange={key => void turn(key)}
        items={[
          { key: 'roles', label: say(text('角色', 'Roles')) },
          { key: 'users', label: say(text('用户', 'Users')) },
          {
            key: 'requests',
            label: (
              <Badge count={waiting.data?.total ?? 0} size="small" offset={[8, -2]}>
                {say(text('申请', 'Requests'))}
              </Badge>
            ),
          },
          { key: 'tokens', label: say(text('API令牌', 'API tokens')) },
          { key: 'terminals', label: say(text('共享终端', 'Shared terminals')) },
        ]}
      />
      <div className="qt-access-body">
        {tab === 'users' ? (
          <UsersTab />
        ) : tab === 'requests' ? (
          <RequestsTab />
        ) : tab === 'tokens' ? (
          <TokensTab />
        ) : tab === 'terminals' ? (
          <TerminalsTab />
        ) : (
          <RolesTab onChanged={onChanged} mayLeave={mayLeave} />
        )}
      </div>
    </div>
  )
}
