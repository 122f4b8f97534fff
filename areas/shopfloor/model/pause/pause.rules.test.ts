import { generalErrors } from '@qitao/core/general.errors.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { expect, test } from 'vitest'
import { pausesAt, resumesAt, workedMinutes } from './pause.rules.ts'

const begun = { status: taskStatus.codes.started, task_no: 'M1-10', actual_start_time: 1_000 }
const refused = (work: () => unknown) =>
  expect(work).toThrow(expect.objectContaining({ definition: generalErrors.statusNotAllowed }))

const open = { id: 'a', from_time: 1_200, to_time: null }
const over = { id: 'b', from_time: 1_300, to_time: 1_400 }

test('a task that was begun rests from when the device says, within what was and is', () => {
  const from = (at: number | undefined, pauses: Parameters<typeof pausesAt>[1] = []) =>
    pausesAt(begun, pauses, { at, now: 2_000 })
  expect(from(1_500)).toEqual({ from_time: 1_500, to_time: null })
  expect(from(undefined)).toEqual({ from_time: 2_000, to_time: null })
  expect(from(9_000)).toEqual({ from_time: 2_000, to_time: null })
  expect(from(10)).toEqual({ from_time: 1_000, to_time: null })
  refused(() => pausesAt({ ...begun, status: taskStatus.codes.not_started }, [], { at: undefined, now: 2_000 }))
  refused(() => pausesAt({ ...begun, status: taskStatus.codes.done }, [], { at: undefined, now: 2_000 }))
  refused(() => from(undefined, [open]))
})
test('what rested is counted once: a rest begins when the last one is over', () => {
  expect(pausesAt(begun, [over], { at: 1_350, now: 2_000 })).toEqual({ from_time: 1_400, to_time: null })
  expect(pausesAt(begun, [over], { at: 1_100, now: 2_000 })).toEqual({ from_time: 1_400, to_time: null })
})
test('a rest of before the task was given on ends there, and asks nothing of whoever has it now', () => {
  const late = { at: 1_100, now: 2_000, until: 1_200 }
  expect(pausesAt(begun, [], late)).toEqual({ from_time: 1_100, to_time: 1_200 })
  expect(pausesAt(begun, [open], late)).toEqual({ from_time: 1_100, to_time: 1_200 })
  expect(pausesAt(begun, [over], late)).toEqual({ from_time: 1_100, to_time: 1_200 })
  expect(pausesAt({ ...begun, actual_start_time: 1_500 }, [], late)).toBeUndefined()
  refused(() => pausesAt(begun, [{ ...open, from_time: 1_050 }], late))
  const theirs = { id: 'c', from_time: 1_100, to_time: 1_200 }
  expect(resumesAt(begun, [theirs, open], { ...late, at: 1_150 })).toEqual({ id: 'c', to_time: 1_150 })
  refused(() => resumesAt(begun, [open], late))
})
test('it goes on not before it rested; what does not rest cannot go on', () => {
  expect(resumesAt(begun, [open], { at: 1_700, now: 2_000 })).toEqual({ id: 'a', to_time: 1_700 })
  expect(resumesAt(begun, [open], { at: 900, now: 2_000 })).toEqual({ id: 'a', to_time: 1_200 })
  expect(resumesAt(begun, [open], { at: 9_900, now: 2_000 })).toEqual({ id: 'a', to_time: 2_000 })
  refused(() => resumesAt(begun, [over], { at: undefined, now: 2_000 }))
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
