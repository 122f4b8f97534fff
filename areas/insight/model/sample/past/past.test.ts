import { addDays, dayOf, daySeconds, startOfDay } from '@qitao/core/time.ts'
import { describe, expect, test } from 'vitest'
import { bicycle } from '../bicycle/bicycle.ts'
import { electronics } from '../electronics.ts'
import type { Factory } from '../factory.ts'
import { machining } from '../machining.ts'
import { moulding } from '../moulding.ts'
import { sized } from '../size.ts'
import { type Past, pastOf } from './past.ts'

const [today, zone] = ['2026-11-27', 'Asia/Shanghai']
const until = startOfDay(today, zone)
const factories: readonly (readonly [string, Factory])[] = [
  ['bicycle', bicycle],
  ['machining', machining],
  ['moulding', moulding],
  ['electronics', electronics],
  ['bicycle M', sized(bicycle, 'M')],
  ['machining M', sized(machining, 'M')],
]

/** What came in and went out, in the order of the ledger: in before out on the same moment. */
function movements({ sales, mos, purchases }: Past): { at: number; material: string; quantity: number }[] {
  const of = (at: number, sign: number, lines: Past['sales'][number]['lines']) =>
    lines.map(({ material, quantity }) => ({ at, material, quantity: sign * quantity }))
  return [
    ...purchases.flatMap(({ came, lines }) => of(came, 1, lines)),
    ...mos.flatMap(({ done, material, good }) => of(done, 1, [{ material, quantity: good }])),
    ...mos.flatMap(({ tasks, uses }) => of(tasks[0]!.real[0], -1, uses)),
    ...sales.flatMap(({ shipped, lines }) => of(shipped, -1, lines)),
  ].sort((a, b) => a.at - b.at || b.quantity - a.quantity)
}

describe.each(factories)('%s', (_, factory) => {
  const past = pastOf(factory, today, zone)
  const share = <T>(list: readonly T[], is: (one: T) => boolean) => list.filter(is).length / list.length

  test('it is the same at each making', () => expect(pastOf(factory, today, zone)).toEqual(past))
  test('two years, over before today', () => {
    expect(Math.min(...past.sales.map(({ wanted }) => wanted))).toBeLessThan(startOfDay(addDays(today, -730), zone))
    const ends = [...past.sales.map(({ shipped }) => shipped), ...past.mos.map(({ done }) => done)]
    expect(Math.max(...ends, ...past.purchases.map(({ came }) => came))).toBeLessThan(until)
    expect(Math.max(...ends)).toBeGreaterThan(until - 3 * daySeconds)
    for (const { ordered, shipped } of past.sales) expect(ordered).toBeLessThan(shipped)
  })
  test('nothing is used or shipped that was not there', () => {
    const left = new Map<string, number>()
    for (const { material, quantity } of movements(past)) {
      const now = (left.get(material) ?? 0) + quantity
      expect(now, material).toBeGreaterThan(-1e-6)
      left.set(material, now)
    }
  })
  test('a machine does one task at a time, a lot one step after the other, and every piece is good or scrap', () => {
    const tasks = past.mos.flatMap(mo => mo.tasks)
    for (const [no, own] of Map.groupBy(tasks, ({ device }) => device.no)) {
      const inOrder = own.toSorted((a, b) => a.real[0] - b.real[0])
      for (const [index, { real }] of inOrder.entries())
        expect(inOrder[index + 1]?.real[0] ?? until, no).toBeGreaterThanOrEqual(real[1])
    }
    for (const { tasks, good, done } of past.mos) {
      for (const [index, task] of tasks.entries()) {
        const next = tasks[index + 1]
        expect(next ? next.good + next.scrap : good).toBe(task.good)
        expect(next ? next.real[0] : done).toBeGreaterThanOrEqual(task.real[1])
      }
    }
  })
  test('it is believable: most is in time, some is not; a little is scrap; machines are busy', () => {
    const inTime = share(past.sales, ({ wanted, shipped }) => shipped < wanted + daySeconds)
    expect(inTime).toBeGreaterThan(0.8)
    expect(inTime).toBeLessThan(0.95)
    const supplied = share(past.purchases, ({ due, came }) => came < due + daySeconds)
    expect(supplied).toBeGreaterThan(0.7)
    expect(supplied).toBeLessThan(0.97)
    const tasks = past.mos.flatMap(mo => mo.tasks)
    const scrap = tasks.reduce((all, one) => all + one.scrap, 0) / past.mos.reduce((all, { good }) => all + good, 0)
    expect(scrap).toBeGreaterThan(0.005)
    expect(scrap).toBeLessThan(0.04)
    expect(past.stops.some(({ why }) => why === 'breakdown')).toBe(true)
    expect(past.stops.some(({ why }) => why === 'maintenance')).toBe(true)
  })
  test('seasons are seen in what is sold', () => {
    const months = Map.groupBy(past.sales, ({ wanted }) => dayOf(wanted, zone).slice(5, 7))
    const [product, [, , season]] = Object.entries(factory.past.sold).reduce((a, b) => (b[1][2] > a[1][2] ? b : a))
    const sold = [...months.values()].map(own =>
      own.flatMap(({ lines }) => lines).reduce((all, one) => all + (one.material === product ? one.quantity : 0), 0),
    )
    expect(Math.max(...sold) / Math.min(...sold)).toBeGreaterThan(1 + season)
  })
})
