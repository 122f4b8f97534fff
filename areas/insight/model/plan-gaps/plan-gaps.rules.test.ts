import { expect, test } from 'vitest'
import { gapsOfProducts, gapsOfSteps } from './plan-gaps.rules.ts'

const lane = (id: string, more: object = {}) => ({
  ...{ id, process_ids: ['cut'], supplier_id: null, calendar_id: 'week', status: 1 as const },
  ...more,
})
const time = (more: object = {}) => ({
  ...{ process_id: 'cut', material_id: null, device_id: null, cycle_seconds: '1', batch_quantity: '1' },
  ...{ setup_seconds: 0, employees: 1, charge_load: '1', expected_oee: '1' },
  ...more,
})
const lanes = { ours: lane('saw'), theirs: lane('lane', { supplier_id: 's' }) }
test.each([
  ['a machine with a time', false, [lanes.ours], [time()], []],
  ['no machine', false, [], [time()], [['no_machine', null]]],
  ['the lane of a supplier is no machine of ours', false, [lanes.theirs], [time()], [['no_machine', null]]],
  ['a supplier needs no time', true, [lanes.theirs], [], []],
  ['nor does our machine do what is outside', true, [lanes.ours], [time()], [['no_lane', null]]],
  ['one that is off', true, [{ ...lanes.theirs, status: 0 as const }], [], [['no_lane', null]]],
  ['a time of another machine', false, [lanes.ours], [time({ device_id: 'other' })], [['no_time', null]]],
  ['a time of another product', false, [lanes.ours], [time({ material_id: 'nut' })], [['no_time', null]]],
  ['no calendar', false, [lane('saw', { calendar_id: null })], [time()], [['no_calendar', 'saw']]],
  [
    'a calendar in which nobody works',
    true,
    [lane('l', { supplier_id: 's', calendar_id: 'empty' })],
    [],
    [['no_calendar', 'l']],
  ],
  ['one of two works', false, [lane('saw', { calendar_id: null }), lane('new')], [time()], []],
  [
    'the one that works has no time',
    false,
    [lane('saw', { calendar_id: null }), lane('new')],
    [time({ device_id: 'saw' })],
    [['no_calendar', 'saw']],
  ],
])('%s', (_, outside, given, times, expected) => {
  const step = { process_id: 'cut', material_id: 'bolt', outside }
  const gaps = gapsOfSteps([step], given, times, new Set(['week']))
  expect(gaps.map(({ kind, device_id }) => [kind, device_id])).toEqual(expected)
})

test('gaps of products stand together by what they are of, the one of most products first; what orders wait for is told with them', () => {
  const product = (code: string, more: object = {}) => ({
    ...{
      material_id: `m-${code}`,
      code,
      must_be_made: false,
      has_bom: true,
      steps: [{ process_id: 'cut', outside: false }],
    },
    ...more,
  })
  const products = [
    ...[product('bolt'), product('nut'), product('wire', { steps: [] })],
    ...[
      product('sale', { has_bom: false, must_be_made: true, steps: [] }),
      product('bought', { has_bom: false, steps: [] }),
    ],
  ]
  const found = (steps: Parameters<typeof gapsOfSteps>[0]) => gapsOfSteps(steps, [], [], new Set())
  expect(gapsOfProducts(products, found, new Set())).toEqual({
    gaps: [
      {
        id: 'no_machine:cut',
        kind: 'no_machine',
        material_id: null,
        process_id: 'cut',
        device_id: null,
        codes: ['bolt', 'nut'],
      },
      {
        id: 'no_bom:m-sale',
        kind: 'no_bom',
        material_id: 'm-sale',
        process_id: null,
        device_id: null,
        codes: ['sale'],
      },
      {
        id: 'no_routing:m-wire',
        kind: 'no_routing',
        material_id: 'm-wire',
        process_id: null,
        device_id: null,
        codes: ['wire'],
      },
    ],
    ...{ made: 4, ready: 0 },
  })
  expect(gapsOfProducts(products, found, new Set(['no_machine:cut'])).gaps.map(({ kind }) => kind)).toEqual([
    'no_bom',
    'no_routing',
  ])
})
