import { expect, test } from 'vitest'
import { broken, controlChart } from './control-chart.ts'

const marks = (scores: number[]) => broken(scores).map(({ index, rule }) => `${index}:${rule}`)
test.each<[string, number[], string[]]>([
  ['nothing happens', [0.5, -0.5, 0.2, -1.5, 1.2], []],
  ['one beyond three sigma', [0, 3.1, 0, -3.1], ['1:1', '3:1']],
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
