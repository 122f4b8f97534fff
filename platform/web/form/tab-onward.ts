import type { KeyboardEvent } from 'react'

const tabbable = 'input, textarea, select, button, a[href], [tabindex="0"]'
const isReachable = (one: HTMLElement): boolean =>
  one.tabIndex >= 0 && !(one as HTMLInputElement).disabled && one.checkVisibility()

/** Where Tab leads from here when it was held for an answer: to the next cell of a grid, else to the next field. */
export function tabOnward(from: HTMLElement, back: boolean): void {
  const grid = from.closest<HTMLElement>('[role=grid]')
  if (grid) {
    grid.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key: 'Tab', shiftKey: back, bubbles: true }))
    return
  }
  const frame = from.closest('.ant-modal, .ant-drawer') ?? document.body
  const all = [...frame.querySelectorAll<HTMLElement>(tabbable)].filter(one => one === from || isReachable(one))
  all[all.indexOf(from) + (back ? -1 : 1)]?.focus()
}

/**
 * Keys of a select that Tab only leaves: of itself antd takes the row that is lit, which with several to choose takes away
 * what was just chosen.
 */
export function tabLeaves(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (event.key !== 'Tab') return
  event.stopPropagation()
  const { currentTarget, shiftKey } = event
  if (!currentTarget.closest('[role=grid]')) return
  event.preventDefault()
  tabOnward(currentTarget, shiftKey)
}
