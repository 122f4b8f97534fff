import { describe, expect, test } from 'vitest'
import { CyclicBom } from '../bom/low-level-code.ts'
import { Kits } from '../pegging/kit.ts'
import { materialStatus } from './material-plan.ts'
import { NettingState } from './netting-state.ts'
import { planMaterial as plan } from './plan-material.ts'
import { edgeRows, outcomeRows } from './plan-rows.ts'
import { roundLot, TooManyProposals } from './replenish.ts'
import type { Demand, MaterialSnapshot, PlannedMaterial, Supply } from './snapshot.ts'

/** The plan with its columns as rows. */
function planMaterial(of: MaterialSnapshot) {
  const columns = plan(of)
  return { ...columns, edges: edgeRows(of, columns), demands: outcomeRows(of, columns) }
}

const day = 86_400
const now = 1000 * day
const one = { numerator: 1, denominator: 1 }

const bought = (id: string, extra: Partial<PlannedMaterial> = {}): PlannedMaterial => ({
  id,
  kind: 'bought',
  leadTimeSeconds: 5 * day,
  lotMinimum: 0,
  lotMultiple: 0,
  ...extra,
})
const demand = (id: string, material: string, quantity: number, extra: Partial<Demand> = {}): Demand => ({
  id,
  kind: 'component',
  material,
  quantity,
  order: 'MO1',
  operation: 'MO1/10',
  neededAt: now + 10 * day,
  priority: 100,
  due: now + 20 * day,
  number: 'MO1',
  ...extra,
})
const stock = (id: string, material: string, quantity: number, extra: Partial<Supply> = {}): Supply => ({
  id,
  kind: 'stock',
  material,
  quantity,
  availableAt: now,
  ...extra,
})
const transit = (id: string, material: string, quantity: number, days: number): Supply => ({
  id,
  kind: 'transit',
  material,
  quantity,
  availableAt: now + days * day,
})
const snapshot = (part: Partial<MaterialSnapshot>): MaterialSnapshot => ({
  now,
  materials: [bought('bolt'), bought('nut')],
  orders: [{ id: 'MO1', locked: false, neededAt: now + 10 * day }],
  demands: [],
  supplies: [],
  locks: [],
  boms: [],
  ...part,
})
const edgesOf = (part: Partial<MaterialSnapshot>) =>
  planMaterial(snapshot(part)).edges.map(
    edge => `${edge.supply}>${edge.demand} ${edge.quantity}/${edge.supplyQuantity}`,
  )
const kitOf = (part: Partial<MaterialSnapshot>) => planMaterial(snapshot(part)).orders[0]!

describe('order of allocation', () => {
  test('stock by first expired, then first in; then the earliest arrival', () => {
    const supplies = [
      transit('late', 'bolt', 5, 9),
      transit('early', 'bolt', 5, 3),
      stock('never', 'bolt', 5, { receivedAt: now - 9 * day }),
      stock('newer', 'bolt', 5, { expiresAt: now + 50 * day, receivedAt: now - day }),
      stock('older', 'bolt', 5, { expiresAt: now + 50 * day, receivedAt: now - 2 * day }),
      stock('first', 'bolt', 5, { expiresAt: now + 40 * day }),
    ]
    expect(edgesOf({ demands: [demand('d', 'bolt', 28)], supplies })).toEqual([
      'first>d 5/5',
      'older>d 5/5',
      'newer>d 5/5',
      'never>d 5/5',
      'early>d 5/5',
      'late>d 3/3',
    ])
  })
  test('a lot that expires before it is needed is not used', () => {
    const supplies = [stock('old', 'bolt', 5, { expiresAt: now + 10 * day }), stock('good', 'bolt', 5)]
    expect(edgesOf({ demands: [demand('d', 'bolt', 5)], supplies })).toEqual(['good>d 5/5'])
  })
  test('demands by priority, due date and number; safety stock last', () => {
    const demands = [
      demand('safety', 'bolt', 4, { kind: 'safety', priority: 1 }),
      demand('b', 'bolt', 4, { number: 'MO2' }),
      demand('a', 'bolt', 4, { number: 'MO1' }),
      demand('sooner', 'bolt', 4, { due: now + 5 * day }),
      demand('urgent', 'bolt', 4, { priority: 1, due: now + 90 * day }),
    ]
    expect(edgesOf({ demands, supplies: [stock('s', 'bolt', 18)] })).toEqual([
      's>urgent 4/4',
      's>sooner 4/4',
      's>a 4/4',
      's>b 4/4',
      's>safety 2/2',
    ])
  })
  test('a locked choice comes before everything else', () => {
    const demands = [demand('first', 'bolt', 5, { priority: 1 }), demand('locked', 'bolt', 5, { priority: 99 })]
    expect(
      edgesOf({
        demands,
        supplies: [stock('s', 'bolt', 6), transit('t', 'bolt', 10, 2)],
        locks: [{ supply: 's', demand: 'locked', quantity: 5 }],
      }),
    ).toEqual(['s>first 1/1', 't>first 4/4', 's>locked 5/5'])
  })
})

