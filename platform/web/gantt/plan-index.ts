import type { GanttLink, GanttPlacement, GanttRow, GanttTask } from './gantt-types.ts'

/**
 * Where everything lies, without pixels of time: rows from top to bottom, the tasks of each row by start, and the lane of
 * each task when tasks of one row overlap (parallel capacity, order rows). Answers "what is in this span" by binary
 * search. Tasks of the caller are never changed; a moved task is a copy.
 */
export const rowHeight = 32
export const groupRowHeight = 28
export const rowPadding = 4
export const barHeight = 24
const laneHeight = 20
const laneGap = 2
/** More overlapping tasks than this share the last lane. */
const mostLanes = 8

export interface RowLayout {
  readonly row: GanttRow
  readonly index: number
  /** Position among the rows that can hold tasks, -1 for a group row. */
  place: number
  top: number
  height: number
  tasks: GanttTask[]
  /** Greatest end among the tasks up to each: makes "which reach into this time" a binary search. */
  reach: Float64Array
  lanes: Uint8Array
  lane_count: number
}

export class PlanIndex {
  readonly rows: RowLayout[] = []
  readonly rowById = new Map<string, RowLayout>()
  readonly tasks = new Map<string, GanttTask>()
  /** Rows that can hold tasks, in order: the steps of a drag across rows. */
  readonly places: RowLayout[] = []
  private readonly inPublished: string[] = []
  private movedSince: GanttTask[] | undefined
  height = 0
  private after = new Map<string, string[]>()
  private before = new Map<string, string[]>()
  private groups = new Map<string, string[]>()

  constructor(rows: readonly GanttRow[], tasks: readonly GanttTask[], links: readonly GanttLink[]) {
    for (const row of rows) {
      const layout = emptyRow(row, this.rows.length)
      this.rows.push(layout)
      this.rowById.set(row.id, layout)
      if (row.kind !== 'group') layout.place = this.places.push(layout) - 1
    }
    for (const task of tasks) {
      this.tasks.set(task.id, task)
      this.rowById.get(task.row_id)?.tasks.push(task)
      if (task.published) this.inPublished.push(task.id)
      if (task.group !== undefined) push(this.groups, task.group, task.id)
    }
    for (const row of this.rows) arrange(row)
    this.stack()
    for (const { from, to } of links) {
      push(this.after, from, to)
      push(this.before, to, from)
    }
  }

  /** Puts tasks elsewhere. Placements of unknown tasks are ignored. */
  place(placements: ReadonlyMap<string, GanttPlacement>): void {
    const touched = new Set<RowLayout>()
    for (const [id, placement] of placements) {
      const task = this.tasks.get(id)
      if (!task) continue
      const old = this.rowById.get(task.row_id)
      if (old) {
        old.tasks = old.tasks.filter(other => other.id !== id)
        touched.add(old)
      }
      const { row_id, start, end } = placement
      const moved = { ...task, row_id, start, end }
      this.tasks.set(id, moved)
      const row = this.rowById.get(row_id)
      if (row) {
        row.tasks.push(moved)
        touched.add(row)
      }
    }
    for (const row of touched) arrange(row)
    this.stack()
    this.movedSince = undefined
  }

  /** Tasks that lie elsewhere than the published plan has them. */
  get moved(): readonly GanttTask[] {
    this.movedSince ??= this.inPublished.flatMap(id => {
      const task = this.tasks.get(id)
      const at = task?.published
      if (!task || !at) return []
      return at.start === task.start && at.end === task.end && (at.row_id ?? task.row_id) === task.row_id ? [] : [task]
    })
    return this.movedSince
  }

  private stack(): void {
    let top = 0
    for (const row of this.rows) {
      row.top = top
      top += row.height
    }
    this.height = top
  }

