import { type Text, text } from '@qitao/core/text.ts'
import { daySeconds, hourSeconds } from '@qitao/core/time.ts'
import { useSay } from '@qitao/platform/web/language.ts'
import type { PlanSummary } from '../model/plan-version.calls.ts'

/** How good the plan is, in five figures. Lateness stands out by weight and word, not by colour alone. */
export function SummaryStrip({ summary }: { summary: PlanSummary | undefined }) {
  const say = useSay()
  const figures: readonly { title: Text; value: string; bad?: boolean }[] = [
    {
      title: text('延期工单', 'Late orders'),
      value: String(summary?.late_orders ?? '…'),
      bad: (summary?.late_orders ?? 0) > 0,
    },
    {
      title: text('总延期', 'Total lateness'),
      value: hoursText(summary?.tardiness_hours, say),
      bad: (summary?.tardiness_hours ?? 0) > 0,
    },
    { title: text('准备与换型', 'Set-up'), value: hoursText(summary?.setup_hours, say) },
    { title: text('全部完工还需', 'All done in'), value: hoursText(summary?.makespan_hours, say) },
    {
      title: text('未排工单', 'Not placed'),
      value: String(summary?.unplanned_orders ?? '…'),
      bad: (summary?.unplanned_orders ?? 0) > 0,
    },
  ]
  return (
    <dl className="qt-plan-summary" aria-label={say(text('计划概要', 'Plan summary'))}>
      {figures.map(({ title, value, bad }) => (
        <div key={title.zh} className={bad ? 'qt-plan-bad' : undefined}>
          <dt>{say(title)}</dt>
          <dd className="qt-number">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const hoursADay = daySeconds / hourSeconds
/** Above two days in days. */
export function hoursText(hours: number | undefined, say: ReturnType<typeof useSay>): string {
  if (hours === undefined) return '…'
  if (hours >= 2 * hoursADay) return say(text('{n}天', '{n} d'), { n: Math.round((hours / hoursADay) * 10) / 10 })
  return say(text('{n}小时', '{n} h'), { n: Math.round(hours * 10) / 10 })
}
