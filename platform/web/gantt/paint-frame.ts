import { say } from '@qitao/core/text.ts'
import { texts } from './gantt-texts.ts'
import { labelPadding, type TierUnit, ticks, tierLabels } from './header-tiers.ts'
import { chevron } from './paint-marks.ts'
import { barFont, labelFont, type Scene, smallFont, strongFont } from './scene.ts'
import { shownTime, xOf } from './time-scale.ts'

type Context = CanvasRenderingContext2D

/** The header with its two lines of time, and the column of row headings: drawn over the plot, so both stay in place. */
export function paintHeader(ctx: Context, scene: Scene): void {
  const { view, palette, tiers, props } = scene
  const { side_width: left, header_height: height, width } = view
  ctx.fillStyle = palette.get('header-bg')
  ctx.fillRect(left, 0, width - left, height)
  ctx.save()
  ctx.beginPath()
  ctx.rect(left, 0, width - left, height)
  ctx.clip()
  ctx.textBaseline = 'middle'
  ctx.textAlign = 'left'
  const half = height / 2
  const flag = nowFlag(scene)
  if (tiers.upper) paintTier(ctx, scene, tiers.upper, 0, half, true, undefined)
  paintTier(ctx, scene, tiers.lower, tiers.upper ? half : 0, tiers.upper ? half : height, false, flag)
  if (flag) paintNowFlag(ctx, scene, flag)
  ctx.restore()
  ctx.fillStyle = palette.get('line-strong')
  ctx.fillRect(0, height - 1, width, 1)

  ctx.fillStyle = palette.get('header-bg')
  ctx.fillRect(0, 0, left, height - 1)
  if (props.row_title) {
    ctx.font = strongFont(scene.family)
    ctx.fillStyle = palette.get('text-weak')
    ctx.fillText(scene.text.fit(props.row_title, left - 24, ctx.font), 12, height / 2 + 0.5)
  }
  ctx.fillStyle = palette.get('line-strong')
  ctx.fillRect(left - 1, 0, 1, height)
}

function paintTier(
  ctx: Context,
  scene: Scene,
  unit: TierUnit,
  y: number,
  height: number,
  upper: boolean,
  taken: Flag | undefined,
): void {
  const { view, clock, palette, text, props } = scene
  const shown = shownTime(view)
  const starts = ticks(clock, unit, shown.start, shown.end)
  const font = upper ? strongFont(scene.family) : barFont(scene.family)
  ctx.font = font
  for (let i = 0; i + 1 < starts.length; i += 1) {
    const start = starts[i]!
    const x0 = Math.round(xOf(view, start))
    const x1 = Math.round(xOf(view, starts[i + 1]!))
    ctx.fillStyle = palette.get(upper ? 'line-strong' : 'line')
    if (x0 > view.side_width) ctx.fillRect(x0, y, 1, height)
    // The label of the first cell stays at the left edge while its cell leaves.
    const from = Math.max(x0, view.side_width)
    const room = x1 - from - labelPadding
    const at = clock.parts(start)
    const label = tierLabels(unit, at, props.language, upper).find(candidate => text.width(candidate, font) <= room)
    if (!label) continue
    const weekend = unit === 'day' && at.weekday >= 5
    ctx.fillStyle = palette.get(upper && !weekend ? 'text' : 'text-weak')
    // Short labels of the lower line stand in the middle of their cell, hours at their line.
    const centred = !upper && unit !== 'week' && !isClock(unit)
    const x = centred ? (x0 + x1 - text.width(label, font)) / 2 : from + labelPadding / 2 + 1
    // A label half under the flag of now would be misread.
    if (taken && x < taken.left + taken.width + 3 && x + text.width(label, font) > taken.left - 3) continue
    ctx.fillText(label, x, y + height / 2 + 0.5)
  }
}

const isClock = (unit: TierUnit): boolean => unit.endsWith('hour') || unit.endsWith('hours')

const nowTitle = (scene: Scene): string => {
  const { hour, minute } = scene.clock.parts(scene.props.now)
  const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  return `${say(texts.now, scene.props.language)} ${time}`
}

interface Flag {
  readonly left: number
  readonly width: number
  readonly label: string
}
function nowFlag(scene: Scene): Flag | undefined {
  const { view, text, family } = scene
  const x = Math.round(xOf(view, scene.props.now))
  if (x < view.side_width || x > view.width) return undefined
  const label = nowTitle(scene)
  const width = text.width(label, smallFont(family)) + 12
  return { left: Math.max(view.side_width, Math.min(x - width / 2, view.width - width)), width, label }
}

