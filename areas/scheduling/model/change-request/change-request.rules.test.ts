import { generalErrors } from '@qitao/core/general.errors.ts'
import { type ErrorDefinition, Refusal } from '@qitao/core/refusal.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { manufacturingErrors } from '@qitao/manufacturing/model/manufacturing.errors.ts'
import { describe, expect, test } from 'vitest'
import { aDevice, anOperation, anOrder, aTask, clock, facts, monday } from '../../testing/facts.ts'
import { schedulingErrors } from '../scheduling.errors.ts'
import { changeOf, effectOf, heldWords, outdatedBy } from './change-request.rules.ts'
import { changeKind, outdatedCause } from './change-request.status.ts'

const { machine, time, split, hold } = changeKind.codes
const nine = clock(monday, 9)
/** Two orders on one saw behind each other; the first is due on the day. */
const plan = facts({
  devices: [aDevice('saw'), aDevice('saw2')],
  orders: [anOrder('a', { delivery_date: clock(monday, 0) }), anOrder('b')],
  operations: [anOperation('a1', 'a'), anOperation('b1', 'b', { process_name: 'Sawing' })],
  tasks: [aTask('a1', 'a', 'saw', nine), aTask('b1', 'b', 'saw', nine + 2 * hourSeconds)],
})
const known = { part_id: 'part', now: plan.now }
const a = { task_id: 'task-a1' }
const codeOf = (run: () => unknown): number | undefined => {
  try {
    run()
    return undefined
  } catch (error) {
    return error instanceof Refusal ? error.definition.code : -1
  }
}

describe('what is asked for', () => {
  test('is the move of the chart: to a machine at the same time, to a time on the same machine', () => {
    expect(changeOf(plan, machine, [{ ...a, machine_no: 'saw2' }], known)).toEqual({
      change: { kind: 'wish', behind: false, tasks: [{ operation: 'a1', machine: 'saw2', start: nine }] },
    })
    expect(changeOf(plan, time, [{ ...a, start_time: nine + 60 }], known)).toEqual({
      change: { kind: 'wish', behind: false, tasks: [{ operation: 'a1', machine: 'saw', start: nine + 60 }] },
    })
  })
  test('waits no longer when it was to be held until a time that has passed', () => {
    const later = nine + 5 * hourSeconds
    expect(
      changeOf(plan, hold, [{ ...a, start_time: nine + hourSeconds }], { ...known, now: later }).change,
    ).toMatchObject({ behind: true, tasks: [{ start: later }] })
  })
  test('is a part that stands beside the rest on another machine, and behind it on its own', () => {
    const apart = changeOf(plan, split, [{ ...a, quantity: '60', machine_no: 'saw2' }], known)
    expect(apart).toMatchObject({
      change: { kind: 'place', operation: 'part', machine: 'saw2', start: nine, rest: 'a1' },
      parted: { mo_id: 'a', part: { id: 'part', quantity: '60' } },
    })
    expect(changeOf(plan, split, [{ ...a, quantity: '60' }], known).change).toMatchObject({
      machine: 'saw',
      start: nine + hourSeconds,
    })
  })
  const refused: readonly (readonly [string, () => unknown, ErrorDefinition])[] = [
    [
      'its own machine',
      () => changeOf(plan, machine, [{ ...a, machine_no: 'saw' }], known),
      schedulingErrors.changeSaysNothing,
    ],
    ['no machine', () => changeOf(plan, machine, [a], known), generalErrors.badParameter],
    [
      'a machine that there is not',
      () => changeOf(plan, machine, [{ ...a, machine_no: 'x' }], known),
      schedulingErrors.deviceUnavailable,
    ],
    [
      'its own time',
      () => changeOf(plan, time, [{ ...a, start_time: nine }], known),
      schedulingErrors.changeSaysNothing,
    ],
    ['no time', () => changeOf(plan, time, [a], known), generalErrors.badParameter],
    [
      'a hold until before it starts',
      () => changeOf(plan, hold, [{ ...a, start_time: nine - 1 }], known),
      schedulingErrors.changeSaysNothing,
    ],
    ['all of it', () => changeOf(plan, split, [{ ...a, quantity: '120' }], known), manufacturingErrors.splitQuantity],
    [
      'a task twice',
      () =>
        changeOf(
          plan,
          time,
          [
            { ...a, start_time: 1 },
            { ...a, start_time: 1 },
          ],
          known,
        ),
      generalErrors.badParameter,
    ],
    [
      'a task that is gone',
      () => changeOf(plan, time, [{ task_id: 'x', start_time: 1 }], known),
      generalErrors.recordNotFound,
    ],
  ]
  test.each(refused)('is refused as %s', (_what, run, error) => expect(codeOf(run)).toBe(error.code))
})

