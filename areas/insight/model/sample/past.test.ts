import { addDays } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import { beforeAll, keyOfLine, pastProduction, pastPurchases, pastSales, pastStops, pastUses } from './past.ts'

const today = '2026-11-27'
const sales = pastSales(today)

test('it is the same at each making', () => expect(pastSales(today)).toEqual(sales))
test('more than two years of whole weeks, over before the orders of the sample begin', () => {
  const wanted = sales.map(sale => sale.wanted).sort()
  expect(wanted[0]! < addDays(today, -900)).toBe(true)
  expect(sales.every(({ made }) => made > beforeAll(today))).toBe(true)
  expect(pastPurchases(today).every(({ ordered }) => ordered > beforeAll(today))).toBe(true)
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
test('what was made in the last weeks had its machine to itself, and every piece passed both steps', () => {
  const made = pastProduction(today, sales)
  expect(made.length).toBeGreaterThan(50)
  const steps = made.flatMap(mo => mo.steps)
  for (const [place, own] of Map.groupBy(steps, ({ machine, day }) => `${machine} ${day}`)) {
    const inOrder = own.toSorted((a, b) => a.from - b.from)
    for (const [index, { until }] of inOrder.entries())
      expect((inOrder[index + 1]?.from ?? Number.POSITIVE_INFINITY) >= until, place).toBe(true)
  }
  for (const {
    steps: [assembly, packing],
  } of made) {
    expect(assembly!.good + assembly!.scrap).toBe(assembly!.quantity)
    expect(packing!.good).toBe(assembly!.good)
  }
  const keys = new Set(sales.flatMap(sale => sale.lines.map(({ material }) => keyOfLine(sale, material))))
  expect(made.every(({ key }) => keys.has(key))).toBe(true)
  expect(new Set(made.map(({ key }) => key)).size).toBe(made.length)
})
test('stops are over long before the orders of the sample begin', () => {
  expect(pastStops(today).every(({ day, minutes }) => day < addDays(today, -8) && minutes > 0)).toBe(true)
})
