import { paintBars } from './paint-bars.ts'
import { paintHeader, paintNow, paintSide } from './paint-frame.ts'
import { paintGrounds } from './paint-grounds.ts'
import { dueFlag } from './paint-marks.ts'
import type { Scene } from './scene.ts'
import { plotHeight, xOf } from './time-scale.ts'

/** The whole chart but what the overlay shows. */
export function paintFrame(ctx: CanvasRenderingContext2D, scene: Scene, hoveredRow: string | undefined): void {
  const { view, ratio, index, palette } = scene
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0)
  ctx.fillStyle = palette.get('surface')
  ctx.fillRect(0, 0, view.width, view.height)
  const rows = index.rowsBetween(view.top, view.top + plotHeight(view))
  ctx.save()
  ctx.beginPath()
  ctx.rect(view.side_width, view.header_height, view.width - view.side_width, view.height - view.header_height)
  ctx.clip()
  paintGrounds(ctx, scene, rows)
  paintBars(ctx, scene, rows)
  paintDues(ctx, scene, rows)
  paintNow(ctx, scene)
  ctx.restore()
  paintSide(ctx, scene, rows, hoveredRow)
  paintHeader(ctx, scene)
}

/** By when each row is to be done. */
function paintDues(ctx: CanvasRenderingContext2D, { view, index, palette }: Scene, rows: [number, number]): void {
  for (let r = rows[0]; r < rows[1]; r += 1) {
    const { row, top, height } = index.rows[r]!
    if (!row.due) continue
    const x = Math.round(xOf(view, row.due.at))
    if (x < view.side_width || x > view.width + 9) continue
    dueFlag(
      ctx,
      x,
      top - view.top + view.header_height + 1,
      height - 3,
      palette.get(row.due.missed ? 'danger' : 'published'),
    )
  }
}
