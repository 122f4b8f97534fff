import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { curlOf, describedCalls, exampleOf, fieldRows, foundCalls, groupedCalls } from './described-calls.ts'

const input = {
  type: 'object',
  required: ['lines', 'no'],
  properties: {
    no: { type: 'string', title: 'Order no.', 'x-zh': '订单号' },
    days: {
      anyOf: [{ type: 'integer', minimum: 1, maximum: 365 }, { type: 'null' }],
      'x-unit': { zh: '天', en: 'days' },
    },
    status: { anyOf: [{ const: 1 }, { const: 2 }], 'x-states': [{ code: 1, zh: '启用', en: 'On' }] },
    lines: {
      type: 'array',
      items: { type: 'object', required: ['quantity'], properties: { quantity: { type: 'string' } } },
    },
  },
}
const operation = (more: object = {}) => ({
  ...{ summary: 'Add an order', description: '新增订单', 'x-pages': [pages.salesOrders.path], 'x-writes': true },
  requestBody: { content: { 'application/json': { schema: input } } },
  responses: {
    200: {
      content: {
        'application/json': { schema: { properties: { data: { anyOf: [{ type: 'object' }, { type: 'null' }] } } } },
      },
    },
  },
  ...more,
})
const calls = describedCalls({
  paths: {
    '/a/add_order': { post: operation() },
    '/a/login': { post: operation({ 'x-pages': 'public', summary: 'Sign in' }) },
  },
})

test('calls stand under the page that grants them, in both languages', () => {
  const groups = groupedCalls(calls)
  expect(groups.map(({ key }) => key)).toEqual([pages.salesOrders.path, 'public'])
  expect(groups[0]!.title).toEqual(text('销售管理 / 销售订单', 'Sales Management / Sales order'))
  expect(groups[0]!.calls[0]).toMatchObject({ method: 'POST', title: text('新增订单', 'Add an order'), writes: true })
})
test('they are found by title, address and field, in either language', () => {
  const found = (typed: string) =>
    foundCalls(groupedCalls(calls), typed).flatMap(one => one.calls.map(({ path }) => path))
  expect(found('订单号 add')).toEqual(['/a/add_order'])
  expect(found('sign')).toEqual(['/a/login'])
  expect(found('rain')).toEqual([])
})
test('fields are told with title, type, unit, limits and states; children under their parent', () => {
  expect(fieldRows(calls[0]!.input, 'en')).toMatchObject([
    { name: 'no', title: 'Order no.', type: 'string', required: true },
    { name: 'days', type: 'integer | null', required: false, more: 'days · ≥ 1 · ≤ 365' },
    { name: 'status', type: '1 | 2', more: '1 On' },
    { name: 'lines', type: 'object[]', required: true },
    { name: 'quantity', depth: 1, required: true },
  ])
  expect(fieldRows(calls[0]!.input, 'zh')[0]!.title).toBe('订单号')
})
test('an input to begin with has what must be given', () => {
  expect(exampleOf(calls[0]!.input)).toEqual({ no: '', lines: [{ quantity: '' }] })
})
test('what is quoted for a terminal stays one word, and the token is not in it', () => {
  const curl = curlOf(calls[0]!, 'https://x.example', `{"no":"it's"}`, 'en')
  expect(curl).toContain(`-d '{"no":"it'\\''s"}'`)
  expect(curl).toContain('$QITAO_TOKEN')
})
