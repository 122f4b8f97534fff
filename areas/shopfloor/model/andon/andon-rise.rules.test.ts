import { minuteSeconds } from '@qitao/core/time.ts'
import { describe, expect, test } from 'vitest'
import { andonCause, andonLevel, andonStatus } from './andon.status.ts'
import { rises, stopsToTell, type UnsolvedCall } from './andon-rise.rules.ts'

const times = { andon_leader_minutes: 10, andon_manager_minutes: 30, stop_repair_minutes: 20 }
const { owner, leader, manager } = andonLevel.codes
const called = 1_800_000_000
const after = (minutes: number) => called + minutes * minuteSeconds
const call: UnsolvedCall = {
  ...{ id: 'c', cause: andonCause.codes.machine, status: andonStatus.codes.called, level: owner, called_time: called },
  ...{ rung_ids: ['owner'], leader_id: 'leader', manager_id: 'manager', stop_told_time: null },
}
const who = { able: new Set(['owner', 'leader', 'manager']), admins: ['admin'] }
const at = (minutes: number, of: Partial<UnsolvedCall> = {}, able = who.able) =>
  rises([{ ...call, ...of }], times, after(minutes), { ...who, able }).map(({ level, ring_ids }) => [level, ring_ids])

describe('a call that nobody answers', () => {
  test('reaches the leader, then the manager, each at the minute', () => {
    expect(at(9)).toEqual([])
    expect(at(10)).toEqual([[leader, ['leader']]])
    expect(at(29, { level: leader, rung_ids: ['owner', 'leader'] })).toEqual([])
    expect(at(30, { level: leader, rung_ids: ['owner', 'leader'] })).toEqual([[manager, ['manager']]])
    expect(at(900, { level: manager })).toEqual([])
  })
  test('after a pause of the clock reaches both at once', () => {
    expect(at(45)).toEqual([[manager, ['leader', 'manager']]])
  })
  test('is told to nobody twice', () => {
    expect(at(10, { rung_ids: ['leader'] })).toEqual([[leader, []]])
    expect(at(30, { leader_id: 'manager' })).toEqual([[manager, ['manager']]])
  })
  test('reaches the administrators where no manager is named, or the one that is cannot sign in', () => {
    expect(at(30, { manager_id: null, level: leader })).toEqual([[manager, ['leader', 'admin']]])
    expect(at(30, { level: leader, rung_ids: ['leader'] }, new Set(['leader']))).toEqual([[manager, ['admin']]])
  })
  test('reaches the administrators where the manager has heard of it as the owner or the leader', () => {
    for (const rung_ids of [['manager'], ['owner', 'manager']])
      expect(at(30, { level: leader, rung_ids, leader_id: 'manager' })).toEqual([[manager, ['admin']]])
    expect(at(30, { level: leader, rung_ids: ['manager', 'admin'] })).toEqual([[manager, ['leader']]])
  })
})
test('one that is answered or over does not rise', () => {
  for (const status of [andonStatus.codes.answered, andonStatus.codes.closed]) expect(at(900, { status })).toEqual([])
})

describe('a machine that stands', () => {
  const told = (minutes: number, of: Partial<UnsolvedCall> = {}) =>
    stopsToTell([{ ...call, ...of }], times, after(minutes)).length
  test('is told once, answered or not', () => {
    expect([told(19), told(20)]).toEqual([0, 1])
    expect(told(20, { status: andonStatus.codes.answered })).toBe(1)
    expect(told(20, { stop_told_time: called })).toBe(0)
  })
  test('is not told when it is mended, nor when it is not the machine', () => {
    expect(told(20, { status: andonStatus.codes.closed })).toBe(0)
    expect(told(20, { cause: andonCause.codes.material })).toBe(0)
  })
})
