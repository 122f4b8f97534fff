import { expect, test } from 'vitest'
import { outliersOf } from './outliers.ts'

test('a period above one and a half times the mean of the others is found', () => {
  expect(outliersOf([10, 10, 16, 10, 10], 1)).toEqual([
    { at: 2, value: 16, usual: 10, seasonal: undefined, unexplained: true },
  ])
  expect(outliersOf([10, 10, 15, 10, 10], 1)).toEqual([])
})

test('a peak of each year is explained by its season, one that no other year has is not', () => {
  const year = [4, 4, 4, 20]
  const [peak] = outliersOf([...year, ...year, ...year], 4)
  expect(peak).toMatchObject({ at: 3, value: 20, seasonal: 20, unexplained: false })
  const odd = outliersOf([...year, 4, 30, 4, 20, ...year], 4).find(({ at }) => at === 5)
  expect(odd).toMatchObject({ seasonal: 4, unexplained: true })
})

test('demand that comes now and then is held against other demands, not against none', () => {
  expect(outliersOf([10, 0, 0, 10, 0, 0, 10, 0, 0, 16], 1).map(({ at, usual }) => [at, usual])).toEqual([[9, 10]])
})

test('what is before the first demand is no history', () => {
  expect(outliersOf([0, 0, 0, 0, 10, 10], 1)).toEqual([])
})
