import { daySeconds } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import { abcClass, abcOf, type BinFacts, errorRateOf, proposeCounts } from './count-proposal.rules.ts'

const { a, b, c } = abcClass.codes
test.each<[string, Record<string, number>, Record<string, number>]>([
  ['nothing is used', {}, {}],
  ['one alone is A', { nut: 1 }, { nut: a }],
  ['the largest is A though it is more than the share', { nut: 90, bolt: 9, pin: 1 }, { nut: a, bolt: b, pin: c }],
  ['four fifths, 95 %, the rest', { w: 50, x: 30, y: 15, z: 5 }, { w: a, x: a, y: b, z: c }],
  ['what nobody uses has no class', { w: 5, x: 0 }, { w: a }],
])('classes: %s', (_, used, expected) => {
  expect(Object.fromEntries(abcOf(new Map(Object.entries(used))))).toEqual(expected)
})

const now = 1000 * daySeconds
const used = new Map([
  ['motor', 90],
  ['bolt', 9],
  ['pin', 1],
])
const bin = (code: string, days: number | null, movements: number, goods: Record<string, number>): BinFacts => ({
  ...{ location_id: code, code, movements, counted_time: days === null ? null : now - days * daySeconds },
  goods: Object.entries(goods).map(([material_id, value]) => ({ material_id, value: String(value) })),
})
const order = (...bins: BinFacts[]) => proposeCounts(bins, used, 0.01, now).map(({ code }) => code)
test.each<[string, BinFacts[], string[]]>([
  ['never counted before counted', [bin('1', 5, 9, { motor: 99 }), bin('2', null, 1, { pin: 1 })], ['2', '1']],
  ['A is due after a month, B is not', [bin('1', 31, 1, { bolt: 50 }), bin('2', 31, 1, { motor: 10 })], ['2', '1']],
  ['on the day it is due', [bin('1', 29, 1, { motor: 50 }), bin('2', 30, 1, { motor: 10 })], ['2', '1']],
  ['of two the one where more moved', [bin('1', null, 2, { bolt: 50 }), bin('2', null, 9, { bolt: 50 })], ['2', '1']],
  ['of two the one with more in it', [bin('1', null, 2, { bolt: 5 }), bin('2', null, 2, { bolt: 50 })], ['2', '1']],
  [
    'nothing has moved: nothing is wrong',
    [bin('1', null, 0, { bolt: 500 }), bin('2', null, 1, { bolt: 5 })],
    ['2', '1'],
  ],
  [
    'else the class, then the place',
    [bin('2', null, 0, { pin: 1 }), bin('3', null, 0, { motor: 1 }), bin('1', null, 0, { pin: 1 })],
    ['3', '1', '2'],
  ],
])('bins: %s', (_, bins, expected) => {
  expect(order(...bins)).toEqual(expected)
})
test('what is likely to be wrong, and how long a bin is over its interval', () => {
  const [found] = proposeCounts([bin('1', 100, 2, { bolt: 60, pin: 40 })], used, 0.1, now)
  expect(found).toMatchObject({ abc: b, value: '100', materials: 2, overdue_days: 10, due: true })
  expect(found!.expected_error).toBe('19')
})
test.each([
  [0, 0, 0.01],
  [49, 40, 0.01],
  [100, 4, 0.04],
  [100, 0, 0.001],
])('of %i counted lines %i differed: %f', (counted, different, rate) => {
  expect(errorRateOf(counted, different)).toBe(rate)
})
