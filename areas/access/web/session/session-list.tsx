import { type Text, text } from '@qitao/core/text.ts'
import type { CallFailure } from '@qitao/platform/web/call/failures.ts'
import { RowActs } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import type { Run } from '@qitao/platform/web/session/rights.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Tag } from 'antd'
import type { OpenSession } from '../../model/session/session.calls.ts'
import { deviceOf } from '../../model/session/session.rules.ts'
import '../access.css'

interface SessionListProps {
  title: Text
  sessions: readonly OpenSession[] | undefined
  failure: CallFailure | null
  retry: () => unknown
  end: (session: OpenSession) => Run
  endMany: { title: Text; ask: Text; run: Run }
  onClose: () => void
}
/** Where somebody is signed in, and the end of it. */
export function SessionDrawer({ title, sessions, failure, retry, end, endMany, onClose }: SessionListProps) {
  const say = useSay()
  const others = sessions?.filter(one => !one.is_current) ?? []
  return (
    <DetailDrawer
      open
      title={title}
      onClose={onClose}
      actions={[
        {
          title: endMany.title,
          danger: true,
          run: endMany.run,
          whyNot: others.length === 0 ? text('没有可下线的登录', 'There is none to sign out') : undefined,
          ask: { title: endMany.ask, objects: [], danger: true },
        },
      ]}
    >
      {failure && !sessions ? <ErrorState failure={failure} retry={retry} /> : null}
      {!sessions && !failure ? <RowsSkeleton /> : null}
      {sessions?.length === 0 ? (
        <p className="qt-secondary">{say(text('当前没有登录', 'Not signed in anywhere'))}</p>
      ) : null}
      <ul className="qt-link-list">
        {sessions?.map(one => (
          <li key={one.id}>
            <div title={one.agent ?? undefined}>
              <strong>
                {deviceOf(one.agent) || say(text('未知设备', 'Unknown device'))}{' '}
                {one.viewed_by_name ? (
                  <Tag color="warning">
                    {say(text('{name} 正在查看', '{name} looks on'), { name: one.viewed_by_name })}
                  </Tag>
                ) : null}
                {one.terminal_name ? <Tag>{one.terminal_name}</Tag> : null}
                {one.passkey_proved ? <Tag>{say(text('通行密钥', 'Passkey'))}</Tag> : null}
                {one.is_current ? <Tag color="success">{say(text('本机', 'This one'))}</Tag> : null}
              </strong>
              <span className="qt-secondary">
                {say(text('最近使用 ', 'last used '))}
                <Instant at={one.used_time} />
                {from(one.used_address ?? one.address)}
              </span>
              <span className="qt-secondary">
                {say(text('登录于 ', 'signed in '))}
                <Instant at={one.created_time} />
                {from(one.address)}
              </span>
              <span className="qt-secondary">
                {say(text('有效至 ', 'valid until '))}
                <Instant at={one.expire_time} />
              </span>
            </div>
            {one.is_current ? null : (
              <RowActs
                inline={1}
                acts={[
                  {
                    title: text('下线', 'Sign out'),
                    danger: true,
                    run: end(one),
                    ask: {
                      title: text('下线这个登录？', 'Sign this device out?'),
                      objects: [deviceOf(one.agent) || (one.address ?? '')],
                      danger: true,
                    },
                  },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
    </DetailDrawer>
  )
}

const from = (address: string | null): string => (address === null ? '' : ` · ${address}`)
