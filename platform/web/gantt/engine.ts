import { say, type Text } from '@qitao/core/text.ts'
import { Camera } from './camera.ts'
import type { Chart } from './chart.ts'
import { Display } from './display.ts'
import { ExternalDrop } from './external-drop.ts'
import { ganttImage } from './gantt-image.ts'
import { texts } from './gantt-texts.ts'
import type { GanttTheme, Palette } from './gantt-tokens.ts'
import type { GanttInterval, GanttLevel, GanttPlace, GanttPlacement, GanttProps, GanttTask } from './gantt-types.ts'
import { shortPeriod } from './header-tiers.ts'
import { Keyboard } from './keyboard.ts'
import { Mirror } from './mirror.ts'
import { PlanIndex, type RowLayout } from './plan-index.ts'
import { Pointer } from './pointer.ts'
import { Saver } from './saver.ts'
import type { Ghosts, OverlayScene } from './scene.ts'
import { extentOf, rangeOf } from './shown-range.ts'
import { buildStage, removeStage, type Stage } from './stage.ts'
import { levelSecondsPerPixel, nearestLevel, plotHeight, shownTime, type Viewport } from './time-scale.ts'
import { Tips } from './tips.ts'
import { ZoneClock } from './zone-clock.ts'

export interface GanttStatus {
  readonly theme: GanttTheme
  readonly level: GanttLevel
  readonly can_undo: boolean
  readonly can_redo: boolean
  readonly saving: number
  readonly selected: number
  readonly notice?: { readonly text: string; readonly tone: 'danger' | 'plain'; readonly serial: number }
}

const headerHeight = 48
/** Where now stands across the plot when it is shown. */
const nowShare = 0.12
/** Milliseconds after the last step of a scroll or zoom during which more of them are expected. */
const glideRest = 90

/** The chart without React: state, painting, saving. Pointer, keyboard and mirror work through it. */
export class Engine implements Chart {
  props: GanttProps
  index: PlanIndex
  clock: ZoneClock
  readonly stage: Stage
  readonly tips: Tips
  readonly camera: Camera
  selected = new Set<string>()
  cursor: string | undefined
  hovered: string | undefined
  hoveredRow: string | undefined
  ghosts: Ghosts | undefined
  band: OverlayScene['band']
  outside: OverlayScene['outside']
  sideWidth = 0

  readonly saver: Saver
  private readonly report: (status: GanttStatus) => void
  private readonly display: Display
  private readonly mirror: Mirror
  private readonly pointer: Pointer
  private readonly keyboard: Keyboard
  private readonly drop: ExternalDrop
  private notice: GanttStatus['notice']
  private serial = 0
  private lastStatus = ''
  private shown = false
  private viewTimer = 0
  private glided = Number.NEGATIVE_INFINITY
  gone = false

  constructor(host: HTMLElement, props: GanttProps, report: (status: GanttStatus) => void) {
    this.props = props
    this.report = report
    this.stage = buildStage(host)
    this.tips = new Tips(this.stage, host)
    this.clock = new ZoneClock(props.time_zone)
    this.index = new PlanIndex(props.rows, props.tasks, props.links ?? [])
    this.camera = new Camera(this.stage, rangeOf(props), firstView(props))
    this.saver = new Saver(this)
    this.display = new Display(this, host)
    this.mirror = new Mirror(this)
    this.pointer = new Pointer(this)
    this.keyboard = new Keyboard(this)
    this.drop = new ExternalDrop(this)
    this.stage.scroll.addEventListener('scroll', this.scrolled, { passive: true })
    this.display.restyle()
    this.camera.setContent(this.index.height)
    this.resize()
    this.select(props.selected ?? [], false)
  }

  get view(): Viewport {
    return this.camera.view
  }
  say(what: Text, values?: Record<string, unknown>): string {
    return say(what, this.props.language, values)
  }
  get palette(): Palette {
    return this.display.palette
  }
  get focused(): boolean {
    return this.keyboard.focused
  }

