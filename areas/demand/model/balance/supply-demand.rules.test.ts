import { daySeconds, startOfDay } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import { gridAt } from './grid.rules.ts'
import {
  balances,
  balancesFrom,
  coverDays,
  Happenings,
  summaryOf,
  trendOf,
  withProduction,
} from './supply-demand.rules.ts'
import { demandTrend, supplyStatus } from './supply-demand.status.ts'

const { normal, abnormal } = supplyStatus.codes
const happenings = (
  ...of: [kind: 'order' | 'need' | 'forecast' | 'transit' | 'production', at: number, steps: number][]
) => {
  const all = new Happenings([100, 200, 300], 400)
  for (const [kind, at, steps] of of) all.add(kind, at, steps)
  return all.list()
}

test('what is left of a period goes on to the next; what is overdue stands in the first, what is beyond in none', () => {
  const list = happenings(['need', 50, 5], ['transit', 299, 7], ['order', 300, 20], ['order', 400, 9])
  expect(balances(10, list, 3)).toMatchObject([
    { demand: 5, supply: 0, capacity: 10, balance: 5, supply_status: normal },
    { demand: 0, supply: 7, capacity: 12, balance: 12, supply_status: normal },
    { demand: 20, supply: 0, capacity: 12, balance: -8, supply_status: abnormal },
  ])
})
test('R-076: abnormal where demand exceeds what can be given, and not where it is just that', () => {
  const status = (demand: number) => balances(100, happenings(['order', 100, demand]), 1)[0]!.supply_status
  expect(status(120)).toBe(abnormal)
  expect(status(100)).toBe(normal)
})
test('R-177, R-293: a surplus is more than one and a half times the average, a drop less than half', () => {
  expect(trendOf(151, 100)).toBe(demandTrend.codes.surplus)
  expect(trendOf(150, 100)).toBeNull()
  expect(trendOf(49, 100)).toBe(demandTrend.codes.drop)
  expect(trendOf(50, 100)).toBeNull()
  expect(trendOf(50, null)).toBeNull()
})
test('a material is short when it first is, by the most that it ever is', () => {
  const list = happenings(['order', 100, 12], ['transit', 200, 10], ['need', 300, 30])
  expect(summaryOf(balances(10, list, 3), null)).toEqual({
    ...{ supply_status: abnormal, demand_trend: null, short_at: 0, short: 22 },
  })
  expect(summaryOf(balances(100, list, 3), null)).toMatchObject({ supply_status: normal, short_at: null, short: 0 })
})
test('cover counts from now and ends within the period in which it runs out', () => {
  const day = (days: number) => days * daySeconds
  const grid = { begins: [day(0), day(31), day(59)], end: day(90) }
  const of = (opening: number, period: number, now: number) => {
    const all = new Happenings(grid.begins, grid.end)
    all.add('need', day(period), 10)
    return coverDays(balances(opening, all.list(), 3), grid, day(now))
  }
  // Of what is asked for from the 31st to the 59th day, half can be given: until the 45th, 25 of which are to come.
  expect(of(5, 31, 20)).toBe(25)
  expect(of(0, 31, 20)).toBe(11)
  expect(of(10, 31, 20)).toBeNull()
  // Of the current period only what is left of it counts.
  expect(of(5, 5, 20)).toBe(5)
  expect(of(0, 5, 20)).toBe(0)
})
test('what nobody asks for never runs out, with stock and without', () => {
  const grid = { begins: [100, 200, 300], end: 400 }
  for (const opening of [0, 7]) {
    expect(coverDays(balances(opening, [], 3), grid, 150)).toBeNull()
    expect(coverDays(balances(opening, happenings(['transit', 200, 3]), 3), grid, 150)).toBeNull()
  }
})
test('rows of an older grid are read by the periods of the newer one', () => {
  const of = balances(10, happenings(['need', 100, 4], ['need', 200, 1]), 3)
  expect(balancesFrom(of, 1).map(({ balance }) => balance)).toEqual([5, 5, 5])
  expect(balancesFrom(of, 0)).toEqual(of)
})
test('what is made for a shortage stands in its period, beside what stood there', () => {
  const list = happenings(['need', 200, 10], ['order', 300, 1])
  const made = withProduction(list, 1, 10)
  expect(balances(0, made, 3).map(({ balance }) => balance)).toEqual([0, 0, -1])
  expect(balances(0, withProduction(made, 0, 1), 3).map(({ balance }) => balance)).toEqual([1, 1, 0])
})
test('a year of weeks and of months ahead, and the whole periods of the year before', () => {
  const zone = 'Asia/Shanghai'
  const now = startOfDay('2026-11-26', zone)
  const weeks = gridAt(now, 2, zone)
  expect([weeks.begins.length, weeks.begins[0], weeks.past.length]).toEqual([52, startOfDay('2026-11-23', zone), 51])
  const months = gridAt(now, 3, zone)
  expect([months.begins.length, months.begins[0], months.end]).toEqual([
    ...[12, startOfDay('2026-11-01', zone), startOfDay('2027-11-01', zone)],
  ])
  expect(months.past.length).toBeGreaterThanOrEqual(11)
})
