import { expect, test } from 'vitest'
import { PlanIndex } from './plan-index.ts'
import { snapTime } from './snap.ts'
import { inverse, type Pull, pulled, stillAt } from './task-moves.ts'
import { ZoneClock } from './zone-clock.ts'

const clock = new ZoneClock('Asia/Shanghai')
const hour = 3600
const morning = Date.UTC(2026, 10, 23) / 1000
const rows = [
  { id: 'g', label: 'g', kind: 'group' as const },
  { id: 'a', label: 'a' },
  { id: 'b', label: 'b' },
  { id: 'c', label: 'c' },
]
const task = (id: string, row_id: string, from: number, to: number) => ({
  id,
  row_id,
  label: id,
  start: morning + from * hour,
  end: morning + to * hour,
})
const one = task('one', 'a', 1, 3)
const two = task('two', 'b', 2, 4)
const wall = task('wall', 'c', 6, 9)
const index = new PlanIndex(rows, [one, two, wall], [])
const pull = (seconds: number, more: Partial<Pull> = {}): Pull => ({
  seconds,
  rows: 0,
  step: 1800,
  catch_within: 0,
  min_seconds: 60,
  ...more,
})

test('a start falls on the step of the wall clock, the length stays', () => {
  const [change] = pulled(index, clock, { mode: 'move', lead: one, tasks: [one] }, pull(50 * 60))
  expect(change).toEqual({
    task_id: 'one',
    from: { row_id: 'a', start: one.start, end: one.end },
    to: { row_id: 'a', start: one.start + hour, end: one.end + hour },
  })
})

test('steps count from local midnight also where the zone is off the half hour', () => {
  const kathmandu = new ZoneClock('Asia/Kathmandu')
  const snapped = snapTime(kathmandu, morning + 1000, hour)
  expect(kathmandu.parts(snapped)).toMatchObject({ minute: 0, second: 0 })
})

test('a shake that snaps back changes nothing', () => {
  expect(pulled(index, clock, { mode: 'move', lead: one, tasks: [one] }, pull(600))).toEqual([])
})

test('several tasks keep their distances and none leaves the rows', () => {
  const changes = pulled(index, clock, { mode: 'move', lead: one, tasks: [one, two] }, pull(2 * hour, { rows: 5 }))
  expect(changes.map(change => change.to.row_id)).toEqual(['b', 'c'])
  expect(changes.map(({ from, to }) => to.start - from.start)).toEqual([2 * hour, 2 * hour])
})

test('only the row changes when the time is not pulled, even off the step', () => {
  const odd = { ...one, id: 'odd', start: one.start + 77 }
  const plan = new PlanIndex(rows, [odd], [])
  const [change] = pulled(plan, clock, { mode: 'move', lead: odd, tasks: [odd] }, pull(0, { rows: 1 }))
  expect(change!.to).toEqual({ row_id: 'b', start: odd.start, end: odd.end })
})

test('the end of a neighbour in the target row catches the start, and its start the end', () => {
  const near = { rows: 2, catch_within: 900 }
  const after = pulled(index, clock, { mode: 'move', lead: one, tasks: [one] }, pull(8 * hour + 500, near))
  expect(after[0]!.to.start).toBe(wall.end)
  const before = pulled(index, clock, { mode: 'move', lead: one, tasks: [one] }, pull(3 * hour - 400, near))
  expect(before[0]!.to.end).toBe(wall.start)
})

test('an edge moves alone and leaves the shortest length', () => {
  const longer = pulled(index, clock, { mode: 'end', lead: one, tasks: [one] }, pull(hour))
  expect(longer[0]!.to).toEqual({ row_id: 'a', start: one.start, end: one.end + hour })
  const shortest = pulled(
    index,
    clock,
    { mode: 'start', lead: one, tasks: [one] },
    pull(9 * hour, { min_seconds: hour }),
  )
  expect(shortest[0]!.to.start).toBe(one.end - hour)
})

test('an undo applies only while nobody has moved the task since', () => {
  const changes = pulled(index, clock, { mode: 'move', lead: one, tasks: [one] }, pull(hour))
  const moved = new PlanIndex(rows, [{ ...one, ...changes[0]!.to }], [])
  expect(stillAt(moved, inverse(changes))).toBe(true)
  expect(stillAt(index, inverse(changes))).toBe(false)
  expect(inverse(inverse(changes))).toEqual(changes)
})
