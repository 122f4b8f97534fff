import { CarryOutOutlined } from '@ant-design/icons'
import { queryMessageCount } from '@qitao/access/model/notice/notice.calls.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { text } from '@qitao/core/text.ts'
import { useLive } from '@qitao/platform/web/call/live.ts'
import { refresh, useCall } from '@qitao/platform/web/call/use-call.ts'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { Badge, Button, Tooltip } from 'antd'
import { useRef } from 'react'

/** The way to the task centre stands in the header, with how much waits: approvals to decide, jobs that run. */
export default function TaskCentreButton() {
  const say = useSay()
  const { may } = useSession()
  const { task_count = 0 } = useCall(queryMessageCount, {}).data ?? {}
  // A running job tells its progress often; the count changes when one begins or ends.
  const running = useRef(new Set<string>())
  useLive('job', ({ data }) => {
    const { job_id, status } = data as { job_id: string; status: number }
    const goes = status === jobStatus.codes.queued || status === jobStatus.codes.running
    if (goes === running.current.has(job_id)) return
    if (goes) running.current.add(job_id)
    else running.current.delete(job_id)
    void refresh(queryMessageCount)
  })
  if (!may(pages.taskCentre)) return null
  return (
    <Tooltip title={say(pages.taskCentre.title)}>
      <Badge count={task_count} size="small" offset={[-6, 6]}>
        <Button
          type="text"
          icon={<CarryOutOutlined aria-hidden />}
          aria-label={say(text('任务中心，{count} 项待处理', 'Task centre, {count} waiting'), { count: task_count })}
          onClick={() => openPage(pages.taskCentre)}
        />
      </Badge>
    </Tooltip>
  )
}
