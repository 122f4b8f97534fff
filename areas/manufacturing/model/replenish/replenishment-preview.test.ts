import { expect, test } from 'vitest'
import type { PlannedSupply } from './replenishment.rules.ts'
import { changesBetween, decidedOn, type PreviewRow } from './replenishment-preview.ts'

const now = 1_000
const row = (id: string, more: Partial<PreviewRow> = {}): PreviewRow => ({
  ...{ id, kind: 'buy', material_id: id, material_code: id, material_name: id, unit_name: 'pcs', quantity: '5' },
  ...{ needed_time: 5_000, by_time: 4_000, level: 1, into_code: null, mo_no: 'MO-1', orders_served: 1, late: false },
  ...more,
})
const preview = (...rows: PreviewRow[]) => ({
  rows,
  mo_count: 0,
  request_count: rows.length,
  late_count: 0,
  digest: '',
})
const supply = (more: Partial<PlannedSupply> = {}): PlannedSupply => ({
  ...{ id: 'buy-a-1', kind: 'buy', material_id: 'a', quantity: '5', needed_time: 5_000, by_time: 4_000, level: 1 },
  ...{ into_id: null, mo_ids: ['one'], ...more },
})

test('what is another than before is named, and what is gone', () => {
  const before = preview(row('same'), row('more'), row('moved'), row('gone'))
  const after = preview(row('same'), row('more', { quantity: '6' }), row('moved', { needed_time: 6_000 }), row('new'))
  expect([...changesBetween(before, after)]).toEqual([
    ['more', 'changed'],
    ['moved', 'changed'],
    ['new', 'added'],
    ['gone', 'gone'],
  ])
})

test('another quantity, date or order is another decision; a date that is past and moves with the clock is none', () => {
  const agreed = decidedOn([supply()], now)
  expect(decidedOn([supply()], now + 60)).toBe(agreed)
  for (const other of [supply({ quantity: '6' }), supply({ needed_time: 5_001 }), supply({ mo_ids: ['one', 'two'] })])
    expect(decidedOn([other], now)).not.toBe(agreed)
  expect(decidedOn([supply({ needed_time: now + 3_600 })], now + 3_600)).toBe(
    decidedOn([supply({ needed_time: now })], now),
  )
  const late = { needed_time: now, late: true }
  expect(changesBetween(preview(row('a', late)), preview(row('a', { ...late, needed_time: now + 3_600 }))).size).toBe(0)
})
