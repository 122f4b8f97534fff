import type { GanttInterval } from './gantt-types.ts'
import type { Stage } from './stage.ts'
import {
  clamp,
  clampZoom,
  filledRange,
  fitted,
  leftAfterZoom,
  plotHeight,
  plotWidth,
  timeAt,
  type Viewport,
  windowFor,
} from './time-scale.ts'

/** Which part of the chart is in sight. Keeps the native scroller and the exact position of the view in step. */
export class Camera {
  view: Viewport
  private readonly stage: Stage
  private range: GanttInterval
  private base = 0
  private virtual = 0
  private contentHeight = 0
  /** What the scroller said after we last set it: only another value is the user's scrolling. */
  private lastScroll = 0

  constructor(stage: Stage, range: GanttInterval, view: Viewport) {
    this.stage = stage
    this.range = range
    this.view = view
  }

  /** Lays out anew with the left edge at an instant. */
  show(leftTime: number, change: Partial<Viewport> = {}): void {
    const next = { ...this.view, ...change }
    const plot = plotWidth(next)
    const secondsPerPixel = clampZoom(next.seconds_per_pixel)
    const { start, end } = filledRange(this.range, secondsPerPixel, plot)
    this.virtual = (end - start) / secondsPerPixel
    const left = clamp((leftTime - start) / secondsPerPixel, 0, Math.max(0, this.virtual - plot))
    this.view = { ...next, seconds_per_pixel: secondsPerPixel, origin: start, left }
    this.setScroll()
  }

  setRange(range: GanttInterval): void {
    const leftTime = timeAt(this.view, this.view.side_width)
    this.range = range
    this.show(leftTime)
  }
  setContent(height: number): void {
    this.contentHeight = height
    this.stage.spacer.style.height = `${this.view.header_height + height}px`
    this.readScroll()
  }
  resize(width: number, height: number, sideWidth: number): void {
    this.show(timeAt(this.view, this.view.side_width), { width, height, side_width: sideWidth })
  }

  private setScroll(): void {
    const { scroll, spacer } = this.stage
    const {
      spacer: width,
      base,
      scroll: place,
    } = windowFor(this.view.left, this.virtual, plotWidth(this.view), this.base)
    this.base = base
    spacer.style.width = `${this.view.side_width + width}px`
    scroll.scrollLeft = place
    this.lastScroll = scroll.scrollLeft
  }

  /** After a scroll event. */
  readScroll(): void {
    const { scroll } = this.stage
    const top = scroll.scrollTop
    let { left } = this.view
    if (scroll.scrollLeft !== this.lastScroll) {
      left = this.base + scroll.scrollLeft
      this.lastScroll = scroll.scrollLeft
    }
    this.view = { ...this.view, top, left }
    const { base } = windowFor(left, this.virtual, plotWidth(this.view), this.base)
    if (base !== this.base) this.setScroll()
  }

  scrollBy(x: number, y: number): void {
    const plot = plotWidth(this.view)
    const left = clamp(this.view.left + x, 0, Math.max(0, this.virtual - plot))
    this.view = { ...this.view, left }
    if (x !== 0) this.setScroll()
    if (y !== 0) {
      this.stage.scroll.scrollTop += y
      this.view = { ...this.view, top: this.stage.scroll.scrollTop }
    }
  }

  zoomAt(x: number, factor: number): void {
    const secondsPerPixel = clampZoom(this.view.seconds_per_pixel / factor)
    const anchorTime = timeAt(this.view, x)
    const left = leftAfterZoom(anchorTime, x - this.view.side_width, 0, secondsPerPixel)
    this.show(left * secondsPerPixel, { seconds_per_pixel: secondsPerPixel })
  }
  setZoom(secondsPerPixel: number): void {
    this.zoomAt(this.view.side_width + plotWidth(this.view) / 2, this.view.seconds_per_pixel / secondsPerPixel)
  }
  fit(period: GanttInterval): void {
    const { seconds_per_pixel, start } = fitted(period, plotWidth(this.view))
    this.show(start, { seconds_per_pixel })
  }
  /** An instant at a share of the plot's width. */
  showTime(time: number, share: number): void {
    this.show(time - share * plotWidth(this.view) * this.view.seconds_per_pixel)
  }

  /** Scrolls as little as needed to bring a box of time and height into sight. */
  reveal(start: number, end: number, top: number, height: number): void {
    const { view } = this
    const margin = 40 * view.seconds_per_pixel
    const from = timeAt(view, view.side_width)
    const to = timeAt(view, view.width)
    if (start < from + margin || end > to - margin) {
      const fits = end - start < to - from - 2 * margin
      if (!fits || start < from + margin) this.show(start - Math.min(margin * 3, (to - from) / 4))
      else this.show(end - (to - from) + margin * 3)
    }
    const room = plotHeight(view)
    const { scroll } = this.stage
    if (top < view.top) scroll.scrollTop = Math.max(0, top - 8)
    else if (top + height > view.top + room) scroll.scrollTop = Math.min(this.contentHeight, top + height - room + 8)
    this.view = { ...this.view, top: scroll.scrollTop }
  }
}
