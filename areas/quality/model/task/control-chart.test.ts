import { expect, test } from 'vitest'
import { broken, capabilityOf, controlChart } from './control-chart.ts'

const marks = (scores: number[]) => broken(scores).map(({ index, rules }) => `${index}:${rules.join()}`)
test.each<[string, number[], string[]]>([
  ['nothing happens', [0.5, -0.5, 0.2, -1.5, 1.2], []],
  ['one beyond three sigma', [0, 3.1, 0, -3.1], ['1:1', '3:1']],
  ['two rules at one point', [2.1, 0, 3.1], ['2:1,2']],
  ['on three sigma it is within', [0, 3, 0], []],
  ['two of three beyond two sigma', [2.1, 0, 2.1], ['2:2']],
  ['two of four are none', [2.1, 0, 0, 2.1], []],
  ['on two sides they are none', [2.1, -2.1, 0], []],
  ['four of five beyond one sigma', [1.1, 1.2, -0.5, 1.1, 1.3], ['4:3']],
  ['four of six are none', [1.1, 1.2, -0.5, -0.5, 1.1, 1.3], []],
  ['eight on one side', [0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2], ['7:4']],
  ['seven on one side', [0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, -0.2], []],
  ['a good point after bad ones is not marked', [3.1, 0, 0], ['0:1']],
])('%s', (_, scores, expected) => {
  expect(marks(scores)).toEqual(expected)
})
test('limits come from the average moving range', () => {
  const chart = controlChart([10, 11, 10, 11, 10])!
  expect(chart.centre).toBeCloseTo(10.4)
  expect(chart.sigma).toBeCloseTo(1 / 1.128)
  expect(chart.upper - chart.centre).toBeCloseTo(3 / 1.128)
  expect(controlChart([1, 2, 3, 4])).toBeUndefined()
  expect(controlChart([1, 1, 1, 1, 1])!.broken).toEqual([])
})

test.each<[string, number | null, number | null, number | null, number | undefined]>([
  ['in the middle', 7, 13, 1, 1],
  ['nearer to the upper limit', 5, 12, 7 / 6, 2 / 3],
  ['a lower limit alone', 4, null, null, 2],
  ['an upper limit alone', null, 14.5, null, 1.5],
  ['outside', 11, 17, 1, -1 / 3],
  ['no limit', null, null, null, undefined],
])('capability: %s', (_, lower, upper, cp, cpk) => {
  const found = capabilityOf({ centre: 10, sigma: 1 }, { lower, upper }, 25)
  if (cpk === undefined) return expect(found).toBeUndefined()
  expect(found!.n).toBe(25)
  expect(found!.cpk).toBeCloseTo(cpk)
  if (cp === null) expect(found!.cp).toBeNull()
  else expect(found!.cp).toBeCloseTo(cp)
})
test('what does not spread has no capability', () => {
  expect(capabilityOf({ centre: 10, sigma: 0 }, { lower: 9, upper: 11 }, 25)).toBeUndefined()
})
