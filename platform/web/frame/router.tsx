import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createBrowserRouter, Navigate, Outlet, type RouteObject, useLocation } from 'react-router'
import { CallFailure } from '../call/failures.ts'
import { EditRoute } from '../form/edit-route.tsx'
import { decide, type Visit } from '../session/guard.ts'
import { useSay } from '../session/language.ts'
import { endSession, isSignedIn, loadSession, session } from '../session/session.ts'
import { readSession, readSessionData, readToken, storageKeys } from '../session/storage.ts'
import { Shell } from '../shell/shell.tsx'
import { Contained, LoadedPage } from '../show/contained.tsx'
import { ErrorState } from '../show/error-state.tsx'
import { PageSkeleton } from '../show/skeleton.tsx'
import type { AreaWeb, PageRoute } from './area-web.ts'
import type { SiteMap, SitePage } from './menu.ts'
import { BrokenFrame, ForbiddenPage, NotFoundPage, RedirectPage } from './system-pages.tsx'
import { useTabTitle } from './tab-names.ts'

interface RouterOptions {
  readonly areas: readonly AreaWeb[]
  readonly site: SiteMap
}

export function createRouter({ areas, site }: RouterOptions) {
  const routes = areas.flatMap(area => area.routes ?? [])
  const publicRoutes = areas.flatMap(area => area.publicRoutes ?? [])
  const publicPaths = ['/403', '/404', ...publicRoutes.map(route => route.path)]
  const pages = new Map(routes.map(({ page }) => [page.path, page]))
  const pageAt = (path: string) => pages.get(path)
  const icons = Object.assign({}, ...areas.map(area => area.icons ?? {})) as Record<string, ReactNode>
  const userMenu = areas.flatMap(area => area.userMenu ?? [])
  const publicPages = new Set(publicRoutes.map(route => route.path))
  const refused = areas.flatMap(area => area.refused ?? []).map(load => lazy(load))[0]
  const company = areas.flatMap(area => area.head?.company ?? []).map(load => lazy(load))[0]
  const headItems = areas.flatMap(area => area.head?.items ?? []).map(load => lazy(load))
  const notices = areas.flatMap(area => area.notices ?? []).map(({ load }) => lazy(load))

  const visitAt = (path: string, search: string): Visit => {
    const menu = session.get()?.menu
    return {
      path,
      search,
      token: Boolean(readToken()),
      companyCode: Boolean(readSessionData().company_code),
      allowed: menu?.allowed,
      publicPaths,
      known: asked => pages.has(asked),
      firstOfGroup: asked => menu?.firstOf.get(asked),
      storedRedirect: readSession(storageKeys.redirect),
      first: menu?.first,
    }
  }

  /** Every visit passes here (specification section 2). */
  function Guard() {
    const { pathname, search, key } = useLocation()
    const now = session.use()
    const cleaned = useRef<string>(undefined)
    const decision = decide(visitAt(pathname, search))
    // A visit to the sign-in page throws the old session away once; signing in on that page begins a new one.
    const cleans = decision.kind === 'cleanup' && cleaned.current !== key
    useLayoutEffect(() => {
      if (pathname !== '/login') return
      if (cleans) endSession()
      cleaned.current = key
    }, [cleans, key, pathname])
    useTitle(pathname, pageAt)
    if (decision.kind === 'go') return <Navigate to={decision.to} replace />
    if (decision.kind === 'start') return <Start />
    const framed = now && isSignedIn() && !publicPages.has(pathname)
    if (!framed) {
      return (
        <main className="qt-bare">
          <Outlet />
        </main>
      )
    }
    return (
      <Shell pageAt={pageAt} icons={icons} userMenu={userMenu} company={company} headItems={headItems}>
        <Outlet />
        {notices.map((Told, index) => (
          <Contained key={index} silent>
            <Suspense fallback={null}>
              <Told />
            </Suspense>
          </Contained>
        ))}
      </Shell>
    )
  }

  const children: RouteObject[] = [
    { path: '/', element: null },
    { path: '/403', element: <ForbiddenPage site={site} Offer={refused} /> },
    { path: '/404', element: <NotFoundPage /> },
    { path: '/redirect/*', element: <RedirectPage /> },
    ...publicRoutes.map(route => ({ path: route.path, element: lazily(route.load, route.path) })),
    ...routes.map(route => ({ path: route.page.path, element: pageElement(route) })),
    { path: '*', element: null },
  ]
  return createBrowserRouter([{ element: <Guard />, errorElement: <BrokenFrame />, children }])
}

// By its address, so that a page that failed leaves nothing to the next.
const lazily = (load: PageRoute['load'], path: string): ReactNode => <LoadedPage key={path} load={load} />
const pageElement = ({ page, load }: PageRoute): ReactNode =>
  page.kind === 'edit' ? <EditRoute>{lazily(load, page.path)}</EditRoute> : lazily(load, page.path)

function useTitle(path: string, pageAt: (path: string) => SitePage | undefined) {
  const say = useSay()
  const tabTitle = useTabTitle()
  const page = pageAt(path)
  const title = page ? `${say(tabTitle(page))} · ${say(product)}` : say(product)
  useEffect(() => {
    document.title = title
  }, [title])
}
const product = { zh: '齐套', en: 'Qitao' }

/** Loads user and rights before the first page is shown. */
function Start() {
  const [failure, setFailure] = useState<CallFailure>()
  const load = () => {
    setFailure(undefined)
    loadSession().catch((error: unknown) => {
      if (!(error instanceof CallFailure)) throw error
      setFailure(error)
    })
  }
  useEffect(load, [])
  return <div className="qt-start">{failure ? <ErrorState failure={failure} retry={load} /> : <PageSkeleton />}</div>
}
