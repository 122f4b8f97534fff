import { expect, test } from 'vitest'
import {
  askedOfParts,
  daysOfTakers,
  lineOfSupply,
  supplyOfPart,
  takenOfParts,
  wholeLines,
} from './supply-part.rules.ts'

const part = (number: number, open_quantity: string, more: object = {}) => ({
  ...{
    id: 'l',
    part: number,
    open_quantity,
    eta: number + 1,
    asked: [] as { mo_id: string; quantity: string | null }[],
  },
  ...more,
})
test('a supply is named after its line, and leads back to it', () => {
  expect([0, 1].map(number => supplyOfPart({ id: 'l', part: number }))).toEqual(['l', 'l@1'])
  expect(['l', 'l@1'].map(lineOfSupply)).toEqual(['l', 'l'])
})
test('what is taken is taken of what comes first; too much stays with the last', () => {
  const taken = (quantity: string) => [...takenOfParts([part(1, '6'), part(0, '4')], new Map([['l', quantity]]))]
  expect(taken('3')).toEqual([['l', '3']])
  expect(taken('7')).toEqual([
    ['l', '4'],
    ['l@1', '3'],
  ])
  expect(taken('12')).toEqual([
    ['l', '4'],
    ['l@1', '8'],
  ])
  expect([...takenOfParts([part(0, '4')], new Map())]).toEqual([])
})
test('who asked for how much has it of what comes first, who asked for no quantity of each', () => {
  const asked = [
    { mo_id: 'a', quantity: '5' },
    { mo_id: 'b', quantity: '5' },
    { mo_id: 'c', quantity: null },
  ]
  expect(askedOfParts([part(0, '4', { asked }), part(1, '6', { asked })]).map(one => one.asked)).toEqual([
    [
      { mo_id: 'a', quantity: '4' },
      { mo_id: 'c', quantity: null },
    ],
    [
      { mo_id: 'a', quantity: '1' },
      { mo_id: 'b', quantity: '5' },
      { mo_id: 'c', quantity: null },
    ],
  ])
})
test('as a whole a line is there when its last part is', () => {
  expect(wholeLines([part(0, '4'), part(1, '6')])).toMatchObject([{ id: 'l', part: 0, open_quantity: '10', eta: 2 }])
})

test('who takes of a line has it when the last part comes that he takes; who was told an earlier day goes first', () => {
  const parts = [
    { ...part(0, '4'), eta: 100 },
    { ...part(1, '6'), eta: 200 },
    { ...part(2, '5'), eta: null },
  ]
  const taker = (by: string, quantity: string, at: number | null) => ({ id: 'l', by, quantity, at })
  const days = (...takers: ReturnType<typeof taker>[]) =>
    Object.fromEntries(daysOfTakers(parts, takers).map(({ by, eta }) => [by, eta]))
  expect(days(taker('late', '4', 900), taker('soon', '4', 90))).toEqual({ soon: 100, late: 200 })
  expect(days(taker('both', '7', 90), taker('next', '3', 95), taker('last', '1', null))).toEqual({
    ...{ both: 200, next: 200 },
    last: null,
  })
  // More than there is has it with the last part.
  expect(days(taker('all', '99', 90))).toEqual({ all: null })
})
