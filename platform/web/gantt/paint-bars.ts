import type { BarColour } from './gantt-tokens.ts'
import type { GanttInterval, GanttTask } from './gantt-types.ts'
import { gapPixels } from './paint-grounds.ts'
import {
  conflictSign,
  conflictWidth,
  kittingMark,
  kittingWidth,
  outsideMark,
  outsideWidth,
  padlock,
  padlockWidth,
  pause,
  stripes,
  tentativeDash,
  triangleWidth,
  warningTriangle,
} from './paint-marks.ts'
import { laneBox, type RowLayout, tasksBetween } from './plan-index.ts'
import { barFont, type Scene } from './scene.ts'
import { shownTime, xOf } from './time-scale.ts'

type Context = CanvasRenderingContext2D

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The bar's box in viewport pixels, cut a little outside the plot so that huge bars stay cheap. */
export function barBox(scene: Pick<Scene, 'view'>, row: RowLayout, lane: number, start: number, end: number): Box {
  const { view } = scene
  const box = laneBox(row, lane)
  const x = Math.max(view.side_width - 40, Math.round(xOf(view, start)))
  const right = Math.min(view.width + 40, Math.round(xOf(view, end)))
  return { x, y: view.header_height + row.top - view.top + box.top, width: Math.max(2, right - x), height: box.height }
}

export function paintBars(ctx: Context, scene: Scene, rows: [number, number]): void {
  const shown = shownTime(scene.view)
  paintPublished(ctx, scene, rows, shown)
  ctx.textBaseline = 'middle'
  ctx.textAlign = 'left'
  const slack = 2 * scene.view.seconds_per_pixel
  const { lit, marked } = scene.props
  for (let r = rows[0]; r < rows[1]; r += 1) {
    const row = scene.index.rows[r]!
    const [first, last] = tasksBetween(row, shown.start - slack, shown.end + slack)
    for (let i = first; i < last; i += 1) {
      const task = row.tasks[i]!
      if (task.end < shown.start - slack) continue
      const box = barBox(scene, row, row.lanes[i]!, task.start, task.end)
      ctx.globalAlpha = lit === undefined || lit.has(task.id) ? 1 : faded
      paintBar(ctx, scene, task, box, task.working ?? row.row.working)
      if (marked?.has(task.id)) paintFound(ctx, scene, box)
    }
  }
  ctx.globalAlpha = 1
}

/** What is not looked at is still seen: it takes its machine. */
const faded = 0.25

function paintFound(ctx: Context, { palette }: Scene, { x, y, width, height }: Box): void {
  ctx.strokeStyle = palette.get('text')
  ctx.lineWidth = 2
  ctx.beginPath()
  ctx.roundRect(x, y, Math.max(3, width - 1), height, 4)
  ctx.stroke()
}

/** Below this a bar is a plain mark; below the second it has no progress and shows late by a cap. */
const plainWidth = 5
const narrowestWithMarks = 14

function paintBar(
  ctx: Context,
  scene: Scene,
  task: GanttTask,
  box: Box,
  working: readonly GanttInterval[] | undefined,
): void {
  const colour = scene.palette.bar(task.colour)
  const { x, y, width, height } = box
  if (width < plainWidth) {
    ctx.fillStyle = colour.bar
    ctx.fillRect(x, y, Math.max(2, width - 1), height)
    if (task.late) {
      ctx.fillStyle = scene.palette.get('danger')
      ctx.fillRect(x, y - 2, Math.max(3, width), 4)
    }
    if (task.conflict) conflictSign(ctx, x - 4, y - 6, scene.palette.get('danger'), scene.palette.get('surface'))
    return
  }
  // One pixel of air keeps bars that follow directly apart.
  const w = width - 1
  const radius = Math.min(4, w / 3)
  ctx.fillStyle = colour.bg
  ctx.beginPath()
  ctx.roundRect(x, y, w, height, radius)
  ctx.fill()
  const setup = paintSetup(ctx, scene, task, box, colour, radius)
  paintProgress(ctx, scene, task, box, colour)
  ctx.lineWidth = task.late ? 1.5 : 1
  ctx.strokeStyle = task.late ? scene.palette.get('danger') : colour.bar
  if (task.tentative) ctx.setLineDash(tentativeDash)
  ctx.beginPath()
  ctx.roundRect(x + 0.5, y + 0.5, w - 1, height - 1, radius)
  ctx.stroke()
  ctx.setLineDash([])
  const pauses = working && width >= narrowestWithMarks && paintPauses(ctx, scene, task, box, colour, working)
  paintContent(ctx, scene, task, box, colour, setup, pauses ? writeOverLine : write)
}

