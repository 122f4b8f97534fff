import { useEffect, useRef } from 'react'
import { hostEvents } from './host-events.ts'

const fields = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]'
/** Whether keys go into it. */
export const isTypedInto = (target: unknown): boolean => target instanceof HTMLElement && target.matches(fields)

const codeOf = (event: Event): string => String((event as CustomEvent<unknown>).detail ?? '').trim()

/** Labels while the focus is in no field; answers how to stop. */
export function onHostScan(take: (code: string) => void): () => void {
  const onScan = (event: Event) => {
    const code = codeOf(event)
    if (code !== '' && !isTypedInto(document.activeElement)) take(code)
  }
  addEventListener(hostEvents.scan, onScan)
  return () => removeEventListener(hostEvents.scan, onScan)
}

/** Past what React has put over the value of a field: by that it would hold what was written for its own, and tell nobody. */
function typed(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
}

/** A label that is read while the focus is in a field goes into it, as the keys of a scanner that types do. */
export function typeHostScans(): void {
  addEventListener(hostEvents.scan, event => {
    const [field, code] = [document.activeElement, codeOf(event)]
    if (code === '' || !isTypedInto(field)) return
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || field.readOnly) return
    // Fields of numbers and the like know no place in their text, and take no text that is none of theirs.
    const { selectionStart: from, selectionEnd: to, value: before } = field
    if (from === null || to === null) {
      typed(field, code)
      if (field.value === '') return typed(field, before)
    } else field.setRangeText(code, from, to, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: code }))
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  })
}

/** What the back key of the device does here; undefined: nothing, and the app goes behind the others. */
export function useHostBack(onBack: (() => void) | undefined): void {
  const go = useRef(onBack)
  go.current = onBack
  useEffect(() => {
    const onKey = (event: Event) => {
      if (!go.current || event.defaultPrevented) return
      event.preventDefault()
      go.current()
    }
    addEventListener(hostEvents.back, onKey)
    return () => removeEventListener(hostEvents.back, onKey)
  }, [])
}