  private readonly scrolled = (): void => {
    const { left, top } = this.view
    this.camera.readScroll()
    if (this.view.left !== left || this.view.top !== top) this.glide()
    this.tips.hide()
    // What is under a resting pointer changes; it is found again when the pointer moves.
    if (!this.ghosts) this.hovered = undefined
    this.refresh()
  }

  destroy(): void {
    this.gone = true
    window.clearTimeout(this.viewTimer)
    this.tips.hide()
    for (const part of [this.pointer, this.keyboard, this.drop, this.mirror, this.display]) part.destroy()
    this.stage.scroll.removeEventListener('scroll', this.scrolled)
    removeStage(this.stage)
  }

  /** New properties from React. Only what changed is done again. */
  update(props: GanttProps): void {
    const old = this.props
    this.props = props
    if (props.time_zone !== old.time_zone) this.clock = new ZoneClock(props.time_zone)
    if (props.rows !== old.rows || props.tasks !== old.tasks || props.links !== old.links) {
      this.index = new PlanIndex(props.rows, props.tasks, props.links ?? [])
      this.saver.keepShown()
      this.pointer.dataChanged()
      for (const id of this.selected) if (!this.index.tasks.has(id)) this.selected.delete(id)
      if (this.cursor !== undefined && !this.index.tasks.has(this.cursor)) this.cursor = undefined
      this.camera.setContent(this.index.height)
    }
    if (props.range !== old.range || (!props.range && props.tasks !== old.tasks)) this.camera.setRange(rangeOf(props))
    if (props.level && props.level !== old.level) this.camera.setZoom(levelSecondsPerPixel[props.level])
    if (props.theme !== old.theme) this.display.restyle()
    else this.display.restyleIfChanged()
    this.showFirst()
    if (props.selected && props.selected !== old.selected) this.select(props.selected, false)
    this.refresh()
  }

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.stage.scroll
    if (width === 0 || height === 0) return
    const side = this.sideWidth || (width < 560 ? 104 : width < 1100 ? 200 : 240)
    this.camera.resize(width, height, Math.min(side, Math.round(width * 0.6)))
    this.showFirst()
    this.display.resize(width, height)
  }

  /** Now near the left edge; everything when nothing would be in sight. Waits for tasks, which may come later. */
  private showFirst(): void {
    const { tasks, now } = this.props
    if (this.shown || this.view.width === 0) return
    this.shown = tasks.length > 0
    this.camera.showTime(now, nowShare)
    const { start, end } = shownTime(this.view)
    if (tasks.length > 0 && !tasks.some(task => task.end > start && task.start < end)) this.fit()
  }

  refresh(what: 'all' | 'overlay' = 'all'): void {
    this.display.refresh(what)
  }
  /** A hand scrolls or zooms, so that frames follow each other. A jump by a button or key is no glide. */
  glide(): void {
    this.glided = performance.now()
  }
  /** After the lower canvas was painted. */
  painted(): void {
    this.mirror.follow(performance.now() - this.glided < glideRest)
    this.tellView()
    this.status()
  }

  private tellView(): void {
    if (!this.props.onView || this.viewTimer) return
    this.viewTimer = window.setTimeout(() => {
      this.viewTimer = 0
      const [first_row, last_row] = this.index.rowsBetween(this.view.top, this.view.top + plotHeight(this.view))
      const { seconds_per_pixel } = this.view
      this.props.onView?.({ ...shownTime(this.view), seconds_per_pixel, first_row, last_row })
    }, 150)
  }

  private status(): void {
    const status: GanttStatus = {
      theme: this.palette.theme,
      level: nearestLevel(this.view.seconds_per_pixel),
      can_undo: this.saver.canUndo,
      can_redo: this.saver.canRedo,
      saving: this.saver.saving.size,
      selected: this.selected.size,
      notice: this.notice,
    }
    const key = JSON.stringify(status)
    if (key === this.lastStatus) return
    this.lastStatus = key
    this.report(status)
  }

  /** A line at the foot of the chart, and said to screen readers. */
  tell(text: string, tone: 'danger' | 'plain'): void {
    this.notice = { text, tone, serial: ++this.serial }
    this.tips.announce(text)
    this.refresh()
  }
  clearNotice(): void {
    this.notice = undefined
    this.refresh()
  }

  select(ids: Iterable<string>, tellPage = true): void {
    const next = new Set([...ids].filter(id => this.index.tasks.has(id)))
    const same = next.size === this.selected.size && [...next].every(id => this.selected.has(id))
    this.selected = next
    if (next.size > 0 && (this.cursor === undefined || !next.has(this.cursor))) this.cursor = [...next].at(-1)
    if (!same && tellPage) this.props.onSelect?.([...next])
    this.refresh()
  }

  place(task: GanttTask | undefined, row: RowLayout | undefined, time: number, x: number, y: number): GanttPlace {
    return { task, row: row?.row, time, client_x: x, client_y: y, selected: [...this.selected] }
  }

  describe(task: GanttPlacement, label: string): string {
    const row = this.index.rowById.get(task.row_id)?.row.label ?? ''
    const period = shortPeriod(this.clock, task.start, task.end, this.props.language)
    return this.say(texts.moved, { label, row, period })
  }
  nameOf(task: GanttTask): string {
    if (this.props.taskName) return this.props.taskName(task)
    const row = this.index.rowById.get(task.row_id)?.row.label ?? ''
    const period = shortPeriod(this.clock, task.start, task.end, this.props.language)
    const marks = [
      task.locked && texts.isLocked,
      task.outside && texts.isOutside,
      task.late && texts.isLate,
      task.conflict && texts.isInConflict,
      task.tentative && texts.isTentative,
      task.kitting && texts[`kitting_${task.kitting}`],
    ]
    const name = this.say(texts.taskName, { label: task.label, row, period })
    return [name, ...marks.flatMap(mark => (mark ? [this.say(mark)] : []))].join(
      this.props.language === 'zh' ? '，' : ', ',
    )
  }

  /** Tasks moved by a save that begins, ends otherwise or is refused. */
  arrange(placements: ReadonlyMap<string, GanttPlacement>): void {
    this.index.place(placements)
    this.camera.setContent(this.index.height)
    this.refresh()
  }

  zoom(factor: number): void {
    this.camera.setZoom(this.view.seconds_per_pixel / factor)
    this.refresh()
  }
  setLevel(level: GanttLevel): void {
    this.camera.setZoom(levelSecondsPerPixel[level])
    this.refresh()
  }
  fit(period?: GanttInterval): void {
    this.camera.fit(period ?? extentOf(this.props) ?? { start: this.props.now, end: this.props.now + 86_400 })
    this.refresh()
  }
  today(): void {
    this.camera.showTime(this.props.now, nowShare)
    this.refresh()
  }
  showTime(time: number): void {
    this.camera.showTime(time, 0.3)
    this.refresh()
  }
  showRow(row_id: string): void {
    const row = this.index.rowById.get(row_id)
    const { start, end } = shownTime(this.view)
    const middle = (start + end) / 2
    if (row) this.camera.reveal(middle, middle, row.top, row.height)
    this.refresh()
  }
  reveal(task: GanttPlacement): void {
    const row = this.index.rowOf(task)
    if (row) this.camera.reveal(task.start, task.end, row.top, row.height)
    this.refresh()
  }
  showTask(task_id: string): boolean {
    const task = this.index.tasks.get(task_id)
    if (!task) return false
    this.reveal(task)
    this.cursor = task_id
    this.select([task_id])
    return true
  }
  focus(): void {
    this.stage.grid.focus({ preventScroll: true })
  }
  image(period: GanttInterval, options?: { width?: number; max_pixels?: number }): Promise<Blob> {
    return ganttImage(this.display.scene(), period, options)
  }
}

const firstView = (props: GanttProps): Viewport => ({
  width: 0,
  height: 0,
  side_width: 0,
  header_height: headerHeight,
  left: 0,
  top: 0,
  origin: rangeOf(props).start,
  seconds_per_pixel: levelSecondsPerPixel[props.level ?? 'day'],
})
