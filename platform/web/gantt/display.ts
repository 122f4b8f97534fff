import type { Chart } from './chart.ts'
import { Palette, themeAround } from './gantt-tokens.ts'
import { tiersFor } from './header-tiers.ts'
import { paintFrame } from './paint.ts'
import { paintOverlay } from './paint-overlay.ts'
import { barFont, type Scene } from './scene.ts'
import { PixelRatio, sizeCanvas } from './stage.ts'
import { TextFit } from './text-fit.ts'

/** When and in which colours the two canvases are painted: at most once a frame, the lower one only when it must. */
export class Display {
  palette: Palette
  readonly text: TextFit
  private readonly chart: Chart
  private readonly host: HTMLElement
  private readonly ratio = new PixelRatio()
  private readonly away: (() => void)[] = []
  private family = 'sans-serif'
  private frame = 0
  private baseStale = true
  private sized = false

  constructor(chart: Chart, host: HTMLElement) {
    this.chart = chart
    this.host = host
    const pen = document.createElement('canvas').getContext('2d')
    this.text = new TextFit((text, font) => {
      if (!pen) return text.length * 7
      pen.font = font
      return pen.measureText(text).width
    })
    this.palette = new Palette(host, 'light')
    this.watch()
  }

  private watch(): void {
    const sizes = new ResizeObserver(() => this.chart.resize())
    sizes.observe(this.chart.stage.scroll)
    const restyle = (): void => this.restyle()
    const themes = new MutationObserver(restyle)
    for (const place of [document.documentElement, document.body])
      themes.observe(place, { attributes: true, attributeFilter: ['class', 'style', 'data-theme'] })
    const dark = window.matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', restyle)
    void document.fonts?.ready.then(() => {
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
    cancelAnimationFrame(this.frame)
    for (const leave of this.away) leave()
  }

  private get theme(): 'light' | 'dark' {
    const { theme = 'auto' } = this.chart.props
    // The chart carries a theme and a ground of its own: what counts is the page around it.
    return theme === 'auto' ? themeAround(this.host.parentElement?.parentElement ?? this.host) : theme
  }
  restyle(): void {
    this.palette = new Palette(this.host, this.theme)
    this.family = getComputedStyle(this.host).fontFamily || 'sans-serif'
    this.refresh()
  }
  /** After React has rendered: the page may have changed its theme on an element we do not watch. */
  restyleIfChanged(): void {
    if (this.theme !== this.palette.theme) this.restyle()
  }

  /** The canvases in a new size, painted at once so that no frame is empty. */
  resize(width: number, height: number): void {
    const { sticky, base, overlay } = this.chart.stage
    sticky.style.width = `${width}px`
    sticky.style.height = `${height}px`
    for (const canvas of [base, overlay]) sizeCanvas(canvas, width, height, this.ratio.value)
    this.sized = true
    this.baseStale = true
    this.paint()
  }

  /** Paints again in the next frame; `overlay` when only what the pointer does has changed. */
  refresh(what: 'all' | 'overlay' = 'all'): void {
    if (what === 'all') this.baseStale = true
    if (this.frame || this.chart.gone) return
    this.frame = requestAnimationFrame(() => {
      this.frame = 0
      this.paint()
    })
  }

  scene(): Scene {
    const { text, palette, family } = this
    const { view, index, clock, props } = this.chart
    const tiers = tiersFor(view.seconds_per_pixel, props.language, label => text.width(label, barFont(family)))
    return { view, index, clock, palette, text, props, tiers, family, ratio: this.ratio.value }
  }

  private paint(): void {
    if (!this.sized) return
    const { chart } = this
    const scene = this.scene()
    const base = this.baseStale
    this.baseStale = false
    if (base) {
      const ctx = chart.stage.base.getContext('2d', { alpha: false })
      if (ctx) paintFrame(ctx, scene, chart.hoveredRow)
      chart.painted()
    }
    this.paintUpper(scene)
    const { saver } = chart
    if (saver.saving.size > 0 && !calm()) this.refresh('overlay')
    if (base && this.ratio.painted(performance.now())) chart.resize()
  }

  private paintUpper(scene: Scene): void {
    const { hovered, selected, cursor, saver, ghosts, band, outside, focused, props, stage } = this.chart
    const { saving } = saver
    const links = props.links_shown === 'all' && (props.links?.length ?? 0) > 0
    const keys = focused && cursor !== undefined
    const something = links || keys || hovered !== undefined || selected.size > 0 || saving.size > 0
    const shown = something || ghosts !== undefined || band !== undefined || outside !== undefined
    // An empty canvas of this size costs as much to show as a full one.
    stage.overlay.style.display = shown ? '' : 'none'
    const ctx = shown ? stage.overlay.getContext('2d') : null
    if (!ctx) return
    const turn = calm() ? 0 : performance.now() / 160
    ctx.setTransform(scene.ratio, 0, 0, scene.ratio, 0, 0)
    paintOverlay(ctx, { ...scene, hovered, selected, cursor, focused, saving, turn, ghosts, band, outside })
  }
}

const calm = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches
