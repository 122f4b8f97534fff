import type { Engine } from './engine.ts'
import { texts } from './gantt-texts.ts'
import type { GanttTipLine } from './gantt-types.ts'
import { shortDuration, shortPeriod } from './header-tiers.ts'
import { type Hit, hitTest, tasksIn } from './hit-test.ts'
import { type Grab, pulled } from './task-moves.ts'
import { clamp, timeAt, xOf } from './time-scale.ts'

/** Pixels a press may shake before it is a drag; a finger shakes more. */
const shake = 4
const fingerShake = 10
const longPress = 450
const edgeZone = 36
const fastestScroll = 22
const catchPixels = 7
const narrowestSide = 72

type Gesture =
  | { kind: 'press'; hit: Hit; x: number; y: number; touch: boolean; timer: number }
  | { kind: 'drag'; grab: Grab; time: number; place: number; x: number; y: number }
  | { kind: 'band'; time: number; down: number; kept: ReadonlySet<string> }
  | { kind: 'pan'; x: number; y: number }
  | { kind: 'divider' }

export const defaultSnapSeconds = 1800

/** Mouse, pen and finger: hover, click, drag, resize, rubber band, pan, zoom. */
export class Pointer {
  private gesture: Gesture | undefined
  private at = { x: 0, y: 0, ctrl: false, alt: false, shift: false }
  private scrolling = 0
  private judged = 0
  private pinch = 0
  private readonly engine: Engine
  private readonly stop = new AbortController()

