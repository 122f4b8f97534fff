import { say, text } from '@qitao/core/text.ts'
import { countMos, listMos } from '@qitao/manufacturing/model/mo.calls.ts'
import type { PlanIndex } from '@qitao/planning/scheduling/move-view.ts'
import { send } from '@qitao/platform/web/client.ts'
import { CallFailure, failureText } from '@qitao/platform/web/failures.ts'
import type {
  GanttChange,
  GanttPlacement,
  GanttSaved,
  GanttTask,
  GanttVerdict,
} from '@qitao/platform/web/gantt/gantt-types.ts'
import { useLanguage } from '@qitao/platform/web/language.ts'
import { useZone } from '@qitao/platform/web/session.ts'
import { toast } from '@qitao/platform/web/toast.ts'
import { refresh, useCall } from '@qitao/platform/web/use-call.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { boardOf, dropped, type Move, refusedMove } from '../model/board.rules.ts'
import type { GanttData } from '../model/gantt.record.ts'
import { planLoad, resourceUtilization, stagePayload } from '../model/plan-load.calls.ts'
import { listPlanVersions } from '../model/plan-version.calls.ts'
import { previewPublish } from '../model/publish.calls.ts'
import { moveReason, type NameOf } from '../model/refusals.ts'
import { alterTask, queryGantt } from '../model/schedule.calls.ts'
import type { TaskRow } from '../model/task.record.ts'
import type { Grouping } from './gantt-data.ts'

/** Everything on the page that a change of the plan makes old. */
export const planCalls = [
  queryGantt,
  listMos,
  countMos,
  planLoad,
  stagePayload,
  resourceUtilization,
  listPlanVersions,
  previewPublish,
]

/** After a drag the figures around the chart are asked again when the hand rests. */
const restMs = 1_500

export interface Plan {
  readonly data: GanttData | undefined
  readonly failure: CallFailure | null
  readonly loading: boolean
  readonly reload: () => Promise<unknown>
  /** Tasks as they are now, with what was moved since the chart was loaded. */
  readonly tasks: readonly TaskRow[]
  readonly taskById: ReadonlyMap<string, TaskRow>
  readonly judge: (changes: readonly GanttChange[]) => GanttVerdict
  readonly settle: (change: GanttChange, bar: GanttTask) => GanttPlacement
  readonly save: (changes: readonly GanttChange[]) => Promise<GanttSaved>
}

export function usePlan(range: readonly [number, number], grouping: Grouping): Plan {
  const language = useLanguage()
  const zone = useZone()
  const query = useCall(queryGantt, { timestamp_range: [range[0], range[1]] }, { keepPrevious: true })
  const data = query.data
  const [moved, setMoved] = useState<ReadonlyMap<string, TaskRow>>(new Map())
  const later = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(later.current), [])

  // An answer that was on its way while something was moved must not put it back.
  const tasks = useMemo(() => (data ? data.tasks.map(task => newer(task, moved.get(task.id))) : []), [data, moved])
  const taskById = useMemo(() => new Map(tasks.map(task => [task.id, task])), [tasks])
  const board = useMemo(() => (data ? boardOf(data.problem, tasks) : undefined), [data, tasks])
  const nameOf = useMemo(() => namesIn(data, tasks), [data, tasks])
  // The engine of the chart calls these between renders; what they read must be the newest.
  const now = useRef({ board, taskById, nameOf, grouping, data })
  now.current = { board, taskById, nameOf, grouping, data }

  const judge = useCallback(
    (changes: readonly GanttChange[]): GanttVerdict => {
      const { board: index, taskById: known, nameOf: names, grouping: by } = now.current
      if (!index) return { ok: true }
      const moves = changes.flatMap(change => moveOf(index, known, change, by) ?? [])
      const refused = refusedMove(index, moves)
      if (!refused) return { ok: true }
      const task = [...known.values()].find(({ operation_id }) => operation_id === refused.operation_id)
      const reason = moveReason(refused.refusal, refused.object, names, zone, language)
      return { ok: false, reason, ...(task ? { task_ids: [task.id] } : {}) }
    },
    [zone, language],
  )

  const settle = useCallback((change: GanttChange, bar: GanttTask): GanttPlacement => {
    const { board: index, taskById: known, grouping: by } = now.current
    const task = known.get(change.task_id)
    if (!index || !task || isResize(change)) return change.to
    const lies = dropped(
      index,
      task.operation_id,
      by === 'machine' ? change.to.row_id : task.device_id,
      change.to.start,
    )
    return lies
      ? { row_id: change.to.row_id, start: lies.setup_start, end: lies.end }
      : { ...change.to, end: change.to.start + bar.end - bar.start }
  }, [])

  const save = useCallback(
    async (changes: readonly GanttChange[]): Promise<GanttSaved> => {
      clearTimeout(later.current)
      const saved: GanttChange[] = []
      try {
        for (const change of inOrderOfMoving(changes)) {
          const { board: index, taskById: known, grouping: by, data: chart } = now.current
          const move = index && moveOf(index, known, change, by)
          const task = known.get(change.task_id)
          if (!move || !task) return { ok: false, reason: say(gone, language) }
          const machine_no = chart?.rows.find(({ id }) => id === move.device_id)?.machine_no
          const answer = await send(alterTask, {
            task_id: task.id,
            ...(machine_no === undefined ? {} : { machine_no }),
            start_time: move.start,
            end_time: move.end,
            row_version: task.row_version,
          })
          for (const { kind, message } of answer.warnings) if (kind !== 'changeover') toast.warning(message)
          saved.push(...answer.changed.map(row => changeTo(row, known.get(row.id) ?? row, by)))
          setMoved(before => new Map([...before, ...answer.changed.map(row => [row.id, row] as const)]))
          // The next change of the gesture needs the new versions before React draws again.
          now.current = {
            ...now.current,
            taskById: new Map([...known, ...answer.changed.map(row => [row.id, row] as const)]),
          }
        }
        later.current = setTimeout(() => void refresh(...planCalls), restMs)
        return { ok: true, changes: saved }
      } catch (error) {
        void refresh(...planCalls)
        return {
          ok: false,
          reason:
            error instanceof CallFailure ? failureText(error, language) : say(text('保存失败', 'Not saved'), language),
        }
      }
    },
    [language],
  )

  return {
    data,
    failure: query.error,
    loading: query.isPending,
    reload: query.refetch,
    tasks,
    taskById,
    judge,
    settle,
    save,
  }
}

