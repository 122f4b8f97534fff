import type { Text } from '@qitao/core/text.ts'
import type { Chart } from './chart.ts'
import { texts } from './gantt-texts.ts'
import { type Hit, hitTest } from './hit-test.ts'
import { type At, BandHold, DividerHold, edgeSpeed, type Hold, PanHold, TaskHold } from './holds.ts'
import { Hover } from './hover.ts'
import { clamp, timeAt } from './time-scale.ts'

/** Pixels a press may shake before it is a drag; a finger shakes more. */
const shake = 4
const fingerShake = 10
const stillness = 12
const longPressMilliseconds = 450

interface Press {
  readonly hit: Hit
  readonly at: At
  readonly touch: boolean
  readonly timer: number
}

/** Mouse, pen and finger: hover, click, what is held, zoom. */
export class Pointer {
  private press: Press | undefined
  private hold: Hold | undefined
  private taken: At | undefined
  private at: At = { x: 0, y: 0, ctrl: false, alt: false, shift: false }
  private scrolling = 0
  private moving = 0
  private pinch = 0
  private readonly chart: Chart
  private readonly hover: Hover
  private readonly stop = new AbortController()

  constructor(chart: Chart) {
    this.chart = chart
    this.hover = new Hover(chart)
    const { scroll } = chart.stage
    const { signal } = this.stop
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K]) => void,
      passive = true,
    ): void => scroll.addEventListener(type, listener, { signal, passive })
    on('pointerdown', event => this.down(event), false)
    on('pointermove', event => this.move(event))
    on('pointerup', event => this.up(event))
    on('pointercancel', () => this.letGo(texts.cancelled))
    on('pointerleave', () => this.leave())
    on('dblclick', event => this.open(event))
    on('contextmenu', event => this.menu(event), false)
    on('wheel', event => this.wheel(event), false)
    on('touchstart', event => this.touch(event), false)
    on('touchmove', event => this.touch(event), false)
    window.addEventListener('keydown', event => this.escape(event), { signal, capture: true })
    window.addEventListener('blur', () => this.letGo(texts.cancelled), { signal })
  }

  destroy(): void {
    this.cancel()
    this.stop.abort()
  }

  /** New data under a drag: its task may be gone or elsewhere, so the drag ends. */
  dataChanged(): void {
    if (this.hold && !this.hold.valid()) this.letGo(texts.changedUnder)
  }

  private locate(event: MouseEvent): Hit | undefined {
    const { scroll } = this.chart.stage
    const box = scroll.getBoundingClientRect()
    const [x, y] = [event.clientX - box.left - scroll.clientLeft, event.clientY - box.top - scroll.clientTop]
    this.at = { x, y, ctrl: event.ctrlKey || event.metaKey, alt: event.altKey, shift: event.shiftKey }
    // The scroll bars lie outside the client area.
    if (x >= scroll.clientWidth || y >= scroll.clientHeight) return undefined
    return hitTest(this.chart.index, this.chart.view, x, y)
  }

  private down(event: PointerEvent): void {
    const hit = this.locate(event)
    if (!hit || this.press || this.hold || !event.isPrimary) return
    const touch = event.pointerType === 'touch'
    const { chart, at } = this
    chart.tips.hide()
    if (!touch) {
      // Keeps the keyboard on the grid and the browser from selecting text.
      event.preventDefault()
      chart.focus()
    }
    if (event.button === 1) this.take(new PanHold(chart), event)
    else if (event.button === 0 && hit.part === 'divider') this.take(new DividerHold(chart), event)
    else if (event.button === 0) {
      const timer = touch ? window.setTimeout(() => this.lift(event), longPressMilliseconds) : 0
      this.press = { hit, at, touch, timer }
    }
  }

  private take(hold: Hold, event: PointerEvent): void {
    this.hold = hold
    this.taken = this.at
    this.chart.tips.hide()
    this.chart.stage.scroll.style.cursor = hold.cursor
    try {
      this.chart.stage.scroll.setPointerCapture(event.pointerId)
    } catch {
      // The pointer went up meanwhile: its events end the gesture without capture.
    }
    if (hold.scrolls) this.scrolling = requestAnimationFrame(() => this.edgeScroll())
  }

  /** A long press of a finger. */
  private lift(event: PointerEvent): void {
    navigator.vibrate?.(15)
    this.begin(event)
  }

  /** The press has become a drag. */
  private begin(event: PointerEvent): void {
    const { chart, press } = this
    if (!press) return
    window.clearTimeout(press.timer)
    this.press = undefined
    const { hit, at, touch } = press
    // New data may have come since the press.
    const lead = hit.part === 'task' ? chart.index.tasks.get(hit.task.id) : undefined
    if (hit.part === 'task' && lead && !chart.props.read_only && chart.props.onChange) {
      const { id } = lead
      if (!chart.selected.has(id)) chart.select(at.ctrl ? [...chart.selected, id] : [id])
      chart.cursor = id
      const edge = this.hover.edgeOf(hit, touch)
      // The lead first: bubble and guides show it.
      const ids = edge ? [id] : [id, ...[...chart.selected].filter(other => other !== id)]
      const tasks = ids.flatMap(other => chart.index.tasks.get(other) ?? [])
      this.take(new TaskHold(chart, { mode: edge ?? 'move', lead, tasks }, at), event)
    } else if (hit.part === 'plot' || hit.part === 'task') this.take(new BandHold(chart, at), event)
  }

  private move(event: PointerEvent): void {
    const before = this.at
    const hit = this.locate(event)
    const { press, at } = this
    if (press) {
      const far = Math.hypot(at.x - press.at.x, at.y - press.at.y) > (press.touch ? fingerShake : shake)
      if (far && press.touch) this.cancel()
      else if (far) this.begin(event)
    }
    if (this.hold?.scrolls) this.moveSoon()
    else if (this.hold) this.hold.move(at, before)
    else if (!this.press) this.hover.over(hit, at.x, at.y)
  }

  /** Verdicts are asked once a frame, not once an event. */
  private moveSoon(): void {
    if (this.moving) return
    this.moving = requestAnimationFrame(() => {
      this.moving = 0
      this.hold?.move(this.at, this.at)
    })
  }

  /** While a drag is held near an edge the chart goes on under it. */
  private edgeScroll(): void {
    const { hold, chart, at, taken } = this
    if (!hold || !taken) return
    const { view } = chart
    // Taken near an edge, a task must not run away before it is moved.
    const still = Math.hypot(at.x - taken.x, at.y - taken.y) < stillness
    const dx = edgeSpeed(at.x, view.side_width, view.width)
    const dy = edgeSpeed(at.y, view.header_height, view.height)
    if (!still && (dx !== 0 || dy !== 0)) {
      chart.camera.scrollBy(dx, dy)
      chart.glide()
      chart.refresh()
      hold.move(at, at)
    }
    this.scrolling = requestAnimationFrame(() => this.edgeScroll())
  }

  private up(event: PointerEvent): void {
    const hit = this.locate(event)
    const { press, hold, at } = this
    this.release()
    if (hold) {
      hold.drop(at)
      this.hover.cursor(hit)
    } else if (press && hit) this.click(press.hit, event)
  }

  private click(hit: Hit, event: PointerEvent): void {
    const { chart, at } = this
    const { props, selected } = chart
    const time = Math.round(timeAt(chart.view, at.x))
    if (hit.part === 'task') {
      const { id } = hit.task
      chart.cursor = id
      if (!at.ctrl) chart.select([id])
      else chart.select(selected.has(id) ? [...selected].filter(other => other !== id) : [...selected, id])
      props.onClick?.(chart.place(hit.task, hit.row, time, event.clientX, event.clientY))
    } else if (hit.part === 'side' && hit.row) props.onRow?.(hit.row.row)
    else if (hit.part === 'plot') {
      if (!at.ctrl) chart.select([])
      props.onClick?.(chart.place(undefined, hit.row, time, event.clientX, event.clientY))
    }
  }

  private open(event: MouseEvent): void {
    const hit = this.locate(event)
    if (hit?.part === 'task') this.chart.props.onOpen?.(hit.task)
  }

  private menu(event: MouseEvent): void {
    const { chart } = this
    const hit = this.locate(event)
    // A long press lifts a task; the menu of the browser must not come over it.
    if (this.hold) event.preventDefault()
    if (this.hold || !chart.props.onMenu || !hit || !('row' in hit)) return
    event.preventDefault()
    this.release()
    const task = hit.part === 'task' ? hit.task : undefined
    if (task && !chart.selected.has(task.id)) chart.select([task.id])
    const time = Math.round(timeAt(chart.view, this.at.x))
    chart.props.onMenu(chart.place(task, hit.row, time, event.clientX, event.clientY))
  }

  private leave(): void {
    if (!this.press && !this.hold) this.hover.over(undefined, 0, 0)
  }

  private escape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.hold) return
    event.preventDefault()
    event.stopPropagation()
    this.letGo(texts.cancelled)
  }

  /** A drag that ends without a drop says so. */
  private letGo(why: Text): void {
    const { hold, chart } = this
    this.cancel()
    if (hold instanceof TaskHold) chart.tell(chart.say(why), 'plain')
  }
  private cancel(): void {
    this.hold?.cancel()
    this.release()
  }
  private release(): void {
    window.clearTimeout(this.press?.timer)
    cancelAnimationFrame(this.scrolling)
    cancelAnimationFrame(this.moving)
    this.moving = 0
    this.press = undefined
    this.hold = undefined
    this.hover.cursor(undefined)
    this.chart.refresh('overlay')
  }

  private wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    this.locate(event)
    const { chart, at } = this
    const pixels = event.deltaMode === 1 ? event.deltaY * 32 : event.deltaY
    chart.camera.zoomAt(Math.max(at.x, chart.view.side_width), Math.exp(-clamp(pixels, -240, 240) * 0.0022))
    chart.glide()
    chart.tips.hide()
    chart.refresh()
    if (this.hold?.scrolls) this.moveSoon()
  }

  /** Two fingers zoom; one finger scrolls natively unless a long press has lifted a task. */
  private touch(event: TouchEvent): void {
    if (event.touches.length === 1) {
      this.pinch = 0
      if (this.hold && event.cancelable) event.preventDefault()
      return
    }
    const [a, b] = [event.touches[0], event.touches[1]]
    if (!a || !b) return
    if (event.cancelable) event.preventDefault()
    this.cancel()
    const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
    if (event.type === 'touchmove' && this.pinch > 0) {
      const { left } = this.chart.stage.scroll.getBoundingClientRect()
      this.chart.camera.zoomAt((a.clientX + b.clientX) / 2 - left, apart / this.pinch)
      this.chart.glide()
      this.chart.refresh()
    }
    this.pinch = apart
  }
}
