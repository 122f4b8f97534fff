import { text } from '@qitao/core/text.ts'
import { alterCalendarDays, queryCalendar } from '@qitao/masterdata/model/calendar/calendar.calls.ts'
import { CallFailure } from '@qitao/platform/web/call/failures.ts'
import { refresh, useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { Skeleton } from 'antd'
import type { GanttOrder } from '../../model/chart/gantt.record.ts'
import { applyRemedy, explainLateOrder, listRemedies, type TriedRemedyRow } from '../../model/late/late-order.calls.ts'
import { differenceText, laterText, leftText, lengthText, madeLater, remedyText } from '../../model/late/late-words.ts'
import { planCalls } from '../hand/use-plan.ts'
import { addOvertime } from '../load/overtime.ts'

const mostShown = 6

/** What would make the order less late, each with its price for the others, and done at a click where it is ours to do. */
export function Remedies({ order }: { order: GanttOrder }) {
  const say = useSay()
  const tried = useCall(listRemedies, { mo_id: order.id })
  const act = useRemedyAct(order, tried.data?.plan_version ?? 0)
  if (tried.error) return <ErrorState failure={tried.error} retry={tried.refetch} />
  if (!tried.data)
    return (
      <>
        <p className="qt-secondary">{say(text('正在逐项试算…', 'Trying one after the other …'))}</p>
        <Skeleton active paragraph={{ rows: 3 }} title={false} />
      </>
    )
  const { result, ...late } = tried.data
  const overtaken = <Overtaken {...late} />
  if (result.length === 0)
    return (
      <>
        {overtaken}
        <p className="qt-secondary">
          {say(
            text(
              '加班、催料、换设备、提优先级都不能让它更早。重新排程可能有帮助。',
              'Overtime, earlier material, another machine or going first would not make it earlier. Scheduling anew may.',
            ),
          )}
        </p>
      </>
    )
  return (
    <>
      {overtaken}
      <ul className="qt-plan-remedies">
        {result.slice(0, mostShown).map(remedy => (
          <li key={JSON.stringify(remedy.remedy)}>
            <RemedyWords remedy={remedy} />
            <ActButton size="small" act={act(remedy)} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface OvertakenProps {
  planned_tardiness_seconds: number
  tardiness_seconds: number
}
/** Material, machines or reports have overtaken the plan: then its lateness is not what the order comes to, until it is put right. */
function Overtaken({ planned_tardiness_seconds, tardiness_seconds }: OvertakenProps) {
  const say = useSay()
  if (tardiness_seconds <= planned_tardiness_seconds) return null
  const [now, plan] = [lengthText(tardiness_seconds, say), lengthText(planned_tardiness_seconds, say)]
  return (
    <p className="qt-plan-late">
      {say(
        text(
          '计划上延期 {plan}；物料、设备或报工已使计划不再成立，实际延期 {now}，以下从 {now} 算起。先修复计划。',
          'The plan says {plan} late, but material, machines or reports have overtaken it: it is {now} late, and gains count from {now}. Put it right first.',
        ),
        { plan, now },
      )}
    </p>
  )
}

/** What a remedy does, what the order gains by it and what it costs the others. */
export function RemedyWords({ remedy }: { remedy: TriedRemedyRow }) {
  const say = useSay()
  const dates = useOrgDate()
  const later = madeLater(remedy.others)
  const earlier = remedy.others.length - later.length
  return (
    <div>
      <strong>{remedyText(remedy, say, dates.dayOf)}</strong>
      <p className="qt-number">
        <span className="qt-sim-better">{differenceText(-remedy.gained_seconds, say)}</span>{' '}
        {leftText(remedy.tardiness_seconds, say)}
      </p>
      <p className={later.length > 0 ? 'qt-plan-late' : 'qt-secondary'}>
        {laterText(later, say)}
        {earlier > 0 ? say(text('；{n}单提前', '; {n} orders earlier'), { n: earlier }) : ''}
      </p>
    </div>
  )
}
/** Moving tasks is ours; a calendar is changed by who may; an earlier receipt is asked of the buyer. */
function useRemedyAct(order: GanttOrder, plan_version: number): (remedy: TriedRemedyRow) => Act {
  const say = useSay()
  const apply = useCommand(applyRemedy, { refreshes: [...planCalls, explainLateOrder, listRemedies] })
  // Each of several changes would say that it is done; the sum of them is told.
  const prolong = useCommand(alterCalendarDays, { success: null })
  const overtime = async ({ calendar_id, from, to, seconds_per_day }: TriedRemedyRow) => {
    if (calendar_id === null || from === null || to === null || seconds_per_day === null) return
    const days = await addOvertime({ calendar_id, from, to, seconds: seconds_per_day }, prolong).catch(
      (error: unknown) => {
        if (!(error instanceof CallFailure)) throw error
        toast.failure(error)
      },
    )
    if (days !== undefined)
      toast.success(
        say(text('已设 {n} 个加班日，请重新排程以利用新增工时', '{n} overtime days set: schedule anew to use them'), {
          n: days,
        }),
      )
    await refresh(...planCalls, queryCalendar, explainLateOrder, listRemedies)
  }
  return remedy => {
    switch (remedy.kind) {
      case 'overtime':
        return {
          title: text('设为加班日', 'Set overtime days'),
          ask: {
            title: text('延长日历的工作日？', 'Prolong the working days of the calendar?'),
            objects: [remedy.machine_no ?? ''],
            detail: {
              zh: `此日历共用于 ${remedy.calendar_machines} 台设备，都会延长。之后请重新排程。`,
              en: `${remedy.calendar_machines} machines share this calendar; all of them work longer. Schedule anew afterwards.`,
            },
            ok: text('设为加班日', 'Set overtime days'),
            cancel: text('取消', 'Cancel'),
          },
          run: needing(prolong.call, () => overtime(remedy)),
        }
      case 'expedite':
        return {
          title: text('去催到货', 'Ask for an earlier receipt'),
          run: needing(pages.arrivalPlan, () => openPage(pages.arrivalPlan, { keyword: remedy.material_code ?? '' })),
        }
      default:
        return {
          title: text('采用', 'Take it'),
          ask: {
            title: text('采用此措施？', 'Take this remedy?'),
            objects: [order.no],
            detail: text(
              '未固定的任务按原顺序左移到最早，再按措施调整；原计划保留为版本，可恢复。',
              'Tasks that are not fixed move left in their order, then the remedy is taken; the plan before stays as a version.',
            ),
            ok: text('采用', 'Take it'),
            cancel: text('取消', 'Cancel'),
          },
          run: apply.with({ mo_id: order.id, remedy: remedy.remedy, plan_version }),
        }
    }
  }
}
