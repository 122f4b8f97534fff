import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { masterdataErrors } from '../masterdata.errors.ts'
import {
  type Conversion,
  checkConversions,
  checkUnitPrecision,
  conversionBetween,
  converted,
  countedIn,
  inLargestUnit,
  inUnit,
  readCount,
  unitsOf,
} from './unit.rules.ts'

const one = (from: string, to: string, numerator: string, more: Partial<Conversion> = {}): Conversion => ({
  from_unit_id: from,
  to_unit_id: to,
  numerator,
  denominator: '1',
  material_id: null,
  ...more,
})
const refusalOf = (work: () => void): Refusal | undefined => {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  return undefined
}

test('units that convert already cannot be joined again, neither straight nor round', () => {
  const chain = [one('t', 'kg', '1000'), one('kg', 'g', '1000')]
  expect(refusalOf(() => checkConversions(chain, []))).toBeUndefined()
  for (const closing of [one('t', 'g', '1'), one('g', 't', '1'), one('kg', 't', '1')]) {
    const refusal = refusalOf(() => checkConversions([closing], chain))
    expect(refusal).toMatchObject({ definition: masterdataErrors.unitConversionInvalid, data: { row: 1 } })
  }
  expect(refusalOf(() => checkConversions([...chain, one('g', 't', '1')], []))?.data.row).toBe(3)
})
test('a material may overrule a general conversion, once', () => {
  const general = [one('box', 'pcs', '10')]
  const own = one('box', 'pcs', '12', { material_id: 'm' })
  expect(refusalOf(() => checkConversions([own], general))).toBeUndefined()
  expect(refusalOf(() => checkConversions([own], [...general, own]))).toBeDefined()
})
test('a factor is above 0 and the units differ', () => {
  for (const wrong of [one('a', 'a', '1'), one('a', 'b', '0'), one('a', 'b', '1', { denominator: '-1' })])
    expect(refusalOf(() => checkConversions([wrong], []))?.definition).toBe(masterdataErrors.unitConversionInvalid)
})
test('conversions are followed over several units and back; the material’s own come first', () => {
  const all = [one('roll', 'm', '250'), one('m', 'cm', '100'), one('roll', 'm', '100', { material_id: 'film' })]
  const roll = (material: string | null) => conversionBetween(all, material, 'roll', 'm')
  expect(converted('3', roll(null)!)).toBe('750')
  expect(converted('3', roll('film')!)).toBe('300')
  expect(converted('3', conversionBetween(all, 'film', 'roll', 'cm')!)).toBe('75000')
  expect(converted('50000', conversionBetween(all, null, 'cm', 'roll')!)).toBe('2')
  expect(conversionBetween(all, null, 'roll', 'kg')).toBeUndefined()
})
test('there and back is exact, whatever the fraction', () => {
  const factor = fc.integer({ min: 1, max: 100_000 }).map(String)
  fc.assert(
    fc.property(factor, factor, fc.integer({ min: 12, max: 1_000_000 }), (numerator, denominator, quantity) => {
      const all = [one('a', 'b', numerator, { denominator })]
      const there = conversionBetween(all, null, 'a', 'b')!
      const back = conversionBetween(all, null, 'b', 'a')!
      expect(there).toEqual({ numerator: back.denominator, denominator: back.numerator })
      const times = String(quantity * Number(denominator))
      expect(converted(converted(times, there), back)).toBe(times)
    }),
  )
})
test.each([
  ['boxes of twelve', '3', { numerator: '12', denominator: '1' }, 0, '36'],
  ['half a box of twelve', '0.5', { numerator: '12', denominator: '1' }, 0, '6'],
  ['half a box of seven is no number of pieces', '0.5', { numerator: '7', denominator: '1' }, 0, undefined],
  ['pieces of which three make a metre', '2', { numerator: '1', denominator: '3' }, 3, undefined],
  ['and three of them', '3', { numerator: '1', denominator: '3' }, 3, '1'],
  ['grams', '1250', { numerator: '1', denominator: '1000' }, 3, '1.25'],
  ['a gram where hundredths of a kilogram count', '1', { numerator: '1', denominator: '1000' }, 2, undefined],
])('counted in another unit: %s', (_, quantity, factor, decimals, expected) => {
  expect(countedIn(quantity, factor, decimals)).toBe(expected)
})
test('a quantity is told in another unit only where that can be written', () => {
  const box = { numerator: '12', denominator: '1' }
  expect(inUnit('126', box, 2)).toBe('10.5')
  expect(inUnit('125', box, 2)).toBeUndefined()
})
test('a quantity with more decimals than its unit is told with its line', () => {
  const precisions = new Map([
    ['pcs', 0],
    ['kg', 3],
  ])
  const lines = [
    { material_id: 'kg', quantity: '1.125' },
    { material_id: 'pcs', quantity: '2.000' },
    { material_id: 'pcs', quantity: '1.5' },
  ]
  expect(refusalOf(() => checkUnitPrecision(lines, precisions, 'quantity'))).toMatchObject({
    definition: generalErrors.unitQuantityPrecision,
    data: { row: 3, field: 'quantity', limit: 0 },
  })
  expect(refusalOf(() => checkUnitPrecision(lines.slice(0, 2), precisions, 'quantity'))).toBeUndefined()
})

