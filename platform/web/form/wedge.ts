import { useEffect, useRef } from 'react'
import { isTypedInto, onHostScan } from './host.ts'

/** Keys of a label that a scanner types outside of any field. */
export interface Label {
  readonly text: string
  /** Of its last key, milliseconds. */
  readonly at: number
}
export const noLabel: Label = { text: '', at: Number.NEGATIVE_INFINITY }
/** Outside of fields nobody types: a slow scanner's keys are one label all the same, and what stays without an end is none. */
const longestGap = 1_000
const shortestLabel = 3

/** The label after one more key; what ends it answers the code, and the next one begins with nothing. */
export function afterKey(label: Label, key: string, at: number): { label: Label; code?: string } {
  const before = at - label.at <= longestGap ? label.text : ''
  if (key.length === 1) return { label: { text: before + key, at } }
  if (key !== 'Enter' && key !== 'Tab') return { label }
  const code = before.trim()
  return code.length < shortestLabel ? { label: noLabel } : { label: noLabel, code }
}

/**
 * Follows the keys of a page. A space within a label presses nothing: neither as it goes down nor, as Firefox has it, as it comes up; the
 * same for what ends a label.
 */
export function wedgeKeys(onCode: (code: string) => void) {
  let label = noLabel
  let taken = ''
  const swallow = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    down(event: KeyboardEvent): void {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      const { target, key, timeStamp } = event
      if (isTypedInto(target)) return
      const next = afterKey(label, key, timeStamp)
      const isWithin = key === ' ' && next.label.text.trim() !== ''
      label = next.label
      if (!isWithin && next.code === undefined) return
      taken = key
      swallow(event)
      if (next.code !== undefined) onCode(next.code)
    },
    up(event: KeyboardEvent): void {
      if (event.key !== taken) return
      taken = ''
      swallow(event)
    },
  }
}

/** Labels of a scanner, by its keys or told by the app on the device, wherever the focus is so long as it is in no field: each once. */
export function useWedge(onScan: (code: string) => void): void {
  const take = useRef(onScan)
  take.current = onScan
  useEffect(() => {
    const { down, up } = wedgeKeys(code => take.current(code))
    document.addEventListener('keydown', down, true)
    document.addEventListener('keyup', up, true)
    const end = onHostScan(code => take.current(code))
    return () => {
      document.removeEventListener('keydown', down, true)
      document.removeEventListener('keyup', up, true)
      end()
    }
  }, [])
}
