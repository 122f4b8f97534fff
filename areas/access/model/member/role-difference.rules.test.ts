import { expect, test } from 'vitest'
import { differenceOf } from './role-difference.rules.ts'

const action = (key: string) => ({ key, name: key })
const tree = [
  { path: '/a', name: 'A', actions: [action('add'), action('drop')] },
  { path: '/b', name: 'B', actions: [] },
  { path: '/c', name: 'C', actions: [action('ship')] },
]

test('two roles that open the same do not differ, however their actions are written down', () =>
  expect(
    differenceOf(
      { page_paths: ['/a', '/b'], action_keys: null },
      { page_paths: ['/b', '/a'], action_keys: ['add', 'drop', 'ship'] },
      tree,
    ),
  ).toEqual([]))

test('a page of one alone comes with its actions, a page of both with those that one withholds', () =>
  expect(
    differenceOf(
      { page_paths: ['/a', '/c'], action_keys: ['add', 'ship'] },
      { page_paths: ['/a', '/b'], action_keys: null },
      tree,
    ),
  ).toEqual([
    {
      path: '/a',
      name: 'A',
      one: true,
      other: true,
      actions: [{ key: 'drop', name: 'drop', one: false, other: true }],
    },
    { path: '/b', name: 'B', one: false, other: true, actions: [] },
    {
      path: '/c',
      name: 'C',
      one: true,
      other: false,
      actions: [{ key: 'ship', name: 'ship', one: true, other: false }],
    },
  ]))
