/** Small marks on bars, told apart by shape as well as colour. All are drawn in a box of `size` at (x, y). */
type Context = CanvasRenderingContext2D

export function padlock(ctx: Context, x: number, y: number, colour: string): void {
  ctx.strokeStyle = colour
  ctx.fillStyle = colour
  ctx.lineWidth = 1.4
  ctx.beginPath()
  ctx.arc(x + 5, y + 4.2, 2.6, Math.PI, 0)
  ctx.stroke()
  ctx.beginPath()
  ctx.roundRect(x + 1, y + 4.4, 8, 6, 1.2)
  ctx.fill()
}
export const padlockWidth = 10

/** An arrow that leads out of a box: made outside. */
export function outsideMark(ctx: Context, x: number, y: number, colour: string): void {
  ctx.strokeStyle = colour
  ctx.lineWidth = 1.4
  ctx.beginPath()
  ctx.moveTo(x + 4.5, y + 2)
  ctx.lineTo(x + 1, y + 2)
  ctx.lineTo(x + 1, y + 10)
  ctx.lineTo(x + 9, y + 10)
  ctx.lineTo(x + 9, y + 6.5)
  ctx.moveTo(x + 4.5, y + 6.5)
  ctx.lineTo(x + 9.5, y + 1.5)
  ctx.moveTo(x + 6.2, y + 1.2)
  ctx.lineTo(x + 9.8, y + 1.2)
  ctx.lineTo(x + 9.8, y + 4.8)
  ctx.stroke()
}
export const outsideWidth = 11

/** Triangle with an exclamation mark: late. */
export function warningTriangle(ctx: Context, x: number, y: number, colour: string, ground: string): void {
  ctx.fillStyle = colour
  ctx.beginPath()
  ctx.moveTo(x + 6, y)
  ctx.lineTo(x + 12, y + 11)
  ctx.lineTo(x, y + 11)
  ctx.closePath()
  ctx.fill()
  ctx.fillStyle = ground
  ctx.fillRect(x + 5.2, y + 3.6, 1.6, 3.8)
  ctx.fillRect(x + 5.2, y + 8.3, 1.6, 1.6)
}
export const triangleWidth = 12

/** Octagon with a cross: in conflict. */
export function conflictSign(ctx: Context, x: number, y: number, colour: string, ground: string): void {
  const [far, near] = [11, 3.2]
  ctx.fillStyle = colour
  ctx.beginPath()
  for (const [dx, dy] of [
    [near, 0],
    [far - near, 0],
    [far, near],
    [far, far - near],
    [far - near, far],
    [near, far],
    [0, far - near],
    [0, near],
  ] as const)
    ctx.lineTo(x + dx, y + dy)
  ctx.closePath()
  ctx.fill()
  ctx.strokeStyle = ground
  ctx.lineWidth = 1.6
  ctx.beginPath()
  ctx.moveTo(x + 3.4, y + 3.4)
  ctx.lineTo(x + 7.6, y + 7.6)
  ctx.moveTo(x + 7.6, y + 3.4)
  ctx.lineTo(x + 3.4, y + 7.6)
  ctx.stroke()
}
export const conflictWidth = 11

/** Kitting: full disc with a tick, half disc, empty ring with a stroke through. */
export function kittingMark(
  ctx: Context,
  x: number,
  y: number,
  kitting: 'ready' | 'coming' | 'short',
  colour: string,
  ground: string,
): void {
  const [cx, cy, r] = [x + 5, y + 5.5, 4.5]
  ctx.lineWidth = 1.4
  ctx.strokeStyle = colour
  ctx.fillStyle = kitting === 'ready' ? colour : ground
  ctx.beginPath()
  ctx.arc(cx, cy, r, 0, 2 * Math.PI)
  ctx.fill()
  ctx.stroke()
  if (kitting === 'ready') {
    ctx.strokeStyle = ground
    ctx.beginPath()
    ctx.moveTo(cx - 2.2, cy + 0.1)
    ctx.lineTo(cx - 0.6, cy + 1.8)
    ctx.lineTo(cx + 2.3, cy - 1.6)
    ctx.stroke()
  } else if (kitting === 'coming') {
    ctx.fillStyle = colour
    ctx.beginPath()
    ctx.arc(cx, cy, r, Math.PI / 2, (3 * Math.PI) / 2)
    ctx.fill()
  } else {
    ctx.beginPath()
    ctx.moveTo(cx - 3, cy + 3)
    ctx.lineTo(cx + 3, cy - 3)
    ctx.stroke()
  }
}
export const kittingWidth = 10

