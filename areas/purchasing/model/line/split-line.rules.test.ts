import { describe, expect, test } from 'vitest'
import { type LineToSplit, splitLine } from './split-line.rules.ts'

const line = (more: Partial<LineToSplit> = {}): LineToSplit => ({
  ...{ quantity: '100', received_quantity: '0', demand_quantity: '80', announced_quantity: '0' },
  ...{ dated_quantity: '0', first_arrival: null },
  ...{
    price: '0.3333',
    amount: '33.33',
    eta: 200,
    order_date: 100,
    asked_from: '0',
    asked_to: null,
    unit_precision: 0,
  },
  ...more,
})

test('the parts are together what was ordered, demanded and approved', () => {
  const { kept, part, isEarlier } = splitLine(line(), { quantity: '33', eta: 300 })
  expect(isEarlier).toBe(false)
  expect(kept).toEqual({ quantity: '67', demand_quantity: '67', amount: '22.33', asked_from: '0', asked_to: '67' })
  expect(part).toEqual({
    ...{ quantity: '33', demand_quantity: '13', amount: '11', eta: 300, asked_from: '67', asked_to: null },
  })
})
test('what comes earlier is for whom was asked first, unless some of the line has come', () => {
  const early = splitLine(line({ asked_from: '10', asked_to: '110' }), { quantity: '40', eta: 150 })
  expect(early.isEarlier).toBe(true)
  expect([early.part.asked_from, early.part.asked_to]).toEqual(['10', '50'])
  expect([early.kept.asked_from, early.kept.asked_to]).toEqual(['50', '110'])
  const begun = splitLine(line({ received_quantity: '20' }), { quantity: '40', eta: 150 })
  expect([begun.kept.asked_from, begun.kept.asked_to, begun.part.asked_from]).toEqual(['0', '60', '60'])
})
test('what comes first is what arrivals announce of the line, where they come before its day and before the part', () => {
  const arriving = (more: Partial<LineToSplit>) =>
    splitLine(line({ announced_quantity: '60', dated_quantity: '60', first_arrival: 120, ...more }), {
      ...{ quantity: '30', eta: 150 },
    })
  const { kept, part, isEarlier } = arriving({})
  expect([isEarlier, kept.asked_from, kept.asked_to, part.asked_from]).toEqual([false, '0', '70', '70'])
  expect(arriving({ first_arrival: 160 }).isEarlier).toBe(true)
  expect(arriving({ first_arrival: 160, eta: 140 }).isEarlier).toBe(false)
})
test('a line of which arrivals bring all that stays comes when they do', () => {
  const of = line({ announced_quantity: '60', dated_quantity: '60', first_arrival: 160, eta: 140 })
  expect(splitLine(of, { quantity: '40', eta: 150 }).isEarlier).toBe(true)
})
test('without a price there is no amount', () => {
  const { kept, part } = splitLine(line({ price: null, amount: null }), { quantity: '1', eta: 300 })
  expect([kept.amount, part.amount]).toEqual([null, null])
})
describe('refused', () => {
  test.each([
    ['finer than the unit', line(), { quantity: '0.5', eta: 300 }, '5027'],
    ['before the order', line(), { quantity: '1', eta: 99 }, '5709'],
    ['a line without a day', line({ eta: null }), { quantity: '1', eta: 300 }, '5001'],
    ['the day that it has', line(), { quantity: '1', eta: 200 }, '5001'],
    ['all of it', line(), { quantity: '100', eta: 300 }, '5001'],
    ['all that is open', line({ received_quantity: '60' }), { quantity: '40', eta: 300 }, '5001'],
    ['what has come', line({ received_quantity: '100' }), { quantity: '1', eta: 300 }, '5001'],
    ['what arrivals announce', line({ announced_quantity: '70' }), { quantity: '31', eta: 300 }, '5909'],
  ])('%s', (_, of, asked, code) => expect(() => splitLine(of, asked)).toThrow(code))
})
