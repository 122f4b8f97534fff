import { say, text } from '@qitao/core/text.ts'
import { countMos, listMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { send } from '@qitao/platform/web/call/client.ts'
import { CallFailure, failureText } from '@qitao/platform/web/call/failures.ts'
import { useLive } from '@qitao/platform/web/call/live.ts'
import { afterWriting, refresh, useCall } from '@qitao/platform/web/call/use-call.ts'
import type {
  GanttCause,
  GanttChange,
  GanttPlacement,
  GanttSaved,
  GanttTask,
  GanttVerdict,
} from '@qitao/platform/web/gantt/gantt-types.ts'
import { useLanguage } from '@qitao/platform/web/session/language.ts'
import { useZone } from '@qitao/platform/web/session/session.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { GanttData } from '../../model/chart/gantt.record.ts'
import { planChannel, versionTold } from '../../model/chart/plan.message.ts'
import { countConflicts, listConflicts } from '../../model/conflict/conflict.calls.ts'
import { boardOf } from '../../model/hand/hand.rules.ts'
import { moveReason } from '../../model/hand/move-errors.ts'
import type { NameOf } from '../../model/hand/name-of.ts'
import { planLoad, resourceUtilization, stagePayload } from '../../model/load/plan-load.calls.ts'
import { problemOfChart } from '../../model/problem/chart-problem.rules.ts'
import { listPlanVersions } from '../../model/publish/plan-version.calls.ts'
import { previewPublish } from '../../model/publish/publish.calls.ts'
import { moveTasks, queryGantt, restoreTasks } from '../../model/schedule.calls.ts'
import type { TaskRow } from '../../model/task.record.ts'
import type { Grouping } from '../chart/gantt-data.ts'
import { isResize, onceAsked, Preview } from './drag-preview.ts'
import { tellWarnings } from './split-parts.ts'

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
  countConflicts,
  listConflicts,
]

/** After a drag the figures around the chart are asked again when the hand rests. */
const restMs = 1_500
/** So long is waited for the answer to what this page has done itself: it is told of that too. */
const echoMs = 150

export interface Plan {
  readonly data: GanttData | undefined
  readonly failure: CallFailure | null
  readonly loading: boolean
  /** Something was moved since the figures around the chart were computed. */
  readonly ahead: boolean
  readonly reload: () => Promise<unknown>
  /** Tasks as they are now, with what was moved since the chart was loaded. */
  readonly tasks: readonly TaskRow[]
  readonly taskById: ReadonlyMap<string, TaskRow>
  readonly judge: (changes: readonly GanttChange[]) => GanttVerdict
  readonly settle: (change: GanttChange, bar: GanttTask) => GanttPlacement
  readonly save: (changes: readonly GanttChange[], cause: GanttCause) => Promise<GanttSaved>
  /** Tasks as a write has answered them; `renamed`: those that have another id now. */
  readonly take: (rows: readonly TaskRow[], renamed: ReadonlyMap<string, string>) => void
}

