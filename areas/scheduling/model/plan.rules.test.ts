import type { Refusal } from '@qitao/core/refusal.ts'
import type { MoFacts } from '@qitao/manufacturing/model/mo/mo.rules.ts'
import { describe, expect, test } from 'vitest'
import {
  expectCancellable,
  expectLock,
  expectPublishable,
  expectRevertable,
  expectSchedulable,
  expectUnpublishable,
  type TaskFacts,
} from './plan.rules.ts'

const until = 1_000_000
const task = (more: Partial<TaskFacts> = {}): TaskFacts => ({
  id: 't',
  mo_id: 'mo',
  device_id: 'saw',
  setup_start_time: 1_000,
  start_time: 1_000,
  end_time: 9_000,
  status: 0,
  publish_status: 0,
  published_start_time: null,
  published_end_time: null,
  published_device_id: null,
  dispatch_status: 0,
  reported_quantity: '0',
  capacity_locked: false,
  ...more,
})
const out = {
  publish_status: 1,
  published_start_time: 1_000,
  published_end_time: 9_000,
  published_device_id: 'saw',
} as const
const order = (mo: Partial<MoFacts>, tasks: TaskFacts[] = [task()]) => ({
  mo: {
    status: 20,
    capacity_locked: false,
    picked_quantity: '0',
    occupied_output: '0',
    rework_task_no: null,
    ...mo,
  } as MoFacts,
  tasks,
})
/** The code of the refusal; 200 when there is none. */
const codeOf = (check: () => void): number => {
  try {
    check()
    return 200
  } catch (error) {
    return (error as Refusal).definition.code
  }
}

test.each([
  ['planned', {}, 200],
  ['locked', { capacity_locked: true }, 5613],
  ['to-do', { status: 10 }, 5024],
  ['published', { status: 30 }, 5024],
  ['in production', { status: 35 }, 5024],
] as const)('scheduling an order that is %s', (_what, mo, code) =>
  expect(codeOf(() => expectSchedulable(order(mo).mo))).toBe(code),
)

test.each([
  ['scheduled', order({}), 200],
  ['locked', order({ capacity_locked: true }), 5613],
  ['published', order({ status: 30 }, [task(out)]), 5616],
  ['not scheduled', order({}, []), 5609],
] as const)('cancelling an order that is %s', (_what, one, code) =>
  expect(codeOf(() => expectCancellable(one))).toBe(code),
)

describe('publishing', () => {
  const publish = (one: ReturnType<typeof order>, disabled: string[] = []) =>
    codeOf(() => expectPublishable(one, until, new Set(disabled)))
  test('an order that starts within the window, its edge included', () => {
    expect(publish(order({}))).toBe(200)
    expect(publish(order({}, [task({ start_time: until })]))).toBe(200)
    expect(publish(order({}, [task({ start_time: until + 1 })]))).toBe(5620)
  })
  test('the first task decides', () => expect(publish(order({}, [task(), task({ start_time: until + 1 })]))).toBe(200))
  test('not twice, but again after a move', () => {
    expect(publish(order({ status: 30 }, [task(out)]))).toBe(5616)
    expect(publish(order({ status: 30 }, [task({ ...out, start_time: 1_500 })]))).toBe(200)
    expect(publish(order({ status: 35 }, [task({ ...out, device_id: 'saw2' })]))).toBe(200)
  })
  test('not on a disabled machine, not without tasks', () => {
    expect(publish(order({}), ['saw'])).toBe(5601)
    expect(publish(order({}, []))).toBe(5609)
  })
})

test.each([
  ['published', order({ status: 30 }, [task(out)]), 200],
  ['not published', order({}), 5617],
  ['locked', order({ status: 30, capacity_locked: true }, [task(out)]), 5613],
  ['dispatched', order({ status: 30 }, [task({ ...out, dispatch_status: 1 })]), 5619],
  ['begun', order({ status: 35 }, [task({ ...out, status: 1 })]), 5619],
  ['reported', order({ status: 35 }, [task({ ...out, reported_quantity: '1' })]), 5619],
  ['picked', order({ status: 30, picked_quantity: '1' }, [task(out)]), 5619],
] as const)('unpublishing an order that is %s', (_what, one, code) =>
  expect(codeOf(() => expectUnpublishable(one))).toBe(code),
)

test('locking and unlocking', () => {
  expect(codeOf(() => expectLock(order({}), true))).toBe(200)
  expect(codeOf(() => expectLock(order({ capacity_locked: true }), true))).toBe(5503)
  expect(codeOf(() => expectLock(order({ capacity_locked: true }), false))).toBe(200)
  expect(codeOf(() => expectLock(order({}), false))).toBe(5503)
  expect(codeOf(() => expectLock(order({}, []), true))).toBe(5503)
})

test.each([
  ['planned', order({}), 200],
  ['published', order({ status: 30 }, [task(out)]), 200],
  ['in production', order({ status: 35 }), 5502],
  ['locked', order({ capacity_locked: true }), 5613],
  ['picked', order({ picked_quantity: '1' }), 5509],
  ['dispatched', order({ status: 30 }, [task({ ...out, dispatch_status: 1 })]), 5619],
] as const)('returning an order that is %s', (_what, one, code) =>
  expect(codeOf(() => expectRevertable(one))).toBe(code),
)
