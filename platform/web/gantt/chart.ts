import type { Text } from '@qitao/core/text.ts'
import type { Camera } from './camera.ts'
import type {
  GanttCause,
  GanttChange,
  GanttPlace,
  GanttPlacement,
  GanttProps,
  GanttStep,
  GanttTask,
} from './gantt-types.ts'
import type { PlanIndex, RowLayout } from './plan-index.ts'
import type { Ghosts, OverlayScene } from './scene.ts'
import type { Stage } from './stage.ts'
import type { Viewport } from './time-scale.ts'
import type { Tips } from './tips.ts'
import type { ZoneClock } from './zone-clock.ts'

/** What pointer, keyboard, drop, mirror, display and saver work through: the chart as its parts see it. */
export interface Chart {
  readonly props: GanttProps
  readonly index: PlanIndex
  readonly clock: ZoneClock
  readonly stage: Stage
  readonly tips: Tips
  readonly camera: Camera
  readonly view: Viewport
  readonly saver: ChartSaver
  readonly selected: ReadonlySet<string>
  readonly focused: boolean
  readonly gone: boolean
  cursor: string | undefined
  hovered: string | undefined
  hoveredRow: string | undefined
  ghosts: Ghosts | undefined
  band: OverlayScene['band']
  outside: OverlayScene['outside']
  sideWidth: number

  say(what: Text, values?: Record<string, unknown>): string
  /** A line at the foot of the chart, and said to screen readers. */
  tell(text: string, tone: 'danger' | 'plain'): void
  clearNotice(): void
  describe(task: GanttPlacement, label: string): string
  nameOf(task: GanttTask): string
  place(task: GanttTask | undefined, row: RowLayout | undefined, time: number, x: number, y: number): GanttPlace
  refresh(what?: 'all' | 'overlay'): void
  /** After the lower canvas was painted. */
  painted(): void
  resize(): void
  /** A hand scrolls or zooms, so that frames follow each other. */
  glide(): void
  zoom(factor: number): void
  reveal(task: GanttPlacement): void
  focus(): void
  select(ids: Iterable<string>, tellPage?: boolean): void
  /** Tasks moved by a save that begins, ends otherwise or is refused. */
  arrange(placements: ReadonlyMap<string, GanttPlacement>): void
}

interface ChartSaver {
  readonly saving: OverlayScene['saving']
  judge(proposed: readonly GanttChange[]): Ghosts
  finish(ghosts: Ghosts, cause: GanttCause): void
  undo(wanted?: GanttStep): void
  redo(): void
}