function paintNowFlag(ctx: Context, { view, palette, family }: Scene, { left, width, label }: Flag): void {
  ctx.font = smallFont(family)
  ctx.fillStyle = palette.get('now')
  ctx.beginPath()
  ctx.roundRect(left, view.header_height - 19, width, 18, 3)
  ctx.fill()
  ctx.fillStyle = palette.get('now-text')
  ctx.fillText(label, left + 6, view.header_height - 9.5)
}

/** The line itself, over the bars. */
export function paintNow(ctx: Context, { view, palette, props }: Scene): void {
  const x = Math.round(xOf(view, props.now))
  if (x < view.side_width || x > view.width) return
  ctx.fillStyle = palette.get('now')
  ctx.fillRect(x - 1, view.header_height, 2, view.height - view.header_height)
}

/** Deeper rows are not set in further: there would be no room for their names. */
const deepest = 4
/** Rows narrower than this leave out the load number. */
const roomForShare = 150

export function paintSide(ctx: Context, scene: Scene, rows: [number, number], hoveredRow: string | undefined): void {
  const { view, index, palette, text, family } = scene
  const { side_width: width, header_height: header, height } = view
  ctx.fillStyle = palette.get('surface')
  ctx.fillRect(0, header, width, height - header)
  ctx.save()
  ctx.beginPath()
  ctx.rect(0, header, width, height - header)
  ctx.clip()
  ctx.textBaseline = 'middle'
  for (let r = rows[0]; r < rows[1]; r += 1) {
    const { row, top, height: h } = index.rows[r]!
    const y = top - view.top + header
    const group = row.kind === 'group'
    const found = scene.props.marked?.has(row.id)
    if (group || found || row.id === hoveredRow) {
      ctx.fillStyle = palette.get(found ? 'accent-bg' : group ? 'group-bg' : 'row-hover')
      ctx.fillRect(0, y, width, h)
    }
    const middle = y + h / 2 - 0.5
    let right = width - 10
    if (row.load_share !== undefined && !group) right = paintLoad(ctx, scene, row.load_share, right, middle)
    ctx.textAlign = 'left'
    if (group) {
      chevron(ctx, 12, middle - 4, !row.collapsed, palette.get('text-weak'))
      ctx.font = strongFont(family)
    } else ctx.font = labelFont(family)
    const x = (group ? 26 : 12) + 14 * Math.min(row.level ?? 0, deepest)
    ctx.fillStyle = palette.get('text')
    const label = text.fit(row.label, right - x - 6, ctx.font)
    ctx.fillText(label, x, middle + 0.5)
    if (row.sub_label && label === row.label) {
      const used = text.width(label, ctx.font) + 8
      ctx.font = smallFont(family)
      ctx.fillStyle = palette.get('text-weak')
      const second = right - x - used > 48 ? text.fit(row.sub_label, right - x - used - 4, ctx.font) : ''
      if (second) ctx.fillText(second, x + used, middle + 1)
    }
    ctx.fillStyle = palette.get('row-line')
    ctx.fillRect(0, y + h - 1, width, 1)
  }
  ctx.restore()
  ctx.fillStyle = palette.get('line-strong')
  ctx.fillRect(width - 1, header, 1, height - header)
}

/** Bar and number of the load; overload is red, hatched past the mark of 100 % and says so. Returns the free right edge. */
function paintLoad(ctx: Context, scene: Scene, share: number, right: number, middle: number): number {
  const { palette, view, text } = scene
  const over = share > 1.0005
  const wide = view.side_width >= roomForShare
  let x = right
  if (wide) {
    ctx.font = smallFont(scene.family)
    ctx.textAlign = 'right'
    ctx.fillStyle = palette.get(over ? 'danger' : 'text-weak')
    ctx.fillText(`${over ? '▲' : ''}${Math.round(share * 100)}%`, x, middle + 1)
    x -= Math.max(40, text.width('▲100%', ctx.font) + 6)
  }
  const length = wide ? 44 : 24
  const left = x - length
  ctx.fillStyle = palette.get('load-track')
  ctx.beginPath()
  ctx.roundRect(left, middle - 3, length, 6, 3)
  ctx.fill()
  ctx.fillStyle = palette.get(over ? 'danger' : share > 0.9 ? 'load-high' : 'load-ok')
  ctx.beginPath()
  ctx.roundRect(left, middle - 3, Math.max(2, length * Math.min(1, share)), 6, 3)
  ctx.fill()
  return left
}
