import type { Out } from '@qitao/core/call.ts'
import { say, text } from '@qitao/core/text.ts'
import { send } from '@qitao/platform/web/call/client.ts'
import { CallFailure, failureText } from '@qitao/platform/web/call/failures.ts'
import { afterWriting, refresh } from '@qitao/platform/web/call/use-call.ts'
import type { GanttStep, GanttStepAnswer } from '@qitao/platform/web/gantt/gantt-types.ts'
import { useLanguage } from '@qitao/platform/web/session/language.ts'
import { useMemo, useRef } from 'react'
import { joinTasks, restoreTasks, splitTask } from '../../model/schedule.calls.ts'
import type { TaskRow } from '../../model/task.record.ts'
import { placesBefore, versionsOf } from './split-parts.ts'
import { type Plan, planCalls } from './use-plan.ts'

/** A division of a task, both ways: all that stood elsewhere while it was whole, and while it was in parts. */
interface Division {
  /** The task that stays. */
  readonly kept: string
  readonly parts: readonly TaskRow[]
  readonly whole: readonly TaskRow[]
  readonly parted: readonly TaskRow[]
}
type Rows = ReadonlyMap<string, TaskRow>

export interface PartSteps {
  /** `before`: the tasks as they were. */
  split(answer: Out<typeof splitTask>, before: Rows): GanttStep
  join(answer: Out<typeof joinTasks>, joined: readonly TaskRow[], before: Rows): GanttStep
}

const frameMs = 16
const mostFrames = 250

/** A split and a join as steps of the chart's history: undone and redone they leave each task exactly where it stood. */
export function usePartSteps(plan: Plan): PartSteps {
  const language = useLanguage()
  const now = useRef({ plan, language })
  now.current = { plan, language }
  return useMemo(() => {
    // A part that is made again is a new task: whoever knew it by its former id finds it.
    const ids = new Map<string, string>()
    const idNow = (id: string) => ids.get(id) ?? id
    const tasks = () => now.current.plan.taskById
    const stillAt = (rows: readonly TaskRow[]) =>
      rows.every(row => {
        const task = tasks().get(idNow(row.id))
        return task && placeOf(task) === placeOf(row)
      })
    /** What was pushed out of the range of the chart is not there any more; a part that was made again is. */
    const isShown = (changed: readonly TaskRow[], made: ReadonlySet<string>, dropped: readonly string[]) =>
      changed.every(({ id, row_version }) => {
        const task = tasks().get(id)
        return task ? task.row_version >= row_version : !made.has(id)
      }) && !dropped.some(id => tasks().has(id))
    const done = async (
      changed: readonly TaskRow[],
      { renamed = new Map(), dropped = [] }: { renamed?: ReadonlyMap<string, string>; dropped?: readonly string[] },
    ) => {
      for (const [former, id] of renamed) {
        for (const [first, last] of ids) if (last === former) ids.set(first, id)
        ids.set(former, id)
      }
      now.current.plan.take(changed, renamed)
      await afterWriting(planCalls)
      // What has been read is drawn a moment later.
      const made = new Set(renamed.values())
      for (let frame = 0; frame < mostFrames && !isShown(changed, made, dropped); frame++)
        await new Promise(drawn => setTimeout(drawn, frameMs))
      return { ok: true, renamed } as const
    }
    const join = async ({ kept, parts, whole, parted }: Division): Promise<GanttStepAnswer> => {
      if (!stillAt(parted)) return { ok: false }
      const stand = (id: string) => tasks().get(idNow(id))!
      const { changed } = await send(joinTasks, {
        tasks: versionsOf([stand(kept), ...parts.map(({ id }) => stand(id))]),
        places: placesAt(
          whole.map(({ id }) => stand(id)),
          whole,
          idNow,
        ),
      })
      return done(changed, { dropped: parts.map(({ id }) => idNow(id)) })
    }
    const split = async ({ kept, parts, whole, parted }: Division): Promise<GanttStepAnswer> => {
      if (!stillAt(whole)) return { ok: false }
      const stood = tasks()
      const changed = new Map<string, TaskRow>()
      const renamed = new Map<string, string>()
      const take = (rows: readonly TaskRow[]) => {
        for (const row of rows) changed.set(row.id, row)
      }
      const version = () => (changed.get(idNow(kept)) ?? stood.get(idNow(kept)))!.row_version
      for (const part of parts) {
        const { quantity, machine_no, start_time } = part
        const answer = await send(splitTask, {
          ...{ task_id: idNow(kept), quantity, machine_no, start_time, row_version: version() },
        })
        renamed.set(idNow(part.id), answer.part.id)
        take(answer.changed)
      }
      const nameNow = (id: string) => renamed.get(idNow(id)) ?? idNow(id)
      // What it pushed besides stands where it stood before.
      const there = new Set(parted.map(({ id }) => nameNow(id)))
      const targets = [...parted, ...[...changed.keys()].flatMap(id => (there.has(id) ? [] : (stood.get(id) ?? [])))]
      const rows = targets.flatMap(({ id }) => changed.get(nameNow(id)) ?? stood.get(nameNow(id)) ?? [])
      take((await send(restoreTasks, { tasks: placesAt(rows, targets, nameNow) })).changed)
      return done([...changed.values()], { renamed })
    }
    const told = async (act: Promise<GanttStepAnswer>): Promise<GanttStepAnswer> => {
      try {
        return await act
      } catch (error) {
        void refresh(...planCalls)
        const { language: by } = now.current
        return { ok: false, reason: error instanceof CallFailure ? failureText(error, by) : say(notSaved, by) }
      }
    }
    return {
      split: ({ task, part, changed }, before) => {
        const division = {
          ...{ kept: task.id, parts: [part], parted: changed },
          whole: changed.flatMap(({ id }) => before.get(id) ?? []),
        }
        return { undo: () => told(join(division)), redo: () => told(split(division)) }
      },
      join: ({ task, changed }, joined, before) => {
        const parts = joined.filter(({ id }) => id !== task.id)
        const division = {
          ...{ kept: task.id, parts, whole: changed },
          parted: [...changed.flatMap(({ id }) => before.get(id) ?? []), ...parts],
        }
        return { undo: () => told(split(division)), redo: () => told(join(division)) }
      },
    }
  }, [])
}

const notSaved = text('保存失败', 'Not saved')
const placeOf = ({ device_id, setup_start_time, start_time, end_time, quantity }: TaskRow): string =>
  [device_id, setup_start_time, start_time, end_time, quantity].join(' ')
const placesAt = (rows: readonly TaskRow[], targets: readonly TaskRow[], nameOf: (id: string) => string) =>
  placesBefore(rows, new Map(targets.map(target => [nameOf(target.id), target])))
