import { sum } from '@qitao/core/quantity.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  apportion,
  compareSteps,
  earnedBy,
  gradeBook,
  rateBook,
  type WorkedReport,
  wageSteps,
  worthOf,
} from './wage.rules.ts'
import { groupSplit, supplementKind, wageKind } from './wages.status.ts'

const base = { process_id: 'p', material_id: null, grade: null, wage_type: 1, deduction: '0', split: 1, valid_from: 0 }
const report: WorkedReport = {
  ...{ id: 'r', process_id: 'p', material_id: 'm', report_time: 100, finished_quantity: '10', defective_quantity: '0' },
  ...{ work_seconds: 0, user_ids: ['a', 'b', 'c'], user_seconds: null, late: false },
}
const earned = (more: Partial<WorkedReport>, rate: object, grades: Parameters<typeof gradeBook>[0] = []) =>
  earnedBy({ ...report, ...more }, rateBook([{ ...base, rate: '1', ...rate }]), gradeBook(grades), () => {})
/** Steps, all at once. */
function whole<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
const entry = {
  ...{ id: 's', user_id: 'a', kind: supplementKind.codes.piece, sheet_date: 100, process_id: 'p', material_id: null },
  ...{ quantity: '10', work_seconds: 0, wage: '3.2', by_rate: false, late: false },
}
const amounts = (lines: readonly { amount: string }[]) => lines.map(({ amount }) => amount)

test('parts are whole, differ from their shares by less than one, and make the rounded whole', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt(0n, 10n ** 24n), { minLength: 1, maxLength: 12 }),
      fc.bigInt(1n, 10n ** 20n),
      (shares, of) => {
        const parts = apportion(shares, of)
        const whole = shares.reduce((all, one) => all + one, 0n)
        expect(parts.reduce((all, one) => all + one, 0n)).toBe((2n * whole + of) / (2n * of))
        for (const [index, part] of parts.entries()) {
          const off = part * of - shares[index]!
          expect(off < of && off > -of).toBe(true)
        }
      },
    ),
  )
})

describe('what a report pays', () => {
  test('a group shares by hours, equally where nobody says how long, by coefficient where the rate says so', () => {
    expect(amounts(earned({}, {}))).toEqual(['3.34', '3.33', '3.33'])
    expect(amounts(earned({ user_seconds: [3600, 1800, 1800] }, {}))).toEqual(['5.00', '2.50', '2.50'])
    const grades = [{ user_id: 'a', grade: null, coefficient: '2', valid_from: 0 }]
    expect(amounts(earned({}, { split: groupSplit.codes.coefficient }, grades))).toEqual(['5.00', '2.50', '2.50'])
  })
  test('half a cent goes up, once for all of them', () => {
    expect(amounts(earned({ finished_quantity: '1', user_ids: ['a'] }, { rate: '1.255' }))).toEqual(['1.26'])
    expect(sum(amounts(earned({ finished_quantity: '1' }, { rate: '1.255' })))).toBe('1.26')
  })
  test('hours are paid to each by his own, scrap is taken off', () => {
    const lines = earned(
      { user_ids: ['a'], work_seconds: 5400, defective_quantity: '2' },
      { wage_type: 2, rate: '20.1', deduction: '0.25' },
    )
    expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      [wageKind.codes.hour, '30.15'],
      [wageKind.codes.deduction, '-0.50'],
    ])
  })
})

test('a rate of the product counts before any, of the grade before none, the newest that has begun before older ones', () => {
  const of = rateBook([
    { ...base, rate: '1' },
    { ...base, rate: '2', valid_from: 50 },
    { ...base, rate: '3', grade: 'A' },
    { ...base, rate: '4', material_id: 'm' },
    { ...base, rate: '5', material_id: 'm', grade: 'A', valid_from: 90 },
  ])
  const ask = (material_id: string, grade: string | null, at: number) =>
    of({ process_id: 'p', material_id, grade, at })?.rate
  expect([ask('x', null, 49), ask('x', null, 50), ask('x', 'A', 60), ask('x', 'B', 60)]).toEqual(['1', '2', '3', '2'])
  expect([ask('m', null, 60), ask('m', 'A', 60), ask('m', 'A', 95)]).toEqual(['4', '4', '5'])
  expect(of({ process_id: 'q', material_id: 'm', grade: null, at: 60 })).toBeUndefined()
})

