import { seal } from '../form/seal.ts'
import { insidePath } from '../session/guard.ts'
import { readSessionData } from '../session/storage.ts'
import type { SitePage } from './menu.ts'

/** Plain functions to go to pages, usable in any callback. The router of the one window is registered at start. */
type Go = (address: string | -1, options?: { replace?: boolean; state?: unknown }) => void
let goTo: Go = () => {}
let titleHere: () => string = () => ''
export function setNavigation(go: Go, title: () => string): void {
  goTo = go
  titleHere = title
}

export const go: Go = (address, options) => goTo(address, options)

export type PageQuery = Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>

export const withQuery = (path: string, query: PageQuery): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  const written = params.toString()
  return written ? `${path}?${written}` : path
}
/** Opens a page; the query fills its list filters by name. */
export function openPage(page: Pick<SitePage, 'path'>, query: PageQuery = {}): void {
  goTo(withQuery(page.path, query))
}

/** Opening an edit page waits this long (specification section 2), so that a double click opens one. */
const editDelay = 300
let opening = 0

/** Opens an edit page with a sealed payload; it knows the way back. */
export function openEdit(
  page: Pick<SitePage, 'path' | 'title'>,
  payload: Readonly<Record<string, unknown>> = {},
): void {
  const prevRouter = location.pathname + location.search
  const prevTitle = titleHere()
  const from = location.pathname
  clearTimeout(opening)
  opening = setTimeout(async () => {
    const data = await seal(payload, readSessionData().company_code ?? '')
    // Who has gone elsewhere in the meantime stays there.
    if (location.pathname === from) goTo(withQuery(page.path, { data, prevRouter, prevTitle }))
  }, editDelay) as unknown as number
}

/** Where an edit page was opened from. */
export function previousPage(search: string): string | undefined {
  return insidePath(new URLSearchParams(search).get('prevRouter'))
}
/** Back to the page that opened this one. */
export function goBack(): void {
  const previous = previousPage(location.search)
  if (previous) goTo(previous, { state: { back: true } })
  else goTo(-1)
}
/** Mounts a page anew by way of /redirect, which leaves no trace in the history. */
export const remount = (address: string): void => goTo(`/redirect${address}`, { replace: true })
