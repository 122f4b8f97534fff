import type { Palette } from './gantt-tokens.ts'
import type { GanttChange, GanttProps, GanttVerdict } from './gantt-types.ts'
import type { Tiers } from './header-tiers.ts'
import type { PlanIndex } from './plan-index.ts'
import type { TextFit } from './text-fit.ts'
import type { Viewport } from './time-scale.ts'
import type { ZoneClock } from './zone-clock.ts'

/** What the painters read; they change nothing. */
export interface Scene {
  readonly view: Viewport
  readonly index: PlanIndex
  readonly clock: ZoneClock
  readonly palette: Palette
  readonly text: TextFit
  readonly props: GanttProps
  readonly tiers: Tiers
  /** Font family of the page. */
  readonly family: string
  /** Pixels of the canvas per CSS pixel. */
  readonly ratio: number
}

export interface Ghosts {
  readonly changes: readonly GanttChange[]
  readonly verdict: GanttVerdict
}

export interface OverlayScene extends Scene {
  readonly hovered: string | undefined
  readonly selected: ReadonlySet<string>
  /** Where the keyboard is; outlined while the grid has the focus. */
  readonly cursor: string | undefined
  readonly focused: boolean
  readonly saving: ReadonlySet<string>
  /** Turn of the saving mark, in radians. */
  readonly turn: number
  readonly ghosts: Ghosts | undefined
  readonly band: { x0: number; y0: number; x1: number; y1: number } | undefined
  readonly outside: { row_id: string; start: number; end: number; label: string; ok: boolean } | undefined
}

export const barFont = (family: string): string => `12px ${family}`
export const smallFont = (family: string): string => `11px ${family}`
export const labelFont = (family: string): string => `13px ${family}`
export const strongFont = (family: string): string => `600 12px ${family}`
