import type { Chart } from './chart.ts'
import { texts } from './gantt-texts.ts'
import { barBox } from './paint-bars.ts'
import type { RowLayout } from './plan-index.ts'
import { tasksBetween } from './plan-index.ts'
import { plotHeight, shownTime } from './time-scale.ts'

/**
 * A canvas says nothing to screen readers, and tests find nothing on it. The mirror is a grid of the rows and tasks in
 * sight: clear elements with names, exactly over what is painted, so that a click on one is a click on the chart. It is
 * laid in the frame that is painted; while the chart glides under a hand it waits for rest, and until then nothing of it
 * takes a pointer.
 */
const rest = 90
/** With more bars than this in sight nobody reads a list of them; the rest is counted. */
const mostCells = 300

export class Mirror {
  private timer = 0
  private readonly chart: Chart
  private readonly rows = new Map<string, { element: HTMLElement; head: HTMLElement }>()
  private readonly cells = new Map<string, HTMLElement>()
  private readonly stop = new AbortController()
  private made = 0
  private static serial = 0
  private readonly prefix = `qt-gantt-${++Mirror.serial}`

  constructor(chart: Chart) {
    this.chart = chart
    const { grid } = chart.stage
    const { signal } = this.stop
    // Assistive technology clicks without a pointer; a pointer's click has been handled as pointer events.
    grid.addEventListener('click', event => event.detail === 0 && this.activate(event.target), { signal })
    grid.addEventListener('focusin', event => this.focused(event.target), { signal })
  }
  destroy(): void {
    window.clearTimeout(this.timer)
    this.stop.abort()
  }

  /** After painting. `gliding`: another frame will follow at once. */
  follow(gliding: boolean): void {
    window.clearTimeout(this.timer)
    if (!gliding) {
      this.update()
      return
    }
    this.chart.stage.grid.dataset.ready = 'false'
    this.timer = window.setTimeout(() => this.update(), rest)
  }

  private focused(target: EventTarget | null): void {
    const id = target instanceof HTMLElement ? target.dataset.task : undefined
    if (id === undefined || this.chart.cursor === id) return
    this.chart.cursor = id
    this.chart.refresh('overlay')
  }

  private activate(target: EventTarget | null): void {
    if (!(target instanceof HTMLElement)) return
    const { chart } = this
    const { task: taskId, row: rowId } = target.dataset
    if (taskId !== undefined) {
      const task = chart.index.tasks.get(taskId)
      if (!task) return
      chart.cursor = taskId
      chart.select([taskId])
      const box = target.getBoundingClientRect()
      chart.props.onClick?.(chart.place(task, chart.index.rowOf(task), task.start, box.left, box.bottom))
    } else if (rowId !== undefined) {
      const row = chart.index.rowById.get(rowId)?.row
      if (row) chart.props.onRow?.(row)
    }
  }

  private update(): void {
    const { chart } = this
    const { index, view, props } = chart
    const { grid } = chart.stage
    const [first, last] = index.rowsBetween(view.top, view.top + plotHeight(view))
    const seenRows = new Set<string>()
    const seenTasks = new Set<string>()
    let more = 0
    for (let r = first; r < last; r += 1) {
      const row = index.rows[r]!
      seenRows.add(row.row.id)
      const element = this.row(row)
      more += this.tasks(row, element, seenTasks)
    }
    drop(this.cells, seenTasks, cell => cell, grid)
    drop(this.rows, seenRows, row => row.element, grid)
    // Reading order is the order of rows on the screen.
    const ordered = [...seenRows].map(id => this.rows.get(id)!.element)
    ordered.forEach((element, at) => {
      if (grid.children[at] !== element) grid.insertBefore(element, grid.children[at] ?? null)
    })
    set(grid, 'aria-label', props.name)
    set(grid, 'aria-rowcount', String(index.rows.length))
    set(grid, 'aria-multiselectable', 'true')
    set(
      grid,
      'aria-description',
      [chart.say(texts.gridHelp), more > 0 ? chart.say(texts.moreTasks, { count: more }) : '']
        .filter(Boolean)
        .join('. '),
    )
    const cursor = chart.cursor === undefined ? undefined : this.cells.get(chart.cursor)
    if (cursor) set(grid, 'aria-activedescendant', cursor.id)
    else grid.removeAttribute('aria-activedescendant')
    grid.dataset.ready = 'true'
  }

