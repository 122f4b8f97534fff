import type { Chart } from './chart.ts'
import { texts } from './gantt-texts.ts'
import type { GanttTask } from './gantt-types.ts'
import { defaultSnapSeconds } from './holds.ts'
import { pulled } from './task-moves.ts'
import { plotHeight, xOf } from './time-scale.ts'

/** Everything by keys. A shift with Alt is proposed, judged and shown at each press; it is saved when Alt is let go. */
export class Keyboard {
  private proposal: { task_ids: string[]; seconds: number; rows: number } | undefined
  private readonly chart: Chart
  private readonly stop = new AbortController()
  /** The grid has the focus and the last input was a key: only then is the focus outlined. */
  focused = false
  private pressed = false

  constructor(chart: Chart) {
    this.chart = chart
    const { signal } = this.stop
    const { grid } = chart.stage
    grid.addEventListener('keydown', event => this.down(event), { signal })
    grid.addEventListener('keyup', event => event.key === 'Alt' && this.settle(event), { signal })
    grid.addEventListener('focusin', () => this.focus(!this.pressed), { signal })
    chart.stage.scroll.addEventListener('pointerdown', () => this.press(), { signal, capture: true })
    grid.addEventListener(
      'focusout',
      event => !grid.contains(event.relatedTarget as Node | null) && this.focus(false),
      {
        signal,
      },
    )
  }
  destroy(): void {
    this.stop.abort()
  }

  private press(): void {
    this.pressed = true
    this.outline(false)
    // Lasts for the focus that the same press causes.
    window.setTimeout(() => {
      this.pressed = false
    })
  }
  private focus(focused: boolean): void {
    if (!focused) this.drop()
    this.outline(focused)
  }
  private outline(shown: boolean): void {
    this.focused = shown
    this.chart.stage.scroll.parentElement?.toggleAttribute('data-keys', shown)
    this.chart.refresh('overlay')
  }

  private down(event: KeyboardEvent): void {
    const handled = this.handle(event)
    if (!handled) return
    this.outline(true)
    event.preventDefault()
    event.stopPropagation()
  }

  private handle(event: KeyboardEvent): boolean {
    const { chart } = this
    const { key, altKey: alt, shiftKey: shift } = event
    const command = event.ctrlKey || event.metaKey
    if (command) {
      const letter = key.toLowerCase()
      if (letter === 'z' && !shift) chart.saver.undo()
      else if ((letter === 'z' && shift) || letter === 'y') chart.saver.redo()
      else if (letter === 'a') chart.select(chart.index.tasks.keys())
      else return false
      return true
    }
    if (key.startsWith('Arrow')) {
      if (alt) this.propose(key)
      else this.walk(key, shift)
      return true
    }
    // Alt is still held while a shift is proposed.
    if (alt && key !== 'Escape' && key !== 'Enter') return false
    switch (key) {
      case 'Enter':
        if (this.proposal) this.settle(event)
        else this.open()
        return true
      case ' ':
        this.toggle()
        return true
      case 'Escape':
        return this.escape()
      case 'Home':
      case 'End':
        this.jump(key === 'Home')
        return true
      case 'PageUp':
      case 'PageDown':
        chart.camera.scrollBy(0, (key === 'PageUp' ? -1 : 1) * (plotHeight(chart.view) - 64))
        chart.refresh()
        return true
      case '+':
      case '=':
        chart.zoom(1.5)
        return true
      case '-':
      case '_':
        chart.zoom(1 / 1.5)
        return true
      case 'l':
      case 'L':
        return this.lock()
      case 'ContextMenu':
        return this.menu()
      case 'F10':
        return shift && this.menu()
      default:
        return false
    }
  }

  private get task(): GanttTask | undefined {
    const { cursor, index } = this.chart
    return cursor === undefined ? undefined : index.tasks.get(cursor)
  }
  private get chosen(): string[] {
    const { selected, cursor } = this.chart
    return selected.size > 0 ? [...selected] : cursor === undefined ? [] : [cursor]
  }

  private go(task: GanttTask | undefined, add = false): void {
    if (!task) return
    const { chart } = this
    chart.cursor = task.id
    chart.reveal(task)
    chart.select(add ? [...chart.selected, task.id] : [task.id])
    chart.tips.announce(chart.nameOf(task))
  }

  private walk(key: string, add: boolean): void {
    const { task } = this
    if (!task) this.go(this.firstInSight())
    else if (key === 'ArrowLeft' || key === 'ArrowRight') this.go(this.beside(task, key === 'ArrowLeft' ? -1 : 1), add)
    else this.go(this.above(task, key === 'ArrowUp' ? -1 : 1), add)
  }

