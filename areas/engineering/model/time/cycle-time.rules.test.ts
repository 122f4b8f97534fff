import { expect, test } from 'vitest'
import { type CycleTime, closestTimeOf, runSeconds, runTime } from './cycle-time.rules.ts'

const time = (given: Partial<CycleTime>): CycleTime => ({
  material_id: null,
  process_id: 'cut',
  device_id: null,
  cycle_seconds: '60',
  batch_quantity: '1',
  setup_seconds: 0,
  employees: 1,
  charge_load: '1',
  expected_oee: '1',
  ...given,
})
const setups = (times: CycleTime[]) => closestTimeOf(times)('shaft', 'cut', 'lathe')?.setup_seconds

test('the most specific entry holds: product and machine, product, machine, neither', () => {
  const neither = time({ setup_seconds: 1 })
  const machine = time({ device_id: 'lathe', setup_seconds: 2 })
  const product = time({ material_id: 'shaft', setup_seconds: 3 })
  const both = time({ material_id: 'shaft', device_id: 'lathe', setup_seconds: 4 })
  expect(setups([neither, machine, product, both])).toBe(4)
  expect(setups([product, neither, machine])).toBe(3)
  expect(setups([neither, machine])).toBe(2)
  expect(setups([neither])).toBe(1)
  expect(setups([neither, time({ setup_seconds: 5 })])).toBe(1)
})
test('other products, processes and machines are not looked at; none is undefined', () => {
  expect(
    setups([time({ material_id: 'gear' }), time({ process_id: 'weld' }), time({ device_id: 'saw' })]),
  ).toBeUndefined()
})
test('seconds for a piece are exact and rounded once', () => {
  const slow = runTime(time({ cycle_seconds: '10', batch_quantity: '3', expected_oee: '0.85' }), '1')
  expect(slow.run_seconds_per_piece).toEqual({ numerator: '10', denominator: '2.55' })
  expect(runSeconds(slow, '255')).toBe(1000)
  expect(runSeconds(slow, '1')).toBe(4)
  const fast = runTime(time({}), '1.2')
  expect(runSeconds(fast, '100')).toBe(5000)
})
