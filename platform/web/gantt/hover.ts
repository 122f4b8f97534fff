import type { Engine } from './engine.ts'
import type { GanttTipLine } from './gantt-types.ts'
import type { Hit } from './hit-test.ts'

/** What the pointer rests on: highlight, cursor, tooltip. */
export class Hover {
  private readonly engine: Engine

  constructor(engine: Engine) {
    this.engine = engine
  }

  over(hit: Hit | undefined, x: number, y: number): void {
    const { engine } = this
    const task = hit?.part === 'task' ? hit.task : undefined
    const row = hit && 'row' in hit ? hit.row?.row : undefined
    if (row?.id !== engine.hoveredRow) {
      engine.hoveredRow = row?.id
      engine.refresh()
    }
    if (task?.id !== engine.hovered) {
      engine.hovered = task?.id
      engine.refresh('overlay')
    }
    this.cursor(hit)
    const { tooltip } = engine.props
    if (task && tooltip) engine.tips.show(() => tooltip(engine.index.tasks.get(task.id) ?? task), x, y)
    else if (hit?.part === 'side' && row) engine.tips.show(() => this.rowLines(row.id), x, y)
    else engine.tips.hide()
  }

  /** Without lines of the page at least the full names, which the column may have cut. */
  private rowLines(id: string): readonly GanttTipLine[] {
    const { index, props } = this.engine
    const row = index.rowById.get(id)?.row
    if (!row) return []
    const names: GanttTipLine[] = [{ value: row.label, tone: 'strong' }, ...(row.sub_label ? [row.sub_label] : [])]
    return props.rowTooltip?.(row) ?? names
  }

  cursor(hit: Hit | undefined): void {
    const { engine } = this
    let style = 'default'
    if (hit?.part === 'divider') style = 'col-resize'
    else if (hit?.part === 'task') style = this.edgeOf(hit, false) ? 'ew-resize' : 'pointer'
    else if (hit?.part === 'side' && engine.props.onRow) style = 'pointer'
    engine.stage.scroll.style.cursor = style
  }

  /** The edge that a press here would pull. */
  edgeOf(hit: Hit, touch: boolean): 'start' | 'end' | undefined {
    const { props, selected } = this.engine
    if (hit.part !== 'task' || props.read_only || !props.onChange || props.resizable === false) return undefined
    if (hit.task.resizable === false || hit.task.movable === false || hit.task.locked) return undefined
    // A finger is wide: only the one selected task shows edges to it.
    if (touch && !(selected.size === 1 && selected.has(hit.task.id))) return undefined
    return hit.edge
  }
}
