import { describe, expect, test } from 'vitest'
import {
  asYesterday,
  type PersonAtWork,
  proposeDispatches,
  repeated,
  spanIn,
  type TaskToGive,
  type Worked,
} from './dispatch-proposal.rules.ts'

const hour = 3600
const shift = [8 * hour, 16 * hour] as const
const task = (id: string, from: number, to: number, more: Partial<TaskToGive> = {}): TaskToGive => ({
  ...{ id, device_id: 'saw', process_id: 'cut', workgroup_id: 'g', crew: 1 },
  ...{ setup_start_time: from * hour, end_time: to * hour, ...more },
})
const person = (name: string, more: Partial<PersonAtWork> = {}): PersonAtWork => ({
  ...{ id: name, name, workgroup_ids: ['g'], hours: [shift], given: [], reports: new Map(), ...more },
})
const who = (tasks: readonly TaskToGive[], people: readonly PersonAtWork[]) =>
  Object.fromEntries(
    proposeDispatches(shift, tasks, people).proposals.map(one => [
      one.task_id,
      [...one.people.map(({ name }) => name), ...(one.lacks ? [one.lacks] : [])].join(' '),
    ]),
  )

describe('who is proposed for a task', () => {
  test('who has done the process comes before who has more room', () => {
    const knows = person('knows', {
      reports: new Map([['cut', 3]]),
      given: [{ device_id: 'press', span: [8 * hour, 10 * hour] }],
    })
    expect(who([task('a', 10, 12)], [person('idle'), knows])).toEqual({ a: 'knows' })
  })
  test('nobody gets two tasks at a time; the second goes to who is free', () => {
    expect(who([task('a', 8, 12), task('b', 10, 14, { device_id: 'press' })], [person('x'), person('y')])).toEqual({
      a: 'x',
      b: 'y',
    })
  })
  test('who is at the machine stays there, and load is shared between machines', () => {
    const tasks = [
      task('a', 8, 10),
      task('b', 8, 9, { device_id: 'press' }),
      task('c', 10, 11),
      task('d', 9, 10, { device_id: 'press' }),
    ]
    expect(who(tasks, [person('x'), person('y')])).toEqual({ a: 'x', b: 'y', c: 'x', d: 'y' })
  })
  test('only members of the group who work then', () => {
    const late = person('late', { hours: [[14 * hour, 16 * hour]] })
    expect(who([task('a', 8, 9)], [late, person('other', { workgroup_ids: ['h'] })])).toEqual({ a: 'nobody_at_work' })
    expect(who([task('a', 15, 16)], [late])).toEqual({ a: 'late' })
  })
  test('what they have already counts: busy is busy', () => {
    const busy = person('busy', { given: [{ device_id: 'press', span: [8 * hour, 12 * hour] }] })
    expect(who([task('a', 9, 10)], [busy])).toEqual({ a: 'all_busy' })
  })
  test('a crew is as many as the cycle time asks for, or fewer and said so', () => {
    expect(who([task('a', 9, 10, { crew: 2 })], [person('x'), person('y'), person('z')])).toEqual({ a: 'x y' })
    expect(who([task('a', 9, 10, { crew: 2 })], [person('x')])).toEqual({ a: 'x too_few' })
  })
  test('a machine of no group is left to a person', () => {
    expect(who([task('a', 9, 10, { workgroup_id: null })], [person('x')])).toEqual({ a: 'no_workgroup' })
  })
})

test('what is overdue is done first, as long as it takes', () => {
  expect(spanIn([8 * hour, 16 * hour], 2 * hour, 5 * hour)).toEqual([8 * hour, 11 * hour])
  expect(spanIn([8 * hour, 16 * hour], 2 * hour, 9 * hour)).toEqual([8 * hour, 9 * hour])
})
test('hours are those worked: breaks and two tasks at a time count once', () => {
  const x = person('x', {
    hours: [
      [8 * hour, 12 * hour],
      [13 * hour, 16 * hour],
    ],
    given: [
      { device_id: 'saw', span: [11 * hour, 14 * hour] },
      { device_id: 'press', span: [11 * hour, 12 * hour] },
    ],
  })
  const { seconds } = proposeDispatches(shift, [task('a', 14, 16)], [x])
  expect(seconds.get('x')).toEqual({ available: 7 * hour, given: 2 * hour, proposed: 2 * hour })
})

describe('as yesterday', () => {
  const day = 24 * hour
  const worked = (user_id: string, device_id: string, from: number, to: number): Worked => ({
    ...{ user_id, device_id, start: from * hour - day, end: to * hour - day },
  })
  const again = (tasks: readonly TaskToGive[], people: readonly PersonAtWork[], before: readonly Worked[]) =>
    Object.fromEntries(
      [...asYesterday(shift, tasks, people, before)].map(([id, found]) => [
        id,
        found.map(({ name }) => name).join(' '),
      ]),
    )
  test('whoever was at the machine at that time is there again, and all of them', () => {
    const before = [worked('x', 'saw', 8, 12), worked('y', 'saw', 8, 12), worked('z', 'saw', 13, 16)]
    expect(again([task('a', 9, 11)], [person('x'), person('y'), person('z')], before)).toEqual({ a: 'x y' })
    expect(again([task('a', 9, 11, { device_id: 'press' })], [person('x')], before)).toEqual({ a: '' })
  })
  test('who is not there today, or has something else, is left out', () => {
    const before = [worked('x', 'saw', 8, 12), worked('late', 'saw', 8, 12), worked('gone', 'saw', 8, 12)]
    const late = person('late', { hours: [[14 * hour, 16 * hour]] })
    const busy = person('x', { given: [{ device_id: 'press', span: [8 * hour, 12 * hour] }] })
    expect(again([task('a', 9, 11)], [busy, late], before)).toEqual({ a: '' })
  })
  test('nobody gets two tasks at a time: the earlier one comes first', () => {
    const before = [worked('x', 'saw', 8, 12), worked('x', 'press', 8, 12)]
    const tasks = [task('b', 10, 12, { device_id: 'press' }), task('a', 9, 11)]
    expect(again(tasks, [person('x')], before)).toEqual({ a: 'x', b: '' })
  })
  test('whoever is taken as yesterday is not taken for another task at that time', () => {
    const choice = (id: string, from: number, to: number, now: string, before = '') => ({
      ...{ id, setup_start_time: from * hour, end_time: to * hour },
      ...{ user_ids: now.split(' ').filter(Boolean), yesterday_ids: before.split(' ').filter(Boolean) },
    })
    const choices = [
      choice('saw', 8, 12, 'y', 'x'),
      choice('press', 9, 10, 'x'),
      choice('drill', 11, 13, 'x z'),
      choice('later', 12, 13, 'x'),
      // Overdue: it is done first.
      choice('late', 5, 6, 'x'),
    ]
    expect(Object.fromEntries(repeated(shift, choices))).toEqual({
      ...{ saw: ['x'], press: [], drill: ['z'], later: ['x'], late: [] },
    })
    expect(repeated(shift, [choice('press', 9, 10, 'x')])).toEqual(new Map([['press', ['x']]]))
  })
})
