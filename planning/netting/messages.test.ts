import { describe, expect, test } from 'vitest'
import type { PlanMessage } from './material-plan.ts'
import { planMaterial } from './plan-material.ts'
import type { Demand, MaterialSnapshot, PlannedMaterial, Supply } from './snapshot.ts'

/** One small plant: bolts and nuts are bought in packs of 10, wheels are made of 4 bolts in 2 days. */
const day = 86_400
const now = 1000 * day
const bolt: PlannedMaterial = { id: 'bolt', kind: 'bought', leadTimeSeconds: 5 * day, lotMinimum: 0, lotMultiple: 10 }
const nut: PlannedMaterial = { ...bolt, id: 'nut' }
const wheel: PlannedMaterial = { id: 'wheel', kind: 'made', leadTimeSeconds: 2 * day, lotMinimum: 0, lotMultiple: 0 }
const demand = (material: string, quantity: number, days: number, extra: Partial<Demand> = {}): Demand => ({
  id: `${material}@${days}`,
  kind: 'component',
  material,
  quantity,
  order: 'MO1',
  neededAt: now + days * day,
  priority: 100,
  due: now + 20 * day,
  number: 'MO1',
  ...extra,
})
const receipt = (
  id: string,
  material: string,
  quantity: number,
  days: number,
  extra: Partial<Supply> = {},
): Supply => ({
  id,
  kind: 'transit',
  material,
  quantity,
  availableAt: now + days * day,
  ...extra,
})
const messagesOf = (part: Partial<MaterialSnapshot>): readonly PlanMessage[] =>
  planMaterial({
    now,
    materials: [bolt, nut, wheel],
    orders: [],
    demands: [],
    supplies: [],
    locks: [],
    boms: [{ material: 'wheel', lines: [{ material: 'bolt', ratio: { numerator: 4, denominator: 1 } }] }],
    ...part,
  }).messages
const inShort = ({ kind, object, quantity, fromDate, toDate, reason, demand: by }: PlanMessage) =>
  `${kind} ${object} ${quantity} ${(fromDate - now) / day}>${(toDate - now) / day} ${reason} ${by ?? 'nobody'}`

const told = (part: Partial<MaterialSnapshot>) => messagesOf(part).map(inShort)

describe('plan messages', () => {
  test('buy: what no supply covers, in whole packs, ordered a lead time before it is needed', () => {
    expect(told({ demands: [demand('bolt', 12, 9)] })).toEqual(['buy buy-bolt-1 20 4>9 short bolt@9'])
  })
  test('make: a child order, and to buy what it needs', () => {
    expect(told({ demands: [demand('wheel', 3, 9)] })).toEqual([
      'make make-wheel-1 3 7>9 short wheel@9',
      'buy buy-bolt-1 20 2>7 short wheel@9',
    ])
  })
  test('expedite: a receipt that comes too late is asked for earlier, nothing is bought twice', () => {
    expect(told({ demands: [demand('bolt', 20, 3)], supplies: [receipt('po', 'bolt', 20, 8)] })).toEqual([
      'expedite po 20 8>3 needed_earlier bolt@3',
    ])
  })
  test('expedite: only as much as is late, for the earliest need', () => {
    const demands = [demand('bolt', 5, 2), demand('bolt', 5, 4), demand('bolt', 10, 9)]
    expect(told({ demands, supplies: [receipt('po', 'bolt', 20, 8)] })).toEqual([
      'expedite po 10 8>2 needed_earlier bolt@2',
    ])
  })
  test('an overdue need asks for no date in the past', () => {
    expect(told({ demands: [demand('bolt', 20, -4)], supplies: [receipt('po', 'bolt', 20, 8)] })).toEqual([
      'expedite po 20 8>0 needed_earlier bolt@-4',
    ])
    expect(told({ demands: [demand('bolt', 20, -4)], supplies: [receipt('po', 'bolt', 20, -1)] })).toEqual([])
  })
  test('defer: a receipt that comes long before its first need; a few days are let be', () => {
    const supplies = [receipt('po', 'bolt', 20, 2)]
    expect(told({ demands: [demand('bolt', 20, 10)], supplies })).toEqual(['defer po 20 2>10 needed_later bolt@10'])
    expect(told({ demands: [demand('bolt', 20, 9)], supplies })).toEqual([])
    expect(told({ demands: [demand('bolt', 20, 9)], supplies, deferSeconds: 0 })).toHaveLength(1)
  })
  test('cancel: what nobody needs', () => {
    expect(told({ supplies: [receipt('po', 'bolt', 20, 2)] })).toEqual(['cancel po 20 2>2 not_needed nobody'])
  })
  test('decrease: what is more than is needed and more than a lot', () => {
    const demands = [demand('bolt', 12, 3)]
    expect(messagesOf({ demands, supplies: [receipt('po', 'bolt', 50, 2)] })).toMatchObject([
      { kind: 'decrease', object: 'po', quantity: 30, fromQuantity: 50, toQuantity: 20, reason: 'more_than_needed' },
    ])
    expect(told({ demands, supplies: [receipt('po', 'bolt', 20, 2)] })).toEqual([])
  })
  test('increase: an open order that is there in time takes the shortage rather than a second one', () => {
    const demands = [demand('bolt', 20, 3), demand('bolt', 12, 9)]
    expect(messagesOf({ demands, supplies: [receipt('po', 'bolt', 20, 2)] })).toMatchObject([
      { kind: 'increase', object: 'po', quantity: 20, fromQuantity: 20, toQuantity: 40, proposals: ['buy-bolt-1'] },
    ])
    // It comes after the need: a new order, and the old one in its time.
    expect(told({ demands: [demand('bolt', 30, 7)], supplies: [receipt('po', 'bolt', 20, 8)] })).toEqual([
      'buy buy-bolt-1 10 2>7 short bolt@7',
      'expedite po 20 8>7 needed_earlier bolt@7',
    ])
  })
  test('substitute: what stands in for whom', () => {
    const substitutes = [{ material: 'nut', ratio: { numerator: 2, denominator: 1 } }]
    expect(
      messagesOf({
        demands: [demand('bolt', 10, 3, { substitutes })],
        supplies: [receipt('nuts', 'nut', 30, 0, { kind: 'stock' })],
      }),
    ).toMatchObject([{ kind: 'substitute', object: 'bolt@3', material: 'nut', insteadOf: 'bolt', quantity: 20 }])
  })
  test('what may not be changed gets no message; what may only be moved or cancelled is not resized', () => {
    const demands = [demand('bolt', 12, 3)]
    const of = (changeable: 'whole' | 'nothing', quantity: number, days: number) =>
      told({ demands, supplies: [receipt('po', 'bolt', quantity, days, { changeable })] })
    expect(of('nothing', 50, 8)).toEqual([])
    expect(of('whole', 50, 2)).toEqual([])
    expect(of('whole', 50, 8)).toEqual(['expedite po 12 8>3 needed_earlier bolt@3'])
  })
  test('orders that are not checked yet take last, so that what is on its way for them is not cancelled', () => {
    const demands = [
      demand('bolt', 20, 3, { kind: 'unchecked', priority: 1, id: 'later' }),
      demand('bolt', 20, 9, { priority: 200 }),
    ]
    const supplies = [receipt('first', 'bolt', 20, 1), receipt('second', 'bolt', 20, 2)]
    expect(told({ demands, supplies })).toEqual(['defer first 20 1>9 needed_later bolt@9'])
  })
})
