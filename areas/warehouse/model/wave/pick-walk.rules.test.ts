import type { LotToPick } from '@qitao/stock/model/picking.rules.ts'
import { expect, test } from 'vitest'
import { afterPickScan, nothingPicked, whyNotPicked } from './pick-scan.rules.ts'
import { type LineToWalk, splitPicked, walkOf } from './pick-walk.rules.ts'
import type { WalkStop } from './pick-wave.record.ts'

const line = (line_id: string, material: string, open_quantity: string): LineToWalk => ({
  ...{ line_id, receipt_id: `R${line_id}`, receipt_no: `CK${line_id}`, source_no: null, open_quantity, mo_id: null },
  ...{ material_id: material, material_code: material, material_name: '', material_specs: null, unit_name: 'pc' },
  ...{ unit_precision: 0, lot_managed: false, serial_policy: 0, location_id: null, lot_number: null },
})
const lot = (inventory_id: string, bin: string, route_order: number | null): [string, LotToPick] => [
  inventory_id,
  {
    ...{ inventory_id, material_id: '', location_id: bin, location_code: bin, route_order, lot_number: '' },
    ...{ quality_status: 0, container_id: null, quantity: '99', occupied_quantity: '0', expire_time: null },
    ...{ first_in_time: 0, first_in_day: '', frozen: false },
  },
]
const of = (line_id: string, inventory_id: string, quantity: string) => ({
  ...{ source_id: line_id, inventory_id, quantity: `-${quantity}` },
})
const at = {
  lots: new Map([lot('far', 'C', null), lot('near', 'B', 1), lot('next', 'A', 2)]),
  supplierLots: () => null,
  ...{ containers: new Map(), warehouses: new Map(), frozen: new Map([['nut', ['F']]]) },
}

test('one stop for all who want the same from the same place, in the order of the route; what is not there is told', () => {
  const lines = [line('1', 'bolt', '5'), line('2', 'bolt', '4'), line('3', 'nut', '10')]
  const taken = [
    of('1', 'far', '2'),
    of('1', 'near', '3'),
    of('2', 'near', '4'),
    of('3', 'next', '6'),
    of('9', 'far', '1'),
  ]
  const { stops, short } = walkOf(lines, taken, at)
  expect(
    stops.map(stop => [stop.location_code, stop.material_code, stop.quantity, stop.parts.map(part => part.quantity)]),
  ).toEqual([
    ['B', 'bolt', '7', ['3', '4']],
    ['A', 'nut', '6', ['6']],
    ['C', 'bolt', '2', ['2']],
  ])
  expect(short.map(one => [one.material_code, one.quantity, one.frozen_bins])).toEqual([['nut', '4', ['F']]])
})

test('what was taken goes to the documents in their order; the last goes without', () => {
  const { stops } = walkOf(
    [line('1', 'bolt', '5'), line('2', 'bolt', '4')],
    [of('1', 'near', '5'), of('2', 'near', '4')],
    at,
  )
  const split = (quantity: string, serials: string[] = []) =>
    splitPicked(stops[0]!, quantity, serials).map(part => [part.line_id, part.quantity, part.serial_numbers.join()])
  expect(split('9')).toEqual([
    ['1', '5', ''],
    ['2', '4', ''],
  ])
  expect(split('7')).toEqual([
    ['1', '5', ''],
    ['2', '2', ''],
  ])
  expect(split('5')).toEqual([['1', '5', '']])
  expect(split('0')).toEqual([])
  expect(split('6', ['a', 'b', 'c', 'd', 'e', 'f'])).toEqual([
    ['1', '5', 'a,b,c,d,e'],
    ['2', '1', 'f'],
  ])
})

const stop = (more: Partial<WalkStop> = {}): WalkStop => ({
  ...walkOf([line('1', 'bolt', '3')], [of('1', 'near', '3')], at).stops[0]!,
  ...more,
})
function scans(at: WalkStop, pieces: boolean, ...codes: string[]) {
  let state = nothingPicked
  const told: string[] = []
  for (const code of codes) {
    const step = afterPickScan(at, state, code, pieces)
    state = step.state
    told.push(step.goesOn ? 'goes on' : step.why ? step.why.en : 'taken')
  }
  return { quantity: state.quantity, serials: state.serials.join(), told }
}
test.each([
  ['bin, then goods: all of it', stop(), false, ['B', 'bolt'], '3', ['taken', 'taken']],
  ['the same goods again change nothing', stop(), false, ['B', 'bolt', 'bolt'], '3', ['taken', 'taken', 'taken']],
  ['goods before the bin', stop(), false, ['bolt'], null, ['This is not bin B: bolt']],
  ['another bin', stop(), false, ['A'], null, ['This is not bin B: A']],
  ['piece after piece', stop(), true, ['B', 'bolt', 'bolt'], '2', ['taken', 'taken', 'taken']],
  [
    'no more pieces than wanted',
    stop(),
    true,
    ['B', 'bolt', 'bolt', 'bolt', 'bolt'],
    '3',
    [...'tttt'].map(() => 'taken').concat('That is enough of it'),
  ],
  ['other goods', stop(), false, ['B', 'nut'], null, ['taken', 'bolt is to be picked, not nut']],
  ['the bin again changes nothing', stop(), false, ['B', 'B', 'bolt', 'B'], '3', ['taken', 'taken', 'taken', 'taken']],
  ['the next bin when all is taken', stop(), false, ['B', 'bolt', 'A'], '3', ['taken', 'taken', 'goes on']],
  [
    'the next bin when some are missing',
    stop(),
    true,
    ['B', 'bolt', 'A'],
    '1',
    ['taken', 'taken', 'bolt is to be picked, not A'],
  ],
  ['by lot', stop({ lot_number: 'L1' }), false, ['B', 'bolt', 'L1'], '3', ['taken', 'Scan the lot L1', 'taken']],
  [
    "by the supplier's lot",
    stop({ lot_number: 'L1', supplier_lot: 'S-1' }),
    false,
    ['B', 'S-1'],
    '3',
    ['taken', 'taken'],
  ],
  ['a whole container', stop({ container_code: 'K1' }), true, ['B', 'K1'], '3', ['taken', 'taken']],
  [
    'numbered pieces',
    stop({ serial_policy: 2 }),
    false,
    ['B', 'bolt', 'S1', 'S1', 'S2'],
    '2',
    ['taken', 'Scan the serial number of each piece', 'taken', 'Serial number S1 was scanned', 'taken'],
  ],
] as const)('%s', (_, at, pieces, codes, quantity, told) => {
  expect(scans(at, pieces, ...codes)).toMatchObject({ quantity, told })
})

test('more than is wanted at a stop is refused with what is wanted', () => {
  expect(['2', '3', '3.0000'].map(picked => whyNotPicked(stop({ quantity: '3.0000' }), picked))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(whyNotPicked(stop({ quantity: '3.0000' }), '4')?.zh).toBe('出库数量超过待出库数量3，请改小')
})
