import { cancelJob, queryJobList, queryJobStatus } from '@qitao/access/model/job.calls.ts'
import { jobStatus } from '@qitao/access/model/job.status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import type { Score } from '@qitao/planning/scheduling/plan.ts'
import { JobProgress } from '@qitao/platform/web/job-progress.tsx'
import { useSay } from '@qitao/platform/web/language.ts'
import { useLive } from '@qitao/platform/web/live.ts'
import { useCall } from '@qitao/platform/web/use-call.ts'
import { Alert } from 'antd'
import { useEffect, useState } from 'react'
import type { ScheduleResult } from '../model/schedule.calls.ts'
import { causeText } from './causes.ts'
import { hoursText } from './summary-strip.tsx'

const title = text('自动排程', 'Automatic schedule')

/** A schedule that is being calculated by anybody of the company, and what the last one started here came to. */
export function useScheduleJob(): {
  job_id: string | undefined
  running: boolean
  start: (job_id: string) => void
  ended: () => void
  close: () => void
} {
  const [started, setStarted] = useState<string>()
  const [hasEnded, setEnded] = useState(false)
  const running = useCall(queryJobList, {
    job_type: 'schedule',
    statuses: [jobStatus.codes.queued, jobStatus.codes.running],
    page_size: 5,
  })
  const found = running.data?.result[0]?.id
  useEffect(() => {
    if (found) setStarted(before => before ?? found)
  }, [found])
  return {
    job_id: started,
    running: started !== undefined && !hasEnded,
    start: job_id => {
      setEnded(false)
      setStarted(job_id)
    },
    ended: () => setEnded(true),
    close: () => setStarted(undefined),
  }
}

interface ScheduleJobProps {
  jobId: string
  /** The plan may have changed. */
  onEnd: () => void
  onClose: () => void
}
type Best = Score & { readonly iteration: number }

export function ScheduleJob({ jobId, onEnd, onClose }: ScheduleJobProps) {
  const say = useSay()
  const [best, setBest] = useState<Best>()
  const [result, setResult] = useState<{
    status: number
    message: string | Text | null
    result: ScheduleResult | undefined
  }>()
  useLive('job', ({ data }) => {
    const news = data as { job_id?: string; detail?: Best } | undefined
    if (news?.job_id === jobId && news.detail) setBest(news.detail)
  })
  useEffect(() => {
    setBest(undefined)
    setResult(undefined)
  }, [jobId])
  if (result?.status === jobStatus.codes.done && result.result)
    return <ResultNote result={result.result} onClose={onClose} />
  if (result && result.status !== jobStatus.codes.done) return <FailureNote {...result} onClose={onClose} />
  return (
    <div className="qt-plan-job">
      <JobProgress
        key={jobId}
        jobId={jobId}
        title={title}
        status={queryJobStatus}
        cancel={cancelJob}
        onDone={job => {
          onEnd()
          setResult({ status: job.status, message: job.message, result: job.result as ScheduleResult | undefined })
        }}
      />
      {best ? (
        <p className="qt-number qt-secondary" aria-live="off">
          {say(
            text(
              '目前最好：加权延期{weighted}，换型{setup}（第{n}轮）',
              'Best so far: weighted lateness {weighted}, set-up {setup} (round {n})',
            ),
            {
              weighted: hoursText(best.weightedTardinessHours, say),
              setup: hoursText(best.setupSeconds / hourSeconds, say),
              n: best.iteration,
            },
          )}
        </p>
      ) : null}
    </div>
  )
}

function ResultNote({ result, onClose }: { result: ScheduleResult; onClose: () => void }) {
  const say = useSay()
  const { scheduled, failed, late_count, version_no } = result
  const words = text(
    '排程完成：已排{scheduled}单，延期{late}单，未排{failed}单（版本{version}）',
    'Scheduled {scheduled} orders, {late} late, {failed} not placed (version {version})',
  )
  return (
    <Alert
      showIcon
      closable={{ onClose }}
      type={failed.length > 0 || late_count > 0 ? 'warning' : 'success'}
      title={say(words, { scheduled, late: late_count, failed: failed.length, version: version_no })}
      description={
        failed.length > 0 ? (
          <ul className="qt-plan-failed">
            {failed.slice(0, mostNamed).map(one => (
              <li key={one.id}>
                <strong>{one.no}</strong> {causeText({ cause: one.cause, object_name: one.object }, say)}
              </li>
            ))}
            {failed.length > mostNamed ? (
              <li>
                {say(text('等 {count} 单', 'and {rest} more'), {
                  count: failed.length,
                  rest: failed.length - mostNamed,
                })}
              </li>
            ) : null}
          </ul>
        ) : undefined
      }
    />
  )
}
const mostNamed = 5

function FailureNote({
  status,
  message,
  onClose,
}: {
  status: number
  message: string | Text | null
  onClose: () => void
}) {
  const say = useSay()
  const cancelled = status === jobStatus.codes.cancelled
  const words = typeof message === 'string' ? message : message ? say(message) : ''
  return (
    <Alert
      showIcon
      closable={{ onClose }}
      type={cancelled ? 'info' : 'error'}
      title={
        cancelled
          ? say(text('排程已取消，计划没有变化', 'Cancelled: the plan is as it was'))
          : say(text('排程失败：{why}', 'Not scheduled: {why}'), { why: words })
      }
      description={
        cancelled
          ? undefined
          : say(text('左侧「待排」列出每张工单的原因。', 'The orders on the left say why, one by one.'))
      }
    />
  )
}
