import { generalErrors } from '@qitao/core/general.errors.ts'
import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import { expect, test } from 'vitest'
import { qualityStatus } from '../quality.status.ts'
import { stockErrors } from '../stock.errors.ts'
import { type Adjusting, decideAdjustment, type PlaceNow } from './stock-adjustment.rules.ts'

const { finished, at_supplier } = qualityStatus.codes
const material = {
  ...{ id: 'M', code: 'M1', unit_precision: 0, lot_managed: false },
  ...{ serial_policy: serialPolicy.codes.none as number, default_location_id: null, shelf_life: null },
}
const decide = (
  given: Partial<Adjusting> = {},
  { now = {}, reasons = [], policy = serialPolicy.codes.none as number } = {} as {
    now?: Partial<PlaceNow>
    reasons?: string[]
    policy?: number
  },
) =>
  decideAdjustment(
    { ...{ quality_status: finished, book_quantity: '10', quantity: '8', reason: ' Damaged ' }, ...given },
    { quantity: '10.000000', elsewhere: false, ...now },
    { ...material, serial_policy: policy },
    reasons,
  )

test('the difference is what is there less what the books say', () => {
  expect(decide()).toEqual({ difference: '-2', serial_numbers: [] })
  expect(decide({ quantity: '13' }, { reasons: ['Damaged'] }).difference).toBe('3')
})
test.each<[string, () => unknown, { code: number }]>([
  ['it has moved since', () => decide({ book_quantity: '9' }), generalErrors.versionConflict],
  ['nothing differs', () => decide({ quantity: '10' }), generalErrors.badParameter],
  ['finer than the unit', () => decide({ quantity: '8.5' }), generalErrors.unitQuantityPrecision],
  ['no reason', () => decide({ reason: ' ' }), generalErrors.fieldRequired],
  ['a reason that is not kept', () => decide({}, { reasons: ['Lost'] }), generalErrors.badParameter],
  ['in transit', () => decide({}, { now: { elsewhere: true } }), generalErrors.statusNotAllowed],
  ['at a supplier', () => decide({ quality_status: at_supplier }), generalErrors.statusNotAllowed],
  [
    'pieces without their numbers',
    () => decide({}, { policy: serialPolicy.codes.required }),
    stockErrors.serialRequired,
  ],
])('refused: %s', (_, act, error) => {
  expect(act).toThrow(expect.objectContaining({ definition: error }))
})
test('pieces that are more or less are named', () => {
  const named = { serial_numbers: ['S1', 'S2'] }
  expect(decide(named, { policy: serialPolicy.codes.required }).serial_numbers).toEqual(['S1', 'S2'])
})
