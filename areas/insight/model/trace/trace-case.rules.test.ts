import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { expect, test } from 'vitest'
import { whereNow } from './trace.rules.ts'
import { asLines, expectAllJudged, expectCase, looked } from './trace-case.rules.ts'
import { caseStatus } from './trace-case.status.ts'

const codeOf = (work: () => unknown): number | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof Refusal ? error.definition.code : -1
  }
}
const { open, closed } = caseStatus.codes

test('a closed case is only opened again', () => {
  expect(codeOf(() => expectCase('judge', open))).toBeUndefined()
  expect(codeOf(() => expectCase('judge', closed))).toBe(generalErrors.statusNotAllowed.code)
  expect(codeOf(() => expectCase('reopen', closed))).toBeUndefined()
})
test('a case is closed once each line is judged', () => {
  expect(codeOf(() => expectAllJudged({ open: 0, example: null }))).toBeUndefined()
  expect(codeOf(() => expectAllJudged({ open: 2, example: 'A1' }))).toBe(generalErrors.statusNotAllowed.code)
})
test('a second look adds what is new and keeps what is gone; what is back or is more is to be judged anew', () => {
  const kept = ['a', 'b', 'c', 'e', 'f'].map(row_key => ({
    ...{ id: `line ${row_key}`, row_key, moved: row_key === 'c', quantity: '3.000000' },
  }))
  const found = [
    { id: 'b', quantity: '3' },
    { id: 'c', quantity: '2' },
    { id: 'd', quantity: '3' },
    { id: 'e', quantity: '4' },
    { id: 'f', quantity: '2' },
  ]
  const { added, here, moved_ids } = looked(kept, found)
  expect([added.map(({ id }) => id), moved_ids]).toEqual([['d'], ['line a']])
  expect(here.map(({ id, row, anew }) => [id, row.id, anew])).toEqual([
    ['line b', 'b', false],
    ['line c', 'c', true],
    ['line e', 'e', true],
    ['line f', 'f', false],
  ])
})
test('a lot in a bin is one line, held or not; shipments stay apart', () => {
  const goods = { material_id: 'm', lot_number: 'A', serial_no: null, location_id: 'B1' }
  const { in_stock, shipped } = whereNow.codes
  const found = [
    { ...goods, id: 'i1', where: in_stock, quantity: '3' },
    { ...goods, id: 'i2', where: in_stock, quantity: '2' },
    { ...goods, id: 's1', where: shipped, quantity: '1', location_id: null },
    { ...goods, id: 's2', where: shipped, quantity: '1', location_id: null },
  ]
  expect(asLines(found).map(({ id, quantity }) => [id, quantity])).toEqual([
    ['stock/m/A/B1', '5'],
    ['s1', '1'],
    ['s2', '1'],
  ])
})
