import { text } from '@qitao/core/text.ts'
import { addDays, daySeconds, hourSeconds } from '@qitao/core/time.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Tabs, Tooltip } from 'antd'
import { useMemo } from 'react'
import { planLoad, resourceUtilization, stagePayload } from '../../model/load/plan-load.calls.ts'
import { timeDimension } from '../../model/task.status.ts'
import { LoadSummary } from './load-summary.tsx'
import { toneOfLoad } from './load-tone.ts'

interface LoadPanelProps {
  range: readonly [number, number]
}
/** Utilisation and hours: of machines altogether and by day, of processes and OEE by week. */
export function LoadPanel({ range }: LoadPanelProps) {
  const say = useSay()
  return (
    <section className="qt-plan-load" aria-label={say(text('负荷', 'Load'))}>
      <Tabs
        size="small"
        items={[
          {
            key: 'summary',
            label: say(text('利用率与工时', 'Utilisation and hours')),
            children: <LoadSummary range={range} />,
          },
          {
            key: 'machine',
            label: say(text('设备利用率（按天）', 'Machines by day')),
            children: <MachineLoad range={range} />,
          },
          {
            key: 'stage',
            label: say(text('工序负荷（按周）', 'Processes by week')),
            children: <StageLoad range={range} />,
          },
          { key: 'oee', label: say(text('OEE（按周）', 'OEE by week')), children: <Oee range={range} /> },
        ]}
      />
    </section>
  )
}

/** A cell of load: percent in words, its tone from how full it is. */
interface Cell {
  readonly rate: string
  readonly planned: number
  readonly available: number
  readonly hint: string
}
interface Grid {
  readonly columns: readonly { key: number; title: string }[]
  readonly rows: readonly { id: string; title: string; cells: ReadonlyMap<number, Cell> }[]
}

const hoursOf = (seconds: number): number => Math.round((seconds / hourSeconds) * 10) / 10

function MachineLoad({ range }: LoadPanelProps) {
  const say = useSay()
  const dates = useOrgDate()
  const load = useCall(planLoad, { timestamp_range: [range[0], range[1]] }, { keepPrevious: true })
  const grid = useMemo((): Grid | undefined => {
    if (!load.data) return undefined
    const days = [...new Set(load.data.result.map(row => row.date))].toSorted((a, b) => a - b)
    const rows = Map.groupBy(load.data.result, row => row.device_id)
    return {
      columns: days.map(day => ({ key: day, title: dates.dayOf(day).slice(5) })),
      rows: [...rows].map(([id, cells]) => ({
        id,
        title: `${cells[0]!.machine_no} ${cells[0]!.machine_name}`,
        cells: new Map(
          cells.map(cell => [
            cell.date,
            {
              rate: cell.load_rate,
              planned: cell.planned_seconds,
              available: cell.available_seconds,
              hint: say(
                text(
                  '可用{available}小时，计划{planned}小时（其中准备{setup}小时），{tasks}个任务',
                  '{available} h available, {planned} h planned ({setup} h of it set-up), {tasks} tasks',
                ),
                {
                  available: hoursOf(cell.available_seconds),
                  planned: hoursOf(cell.planned_seconds),
                  setup: hoursOf(cell.setup_seconds),
                  tasks: cell.task_count,
                },
              ),
            },
          ]),
        ),
      })),
    }
  }, [load.data, say, dates])
  if (load.error) return <ErrorState failure={load.error} retry={load.refetch} />
  if (!grid) return <PageSkeleton />
  return <LoadGrid grid={grid} heading={say(text('设备', 'Machine'))} />
}

const weekDays = 7
const weekTitle = (week: number, dayOf: (instant: number) => string): string =>
  `${dayOf(week).slice(5)} – ${addDays(dayOf(week + daySeconds / 2), weekDays - 1).slice(5)}`
