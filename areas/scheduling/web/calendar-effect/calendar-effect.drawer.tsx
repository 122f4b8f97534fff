import { type Text, text } from '@qitao/core/text.ts'
import { alterCalendarDays, queryCalendar } from '@qitao/masterdata/model/calendar/calendar.calls.ts'
import { dayType } from '@qitao/masterdata/model/calendar/day-type.status.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { DayText, Instant } from '@qitao/platform/web/show/instant.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Segmented, Table } from 'antd'
import { useState } from 'react'
import { previewCalendarDays } from '../../model/calendar-effect/calendar-effect.calls.ts'
import { lengthText } from '../../model/late/late-words.ts'

interface CalendarEffectProps {
  calendar_id: string
  days: readonly string[]
  onClose: () => void
}
type Kind = keyof typeof kinds
const kinds = {
  holiday: dayType.codes.holiday,
  rest: dayType.codes.rest,
  overtime: dayType.codes.overtime,
  week: null,
} as const
const asInWeek = text('恢复每周安排', 'As in the week')

/** The days as another kind: hours, tasks and orders that follow, and the change itself. */
export function CalendarEffectDrawer({ calendar_id, days, onClose }: CalendarEffectProps) {
  const say = useSay()
  const dates = useOrgDate()
  const [kind, setKind] = useState<Kind>('holiday')
  const input = { calendar_id, dates: days.map(dates.startOfDay), day_type: kinds[kind] }
  const found = useCall(previewCalendarDays, input)
  const alter = useCommand(alterCalendarDays, { refreshes: [queryCalendar], done: onClose })
  const titleOf = (of: Kind): Text => (of === 'week' ? asInWeek : dayType.states[of])
  return (
    <DetailDrawer
      open
      title={say(text('日历变更对计划的影响（{n} 天）', 'What the change does to the plan ({n} days)'), {
        n: days.length,
      })}
      onClose={onClose}
    >
      <div className="qt-toolbar">
        <Segmented<Kind>
          aria-label={say(text('改为', 'Become'))}
          value={kind}
          onChange={setKind}
          options={(Object.keys(kinds) as Kind[]).map(value => ({ value, label: say(titleOf(value)) }))}
        />
        <ActButton type="primary" act={{ title: text('按此修改', 'Change so'), run: alter.with(input) }} />
      </div>
      {found.error ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : found.data ? (
        <Effect of={found.data} />
      ) : (
        <RowsSkeleton />
      )}
    </DetailDrawer>
  )
}

type EffectOf = NonNullable<ReturnType<typeof useEffectOf>['data']>
const useEffectOf = () => useCall(previewCalendarDays, null)

function Effect({ of }: { of: EffectOf }) {
  const say = useSay()
  const length = (seconds: number) => (seconds === 0 ? say(text('准时', 'in time')) : lengthText(seconds, say))
  const facts: [Text, string][] = [
    [
      text('每台设备工时', 'Hours of each machine'),
      of.work_seconds === 0
        ? say(text('不变', 'unchanged'))
        : `${of.work_seconds > 0 ? '+' : '−'}${lengthText(Math.abs(of.work_seconds), say)}`,
    ],
    [text('使用此日历的设备', 'Machines of the calendar'), String(of.machine_count)],
    [text('需要移动的任务', 'Tasks that have to move'), String(of.moved_count)],
    [text('延期变化的订单', 'Orders whose lateness changes'), String(of.order_count)],
  ]
  return (
    <>
      <dl className="qt-facts">
        {facts.map(([title, value]) => (
          <div key={title.zh}>
            <dt>{say(title)}</dt>
            <dd className="qt-number">{value}</dd>
          </div>
        ))}
      </dl>
      {of.order_count === 0 ? (
        <EmptyState text={text('没有订单因此变晚或变准时', 'No order becomes late or in time by it')} />
      ) : (
        <Table
          size="small"
          rowKey="mo_id"
          dataSource={[...of.orders]}
          pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
          scroll={{ x: 'max-content' }}
          columns={[
            {
              title: say(text('工单', 'Work order')),
              render: (_, one) => <RecordLink kind="mo" id={one.mo_id} no={one.mo_no} />,
            },
            { title: say(text('交期', 'Due')), render: (_, one) => <DayText of={one.delivery_date} /> },
            { title: say(text('完工', 'Finish')), render: (_, one) => <Instant at={one.finish_time} /> },
            { title: say(text('现延期', 'Late now')), render: (_, one) => length(one.late_seconds_before) },
            {
              title: say(text('改后延期', 'Late then')),
              render: (_, one) => (
                <span className={one.late_seconds > one.late_seconds_before ? 'qt-late' : ''}>
                  {length(one.late_seconds)}
                </span>
              ),
            },
          ]}
        />
      )}
    </>
  )
}