describe('substitutes', () => {
  const substitutes = [
    { material: 'nut', ratio: { numerator: 3, denominator: 2 } },
    { material: 'pin', ratio: one },
  ]
  test('stand in where the material would be late, in order of preference, at their ratio', () => {
    expect(
      edgesOf({
        demands: [demand('d', 'bolt', 10, { substitutes })],
        supplies: [
          stock('bolts', 'bolt', 2),
          transit('bolts-late', 'bolt', 90, 11),
          stock('nuts', 'nut', 7),
          stock('pins', 'pin', 9),
        ],
      }),
    ).toEqual(['bolts>d 2/2', 'nuts>d 4/6', 'pins>d 4/4'])
  })
  test('stay untouched while the material arrives in time', () => {
    expect(
      edgesOf({
        demands: [demand('d', 'bolt', 10, { substitutes })],
        supplies: [transit('bolts', 'bolt', 90, 9), stock('nuts', 'nut', 70)],
      }),
    ).toEqual(['bolts>d 10/10'])
  })
  test('of a step that was begun with one the first that covers it takes so much less, and no other', () => {
    const begun = [
      { material: 'pin', ratio: { numerator: 2, denominator: 1 }, begun: 1 },
      { material: 'nut', ratio: { numerator: 4, denominator: 1 }, begun: 2 },
    ]
    const demands = [demand('d', 'bolt', 7, { substitutes: begun })]
    const pins = [stock('pins', 'pin', 13)]
    expect(edgesOf({ demands, supplies: pins })).toEqual(['pins>d 7/13'])
    const locks = [{ supply: 'pins', demand: 'd', quantity: 13 }]
    expect(edgesOf({ demands, supplies: pins, locks })).toEqual(['pins>d 7/13'])
    const kept = locks.map(lock => ({ ...lock, kept: { firm: true, made: false } }))
    expect(edgesOf({ demands, supplies: pins, locks: kept })).toEqual(['pins>d 7/13'])
    const mixed = [stock('bolts', 'bolt', 3), stock('pins', 'pin', 5), stock('nuts', 'nut', 9)]
    expect(edgesOf({ demands, supplies: mixed })).toEqual(['bolts>d 3/3', 'pins>d 3/5', 'nuts>d 1/4'])
  })
  test('when everything is late the earliest comes first, whichever it is', () => {
    expect(
      edgesOf({
        demands: [demand('d', 'bolt', 10, { substitutes })],
        supplies: [transit('bolts', 'bolt', 6, 12), transit('pins', 'pin', 3, 11), transit('nuts', 'nut', 90, 12)],
      }),
    ).toEqual(['pins>d 3/3', 'bolts>d 6/6', 'nuts>d 1/2'])
  })
})

