import { expect, test } from 'vitest'
import {
  allowedTabs,
  closeOtherTabs,
  closeTab,
  moveTab,
  neighbourOf,
  noTabs,
  openTab,
  shownTabs,
  type Tabs,
} from './tabs.ts'

const opened = (...paths: string[]): Tabs => paths.reduce((tabs, path) => openTab(tabs, { path, search: '' }), noTabs)
const shown = (tabs: Tabs) => shownTabs(tabs).map(tab => tab.path)

test('tabs stand in the order in which they were opened', () => {
  expect(shown(opened('/a', '/b', '/c'))).toEqual(['/a', '/b', '/c'])
})
test('R-021 a dragged tab takes the place of the other', () => {
  expect(shown(moveTab(opened('/a', '/b', '/c'), '/c', '/a'))).toEqual(['/c', '/a', '/b'])
  expect(shown(moveTab(opened('/a', '/b', '/c'), '/a', '/b'))).toEqual(['/b', '/a', '/c'])
})
test('a closed tab comes back where it was', () => {
  const closed = closeTab(opened('/a', '/b', '/c'), '/b')
  expect(shown(closed)).toEqual(['/a', '/c'])
  expect(shown(openTab(closed, { path: '/b', search: '' }))).toEqual(['/a', '/b', '/c'])
})
test('opening an open tab keeps one and renews its filters', () => {
  const tabs = openTab(opened('/a', '/b'), { path: '/a', search: '?page=2' })
  expect(shownTabs(tabs)).toEqual([
    { path: '/a', search: '?page=2' },
    { path: '/b', search: '' },
  ])
})
test('the same address changes nothing', () => {
  const tabs = opened('/a')
  expect(openTab(tabs, { path: '/a', search: '' })).toBe(tabs)
})
test('after closing, the right neighbour is shown, else the left one', () => {
  const tabs = opened('/a', '/b', '/c')
  expect(neighbourOf(tabs, '/b')?.path).toBe('/c')
  expect(neighbourOf(tabs, '/c')?.path).toBe('/b')
  expect(neighbourOf(opened('/a'), '/a')).toBeUndefined()
})
test('close others keeps one; pages that are no longer allowed are not restored', () => {
  expect(shown(closeOtherTabs(opened('/a', '/b', '/c'), '/b'))).toEqual(['/b'])
  expect(shown(allowedTabs(opened('/a', '/b'), new Set(['/b'])))).toEqual(['/b'])
})
