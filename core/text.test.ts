import { expect, test } from 'vitest'
import { say, text, withinSentence } from './text.ts'

test('words within a sentence are small; short forms keep their capitals', () => {
  expect(['Sales order', 'QC plan', 'Material BoM', 'MO', 'Customer order no.'].map(withinSentence)).toEqual([
    ...['sales order', 'QC plan', 'material BoM', 'MO', 'customer order no.'],
  ])
})

test('one of a thing is told in the singular in English, and what is no count stays', () => {
  const of = (en: string, values: Record<string, unknown>) => say(text('', en), 'en', values)
  expect(of('{n} lines', { n: 1 })).toBe('1 line')
  expect(of('{n} lines', { n: 2 })).toBe('2 lines')
  expect(of('{n} work orders, {m} days late', { n: '1', m: 1 })).toBe('1 work order, 1 day late')
  expect(of('{n} open lines are changed', { n: 1 })).toBe('1 open line is changed')
  expect(of('{n} inquiries wait', { n: 1 })).toBe('1 inquiry waits')
  expect(of('{n} batches of goods', { n: 1 })).toBe('1 batch of goods')
  expect(of('{code} is of this order', { code: '1' })).toBe('1 is of this order')
  expect(of('{code} stands twice', { code: '1' })).toBe('1 stands twice')
  expect(of('{n} s', { n: 1 })).toBe('1 s')
  expect(say(text('{n} 条 lines', ''), 'zh', { n: 1 })).toBe('1 条 lines')
})
