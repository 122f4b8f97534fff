import { type Text, text } from '@qitao/core/text.ts'
import { daySeconds, hourSeconds } from '@qitao/core/time.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import type { PlanSummary } from '../../model/publish/plan-version.calls.ts'
import type { Conflicts } from '../conflict/conflict-count.ts'

interface SummaryStripProps {
  summary: PlanSummary | undefined
  failed: boolean
  /** The plan has moved since: they are on their way. */
  old: boolean
  conflicts: Conflicts
  onConflicts: () => void
  /** Changes that the floor asks for and nobody has answered; undefined: it is on its way. */
  requests: number | undefined
  onRequests: () => void
  /** Lists the orders that are late. */
  onLate: () => void
  /** How many orders have no place, as the list beside the chart has them; undefined: it is on its way. */
  waiting: number | undefined
  onWaiting: () => void
}
/** How good the plan is, in figures. Lateness stands out by weight and word, not by colour alone. */
export function SummaryStrip({
  summary,
  failed,
  old,
  conflicts,
  onConflicts,
  requests,
  onRequests,
  onLate,
  waiting,
  onWaiting,
}: SummaryStripProps) {
  const say = useSay()
  const count = (of: number | undefined) => (of === undefined ? undefined : String(of))
  const hours = (of: number | undefined) => (of === undefined ? undefined : hoursText(of, say))
  const figures: readonly {
    title: Text
    value: string | undefined
    bad?: boolean
    onClick?: () => void
    shows?: Text
  }[] = [
    {
      title: text('延期工单', 'Late orders'),
      value: count(summary?.late_orders),
      bad: (summary?.late_orders ?? 0) > 0,
      onClick: onLate,
      shows: text('查看延期工单：{n}', 'Show the late orders: {n}'),
    },
    {
      title: text('总延期', 'Total lateness'),
      value: hours(summary?.tardiness_hours),
      bad: (summary?.tardiness_hours ?? 0) > 0,
    },
    { title: text('准备与换型', 'Set-up'), value: hours(summary?.setup_hours) },
    { title: text('全部完工还需', 'All done in'), value: hours(summary?.makespan_hours) },
    {
      title: text('未排工单', 'Not placed'),
      value: count(waiting),
      bad: (waiting ?? 0) > 0,
      onClick: onWaiting,
      shows: text('查看未排工单：{n}', 'Show the orders not placed: {n}'),
    },
    {
      title: text('变更申请', 'Change requests'),
      value: count(requests),
      bad: (requests ?? 0) > 0,
      onClick: onRequests,
      shows: text('查看变更申请：{n}', 'Show the change requests: {n}'),
    },
  ]
  // Dots say that it is on its way; what failed is not.
  const unknown = failed ? '–' : '…'
  return (
    <dl
      className={old ? 'qt-plan-summary qt-plan-old' : 'qt-plan-summary'}
      aria-busy={old}
      aria-label={say(text('计划概要', 'Plan summary'))}
    >
      <div className={conflicts.total ? 'qt-plan-bad' : undefined}>
        <dt>{say(text('计划冲突', 'Conflicts'))}</dt>
        <dd className="qt-number">
          <button
            type="button"
            className="qt-link"
            aria-label={say(text('查看计划冲突：{n}', 'Show the conflicts of the plan: {n}'), {
              n: conflicts.total ?? '',
            })}
            onClick={onConflicts}
          >
            {conflicts.total ?? (conflicts.failed ? '–' : '…')}
          </button>
        </dd>
      </div>
      {figures.map(({ title, value, bad, onClick, shows }) => (
        <div key={title.zh} className={bad ? 'qt-plan-bad' : undefined}>
          <dt>{say(title)}</dt>
          <dd className="qt-number">
            {onClick && shows && value !== undefined ? (
              <button type="button" className="qt-link" aria-label={say(shows, { n: value })} onClick={onClick}>
                {value}
              </button>
            ) : (
              (value ?? unknown)
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const hoursADay = daySeconds / hourSeconds
/** Above two days in days. */
export function hoursText(hours: number, say: ReturnType<typeof useSay>): string {
  if (hours >= 2 * hoursADay) return say(text('{n}天', '{n} d'), { n: Math.round((hours / hoursADay) * 10) / 10 })
  return say(text('{n}小时', '{n} h'), { n: Math.round(hours * 10) / 10 })
}
