/**
 * Where a visit to an address leads (specification section 2). Pure: the router gives what it knows and follows.
 */
type Decision =
  | { readonly kind: 'pass' }
  /** The rights of the user must be loaded first. */
  | { readonly kind: 'start' }
  /** Old session data is thrown away, then the page shows. */
  | { readonly kind: 'cleanup' }
  | { readonly kind: 'go'; readonly to: string }

export interface Visit {
  readonly path: string
  /** With its question mark, or empty. */
  readonly search: string
  readonly token: boolean
  readonly companyCode: boolean
  /** Pages that the server allows; undefined before they are loaded. */
  readonly allowed: ReadonlySet<string> | undefined
  readonly publicPaths: readonly string[]
  readonly known: (path: string) => boolean
  /** First allowed page of a group address such as /management. */
  readonly firstOfGroup: (path: string) => string | undefined
  readonly storedRedirect: string | undefined
  readonly first: string | undefined
}

export const loginPath = '/login'
export const redirectParam = 'redirect'
/** Says on the sign-in page that the roles of the user open nothing. */
export const noPageParam = 'no_page'
const pass: Decision = { kind: 'pass' }
const go = (to: string): Decision => ({ kind: 'go', to })

/** `/redirect/:path(.*)` is public with everything below it. */
const isPublic = (path: string, publicPaths: readonly string[]): boolean =>
  publicPaths.includes(path) || path.startsWith('/redirect/')

/** Only an address inside the product may be a redirect, and never the sign-in page itself. */
export function insidePath(path: string | null | undefined): string | undefined {
  if (!path?.startsWith('/') || path.startsWith('//') || path.includes('\\')) return undefined
  return path === '/' || path.startsWith(loginPath) || path.startsWith('/redirect') ? undefined : path
}

export function decide(visit: Visit): Decision {
  const { path, search, allowed } = visit
  const signedIn = visit.token && visit.companyCode
  if (path === loginPath) return signedIn ? { kind: 'cleanup' } : pass
  if (isPublic(path, visit.publicPaths)) return pass
  if (!signedIn) {
    return go(path === '/' ? loginPath : `${loginPath}?${redirectParam}=${encodeURIComponent(path + search)}`)
  }
  if (!allowed) return { kind: 'start' }
  if (path === '/') {
    const stored = insidePath(visit.storedRedirect)
    const storedPath = stored?.split('?')[0]
    return go((storedPath && allowed.has(storedPath) ? stored : visit.first) ?? `${loginPath}?${noPageParam}=1`)
  }
  const child = visit.firstOfGroup(path)
  if (child) return go(child)
  if (!visit.known(path)) return go(loginPath)
  return allowed.has(path) ? pass : go(`/403?path=${encodeURIComponent(path)}`)
}