  private firstInSight(): GanttTask | undefined {
    const { index, view } = this.chart
    const [first, last] = index.rowsBetween(view.top, view.top + plotHeight(view))
    for (const row of index.rows.slice(first, last)) {
      const seen = row.tasks.find(task => xOf(view, task.end) > view.side_width)
      if (seen) return seen
    }
    return index.tasks.values().next().value
  }

  private beside(task: GanttTask, step: number): GanttTask | undefined {
    const tasks = this.chart.index.rowOf(task)?.tasks ?? []
    return tasks[tasks.indexOf(task) + step]
  }

  /** The task nearest in time in the next row that has any. */
  private above(task: GanttTask, step: number): GanttTask | undefined {
    const { index } = this.chart
    const middle = (task.start + task.end) / 2
    const away = (other: GanttTask): number => Math.max(other.start - middle, middle - other.end, 0)
    for (let r = (index.rowOf(task)?.index ?? -1) + step; r >= 0 && r < index.rows.length; r += step) {
      const { tasks } = index.rows[r]!
      if (tasks.length > 0) return tasks.reduce((best, other) => (away(other) < away(best) ? other : best))
    }
    return undefined
  }

  private jump(first: boolean): void {
    const row = this.task && this.chart.index.rowOf(this.task)
    this.go(first ? row?.tasks[0] : row?.tasks.at(-1))
  }

  private propose(key: string): void {
    const { chart } = this
    const { props, index, clock } = chart
    const lead = this.task
    if (!lead || props.read_only || !props.onChange) return
    const step = props.snap?.seconds || defaultSnapSeconds
    const task_ids = this.proposal?.task_ids ?? [lead.id, ...this.chosen.filter(id => id !== lead.id)]
    let { seconds, rows } = this.proposal ?? { seconds: 0, rows: 0 }
    if (key === 'ArrowLeft') seconds -= step
    else if (key === 'ArrowRight') seconds += step
    else if (props.rows_change !== false) rows += key === 'ArrowUp' ? -1 : 1
    this.proposal = { task_ids, seconds, rows }
    const tasks = task_ids.flatMap(id => index.tasks.get(id) ?? [])
    const pull = { seconds, rows, step, catch_within: 0, min_seconds: props.min_seconds ?? 60 }
    const ghosts = chart.saver.judge(pulled(index, clock, { mode: 'move', lead, tasks }, pull))
    const { changes, verdict } = ghosts
    chart.ghosts = ghosts
    const to = changes.find(change => change.task_id === lead.id)?.to ?? lead
    chart.reveal(to)
    const said = chart.describe(to, lead.label)
    const refusal = verdict.ok ? '' : chart.say(texts.refused, { reason: verdict.reason })
    chart.tips.announce([said, refusal].filter(Boolean).join(' '))
    const { view } = chart
    const y = (index.rowById.get(to.row_id)?.top ?? 0) - view.top + view.header_height + 24
    chart.tips.bubble(
      [
        { value: said, tone: 'strong' },
        ...(verdict.ok ? [] : [{ value: `✕ ${verdict.reason}`, tone: 'danger' as const }]),
      ],
      xOf(view, to.start),
      y,
    )
    chart.refresh()
  }

  private settle(event: KeyboardEvent): void {
    if (!this.proposal) return
    event.preventDefault()
    const { ghosts } = this.chart
    this.proposal = undefined
    this.chart.tips.hideBubble()
    if (ghosts) this.chart.saver.finish(ghosts, 'keyboard')
  }
  private drop(): void {
    if (!this.proposal) return
    this.proposal = undefined
    this.chart.ghosts = undefined
    this.chart.tips.hideBubble()
    this.chart.refresh('overlay')
  }

  private escape(): boolean {
    if (this.proposal) {
      this.drop()
      this.chart.tips.announce(this.chart.say(texts.cancelled))
    } else if (this.chart.selected.size > 0) this.chart.select([])
    else return false
    return true
  }

  private open(): void {
    if (this.task) this.chart.props.onOpen?.(this.task)
  }
  private toggle(): void {
    const { cursor, selected } = this.chart
    if (cursor === undefined) return
    this.chart.select(selected.has(cursor) ? [...selected].filter(id => id !== cursor) : [...selected, cursor])
  }
  private lock(): boolean {
    const { onLock } = this.chart.props
    const ids = this.chosen
    if (!onLock || ids.length === 0) return false
    onLock(
      ids,
      ids.some(id => !this.chart.index.tasks.get(id)?.locked),
    )
    return true
  }
  private menu(): boolean {
    const { chart, task } = this
    const row = task && chart.index.rowOf(task)
    if (!task || !row || !chart.props.onMenu) return false
    const box = chart.stage.scroll.getBoundingClientRect()
    const { view } = chart
    const x = box.left + Math.max(view.side_width, Math.min(view.width - 40, xOf(view, task.start)))
    const y = box.top + row.top - view.top + view.header_height + row.height
    chart.props.onMenu(chart.place(task, row, task.start, x, y))
    return true
  }
}
