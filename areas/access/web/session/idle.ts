import { useEffect, useRef } from 'react'

const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
/** How often it is looked whether it is time: a device that slept finds out when it wakes. */
const lookEvery = 5_000

/** Does it when nobody has touched the page for so long; `minutes` undefined: never. What a page asks by itself is no touch. */
export function useIdle(minutes: number | undefined, then: () => void): void {
  const what = useRef(then)
  what.current = then
  useEffect(() => {
    if (minutes === undefined) return undefined
    let touched = Date.now()
    const touch = () => {
      touched = Date.now()
    }
    const timer = setInterval(() => {
      if (Date.now() - touched < minutes * 60_000) return
      touch()
      what.current()
    }, lookEvery)
    for (const sign of signs) addEventListener(sign, touch, { capture: true, passive: true })
    return () => {
      clearInterval(timer)
      for (const sign of signs) removeEventListener(sign, touch, { capture: true })
    }
  }, [minutes])
}