/** Narrower gaps would only make the bar flicker. */
const narrowestPause = 4
/** Where nobody works the bar stops; a line joins its parts. Says whether there is one. */
function paintPauses(
  ctx: Context,
  scene: Scene,
  task: GanttTask,
  { x, y, width, height }: Box,
  colour: BarColour,
  working: readonly GanttInterval[],
): boolean {
  let some = false
  const shown = shownTime(scene.view)
  const within = { start: Math.max(task.start, shown.start), end: Math.min(task.end, shown.end) }
  const gaps = gapPixels(working, scene, within, scene.props.calendar_range)
  for (let i = 0; i < gaps.length; i += 2) {
    // What stands in closed time altogether is no pause of anything.
    const from = Math.max(x + 2, gaps[i]!)
    const to = Math.min(x + width - 3, gaps[i + 1]!)
    if (to - from < narrowestPause) continue
    pause(ctx, from, to, { y, height }, scene.palette.get('nonworking'), colour.bar)
    some = true
  }
  return some
}

/** Set-up is hatched and closed by a line. Returns its right edge. */
function paintSetup(ctx: Context, scene: Scene, task: GanttTask, box: Box, colour: BarColour, radius: number): number {
  if (!task.setup_seconds) return box.x
  const until = Math.min(
    box.x + box.width - 1,
    Math.round(xOf(scene.view, Math.min(task.end, task.start + task.setup_seconds))),
  )
  const width = until - box.x
  if (width < 2) return box.x
  ctx.fillStyle = stripes(ctx, colour.bar, scene.ratio, 6, 1.6)
  ctx.beginPath()
  ctx.roundRect(box.x, box.y, width, box.height, [radius, 0, 0, radius])
  ctx.fill()
  ctx.fillStyle = colour.bar
  ctx.fillRect(until - 1, box.y, 1, box.height)
  return until
}

/** What is reported: a solid foot along the bar, over run time. */
function paintProgress(ctx: Context, scene: Scene, task: GanttTask, box: Box, colour: BarColour): void {
  const share = Math.min(1, task.progress_share ?? 0)
  if (share <= 0 || box.width < narrowestWithMarks) return
  const right = xOf(scene.view, task.start + (task.end - task.start) * share)
  const width = Math.min(box.x + box.width - 1, right) - box.x
  if (width <= 0) return
  ctx.fillStyle = colour.bar
  ctx.beginPath()
  ctx.roundRect(box.x, box.y + box.height - 5, width, 5, [0, share < 1 ? 0 : 3, share < 1 ? 0 : 3, 3])
  ctx.fill()
}

type Write = (ctx: Context, label: string, x: number, y: number, ground: string) => void
const write: Write = (ctx, label, x, y) => ctx.fillText(label, x, y)
/** The line that joins the parts would strike the words out: they get the ground of the bar around them. */
const writeOverLine: Write = (ctx, label, x, y, ground) => {
  ctx.strokeStyle = ground
  ctx.lineWidth = 5
  ctx.lineJoin = 'round'
  ctx.strokeText(label, x, y)
  ctx.fillText(label, x, y)
}

