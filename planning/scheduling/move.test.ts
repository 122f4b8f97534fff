import { describe, expect, test } from 'vitest'
import { checkMove, landing, type MoveRefusal, type MoveView } from './move.ts'

const hour = 3600
const at = (hours: number) => 1_000_000 * hour + hours * hour
/** Open 8 to 12 and 13 to 17, and the same a day later. */
const intervals = [0, 24].flatMap(
  day =>
    [
      [at(day + 8), at(day + 12)],
      [at(day + 13), at(day + 17)],
    ] as const,
)

interface Change {
  machine?: Partial<MoveView['machine']>
  task?: Partial<MoveView['task']>
  row?: MoveView['row']
  predecessors?: MoveView['predecessors']
  successors?: MoveView['successors']
  leaves?: NonNullable<MoveView['leaves']>
}
const view = ({ machine, task, row = [], predecessors = [], successors = [], leaves }: Change = {}): MoveView => ({
  machine: { id: 'A01', usable: true, intervals, ...machine },
  task: {
    operation: 'moved',
    locked: false,
    mayPause: true,
    eligible: { setupSeconds: 0, runSeconds: 2 * hour },
    ...task,
  },
  row,
  predecessors,
  successors,
  ...(leaves ? { leaves } : {}),
})
const other = (operation: string, from: number, to: number, family: string | null = null) => ({
  operation,
  setupStart: at(from),
  start: at(from),
  end: at(to),
  family,
  setupSeconds: 0,
})
const verdict = (change: Change, from: number, to: number) => checkMove(view(change), { start: at(from), end: at(to) })
const refused = (change: Change, from: number, to: number): [MoveRefusal, string] | 'ok' => {
  const answer = verdict(change, from, to)
  return answer.ok ? 'ok' : [answer.refusal, answer.object.id]
}

describe('a move is refused', () => {
  test('5601: the device is disabled, has no calendar, or cannot do the operation', () => {
    expect(refused({ machine: { usable: false } }, 8, 10)).toEqual(['device_unavailable', 'A01'])
    expect(refused({ machine: { intervals: null } }, 8, 10)).toEqual(['device_unavailable', 'A01'])
    expect(refused({ task: { eligible: null } }, 8, 10)).toEqual(['device_unavailable', 'A01'])
  })
  test('5602: outside working time, or not enough of it for the work', () => {
    expect(refused({}, 6, 10)).toEqual(['no_capacity', 'A01'])
    expect(refused({}, 8, 9)).toEqual(['no_capacity', 'A01'])
    expect(refused({}, 11, 13)).toEqual(['no_capacity', 'A01'])
  })
  test('5603: it would pause and must not, or span a break that nothing spans', () => {
    expect(refused({ task: { mayPause: false } }, 11, 14)).toEqual(['task_spans_break', 'A01'])
    expect(refused({ machine: { walls: [at(12)] } }, 11, 14)).toEqual(['task_spans_break', 'A01'])
    expect(refused({}, 11, 14)).toBe('ok')
    expect(refused({ machine: { walls: [at(12)] } }, 10, 12)).toBe('ok')
  })
  test('5604: before its predecessor', () => {
    const predecessors = [{ operation: 'before', readyAt: at(9), endsAt: at(9) }]
    expect(refused({ predecessors }, 8, 10)).toEqual(['task_before_predecessor', 'before'])
    expect(refused({ predecessors }, 9, 11)).toBe('ok')
    expect(refused({ predecessors: [{ operation: 'before', readyAt: at(8), endsAt: at(11) }] }, 8, 10)).toEqual([
      'task_before_predecessor',
      'before',
    ])
  })
  test('5605: after its successor', () => {
    const successors = [{ operation: 'after', startsAt: at(11) }]
    expect(refused({ successors }, 10, 12)).toEqual(['task_after_successor', 'after'])
    expect(refused({ successors }, 9, 11)).toBe('ok')
  })
  test('5606: the device is frozen then', () => {
    const machine = { frozen: [[at(9), at(10)] as const] }
    expect(refused({ machine }, 8, 11)).toEqual(['device_frozen', 'A01'])
    expect(refused({ machine }, 10, 12)).toBe('ok')
    // The set-up may not touch it either.
    expect(refused({ machine, task: { eligible: { setupSeconds: hour, runSeconds: 2 * hour } } }, 10, 12)).toEqual([
      'device_frozen',
      'A01',
    ])
  })
  test('5607: start after end', () => {
    expect(refused({}, 10, 8)).toEqual(['task_reversed', 'moved'])
  })
  test('5611: before its material is there', () => {
    expect(refused({ task: { kitAt: at(9) } }, 8, 10)).toEqual(['start_before_kitting', 'moved'])
    expect(refused({ task: { kitAt: at(9) } }, 9, 11)).toBe('ok')
  })
  test('5612: no instants in seconds, or in the past', () => {
    const bad = (start: number, end: number) => checkMove(view(), { start, end })
    expect(bad(at(8) * 1000, at(10) * 1000)).toMatchObject({ refusal: 'bad_time_range' })
    expect(bad(at(8) + 0.5, at(10))).toMatchObject({ refusal: 'bad_time_range' })
    expect(refused({ task: { notBefore: at(9) } }, 8, 10)).toEqual(['bad_time_range', 'moved'])
  })
  test('5613: its capacity is locked', () => {
    expect(refused({ task: { locked: true } }, 8, 10)).toEqual(['capacity_locked', 'moved'])
  })
  test('5614: under one hour', () => {
    const short = checkMove(view(), { start: at(8), end: at(9) - 1 })
    expect(short).toMatchObject({ ok: false, refusal: 'task_under_one_hour' })
  })
  test('5615: it overlaps; touching ends are allowed', () => {
    const row = [other('first', 8, 10), other('second', 14, 16)]
    expect(refused({ row }, 9, 11)).toEqual(['task_overlap', 'first'])
    expect(refused({ row }, 13, 15)).toEqual(['task_overlap', 'second'])
    expect(refused({ row }, 10, 12)).toBe('ok')
  })
})

