import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { type Act, act } from '@qitao/platform/web/list/act.ts'
import { RowActs } from '@qitao/platform/web/list/act-button.tsx'
import { Pager } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Segmented } from 'antd'
import { useState } from 'react'
import {
  type DeliveryRow,
  listWebHookDeliveries,
  listWebHooks,
  sendDeliveriesAgain,
  type WebHookRow,
  webHookDelivery,
} from '../../model/hook/web-hook.calls.ts'
import { type DeliveryStatusCode, deliveryFault, deliveryStatus } from '../../model/hook/web-hook.status.ts'
import { hookKindTitle } from '../../model/hook/web-hook-events.ts'
import './web-hooks.css'

const pageSize = 20
const all = 'all'
const { waiting } = deliveryStatus.codes

/** What was sent to a hook, what came of it, and a way to send it again. */
export function DeliveriesDrawer({ hook, onClose }: { hook: WebHookRow; onClose: () => void }) {
  const say = useSay()
  const { user } = useSession()
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState<DeliveryStatusCode | typeof all>(all)
  const found = useCall(
    listWebHookDeliveries,
    { hook_id: hook.id, page, page_size: pageSize, ...(shown === all ? {} : { statuses: [shown] }) },
    { keepPrevious: true },
  )
  const again = useCommand(sendDeliveriesAgain, { refreshes: [listWebHookDeliveries, listWebHooks] })
  const [unfolded, setUnfolded] = useState<string>()
  const whyNot = user.is_admin ? undefined : text('仅管理员可以操作', 'Administrators only')
  const rows = found.data?.result ?? []
  const acts = (row: DeliveryRow): Act[] => [
    {
      title: unfolded === row.id ? text('收起', 'Less') : text('内容', 'Body'),
      run: () => setUnfolded(unfolded === row.id ? undefined : row.id),
    },
    act(deliveryStatus, 'send_again', row.status, again.with({ ids: [row.id] }), whyNot ? { whyNot } : {}),
  ]
  return (
    <DetailDrawer
      open
      wide
      title={text(`推送记录：${hook.name}`, `Deliveries: ${hook.name}`)}
      onClose={onClose}
      actions={[{ title: text('刷新', 'Refresh'), run: () => void found.refetch() }]}
    >
      <Segmented<DeliveryStatusCode | typeof all>
        aria-label={say(webHookDelivery.fields.status.title)}
        value={shown}
        onChange={next => {
          setPage(1)
          setShown(next)
        }}
        options={[
          { value: all, label: say(text('全部', 'All')) },
          ...deliveryStatus.list.map(state => ({ value: state.code, label: say(state) })),
        ]}
      />
      {found.error && !found.data ? <ErrorState failure={found.error} retry={found.refetch} /> : null}
      {found.isPending ? <RowsSkeleton /> : null}
      {found.data && rows.length === 0 ? <p className="qt-secondary">{say(text('无', 'None'))}</p> : null}
      <ul className="qt-hook-deliveries">
        {rows.map(row => (
          <li key={row.id}>
            <div className="qt-hook-delivery">
              <div>
                <strong>
                  {say(hookKindTitle(row.kind ?? ''))} {row.subject}
                </strong>{' '}
                <StatusTag of={deliveryStatus.stateOf(row.status ?? waiting)} />
                <span className="qt-secondary">
                  <Instant at={row.created_time} /> · <Came of={row} />
                </span>
              </div>
              <RowActs acts={acts(row)} />
            </div>
            {unfolded === row.id ? (
              <>
                {row.said ? <p className="qt-secondary">{row.said}</p> : null}
                <pre className="qt-hook-body">{JSON.stringify(JSON.parse(row.body ?? '{}'), null, 2)}</pre>
              </>
            ) : null}
          </li>
        ))}
      </ul>
      <Pager page={page} size={pageSize} total={found.data?.total} fixed onChange={setPage} />
    </DetailDrawer>
  )
}

/** The last try in words: its answer or what was in the way, and when the next one is. */
function Came({ of: { answer_code, fault, took_ms, attempts, due_time } }: { of: DeliveryRow }) {
  const say = useSay()
  const count = attempts ?? 0
  if (count === 0) return <>{say(text('尚未推送', 'not sent yet'))}</>
  const answer = fault
    ? say(deliveryFault.stateOf(fault))
    : say(text('应答码 {code}，{ms} 毫秒', 'answer code {code}, {ms} milliseconds'), {
        code: answer_code ?? '',
        ms: took_ms ?? '',
      })
  return (
    <>
      {answer} ·{' '}
      {say(count === 1 ? text('推送1次', 'tried once') : text('推送{count}次', 'tried {count} times'), { count })}
      {due_time ? (
        <>
          {say(text('，下次 ', ', next '))}
          <Instant at={due_time} />
        </>
      ) : null}
    </>
  )
}
