import { type Text, text } from '@qitao/core/text.ts'
import { Button } from 'antd'
import { type ComponentProps, type ComponentType, Suspense } from 'react'
import { Navigate, useLocation, useRouteError, useSearchParams } from 'react-router'
import { insidePath, loginPath } from '../session/guard.ts'
import { useSay } from '../session/language.ts'
import { forgetPage } from '../session/page-memory.ts'
import { isSignedIn, session, signOut } from '../session/session.ts'
import { BrokenPart } from '../show/contained.tsx'
import type { SiteMap } from './menu.ts'
import { go } from './navigation.ts'
import { PageMessage } from './page-message.tsx'
import { PublicFrame } from './public-frame.tsx'

function WayOn({ back = true }: { back?: boolean }) {
  const say = useSay()
  // Opened by its address it knows no session yet; the sign-in page would end the one that there is.
  const home = session.use()?.menu.first ?? (isSignedIn() ? '/' : undefined)
  return (
    <>
      <Button type="primary" onClick={() => go(home ?? loginPath, { replace: true })}>
        {say(home ? text('前往首页', 'Go to the first page') : text('前往登录', 'Go to sign-in'))}
      </Button>
      {back && history.length > 1 ? <Button onClick={() => go(-1)}>{say(text('返回上一页', 'Go back'))}</Button> : null}
    </>
  )
}

/** A message that stands by itself, as the other pages outside the product do; within its frame the frame is enough. */
function FramedMessage({ about, ...message }: ComponentProps<typeof PageMessage> & { about: string }) {
  if (session.use() && isSignedIn()) return <PageMessage {...message} />
  return (
    <PublicFrame about={about}>
      <PageMessage level={2} {...message} />
    </PublicFrame>
  )
}

interface ForbiddenProps {
  site: SiteMap
  /** The way to what is missing; needs a session. */
  Offer: ComponentType<{ path: string }> | undefined
}
/** /403: which page is not allowed and who can grant it; goes on by itself when it is granted. */
export function ForbiddenPage({ site, Offer }: ForbiddenProps) {
  const say = useSay()
  const [search] = useSearchParams()
  const signedIn = session.use()
  const asked = insidePath(search.get('path'))
  const wanted = site.pages.find(page => page.path === asked?.split('?')[0])
  if (signedIn && !signedIn.menu.first) {
    return (
      <FramedMessage
        about="403"
        title={text('还没有可用的页面', 'No page is open to you yet')}
        detail={text(
          '您的角色没有任何页面权限，请联系公司管理员授权后重新登录。',
          'Your roles allow no page. Ask an administrator of your company, then sign in again.',
        )}
        next={<Button onClick={signOut}>{say(text('退出登录', 'Sign out'))}</Button>}
      />
    )
  }
  if (asked && wanted && signedIn?.menu.allowed.has(wanted.path)) return <Navigate to={asked} replace />
  const title: Text = wanted
    ? { zh: `没有「${wanted.title.zh}」的权限`, en: `No permission for ${wanted.title.en}` }
    : text('没有权限', 'No permission')
  return (
    <FramedMessage
      about="403"
      title={title}
      detail={text(
        '公司管理员可在「权限管理」中把该页面授权给您的角色。',
        'An administrator of your company can grant this page to your role in Access control.',
      )}
      next={<WayOn back={false} />}
    >
      {signedIn && wanted && Offer ? (
        <Suspense fallback={null}>
          <Offer path={wanted.path} />
        </Suspense>
      ) : null}
    </FramedMessage>
  )
}

/** /404: reached from the product, when what a link names is gone. */
export function NotFoundPage() {
  const [search] = useSearchParams()
  const asked = search.get('path')
  return (
    <FramedMessage
      about="404"
      title={text('页面不存在', 'There is no such page')}
      {...(asked
        ? {
            detail: {
              zh: `找不到 ${asked}，它可能已被删除或改名。`,
              en: `${asked} was not found. It may be deleted or renamed.`,
            },
          }
        : {})}
      next={<WayOn />}
    />
  )
}

/** /redirect/:path(.*): mounts the page anew, so that a tab refreshes; no entry in the history, only inside addresses. */
export function RedirectPage() {
  const { pathname, search } = useLocation()
  const to = insidePath(pathname.slice('/redirect'.length))
  if (!to) return <Navigate to="/" replace />
  forgetPage(to)
  return <Navigate to={to + search} replace />
}

/** The frame itself failed: what a page does is contained in the page. */
export const BrokenFrame = () => <BrokenPart error={useRouteError()} />
