import { expect, test } from 'vitest'
import { sliceOf, turnOf } from './slice.ts'

const list = Array.from({ length: 23 }, (_, at) => at)

test('as many runs as there are slices do all of it, each thing once', () => {
  const runs = [0, 1, 2, 3].flatMap(run => sliceOf('pages', list, 4, 5_000 + run, false))
  expect(runs.sort((a, b) => a - b)).toEqual(list)
})

test('the same seed takes the same slice', () => {
  expect(sliceOf('pages', list, 4, 77, false)).toEqual(sliceOf('pages', list, 4, 77, false))
})

test('the whole is all of it', () => {
  expect(sliceOf('pages', list, 4, 77, true)).toEqual(list)
})

test('different things are at different places, so that a run is not all of one kind', () => {
  const turns = new Set(['journey', 'split', 'import', 'documents', 'bad input'].map(name => turnOf(name, 2, 1)))
  expect(turns.size).toBe(2)
})