/** Edge of a bar that nobody has been told of. */
export const tentativeDash = [4, 3]

/** The bar between `from` and `to` stands still: its ground, and a line that joins what is before and behind. */
export function pause(
  ctx: Context,
  from: number,
  to: number,
  { y, height }: { readonly y: number; readonly height: number },
  ground: string,
  colour: string,
): void {
  ctx.fillStyle = ground
  ctx.fillRect(from, y, to - from, height)
  ctx.fillStyle = colour
  ctx.fillRect(from, y, 1, height)
  ctx.fillRect(to - 1, y, 1, height)
  ctx.fillRect(from, y + height / 2 - 0.5, to - from, 1)
}

/** A pole with a pennant to its left: due. */
export function dueFlag(ctx: Context, x: number, y: number, height: number, colour: string): void {
  ctx.fillStyle = colour
  ctx.fillRect(x - 1, y, 2, height)
  ctx.beginPath()
  ctx.moveTo(x - 1, y)
  ctx.lineTo(x - 9, y + 4)
  ctx.lineTo(x - 1, y + 8)
  ctx.fill()
}

/** From the edge of the bar that hands over in parts, a ring, to the start (x1, y1) of the one that takes over. */
export function overlapLink(
  ctx: Context,
  ground: string,
  x: number,
  { y, height }: { readonly y: number; readonly height: number },
  x1: number,
  y1: number,
): void {
  const from = y1 > y ? y + height : y
  const ring = 3
  ctx.fillStyle = ground
  ctx.setLineDash([])
  ctx.beginPath()
  ctx.moveTo(x, from)
  ctx.lineTo(x, y1)
  ctx.lineTo(x1 - 1, y1)
  ctx.stroke()
  ctx.beginPath()
  ctx.arc(x, from, ring, 0, 2 * Math.PI)
  ctx.fill()
  ctx.stroke()
  ctx.fillStyle = ctx.strokeStyle
  ctx.beginPath()
  ctx.moveTo(x1, y1)
  ctx.lineTo(x1 - 6, y1 - 3.5)
  ctx.lineTo(x1 - 6, y1 + 3.5)
  ctx.fill()
}

export function chevron(ctx: Context, x: number, y: number, open: boolean, colour: string): void {
  ctx.strokeStyle = colour
  ctx.lineWidth = 1.5
  ctx.beginPath()
  if (open) {
    ctx.moveTo(x, y + 2)
    ctx.lineTo(x + 4, y + 6)
    ctx.lineTo(x + 8, y + 2)
  } else {
    ctx.moveTo(x + 2, y)
    ctx.lineTo(x + 6, y + 4)
    ctx.lineTo(x + 2, y + 8)
  }
  ctx.stroke()
}

const patterns = new Map<string, CanvasPattern>()
/** Slanted stripes; the tile is drawn at the canvas's own resolution so that it stays sharp. */
export function stripes(
  ctx: Context,
  colour: string,
  ratio: number,
  gap: number,
  width: number,
): CanvasPattern | string {
  const key = `${colour} ${ratio} ${gap} ${width}`
  const known = patterns.get(key)
  if (known) return known
  if (patterns.size > 200) patterns.clear()
  const size = Math.round(gap * ratio)
  const tile = document.createElement('canvas')
  tile.width = size
  tile.height = size
  const pen = tile.getContext('2d')
  if (!pen) return colour
  pen.strokeStyle = colour
  pen.lineWidth = width * ratio
  pen.beginPath()
  for (const shift of [-size, 0, size]) {
    pen.moveTo(shift - 1, size + 1)
    pen.lineTo(shift + size + 1, -1)
  }
  pen.stroke()
  const pattern = ctx.createPattern(tile, 'repeat')
  if (!pattern) return colour
  pattern.setTransform(new DOMMatrix().scale(1 / ratio))
  patterns.set(key, pattern)
  return pattern
}
