import { say, type Text } from '@qitao/core/text.ts'
import { Camera } from './camera.ts'
import { ExternalDrop } from './external-drop.ts'
import { ganttImage } from './gantt-image.ts'
import { texts } from './gantt-texts.ts'
import { type GanttTheme, groundTheme, Palette } from './gantt-tokens.ts'
import type { GanttInterval, GanttLevel, GanttPlace, GanttPlacement, GanttProps, GanttTask } from './gantt-types.ts'
import { shortPeriod, tiersFor } from './header-tiers.ts'
import { Keyboard } from './keyboard.ts'
import { Mirror } from './mirror.ts'
import { paintFrame } from './paint.ts'
import { paintOverlay } from './paint-overlay.ts'
import { PlanIndex, type RowLayout } from './plan-index.ts'
import { Pointer } from './pointer.ts'
import { Saver } from './saver.ts'
import { barFont, type Ghosts, type OverlayScene, type Scene } from './scene.ts'
import { buildStage, PixelRatio, removeStage, type Stage, sizeCanvas } from './stage.ts'
import { TextFit } from './text-fit.ts'
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
const month = 30 * 86_400

/** The chart without React: state, painting, saving. Pointer, keyboard and mirror work through it. */
export class Engine {
  props: GanttProps
  index: PlanIndex
  clock: ZoneClock
  palette: Palette
  readonly text: TextFit
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

  private readonly host: HTMLElement
  private readonly report: (status: GanttStatus) => void
  private readonly ratio = new PixelRatio()
  readonly saver: Saver
  private readonly mirror: Mirror
  private readonly pointer: Pointer
  private readonly keyboard: Keyboard
  private readonly drop: ExternalDrop
  private readonly away: (() => void)[] = []
  private notice: GanttStatus['notice']
  private frame = 0
  private baseStale = true
  private started = false
  private family = 'sans-serif'
  private viewTimer = 0
  gone = false

  constructor(host: HTMLElement, props: GanttProps, report: (status: GanttStatus) => void) {
    this.host = host
    this.props = props
    this.report = report
    this.stage = buildStage(host)
    this.tips = new Tips(this.stage, host)
    const pen = document.createElement('canvas').getContext('2d')
    this.text = new TextFit((text, font) => {
      if (!pen) return text.length * 7
      pen.font = font
      return pen.measureText(text).width
    })
    this.clock = new ZoneClock(props.time_zone)
    this.index = new PlanIndex(props.rows, props.tasks, props.links ?? [])
    this.palette = new Palette(host, 'light')
    this.camera = new Camera(this.stage, rangeOf(props), firstView(props))
    this.saver = new Saver(this)
    this.mirror = new Mirror(this)
    this.pointer = new Pointer(this)
    this.keyboard = new Keyboard(this)
    this.drop = new ExternalDrop(this)
    this.listen()
    this.restyle()
    this.resize()
    this.camera.setContent(this.index.height)
    this.select(props.selected ?? [], false)
  }

  get view(): Viewport {
    return this.camera.view
  }
  say(what: Text, values?: Record<string, unknown>): string {
    return say(what, this.props.language, values)
  }
  get saving(): ReadonlySet<string> {
    return this.saver.saving
  }

  private listen(): void {
    const { scroll } = this.stage
    const onScroll = (): void => {
      this.camera.readScroll()
      this.tips.hide()
      this.refresh()
    }
    scroll.addEventListener('scroll', onScroll, { passive: true })
    const sizes = new ResizeObserver(() => this.resize())
    sizes.observe(scroll)
    const restyle = (): void => this.restyle()
    const themes = new MutationObserver(restyle)
    for (const place of [document.documentElement, document.body])
      themes.observe(place, { attributes: true, attributeFilter: ['class', 'style', 'data-theme'] })
    const dark = window.matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', restyle)
    void document.fonts?.ready.then(() => {
      if (this.gone) return
      this.text.clear()
      this.refresh()
    })
    this.away.push(
      () => sizes.disconnect(),
      () => themes.disconnect(),
      () => dark.removeEventListener('change', restyle),
    )
  }

  destroy(): void {
    this.gone = true
    cancelAnimationFrame(this.frame)
    window.clearTimeout(this.viewTimer)
    this.tips.hide()
    for (const part of [this.pointer, this.keyboard, this.drop, this.mirror]) part.destroy()
    for (const leave of this.away) leave()
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
    if (props.theme !== old.theme) this.restyle()
    if (props.selected && props.selected !== old.selected) this.select(props.selected, false)
    this.refresh()
  }

