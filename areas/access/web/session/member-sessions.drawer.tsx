import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import type { UserRow } from '../../model/member/user.record.ts'
import { endMemberSessions, listMemberSessions } from '../../model/session/session.calls.ts'
import { SessionDrawer } from './session-list.tsx'

const refreshes = [listMemberSessions]

/** Where a member is signed in, for who manages the members. */
export function MemberSessionsDrawer({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const user_id = user.id
  const sessions = useCall(listMemberSessions, { user_id })
  const end = useCommand(endMemberSessions, { refreshes, success: text('已下线', 'Signed out') })
  return (
    <SessionDrawer
      title={{ zh: `登录设备：${user.name}`, en: `Where ${user.name} is signed in` }}
      sessions={sessions.data?.result}
      failure={sessions.error}
      retry={sessions.refetch}
      end={({ id }) => end.with({ user_id, session_id: id })}
      endMany={{
        title: text('全部下线', 'Sign out everywhere'),
        ask: {
          zh: `下线 ${user.name} 的全部登录？`,
          en: `Sign ${user.name} out everywhere?`,
        },
        run: end.with({ user_id }),
      }}
      onClose={onClose}
    />
  )
}
