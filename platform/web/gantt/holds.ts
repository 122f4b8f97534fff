import type { Chart } from './chart.ts'
import { texts } from './gantt-texts.ts'
import type { GanttTipLine } from './gantt-types.ts'
import { shortDuration, shortPeriod } from './header-tiers.ts'
import { tasksIn } from './hit-test.ts'
import { type Grab, pulled, samePlacement } from './task-moves.ts'
import { clamp, timeAt, xOf } from './time-scale.ts'

/** Where the pointer is in the chart, with the keys held. */
export interface At {
  readonly x: number
  readonly y: number
  readonly ctrl: boolean
  readonly alt: boolean
  readonly shift: boolean
}

/** What the pointer holds, from the press that took it to its end. */
export interface Hold {
  readonly cursor: string
  /** The chart scrolls on while the pointer is near an edge. */
  readonly scrolls: boolean
  move(at: At, before: At): void
  drop(at: At): void
  cancel(): void
  /** False after new data of the page under it. */
  valid(): boolean
}

export const defaultSnapSeconds = 1800
const catchPixels = 7
const narrowestSide = 72

/** Tasks that are moved, or one whose edge is pulled. */
export class TaskHold implements Hold {
  readonly scrolls = true
  private readonly chart: Chart
  private readonly grab: Grab
  /** Time and place under the pointer at the press; everything is measured from there, so scrolling does not matter. */
  private readonly time: number
  private readonly place: number
  private readonly from: At

  constructor(chart: Chart, grab: Grab, from: At) {
    this.chart = chart
    this.grab = grab
    this.from = from
    this.time = timeAt(chart.view, from.x)
    this.place = chart.index.rowOf(grab.lead)?.place ?? 0
    this.move(from)
  }

  get cursor(): string {
    return this.grab.mode === 'move' ? 'grabbing' : 'ew-resize'
  }

  valid(): boolean {
    const { tasks } = this.chart.index
    return this.grab.tasks.every(task => {
      const now = tasks.get(task.id)
      return now !== undefined && samePlacement(now, task)
    })
  }

  move(at: At): void {
    const { chart, grab } = this
    const { view, props, index } = chart
    const { snap, min_seconds = 60 } = props
    const row = index.rowAt(clamp(at.y, view.header_height, view.height - 1) - view.header_height + view.top)
    const place = row ? row.place : index.places.length - 1
    let rows = props.rows_change === false || place < 0 ? 0 : place - this.place
    let seconds = timeAt(view, at.x) - this.time
    if (at.shift) {
      if (Math.abs(at.x - this.from.x) > Math.abs(at.y - this.from.y)) rows = 0
      else seconds = 0
    }
    const changes = pulled(index, chart.clock, grab, {
      seconds: Math.round(seconds),
      rows,
      step: at.alt ? 60 : (snap?.seconds ?? defaultSnapSeconds),
      catch_within: at.alt || snap?.neighbours === false ? 0 : catchPixels * view.seconds_per_pixel,
      min_seconds,
    })
    chart.ghosts = chart.saver.judge(changes)
    this.bubble(at)
    chart.refresh('overlay')
  }

  private bubble(at: At): void {
    const { chart, grab } = this
    if (!chart.ghosts) return
    const { changes, verdict } = chart.ghosts
    const to = changes.find(change => change.task_id === grab.lead.id)?.to ?? grab.lead
    const { language } = chart.props
    const row = chart.index.rowById.get(to.row_id)?.row.label ?? ''
    const lines: GanttTipLine[] = [
      { value: shortPeriod(chart.clock, to.start, to.end, language), tone: 'strong' },
      { value: `${row} · ${shortDuration(to.end - to.start, language)}`, tone: 'weak' },
    ]
    if (changes.length > 1) lines.push({ value: chart.say(texts.movedMany, { count: changes.length }), tone: 'weak' })
    if (!verdict.ok) lines.push({ value: `✕ ${verdict.reason}`, tone: 'danger' })
    chart.tips.bubble(lines, at.x, at.y)
  }

  drop(at: At): void {
    this.move(at)
    const { ghosts } = this.chart
    this.chart.tips.hideBubble()
    if (ghosts) this.chart.saver.finish(ghosts, this.grab.mode === 'move' ? 'drag' : 'resize')
  }
  cancel(): void {
    this.chart.ghosts = undefined
    this.chart.tips.hideBubble()
  }
}

/** The rubber band. */
export class BandHold implements Hold {
  readonly cursor = 'crosshair'
  readonly scrolls = true
  private readonly chart: Chart
  private readonly time: number
  private readonly down: number
  private readonly kept: ReadonlySet<string>
  private readonly before: ReadonlySet<string>

  constructor(chart: Chart, from: At) {
    this.chart = chart
    this.time = timeAt(chart.view, from.x)
    this.down = from.y + chart.view.top
    this.before = chart.selected
    this.kept = from.ctrl ? chart.selected : new Set()
  }
  valid(): boolean {
    return true
  }

  move(at: At): void {
    const { chart } = this
    const { view } = chart
    const x1 = clamp(at.x, view.side_width, view.width)
    const y1 = clamp(at.y, view.header_height, view.height)
    const band = { x0: xOf(view, this.time), y0: this.down - view.top, x1, y1 }
    chart.band = band
    chart.glide()
    chart.select([...this.kept, ...tasksIn(chart.index, view, band.x0, band.y0, x1, y1)], false)
  }
  drop(at: At): void {
    const { chart } = this
    this.move(at)
    chart.band = undefined
    chart.props.onSelect?.([...chart.selected])
    chart.tips.announce(chart.say(texts.selectedCount, { count: chart.selected.size }))
  }
  cancel(): void {
    this.chart.band = undefined
    this.chart.select(this.before, false)
  }
}

/** The chart itself, moved under the pointer. */
export class PanHold implements Hold {
  readonly cursor = 'grabbing'
  readonly scrolls = false
  private readonly chart: Chart

  constructor(chart: Chart) {
    this.chart = chart
  }
  valid(): boolean {
    return true
  }
  move(at: At, before: At): void {
    this.chart.camera.scrollBy(before.x - at.x, before.y - at.y)
    this.chart.glide()
    this.chart.refresh()
  }
  drop(): void {}
  cancel(): void {}
}

/** The line between row headings and plot. */
export class DividerHold implements Hold {
  readonly cursor = 'col-resize'
  readonly scrolls = false
  private readonly chart: Chart

  constructor(chart: Chart) {
    this.chart = chart
  }
  valid(): boolean {
    return true
  }
  move(at: At): void {
    this.chart.glide()
    this.chart.sideWidth = clamp(Math.round(at.x), narrowestSide, Math.round(this.chart.view.width * 0.6))
    this.chart.resize()
  }
  drop(): void {}
  cancel(): void {}
}

const edgeZone = 36
const fastestScroll = 22

/** Pixels to scroll in a frame for a pointer this near to an edge. */
export function edgeSpeed(at: number, low: number, high: number): number {
  if (at < low + edgeZone) return -Math.round(fastestScroll * Math.min(1, (low + edgeZone - at) / edgeZone) ** 2)
  if (at > high - edgeZone) return Math.round(fastestScroll * Math.min(1, (at - high + edgeZone) / edgeZone) ** 2)
  return 0
}
