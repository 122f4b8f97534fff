import { useSyncExternalStore } from 'react'

/** Up to this width, px, columns do not stand side by side. */
const phoneQuery = '(max-width: 640px)'

/** Whether the screen is as narrow as a phone. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    told => {
      const query = matchMedia(phoneQuery)
      query.addEventListener('change', told)
      return () => query.removeEventListener('change', told)
    },
    () => matchMedia(phoneQuery).matches,
  )
}
