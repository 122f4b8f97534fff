import { noBurst, scanOf, withKey } from '@qitao/platform/web/form/scanner.ts'
import { type KeyboardEvent, useRef } from 'react'

/**
 * A label that is scanned while a quantity has the focus is no figure: what stood there before comes back, and the label goes where labels
 * go. Answers what listens to the keys of what is around the field.
 */
export function useScansInQuantity({
  now,
  change,
  onScan,
}: {
  /** What stands there, drawn or not. */
  now: () => string | null
  change: (quantity: string | null) => void
  onScan: (code: string) => void
}): (event: KeyboardEvent<HTMLElement>) => void {
  const burst = useRef(noBurst)
  const before = useRef<string | null>(null)
  return event => {
    const { key, timeStamp, target } = event
    if (!(target instanceof HTMLInputElement) || !target.closest('.qt-number-input')) return
    if (key.length === 1) {
      burst.current = withKey(burst.current, key, timeStamp)
      if (burst.current.text === key) before.current = now()
    }
    if (key !== 'Enter') return
    const read = scanOf(burst.current, timeStamp, target.value, before.current ?? '')
    burst.current = noBurst
    if (!read?.restores) return
    event.preventDefault()
    event.stopPropagation()
    change(before.current)
    onScan(read.code)
  }
}
