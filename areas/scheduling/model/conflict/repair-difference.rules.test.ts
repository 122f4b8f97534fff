import { expect, test } from 'vitest'
import { repairDifference } from './repair-difference.rules.ts'

const task = (task_id: string, start_time: number, machine_no = 'S1') => ({
  ...{ task_id, mo_no: task_id, order_no: null, customer_name: null, process_name: 'Cut', machine_no },
  ...{ from_time: 0, start_time, end_time: start_time + 10, from_machine_no: 'S1' },
  ...{ reason: 'overdue' as const, object: null },
})
const choice = (late_orders: number, moved: ReturnType<typeof task>[]) => ({
  ...{ kind: 'fewest_moves' as const, digest: '', overtime: [], split: null, orders: [], moved },
  totals: { late_orders, late_hours: late_orders * 2, weighted_late_hours: 0, setup_seconds: 0 },
})

test('what is another in a repair that was looked at is named: what moves too, no more, or elsewhere', () => {
  const before = choice(1, [task('a', 100), task('b', 200), task('c', 300)])
  const after = choice(3, [task('a', 100), task('b', 200, 'S2'), task('d', 400)])
  const found = repairDifference(before, after)
  expect(found).toMatchObject({ isGone: false, late_orders: [1, 3], late_hours: [2, 6] })
  expect(found.added.map(one => one.task_id)).toEqual(['d'])
  expect(found.dropped.map(one => one.task_id)).toEqual(['c'])
  expect(found.elsewhere.map(one => [one.before.machine_no, one.after.machine_no])).toEqual([['S1', 'S2']])
})
test('a choice that is offered no more says so', () => {
  const found = repairDifference(choice(1, [task('a', 100)]), undefined)
  expect(found).toMatchObject({ isGone: true, added: [], elsewhere: [] })
  expect(found.dropped).toHaveLength(1)
})
