import { text } from '@qitao/core/text.ts'
import { expect, test } from 'vitest'
import { type MenuEntry, menuFrom, type SiteMap } from './menu.ts'

const page = (path: string, kind: 'menu' | 'tab' | 'edit' = 'menu') => ({
  path,
  kind,
  title: text(`页${path}`, `Page ${path}`),
  parent: '/sales',
})
const site: SiteMap = {
  groups: [{ path: '/sales', title: text('销售', 'Sales') }],
  pages: [page('/sales/orders'), page('/sales/edit', 'edit'), page('/sales/recycle', 'tab')],
}
const entry = (subs: readonly [string, string?, boolean?][], display = '0'): MenuEntry => ({
  parent_url: '/sales',
  parent_name: 'server name',
  display,
  is_link: false,
  sub_urls: subs.map(([sub_url, shown = '0', is_link = false]) => ({
    sub_url,
    sub_name: 'sub',
    display: shown,
    is_link,
  })),
})

test('R-013 R-014 R-015 a group stays only with an allowed child that is built', () => {
  expect(menuFrom([entry([])], site).groups).toEqual([])
  expect(menuFrom([entry([['/sales/not-built']])], site).groups).toEqual([])
})
test('edit pages are allowed but do not stand in the menu', () => {
  const menu = menuFrom([entry([['/sales/orders'], ['/sales/edit', '1']])], site)
  expect([...menu.allowed]).toEqual(['/sales/orders', '/sales/edit'])
  expect(menu.groups[0]?.items.map(item => item.path)).toEqual(['/sales/orders'])
})
test('R-016 the first allowed page of the menu is the default', () => {
  expect(menuFrom([entry([['/sales/edit', '1'], ['/sales/orders']])], site).first).toBe('/sales/orders')
})
test('a page outside the side menu is where its group leads, and home for whoever has no other', () => {
  const withTab: SiteMap = { ...site, pages: [...site.pages, { ...site.pages[0]!, path: '/sales/tab', kind: 'tab' }] }
  const menu = menuFrom([entry([['/sales/tab']])], withTab)
  expect([menu.groups, menu.first, menu.firstOf.get('/sales')]).toEqual([[], '/sales/tab', '/sales/tab'])
})
test('R-122 a display other than 0 hides, and does not forbid', () => {
  const menu = menuFrom([entry([['/sales/orders', '1']])], site)
  expect(menu.groups).toEqual([])
  expect(menu.allowed.has('/sales/orders')).toBe(true)
})
test('R-123 an outside link stands in the menu and is no page', () => {
  const menu = menuFrom([entry([['/sales/orders'], ['https://example.com', '0', true]])], site)
  expect(menu.groups[0]?.items.at(-1)).toMatchObject({ path: 'https://example.com', external: true })
  expect(menu.allowed.has('https://example.com')).toBe(false)
})
