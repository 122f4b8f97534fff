import { LoadingOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import updateLocale from 'dayjs/plugin/updateLocale'
import 'dayjs/locale/zh-cn'
import 'dayjs/locale/en'
import { type ReactNode, StrictMode, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { send } from '../call/client.ts'
import { CallFailure, defineErrors } from '../call/failures.ts'
import { onLiveEnd, onLiveOpen } from '../call/live.ts'
import { queryClient } from '../call/use-call.ts'
import { registerPicker } from '../form/pickers.ts'
import { registerTool } from '../list/page-tools.tsx'
import { configureRecords, type RecordCalls } from '../list/record-parts.ts'
import { useLanguage } from '../session/language.ts'
import { configureSession, onRightsMoved, reloadRights, type SessionCalls } from '../session/session.ts'
import { answerOtherTabs, askOtherTabs, readSessionData, readToken, writeSessionData } from '../session/storage.ts'
import { antdTheme, useLook, watchLook } from '../session/theme.ts'
import { configureGuides } from '../shell/guides.tsx'
import { setToastHost } from '../show/toast.ts'
import type { AreaWeb } from './area-web.ts'
import type { SiteMap } from './menu.ts'
import { setNavigation } from './navigation.ts'
import { createRouter } from './router.tsx'
import 'antd/dist/reset.css'
import '../tokens.css'
import '../styles.css'

interface StartOptions {
  readonly areas: readonly AreaWeb[]
  readonly site: SiteMap
  readonly session: SessionCalls
  readonly records: RecordCalls
  readonly root: HTMLElement
}

dayjs.extend(updateLocale)
// Weeks begin on Monday, and the first week of a year holds 4 January, in both languages (specification section 9).
dayjs.updateLocale('en', { weekStart: 1, yearStart: 4 })

/** Starts the product in the browser. The only caller is `apps/web/main.tsx`, which knows the areas. */
export async function start({ areas, site: all, session, records, root }: StartOptions): Promise<void> {
  // A page of the site map whose area has no file for it yet must not be offered.
  const drawn = new Set(areas.flatMap(area => area.routes ?? []).map(({ page }) => page.path))
  const site = { ...all, pages: all.pages.filter(page => drawn.has(page.path)) }
  for (const area of areas) {
    defineErrors(area.errors ?? [])
    for (const tool of area.tools ?? []) registerTool(tool)
    for (const [record, picker] of Object.entries(area.pickers ?? {})) registerPicker(record, picker)
  }
  watchLook()
  answerOtherTabs()
  if (readToken() && !readSessionData().company_code) {
    const shared = await askOtherTabs()
    if (shared) writeSessionData(shared)
  }
  const router = createRouter({ areas, site })
  const go = (address: string | -1, options?: { replace?: boolean; state?: unknown }) =>
    void (address === -1 ? router.navigate(-1) : router.navigate(address, options))
  setNavigation(go, () => document.title.split(' · ')[0] ?? '')
  configureRecords(records)
  configureGuides(areas.flatMap(area => area.guides ?? []))
  // Whoever is stopped learns it at once: any call answers 5256 or 7025, and the session ends with its words.
  onLiveEnd(() =>
    send(session.userInfo, {}).then(
      () => true,
      (error: unknown) => error instanceof CallFailure && error.kind === 'refused',
    ),
  )
  // As after being offline: pages ask again, forms that are being filled do not. A right may have changed in any case.
  onLiveOpen(missed => {
    if (missed) queryClient.getQueryCache().onOnline()
    void reloadRights()
  })
  // What was refused for want of a right may be allowed now.
  onRightsMoved(() => void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' }))
  configureSession({ calls: session, site, leaveTo: address => go(address, { replace: true }) })
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Looks>
          <RouterProvider router={router} />
        </Looks>
      </QueryClientProvider>
    </StrictMode>,
  )
}

/** antd in the language and look of the user, and the place where messages appear. */
function Looks({ children }: { children: ReactNode }) {
  const language = useLanguage()
  const look = useLook()
  const theme = useMemo(() => antdTheme(look), [look])
  dayjs.locale(language === 'zh' ? 'zh-cn' : 'en')
  return (
    <ConfigProvider
      locale={language === 'zh' ? zhCN : enUS}
      theme={theme}
      // A spinner of our own: the usual one leaves by a motion, whose end it may miss; it stays then, unseen, in the button's name.
      button={{ autoInsertSpace: false, loadingIcon: <LoadingOutlined /> }}
      form={{ validateMessages: { required: requiredText[language] } }}
      variant="outlined"
    >
      {/* Without a motion of its own: what is closed while it still comes up could miss its end and stay. */}
      <App
        message={{ top: 56, maxCount: 4, transitionName: '' }}
        notification={{ placement: 'topRight', top: 56 }}
        component={false}
      >
        <ToastHost />
        {children}
      </App>
    </ConfigProvider>
  )
}
const requiredText = text('必填项不能为空', 'A required field is empty')

function ToastHost() {
  setToastHost(App.useApp())
  return null
}
