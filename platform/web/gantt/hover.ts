import type { Chart } from './chart.ts'
import type { GanttTipLine } from './gantt-types.ts'
import type { Hit } from './hit-test.ts'

/** What the pointer rests on: highlight, cursor, tooltip. */
export class Hover {
  private readonly chart: Chart

  constructor(chart: Chart) {
    this.chart = chart
  }

  over(hit: Hit | undefined, x: number, y: number): void {
    const { chart } = this
    const task = hit?.part === 'task' ? hit.task : undefined
    const row = hit && 'row' in hit ? hit.row?.row : undefined
    if (row?.id !== chart.hoveredRow) {
      chart.hoveredRow = row?.id
      chart.refresh()
    }
    if (task?.id !== chart.hovered) {
      chart.hovered = task?.id
      chart.refresh('overlay')
    }
    this.cursor(hit)
    const { tooltip } = chart.props
    if (task && tooltip) chart.tips.show(() => tooltip(chart.index.tasks.get(task.id) ?? task), x, y)
    else if (hit?.part === 'side' && row) chart.tips.show(() => this.rowLines(row.id), x, y)
    else chart.tips.hide()
  }

  /** Without lines of the page at least the full names, which the column may have cut. */
  private rowLines(id: string): readonly GanttTipLine[] {
    const { index, props } = this.chart
    const row = index.rowById.get(id)?.row
    if (!row) return []
    const names: GanttTipLine[] = [{ value: row.label, tone: 'strong' }, ...(row.sub_label ? [row.sub_label] : [])]
    return props.rowTooltip?.(row) ?? names
  }

  cursor(hit: Hit | undefined): void {
    const { chart } = this
    let style = 'default'
    if (hit?.part === 'divider') style = 'col-resize'
    else if (hit?.part === 'task') style = this.edgeOf(hit, false) ? 'ew-resize' : 'pointer'
    else if (hit?.part === 'side' && chart.props.onRow) style = 'pointer'
    chart.stage.scroll.style.cursor = style
  }

  /** The edge that a press here would pull. */
  edgeOf(hit: Hit, touch: boolean): 'start' | 'end' | undefined {
    const { props, selected } = this.chart
    if (hit.part !== 'task' || props.read_only || !props.onChange || props.resizable === false) return undefined
    if (hit.task.resizable === false || hit.task.movable === false || hit.task.locked) return undefined
    // A finger is wide: only the one selected task shows edges to it.
    if (touch && !(selected.size === 1 && selected.has(hit.task.id))) return undefined
    return hit.edge
  }
}
