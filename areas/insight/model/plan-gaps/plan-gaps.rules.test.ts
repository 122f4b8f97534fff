import { expect, test } from 'vitest'
import { gapsOfSteps } from './plan-gaps.rules.ts'

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
