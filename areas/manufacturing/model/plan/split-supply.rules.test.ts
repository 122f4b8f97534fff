import { expect, test } from 'vitest'
import { takenOfPart } from './split-supply.rules.ts'

const takers = [
  { id: 'first', quantity: '30' },
  { id: 'second', quantity: '50' },
]
test('who is first has what comes first: a later part is for the last, who may have some of both', () => {
  expect(takenOfPart(takers, { kept: '60', part: '40', isEarlier: false })).toEqual([{ id: 'second', quantity: '20' }])
  expect(takenOfPart(takers, { kept: '80', part: '20', isEarlier: false })).toEqual([])
})
test('an earlier part is for the first', () => {
  expect(takenOfPart(takers, { kept: '60', part: '40', isEarlier: true })).toEqual([
    { id: 'first', quantity: '30' },
    { id: 'second', quantity: '10' },
  ])
})
