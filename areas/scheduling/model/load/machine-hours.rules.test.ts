import { expect, test } from 'vitest'
import { machinesOf } from './load.rules.ts'
import { machineHours } from './machine-hours.rules.ts'

const machines = machinesOf({
  calendars: [
    {
      id: 'day',
      intervals: [
        [8, 12],
        [13, 17],
        [32, 36],
      ],
      walls: [],
    },
  ],
  machines: [{ id: 'saw', calendar: 'day', capacity: 1, frozen: [[14, 15]] }],
})
const freeze = (start_time: number, end_time: number) => ({
  id: `${start_time}`,
  start_time,
  end_time,
  kind: 1 as const,
})

test('hours of a day are cut at its ends; what is frozen is told apart from what the calendar leaves free', () => {
  expect(machineHours(machines, { id: 'saw', freezes: [freeze(14, 15)] }, 10, 24)).toEqual({
    working: [
      [10, 12],
      [13, 17],
    ],
    frozen: [[14, 15]],
  })
})
test('freezes that overlap are one', () => {
  const freezes = [freeze(16, 20), freeze(14, 18), freeze(90, 95)]
  expect(machineHours(machines, { id: 'saw', freezes }, 10, 24).frozen).toEqual([[14, 20]])
})
