import { text } from '@qitao/core/text.ts'
import { daySeconds, hourSeconds } from '@qitao/core/time.ts'
import { publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { DayText, Instant } from '@qitao/platform/web/show/instant.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { type DeviceTaskRow, listDeviceTasks } from '../../model/equipment/equipment.calls.ts'

/** Days back and ahead. */
const span = 14

/** What it has done in two weeks, and what is planned for the next two. */
export function TasksTab({ id }: { id: string }) {
  const say = useSay()
  const dates = useOrgDate()
  const today = dates.startOfDay(dates.today())
  const [from, to] = [today - span * daySeconds, today + (span + 1) * daySeconds]
  const found = useCall(listDeviceTasks, { id, timestamp_range: [from, to] })
  if (found.error) return <ErrorState failure={found.error} retry={found.refetch} />
  if (!found.data) return <RowsSkeleton />
  if (found.data.total === 0)
    return <EmptyState text={text('前后14天内没有任务', 'No task within 14 days back or ahead')} />
  return (
    <>
      <p className="qt-secondary">
        {say(
          text(
            '前后14天：已开工的为实际时间，其余为计划时间（含准备）。',
            '14 days back and ahead: actual times once a task is started, planned ones with set-up before.',
          ),
        )}
      </p>
      <div className="qt-strip" role="img" aria-label={say(text('前后14天的任务', 'Tasks of 14 days back and ahead'))}>
        {found.data.result.map(task => (
          <span
            key={task.id}
            title={`${task.mo_no} ${task.process_name}`}
            style={{
              insetInlineStart: `${at(Math.max(from, task.start_time), from, to)}%`,
              width: `${Math.max(0.2, at(Math.min(to, task.end_time), from, to) - at(Math.max(from, task.start_time), from, to))}%`,
              background: `var(--qt-status-${taskStatus.stateOf(task.status).colour}-bar)`,
            }}
          />
        ))}
        <i style={{ insetInlineStart: `${at(today, from, to)}%` }} />
      </div>
      <DataTable<DeviceTaskRow>
        rows={found.data.result}
        columns={[
          {
            name: 'mo_no',
            title: text('工单', 'Work order'),
            width: 150,
            render: row => <RecordLink kind="mo" id={row.mo_id} no={row.mo_no} />,
          },
          { name: 'process_name', title: text('工序', 'Process'), width: 110 },
          {
            name: 'material_code',
            title: text('产品', 'Product'),
            width: 180,
            render: row => `${row.material_code} ${row.material_name}`,
          },
          {
            name: 'start_time',
            title: text('开始', 'Start'),
            width: 150,
            render: row => <Instant at={row.start_time} />,
          },
          { name: 'end_time', title: text('结束', 'End'), width: 150, render: row => <Instant at={row.end_time} /> },
          {
            name: 'setup_seconds',
            title: text('准备（小时）', 'Set-up (h)'),
            width: 100,
            render: row => (row.setup_seconds / hourSeconds).toFixed(1),
          },
          {
            name: 'quantity',
            title: text('数量', 'Quantity'),
            width: 110,
            render: row => <Quantity value={row.quantity} unit={row.unit_name} />,
          },
          {
            name: 'reported_quantity',
            title: text('良品', 'Good'),
            width: 90,
            render: row => <Quantity value={row.reported_quantity} />,
          },
          {
            name: 'defective_quantity',
            title: text('不良', 'Scrap'),
            width: 80,
            render: row => <Quantity value={row.defective_quantity} />,
          },
          {
            name: 'status',
            title: text('状态', 'Status'),
            width: 100,
            render: row => <StatusTag of={taskStatus.stateOf(row.status)} />,
          },
          {
            name: 'publish_status',
            title: text('发布', 'Published'),
            width: 100,
            render: row => <StatusTag of={publishStatus.stateOf(row.publish_status)} />,
          },
          {
            name: 'delivery_date',
            title: text('交期', 'Due'),
            width: 110,
            render: row => <DayText of={row.delivery_date} />,
          },
        ]}
      />
    </>
  )
}

const at = (time: number, from: number, to: number): number => (100 * (time - from)) / (to - from)