describe('material status', () => {
  const demands = [demand('a', 'bolt', 5), demand('b', 'nut', 5, { operation: 'MO1/20' })]
  const locked = [{ id: 'MO1', locked: true, neededAt: now + 10 * day }]

  test('1 and 2: everything in stock', () => {
    const supplies = [stock('s', 'bolt', 5), stock('n', 'nut', 5)]
    expect(kitOf({ demands, supplies })).toMatchObject({
      materialStatus: materialStatus.kittingComplete,
      kitAt: now,
      kittingDays: 0,
      decidingMaterial: null,
      late: false,
      lines: 2,
      linesReady: 2,
    })
    expect(kitOf({ demands, supplies, orders: locked }).materialStatus).toBe(materialStatus.locked)
  })
  test('R-296 4 and 5: on its way, with the days to go, by operation', () => {
    const supplies = [stock('s', 'bolt', 5), transit('n', 'nut', 5, 2.5)]
    const kit = kitOf({ demands, supplies })
    expect(kit).toMatchObject({
      materialStatus: materialStatus.inTransit,
      kitAt: now + 2.5 * day,
      kittingDays: 3,
      decidingMaterial: 'nut',
      linesReady: 1,
    })
    expect(
      new Kits(new NettingState(snapshot({ demands, supplies })))
        .ofOperations(0)
        .map(operation => [operation.operation, operation.kitAt]),
    ).toEqual([
      ['MO1/10', now],
      ['MO1/20', now + 2.5 * day],
    ])
    expect(kitOf({ demands, supplies, orders: locked }).materialStatus).toBe(materialStatus.lockedInTransit)
  })
  test('3: on its way and too late', () => {
    const kit = kitOf({ demands, supplies: [stock('s', 'bolt', 5), transit('n', 'nut', 5, 11)] })
    expect(kit).toMatchObject({ materialStatus: materialStatus.preKittingDelay, late: true, kittingDays: 11 })
  })
  test('6: something is not covered; the date of the proposal is expected', () => {
    const kit = kitOf({ demands, supplies: [stock('s', 'bolt', 5), stock('n', 'nut', 4)] })
    expect(kit).toMatchObject({
      materialStatus: materialStatus.toBePurchased,
      kitAt: null,
      expectedAt: now + 5 * day,
      decidingMaterial: 'nut',
      late: false,
    })
  })
  test('what is not ordered is there when it can be, ordered now: not when it is needed, and not before goods are taken in', () => {
    const at = (neededAt: number, earliestAt?: number) =>
      kitOf({
        demands: [demand('a', 'bolt', 5, { neededAt })],
        materials: [bought('bolt', earliestAt === undefined ? {} : { earliestAt })],
      })
    expect(at(now + 300 * day)).toMatchObject({ kitAt: null, expectedAt: now + 5 * day, kittingDays: 5, late: false })
    expect(at(now + day)).toMatchObject({ expectedAt: now + 5 * day, late: true })
    expect(at(now + 300 * day, now + 7 * day)).toMatchObject({ expectedAt: now + 7 * day })
  })
  test('an overdue delivery is not in stock', () => {
    const kit = kitOf({ demands: [demand('a', 'bolt', 5)], supplies: [transit('t', 'bolt', 5, -2)] })
    expect(kit).toMatchObject({ materialStatus: materialStatus.inTransit, kitAt: now, kittingDays: 0 })
  })
  test('an order that needs nothing is kitted', () => {
    expect(kitOf({})).toMatchObject({ materialStatus: materialStatus.kittingComplete, lines: 0 })
  })
  test('a child order that is not scheduled is done its lead time after its own kit', () => {
    const plan = planMaterial(
      snapshot({
        materials: [bought('bolt'), { ...bought('wheel'), kind: 'made', leadTimeSeconds: 2 * day }],
        orders: [
          { id: 'MO1', locked: false, neededAt: now + 10 * day },
          { id: 'child', locked: false, neededAt: now + 8 * day },
        ],
        demands: [demand('w', 'wheel', 1), demand('c', 'bolt', 4, { order: 'child', operation: 'child/10' })],
        supplies: [
          { id: 'out', kind: 'production', material: 'wheel', quantity: 1, availableAt: null, order: 'child' },
          transit('t', 'bolt', 4, 6),
        ],
      }),
    )
    expect(plan.orders[0]).toMatchObject({ kitAt: now + 8 * day, decidingMaterial: 'wheel', materialStatus: 4 })
    expect(plan.edges.find(edge => edge.supply === 'out')!.availableAt).toBe(now + 8 * day)
  })
})

