import { queryJobList } from '@qitao/access/model/job/job.calls.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { listMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DayText, Instant } from '@qitao/platform/web/show/instant.tsx'
import { Alert } from 'antd'
import { useEffect, useState } from 'react'
import type { ScheduleResult } from '../../model/schedule.calls.ts'
import { causeText } from '../late/causes.ts'
import { gapText, RunningSchedule } from './running-schedule.tsx'

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

export function ScheduleJob({ jobId, onEnd, onClose }: ScheduleJobProps) {
  const [result, setResult] = useState<{
    status: number
    message: string | Text | null
    result: ScheduleResult | undefined
  }>()
  useEffect(() => setResult(undefined), [jobId])
  if (result?.status === jobStatus.codes.done && result.result)
    return <ResultNote result={result.result} onClose={onClose} />
  if (result && result.status !== jobStatus.codes.done) return <FailureNote {...result} onClose={onClose} />
  return (
    <RunningSchedule
      key={jobId}
      jobId={jobId}
      title={title}
      onDone={job => {
        onEnd()
        setResult({ status: job.status, message: job.message, result: job.result as ScheduleResult | undefined })
      }}
    />
  )
}

function ResultNote({ result, onClose }: { result: ScheduleResult; onClose: () => void }) {
  const say = useSay()
  const {
    scheduled,
    failed,
    left = [],
    in_down_time = [],
    broken_promises = [],
    late_count,
    version_no,
    gap = null,
  } = result
  const words = text(
    '排程完成：已排{scheduled}单，延期{late}单，未排{failed}单（版本{version}）',
    'Scheduled {scheduled} orders, {late} late, {failed} not placed (version {version})',
  )
  return (
    <Alert
      showIcon
      closable={{ onClose }}
      type={
        failed.length > 0 || in_down_time.length > 0 || broken_promises.length > 0 || late_count > 0
          ? 'warning'
          : 'success'
      }
      title={
        say(words, { scheduled, late: late_count, failed: failed.length, version: version_no }) +
        (gap === null ? '' : say(text('；距下限{gap}', '; gap to the bound {gap}'), { gap: gapText(gap, say) }))
      }
      description={
        failed.length + left.length + in_down_time.length + broken_promises.length > 0 ? (
          <ul className="qt-plan-failed">
            {left.length > 0 ? (
              <li>
                {say(
                  text('计算期间已由他人调整，保持不变：{nos}', 'Placed by others meanwhile, left as they are: {nos}'),
                  {
                    nos: left
                      .slice(0, mostNamed)
                      .map(({ no }) => no)
                      .concat(left.length > mostNamed ? ['…'] : [])
                      .join(', '),
                  },
                )}
              </li>
            ) : null}
            {in_down_time.length > 0 ? (
              <li>
                {say(
                  text(
                    '停机设备上的已锁定或已派工任务留在原处：{tasks}。请解锁或取消派工，再修复计划。',
                    'Locked or dispatched on a machine that is down, left where they are: {tasks}. Unlock them or cancel the dispatch, then repair the plan.',
                  ),
                  {
                    tasks: in_down_time
                      .slice(0, mostNamed)
                      .map(({ name, machine_no }) => `${name} · ${machine_no}`)
                      .concat(in_down_time.length > mostNamed ? ['…'] : [])
                      .join(say(text('、', ', '))),
                  },
                )}
              </li>
            ) : null}
            {broken_promises.length > 0 ? <BrokenPromises promises={broken_promises} /> : null}
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

/** By name, since a customer was told the day. */
function BrokenPromises({ promises }: { promises: ScheduleResult['broken_promises'] }) {
  const say = useSay()
  return (
    <li>
      {say(text('有{count}单承诺的日期赶不上：', 'Promised days that are not kept ({count}):'), {
        count: promises.length,
      })}
      <ul>
        {promises.slice(0, mostNamed).map(({ mo_id, no, order_no, promised_date, planned_finish_time }) => (
          <li key={mo_id}>
            <strong>{order_no === null ? no : `${order_no} · ${no}`}</strong> {say(text('承诺', 'promised for'))}{' '}
            <DayText of={promised_date} />
            {say(text('，', ', '))}
            {planned_finish_time === null ? (
              say(text('未排', 'not placed'))
            ) : (
              <>
                {say(text('计划完工', 'planned to finish'))} <Instant at={planned_finish_time} />
              </>
            )}
          </li>
        ))}
        {promises.length > mostNamed ? (
          <li>{say(text('另有{rest}单', 'and {rest} more'), { rest: promises.length - mostNamed })}</li>
        ) : null}
      </ul>
    </li>
  )
}

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
  const unplanned = useCall(listMos, cancelled ? null : { pool: 'planned', unplanned: true, page_size: 1 })
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
        cancelled || !unplanned.data?.total
          ? undefined
          : say(text('左侧「待排」列出每张工单的原因。', 'The orders on the left say why, one by one.'))
      }
    />
  )
}
