import type { GanttLink, GanttPlacement, GanttTask } from './gantt-types.ts'
import { type Box, barBox } from './paint-bars.ts'
import { overlapLink } from './paint-marks.ts'
import { barFont, type OverlayScene } from './scene.ts'
import { xOf } from './time-scale.ts'

type Context = CanvasRenderingContext2D

/** What changes under the pointer and the keys: links, outlines, ghosts, the rubber band. */
export function paintOverlay(ctx: Context, scene: OverlayScene): void {
  const { view } = scene
  ctx.clearRect(0, 0, view.width, view.height)
  ctx.save()
  ctx.beginPath()
  ctx.rect(view.side_width, view.header_height, view.width - view.side_width, view.height - view.header_height)
  ctx.clip()
  paintLinks(ctx, scene)
  paintOutlines(ctx, scene)
  paintSaving(ctx, scene)
  if (scene.ghosts) paintGhosts(ctx, scene)
  if (scene.outside) paintOutside(ctx, scene)
  if (scene.band) paintBand(ctx, scene)
  ctx.restore()
}

const boxOf = (scene: OverlayScene, task: GanttTask): Box | undefined => {
  const row = scene.index.rowOf(task)
  return row && barBox(scene, row, scene.index.laneOf(row, task), task.start, task.end)
}
const inSight = (scene: OverlayScene, { x, y, width, height }: Box): boolean =>
  x + width >= scene.view.side_width && x <= scene.view.width && y + height >= 0 && y <= scene.view.height

function paintLinks(ctx: Context, scene: OverlayScene): void {
  const { props, index, palette } = scene
  const shown = props.links_shown ?? 'chain'
  if (shown === 'none' || !props.links?.length) return
  const roots = new Set(scene.selected)
  if (scene.hovered !== undefined) roots.add(scene.hovered)
  if (shown === 'all') for (const link of props.links) paintLink(ctx, scene, link, palette.get('link'), 1)
  // A large selection would draw a net nobody can read.
  if (roots.size > 0 && roots.size <= 20)
    for (const link of index.chain(roots)) paintLink(ctx, scene, link, palette.get('link-chain'), 1.5)
}

/** Where a task is to be seen: while it is dragged, at its ghost. */
const seenAt = (scene: OverlayScene, task: GanttTask): GanttPlacement =>
  scene.ghosts?.changes.find(change => change.task_id === task.id)?.to ?? task

function paintLink(ctx: Context, scene: OverlayScene, link: GanttLink, colour: string, width: number): void {
  const { from, to } = link
  const { index, view, palette } = scene
  const taskBefore = index.tasks.get(from)
  const taskAfter = index.tasks.get(to)
  if (!taskBefore || !taskAfter) return
  const before = seenAt(scene, taskBefore)
  const after = seenAt(scene, taskAfter)
  const rowBefore = index.rowOf(before)
  const rowAfter = index.rowOf(after)
  if (!rowBefore || !rowAfter) return
  const x0 = xOf(view, before.end)
  const x1 = xOf(view, after.start)
  if (Math.max(x0, x1) < view.side_width - 20 || Math.min(x0, x1) > view.width + 20) return
  const boxBefore = barBox(scene, rowBefore, index.laneOf(rowBefore, taskBefore), before.start, before.end)
  const boxAfter = barBox(scene, rowAfter, index.laneOf(rowAfter, taskAfter), after.start, after.end)
  const y0 = boxBefore.y + boxBefore.height / 2
  const y1 = boxAfter.y + boxAfter.height / 2
  if (Math.max(y0, y1) < 0 || Math.min(y0, y1) > view.height) return
  // A successor that starts too early is red and dashed; one that may is led from where it takes over.
  const lifted = before !== taskBefore || after !== taskAfter
  const early = after.start + (taskAfter.setup_seconds ?? 0) < before.end
  const bars = !early ? 'kept' : link.in_parts ? 'overlap' : 'broken'
  const state = lifted ? bars : (scene.props.linkState?.(link) ?? bars)
  if (state === 'overlap') {
    ctx.strokeStyle = colour
    ctx.lineWidth = width
    overlapLink(ctx, palette.get('surface'), Math.max(boxBefore.x + 4, x1 - 8), boxBefore, x1, y1)
    return
  }
  const broken = state === 'broken'
  ctx.strokeStyle = broken ? palette.get('danger') : colour
  ctx.fillStyle = ctx.strokeStyle
  ctx.lineWidth = width
  ctx.setLineDash(broken ? [5, 3] : [])
  ctx.beginPath()
  ctx.moveTo(x0, y0)
  const stub = 7
  if (x1 - x0 >= 2 * stub && x1 - x0 < 4 * stub) {
    ctx.lineTo(x1 - stub, y0)
    ctx.lineTo(x1 - stub, y1)
  } else {
    // The long way runs between the rows, so that no label is struck through.
    const gutter = y1 > y0 ? boxBefore.y + boxBefore.height + 3.5 : boxBefore.y - 3.5
    ctx.lineTo(x0 + stub, y0)
    ctx.lineTo(x0 + stub, gutter)
    ctx.lineTo(x1 - stub, gutter)
    ctx.lineTo(x1 - stub, y1)
  }
  ctx.lineTo(x1 - 1, y1)
  ctx.stroke()
  ctx.setLineDash([])
  ctx.beginPath()
  ctx.moveTo(x1, y1)
  ctx.lineTo(x1 - 6, y1 - 3.5)
  ctx.lineTo(x1 - 6, y1 + 3.5)
  ctx.fill()
}