describe('the effect', () => {
  const names = (_kind: string, id: string) => `no. ${id}`
  const asked = new Set(['a1'])
  const at = (operation: string, start: number) => ({
    ...{ operation, machine: 'saw', setupStart: start, start, end: start + 2 * hourSeconds, setupSeconds: 0 },
  })
  const moved = [at('b1', nine + 30 * hourSeconds), at('a1', nine + 26 * hourSeconds)]

  test('tells what moves, the asked ones first, and which order is late by how much', () => {
    const effect = effectOf(plan, { moved, refused: [], broken: [] }, { asked, nameOf: names, held: [] })
    expect(effect).toMatchObject({ conflicts: [], moved_count: 2, late_count: 1, early_count: 0 })
    expect(effect.moved.map(one => [one.mo_no, one.asked, one.from_time])).toEqual([
      ['MO-a', true, nine],
      ['MO-b', false, nine + 2 * hourSeconds],
    ])
    expect(effect.orders).toMatchObject([
      {
        ...{ mo_no: 'MO-a', finish_before: nine + 2 * hourSeconds, finish_time: nine + 28 * hourSeconds },
        ...{ tardiness_seconds_before: 0, tardiness_seconds: 13 * hourSeconds },
      },
      { mo_no: 'MO-b', tardiness_seconds: 0 },
    ])
  })
  test('tells in both languages what stands against it', () => {
    const no = { operation: 'a1', refusal: 'task_overlap', object: { kind: 'operation', id: 'b1' } } as const
    const { conflicts } = effectOf(plan, { moved: [], refused: [no], broken: [] }, { asked, nameOf: names, held: [] })
    expect(conflicts).toEqual([{ zh: expect.stringContaining('重叠'), en: expect.stringContaining('overlap') }])
  })
})

test('whoever holds a task where it is is named: locked, dispatched, begun', () => {
  const of = (more: object) => heldWords([aTask('a1', 'a', 'saw', nine, more)], () => 'MO-a Cutting')
  expect(of({})).toEqual([])
  expect(of({ capacity_locked: true })[0]?.en).toContain('locked')
  expect(of({ dispatch_status: 1 })[0]?.en).toContain('dispatched')
  expect(of({ status: 1 })[0]?.en).toContain('begun')
})

test('a request is outdated when its task is gone, has begun, or stands elsewhere', () => {
  const asked = { device_id: 'saw', start_time: 1, end_time: 2, quantity: '5' }
  const now = { ...asked, status: 0, reported_quantity: '0', defective_quantity: '0' } as const
  const { removed, reported, replanned } = outdatedCause.codes
  expect(outdatedBy(asked, now)).toBeUndefined()
  expect(outdatedBy(asked, undefined)).toBe(removed)
  expect(outdatedBy(asked, { ...now, status: 1 })).toBe(reported)
  expect(outdatedBy(asked, { ...now, defective_quantity: '1' })).toBe(reported)
  for (const change of [{ device_id: 'saw2' }, { start_time: 0 }, { end_time: 3 }, { quantity: '4' }])
    expect(outdatedBy(asked, { ...now, ...change })).toBe(replanned)
})
