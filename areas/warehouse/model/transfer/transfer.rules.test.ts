import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { purchasingErrors } from '@qitao/purchasing/model/purchasing.errors.ts'
import { expect, test } from 'vitest'
import { goingBack, receiveLines, type SentLine } from './transfer.rules.ts'

const line = (id: string, more: Partial<SentLine> = {}): SentLine => ({
  ...{ id, material_id: 'steel', lot_number: null, from_location_id: 'A', to_location_id: 'B' },
  ...{ unit_precision: 0, open_quantity: '10' },
  ...more,
})
const bin = (id: string) => [id, { id, code: id, warehouse_id: 'W' }] as const
const receive = (
  asked: Partial<Parameters<typeof receiveLines>[1]>,
  sent = [line('1'), line('2', { open_quantity: '4' })],
) => {
  const { parts, isOpen } = receiveLines(
    sent,
    { lines: [], rest: 'later', ...asked },
    new Map([bin('A'), bin('B'), bin('C')]),
  )
  return { parts: parts.map(part => [part.line.id, part.quantity, part.to_location_id]), isOpen }
}
const codeOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    if (error instanceof Refusal) return error.definition.code
    throw error
  }
}

test('what has come goes to the bin of its line or to another, the rest waits', () => {
  const lines = [
    { line_id: '1', quantity: '3' },
    { line_id: '1', quantity: '2', to_location_id: 'C' },
  ]
  expect(receive({ lines })).toEqual({
    parts: [
      ['1', '3', 'B'],
      ['1', '2', 'C'],
    ],
    isOpen: true,
  })
  expect(receive({ lines: [{ line_id: '1', quantity: '4' }] }, [line('1', { open_quantity: '4' })]).isOpen).toBe(false)
})

test('the rest goes back to where it came from, or is gone; why is told', () => {
  const lines = [{ line_id: '1', quantity: '9' }]
  expect(receive({ lines, rest: 'back', reason: 'no room' })).toEqual({
    parts: [
      ['1', '9', 'B'],
      ['1', '1', 'A'],
      ['2', '4', 'A'],
    ],
    isOpen: false,
  })
  expect(receive({ rest: 'lost', reason: 'stolen' }).parts).toEqual([
    ['1', '10', null],
    ['2', '4', null],
  ])
  expect(codeOf(() => receive({ lines, rest: 'lost' }))).toBe(generalErrors.fieldRequired.code)
})

test('more than is in transit, finer than the unit, and what is not there are refused', () => {
  const one = (more: object) => () => receive({ lines: [{ line_id: '2', quantity: '1', ...more }] })
  expect(codeOf(one({ quantity: '5' }))).toBe(purchasingErrors.inboundOverPending.code)
  expect(codeOf(one({ quantity: '0.5' }))).toBe(generalErrors.unitQuantityPrecision.code)
  expect(codeOf(one({ line_id: '7' }))).toBe(generalErrors.recordNotFound.code)
  expect(codeOf(one({ to_location_id: 'X' }))).toBe(generalErrors.recordNotFound.code)
  expect(codeOf(() => receive({}))).toBe(generalErrors.fieldRequired.code)
  const twice = [
    { line_id: '2', quantity: '3' },
    { line_id: '2', quantity: '2' },
  ]
  expect(codeOf(() => receive({ lines: twice }))).toBe(purchasingErrors.inboundOverPending.code)
})

test('a reversal takes from each bin what was brought there and gives each bin what was taken; what is gone stays gone', () => {
  const at = (location_id: string, quantity: string, lot_number = '') => ({
    ...{ material_id: 'steel', location_id, quantity, lot_number },
  })
  const back = goingBack([
    at('A', '-6'),
    at('B', '-4'),
    at('T', '3'),
    at('C', '5'),
    at('A', '-1', 'L'),
    at('C', '1', 'L'),
  ])
  expect(back.map(one => [one.lot_number, one.from_location_id, one.to_location_id, one.quantity])).toEqual([
    ['', 'T', 'A', '3'],
    ['', 'C', 'A', '3'],
    ['', 'C', 'B', '2'],
    ['L', 'C', 'A', '1'],
  ])
})