const gone = text('任务已不在计划中', 'The task is no longer on the plan')
const newer = (task: TaskRow, moved: TaskRow | undefined): TaskRow =>
  moved && moved.row_version > task.row_version ? moved : task

/** Only the right end was pulled. */
const isResize = ({ from, to }: GanttChange): boolean => from.row_id === to.row_id && from.start === to.start

/** The run that a change of a bar asks for. */
function moveOf(
  index: PlanIndex,
  known: ReadonlyMap<string, TaskRow>,
  change: GanttChange,
  grouping: Grouping,
): Move | undefined {
  const task = known.get(change.task_id)
  if (!task) return undefined
  const device_id = grouping === 'machine' ? change.to.row_id : task.device_id
  const { operation_id } = task
  if (isResize(change)) return { operation_id, device_id, start: task.start_time, end: change.to.end }
  const lies = dropped(index, operation_id, device_id, change.to.start)
  return { operation_id, device_id, start: lies?.start ?? change.to.start, end: lies?.end ?? change.to.end }
}

/** To the right the last goes first, so that each finds the place that the one before it has left. */
function inOrderOfMoving(changes: readonly GanttChange[]): GanttChange[] {
  const right = changes.some(({ from, to }) => to.start > from.start)
  return changes.toSorted((a, b) => (right ? b.from.start - a.from.start : a.from.start - b.from.start))
}

const placeOf = (row: TaskRow, grouping: Grouping): GanttPlacement => ({
  row_id: grouping === 'machine' ? row.device_id : row.mo_id,
  start: row.setup_start_time,
  end: row.end_time,
})
const changeTo = (row: TaskRow, before: TaskRow, grouping: Grouping): GanttChange => ({
  task_id: row.id,
  from: placeOf(before, grouping),
  to: placeOf(row, grouping),
})

function namesIn(data: GanttData | undefined, tasks: readonly TaskRow[]): NameOf {
  const orders = new Map(data?.orders.map(order => [order.id, order.no]))
  const operations = new Map(
    tasks.map(task => [task.operation_id, `${orders.get(task.mo_id) ?? ''} ${task.process_name}`.trim()]),
  )
  const machines = new Map(data?.rows.map(machine => [machine.id, machine.machine_no]))
  return (kind, id) =>
    kind === 'operation'
      ? operations.get(id)
      : kind === 'machine'
        ? machines.get(id)
        : kind === 'order'
          ? orders.get(id)
          : undefined
}
