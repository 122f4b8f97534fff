import { generalErrors } from '@qitao/core/general.errors.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { expect, test } from 'vitest'
import { pausesAt, resumesAt, workedMinutes } from './pause.rules.ts'

const begun = { status: taskStatus.codes.started, task_no: 'M1-10', actual_start_time: 1_000 }
const refused = (work: () => unknown) =>
  expect(work).toThrow(expect.objectContaining({ definition: generalErrors.statusNotAllowed }))

test('a task that was begun rests from when the device says, within what was and is', () => {
  expect(pausesAt(begun, undefined, { at: 1_500, now: 2_000 })).toBe(1_500)
  expect(pausesAt(begun, undefined, { at: undefined, now: 2_000 })).toBe(2_000)
  expect(pausesAt(begun, undefined, { at: 9_000, now: 2_000 })).toBe(2_000)
  expect(pausesAt(begun, undefined, { at: 10, now: 2_000 })).toBe(1_000)
  refused(() => pausesAt({ ...begun, status: taskStatus.codes.not_started }, undefined, { at: undefined, now: 2_000 }))
  refused(() => pausesAt({ ...begun, status: taskStatus.codes.done }, undefined, { at: undefined, now: 2_000 }))
  refused(() => pausesAt(begun, { id: 'a', from_time: 1_200 }, { at: undefined, now: 2_000 }))
})
test('it goes on not before it rested; what does not rest cannot go on', () => {
  const open = { id: 'a', from_time: 1_200 }
  expect(resumesAt(begun, open, { at: 1_700, now: 2_000 })).toEqual({ id: 'a', to_time: 1_700 })
  expect(resumesAt(begun, open, { at: 900, now: 2_000 })).toEqual({ id: 'a', to_time: 1_200 })
  expect(resumesAt(begun, open, { at: 9_900, now: 2_000 })).toEqual({ id: 'a', to_time: 2_000 })
  refused(() => resumesAt(begun, undefined, { at: undefined, now: 2_000 }))
})
test('the time of work is that since the start without rests, as long as nothing of it was reported', () => {
  const task = {
    actual_start_time: 0,
    paused_since: null,
    paused_seconds: 600,
    reported_quantity: '0.000000',
    defective_quantity: '0',
  }
  expect(workedMinutes(task, 3_600)).toBe(50)
  expect(workedMinutes({ ...task, paused_since: 1_800 }, 3_600)).toBe(20)
  expect(workedMinutes({ ...task, reported_quantity: '1' }, 3_600)).toBeUndefined()
  expect(workedMinutes({ ...task, actual_start_time: null }, 3_600)).toBeUndefined()
  expect(workedMinutes(task, 500)).toBeUndefined()
})
