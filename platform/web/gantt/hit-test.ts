import type { GanttTask } from './gantt-types.ts'
import { laneBox, type PlanIndex, type RowLayout, tasksBetween } from './plan-index.ts'
import { timeAt, type Viewport, xOf } from './time-scale.ts'

/** What lies under a point of the chart. */
export type Hit =
  | { readonly part: 'task'; readonly task: GanttTask; readonly row: RowLayout; readonly edge?: 'start' | 'end' }
  | { readonly part: 'plot'; readonly row?: RowLayout }
  | { readonly part: 'side'; readonly row?: RowLayout }
  | { readonly part: 'header' | 'corner' | 'divider' }

/** Bars narrower than this are still this wide to the pointer. */
const easiestWidth = 8
const edgeWidth = 6
/** A bar must be this wide to have edges, or nothing would be left to grab. */
const narrowestWithEdges = 22
const dividerWidth = 4

export function hitTest(index: PlanIndex, view: Viewport, x: number, y: number): Hit {
  if (Math.abs(x - view.side_width) <= dividerWidth) return { part: 'divider' }
  if (y < view.header_height) return { part: x < view.side_width ? 'corner' : 'header' }
  const row = index.rowAt(y - view.header_height + view.top)
  if (x < view.side_width) return { part: 'side', row }
  const task = row && taskAt(row, view, x, y - view.header_height + view.top - row.top)
  if (!row || !task) return { part: 'plot', row }
  return { part: 'task', task, row, edge: edgeAt(view, task, x) }
}

function taskAt(row: RowLayout, view: Viewport, x: number, y: number): GanttTask | undefined {
  const slack = easiestWidth * view.seconds_per_pixel
  const time = timeAt(view, x)
  const [first, last] = tasksBetween(row, time - slack, time + slack)
  let best: GanttTask | undefined
  let distance = Number.POSITIVE_INFINITY
  for (let i = first; i < last; i += 1) {
    const task = row.tasks[i]!
    const box = laneBox(row, row.lanes[i]!)
    if (y < box.top || y >= box.top + box.height) continue
    const left = xOf(view, task.start)
    const right = xOf(view, task.end)
    const widening = Math.max(0, easiestWidth - (right - left)) / 2
    const away = x < left ? left - x : x > right ? x - right : 0
    if (away > widening) continue
    // The later of two that touch is drawn on top.
    if (away <= distance) {
      best = task
      distance = away
    }
  }
  return best
}

function edgeAt(view: Viewport, task: GanttTask, x: number): 'start' | 'end' | undefined {
  const left = xOf(view, task.start)
  const right = xOf(view, task.end)
  if (right - left < narrowestWithEdges) return undefined
  if (x - left <= edgeWidth) return 'start'
  if (right - x <= edgeWidth) return 'end'
  return undefined
}

/** Tasks whose bars meet a rectangle given in viewport pixels. */
export function tasksIn(index: PlanIndex, view: Viewport, x0: number, y0: number, x1: number, y1: number): string[] {
  const [left, right] = x0 < x1 ? [x0, x1] : [x1, x0]
  const offset = view.top - view.header_height
  const [top, bottom] = y0 < y1 ? [y0 + offset, y1 + offset] : [y1 + offset, y0 + offset]
  const start = timeAt(view, left)
  const end = timeAt(view, right)
  const found: string[] = []
  const [firstRow, lastRow] = index.rowsBetween(top, bottom)
  for (let r = firstRow; r < lastRow; r += 1) {
    const row = index.rows[r]!
    const [first, last] = tasksBetween(row, start, end)
    for (let i = first; i < last; i += 1) {
      const box = laneBox(row, row.lanes[i]!)
      if (row.tasks[i]!.end > start && row.top + box.top < bottom && row.top + box.top + box.height > top)
        found.push(row.tasks[i]!.id)
    }
  }
  return found
}