const pieces = {
  unit_name: 'pcs',
  decimals: 0,
  others: [
    { unit_name: 'Pallet', numerator: '480', denominator: '1' },
    { unit_name: 'Box', numerator: '12', denominator: '1' },
    { unit_name: 'Third', numerator: '1', denominator: '3' },
  ],
}
const boxes = { ...pieces, others: [pieces.others[1]!] }
test.each([
  ['10 box', pieces, '120'],
  ['10Box', pieces, '120'],
  ['1 pallet + 2 box 5 pcs', pieces, '509'],
  ['1,000 box', pieces, '12000'],
  ['7 pcs', pieces, '7'],
  ['6 Third', pieces, '2'],
  ['10', boxes, '120'],
  ['1,234,000', boxes, '14808000'],
  ['10 box + 5', boxes, '125'],
  ['10box5', boxes, '125'],
  ['5 + 10 box', boxes, '125'],
  ['1 pallet + 5', pieces, '485'],
  // What cannot be meant, and what would be part of a piece.
  ['10', pieces, undefined],
  ['10 crate', pieces, undefined],
  ['box', pieces, undefined],
  ['10 box!', pieces, undefined],
  ['1.2.3 box', pieces, undefined],
  ['1 Third', pieces, undefined],
  ['10 + 5', boxes, undefined],
  ['10 box 5 3', boxes, undefined],
  ['1,5 box', boxes, undefined],
  ['1,50 box', boxes, undefined],
  ['1234,000 box', boxes, undefined],
  [',500 box', boxes, undefined],
  ['', pieces, undefined],
] as const)('a count that is written %j is read', (written, units, expected) => {
  expect(readCount(written, units)).toBe(expected)
})
test.each([
  ['960', { count: '2', unit_name: 'Pallet', rest: '0' }],
  ['600', { count: '1.25', unit_name: 'Pallet', rest: '0' }],
  ['125', { count: '10', unit_name: 'Box', rest: '5' }],
  ['0.5', { count: '1.5', unit_name: 'Third', rest: '0' }],
  ['5', undefined],
  ['0', undefined],
] as const)('%s pieces are shown in the largest unit that they fill', (quantity, expected) => {
  expect(inLargestUnit(quantity, pieces)).toEqual(expected)
})
test('what is shown in another unit reads back as the same quantity', () => {
  fc.assert(
    fc.property(fc.integer({ min: 12, max: 1_000_000 }), quantity => {
      const { count, unit_name, rest } = inLargestUnit(String(quantity), pieces)!
      expect(readCount(`${count} ${unit_name} + ${rest} pcs`, pieces)).toBe(String(quantity))
    }),
  )
})
test('a material is counted in all units of which a way leads to its own', () => {
  const all = [
    one('box', 'pcs', '12'),
    one('pallet', 'box', '40'),
    one('box', 'pcs', '10', { material_id: 'm' }),
    one('t', 'kg', '1000'),
  ]
  expect([...unitsOf(all, 'other', 'pcs')].map(([unit, factor]) => [unit, converted('1', factor)])).toEqual([
    ['box', '12'],
    ['pallet', '480'],
  ])
  expect(converted('1', unitsOf(all, 'm', 'pcs').get('box')!)).toBe('10')
})
