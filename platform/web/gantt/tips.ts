import type { GanttTipLine } from './gantt-types.ts'
import type { Stage } from './stage.ts'

const paragraph = (line: GanttTipLine): HTMLElement => {
  const made = document.createElement('div')
  if (typeof line === 'string') {
    made.textContent = line
    return made
  }
  if (line.tone) made.dataset.tone = line.tone
  if (line.title !== undefined) {
    const title = document.createElement('span')
    title.className = 'qt-gantt-tip-title'
    title.textContent = line.title
    made.append(title, ' ')
  }
  const value = document.createElement('span')
  value.textContent = line.value
  made.append(value)
  return made
}

/** Puts a box near a point of the host, inside it. */
function place(box: HTMLElement, host: HTMLElement, x: number, y: number, gap: number): void {
  const { offsetWidth: width, offsetHeight: height } = box
  const left = x + gap + width <= host.clientWidth ? x + gap : Math.max(4, x - gap - width)
  const top = y + gap + height <= host.clientHeight ? y + gap : Math.max(4, y - gap - height)
  box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
}

/** Tooltip (after a pause, text of the page) and the bubble that follows a drag (times, refusal). */
export class Tips {
  private timer = 0
  private readonly stage: Stage
  private readonly host: HTMLElement

  constructor(stage: Stage, host: HTMLElement) {
    this.stage = stage
    this.host = host
  }

  /** `lines` is asked only when the pause is over. */
  show(lines: () => readonly GanttTipLine[], x: number, y: number): void {
    window.clearTimeout(this.timer)
    const delay = this.stage.tip.hidden ? 280 : 60
    this.timer = window.setTimeout(() => {
      const said = lines()
      const { tip } = this.stage
      tip.hidden = said.length === 0
      if (tip.hidden) return
      tip.replaceChildren(...said.map(paragraph))
      place(tip, this.host, x, y, 16)
    }, delay)
  }
  hide(): void {
    window.clearTimeout(this.timer)
    this.stage.tip.hidden = true
  }

  bubble(lines: readonly GanttTipLine[], x: number, y: number): void {
    const { bubble } = this.stage
    bubble.hidden = false
    bubble.replaceChildren(...lines.map(paragraph))
    place(bubble, this.host, x, y, 20)
  }
  hideBubble(): void {
    this.stage.bubble.hidden = true
  }

  /** Said once by screen readers; the same text twice in a row is said twice. */
  announce(text: string): void {
    const { live } = this.stage
    live.textContent = live.textContent === text ? `${text}\u00a0` : text
  }
}