  constructor(engine: Engine) {
    this.engine = engine
    const { scroll } = engine.stage
    const { signal } = this.stop
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K]) => void,
      passive = true,
    ): void => scroll.addEventListener(type, listener, { signal, passive })
    on('pointerdown', event => this.down(event), false)
    on('pointermove', event => this.move(event))
    on('pointerup', event => this.up(event))
    on('pointercancel', () => this.cancel())
    on('pointerleave', () => this.leave())
    on('dblclick', event => this.open(event))
    on('contextmenu', event => this.menu(event), false)
    on('wheel', event => this.wheel(event), false)
    on('touchstart', event => this.touch(event), false)
    on('touchmove', event => this.touch(event), false)
    window.addEventListener('keydown', event => this.escape(event), { signal, capture: true })
    window.addEventListener('blur', () => this.cancel(), { signal })
  }

  destroy(): void {
    this.cancel()
    this.stop.abort()
  }

  get dragging(): boolean {
    return this.gesture !== undefined && this.gesture.kind !== 'press'
  }

  /** New data under a drag: its task may be gone or elsewhere, so the drag ends. */
  dataChanged(): void {
    if (this.gesture?.kind === 'drag' && this.gesture.grab.tasks.some(task => !this.engine.index.tasks.has(task.id)))
      this.cancel()
  }

  private locate(event: MouseEvent): Hit | undefined {
    const { scroll } = this.engine.stage
    const box = scroll.getBoundingClientRect()
    const [x, y] = [event.clientX - box.left - scroll.clientLeft, event.clientY - box.top - scroll.clientTop]
    this.at = { x, y, ctrl: event.ctrlKey || event.metaKey, alt: event.altKey, shift: event.shiftKey }
    // The scroll bars lie outside the client area.
    if (x >= scroll.clientWidth || y >= scroll.clientHeight) return undefined
    return hitTest(this.engine.index, this.engine.view, x, y)
  }

  private down(event: PointerEvent): void {
    const hit = this.locate(event)
    if (!hit || this.gesture || !event.isPrimary) return
    const touch = event.pointerType === 'touch'
    this.engine.tips.hide()
    if (!touch) {
      // Keeps the keyboard on the grid and the browser from selecting text.
      event.preventDefault()
      this.engine.focus()
    }
    const { x, y } = this.at
    if (event.button === 1) this.begin({ kind: 'pan', x, y }, event)
    else if (event.button === 0 && hit.part === 'divider') this.begin({ kind: 'divider' }, event)
    else if (event.button === 0) {
      const timer = touch ? window.setTimeout(() => this.lift(event), longPress) : 0
      this.gesture = { kind: 'press', hit, x, y, touch, timer }
    }
  }

  private begin(gesture: Gesture, event: PointerEvent): void {
    this.gesture = gesture
    this.engine.tips.hide()
    try {
      this.engine.stage.scroll.setPointerCapture(event.pointerId)
    } catch {
      // The pointer went up meanwhile: its events end the gesture without capture.
    }
    if (gesture.kind === 'drag' || gesture.kind === 'band')
      this.scrolling = requestAnimationFrame(() => this.edgeScroll())
    this.cursor()
  }

  private lift(event: PointerEvent): void {
    const press = this.gesture
    if (press?.kind !== 'press') return
    navigator.vibrate?.(15)
    this.start(press, event)
  }

  private start(press: Gesture & { kind: 'press' }, event: PointerEvent): void {
    const { engine } = this
    const { hit } = press
    window.clearTimeout(press.timer)
    const { view } = engine
    const time = timeAt(view, press.x)
    if (hit.part === 'task' && !engine.props.read_only && engine.props.onChange) {
      if (!engine.selected.has(hit.task.id))
        engine.select(this.at.ctrl ? [...engine.selected, hit.task.id] : [hit.task.id])
      engine.cursor = hit.task.id
      const mode = this.edgeOf(hit, press.touch) ?? 'move'
      const tasks = mode === 'move' ? this.carried(hit.task.id) : [hit.task]
      const { x, y } = press
      this.begin({ kind: 'drag', grab: { mode, lead: hit.task, tasks }, time, place: hit.row.place, x, y }, event)
      this.pull()
    } else if (hit.part === 'plot' || hit.part === 'task') {
      const kept = this.at.ctrl ? new Set(engine.selected) : new Set<string>()
      this.begin({ kind: 'band', time, down: press.y + view.top, kept }, event)
    } else this.gesture = undefined
  }

  /** The lead first: bubble and guides show it. */
  private carried(lead: string): Grab['tasks'] {
    const { index, selected } = this.engine
    const ids = [lead, ...[...selected].filter(id => id !== lead)]
    return ids.flatMap(id => index.tasks.get(id) ?? [])
  }

  private edgeOf(hit: Hit, touch: boolean): 'start' | 'end' | undefined {
    const { props, selected } = this.engine
    if (hit.part !== 'task' || !hit.edge || props.read_only || props.resizable === false) return undefined
    if (hit.task.resizable === false || hit.task.movable === false || hit.task.locked) return undefined
    // A finger is wide: only the one selected task shows edges to it.
    if (touch && !(selected.size === 1 && selected.has(hit.task.id))) return undefined
    return hit.edge
  }

  private move(event: PointerEvent): void {
    const before = this.at
    const hit = this.locate(event)
    const { gesture, engine } = this
    const { x, y } = this.at
    if (!gesture) {
      this.hover(hit)
      return
    }
    if (gesture.kind === 'press') {
      const far = Math.hypot(x - gesture.x, y - gesture.y) > (gesture.touch ? fingerShake : shake)
      if (!far) return
      if (gesture.touch) this.cancel()
      else this.start(gesture, event)
    } else if (gesture.kind === 'drag') this.pullSoon()
    else if (gesture.kind === 'band') this.stretch(gesture)
    else if (gesture.kind === 'pan') {
      engine.camera.scrollBy(before.x - x, before.y - y)
      engine.refresh()
    } else {
      engine.sideWidth = clamp(Math.round(x), narrowestSide, Math.round(engine.view.width * 0.6))
      engine.resize()
    }
  }

  private pullSoon(): void {
    if (this.judged) return
    this.judged = requestAnimationFrame(() => {
      this.judged = 0
      this.pull()
    })
  }

  private pull(): void {
    const { gesture, engine } = this
    if (gesture?.kind !== 'drag') return
    const { view, props, index } = engine
    const { snap, min_seconds = 60 } = props
    const { x, y, alt, shift } = this.at
    const row = index.rowAt(clamp(y, view.header_height, view.height - 1) - view.header_height + view.top)
    const place = row?.place ?? (y > view.header_height ? index.places.length - 1 : 0)
    let rows = props.rows_change === false || place < 0 ? 0 : place - gesture.place
    let seconds = timeAt(view, x) - gesture.time
    if (shift && gesture.grab.mode === 'move') {
      if (Math.abs(x - gesture.x) > Math.abs(y - gesture.y)) rows = 0
      else seconds = 0
    }
    const changes = pulled(index, engine.clock, gesture.grab, {
      seconds: Math.round(seconds),
      rows,
      step: alt ? 60 : (snap?.seconds ?? defaultSnapSeconds),
      catch_within: alt || snap?.neighbours === false ? 0 : catchPixels * view.seconds_per_pixel,
      min_seconds,
    })
    engine.ghosts = engine.saver.judge(changes)
    this.bubble(gesture)
    engine.refresh('overlay')
  }

  private bubble({ grab }: Gesture & { kind: 'drag' }): void {
    const { engine } = this
    const { changes, verdict } = engine.ghosts!
    const to = changes.find(change => change.task_id === grab.lead.id)?.to ?? grab.lead
    const { language } = engine.props
    const lines: GanttTipLine[] = [
      { value: shortPeriod(engine.clock, to.start, to.end, language), tone: 'strong' },
      {
        value: [engine.index.rowById.get(to.row_id)?.row.label ?? '', shortDuration(to.end - to.start, language)].join(
          ' · ',
        ),
        tone: 'weak',
      },
    ]
    if (changes.length > 1) lines.push({ value: engine.say(texts.movedMany, { count: changes.length }), tone: 'weak' })
    if (!verdict.ok) lines.push({ value: `✕ ${verdict.reason}`, tone: 'danger' })
    engine.tips.bubble(lines, this.at.x, this.at.y)
  }

  private stretch({ time, down, kept }: Gesture & { kind: 'band' }): void {
    const { engine } = this
    const { view } = engine
    const x = clamp(this.at.x, view.side_width, view.width)
    const y = clamp(this.at.y, view.header_height, view.height)
    engine.band = { x0: xOf(view, time), y0: down - view.top, x1: x, y1: y }
    const { x0, y0, x1, y1 } = engine.band
    engine.select([...kept, ...tasksIn(engine.index, view, x0, y0, x1, y1)], false)
  }

  /** While a drag is held near an edge the chart goes on under it. */
  private edgeScroll(): void {
    const { gesture, engine } = this
    if (gesture?.kind !== 'drag' && gesture?.kind !== 'band') return
    const { view } = engine
    const speed = (at: number, low: number, high: number): number => {
      if (at < low + edgeZone) return -fastestScroll * Math.min(1, (low + edgeZone - at) / edgeZone) ** 2
      if (at > high - edgeZone) return fastestScroll * Math.min(1, (at - high + edgeZone) / edgeZone) ** 2
      return 0
    }
    const moved = gesture.kind === 'band' || Math.hypot(this.at.x - gesture.x, this.at.y - gesture.y) > shake
    const dx = moved ? speed(this.at.x, view.side_width, view.width) : 0
    const dy = moved ? speed(this.at.y, view.header_height, view.height) : 0
    if (dx !== 0 || dy !== 0) {
      engine.camera.scrollBy(Math.round(dx), Math.round(dy))
      engine.refresh()
      if (gesture.kind === 'drag') this.pull()
      else this.stretch(gesture)
    }
    this.scrolling = requestAnimationFrame(() => this.edgeScroll())
  }

  private up(event: PointerEvent): void {
    const { gesture, engine } = this
    if (!gesture) return
    const hit = this.locate(event)
    if (gesture.kind === 'press') {
      this.reset()
      if (hit) this.click(gesture.hit, event)
      return
    }
    const { ghosts } = engine
    if (gesture.kind === 'drag') {
      cancelAnimationFrame(this.judged)
      this.judged = 0
      this.pull()
    }
    const last = engine.ghosts ?? ghosts
    this.reset()
    if (gesture.kind === 'drag' && last) engine.saver.finish(last, gesture.grab.mode === 'move' ? 'drag' : 'resize')
    if (gesture.kind === 'band') {
      engine.props.onSelect?.([...engine.selected])
      engine.tips.announce(engine.say(texts.selectedCount, { count: engine.selected.size }))
    }
    this.hover(hit)
  }

  private click(hit: Hit, event: PointerEvent): void {
    const { engine } = this
    const { props, selected } = engine
    const time = Math.round(timeAt(engine.view, this.at.x))
    if (hit.part === 'task') {
      const { id } = hit.task
      engine.cursor = id
      if (this.at.ctrl)
        engine.select(selected.has(id) ? [...selected].filter(other => other !== id) : [...selected, id])
      else engine.select([id])
      props.onClick?.(engine.place(hit.task, hit.row, time, event.clientX, event.clientY))
    } else if (hit.part === 'side' && hit.row) props.onRow?.(hit.row.row)
    else if (hit.part === 'plot') {
      if (!this.at.ctrl) engine.select([])
      props.onClick?.(engine.place(undefined, hit.row, time, event.clientX, event.clientY))
    }
  }

  private open(event: MouseEvent): void {
    const hit = this.locate(event)
    if (hit?.part === 'task') this.engine.props.onOpen?.(hit.task)
  }

  private menu(event: MouseEvent): void {
    const { engine } = this
    const hit = this.locate(event)
    if (this.dragging) event.preventDefault()
    if (
      this.dragging ||
      !engine.props.onMenu ||
      !hit ||
      (hit.part !== 'task' && hit.part !== 'plot' && hit.part !== 'side')
    )
      return
    event.preventDefault()
    this.reset()
    const task = hit.part === 'task' ? hit.task : undefined
    if (task && !engine.selected.has(task.id)) engine.select([task.id])
    const time = Math.round(timeAt(engine.view, this.at.x))
    engine.props.onMenu(engine.place(task, hit.row, time, event.clientX, event.clientY))
  }

  private hover(hit: Hit | undefined): void {
    const { engine } = this
    const task = hit?.part === 'task' ? hit.task : undefined
    const row = hit && (hit.part === 'side' || hit.part === 'task' || hit.part === 'plot') ? hit.row?.row : undefined
    if (row?.id !== engine.hoveredRow) {
      engine.hoveredRow = row?.id
      engine.refresh()
    }
    const changed = task?.id !== engine.hovered
    engine.hovered = task?.id
    this.cursor(hit)
    if (task && engine.props.tooltip) {
      const { tooltip } = engine.props
      engine.tips.show(() => tooltip(engine.index.tasks.get(task.id) ?? task), this.at.x, this.at.y)
    } else if (hit?.part === 'side' && row) engine.tips.show(() => this.rowLines(row.id), this.at.x, this.at.y)
    else engine.tips.hide()
    if (changed) engine.refresh('overlay')
  }

  /** Without lines of the page at least the full names, which the column may have cut. */
  private rowLines(id: string): readonly GanttTipLine[] {
    const row = this.engine.index.rowById.get(id)?.row
    if (!row) return []
    return (
      this.engine.props.rowTooltip?.(row) ?? [
        { value: row.label, tone: 'strong' },
        ...(row.sub_label ? [row.sub_label] : []),
      ]
    )
  }

  private cursor(hit?: Hit): void {
    const { gesture, engine } = this
    let style = 'default'
    if (gesture?.kind === 'drag') style = gesture.grab.mode === 'move' ? 'grabbing' : 'ew-resize'
    else if (gesture?.kind === 'band') style = 'crosshair'
    else if (gesture?.kind === 'pan') style = 'grabbing'
    else if (gesture?.kind === 'divider' || hit?.part === 'divider') style = 'col-resize'
    else if (hit?.part === 'task') style = this.edgeOf(hit, false) ? 'ew-resize' : 'pointer'
    else if (hit?.part === 'side' && engine.props.onRow) style = 'pointer'
    engine.stage.scroll.style.cursor = style
  }

  private leave(): void {
    if (!this.gesture) this.hover(undefined)
  }

  private escape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.dragging) return
    event.preventDefault()
    event.stopPropagation()
    this.cancel()
    this.engine.tips.announce(this.engine.say(texts.cancelled))
  }

  private cancel(): void {
    if (!this.gesture) return
    this.engine.ghosts = undefined
    this.reset()
  }
  private reset(): void {
    const { gesture, engine } = this
    if (gesture?.kind === 'press') window.clearTimeout(gesture.timer)
    cancelAnimationFrame(this.scrolling)
    cancelAnimationFrame(this.judged)
    this.judged = 0
    this.gesture = undefined
    engine.band = undefined
    engine.tips.hideBubble()
    this.cursor()
    engine.refresh('overlay')
  }

  private wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    this.locate(event)
    const pixels = event.deltaMode === 1 ? event.deltaY * 32 : event.deltaY
    this.engine.camera.zoomAt(
      Math.max(this.at.x, this.engine.view.side_width),
      Math.exp(-clamp(pixels, -240, 240) * 0.0022),
    )
    this.engine.tips.hide()
    this.engine.refresh()
    if (this.gesture?.kind === 'drag') this.pullSoon()
  }

  /** Two fingers zoom; one finger scrolls natively unless a long press has lifted a task. */
  private touch(event: TouchEvent): void {
    if (event.touches.length === 1) {
      this.pinch = 0
      if (this.dragging && event.cancelable) event.preventDefault()
      return
    }
    const [a, b] = [event.touches[0], event.touches[1]]
    if (!a || !b) return
    if (event.cancelable) event.preventDefault()
    this.cancel()
    const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
    if (event.type === 'touchmove' && this.pinch > 0) {
      const left = this.engine.stage.scroll.getBoundingClientRect().left
      this.engine.camera.zoomAt((a.clientX + b.clientX) / 2 - left, apart / this.pinch)
      this.engine.refresh()
    }
    this.pinch = apart
  }
}