describe('change-overs', () => {
  const changeover = { id: 'c', otherwise: 0, pairs: [{ from: 'red', to: 'blue', seconds: hour }] }
  const row = [other('red one', 8, 10, 'red')]

  test('need room before the task', () => {
    const change: Change = { machine: { changeover }, row, task: { family: 'blue' } }
    expect(refused(change, 10, 12)).toEqual(['task_overlap', 'red one'])
    expect(verdict(change, 11, 14)).toMatchObject({ ok: true, task: { setupStart: at(10), setupSeconds: hour } })
  })
  test('and before the task that now comes after it', () => {
    const blue = other('blue one', 14, 16, 'blue')
    const change: Change = { machine: { changeover }, row: [blue], task: { family: 'red' } }
    expect(refused(change, 11, 14)).toEqual(['task_overlap', 'blue one'])
    expect(verdict(change, 10, 12)).toMatchObject({
      ok: true,
      setups: [{ operation: 'blue one', setupStart: at(13), setupSeconds: hour }],
    })
  })
  test('and where the task has left', () => {
    const leaves = {
      machine: { id: 'B', usable: true, intervals, changeover },
      row: [other('red one', 8, 10, 'red'), other('blue one', 10.5, 12, 'blue')],
      setupStart: at(10),
    }
    expect(refused({ leaves }, 8, 10)).toEqual(['task_overlap', 'blue one'])
  })
})

test('a machine with capacity takes as many as it can', () => {
  const row = [other('a', 8, 12), other('b', 9, 11)]
  expect(refused({ machine: { capacity: 3 }, row }, 9, 11)).toBe('ok')
  expect(refused({ machine: { capacity: 2 }, row }, 9, 11)[0]).toBe('task_overlap')
  expect(refused({ machine: { capacity: 2 }, row }, 13, 15)).toBe('ok')
})

describe('landing', () => {
  test('a bar dropped on closed time lies at the next working time, with all of its work', () => {
    expect(landing(view(), at(6))).toEqual({ start: at(8), end: at(10) })
    expect(landing(view(), at(11))).toEqual({ start: at(11), end: at(14) })
    expect(landing(view({ task: { mayPause: false } }), at(11))).toEqual({ start: at(13), end: at(15) })
    expect(landing(view({ machine: { walls: [at(12)] } }), at(11))).toEqual({ start: at(13), end: at(15) })
    expect(landing(view(), at(40))).toBeNull()
  })
})