  private row(row: RowLayout): HTMLElement {
    const { view, props } = this.chart
    let known = this.rows.get(row.row.id)
    if (!known) {
      const element = document.createElement('div')
      const head = document.createElement('div')
      element.setAttribute('role', 'row')
      head.setAttribute('role', 'rowheader')
      head.dataset.row = row.row.id
      element.append(head)
      known = { element, head }
      this.rows.set(row.row.id, known)
    }
    const { label, sub_label, load_share, kind, collapsed, due } = row.row
    const load = load_share === undefined ? '' : `${this.chart.say(texts.load)} ${Math.round(load_share * 100)}%`
    set(known.element, 'aria-rowindex', String(row.index + 1))
    set(
      known.head,
      'aria-label',
      [label, sub_label, load, due?.label].filter(Boolean).join(props.language === 'zh' ? '，' : ', '),
    )
    if (kind === 'group') set(known.head, 'aria-expanded', String(!collapsed))
    this.box(known.head, 0, view.header_height + row.top - view.top, view.side_width - 4, row.height)
    return known.element
  }

  /** Returns how many tasks of the row were left out. */
  private tasks(row: RowLayout, parent: HTMLElement, seen: Set<string>): number {
    const { chart } = this
    const { view } = chart
    const shown = shownTime(view)
    const [first, last] = tasksBetween(row, shown.start, shown.end)
    let left = 0
    for (let i = first; i < last; i += 1) {
      const task = row.tasks[i]!
      if (task.end <= shown.start) continue
      if (seen.size >= mostCells && task.id !== chart.cursor && !chart.selected.has(task.id)) {
        left += 1
        continue
      }
      seen.add(task.id)
      let cell = this.cells.get(task.id)
      if (!cell) {
        cell = document.createElement('div')
        cell.setAttribute('role', 'gridcell')
        cell.tabIndex = -1
        cell.dataset.task = task.id
        cell.id = `${this.prefix}-${++this.made}`
        this.cells.set(task.id, cell)
      }
      if (cell.parentElement !== parent) parent.append(cell)
      set(cell, 'aria-label', chart.nameOf(task))
      set(cell, 'aria-selected', String(chart.selected.has(task.id)))
      set(cell, 'aria-busy', String(chart.saver.saving.has(task.id)))
      const box = barBox(chart, row, row.lanes[i]!, task.start, task.end)
      const x = Math.max(box.x, view.side_width)
      this.box(cell, x, box.y, Math.max(3, Math.min(box.x + box.width, view.width) - x), box.height)
    }
    return left
  }

  /** Kept between header and foot, so that nothing lies under the header. */
  private box(element: HTMLElement, x: number, y: number, width: number, height: number): void {
    const top = Math.max(y, this.chart.view.header_height)
    const style = `left:${x}px;top:${top}px;width:${width}px;height:${Math.max(1, y + height - top)}px`
    if (element.getAttribute('style') !== style) element.setAttribute('style', style)
  }
}

const set = (element: HTMLElement, name: string, value: string): void => {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

function drop<T>(
  map: Map<string, T>,
  seen: ReadonlySet<string>,
  of: (entry: T) => HTMLElement,
  grid: HTMLElement,
): void {
  for (const [id, entry] of map) {
    if (seen.has(id)) continue
    const element = of(entry)
    // The focus must not fall out of the chart with an element that scrolls away.
    if (element.contains(document.activeElement)) grid.focus({ preventScroll: true })
    element.remove()
    map.delete(id)
  }
}
