import { text } from '@qitao/core/text.ts'
import { expect, test } from 'vitest'
import { findGuides, type Guide, guideOf } from './guide.ts'

const page = (path: string, zh: string, en: string) => ({
  path,
  title: text(zh, en),
  parent: '/p',
  kind: 'menu' as const,
})
const guide = (path: string, zh: string, en: string, does: [string, string], term: [string, string]): Guide => ({
  page: page(path, zh, en),
  also: [page(`${path}-edit`, zh, en)],
  does: text(...does),
  purpose: text('目的', 'Purpose'),
  steps: [],
  terms: [{ term: text(...term), means: text('意思', 'Meaning') }],
})
const guides = [
  guide('/orders', '销售订单', 'Sales order', ['录入订单', 'enter an order'], ['承诺', 'Promise']),
  guide('/promise', '订单承诺', 'Order promise', ['承诺交期', 'promise a date'], ['保留', 'Hold']),
]
const found = (typed: string, may: (path: string) => boolean = () => true) =>
  findGuides(guides, typed, may).map(one => one.page.path)

test('a guide is found by a question in either language, what it does before what it mentions', () => {
  expect(found('how to promise')).toEqual(['/promise', '/orders'])
  expect(found('How do I enter the order?')).toEqual(['/orders'])
  expect(found('怎么承诺交期')).toEqual(['/promise'])
  expect(found('如何录订单')).toEqual(['/orders'])
  expect(found('how to fly')).toEqual([])
})
test('only "how to" shows all, nothing typed shows none, and pages that may not be opened are left out', () => {
  expect(found('how to')).toHaveLength(2)
  expect(found('怎么')).toHaveLength(2)
  expect(found(' ')).toEqual([])
  expect(found('a')).toEqual([])
  expect(found('how to', path => path === '/orders')).toEqual(['/orders'])
})
test('a page that is opened from another has the guide of that one', () => {
  expect(guideOf(guides, '/orders-edit')).toBe(guides[0])
  expect(guideOf(guides, '/other')).toBeUndefined()
})