function paintOutlines(ctx: Context, scene: OverlayScene): void {
  const { index, palette, selected, hovered, cursor, ghosts } = scene
  const accent = palette.get('accent')
  // What is dragged is shown by its ghost.
  const lifted = new Set(ghosts?.changes.map(change => change.task_id))
  const mates = new Set<string>()
  for (const id of selected.size <= 20 ? selected : []) {
    const task = index.tasks.get(id)
    if (task) for (const mate of index.groupOf(task)) if (!selected.has(mate)) mates.add(mate)
  }
  for (const id of mates) outline(ctx, scene, id, accent, 1.5, 1, [3, 2])
  if (hovered !== undefined && !selected.has(hovered)) outline(ctx, scene, hovered, accent, 1.5, 0, [])
  for (const id of selected) if (!lifted.has(id)) outline(ctx, scene, id, accent, 2.5, 1, [])
  if (cursor !== undefined && scene.focused && !lifted.has(cursor))
    outline(ctx, scene, cursor, palette.get('text'), 1.5, 3.5, [])
}

function outline(
  ctx: Context,
  scene: OverlayScene,
  id: string,
  colour: string,
  width: number,
  away: number,
  dash: number[],
): void {
  const task = scene.index.tasks.get(id)
  const box = task && boxOf(scene, task)
  if (!box || !inSight(scene, box)) return
  ctx.strokeStyle = colour
  ctx.lineWidth = width
  ctx.setLineDash(dash)
  ctx.beginPath()
  ctx.roundRect(box.x - away + 0.5, box.y - away + 0.5, box.width - 2 + 2 * away, box.height - 1 + 2 * away, 4 + away)
  ctx.stroke()
  ctx.setLineDash([])
}

function paintSaving(ctx: Context, scene: OverlayScene): void {
  for (const id of scene.saving) {
    const task = scene.index.tasks.get(id)
    const box = task && boxOf(scene, task)
    if (!box || !inSight(scene, box)) continue
    outline(ctx, scene, id, scene.palette.get('accent'), 1.5, 0, [2, 3])
    const [x, y] = [Math.min(box.x + box.width, scene.view.width) + 10, box.y + box.height / 2]
    ctx.fillStyle = scene.palette.get('surface')
    ctx.beginPath()
    ctx.arc(x, y, 8, 0, 2 * Math.PI)
    ctx.fill()
    ctx.strokeStyle = scene.palette.get('accent')
    ctx.lineWidth = 2
    ctx.beginPath()
    ctx.arc(x, y, 5, scene.turn, scene.turn + 4.4)
    ctx.stroke()
  }
}

