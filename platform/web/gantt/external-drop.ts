import type { Chart } from './chart.ts'
import { texts } from './gantt-texts.ts'
import type { GanttRow, GanttVerdict } from './gantt-types.ts'
import { shortMoment } from './header-tiers.ts'
import { hitTest } from './hit-test.ts'
import { defaultSnapSeconds } from './holds.ts'
import { snapTime } from './snap.ts'
import { timeAt } from './time-scale.ts'

export interface GanttCarried {
  readonly payload: unknown
  readonly label: string
  /** Length of the ghost; one hour when unknown. */
  readonly seconds?: number
}

// The browser hides what is carried until it is dropped, so it is kept here meanwhile.
let carried: GanttCarried | undefined

/** In `onDragStart` of a draggable element outside: what is carried on to a Gantt. */
export function startGanttDrag(event: { dataTransfer: DataTransfer | null }, what: GanttCarried): void {
  carried = what
  event.dataTransfer?.setData('text/plain', what.label)
  if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move'
}
/** In `onDragEnd` of the same element. */
export function endGanttDrag(): void {
  carried = undefined
}

/** Things dragged on to the chart from beside it. */
export class ExternalDrop {
  private readonly chart: Chart
  private readonly stop = new AbortController()
  private last: { row: GanttRow; time: number; verdict: GanttVerdict } | undefined

  constructor(chart: Chart) {
    this.chart = chart
    const { scroll } = chart.stage
    const { signal } = this.stop
    scroll.addEventListener('dragover', event => this.over(event), { signal })
    scroll.addEventListener('dragleave', event => this.leave(event), { signal })
    scroll.addEventListener('drop', event => this.fall(event), { signal })
  }
  destroy(): void {
    this.stop.abort()
  }

  private over(event: DragEvent): void {
    const { chart } = this
    const { props, view, index } = chart
    if (!carried || !props.onDropExternal) return
    event.preventDefault()
    const box = chart.stage.scroll.getBoundingClientRect()
    const [x, y] = [event.clientX - box.left, event.clientY - box.top]
    const hit = hitTest(index, view, x, y)
    const row = hit.part === 'task' || hit.part === 'plot' ? hit.row?.row : undefined
    if (event.dataTransfer) event.dataTransfer.dropEffect = row ? 'move' : 'none'
    if (!row) {
      this.clear()
      return
    }
    const time = snapTime(chart.clock, timeAt(view, x), props.snap?.seconds ?? defaultSnapSeconds)
    if (this.last?.row.id !== row.id || this.last.time !== time)
      this.last = { row, time, verdict: this.verdict(row, time, carried.payload) }
    const { verdict } = this.last
    const { label, seconds = 3600 } = carried
    chart.outside = { row_id: row.id, start: time, end: time + seconds, label, ok: verdict.ok }
    const lines = [
      { value: shortMoment(chart.clock, time, props.language), tone: 'strong' as const },
      { value: row.label, tone: 'weak' as const },
      ...(verdict.ok ? [] : [{ value: `✕ ${verdict.reason}`, tone: 'danger' as const }]),
    ]
    chart.tips.bubble(lines, x, y)
    chart.refresh('overlay')
  }

  private verdict(row: GanttRow, time: number, payload: unknown): GanttVerdict {
    if (row.kind === 'group') return { ok: false, reason: this.chart.say(texts.groupRow) }
    return this.chart.props.judgeExternal?.(row, time, payload) ?? { ok: true }
  }

  private leave(event: DragEvent): void {
    if (!this.chart.stage.scroll.contains(event.relatedTarget as Node | null)) this.clear()
  }
  private clear(): void {
    this.last = undefined
    this.chart.outside = undefined
    this.chart.tips.hideBubble()
    this.chart.refresh('overlay')
  }

  private fall(event: DragEvent): void {
    const { last, chart } = this
    const what = carried
    if (!what || !last) return
    event.preventDefault()
    this.clear()
    if (!last.verdict.ok) chart.tell(chart.say(texts.refused, { reason: last.verdict.reason }), 'danger')
    else void this.hand(last.row, last.time, what.payload)
  }

  private async hand(row: GanttRow, time: number, payload: unknown): Promise<void> {
    const { chart } = this
    try {
      const verdict = await chart.props.onDropExternal?.(row, time, payload)
      if (verdict && !verdict.ok) chart.tell(chart.say(texts.rejected, { reason: verdict.reason }), 'danger')
    } catch (error) {
      chart.tell(chart.say(texts.failed, { reason: error instanceof Error ? error.message : String(error) }), 'danger')
    }
  }
}
