import { expect, test } from 'vitest'
import { codesBetween, expectCodes, isCodes } from './bin-range.rules.ts'

const between = (from: string, to: string) => {
  const found = codesBetween(from, to)
  return isCodes(found) ? found : undefined
}

test('each number runs from its first to its last, the rear ones first, as wide as it is written', () => {
  expect(between('A-01-01', 'A-02-03')).toEqual(['A-01-01', 'A-01-02', 'A-01-03', 'A-02-01', 'A-02-02', 'A-02-03'])
  expect(between('A-01-01', 'A-10-05')).toHaveLength(50)
  expect(between('A-10-05', 'A-10-05')).toEqual(['A-10-05'])
  expect(between('B9', 'B11')).toEqual(['B9', 'B10', 'B11'])
})
test.each([
  ['nothing to count', 'A', 'B'],
  ['another letter', 'A-01', 'B-02'],
  ['another build', 'A-01', 'A-01-02'],
  ['backwards', 'A-05', 'A-01'],
  ['too many', 'A-001-01', 'A-100-99'],
])('%s: none, and why', (_, from, to) => {
  expect(between(from, to)).toBeUndefined()
  expect(() => expectCodes(from, to)).toThrow()
})