  /** Row at a height in pixels from the top of the first row. */
  rowAt(y: number): RowLayout | undefined {
    if (y < 0 || y >= this.height) return undefined
    return this.rows[this.rowIndexAt(y)]
  }
  private rowIndexAt(y: number): number {
    let low = 0
    let high = this.rows.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.rows[middle]!.top <= y) low = middle
      else high = middle - 1
    }
    return low
  }
  /** Rows that show between two heights; `[first, last)`. */
  rowsBetween(top: number, bottom: number): [number, number] {
    if (this.rows.length === 0) return [0, 0]
    const first = this.rowIndexAt(Math.max(0, top))
    let last = first
    while (last < this.rows.length && this.rows[last]!.top < bottom) last += 1
    return [first, last]
  }

  rowOf(task: GanttPlacement): RowLayout | undefined {
    return this.rowById.get(task.row_id)
  }
  laneOf(row: RowLayout, task: GanttTask): number {
    const index = row.tasks.indexOf(task)
    return index < 0 ? 0 : row.lanes[index]!
  }
  groupOf(task: GanttTask): readonly string[] {
    return task.group === undefined ? [] : (this.groups.get(task.group) ?? [])
  }

  /** All links among what the tasks wait for and what waits for them, at most `most`. */
  chain(task_ids: Iterable<string>, most = 500): GanttLink[] {
    const links: GanttLink[] = []
    const ids = [...task_ids]
    const follow = (neighbours: Map<string, string[]>, make: (from: string, to: string) => GanttLink): void => {
      const seen = new Set(ids)
      const queue = [...ids]
      for (let id = queue.shift(); id !== undefined && links.length < most; id = queue.shift()) {
        for (const next of neighbours.get(id) ?? []) {
          links.push(make(id, next))
          if (!seen.has(next)) {
            seen.add(next)
            queue.push(next)
          }
        }
      }
    }
    follow(this.after, (from, to) => ({ from, to }))
    follow(this.before, (from, to) => ({ from: to, to: from }))
    return links
  }
}

const push = (map: Map<string, string[]>, key: string, value: string): void => {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

const emptyRow = (row: GanttRow, index: number): RowLayout => ({
  row,
  index,
  place: -1,
  top: 0,
  height: row.kind === 'group' ? groupRowHeight : rowHeight,
  tasks: [],
  reach: new Float64Array(0),
  lanes: new Uint8Array(0),
  lane_count: 1,
})

function arrange(row: RowLayout): void {
  const { tasks } = row
  tasks.sort((a, b) => a.start - b.start || a.end - b.end || (a.id < b.id ? -1 : 1))
  row.reach = new Float64Array(tasks.length)
  row.lanes = new Uint8Array(tasks.length)
  const free: number[] = []
  let reach = Number.NEGATIVE_INFINITY
  for (let i = 0; i < tasks.length; i += 1) {
    const { start, end } = tasks[i]!
    reach = Math.max(reach, end)
    row.reach[i] = reach
    let lane = free.findIndex(until => until <= start)
    if (lane < 0) lane = Math.min(free.length, mostLanes - 1)
    free[lane] = Math.max(end, free[lane] ?? end)
    row.lanes[i] = lane
  }
  row.lane_count = Math.max(1, free.length)
  if (row.row.kind !== 'group')
    row.height =
      row.lane_count === 1 ? rowHeight : 2 * rowPadding + row.lane_count * laneHeight + (row.lane_count - 1) * laneGap
}

/** Tasks of a row that reach into a time: indices `[first, last)`; some between may lie wholly before. */
export function tasksBetween(row: RowLayout, start: number, end: number): [number, number] {
  const { tasks, reach } = row
  let low = 0
  let high = tasks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (reach[middle]! > start) high = middle
    else low = middle + 1
  }
  const first = low
  high = tasks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (tasks[middle]!.start < end) low = middle + 1
    else high = middle
  }
  return [first, low]
}

/** Top and height of a lane's bar, from the top of its row. */
export const laneBox = (row: RowLayout, lane: number): { top: number; height: number } =>
  row.lane_count === 1
    ? { top: rowPadding, height: barHeight }
    : { top: rowPadding + lane * (laneHeight + laneGap), height: laneHeight }
