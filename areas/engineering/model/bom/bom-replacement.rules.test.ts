import { expect, test } from 'vitest'
import { type Replacement, replaceIn, replaceInputs } from './bom-replacement.rules.ts'
import type { MaterialBomLineInput } from './material-bom.record.ts'

const line = (material_id: string, quantity = '2', given: object = {}): MaterialBomLineInput => ({
  ...{ material_id, quantity, scrap_rate: '0', substitutes: [], valid_from: null, expiry_time: null },
  ...{ position: null, remark: null },
  ...given,
})
const lines = [line('a'), line('b', '3', { scrap_rate: '0.1', position: 'R1' })]
const by = (given: Partial<Replacement> = {}): Replacement => ({
  ...{ from_id: 'b', to_id: 'c', ratio: '2', valid_from: null },
  ...given,
})
const done = (of = lines, given: Partial<Replacement> = {}, precision = 2) => {
  const replaced = replaceIn(of, by(given), precision)
  if (replaced.whyNot) throw new Error(replaced.whyNot.en)
  return replaced.lines
}

test('at once: another component at the same place, by the ratio, and back', () => {
  const now = done()
  expect(now).toEqual([line('a'), line('c', '6', { scrap_rate: '0.1', position: 'R1' })])
  expect(done(now, { from_id: 'c', to_id: 'b', ratio: '0.5' })).toEqual(lines)
})
test('from a day on: the old one until then, the new one from then on; back, it is one line again', () => {
  const then = done(lines, { valid_from: 50 })
  expect(then.map(one => [one.material_id, one.quantity, one.valid_from, one.expiry_time])).toEqual([
    ['a', '2', null, null],
    ['b', '3', null, 50],
    ['c', '6', 50, null],
  ])
  expect(done(then, { from_id: 'c', to_id: 'b', ratio: '0.5' })).toEqual(lines)
})
test('what is valid only later is replaced whole', () => {
  const of = [line('b', '1', { valid_from: 70 })]
  expect(done(of, { valid_from: 50 })).toEqual([line('c', '2', { valid_from: 70 })])
})
test('it is its own substitute no longer', () => {
  const of = [line('b', '1', { substitutes: ['c', 'd'].map(material_id => ({ material_id, ratio: '1' })) })]
  expect(done(of)[0]!.substitutes.map(one => one.material_id)).toEqual(['d'])
})
test.each([
  ['not in it', [line('a')], {}],
  ['there already', [...lines, line('c')], {}],
  ['expired by then', [line('b', '1', { expiry_time: 40 })], { valid_from: 50 }],
  ['too many decimals', lines, { ratio: '0.001' }],
])('refused: %s', (_, of, given) => {
  expect(replaceIn(of, by(given), 2).whyNot).toBeDefined()
})
test('at the steps the new one goes in where the old one does', () => {
  const inputs = [line('a'), line('b', '3')].map(({ material_id, quantity }) => ({ material_id, quantity }))
  const then = replaceInputs(inputs, by(), { before: new Set(['a', 'b']), after: new Set(['a', 'b', 'c']) })
  expect(then.map(one => [one.material_id, one.quantity])).toEqual([
    ['a', '2'],
    ['b', '3'],
    ['c', '6'],
  ])
  const back = { from_id: 'c', to_id: 'b', ratio: '0.5' }
  expect(replaceInputs(then, back, { before: new Set(['a', 'b', 'c']), after: new Set(['a', 'b']) })).toEqual(inputs)
})
