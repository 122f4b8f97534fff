import { expect, test } from 'vitest'
import type { Conflict } from './conflict.rules.ts'
import { conflictKey } from './conflict.rules.ts'
import { conflictNotice, toTell } from './conflict-notice.rules.ts'

const conflict = (task_id: string, kind: Conflict['kind'] = 'machine', at = 0): Conflict => ({
  ...{ kind, why: kind === 'report' ? 'not_begun' : 'stopped', task_id, mo_id: `mo-${task_id}`, device_id: 'saw', at },
  ...{ seconds: 60, object_id: 'saw', object: 'SAW-1', count: 3 },
})
const told = (...of: Conflict[]) => ({ keys: new Set(of.map(conflictKey)), overdue_told_time: 10_000 })

test('each is told once, goes when it has gone, and is new when it comes again', () => {
  const [one, two] = [conflict('1'), conflict('2')]
  expect(toTell([one, two], told(), 10_100)).toMatchObject({ fresh: [one, two], gone_keys: [] })
  expect(toTell([one, two], told(one, two), 10_100)).toMatchObject({ fresh: [], gone_keys: [] })
  expect(toTell([one], told(one, two), 10_100)).toMatchObject({ fresh: [], gone_keys: [conflictKey(two)] })
  expect(toTell([one, two], told(one), 10_100)).toMatchObject({ fresh: [two], gone_keys: [] })
  // The same stop, which ends later now.
  expect(toTell([conflict('1', 'machine', 9_999)], told(one), 10_100).fresh).toEqual([])
})

test('overdue reports are told at most once an hour by themselves, and with whatever else is told', () => {
  const [late, later, stop] = [conflict('1', 'report'), conflict('2', 'report'), conflict('3')]
  expect(toTell([late, later], told(late), 10_100)).toEqual({ fresh: [], gone_keys: [], overdue_told_time: 10_000 })
  expect(toTell([late, later, stop], told(late), 10_100)).toMatchObject({
    fresh: [later, stop],
    overdue_told_time: 10_100,
  })
  expect(toTell([late, later], told(late), 13_600)).toMatchObject({ fresh: [later], overdue_told_time: 13_600 })
  // A stop says nothing about reports.
  expect(toTell([late, stop], told(late), 10_100).overdue_told_time).toBe(10_000)
})

test('the notice names the first orders and says how many there are', () => {
  const fresh = ['1', '2', '3'].map(id => conflict(id))
  const { zh, en } = conflictNotice(fresh, 5, id => id.toUpperCase(), 'UTC')
  expect(zh).toBe(
    '计划有3处新冲突（共5处）：MO-1 设备SAW-1从1970-01-01 00:00起停机；MO-2 设备SAW-1从1970-01-01 00:00起停机；另有1处',
  )
  expect(en).toContain('3 new conflicts of the plan (5 in all): MO-1 Machine SAW-1 is stopped')
  expect(conflictNotice(fresh.slice(0, 1), 1, id => id, 'UTC').en).toMatch(
    /^1 new conflict of the plan \(1 in all\).*\d$/,
  )
})
