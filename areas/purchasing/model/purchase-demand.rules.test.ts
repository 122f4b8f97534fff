import { daySeconds } from '@qitao/core/time.ts'
import { describe, expect, test } from 'vitest'
import { demandUrgency } from './purchase-demand.record.ts'
import { advisedLot, urgencyDays, urgencyOf } from './purchase-demand.rules.ts'

describe('how much is advised for a demand', () => {
  test.each([
    ['no minimum and no package', '10', '0', '0', '10', 'as_needed'],
    ['below the minimum', '10', '25', '0', '25', 'minimum_lot'],
    ['the minimum exactly', '25', '25', '0', '25', 'as_needed'],
    ['above the minimum', '30', '25', '0', '30', 'as_needed'],
    ['a package begun', '10', '0', '3', '12', 'packaging'],
    ['whole packages already', '12', '0', '3', '12', 'as_needed'],
    ['less than a package', '0.01', '0', '500', '500', 'packaging'],
    ['a minimum of whole packages', '10', '24', '12', '24', 'minimum_lot'],
    ['a minimum that breaks a package', '10', '25', '12', '36', 'both'],
    ['above the minimum, a package begun', '30', '25', '12', '36', 'packaging'],
    ['packages of a part of the unit', '1.2', '0', '0.25', '1.25', 'packaging'],
  ])('%s', (_, demand, minimum, packaging, quantity, lot_reason) =>
    expect(advisedLot(demand, minimum, packaging)).toEqual({ quantity, lot_reason }),
  )
})

test('urgent is what should have been ordered before today, then what is to be within seven days', () => {
  const today = 1000 * daySeconds
  const { past, this_week, later } = demandUrgency.codes
  const urgency = (at: number) => urgencyOf(at, urgencyDays(today))
  expect([today - 1, today, today + 7 * daySeconds - 1, today + 7 * daySeconds].map(urgency)).toEqual([
    past,
    this_week,
    this_week,
    later,
  ])
})
