import { expect, test } from 'vitest'
import { defaultPageSize, listInput, pageSizes } from './page.ts'

test('R-174 a page has 10 rows, or 5, 15 or 20; of ours, 50, 100 or 200', () => {
  expect(pageSizes).toEqual([5, 10, 15, 20, 30, 50, 100, 200])
  expect(defaultPageSize).toBe(10)
  expect(listInput().parse({})).toMatchObject({ page: 1, page_size: 10 })
})
