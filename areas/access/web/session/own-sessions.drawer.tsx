import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from '../../model/session/session.calls.ts'
import { SessionDrawer } from './session-list.tsx'

const refreshes = [listOwnSessions]

/** Where one is signed in oneself. */
export default function OwnSessionsDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const sessions = useCall(listOwnSessions, open ? {} : null)
  const end = useCommand(endOwnSession, { refreshes, success: text('已下线', 'Signed out') })
  const endOthers = useCommand(endOtherSessions, {
    refreshes,
    success: text('其他登录已全部下线', 'All others were signed out'),
  })
  if (!open) return null
  return (
    <SessionDrawer
      title={text('登录设备', 'Where I am signed in')}
      sessions={sessions.data?.result}
      failure={sessions.error}
      retry={sessions.refetch}
      end={({ id }) => end.with({ id })}
      endMany={{
        title: text('下线其他登录', 'Sign out all others'),
        ask: text('除本机外全部下线？', 'Sign out all devices but this one?'),
        run: endOthers.with({}),
      }}
      onClose={onClose}
    />
  )
}
