import { generalErrors } from '@qitao/core/general.errors.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChangedProduct, type Changeover, changeoverSeconds, checkChangeover } from './change-line.rules.ts'

const entry = (change_seconds: number, given: Partial<Changeover> = {}): Changeover => ({
  device_id: null,
  from_material_id: null,
  to_material_id: null,
  from_series: null,
  to_series: null,
  change_seconds,
  ...given,
})
const white: ChangedProduct = { material_id: 'white', series: 'light' }
const black: ChangedProduct = { material_id: 'black', series: 'dark' }
const seconds = (matrix: Changeover[], from = white, to = black) => changeoverSeconds(matrix, 'press', from, to)

test('product before series before any, and the machine’s own entries before all', () => {
  const any = entry(1)
  const series = entry(2, { from_series: 'light', to_series: 'dark' })
  const products = entry(3, { from_material_id: 'white', to_material_id: 'black' })
  const ownAny = entry(4, { device_id: 'press' })
  expect(seconds([any])).toBe(1)
  expect(seconds([any, series])).toBe(2)
  expect(seconds([products, any, series])).toBe(3)
  expect(seconds([products, any, ownAny, series])).toBe(4)
  expect(seconds([entry(9, { device_id: 'other' })])).toBe(0)
})
test('it is not symmetric', () => {
  const matrix = [
    entry(10, { from_series: 'light', to_series: 'dark' }),
    entry(99, { from_series: 'dark', to_series: 'light' }),
  ]
  expect([seconds(matrix), seconds(matrix, black, white)]).toEqual([10, 99])
})
test('between equals, what comes weighs more than what goes', () => {
  const from = entry(1, { from_material_id: 'white' })
  const to = entry(2, { to_material_id: 'black' })
  expect([seconds([from, to]), seconds([to, from])]).toEqual([2, 2])
})
test('the same product needs no change unless an entry says so', () => {
  const matrix = [entry(5), entry(6, { from_series: 'light', to_series: 'light' })]
  expect(seconds(matrix, white, white)).toBe(0)
  expect(seconds([...matrix, entry(7, { from_material_id: 'white', to_material_id: 'white' })], white, white)).toBe(7)
  expect(seconds(matrix, white, { material_id: 'ivory', series: 'light' })).toBe(6)
})
test('a side is a product or a series', () => {
  expect(() => checkChangeover(entry(1, { to_material_id: 'a', to_series: 'b' }))).toThrow(
    String(generalErrors.badParameter.code),
  )
  checkChangeover(entry(1, { from_material_id: 'a', to_series: 'b' }))
})
test('an attribute ranks as a series; of several that change the longest change holds', () => {
  const colour = (from_value: string, to_value: string, change_seconds: number) =>
    entry(change_seconds, { attribute: 'colour', from_value, to_value })
  const traits = (...all: string[]) => ({ material_id: all.join(), series: null, traits: all })
  const matrix = [
    entry(1),
    colour('light', 'dark', 600),
    colour('dark', 'light', 1800),
    entry(900, { attribute: 'size', to_value: 'L' }),
    entry(2400, { attribute: 'size', from_value: 'S', to_value: 'L' }),
  ]
  const [light, dark] = [traits('colour=light', 'size=S'), traits('colour=dark', 'size=S')]
  expect([seconds(matrix, light, dark), seconds(matrix, dark, light)]).toEqual([600, 1800])
  expect(seconds(matrix, light, traits('colour=dark', 'size=L'))).toBe(2400)
  expect(seconds(matrix, light, traits('colour=green'))).toBe(1)
})
test('an entry of the workgroup comes before those of any machine and behind those of the machine itself', () => {
  const group = entry(20, { device_id: 'press', by_workgroup: true })
  const any = entry(10, { from_material_id: 'white', to_material_id: 'black' })
  expect([seconds([group, any]), seconds([entry(30, { device_id: 'press' }), group, any])]).toEqual([20, 30])
})
test('a value needs its attribute, an attribute a value, and stands for itself', () => {
  const of = (given: object) => () => checkChangeover({ ...entry(1), ...given })
  for (const bad of [
    { from_value: 'red' },
    { attribute: 'colour' },
    { attribute: 'colour', from_value: 'red', from_series: 'a' },
    { device_id: 'a', workgroup_id: 'b' },
  ])
    expect(of(bad)).toThrow(String(generalErrors.badParameter.code))
  of({ attribute: 'colour', from_value: 'red', to_series: 'a' })()
})
test('the order of the entries does not matter', () => {
  const side = fc.constantFrom({}, { m: 'white' }, { m: 'black' }, { s: 'light' }, { s: 'dark' }) as fc.Arbitrary<{
    m?: string
    s?: string
  }>
  const key = fc.tuple(fc.constantFrom(null, 'press'), side, side)
  const matrices = fc.uniqueArray(key, { selector: one => JSON.stringify(one), maxLength: 12 }).map(keys =>
    keys.map(([device_id, from, to], index) =>
      entry(index + 1, {
        device_id,
        from_material_id: from.m ?? null,
        from_series: from.s ?? null,
        to_material_id: to.m ?? null,
        to_series: to.s ?? null,
      }),
    ),
  )
  fc.assert(fc.property(matrices, matrix => seconds(matrix) === seconds(matrix.toReversed())))
})
