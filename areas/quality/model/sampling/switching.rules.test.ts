import { expect, test } from 'vitest'
import { type InspectedLot, isSkipped, type SeriesLot, standingAfter } from './switching.rules.ts'

const of = { level: 'II', aql: 1 } as const
/** `+` accepted without a nonconforming unit, `1`..`9` accepted with so many, `x` refused; each of 1,000 (letter J, Ac 2). */
const series = (told: string, lot_size = 1_000): InspectedLot[] =>
  [...told].map(lot => ({
    ...{ accepted: lot !== 'x', lot_size },
    nonconforming: lot === 'x' ? 5 : lot === '+' ? 0 : Number(lot),
  }))

test.each([
  ['a series begins with normal inspection', '', 'normal'],
  ['one refused', '+x+++', 'normal'],
  ['two of five refused', 'x+++x', 'tightened'],
  ['two refused, but not within five', 'x++++x', 'normal'],
  ['two refused at once', 'xx', 'tightened'],
  ['four accepted under tightened inspection', 'xx++++', 'tightened'],
  ['five accepted under tightened inspection', 'xx+++++', 'normal'],
  ['a refusal begins the five anew', 'xx+++x++++', 'tightened'],
  ['ten that one AQL tighter would accept: the score is 30', '++++++++++', 'reduced'],
  ['nine of them', '+++++++++', 'normal'],
  ['one nonconforming is accepted one AQL tighter (Ac 1)', '1111111111', 'reduced'],
  ['two nonconforming are not: the score begins anew', '+++++++++2', 'normal'],
  ['a refused lot ends reduced inspection', '++++++++++x', 'normal'],
])('%s', (_, told, severity) => {
  expect(standingAfter(series(told), of)).toEqual({ severity, discontinued: false })
})

test('with an acceptance number of 0 or 1 each accepted lot scores two: fifteen of them', () => {
  // 100 of level II is letter F: with AQL 0.65 Ac is 0.
  const small = { level: 'II', aql: 0.65 } as const
  expect(standingAfter(series('+'.repeat(14), 100), small).severity).toBe('normal')
  expect(standingAfter(series('+'.repeat(15), 100), small).severity).toBe('reduced')
})

test('five refused under tightened inspection end the inspection by sampling', () => {
  expect(standingAfter(series('xx' + 'x+x+x+x+'), of).discontinued).toBe(false)
  expect(standingAfter(series('xx' + 'x+x+x+x+x'), of)).toEqual({ severity: 'tightened', discontinued: true })
})

const lots = (told: string): SeriesLot[] => [...told].map(lot => ({ skipped: lot === 's', accepted: lot !== 'x' }))
test.each([
  ['too few accepted', '++', false],
  ['enough', '+++', true],
  ['one skipped of three', '+++s', true],
  ['two skipped of three: one is inspected', '+++ss', false],
  ['it was accepted: two are skipped again', '+++ss+', true],
  ['it was refused', '+++ssx', false],
  ['a new run after it', '+++ssx+++', true],
])('one lot in three is inspected after three: %s', (_, told, skipped) => {
  expect(isSkipped(lots(told), { after: 3, one_in: 3 })).toBe(skipped)
})
test('without a rule nothing is skipped', () => {
  expect(isSkipped(lots('++++++'), { after: null, one_in: null })).toBe(false)
  expect(isSkipped(lots('++++++'), { after: 3, one_in: 1 })).toBe(false)
})
