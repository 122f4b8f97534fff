import { hourSeconds } from '@qitao/core/time.ts'
import { describe, expect, test } from 'vitest'
import { aDevice, anOperation, anOrder, aTask, clock, facts } from '../testing/facts.ts'
import { boardOf, dropped, isHeld, refusedMove } from './board.rules.ts'
import { problemFrom } from './problem.rules.ts'

const day = '2026-01-05'
/** Two orders on the saw, a step each, with ten minutes of set-up; and a second saw. */
function board(more: Parameters<typeof facts>[0] = {}) {
  const given = facts({
    devices: [aDevice('saw'), aDevice('saw2')],
    orders: [anOrder('a'), anOrder('b')],
    operations: [anOperation('a1', 'a'), anOperation('b1', 'b')],
    tasks: [aTask('a1', 'a', 'saw', clock(day, 9)), aTask('b1', 'b', 'saw', clock(day, 13))],
    ...more,
  })
  return boardOf(problemFrom(given, { isFree: task => !isHeld(task), only_kitted: false }), given.tasks)
}
const at = (hour: number) => clock(day, hour)
const move = (operation_id: string, start: number, device_id = 'saw', hours = 2) => ({
  operation_id,
  device_id,
  start,
  end: start + hours * hourSeconds,
})

describe('where a bar falls', () => {
  test('its left edge is the set-up, the run follows it', () => {
    expect(dropped(board(), 'a1', 'saw', at(10))).toEqual({
      setup_start: at(10),
      start: at(10) + 600,
      end: at(12) + 600,
    })
  })
  test('before work begins it waits for the shift; over the night it pauses', () => {
    expect(dropped(board(), 'a1', 'saw', at(5))?.setup_start).toBe(at(8))
    expect(dropped(board(), 'a1', 'saw', at(15))?.end).toBe(clock('2026-01-06', 9) + 600)
  })
  test('on a machine that does not do it, nowhere', () => {
    const devices = [aDevice('saw'), aDevice('welder', { process_ids: ['weld'] })]
    expect(dropped(board({ devices }), 'a1', 'welder', at(10))).toBeNull()
    expect(dropped(board(), 'a1', 'nowhere', at(10))).toBeNull()
  })
})

describe('moves', () => {
  test('a free place is free', () => expect(refusedMove(board(), [move('a1', at(10))])).toBeUndefined())
  test('over another task, which is named', () => {
    expect(refusedMove(board(), [move('a1', at(12))])).toMatchObject({ refusal: 'task_overlap', object: { id: 'b1' } })
  })
  test('two that change places are judged together, not against their old places', () => {
    expect(refusedMove(board(), [move('a1', at(13)), move('b1', at(9))])).toBeUndefined()
    expect(refusedMove(board(), [move('a1', at(13)), move('b1', at(14))])).toMatchObject({ refusal: 'task_overlap' })
  })
  test('a task that is locked, dispatched or begun', () => {
    for (const held of [{ capacity_locked: true }, { dispatch_status: 1 }]) {
      expect(refusedMove(board({ tasks: [aTask('a1', 'a', 'saw', at(9), held)] }), [move('a1', at(11))])).toMatchObject(
        { refusal: 'capacity_locked' },
      )
    }
  })
  test('to a machine that is not on the board', () => {
    expect(refusedMove(board(), [move('a1', at(9), 'nowhere')])).toMatchObject({ refusal: 'device_unavailable' })
  })
  test('tasks of finished operations stand in nobody’s way', () => {
    const operations = [anOperation('a1', 'a'), anOperation('b1', 'b', { status: 2 })]
    expect(refusedMove(board({ operations }), [move('a1', at(13))])).toBeUndefined()
  })
})
