import { say } from '@qitao/core/text.ts'
import { texts } from './gantt-texts.ts'
import type { GanttInterval } from './gantt-types.ts'
import { tiersFor } from './header-tiers.ts'
import { paintFrame } from './paint.ts'
import { barFont, type Scene } from './scene.ts'

/** The chart of a period with all its rows as a PNG, painted by the same painters. */
export function ganttImage(
  scene: Scene,
  period: GanttInterval,
  { width = 2400, max_pixels = 40_000_000 }: { width?: number; max_pixels?: number } = {},
): Promise<Blob> {
  const { side_width, header_height } = scene.view
  const height = header_height + scene.index.height
  if (width * height > max_pixels) return Promise.reject(new RangeError(say(texts.tooLargeImage, scene.props.language)))
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const ctx = canvas.getContext('2d', { alpha: false })
  const seconds_per_pixel = (period.end - period.start) / Math.max(1, width - side_width)
  const view = { width, height, side_width, header_height, left: 0, top: 0, origin: period.start, seconds_per_pixel }
  const font = barFont(scene.family)
  const tiers = tiersFor(seconds_per_pixel, scene.props.language, label => scene.text.width(label, font))
  if (ctx) paintFrame(ctx, { ...scene, view, tiers, ratio: 1 }, undefined)
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('canvas has no image')))),
  )
}
