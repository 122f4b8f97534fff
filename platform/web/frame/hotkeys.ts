import { useEffect, useRef } from 'react'

/** `mod` is Ctrl, on a Mac Command. Keys as in KeyboardEvent.key, in lower case: 'mod+enter', '?', 'j'. */
type Hotkeys = Readonly<Record<string, (event: KeyboardEvent) => void>>

export function hotkeyOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string {
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase()
  return `${event.ctrlKey || event.metaKey ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${key}`
}
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName) || target.role === 'combobox')

/** Keys for the whole page. Without a modifier they are silent while someone types or a dialog is open. */
export function useHotkeys(keys: Hotkeys, active = true): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (!active) return
    const listen = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented) return
      const name = hotkeyOf(event)
      const run = latest.current[name]
      if (!run) return
      const plain = !name.startsWith('mod+') && !name.startsWith('alt+')
      if (plain && (isTyping(event.target) || document.querySelector('.ant-modal-wrap:not([style*="none"])'))) return
      event.preventDefault()
      run(event)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [active])
}
