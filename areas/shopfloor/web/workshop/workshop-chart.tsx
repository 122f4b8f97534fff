import { CloseOutlined } from '@ant-design/icons'
import { formatQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { Gantt } from '@qitao/platform/web/gantt/gantt.tsx'
import type { GanttHandle, GanttTask, GanttTipLine } from '@qitao/platform/web/gantt/gantt-types.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Button } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { WorkshopMachine, WorkshopTaskRow } from '../../model/workshop/workshop.calls.ts'
import { latenessOf, type queuesOf, readinessOf } from '../../model/workshop/workshop.rules.ts'
import { peopleOf, productOf } from '../task.columns.tsx'
import { QueuedTask } from './machine-queue.tsx'
import { readinessWords } from './task-state.tsx'
import { machineRows, rangeOfBars, taskBars, workedSpan } from './workshop-bars.ts'

interface WorkshopChartProps {
  machines: readonly WorkshopMachine[]
  queues: ReturnType<typeof queuesOf<WorkshopTaskRow>>
  /** What is looked at: the day or the shift. */
  period: readonly [number, number] | undefined
  now: number
  onGive: (task: WorkshopTaskRow) => void
  onAsk: (task: WorkshopTaskRow) => void
}
/** The published plan of the workshop on a time line, to be looked at: what is chosen stands beside it with what may be done. */
export function WorkshopChart({ machines, queues, period, now, onGive, onAsk }: WorkshopChartProps) {
  const say = useSay()
  const language = useLanguage()
  const dates = useOrgDate()
  const chart = useRef<GanttHandle>(null)
  const [chosen, setChosen] = useState<string>()
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [from, to] = period ?? [now, now]
  const minute = Math.floor(now / 60) * 60
  const tasks = useMemo(
    () => machines.flatMap(({ device_id }) => queues.get(device_id)?.tasks ?? []),
    [machines, queues],
  )
  const byId = useMemo(() => new Map(tasks.map(task => [task.id, task])), [tasks])
  const rows = useMemo(() => machineRows(machines, folded, say), [machines, folded, say])
  const bars = useMemo(() => taskBars(tasks, minute), [tasks, minute])
  const range = useMemo(() => rangeOfBars(tasks, [from, to]), [tasks, from, to])
  const known = useMemo(() => ({ start: from, end: to }), [from, to])
  const legend = useMemo(
    () => Object.values(readinessWords).map(word => ({ colour: word.colour, label: say(word) })),
    [say],
  )
  const selected = useMemo(() => (chosen === undefined ? [] : [chosen]), [chosen])
  const { start, end } = workedSpan(machines, [from, to])
  // After the chart has its size and the range of another day.
  useEffect(() => {
    const frame = requestAnimationFrame(() => chart.current?.fit({ start, end }))
    return () => cancelAnimationFrame(frame)
  }, [start, end])
  const tooltip = useCallback(
    ({ id }: GanttTask): GanttTipLine[] => {
      const task = byId.get(id)
      if (!task) return []
      const late = latenessOf(task, minute) !== undefined
      return [
        { value: `${task.mo_no} · ${task.process_name}`, tone: 'strong' },
        productOf(task),
        {
          title: say(text('已报/数量', 'Reported / all')),
          value: `${formatQuantity(task.reported_quantity)} / ${formatQuantity(task.quantity)} ${task.unit_name}`,
        },
        {
          title: say(text('计划时间', 'Planned time')),
          value: `${dates.minuteOf(task.start_time)} – ${dates.minuteOf(task.end_time)}`,
          ...(late ? { tone: 'danger' as const } : {}),
        },
        { title: say(text('状态', 'State')), value: say(readinessWords[readinessOf(task)]) },
        { title: say(text('派给', 'Given to')), value: peopleOf(task) || say(text('未派工', 'nobody yet')) },
      ]
    },
    [byId, minute, dates, say],
  )
  const shown = chosen === undefined ? undefined : byId.get(chosen)
  const queue = shown && queues.get(shown.device_id)
  return (
    <div className="qt-workshop-chart">
      <div className="qt-workshop-gantt">
        <Gantt
          ref={chart}
          name={say(text('车间计划', 'Workshop plan'))}
          row_title={say(text('设备', 'Machine'))}
          rows={rows}
          tasks={bars}
          now={minute}
          time_zone={dates.zone}
          language={language}
          range={range}
          calendar_range={known}
          level="hour"
          selected={selected}
          onSelect={ids => setChosen(ids.at(-1))}
          onOpen={({ id }) => setChosen(id)}
          onRow={({ id, kind }) => {
            if (kind === 'group') setFolded(before => before.symmetricDifference(new Set([id])))
          }}
          read_only
          tooltip={tooltip}
          legend={legend}
        />
      </div>
      {shown && queue ? (
        <aside className="qt-workshop-chosen" aria-label={say(text('任务详情', 'Task'))}>
          <header>
            <h3>{`${shown.machine_no} ${shown.device_name}`}</h3>
            <Button
              type="text"
              icon={<CloseOutlined aria-hidden />}
              aria-label={say(text('关闭', 'Close'))}
              onClick={() => setChosen(undefined)}
            />
          </header>
          <ol>
            <QueuedTask
              of={shown}
              place={queue.tasks.indexOf(shown) + 1}
              isNext={shown.id === queue.next_id}
              now={now}
              onGive={() => onGive(shown)}
              onAsk={() => onAsk(shown)}
            />
          </ol>
        </aside>
      ) : null}
    </div>
  )
}