describe('replenishment', () => {
  test('lots keep minimum and packaging', () => {
    expect(roundLot(3, { lotMinimum: 0, lotMultiple: 0 })).toBe(3)
    expect(roundLot(3, { lotMinimum: 10, lotMultiple: 4 })).toBe(12)
    expect(roundLot(12, { lotMinimum: 10, lotMultiple: 4 })).toBe(12)
    expect(roundLot(13, { lotMinimum: 0, lotMultiple: 5 })).toBe(15)
  })
  test('what rounding leaves over covers the next need; dates go back by the lead time', () => {
    const { purchases } = planMaterial(
      snapshot({
        materials: [bought('bolt', { lotMultiple: 10 })],
        demands: [
          demand('a', 'bolt', 7, { neededAt: now + 10 * day }),
          demand('b', 'bolt', 7, { neededAt: now + 2 * day }),
        ],
      }),
    )
    expect(purchases).toEqual([
      {
        id: 'buy-bolt-1',
        material: 'bolt',
        quantity: 10,
        orderBy: now,
        latestStart: now - 3 * day,
        availableAt: now + 5 * day,
        neededAt: now + 2 * day,
        level: 0,
        covers: [
          { demand: 'b', quantity: 7 },
          { demand: 'a', quantity: 3 },
        ],
      },
      {
        id: 'buy-bolt-2',
        material: 'bolt',
        quantity: 10,
        orderBy: now + 5 * day,
        latestStart: now + 5 * day,
        availableAt: now + 10 * day,
        neededAt: now + 10 * day,
        level: 0,
        covers: [{ demand: 'a', quantity: 4 }],
      },
    ])
  })
  test('a made material becomes a child order, its components are needed when that starts', () => {
    const plan = planMaterial(
      snapshot({
        materials: [
          bought('bolt', { leadTimeSeconds: 9 * day }),
          { ...bought('wheel'), kind: 'made', leadTimeSeconds: 2 * day },
        ],
        demands: [demand('w', 'wheel', 3)],
        supplies: [stock('s', 'bolt', 5)],
        boms: [{ material: 'wheel', lines: [{ material: 'bolt', ratio: { numerator: 4, denominator: 1 } }] }],
      }),
    )
    expect(plan.productions).toMatchObject([
      {
        id: 'make-wheel-1',
        material: 'wheel',
        quantity: 3,
        orderBy: now + 8 * day,
        availableAt: now + 11 * day,
        level: 0,
      },
    ])
    expect(plan.purchases).toMatchObject([
      { id: 'buy-bolt-1', material: 'bolt', quantity: 7, orderBy: now, availableAt: now + 9 * day, level: 1 },
    ])
    expect(plan.purchases[0]!.covers).toEqual([{ proposal: 'make-wheel-1', quantity: 7 }])
    expect(plan.proposalEdges).toMatchObject([{ supply: 's', proposal: 'make-wheel-1', quantity: 5 }])
    expect(plan.demands[0]).toMatchObject({ shortage: 3, expectedAt: now + 11 * day })
  })
  test('what is needed at once by many ways through a BoM is one lot: proposals do not double with each level', () => {
    const depth = 40
    const made = (id: string): PlannedMaterial => ({ ...bought(id), kind: 'made', leadTimeSeconds: 1 })
    const lines = (level: number) => [
      { material: `a${level}`, ratio: one },
      { material: `b${level}`, ratio: one },
    ]
    const levels = Array.from({ length: depth }, (_, level) => level)
    const materials = levels.flatMap(level => [made(`a${level}`), made(`b${level}`)])
    const boms = levels
      .slice(1)
      .flatMap(level => ['a', 'b'].map(of => ({ material: `${of}${level - 1}`, lines: lines(level) })))
    const { productions } = planMaterial(snapshot({ materials, boms, demands: [demand('d', 'a0', 1)] }))
    expect(productions).toHaveLength(2 * depth - 1)
    expect(productions.find(({ material }) => material === 'b5')).toMatchObject({ quantity: 2 ** 4 })
  })
  test('a BoM with more ways than anybody builds is refused, and the material is named that goes in by the most', () => {
    const depth = 20
    const levels = Array.from({ length: depth }, (_, level) => level)
    const made = (id: string, leadTimeSeconds: number): PlannedMaterial => ({
      ...{ ...bought(id), kind: 'made', leadTimeSeconds },
    })
    const materials = levels.flatMap(level => [made(`a${level}`, 2 ** level), made(`b${level}`, 0)])
    const lines = (level: number) => ['a', 'b'].map(of => ({ material: `${of}${level}`, ratio: one }))
    const boms = levels
      .slice(1)
      .flatMap(level => ['a', 'b'].map(of => ({ material: `${of}${level - 1}`, lines: lines(level) })))
    const demands = [demand('d', 'a0', 1, { neededAt: now + 100 * day })]
    expect(() => planMaterial(snapshot({ materials, boms, demands }))).toThrow(
      expect.objectContaining({ constructor: TooManyProposals, material: expect.stringMatching(/^[ab]1[6-9]$/) }),
    )
  })
  test('a material nobody knows cannot be expected', () => {
    const plan = planMaterial(snapshot({ demands: [demand('x', 'unknown', 1)] }))
    expect(plan.demands[0]).toMatchObject({ shortage: 1, kitAt: null, expectedAt: null })
    expect(plan.orders[0]).toMatchObject({
      materialStatus: 6,
      expectedAt: null,
      kittingDays: 0,
      decidingMaterial: 'unknown',
    })
  })
  test('a material that contains itself is refused with the path', () => {
    const boms = [
      { material: 'a', lines: [{ material: 'b', ratio: one }] },
      { material: 'b', lines: [{ material: 'a', ratio: one }] },
    ]
    expect(() => planMaterial(snapshot({ boms }))).toThrow(CyclicBom)
  })
})

