import { say, text } from '@qitao/core/text.ts'
import { expect, test } from 'vitest'
import type { Menu } from '../frame/menu.ts'
import { findPages } from './palette.tsx'

const item = (path: string, zh: string, en: string) => ({ path, title: text(zh, en), external: false })
const menu: Menu = {
  allowed: new Set(),
  firstOf: new Map(),
  first: undefined,
  groups: [
    {
      path: '/sales',
      title: text('销售管理', 'Sales'),
      first: undefined,
      items: [
        item('/sales/orders', '销售订单', 'Sales orders'),
        { ...item('https://x', '外部', 'Outside'), external: true },
      ],
    },
    { path: '/make', title: text('制造', 'Making'), first: undefined, items: [item('/make/orders', '工单', 'Orders')] },
  ],
}
const found = (words: string) => findPages(menu, words, what => say(what, 'zh')).map(target => target.path)

test('a page is found by its name in either language, its group or its address', () => {
  expect(found('工单')).toEqual(['/make/orders'])
  expect(found('sales ord')).toEqual(['/sales/orders'])
  expect(found('制造')).toEqual(['/make/orders'])
})
test('names that begin with the words come first', () => {
  expect(found('orders')).toEqual(['/make/orders', '/sales/orders'])
})
test('outside links are not pages to go to, and without words all pages are shown', () => {
  expect(found('')).toHaveLength(2)
})
