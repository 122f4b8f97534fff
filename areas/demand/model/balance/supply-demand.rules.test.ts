import { startOfDay } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import { gridAt } from './grid.rules.ts'
import { balances, coverDays, Happenings, summaryOf, trendOf } from './supply-demand.rules.ts'
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
test('R-177: a surplus is more than one and a half times the average', () => {
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
test('cover ends within the period in which it runs out', () => {
  const of = (opening: number) => coverDays(opening, balances(opening, happenings(['need', 200, 10]), 3), 7)
  expect(of(5)).toBe(10)
  expect(of(0)).toBe(7)
  expect(of(10)).toBeNull()
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
