import { Refusal } from '@qitao/core/refusal.ts'
import { expect, test } from 'vitest'
import { harmless, hostileFiles } from '../testing/hostile-files.ts'
import { readSheet } from './read-sheet.ts'

const mostRows = 10_000

test('the harmless file is read', async () => {
  expect((await readSheet(await harmless(), mostRows)).rows.map(({ cells }) => cells.length)).toEqual([2, 2])
})

test.for(hostileFiles)('%s is refused, with what to do', async ([, make, code]) => {
  const file = await make()
  const refusal = await readSheet(file, mostRows).then(
    () => undefined,
    error => error,
  )
  expect(refusal).toBeInstanceOf(Refusal)
  expect((refusal as Refusal).definition.code).toBe(code)
  expect((refusal as Refusal).data.detail).toMatchObject({
    zh: expect.stringMatching(/\S/),
    en: expect.stringMatching(/\S/),
  })
})
