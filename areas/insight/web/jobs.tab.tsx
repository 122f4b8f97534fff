import { cancelJob, type Job, queryJobList } from '@qitao/access/model/job/job.calls.ts'
import { job } from '@qitao/access/model/job/job.record.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { text } from '@qitao/core/text.ts'
import { useLive } from '@qitao/platform/web/call/live.ts'
import { refresh } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { act } from '@qitao/platform/web/list/act.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { Facts } from '@qitao/platform/web/show/facts.tsx'
import { Progress } from 'antd'
import { useRef, useState } from 'react'
import { JobResult, nameOf } from './job-result.tsx'
import './task-center.css'

/** Running work tells its progress often; the list is asked again once in this time. */
const askEveryMs = 1000

/** Background work: how far it is, what came of it, and a way to stop it. An administrator sees everybody's. */
export function JobsTab() {
  const say = useSay()
  const [shown, setShown] = useState<Job>()
  const cancel = useCommand(cancelJob, { refreshes: [queryJobList], success: text('正在取消', 'Cancelling') })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLive('job', () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void refresh(queryJobList)
    }, askEveryMs)
  })
  return (
    <>
      <ListPage
        call={queryJobList}
        record={job}
        columns={[
          { name: 'job_type', width: 160, opens: row => setShown(row), render: row => say(nameOf(row.job_type)) },
          'status',
          {
            name: 'progress',
            width: 150,
            sort: false,
            render: row => (
              <Progress
                percent={row.progress}
                size="small"
                status={
                  row.status === jobStatus.codes.failed
                    ? 'exception'
                    : row.status === jobStatus.codes.done
                      ? 'success'
                      : 'normal'
                }
              />
            ),
          },
          { name: 'message', width: 280, sort: false },
          { name: 'created_by_name', width: 110, sort: false },
          { name: 'created_time', width: 150 },
          { name: 'finished_time', width: 150, sort: false },
        ]}
        filters={[{ name: 'statuses', of: 'status', many: true }]}
        rowActions={row => [
          act(jobStatus, 'cancel', row.status, cancel.with({ job_id: row.id }), {
            ask: {
              title: text('取消任务？', 'Cancel it?'),
              objects: [say(nameOf(row.job_type))],
              ok: text('取消任务', 'Cancel it'),
              cancel: text('继续运行', 'Let it run'),
            },
          }),
          {
            title: text('结果', 'Result'),
            whyNot: row.finished_time === null ? text('尚未结束', 'It has not ended yet') : undefined,
            run: () => setShown(row),
          },
        ]}
      />
      <DetailDrawer
        open={shown !== undefined}
        title={shown ? nameOf(shown.job_type) : ''}
        onClose={() => setShown(undefined)}
      >
        {shown ? (
          <>
            <Facts
              of={job}
              row={shown}
              names={[
                'status',
                'message',
                'created_by_name',
                'created_time',
                'started_time',
                'finished_time',
                'error_code',
              ]}
            />
            <JobResult of={shown} onOpen={() => setShown(undefined)} />
          </>
        ) : null}
      </DetailDrawer>
    </>
  )
}
