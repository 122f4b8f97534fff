import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { Button, Drawer, Grid } from 'antd'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useLive, useLiveConnection } from '../call/live.ts'
import type { UserMenuItem } from '../frame/area-web.ts'
import { type Guide, guideOf } from '../frame/guide.ts'
import { useHotkeys } from '../frame/hotkeys.ts'
import type { SitePage } from '../frame/menu.ts'
import { useTabTitle } from '../frame/tab-names.ts'
import { useLanguage, useSay } from '../session/language.ts'
import { reloadRights, session } from '../session/session.ts'
import { readLocal, storageKeys, writeLocal } from '../session/storage.ts'
import { BrandMark } from './brand.tsx'
import { GuideDrawer } from './guides.tsx'
import { HeadBar } from './head-bar.tsx'
import { Palette } from './palette.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { SideMenu } from './side-menu.tsx'
import { TabBar } from './tab-bar.tsx'
import { leftFor, visitTab } from './tab-store.ts'
import { ViewBanner } from './view-banner.tsx'
import './shell.css'

/** Sidebar widths of the specification (section 9), px. */
const sideWidths = { zh: 160, en: 230 } as const
const foldedWidth = 56

interface ShellProps {
  pageAt: (path: string) => SitePage | undefined
  icons: Readonly<Record<string, ReactNode>>
  userMenu: readonly UserMenuItem[]
  company: ComponentType | undefined
  headItems: readonly ComponentType[]
  children: ReactNode
}
/** The frame around all pages: menu, header, tabs, and one white panel. */
export function Shell({ pageAt, icons, userMenu, company, headItems, children }: ShellProps) {
  const say = useSay()
  const language = useLanguage()
  const { pathname, search } = useLocation()
  const screens = Grid.useBreakpoint()
  const narrow = screens.md === false
  const tight = screens.xl === false
  const [sidebar, setSidebar] = useState(readLocal(storageKeys.sidebar))
  const folded = sidebar === undefined ? tight : sidebar === '0'
  const [drawer, setDrawer] = useState(false)
  const [palette, setPalette] = useState(false)
  const [shortcuts, setShortcuts] = useState(false)
  // The page that is open, or the guide that was found by words.
  const [guide, setGuide] = useState<'page' | Guide>()
  useLiveConnection()
  // Told to one member, or to everybody with the role it is about.
  useLive('rights', ({ data }) => {
    const role_id = (data as { role_id?: string } | undefined)?.role_id
    if (role_id === undefined || session.get()?.role_ids.includes(role_id)) void reloadRights()
  })
  useHotkeys({ 'mod+k': () => setPalette(true), '?': () => setGuide('page'), f1: () => setGuide('page') })
  useEffect(() => {
    if (pageAt(pathname)) {
      visitTab({ path: pathname, search })
      leftFor(pathname)
    }
  }, [pathname, search, pageAt])
  const tabTitle = useTabTitle()
  const titleOf = (path: string) => {
    const page = pageAt(path)
    return page ? say(tabTitle(page)) : path
  }
  const fold = () => {
    const next = folded ? '1' : '0'
    writeLocal(storageKeys.sidebar, next)
    setSidebar(next)
  }
  const brand = (
    <div className="qt-brand">
      <BrandMark />
      {folded && !narrow ? null : say(text('齐套', 'Qitao'))}
    </div>
  )
  return (
    <div className="qt-shell" style={{ ['--qt-side' as string]: `${folded ? foldedWidth : sideWidths[language]}px` }}>
      {narrow ? (
        <Drawer
          open={drawer}
          placement="left"
          size={260}
          title={brand}
          onClose={() => setDrawer(false)}
          styles={{ body: { padding: 0 } }}
        >
          <SideMenu active={pathname} folded={false} icons={icons} onChoose={() => setDrawer(false)} />
        </Drawer>
      ) : (
        <aside className="qt-side">
          {brand}
          <nav className="qt-side-menu" aria-label={say(text('菜单', 'Menu'))}>
            <SideMenu active={pathname} folded={folded} icons={icons} />
          </nav>
          <Button
            type="text"
            className="qt-side-fold"
            icon={folded ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
            aria-label={say(folded ? text('展开菜单', 'Unfold the menu') : text('收起菜单', 'Fold the menu'))}
            onClick={fold}
          />
        </aside>
      )}
      <HeadBar
        narrow={narrow}
        userMenu={userMenu}
        Company={company}
        items={headItems}
        onMenu={() => setDrawer(true)}
        onPalette={() => setPalette(true)}
        onGuide={() => setGuide('page')}
      />
      <ViewBanner />
      <TabBar active={pathname} titleOf={titleOf} />
      <main className="qt-main">{children}</main>
      <Palette open={palette} onClose={() => setPalette(false)} onGuide={setGuide} />
      <GuideDrawer
        choose={guide && (guides => (guide === 'page' ? guideOf(guides, pathname) : guide))}
        onClose={() => setGuide(undefined)}
        onShortcuts={() => setShortcuts(true)}
      />
      <Shortcuts open={shortcuts} onClose={() => setShortcuts(false)} />
    </div>
  )
}
