/** The elements of the chart: a native scroll container, a spacer that gives it its size, and canvases that stay in sight. */
export interface Stage {
  readonly scroll: HTMLDivElement
  readonly spacer: HTMLDivElement
  readonly base: HTMLCanvasElement
  readonly overlay: HTMLCanvasElement
  /** Role grid: the chart for assistive technology, keyboard and tests. */
  readonly grid: HTMLDivElement
  readonly tip: HTMLDivElement
  readonly bubble: HTMLDivElement
  readonly live: HTMLDivElement
  readonly sticky: HTMLDivElement
}

const element = <K extends keyof HTMLElementTagNameMap>(tag: K, className: string): HTMLElementTagNameMap[K] => {
  const made = document.createElement(tag)
  made.className = className
  return made
}

export function buildStage(host: HTMLElement): Stage {
  const scroll = element('div', 'qt-gantt-scroll')
  const spacer = element('div', 'qt-gantt-spacer')
  const sticky = element('div', 'qt-gantt-sticky')
  const base = element('canvas', 'qt-gantt-canvas')
  const overlay = element('canvas', 'qt-gantt-canvas')
  const grid = element('div', 'qt-gantt-grid')
  const tip = element('div', 'qt-gantt-tip')
  const bubble = element('div', 'qt-gantt-bubble')
  const live = element('div', 'qt-gantt-live')
  // The scroller must not be a tab stop of its own; the grid is.
  scroll.tabIndex = -1
  base.setAttribute('aria-hidden', 'true')
  overlay.setAttribute('aria-hidden', 'true')
  grid.setAttribute('role', 'grid')
  grid.tabIndex = 0
  tip.setAttribute('role', 'tooltip')
  tip.hidden = true
  bubble.hidden = true
  live.setAttribute('role', 'status')
  live.setAttribute('aria-live', 'polite')
  sticky.append(base, overlay, grid)
  spacer.append(sticky)
  scroll.append(spacer)
  host.append(scroll, tip, bubble, live)
  return { scroll, spacer, sticky, base, overlay, grid, tip, bubble, live }
}

export const removeStage = (stage: Stage): void => {
  for (const part of [stage.scroll, stage.tip, stage.bubble, stage.live]) part.remove()
}

const slowRatio = 1.5
const fastRatio = 2.5
/** Frames that follow each other this slowly are seen as jerks. */
const slowFrame = 30
/** A longer pause is not part of one movement. */
const pause = 250

/**
 * Canvas pixels per CSS pixel: sharp where the device is quick, 1.5 at most where frames come late. The time between frames
 * is what counts: the browser does the costly part of painting after our code has returned.
 */
export class PixelRatio {
  private highest = fastRatio
  private average = 0
  private samples = 0
  private last = Number.NEGATIVE_INFINITY

  get value(): number {
    return Math.min(window.devicePixelRatio || 1, this.highest)
  }
  /** Tells of a painted frame. True when the ratio falls and the canvases must be made anew. */
  painted(at: number): boolean {
    const gap = at - this.last
    this.last = at
    if (gap > pause) return false
    this.samples += 1
    this.average += (gap - this.average) / Math.min(20, this.samples)
    if (this.samples < 12 || this.average < slowFrame || this.value <= slowRatio) return false
    this.highest = slowRatio
    return true
  }
}

export function sizeCanvas(canvas: HTMLCanvasElement, width: number, height: number, ratio: number): void {
  const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))]
  if (canvas.width !== w) canvas.width = w
  if (canvas.height !== h) canvas.height = h
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
}
