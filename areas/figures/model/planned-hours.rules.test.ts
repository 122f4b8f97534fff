import { hourSeconds } from '@qitao/core/time.ts'
import { workTable } from '@qitao/planning/calendar/working-time.ts'
import { expect, test } from 'vitest'
import { plannedByHour } from './planned-hours.rules.ts'

const at = (hour: number) => hour * hourSeconds
const hours = Array.from({ length: 24 }, (_, hour) => at(hour))
/** From 8 to 12 and from 13 to 17. */
const table = workTable(
  [
    [at(8), at(12)],
    [at(13), at(17)],
  ],
  [],
)

test('what is planned is spread over the hours that the machine works: none in its rest, over night or on a Sunday', () => {
  const day = { device_id: 'saw', start_time: at(8), end_time: at(17), quantity: '80' }
  const planned = plannedByHour([day], hours, () => table).map(Number)
  expect(planned.slice(7, 18)).toEqual([0, 10, 10, 10, 10, 0, 10, 10, 10, 10, 0])
  // Begun at sixteen, over a night on which nobody works.
  const night = { device_id: 'saw', start_time: at(16), end_time: at(24 + 9), quantity: '20' }
  const withNext = workTable(
    [
      [at(8), at(17)],
      [at(32), at(41)],
    ],
    [],
  )
  expect(plannedByHour([night], hours, () => withNext).map(Number)).toEqual(
    hours.map(hour => (hour === at(16) ? 10 : 0)),
  )
})

test('a task of a machine without a calendar is spread over all of its time', () => {
  const task = { device_id: 'lane', start_time: at(2), end_time: at(4), quantity: '3' }
  expect(
    plannedByHour([task], hours, () => workTable([], []))
      .map(Number)
      .slice(1, 5),
  ).toEqual([0, 1.5, 1.5, 0])
})
