import { expect, test } from 'vitest'
import { reportOf } from './report-sheet.tsx'

const task = { id: 't', mo_id: 'm', mo_no: 'M1', task_no: 'M1-10', process_name: 'Cut' }
const amounts = { finished_quantity: '5', defective_quantity: '0' }

test('a report that is changed was done when it was done, and not when it is changed', () => {
  const now = Math.floor(Date.now() / 1000)
  expect(reportOf(task, amounts).input.device_time).toBeGreaterThanOrEqual(now)
  const before = { input: { ...amounts, finished_quantity: '6', device_time: now - 7_200 } }
  expect(reportOf(task, amounts, before).input).toMatchObject({ finished_quantity: '5', device_time: now - 7_200 })
})
