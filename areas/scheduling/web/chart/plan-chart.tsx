import { formatQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { materialStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { Gantt } from '@qitao/platform/web/gantt/gantt.tsx'
import type {
  GanttHandle,
  GanttPlace,
  GanttRow,
  GanttTask,
  GanttTipLine,
} from '@qitao/platform/web/gantt/gantt-types.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { useActMenu } from '@qitao/platform/web/list/act-button.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { usePageMemory } from '@qitao/platform/web/session/page-memory.ts'
import { useWithheld } from '@qitao/platform/web/session/rights.ts'
import { useUserConfig } from '@qitao/platform/web/session/user-config.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { Button, Dropdown } from 'antd'
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import type { GanttData, GanttOrder } from '../../model/chart/gantt.record.ts'
import { linkStates } from '../../model/chart/link.rules.ts'
import { conflictKind } from '../../model/conflict/conflict.status.ts'
import { problemOfChart } from '../../model/problem/chart-problem.rules.ts'
import { lockCapacity, moveTasks } from '../../model/schedule.calls.ts'
import type { TaskRow } from '../../model/task.record.ts'
import type { GanttView } from '../../model/task.status.ts'
import type { Conflicts } from '../conflict/conflict-count.ts'
import type { Plan } from '../hand/use-plan.ts'
import { ChartSearch } from './chart-search.tsx'
import { ChartView, isOf, type Told } from './chart-view.tsx'
import { type Found, findOnChart } from './find-on-chart.ts'
import {
  type BarField,
  barsOf,
  type Grouping,
  groupOf,
  legendOf,
  linksOf,
  rowsOf,
  usualBarFields,
} from './gantt-data.ts'
import { hoursText } from './summary-strip.tsx'

interface PlanChartProps {
  plan: Plan & { data: GanttData }
  chart: RefObject<GanttHandle | null>
  orders: ReadonlyMap<string, GanttOrder>
  grouping: Grouping
  view: GanttView
  /** Tasks that stand out together. */
  chain: ReadonlySet<string>
  /** Kinds of conflict, by task. */
  conflicts: Conflicts['ofTask']
  range: readonly [number, number]
  selected: readonly string[]
  onSelect: (ids: readonly string[]) => void
  onMachine: (id: string) => void
  /** A task was clicked or opened: its detail is wanted. */
  onTask: () => void
  /** What can be done with the tasks under the pointer. */
  menuOf: (task_ids: readonly string[]) => readonly Act[]
  onLock: (task_ids: readonly string[], lock: boolean) => void
  controls: ReactNode
}

/** The task that each follows on its machine. */
function tasksBefore(tasks: readonly TaskRow[]): ReadonlyMap<string, TaskRow> {
  const before = new Map<string, TaskRow>()
  for (const own of Map.groupBy(tasks, ({ device_id }) => device_id).values()) {
    const inTurn = own.toSorted((a, b) => a.start_time - b.start_time)
    for (const [index, task] of inTurn.entries()) if (index > 0) before.set(task.id, inTurn[index - 1]!)
  }
  return before
}

/** The plan on the chart: drag to move, pull the end to lengthen, the menu and keys for the rest. */
export function PlanChart({
  plan,
  chart,
  orders,
  grouping,
  view,
  chain,
  conflicts,
  range,
  selected,
  onSelect,
  onMachine,
  onTask,
  menuOf,
  onLock,
  controls,
}: PlanChartProps) {
  const say = useSay()
  const language = useLanguage()
  const dates = useOrgDate()
  const { data, tasks } = plan
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [menu, setMenu] = useState<{ x: number; y: number; ids: readonly string[] }>()
  const rows = useMemo(() => rowsOf({ data, tasks, grouping, folded, say }), [data, tasks, grouping, folded, say])
  const [shows, setShows] = useUserConfig<readonly BarField[]>('plan.bars', usualBarFields)
  const [told, setTold] = usePageMemory<Told>('told', 'all')
  const [words, setWords] = useState('')
  const bars = useMemo(
    () => barsOf({ data, tasks, grouping, view, chain, conflicts, shows }),
    [data, tasks, grouping, view, chain, conflicts, shows],
  )
  const found = useMemo(
    () => findOnChart(data, tasks, words, { grouping, range }),
    [data, tasks, words, grouping, range],
  )
  const marked = useMemo(() => new Set(found.map(({ id }) => id)), [found])
  const lit = useMemo(() => {
    const looksFor = words.trim() !== ''
    if (told === 'all' && !looksFor) return undefined
    const isFound = ({ id, device_id }: TaskRow) => !looksFor || marked.has(id) || marked.has(device_id)
    return new Set(tasks.flatMap(task => (isOf(told, task) && isFound(task) ? task.id : [])))
  }, [tasks, told, words, marked])
  const links = useMemo(() => linksOf(data, tasks), [data, tasks])
  const before = useMemo(() => tasksBefore(tasks), [tasks])
  const changeTo = (code: string, from: string | undefined): GanttTipLine[] =>
    from === undefined || from === code ? [] : [{ title: say(text('换型', 'Changeover')), value: `${from} → ${code}` }]
  const linkState = useMemo(() => linkStates(problemOfChart(data.problem), tasks), [data.problem, tasks])
  const legend = useMemo(() => legendOf(view, say), [view, say])

  const tooltip = useCallback(
    (bar: GanttTask): readonly GanttTipLine[] => {
      const task = plan.taskById.get(bar.id)
      const order = task && orders.get(task.mo_id)
      if (!task || !order) return []
      const late = Math.max(order.planned_finish_time ?? 0, task.end_time) - order.due
      return [
        { value: `${order.no} · ${task.process_name}`, tone: 'strong' },
        `${order.material_code} ${order.material_name}`,
        { title: say(text('数量', 'Quantity')), value: `${formatQuantity(task.quantity)} ${order.unit_name}` },
        { title: say(text('设备', 'Machine')), value: task.machine_no },
        ...(task.start_time > task.setup_start_time
          ? [
              {
                title: say(text('准备', 'Set-up')),
                value: `${dates.minuteOf(task.setup_start_time)}, ${hoursText(task.setup_seconds / hourSeconds, say)}`,
              },
              ...changeTo(order.material_code, orders.get(before.get(task.id)?.mo_id ?? '')?.material_code),
            ]
          : []),
        {
          title: say(text('加工', 'Run')),
          value: `${dates.minuteOf(task.start_time)} – ${dates.minuteOf(task.end_time)}`,
        },
        {
          title: say(text('交期', 'Due')),
          value: dates.dayOf(order.delivery_date),
          ...(late > 0 ? { tone: 'danger' as const } : {}),
        },
        ...(late > 0
          ? [
              {
                title: say(text('延期', 'Late by')),
                value: hoursText(late / hourSeconds, say),
                tone: 'danger' as const,
              },
            ]
          : []),
        ...(conflicts.has(task.id)
          ? [
              {
                title: say(text('冲突', 'Conflict')),
                value: conflicts
                  .get(task.id)!
                  .map(kind => conflictKind.stateOf(kind)[language])
                  .join(say(text('、', ', '))),
                tone: 'danger' as const,
              },
            ]
          : []),
        ...(order.material_status === null
          ? []
          : [
              {
                title: say(text('物料', 'Material')),
                value: materialStatus.stateOf(order.material_status)[language],
              },
            ]),
      ]
    },
    [plan.taskById, orders, conflicts, say, dates, language],
  )
  const onClick = useCallback(({ task }: GanttPlace) => (task ? onTask() : undefined), [onTask])
  const openMenu = useCallback(({ task, client_x, client_y, selected: chosen }: GanttPlace) => {
    if (!task) return
    setMenu({ x: client_x, y: client_y, ids: chosen.includes(task.id) ? chosen : [task.id] })
  }, [])
  const onRow = useCallback(
    (row: GanttRow) => {
      if (row.kind !== 'group') return grouping === 'machine' ? onMachine(row.id) : undefined
      setFolded(before => {
        const next = new Set(before)
        if (!next.delete(row.id)) next.add(row.id)
        return next
      })
    },
    [grouping, onMachine],
  )
  // The chart keeps presses and keys to itself, so the menu hears of none that are not its own.
  useEffect(() => {
    if (!menu) return
    const close = (event: Event) => {
      const isOwn = event.target instanceof Element && event.target.closest('.ant-dropdown') !== null
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !isOwn) setMenu(undefined)
    }
    window.addEventListener('pointerdown', close, true)
    window.addEventListener('keydown', close, true)
    return () => {
      window.removeEventListener('pointerdown', close, true)
      window.removeEventListener('keydown', close, true)
    }
  }, [menu])
  // A machine that is folded away comes into sight first.
  const goTo = ({ kind, id }: Found) => {
    const machine = kind === 'row' ? id : plan.taskById.get(id)?.device_id
    const group = groupOf(data, machine)
    const show = () => (kind === 'row' ? chart.current?.showRow(id) : chart.current?.showTask(id))
    if (grouping === 'order' || !folded.has(group)) return show()
    setFolded(before => before.difference(new Set([group])))
    requestAnimationFrame(() => requestAnimationFrame(show))
  }
  const shown = useActMenu()(menu ? menuOf(menu.ids) : [])
  const withheld = useWithheld()
  return (
    <div className="qt-plan-chart">
      <Gantt
        ref={chart}
        name={say(text('生产计划', 'Production plan'))}
        row_title={grouping === 'machine' ? say(text('设备', 'Machine')) : say(text('工单', 'Order'))}
        rows={rows}
        tasks={bars}
        links={links}
        linkState={linkState}
        now={data.now}
        time_zone={dates.zone}
        language={language}
        range={{ start: range[0], end: range[1] }}
        calendar_range={{ start: range[0], end: range[1] }}
        level="day"
        rows_change={grouping === 'machine'}
        selected={selected}
        judge={plan.judge}
        settle={plan.settle}
        onChange={plan.save}
        onSelect={onSelect}
        onClick={onClick}
        onOpen={onTask}
        onMenu={openMenu}
        // Dragging saves; without the right the chart is only looked at.
        read_only={withheld(moveTasks) !== undefined}
        {...(withheld(lockCapacity) ? {} : { onLock })}
        onRow={onRow}
        tooltip={tooltip}
        legend={legend}
        {...(lit ? { lit } : {})}
        marked={marked}
        toolbar_start={controls}
        toolbar_end={
          <>
            <ChartSearch
              words={words}
              onWords={setWords}
              found={found}
              onGo={goTo}
              onEnd={() => chart.current?.focus()}
            />
            <ChartView told={told} onTold={setTold} shows={shows} onShows={setShows} />
          </>
        }
        empty={<ChartEmpty grouping={grouping} />}
      />
      <Dropdown
        open={menu !== undefined}
        trigger={['click']}
        onOpenChange={open => {
          if (!open) setMenu(undefined)
        }}
        menu={{
          ...shown,
          onClick: chosen => {
            setMenu(undefined)
            shown.onClick?.(chosen)
          },
        }}
      >
        <span className="qt-plan-menu-anchor" style={menu ? { left: menu.x, top: menu.y } : { display: 'none' }} />
      </Dropdown>
    </div>
  )
}

function ChartEmpty({ grouping }: { grouping: Grouping }) {
  const say = useSay()
  if (grouping === 'order') return <EmptyState text={text('所示时段内没有任务', 'No tasks in the time shown')} />
  return (
    <EmptyState
      text={text(
        '还没有设备。先建设备、工序、工时和日历，再排程。',
        'No machines yet. Enter machines, processes, cycle times and a calendar first.',
      )}
      next={
        <>
          <Button onClick={() => openPage(pages.devices)}>{say(text('去设备管理', 'Go to equipment'))}</Button>
          <Button onClick={() => openPage(pages.cycleTimes)}>{say(text('去工时管理', 'Go to cycle times'))}</Button>
        </>
      }
    />
  )
}
