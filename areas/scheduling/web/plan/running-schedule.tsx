import { cancelJob, queryJobStatus } from '@qitao/access/model/job/job.calls.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { JobProgress, type JobRecord } from '@qitao/platform/web/call/job-progress.tsx'
import { useLive } from '@qitao/platform/web/call/live.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { type Say, useSay } from '@qitao/platform/web/session/language.ts'
import { useState } from 'react'
import { gapOf, type ScheduleProgress } from '../../model/chart/schedule-progress.ts'
import { stopSchedule } from '../../model/schedule.calls.ts'
import { hoursText } from '../chart/summary-strip.tsx'

/** A calculation as it goes: the best plan so far beside what no plan can do better, and two ways to end it. */
interface RunningProps {
  jobId: string
  title: Text
  /** What its weighted lateness is called, when it is not weighed by the priorities in force. */
  lateness?: Text
  onDone: (job: JobRecord) => unknown
}
export function RunningSchedule({ jobId, title, lateness = weightedLateness, onDone }: RunningProps) {
  const [told, setTold] = useState<ScheduleProgress>()
  const stop = useCommand(stopSchedule, {
    success: text('正在收尾，采用当前最好结果', 'Finishing with the best so far'),
  })
  useLive('job', ({ data }) => {
    const news = data as { job_id?: string; detail?: ScheduleProgress } | undefined
    if (news?.job_id === jobId && news.detail) setTold(news.detail)
  })
  return (
    <div className="qt-plan-job">
      <JobProgress jobId={jobId} title={title} status={queryJobStatus} cancel={cancelJob} onDone={onDone} />
      {told ? (
        <div className="qt-plan-best">
          <BestSoFar told={told} lateness={lateness} />
          <ActButton
            size="small"
            act={{
              title: text('采用当前最好', 'Take the best so far'),
              run: stop.with({ job_id: jobId }),
            }}
          />
        </div>
      ) : null}
    </div>
  )
}

const weightedLateness = text('加权延期', 'Weighted lateness')

function BestSoFar({ told, lateness }: { told: ScheduleProgress; lateness: Text }) {
  const say = useSay()
  const { best, bound, seconds_left } = told
  const figures: readonly { title: Text; value: string; least?: string | undefined }[] = [
    {
      title: text('延期工单', 'Late orders'),
      value: String(best.lateOrders),
      least: bound ? String(bound.lateOrders) : undefined,
    },
    {
      title: lateness,
      value: hoursText(best.weightedTardinessHours, say),
      least: bound ? hoursText(bound.weightedTardinessHours, say) : undefined,
    },
    {
      title: text('准备与换型', 'Set-up'),
      value: hoursText(best.setupSeconds / hourSeconds, say),
      least: bound ? hoursText(bound.setupSeconds / hourSeconds, say) : undefined,
    },
    { title: text('距下限', 'Gap to the bound'), value: bound ? gapText(gapOf(told, bound), say) : '…' },
    { title: text('剩余', 'Left'), value: say(text('{n}秒', '{n} s'), { n: seconds_left }) },
  ]
  return (
    <dl className="qt-plan-summary" aria-label={say(text('目前最好', 'Best so far'))}>
      {figures.map(({ title, value, least }) => (
        <div key={title.zh}>
          <dt>{say(title)}</dt>
          <dd className="qt-number">
            {value}
            {least === undefined ? null : (
              <small className="qt-secondary"> {say(text('至少{least}', 'at least {least}'), { least })}</small>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
/** The bound leaves queues out: a gap says how much there may be to gain, not that there is. */
export const gapText = (gap: number, say: Say): string =>
  gap === 0 ? say(text('已最优', 'Optimal')) : `≤ ${Math.ceil(gap * 100)}%`
