/**
 * Tabs over the pages. `order` remembers every page that was ever open, so that a closed tab comes back where it was;
 * `open` says which are shown. Pure functions; the store of the shell keeps the state.
 */
export interface Tab {
  readonly path: string
  /** Filters and sealed data of the page, with the question mark. */
  readonly search: string
}
export interface Tabs {
  readonly order: readonly string[]
  readonly open: readonly Tab[]
}
export const noTabs: Tabs = { order: [], open: [] }

export const shownTabs = (tabs: Tabs): readonly Tab[] =>
  [...tabs.open].sort((a, b) => tabs.order.indexOf(a.path) - tabs.order.indexOf(b.path))

/** Opens a tab, or renews the address of one that is open. */
export function openTab(tabs: Tabs, tab: Tab): Tabs {
  const order = tabs.order.includes(tab.path) ? tabs.order : [...tabs.order, tab.path]
  const now = tabs.open.find(one => one.path === tab.path)
  if (now && now.search === tab.search && order === tabs.order) return tabs
  return { order, open: now ? tabs.open.map(one => (one === now ? tab : one)) : [...tabs.open, tab] }
}
export const closeTab = (tabs: Tabs, path: string): Tabs => ({
  ...tabs,
  open: tabs.open.filter(tab => tab.path !== path),
})
export const closeOtherTabs = (tabs: Tabs, path: string): Tabs => ({
  ...tabs,
  open: tabs.open.filter(tab => tab.path === path),
})
/** The tab to show after this one closes: its right neighbour, else its left one. */
export function neighbourOf(tabs: Tabs, path: string): Tab | undefined {
  const shown = shownTabs(tabs)
  const at = shown.findIndex(tab => tab.path === path)
  return shown[at + 1] ?? shown[at - 1]
}
/** `path` takes the place of `over`; what lies between moves along. */
export function moveTab(tabs: Tabs, path: string, over: string): Tabs {
  const to = tabs.order.indexOf(over)
  if (path === over || to < 0 || !tabs.order.includes(path)) return tabs
  const rest = tabs.order.filter(one => one !== path)
  return { ...tabs, order: rest.toSpliced(to, 0, path) }
}
/** Tabs of pages that may still be opened. */
export const allowedTabs = (tabs: Tabs, allowed: ReadonlySet<string>): Tabs => ({
  ...tabs,
  open: tabs.open.filter(tab => allowed.has(tab.path)),
})