export function usePlan(range: readonly [number, number], grouping: Grouping): Plan {
  const language = useLanguage()
  const zone = useZone()
  const query = useCall(queryGantt, { timestamp_range: [range[0], range[1]] }, { keepPrevious: true })
  const data = query.data
  const [moved, setMoved] = useState<ReadonlyMap<string, TaskRow>>(new Map())
  // Set-up and run of the places between which an undo goes; the chart knows the bar alone.
  const stood = useRef(new Map<string, TaskRow>())
  const later = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(later.current), [])
  const [savedAt, setSavedAt] = useState(0)
  const own = useFollowed(data?.plan_version ?? 0, query.isFetching || query.isError)

  // An answer that was on its way while something was moved must not put it back.
  const tasks = useMemo(() => (data ? data.tasks.map(task => newer(task, moved.get(task.id))) : []), [data, moved])
  const taskById = useMemo(() => new Map(tasks.map(task => [task.id, task])), [tasks])
  // Opened when a hand first takes a bar: a plan of 10,000 tasks takes a tenth of a second.
  const board = useMemo(
    () => (data ? onceAsked(() => new Preview(boardOf(problemOfChart(data.problem), tasks))) : undefined),
    [data, tasks],
  )
  const nameOf = useMemo(() => namesIn(data, tasks), [data, tasks])
  // The engine of the chart calls these between renders; what they read must be the newest.
  const now = useRef({ board, taskById, nameOf, grouping, data })
  now.current = { board, taskById, nameOf, grouping, data }

  const judge = useCallback(
    (changes: readonly GanttChange[]): GanttVerdict => {
      const { board: preview, taskById: known, nameOf: names, grouping: by } = now.current
      for (const change of changes) {
        const task = known.get(change.task_id)
        const refused = task && preview?.().of(task, change, by).refused
        if (!refused) continue
        const reason = moveReason(refused.refusal, refused.object, names, zone, language)
        return { ok: false, reason, task_ids: [change.task_id] }
      }
      return { ok: true }
    },
    [zone, language],
  )

  const settle = useCallback((change: GanttChange, bar: GanttTask): GanttPlacement => {
    const { board: preview, taskById: known, grouping: by } = now.current
    const task = known.get(change.task_id)
    if (!preview || !task || isResize(change)) return change.to
    const { lies } = preview().of(task, change, by)
    return lies
      ? { row_id: change.to.row_id, start: lies.setupStart, end: lies.end }
      : { ...change.to, end: change.to.start + bar.end - bar.start }
  }, [])

  const save = useCallback(
    async (changes: readonly GanttChange[], cause: GanttCause): Promise<GanttSaved> => {
      clearTimeout(later.current)
      own.begin()
      const { data: chart, grouping: by } = now.current
      const before = now.current.taskById
      const changed = new Map<string, TaskRow>()
      const take = (rows: readonly TaskRow[]) => {
        for (const row of rows) changed.set(row.id, row)
        // The next gesture needs the new versions, perhaps before React draws again.
        now.current = { ...now.current, taskById: new Map([...before, ...changed]) }
      }
      try {
        if (cause === 'undo' || cause === 'redo') {
          const places = changes.map(({ task_id, to }) => placeIn(stood.current, to, before.get(task_id)))
          if (places.includes(undefined)) return { ok: false, reason: say(gone, language) }
          const answer = await send(restoreTasks, { tasks: places.flatMap(place => place ?? []) })
          own.made(answer.plan_version)
          take(answer.changed)
        } else {
          const wanted = changes.map(change => {
            const task = before.get(change.task_id)
            const lies = task && now.current.board?.().of(task, change, by).lies
            if (!lies) return undefined
            const machine_no = chart?.rows.find(({ id }) => id === lies.machine)?.machine_no
            return {
              ...{ task_id: task.id, start_time: lies.start, end_time: lies.end, row_version: task.row_version },
              ...(machine_no === undefined ? {} : { machine_no }),
            }
          })
          if (wanted.includes(undefined)) return { ok: false, reason: say(gone, language) }
          const answer = await send(moveTasks, { tasks: wanted.flatMap(task => task ?? []) })
          own.made(answer.plan_version)
          tellWarnings(answer.warnings)
          take(answer.changed)
        }
        for (const row of changed.values()) {
          for (const task of [before.get(row.id) ?? row, row])
            stood.current.set(stoodKey(task.id, placeOf(task, by)), task)
        }
        setMoved(known => new Map([...known, ...changed]))
        setSavedAt(Date.now())
        later.current = setTimeout(() => void afterWriting(planCalls), restMs)
        return { ok: true, changes: [...changed.values()].map(row => changeTo(row, before.get(row.id) ?? row, by)) }
      } catch (error) {
        void refresh(...planCalls)
        return {
          ok: false,
          reason:
            error instanceof CallFailure ? failureText(error, language) : say(text('保存失败', 'Not saved'), language),
        }
      } finally {
        own.end()
      }
    },
    [language, own],
  )

  const take = useCallback((rows: readonly TaskRow[], renamed: ReadonlyMap<string, string>) => {
    clearTimeout(later.current)
    for (const task of [...stood.current.values()]) {
      const id = renamed.get(task.id)
      if (id === undefined) continue
      for (const by of ['machine', 'order'] as const) {
        const key = stoodKey(id, placeOf(task, by))
        if (stood.current.has(stoodKey(task.id, placeOf(task, by)))) stood.current.set(key, { ...task, id })
      }
    }
    setMoved(known => new Map([...known, ...rows.map(row => [row.id, row] as const)]))
  }, [])

  return {
    data,
    failure: query.error,
    loading: query.isPending,
    ahead: savedAt > query.dataUpdatedAt,
    reload: query.refetch,
    tasks,
    taskById,
    judge,
    settle,
    save,
    take,
  }
}

/**
 * What others do to the plan is read as soon as it is told. What this page saves itself it shows already, and reads with the
 * figures around the chart when the hand rests.
 */
function useFollowed(read: number, isBusy: boolean) {
  const [told, setTold] = useState(0)
  const [made, setMade] = useState(0)
  const [saving, setSaving] = useState(0)
  useLive(planChannel, message => setTold(before => Math.max(before, versionTold(message))))
  const known = Math.max(read, made)
  const isBehind = told > known && !isBusy && saving === 0
  useEffect(() => {
    if (!isBehind) return
    const asking = setTimeout(() => void refresh(...planCalls), echoMs)
    return () => clearTimeout(asking)
  }, [isBehind])
  const now = useRef(known)
  now.current = known
  return useMemo(
    () => ({
      begin: () => setSaving(count => count + 1),
      /** A version that follows the one that is shown holds nothing of others. */
      made: (version: number) => {
        if (version !== now.current + 1) return
        now.current = version
        setMade(version)
      },
      end: () => setSaving(count => count - 1),
    }),
    [],
  )
}

const gone = text('任务已不在计划中', 'The task is no longer on the plan')
const newer = (task: TaskRow, moved: TaskRow | undefined): TaskRow =>
  moved && moved.row_version > task.row_version ? moved : task

const placeOf = (row: TaskRow, grouping: Grouping): GanttPlacement => ({
  row_id: grouping === 'machine' ? row.device_id : row.mo_id,
  start: row.setup_start_time,
  end: row.end_time,
})
const stoodKey = (task_id: string, { row_id, start, end }: GanttPlacement) => [task_id, row_id, start, end].join(' ')
/** A place where a task once stood, and why, with the version that the task has now. */
function placeIn(stood: ReadonlyMap<string, TaskRow>, to: GanttPlacement, now: TaskRow | undefined) {
  const task = now && stood.get(stoodKey(now.id, to))
  if (!task) return undefined
  const { device_id, setup_start_time, start_time, end_time, setup_seconds, reasons } = task
  return {
    ...{ task_id: now.id, device_id, setup_start_time, start_time, end_time, setup_seconds, reasons },
    row_version: now.row_version,
  }
}
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
