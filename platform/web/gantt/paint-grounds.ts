import type { GanttInterval } from './gantt-types.ts'
import { ticks, tierUnits } from './header-tiers.ts'
import { stripes } from './paint-marks.ts'
import type { Scene } from './scene.ts'
import { shownTime, xOf } from './time-scale.ts'

/** Grounds of the plot: rows, non-working time, frozen time, lines. Bars come on top. */
export function paintGrounds(ctx: CanvasRenderingContext2D, scene: Scene, rows: [number, number]): void {
  const { view, index, palette, props } = scene
  const { side_width: left, header_height: header, width, height, top } = view
  ctx.fillStyle = palette.get('surface')
  ctx.fillRect(left, header, width - left, height - header)

  const shown = shownTime(view)
  const spans = new Map<readonly GanttInterval[], number[]>()
  ctx.fillStyle = palette.get('nonworking')
  ctx.beginPath()
  for (let r = rows[0]; r < rows[1]; r += 1) {
    const { row, top: y, height: h } = index.rows[r]!
    if (!row.working || row.kind === 'group') continue
    let gaps = spans.get(row.working)
    if (!gaps) {
      gaps = gapPixels(row.working, scene, shown, props.calendar_range)
      spans.set(row.working, gaps)
    }
    for (let i = 0; i < gaps.length; i += 2) ctx.rect(gaps[i]!, y - top + header, gaps[i + 1]! - gaps[i]!, h)
  }
  ctx.fill()

  paintLines(ctx, scene, shown)

  for (let r = rows[0]; r < rows[1]; r += 1) {
    const { row, top: rowTop, height: h } = index.rows[r]!
    const y = rowTop - top + header
    if (row.kind === 'group') {
      ctx.fillStyle = palette.get('group-bg')
      ctx.fillRect(left, y, width - left, h)
    }
    for (const { start, end } of row.frozen ?? []) {
      if (end <= shown.start || start >= shown.end) continue
      const x0 = Math.max(left, xOf(view, start))
      const x1 = Math.min(width, xOf(view, end))
      ctx.fillStyle = stripes(ctx, palette.get('frozen'), scene.ratio, 8, 1.2)
      ctx.fillRect(x0, y, x1 - x0, h)
      ctx.fillStyle = palette.get('frozen')
      if (x1 < width) ctx.fillRect(Math.round(x1) - 1, y, 1, h)
    }
    ctx.fillStyle = palette.get('row-line')
    ctx.fillRect(left, y + h - 1, width - left, 1)
  }
}

/** Pairs of x where the row does not work, narrow slivers dropped and neighbours joined. */
export function gapPixels(
  working: readonly GanttInterval[],
  { view }: Pick<Scene, 'view'>,
  shown: GanttInterval,
  known: GanttInterval | undefined,
): number[] {
  const last = working[working.length - 1]
  const from = Math.max(shown.start, known?.start ?? working[0]?.start ?? shown.start)
  const to = Math.min(shown.end, known?.end ?? last?.end ?? shown.start)
  const result: number[] = []
  if (from >= to) return result
  // A gap narrower than this cannot be seen, and there may be thousands of them.
  const narrowest = 0.7
  const add = (start: number, end: number): void => {
    const x0 = xOf(view, Math.max(start, from))
    const x1 = xOf(view, Math.min(end, to))
    if (x1 - x0 < narrowest) return
    result.push(x0, x1)
  }
  let low = 0
  let high = working.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (working[middle]!.end > from) high = middle
    else low = middle + 1
  }
  let reached = from
  for (let i = low; i < working.length; i += 1) {
    const { start, end } = working[i]!
    if (start > reached) add(reached, start)
    reached = Math.max(reached, end)
    if (reached >= to) break
  }
  if (reached < to) add(reached, to)
  return result
}

function paintLines(ctx: CanvasRenderingContext2D, scene: Scene, shown: GanttInterval): void {
  const { view, clock, tiers, palette, index } = scene
  const { header_height: header, seconds_per_pixel } = view
  // Below the last row there is nothing to measure.
  const height = Math.min(view.height, header + index.height - view.top)
  const draw = (unit: keyof typeof tierUnits, colour: string): void => {
    ctx.fillStyle = colour
    for (const at of ticks(clock, unit, shown.start, shown.end)) {
      const x = Math.round(xOf(view, at))
      if (x > view.side_width) ctx.fillRect(x, header, 1, height - header)
    }
  }
  if (tierUnits[tiers.lower].seconds / seconds_per_pixel >= 14) draw(tiers.lower, palette.get('line'))
  if (tiers.upper) draw(tiers.upper, palette.get('line-strong'))
}
