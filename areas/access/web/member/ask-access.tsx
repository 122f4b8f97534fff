import { text } from '@qitao/core/text.ts'
import { useLive } from '@qitao/platform/web/call/live.ts'
import { ThrottleButton } from '@qitao/platform/web/call/throttle-button.tsx'
import { refresh, useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { Alert, Input } from 'antd'
import { useState } from 'react'
import { queryOwnAccessRequest, requestAccess } from '../../model/member/access-request.calls.ts'
import { accessRequestStatus } from '../../model/member/access-request.status.ts'
import '../access.css'

const { waiting, refused } = accessRequestStatus.codes

/** Asks for a page that is not open to the member, and says what became of it. */
export default function AskAccess({ path }: { path: string }) {
  const say = useSay()
  const [reason, setReason] = useState('')
  const own = useCall(queryOwnAccessRequest, { page_path: path })
  const ask = useCommand(requestAccess, {
    refreshes: [queryOwnAccessRequest],
    success: text('已提交申请，答复后会通知您', 'You will be told when it is answered'),
  })
  useLive('notice', () => void refresh(queryOwnAccessRequest))
  if (!own.data) return null
  const { record } = own.data
  if (record?.status === waiting)
    return (
      <Alert
        type="info"
        showIcon
        className="qt-ask-access"
        title={say(text('已申请，等待管理员答复', 'Asked for, waiting for an administrator'))}
        description={
          <>
            <Instant at={record.created_time} /> {record.reason}
          </>
        }
      />
    )
  const submit = () => ask.run({ page_path: path, reason: reason.trim() })
  return (
    <section className="qt-ask-access" aria-label={say(text('申请权限', 'Ask for access'))}>
      {record?.status === refused ? (
        <Alert
          type="warning"
          showIcon
          title={say(text('上次申请被拒绝', 'The last request was refused'))}
          description={`${record.answered_by_name ?? ''} ${record.answer ?? ''}`}
        />
      ) : null}
      <Input.TextArea
        aria-label={say(text('申请原因', 'Reason'))}
        placeholder={say(text('为什么需要这个页面？', 'What do you need the page for?'))}
        maxLength={255}
        autoSize={{ minRows: 2, maxRows: 5 }}
        value={reason}
        onChange={event => setReason(event.target.value)}
      />
      <ThrottleButton
        mode="api"
        loading={ask.pending}
        whyNot={reason.trim() === '' ? text('请先填写申请原因', 'Say first what you need it for') : undefined}
        run={needing(requestAccess, submit)}
      >
        {say(text('申请权限', 'Ask for access'))}
      </ThrottleButton>
    </section>
  )
}