  private restyle(): void {
    const { theme = 'auto' } = this.props
    this.palette = new Palette(
      this.host,
      theme === 'auto' ? groundTheme(this.host.parentElement?.parentElement ?? this.host) : theme,
    )
    this.family = getComputedStyle(this.host).fontFamily || 'sans-serif'
    this.refresh()
  }

  resize(): void {
    const { scroll, sticky, base, overlay } = this.stage
    const { clientWidth: width, clientHeight: height } = scroll
    if (width === 0 || height === 0) return
    const side = this.sideWidth || (width < 560 ? 104 : width < 1100 ? 200 : 240)
    sticky.style.width = `${width}px`
    sticky.style.height = `${height}px`
    for (const canvas of [base, overlay]) sizeCanvas(canvas, width, height, this.ratio.value)
    this.camera.resize(width, height, Math.min(side, Math.round(width * 0.6)))
    if (!this.started) {
      this.started = true
      this.camera.showTime(this.props.now, 0.12)
      const shown = shownTime(this.view)
      const some = this.props.tasks.some(task => task.end > shown.start && task.start < shown.end)
      if (!some && this.props.tasks.length > 0) this.fit()
    }
    this.baseStale = true
    this.paint()
  }

  /** Paints again in the next frame; `overlay` when only what the pointer does has changed. */
  refresh(what: 'all' | 'overlay' = 'all'): void {
    if (what === 'all') this.baseStale = true
    if (this.frame || this.gone) return
    this.frame = requestAnimationFrame(() => {
      this.frame = 0
      this.paint()
    })
  }

  private scene(): Scene {
    const { view, index, clock, palette, text, props, family } = this
    const tiers = tiersFor(view.seconds_per_pixel, props.language, label => text.width(label, barFont(family)))
    return { view, index, clock, palette, text, props, tiers, family, ratio: this.ratio.value }
  }

  private paint(): void {
    if (!this.started) return
    const scene = this.scene()
    const began = performance.now()
    if (this.baseStale) {
      const ctx = this.stage.base.getContext('2d', { alpha: false })
      if (ctx) paintFrame(ctx, scene, this.hoveredRow)
      this.mirror.later()
      this.tellView()
      this.status()
    }
    const { hovered, selected, cursor, saving, ghosts, band, outside } = this
    const focused = this.keyboard.focused
    const turn = calm() ? 0 : performance.now() / 160
    const ctx = this.stage.overlay.getContext('2d')
    if (ctx) {
      ctx.setTransform(scene.ratio, 0, 0, scene.ratio, 0, 0)
      paintOverlay(ctx, { ...scene, hovered, selected, cursor, focused, saving, turn, ghosts, band, outside })
    }
    if (this.baseStale && this.ratio.took(performance.now() - began)) this.resize()
    this.baseStale = false
    if (saving.size > 0 && !calm()) this.refresh('overlay')
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

  private lastStatus = ''
  private status(): void {
    const status: GanttStatus = {
      theme: this.palette.theme,
      level: nearestLevel(this.view.seconds_per_pixel),
      can_undo: this.saver.canUndo,
      can_redo: this.saver.canRedo,
      saving: this.saving.size,
      selected: this.selected.size,
      notice: this.notice,
    }
    const key = JSON.stringify(status)
    if (key === this.lastStatus) return
    this.lastStatus = key
    this.report(status)
  }

  private serial = 0
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
    this.mirror.later()
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
      task.late && texts.isLate,
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
  fit(): void {
    this.camera.fit(extentOf(this.props) ?? { start: this.props.now, end: this.props.now + 86_400 })
    this.refresh()
  }
  today(): void {
    this.camera.showTime(this.props.now, 0.12)
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
    return ganttImage(this.scene(), period, options)
  }
}

export const calm = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

export function extentOf({ tasks }: Pick<GanttProps, 'tasks'>): GanttInterval | undefined {
  let start = Number.POSITIVE_INFINITY
  let end = Number.NEGATIVE_INFINITY
  for (const task of tasks) {
    start = Math.min(start, task.start)
    end = Math.max(end, task.end)
  }
  return start < end ? { start, end } : undefined
}

function rangeOf(props: GanttProps): GanttInterval {
  if (props.range) return props.range
  const extent = extentOf(props) ?? { start: props.now, end: props.now }
  return { start: Math.min(extent.start, props.now) - month, end: Math.max(extent.end, props.now) + month }
}

const firstView = (props: GanttProps): Viewport => ({
  width: 800,
  height: 400,
  side_width: 200,
  header_height: headerHeight,
  left: 0,
  top: 0,
  origin: rangeOf(props).start,
  seconds_per_pixel: levelSecondsPerPixel[props.level ?? 'day'],
})
