import { go, remount } from '../frame/navigation.ts'
import {
  allowedTabs,
  closeOtherTabs,
  closeTab,
  neighbourOf,
  noTabs,
  openTab,
  type Tab,
  type Tabs,
} from '../frame/tabs.ts'
import { forgetAllPages, forgetPage } from '../session/page-memory.ts'
import { forgetWithSession, setUpWithSession, userKey } from '../session/session.ts'
import { readJson, readLocal, storageKeys, writeLocal } from '../session/storage.ts'
import { createStore } from '../store.ts'

/** The open tabs; kept in this browser per user (specification section 2). */
export const tabs = createStore<Tabs>(noTabs)
const key = () => `${storageKeys.tabOrder}:${userKey()}`
forgetWithSession(() => {
  tabs.set(noTabs)
  forgetAllPages()
})

export function changeTabs(change: (now: Tabs) => Tabs): void {
  tabs.set(change)
  writeLocal(key(), JSON.stringify(tabs.get()))
}
// The tabs of last time, as far as they are still allowed; before the first page opens its own.
setUpWithSession(({ menu }) => {
  const kept = readJson<Tabs>(readLocal(key()))
  if (kept) tabs.set(allowedTabs(kept, menu.allowed))
})
export const visitTab = (tab: Tab): void => changeTabs(now => openTab(now, tab))

export function close(path: string): void {
  const next = neighbourOf(tabs.get(), path)
  const active = location.pathname === path
  const shut = () => {
    forgetPage(path)
    changeTabs(now => closeTab(now, path))
  }
  if (!active) {
    shut()
    return
  }
  leave(path)
  go(next ? next.path + next.search : '/')
}
const leaving = new Set<string>()
/** The tab closes once its page has really been left: an edit page may ask first, and stay. */
export const leave = (path: string): void => void leaving.add(path)
export const stayed = (): void => leaving.clear()
/** Called when the shown path changes: tabs that were waiting to be left are closed. */
export function leftFor(path: string): void {
  for (const waiting of leaving) {
    leaving.delete(waiting)
    if (waiting === path) continue
    forgetPage(waiting)
    changeTabs(now => closeTab(now, waiting))
  }
}
export function closeOthers(path: string): void {
  for (const tab of tabs.get().open) if (tab.path !== path) forgetPage(tab.path)
  changeTabs(now => closeOtherTabs(now, path))
  if (location.pathname !== path) {
    const tab = tabs.get().open[0]
    if (tab) go(tab.path + tab.search)
  }
}
export function refreshTab(tab: Tab): void {
  forgetPage(tab.path)
  remount(tab.path + tab.search)
}
