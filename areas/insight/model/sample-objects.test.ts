import { expect, test } from 'vitest'
import { countedObjects, ownRowsIn, rowsIn } from './sample-objects.ts'

const counts = [
  { object: 'material', sample: 3, own: 1 },
  { object: 'material_type', sample: 2, own: 0 },
  { object: 'mo_component', sample: 5, own: 4 },
]

test('every counted row stands under a name that people know', () => {
  const objects = countedObjects(counts)
  expect(objects.map(({ title, sample, own }) => [title.en, sample, own])).toEqual([
    ['Materials', 5, 1],
    ['Lines and links', 5, 4],
  ])
  expect(objects.reduce((all, { sample, own }) => all + sample + own, 0)).toBe(rowsIn(counts))
})
test('rows of the company itself are told apart', () => {
  expect(ownRowsIn(counts)).toBe(5)
})
test('stops of equipment are not told as equipment', () => {
  const objects = countedObjects([
    { object: 'device', sample: 96, own: 0 },
    { object: 'device_freeze', sample: 600, own: 2 },
  ])
  expect(objects.map(({ title, sample, own }) => [title.en, sample, own])).toEqual([
    ['Equipment', 96, 0],
    ['Equipment stops', 600, 2],
  ])
})