test('a sheet is its lines; what has no rate is named once a report', () => {
  const wages = whole(
    wageSteps({
      ...{ rates: [], grades: [], reports: [report] },
      supplements: [{ ...entry, kind: supplementKind.codes.deduction, quantity: '0' }],
      back: [{ user_id: 'b', report_id: 'old', supplement_id: null, amount: '1.50' }],
    }),
  )
  expect(wages.without_rate).toEqual([{ process_id: 'p', material_id: 'm', grade: null, count: 1 }])
  expect(wages.sheets.map(({ user_id, total_wage }) => [user_id, total_wage])).toEqual([
    ['a', '-3.20'],
    ['b', '-1.50'],
    ['c', '0.00'],
  ])
  expect(sum(wages.sheets.map(({ quantity }) => quantity))).toBe('10')
  expect(wages.total_wage).toBe('-4.70')
  const [a, b, c] = wages.sheets
  const stored = [
    { ...a!, id: '1', status: 0 as const },
    { ...b!, total_wage: '9.00', id: '2', status: 20 as const },
    { ...c!, user_id: 'd', id: '3', status: 0 as const },
  ]
  const { added, altered, gone, changes } = whole(compareSteps({ sheets: stored, lines: wages.lines }, wages))
  expect([added, altered, gone].map(list => list.map(({ user_id }) => user_id))).toEqual([['c'], ['b'], ['d']])
  expect(changes.find(({ user_id }) => user_id === 'b')).toMatchObject({
    before: '9.00',
    after: '-1.50',
    difference: '-10.50',
  })
})

test('a sheet of the same sums is another one when it is paid for other work', () => {
  const facts = { rates: [{ ...base, rate: '1' }], grades: [], supplements: [], back: [] }
  const before = whole(wageSteps({ ...facts, reports: [{ ...report, user_ids: ['a'] }] }))
  const after = whole(wageSteps({ ...facts, reports: [{ ...report, id: 'other', user_ids: ['a'] }] }))
  expect(after.sheets).toEqual(before.sheets)
  const stored = {
    sheets: before.sheets.map(sheet => ({ ...sheet, id: '1', status: 20 as const })),
    lines: before.lines,
  }
  expect(whole(compareSteps(stored, before)).altered).toEqual([])
  expect(whole(compareSteps(stored, after)).altered).toMatchObject([{ user_id: 'a' }])
  // How a number is written makes no other line.
  const asStored = stored.lines.map(line => ({ ...line, rate: '1.000000', quantity: '10.000000' }))
  expect(whole(compareSteps({ ...stored, lines: asStored }, before)).altered).toEqual([])
})

test('a supplement by rate follows the rate of its day; without one it pays nothing and is named', () => {
  const facts = { grades: [], reports: [], back: [], supplements: [{ ...entry, by_rate: true }] }
  const paid = (rates: Parameters<typeof rateBook>[0]) => whole(wageSteps({ ...facts, rates }))
  expect(amounts(paid([{ ...base, rate: '1.5' }]).lines)).toEqual(['15.00'])
  expect(
    amounts(
      paid([
        { ...base, rate: '1.5' },
        { ...base, rate: '2', valid_from: 100 },
      ]).lines,
    ),
  ).toEqual(['20.00'])
  const hourly = paid([{ ...base, rate: '2', wage_type: 2 }])
  expect(amounts(hourly.lines)).toEqual(['0.00'])
  expect(hourly.without_rate).toEqual([{ process_id: 'p', material_id: null, grade: null, count: 1 }])
  expect(amounts(whole(wageSteps({ ...facts, rates: [], supplements: [entry] })).lines)).toEqual(['3.20'])
})

test('pieces and hours of a supplement are worth what the rate says', () => {
  expect(worthOf({ ...base, rate: '1.255' }, '3', 0)).toBe('3.77')
  expect(worthOf({ ...base, rate: '30', wage_type: 2 }, '0', 1800)).toBe('15.00')
})
