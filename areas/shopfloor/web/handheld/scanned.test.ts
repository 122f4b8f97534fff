import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import { expect, test } from 'vitest'
import { lackingPieces, piecesIn, scanned } from './scanned.ts'
import type { Trace } from './shift.ts'

const { none, required } = serialPolicy.codes
const part = (material_id: string, serial_policy: Trace['components'][number]['serial_policy']) => ({
  ...{ material_id, material_code: material_id, material_name: material_id, unit_name: 'pc', unit_precision: 0 },
  ...{ serial_policy, quantity: '1', lots: [{ lot_number: `${material_id}-lot`, quantity: '9', picked: false }] },
})
const traceOf = (serial_policy: Trace['product']['serial_policy'], more: Partial<Trace['product']> = {}) => ({
  product: {
    ...{ material_code: 'p', lot_number: null, last: true, serial_numbers: [], serial_policy },
    ...more,
  },
  components: [part('tube', none)],
})
const of2 = { good: '2', total: '2', isTask: false }

test('while good pieces are to be reported, labels are their numbers: one each, none twice', () => {
  const trace = traceOf(required)
  expect(scanned({}, 'S-1', trace, of2)).toEqual({ next: { serials: 'S-1 ' } })
  expect(scanned({ serials: 'S-1' }, 'S-2', trace, of2)).toEqual({ next: { serials: 'S-1 S-2 ' } })
  expect(scanned({ serials: 'S-1' }, 'S-1', trace, of2)).toMatchObject({ whyNot: { zh: '「S-1」已经扫过' } })
  expect(scanned({ serials: 'S-1 S-2' }, 'S-3', trace, of2)).toMatchObject({ whyNot: { en: /2 good/ } })
})
test('what a scanner types behind a label that was read elsewhere is a number of its own', () => {
  const made = scanned({ serials: 'S-1' }, 'S-2', traceOf(required), { ...of2, good: '3' })?.next?.serials
  expect(piecesIn(`${made}S-3`)).toBe(3)
  const parts = { ...traceOf(none), components: [part('motor', required)] }
  const used = scanned({}, 'M-1', parts, of2)?.next?.used?.motor?.serials
  expect(piecesIn(`${used}M-2`)).toBe(2)
})
test('a task, a lot, a product without numbers and a report of nothing: no number is taken', () => {
  expect(scanned({}, 'M1-10', traceOf(required), { ...of2, isTask: true })).toBeUndefined()
  expect(scanned({}, 'tube-lot', traceOf(required), of2)).toEqual({
    next: { used: { tube: { lots: [{ lot_number: 'tube-lot', quantity: '' }] } } },
  })
  expect(scanned({}, 'S-1', traceOf(none), of2)).toBeUndefined()
  expect(scanned({}, 'S-1', traceOf(required), { ...of2, good: '0' })).toBeUndefined()
})
test('numbers given to the order before come out; others go into the one part by pieces; who cannot tell asks', () => {
  const withMotor = (more: Partial<Trace['product']>) => ({
    ...traceOf(required, more),
    components: [part('motor', required)],
  })
  const planned = withMotor({ serial_numbers: ['S-1'] })
  expect(scanned({}, 'S-1', planned, { ...of2, good: '0' })).toEqual({ next: { serials: 'S-1 ' } })
  expect(scanned({}, 'M-1', planned, of2)).toEqual({ next: { used: { motor: { serials: 'M-1 ' } } } })
  expect(scanned({ used: { motor: { serials: 'M-1' } } }, 'M-1', planned, of2)).toHaveProperty('whyNot')
  expect(scanned({}, 'X-1', withMotor({}), of2)).toHaveProperty('whyNot')
  expect(scanned({}, 'M-1', withMotor({ last: false }), of2)).toEqual({
    next: { used: { motor: { serials: 'M-1 ' } } },
  })
})
test('pieces whose numbers are required are named before a report is sent: of those that are reported, not of the whole task', () => {
  const trace = { ...traceOf(required), components: [{ ...part('gps', required), quantity: '16' }], asked: '8' }
  const gps = (serials: string) => ({ used: { gps: { serials } } })
  const lacks = (value: Parameters<typeof lackingPieces>[1], good: string, total = good) =>
    lackingPieces(trace, value, { good, total })?.zh
  expect(lacks({}, '1')).toBe('gps 每件都要序列号：已扫 0/2')
  expect(lacks(gps('A B'), '1')).toBe('p 每件都要序列号：已扫 0/1')
  expect(lacks({ ...gps('A B'), serials: 'P1' }, '1')).toBeUndefined()
  // Scrap uses parts and brings nothing.
  expect(lacks(gps('A'), '0', '1')).toBe('gps 每件都要序列号：已扫 1/2')
  expect(lacks(gps('A B'), '0', '1')).toBeUndefined()
  expect(lackingPieces(traceOf(required), {}, { good: '1', total: '1' })).toBeUndefined()
})
