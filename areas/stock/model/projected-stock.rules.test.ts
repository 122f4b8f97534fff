import { daySeconds } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import { flowKind, type PlannedStep, projectStock } from './projected-stock.rules.ts'

const zone = 'Asia/Shanghai'
/** Noon of 1 March 2026. */
const now = Date.UTC(2026, 2, 1, 4) / 1000
const inDays = (days: number) => now + days * daySeconds
const step = (kind: PlannedStep['kind'], days: number, quantity: string, source_no = 'X'): PlannedStep => ({
  ...{ kind, at: inDays(days), quantity, source_no },
})
const project = (opening: string, steps: PlannedStep[], safety_stock = '0', days = 5) =>
  projectStock(opening, steps, { now, zone, days, safety_stock })

test('each day ends with what was there, what came and what went', () => {
  const { days, flows } = project('10', [step('orders', 1, '4'), step('purchase', 2, '3'), step('sales', 2, '2.5')])
  expect(days.map(({ balance }) => balance)).toEqual(['10', '6', '6.5', '6.5', '6.5'])
  expect(days[2]).toMatchObject({ purchase: '3', sales: '2.5', orders: '0' })
  expect(days[0]!.day).toBe(Date.UTC(2026, 1, 28, 16) / 1000)
  expect(flows.map(({ kind, quantity }) => [kind, quantity])).toEqual([
    [flowKind.codes.orders, '-4'],
    [flowKind.codes.purchase, '3'],
    [flowKind.codes.sales, '-2.5'],
  ])
})
test('what was due before is expected today, and what comes after the last day is counted apart', () => {
  const { days, flows, later_in, later_out } = project('1', [
    step('production', -3, '2'),
    step('purchase', 9, '7'),
    step('orders', 5, '4'),
  ])
  expect(days[0]!.balance).toBe('3')
  expect(flows).toMatchObject([{ overdue: true, day: days[0]!.day }])
  expect([later_in, later_out]).toEqual(['7', '4'])
})
test('the first day below nothing and below the safety stock', () => {
  const { days, short_day, low_day } = project('10', [step('orders', 1, '6'), step('sales', 3, '5')], '5')
  expect([low_day, short_day]).toEqual([days[1]!.day, days[3]!.day])
})
test('without a safety stock nothing is low, and a day that is made good again before its end is not short', () => {
  const { short_day, low_day } = project('2', [step('orders', 1, '5'), step('purchase', 1, '5')])
  expect([short_day, low_day]).toEqual([null, null])
})