function paintGhosts(ctx: Context, scene: OverlayScene): void {
  const { index, palette, ghosts, view } = scene
  const { changes, verdict } = ghosts!
  const blamed = verdict.ok ? undefined : verdict.task_ids
  for (const { task_id } of changes) {
    const task = index.tasks.get(task_id)
    const box = task && boxOf(scene, task)
    if (!box || !inSight(scene, box)) continue
    ctx.fillStyle = palette.get('veil')
    ctx.fillRect(box.x, box.y, box.width, box.height)
    outline(ctx, scene, task_id, palette.get('published'), 1, 0, [3, 3])
  }
  for (const { task_id, to } of changes) {
    const task = index.tasks.get(task_id)
    const bad = !verdict.ok && (!blamed?.length || blamed.includes(task_id))
    ghost(ctx, scene, to, task?.label ?? '', !bad)
  }
  const lead = changes[0]
  if (!lead) return
  // Thin guides let the eye compare with other rows and the header.
  ctx.fillStyle = palette.get(verdict.ok ? 'accent' : 'danger')
  ctx.globalAlpha = 0.55
  for (const time of [lead.to.start, lead.to.end])
    ctx.fillRect(Math.round(xOf(view, time)), view.header_height, 1, view.height)
  ctx.globalAlpha = 1
}

function ghost(ctx: Context, scene: OverlayScene, to: GanttPlacement, label: string, ok: boolean): void {
  const { index, palette, text, family } = scene
  const row = index.rowById.get(to.row_id)
  if (!row) return
  const box = barBox(scene, row, 0, to.start, to.end)
  if (!inSight(scene, box)) return
  ctx.fillStyle = palette.get(ok ? 'accent-bg' : 'danger-bg')
  ctx.globalAlpha = 0.94
  ctx.beginPath()
  ctx.roundRect(box.x, box.y, box.width - 1, box.height, 4)
  ctx.fill()
  ctx.globalAlpha = 1
  ctx.strokeStyle = palette.get(ok ? 'accent' : 'danger')
  ctx.lineWidth = 2
  ctx.setLineDash(ok ? [] : [5, 3])
  ctx.beginPath()
  ctx.roundRect(box.x + 1, box.y + 1, Math.max(1, box.width - 3), box.height - 2, 4)
  ctx.stroke()
  ctx.setLineDash([])
  ctx.font = barFont(family)
  ctx.textBaseline = 'middle'
  ctx.textAlign = 'left'
  let x = Math.max(box.x, scene.view.side_width) + 6
  const middle = box.y + box.height / 2 + 0.5
  if (!ok && box.width > 20) {
    // A cross, so that a refusal is not told by red alone.
    ctx.beginPath()
    ctx.moveTo(x, middle - 4)
    ctx.lineTo(x + 8, middle + 4)
    ctx.moveTo(x, middle + 4)
    ctx.lineTo(x + 8, middle - 4)
    ctx.stroke()
    x += 13
  }
  const fitted = text.fit(label, box.x + box.width - x - 5, ctx.font)
  ctx.fillStyle = palette.get(ok ? 'accent-text' : 'danger-text')
  if (fitted) ctx.fillText(fitted, x, middle)
}

function paintOutside(ctx: Context, scene: OverlayScene): void {
  const { row_id, start, end, label, ok } = scene.outside!
  ghost(ctx, scene, { row_id, start, end }, label, ok)
}

function paintBand(ctx: Context, { band, palette }: OverlayScene): void {
  const { x0, y0, x1, y1 } = band!
  ctx.fillStyle = palette.get('accent')
  ctx.globalAlpha = 0.12
  ctx.fillRect(x0, y0, x1 - x0, y1 - y0)
  ctx.globalAlpha = 1
  ctx.strokeStyle = palette.get('accent')
  ctx.lineWidth = 1
  ctx.strokeRect(x0 + 0.5, y0 + 0.5, x1 - x0 - 1, y1 - y0 - 1)
}