test('a receipt that comes later than a new purchase is left where that is wanted', () => {
  const planned = (buyRatherThanWait: boolean) =>
    planMaterial({
      now,
      materials: [bought('bolt', { buyRatherThanWait })],
      orders: [],
      demands: [demand('d', 'bolt', 10, { neededAt: now + day })],
      supplies: [transit('late', 'bolt', 10, 9)],
      locks: [],
      boms: [],
    })
  expect(planned(true).edges).toEqual([])
  expect(planned(true).purchases).toMatchObject([{ quantity: 10, availableAt: now + 5 * day }])
  expect(planned(false).edges).toMatchObject([{ supply: 'late', quantity: 10 }])
})

test('an order gets of what was bought for several what it asked for, however it got it; the rest goes by priority', () => {
  const line = { ...transit('line', 'bolt', 10, 2), madeFor: [{ order: 'MO1', quantity: 4 }] }
  const demands = [demand('a', 'bolt', 9), demand('b', 'bolt', 9, { order: 'MO2', number: 'MO2', priority: 1 })]
  const expected = ['line>a 4/4', 'line>b 6/6']
  expect(edgesOf({ demands, supplies: [line] }).sort()).toEqual(expected)
  const kept = { supply: 'line', demand: 'a', quantity: 3, kept: { firm: false, made: true } }
  expect(edgesOf({ demands, supplies: [line], locks: [kept] }).sort()).toEqual([
    'line>a 1/1',
    'line>a 3/3',
    'line>b 6/6',
  ])
})

test('a lot is rounded up for the orders that are replenished alone', () => {
  const demands = [demand('a', 'bolt', 100, { neededAt: now }), demand('b', 'bolt', 2, { order: 'MO2', number: 'MO2' })]
  const of = { materials: [bought('bolt', { lotMultiple: 3 })], demands }
  const quantities = (part: Partial<MaterialSnapshot>) =>
    planMaterial(snapshot(part)).purchases.map(({ quantity }) => quantity)
  expect(quantities(of)).toEqual([102])
  expect(quantities({ ...of, asked: ['MO2'] })).toEqual([102, 3])
})

test('what is to be ordered is to be ordered while somebody works', () => {
  const part = { demands: [demand('a', 'bolt', 5, { neededAt: now + 20 * day })] }
  const orderBy = (open: MaterialSnapshot['open'] = []) =>
    planMaterial(snapshot({ ...part, open })).purchases[0]!.latestStart
  expect(orderBy()).toBe(now + 15 * day)
  expect(orderBy([[now, now + 30 * day]])).toBe(now + 15 * day)
  expect(
    orderBy([
      [now, now + 13 * day],
      [now + 16 * day, now + 30 * day],
    ]),
  ).toBe(now + 13 * day - 60)
})

test('what is begun before a component changes asks for the old one, what is begun after it for the new one', () => {
  const change = now + 10 * day
  const { purchases } = planMaterial(
    snapshot({
      materials: [{ ...bought('frame'), kind: 'made' }, bought('bolt'), bought('nut')],
      orders: [
        { id: 'MO1', locked: false, neededAt: now + 12 * day },
        { id: 'MO2', locked: false, neededAt: now + 15 * day },
      ],
      demands: [
        demand('a', 'frame', 3, { neededAt: now + 12 * day }),
        demand('b', 'frame', 4, { order: 'MO2', operation: 'MO2/10', neededAt: now + 15 * day, number: 'MO2' }),
      ],
      boms: [
        {
          material: 'frame',
          lines: [
            { material: 'bolt', ratio: one, until: change },
            { material: 'nut', ratio: one, from: change },
          ],
        },
      ],
    }),
  )
  expect(purchases.map(({ material, quantity }) => [material, quantity])).toEqual([
    ['bolt', 3],
    ['nut', 4],
  ])
})