function paintContent(
  ctx: Context,
  scene: Scene,
  task: GanttTask,
  box: Box,
  colour: BarColour,
  setup: number,
  put: Write,
): void {
  const { palette, text, family } = scene
  const { y, height } = box
  if (box.width < narrowestWithMarks) {
    if (task.conflict) conflictSign(ctx, box.x - 1, y - 4, palette.get('danger'), palette.get('surface'))
    if (!task.late) return
    ctx.fillStyle = palette.get('danger')
    ctx.fillRect(box.x, y, box.width - 1, 5)
    return
  }
  const left = Math.max(box.x, scene.view.side_width)
  let right = Math.min(box.x + box.width - 1, scene.view.width)
  // The progress foot takes the lowest pixels; marks and text move up to stay clear of it.
  const middle = y + height / 2 - ((task.progress_share ?? 0) > 0 ? 2 : 0)
  const markTop = middle - 5.5
  if (task.late) {
    if (right - left >= triangleWidth + 6) {
      right -= triangleWidth + 3
      warningTriangle(ctx, right, markTop, palette.get('danger'), palette.get('surface'))
    } else {
      ctx.fillStyle = palette.get('danger')
      ctx.beginPath()
      ctx.moveTo(right - 7, y)
      ctx.lineTo(right, y)
      ctx.lineTo(right, y + 7)
      ctx.fill()
    }
  }
  let x = setup > left && right - setup >= 30 ? setup + 4 : left + 5
  if (task.conflict) {
    if (right - x >= conflictWidth + 1) {
      conflictSign(ctx, x, markTop, palette.get('danger'), palette.get('surface'))
      x += conflictWidth + 3
    } else conflictSign(ctx, left - 1, y - 4, palette.get('danger'), palette.get('surface'))
  }
  if (task.locked && right - x >= padlockWidth + 1) {
    padlock(ctx, x, markTop, colour.text)
    x += padlockWidth + 3
  }
  if (task.outside && right - x >= outsideWidth + 1) {
    outsideMark(ctx, x, markTop, colour.text)
    x += outsideWidth + 3
  }
  if (task.kitting && right - x >= kittingWidth + 1) {
    const tone = task.kitting === 'ready' ? 'success' : task.kitting === 'coming' ? 'warning' : 'danger'
    kittingMark(ctx, x, markTop, task.kitting, palette.get(tone), palette.get('surface'))
    x += kittingWidth + 4
  }
  const room = right - x - 3
  if (room < 16) return
  const font = barFont(family)
  const label = text.fit(task.label, room, font)
  if (!label) return
  ctx.font = font
  if (setup > x) {
    // Text that must lie over the set-up hatch gets the plain ground under it.
    ctx.fillStyle = colour.bg
    ctx.fillRect(x - 2, y + 4, Math.min(text.width(label, font) + 4, setup - x), height - 8)
  }
  ctx.fillStyle = colour.text
  put(ctx, label, x, middle + 0.5, colour.bg)
  if (!task.sub_label || label !== task.label) return
  const used = text.width(label, font) + 8
  const second = room - used >= 24 ? text.fit(task.sub_label, room - used, font) : ''
  if (!second) return
  const alpha = ctx.globalAlpha
  ctx.globalAlpha = 0.82 * alpha
  put(ctx, second, x + used, middle + 0.5, colour.bg)
  ctx.globalAlpha = alpha
}

/** Where the published plan has tasks that lie elsewhere now. */
function paintPublished(ctx: Context, scene: Scene, rows: [number, number], shown: GanttInterval): void {
  const { index, view } = scene
  ctx.strokeStyle = scene.palette.get('published')
  ctx.lineWidth = 1
  ctx.setLineDash([4, 3])
  ctx.beginPath()
  for (const { row_id, published } of index.moved) {
    if (!published || published.end <= shown.start || published.start >= shown.end) continue
    const row = index.rowById.get(published.row_id ?? row_id)
    if (!row || row.index < rows[0] || row.index >= rows[1]) continue
    const x0 = Math.max(view.side_width - 10, Math.round(xOf(view, published.start)))
    const x1 = Math.min(view.width + 10, Math.round(xOf(view, published.end)))
    const y = view.header_height + row.top - view.top
    ctx.rect(x0 + 0.5, y + 1.5, Math.max(2, x1 - x0 - 1), row.height - 4)
  }
  ctx.stroke()
  ctx.setLineDash([])
}
