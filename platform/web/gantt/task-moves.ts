import type { GanttChange, GanttPlacement, GanttTask } from './gantt-types.ts'
import type { PlanIndex } from './plan-index.ts'
import { type Catch, noCatch, snapEdge, snapStart } from './snap.ts'
import { clamp } from './time-scale.ts'
import type { ZoneClock } from './zone-clock.ts'

/** Pure: from what the pointer or the keys did to placements. */
export interface Grab {
  readonly mode: 'move' | 'start' | 'end'
  /** The task under the pointer; it snaps, the others keep their distance to it. */
  readonly lead: GanttTask
  readonly tasks: readonly GanttTask[]
}
export interface Pull {
  readonly seconds: number
  /** Rows that can hold tasks, downwards. */
  readonly rows: number
  readonly step: number
  /** Pixels within which neighbours catch, in seconds; 0 for none. */
  readonly catch_within: number
  readonly min_seconds: number
}

export const placementOf = ({ row_id, start, end }: GanttPlacement): GanttPlacement => ({ row_id, start, end })
export const samePlacement = (a: GanttPlacement, b: GanttPlacement): boolean =>
  a.row_id === b.row_id && a.start === b.start && a.end === b.end

/** Row steps that keep all tasks of the gesture on rows. */
export function rowStepsWithin(index: PlanIndex, tasks: readonly GanttTask[], steps: number): number {
  let low = Number.NEGATIVE_INFINITY
  let high = Number.POSITIVE_INFINITY
  for (const task of tasks) {
    const at = placeOf(index, task.row_id)
    if (at < 0) continue
    low = Math.max(low, -at)
    high = Math.min(high, index.places.length - 1 - at)
  }
  return low > high ? 0 : clamp(steps, low, high)
}

const placeOf = (index: PlanIndex, row_id: string): number => index.rowById.get(row_id)?.place ?? -1

/** Proposed changes of a drag; empty when nothing moves. */
export function pulled(index: PlanIndex, clock: ZoneClock, grab: Grab, pull: Pull): GanttChange[] {
  const { lead } = grab
  const moving = new Set(grab.tasks.map(task => task.id))
  if (grab.mode !== 'move') {
    const caught = catchIn(index, lead.row_id, moving, lead.start, lead.end, pull)
    const at = snapEdge(clock, lead[grab.mode] + pull.seconds, pull.step, grab.mode, caught)
    const to =
      grab.mode === 'start'
        ? { ...placementOf(lead), start: Math.min(at, lead.end - pull.min_seconds) }
        : { ...placementOf(lead), end: Math.max(at, lead.start + pull.min_seconds) }
    return changed([{ task_id: lead.id, from: placementOf(lead), to }])
  }
  const steps = rowStepsWithin(index, grab.tasks, pull.rows)
  const target = index.places[placeOf(index, lead.row_id) + steps]?.row.id ?? lead.row_id
  const wanted = lead.start + pull.seconds
  const seconds = lead.end - lead.start
  const start =
    pull.seconds === 0
      ? lead.start
      : snapStart(clock, wanted, seconds, pull.step, catchIn(index, target, moving, wanted, wanted + seconds, pull))
  const shift = start - lead.start
  return changed(
    grab.tasks.map(task => {
      const place = placeOf(index, task.row_id)
      const row_id = place < 0 ? task.row_id : (index.places[place + steps]?.row.id ?? task.row_id)
      return {
        task_id: task.id,
        from: placementOf(task),
        to: { row_id, start: task.start + shift, end: task.end + shift },
      }
    }),
  )
}

const changed = (changes: GanttChange[]): GanttChange[] => changes.filter(({ from, to }) => !samePlacement(from, to))

function catchIn(
  index: PlanIndex,
  row_id: string,
  moving: ReadonlySet<string>,
  start: number,
  end: number,
  { catch_within }: Pull,
): Catch {
  const row = index.rowById.get(row_id)
  if (!row || catch_within <= 0) return noCatch
  const near = row.tasks.filter(
    task => !moving.has(task.id) && task.end >= start - catch_within && task.start <= end + catch_within,
  )
  return { ends: near.map(task => task.end), starts: near.map(task => task.start), within: catch_within }
}

export const inverse = (changes: readonly GanttChange[]): GanttChange[] =>
  changes.map(({ task_id, from, to }) => ({ task_id, from: to, to: from }))

/** Do the tasks still lie where the changes start from? An undo after somebody else's move would destroy that move. */
export const stillAt = (index: PlanIndex, changes: readonly GanttChange[]): boolean =>
  changes.every(({ task_id, from }) => {
    const task = index.tasks.get(task_id)
    return task !== undefined && samePlacement(task, from)
  })
