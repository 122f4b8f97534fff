import { dropKeptOf, keepOnlyOf, keptForms, keptOf } from '../form/kept-forms.ts'
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
import { mayClose, releaseShown } from './unsaved.ts'

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
  keepOnlyOf(tabs.get().open.map(({ path }) => path))
})
export const visitTab = (tab: Tab): void => changeTabs(now => openTab(now, tab))

export async function close(path: string): Promise<void> {
  const next = neighbourOf(tabs.get(), path)
  const active = location.pathname === path
  if (!active) {
    if (await mayClose([path])) shut(path)
    return
  }
  // Beside the document that is shown others may wait in its tab: one question is about all.
  if (keptOf(keptForms.get(), path)) {
    if (!(await mayClose([path]))) return
    dropKeptOf(path)
    releaseShown()
  }
  leave(path)
  go(next ? next.path + next.search : '/')
}
function forget(path: string): void {
  forgetPage(path)
  dropKeptOf(path)
}
function shut(path: string): void {
  forget(path)
  changeTabs(now => closeTab(now, path))
}
const leaving = new Set<string>()
/** The tab closes once its page has really been left: an edit page may ask first, and stay. */
export const leave = (path: string): void => void leaving.add(path)
export const isLeaving = (path: string): boolean => leaving.has(path)
export const stayed = (): void => leaving.clear()
/** Called when the shown path changes: tabs that were waiting to be left are closed. */
export function leftFor(path: string): void {
  for (const waiting of leaving) {
    leaving.delete(waiting)
    if (waiting === path) continue
    // Another document of its kind waits there, half written.
    const next = keptOf(keptForms.get(), waiting)
    if (next) changeTabs(now => openTab(now, { path: waiting, search: next.search }))
    else shut(waiting)
  }
}
export async function closeOthers(path: string): Promise<void> {
  const { open } = tabs.get()
  const kept = open.find(tab => tab.path === path)
  const others = open.map(tab => tab.path).filter(one => one !== path)
  if (!kept || !(await mayClose(others))) return
  const shown = location.pathname
  for (const one of others) if (one !== shown) forget(one)
  if (shown === path) return changeTabs(now => closeOtherTabs(now, path))
  // The page that is shown may ask, and stay: its tab goes once it has been left.
  changeTabs(now => ({ ...now, open: now.open.filter(tab => tab === kept || tab.path === shown) }))
  dropKeptOf(shown)
  leave(shown)
  go(kept.path + kept.search)
}
export function refreshTab(tab: Tab): void {
  forgetPage(tab.path)
  remount(tab.path + tab.search)
}