function StageLoad({ range }: LoadPanelProps) {
  const say = useSay()
  const dates = useOrgDate()
  const load = useCall(
    stagePayload,
    { timestamp_range: [range[0], range[1]], time_dimension: timeDimension.codes.week },
    { keepPrevious: true },
  )
  const grid = useMemo((): Grid | undefined => {
    if (!load.data) return undefined
    const weeks = [...new Set(load.data.result.map(row => row.period))].toSorted((a, b) => a - b)
    const rows = Map.groupBy(load.data.result, row => row.process_id)
    return {
      columns: weeks.map(week => ({ key: week, title: weekTitle(week, dates.dayOf) })),
      rows: [...rows].map(([id, cells]) => ({
        id,
        title: cells[0]!.stage,
        cells: new Map(
          cells.map(cell => [
            cell.period,
            {
              rate: cell.load_rate,
              planned: cell.planned_seconds,
              available: cell.available_seconds,
              hint: say(
                text('可用{available}小时，计划{planned}小时', '{available} h available, {planned} h planned'),
                {
                  available: hoursOf(cell.available_seconds),
                  planned: hoursOf(cell.planned_seconds),
                },
              ),
            },
          ]),
        ),
      })),
    }
  }, [load.data, say, dates])
  if (load.error) return <ErrorState failure={load.error} retry={load.refetch} />
  if (!grid) return <PageSkeleton />
  return <LoadGrid grid={grid} heading={say(text('工序', 'Process'))} />
}

function Oee({ range }: LoadPanelProps) {
  const say = useSay()
  const dates = useOrgDate()
  const oee = useCall(
    resourceUtilization,
    { timestamp_range: [range[0], range[1]], time_dimension: timeDimension.codes.week },
    { keepPrevious: true },
  )
  const grid = useMemo((): Grid | undefined => {
    if (!oee.data) return undefined
    const weeks = [...new Set(oee.data.result.map(row => row.period))].toSorted((a, b) => a - b)
    const rows = Map.groupBy(oee.data.result, row => row.device_id)
    return {
      columns: weeks.map(week => ({ key: week, title: weekTitle(week, dates.dayOf) })),
      rows: [...rows].map(([id, cells]) => ({
        id,
        title: `${cells[0]!.machine_no} ${cells[0]!.machine_name}`,
        cells: new Map(
          cells.map(cell => [
            cell.period,
            {
              rate: cell.oee,
              planned: Number(cell.actual_hours),
              available: 0,
              hint: say(
                text(
                  '时间开动率{availability}% × 性能{performance}% × 合格率{quality}%；计划{planned}小时，实际{actual}小时',
                  'Availability {availability}% x performance {performance}% x quality {quality}%; {planned} h planned, {actual} h run',
                ),
                {
                  availability: cell.availability,
                  performance: cell.performance,
                  quality: cell.quality,
                  planned: cell.planned_hours,
                  actual: cell.actual_hours,
                },
              ),
            },
          ]),
        ),
      })),
    }
  }, [oee.data, say, dates])
  if (oee.error) return <ErrorState failure={oee.error} retry={oee.refetch} />
  if (!grid) return <PageSkeleton />
  return <LoadGrid grid={grid} heading={say(text('设备', 'Machine'))} />
}

function LoadGrid({ grid, heading }: { grid: Grid; heading: string }) {
  if (grid.rows.length === 0) return <EmptyState text={text('没有设备', 'No machines')} />
  return (
    <div className="qt-plan-grid">
      <table>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {grid.columns.map(({ key, title }) => (
              <th key={key} scope="col" className="qt-number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.rows.map(({ id, title, cells }) => (
            <tr key={id}>
              <th scope="row" title={title}>
                {title}
              </th>
              {grid.columns.map(({ key }) => (
                <LoadCell key={key} cell={cells.get(key)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const full = 100
/** As the style calls them. */
const shades = { danger: 'over', warning: 'high', success: 'some' } as const
function LoadCell({ cell }: { cell: Cell | undefined }) {
  if (!cell || (cell.available === 0 && cell.planned === 0)) return <td className="qt-plan-closed">·</td>
  const rate = Number(cell.rate)
  const tone = rate > 0 ? shades[toneOfLoad(rate)] : 'none'
  return (
    <Tooltip title={cell.hint}>
      <td className={`qt-number qt-plan-${tone}`}>{rate > full ? `${Math.round(rate)}%!` : `${Math.round(rate)}%`}</td>
    </Tooltip>
  )
}
