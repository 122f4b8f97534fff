import { addDays } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import { pastPurchases, pastSales, pastUses } from './past.ts'

const today = '2026-11-27'
const sales = pastSales(today)

test('it is the same at each making', () => expect(pastSales(today)).toEqual(sales))
test('more than two years of whole weeks, over before the orders of the sample begin', () => {
  const wanted = sales.map(sale => sale.wanted).sort()
  expect(wanted[0]! < addDays(today, -900)).toBe(true)
  expect(
    sales.every(({ ordered, shipped, made }) => ordered < made && made < shipped && shipped < addDays(today, -5)),
  ).toBe(true)
})
test('some orders were late, most were not', () => {
  const late = sales.filter(({ wanted, shipped }) => shipped > wanted).length / sales.length
  expect(late).toBeGreaterThan(0.03)
  expect(late).toBeLessThan(0.2)
})
test('seasons are seen: bikes for children sell most at the end of the year', () => {
  const sold = (month: string) =>
    sales
      .filter(({ wanted }) => wanted.slice(5, 7) === month)
      .flatMap(({ lines }) => lines)
      .filter(({ material }) => material === 'BK-K16-RD')
      .reduce((all, { quantity }) => all + quantity, 0)
  expect(sold('11')).toBeGreaterThan(2 * sold('06'))
})
test('what is bought is what is used after it came, no more and no less', () => {
  const uses = pastUses(today)
  const sum = (of: readonly { lines: readonly { material: string; quantity: number }[] }[]) =>
    of.flatMap(({ lines }) => lines).reduce((all, { quantity }) => all + quantity, 0)
  expect(sum(pastPurchases(today))).toBe(sum(uses))
  expect(pastPurchases(today).some(({ due, came }) => came > due)).toBe(true)
  expect(pastPurchases(today).every(({ ordered, came }) => ordered < came && came < addDays(today, -20))).toBe(true)
})
