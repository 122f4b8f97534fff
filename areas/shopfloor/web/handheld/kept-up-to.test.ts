import { expect, test } from 'vitest'
import { keptUpTo } from './kept-up-to.ts'

test('what is not kept is answered with what was not tried any more', async () => {
  const tried: number[] = []
  const upTo = (most: number) =>
    keptUpTo([1, 2, 3], async one => {
      tried.push(one)
      return one < most
    })
  expect(await upTo(9)).toEqual([])
  expect(await upTo(2)).toEqual([2, 3])
  expect(tried).toEqual([1, 2, 3, 1, 2])
})
