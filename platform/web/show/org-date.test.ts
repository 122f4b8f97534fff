import { afterEach, expect, test } from 'vitest'
import { orgDate } from './org-date.ts'

const home = process.env.TZ
afterEach(() => {
  if (home === undefined) delete process.env.TZ
  else process.env.TZ = home
})
const { zone, toPicker, fromPicker, startOfDay, dayOf } = orgDate('Asia/Shanghai')

test.each(['America/New_York', 'Asia/Shanghai', 'Pacific/Kiritimati', 'UTC'])(
  'a planner whose computer stands in %s sees and picks the times of the factory',
  browser => {
    process.env.TZ = browser
    expect(zone).toBe('Asia/Shanghai')
    const instant = Date.UTC(2026, 10, 20, 23, 15) / 1000
    const picker = toPicker(instant)
    expect(picker.format('YYYY-MM-DD HH:mm')).toBe('2026-11-21 07:15')
    expect(fromPicker(picker)).toBe(instant)
    expect(dayOf(fromPicker(picker.startOf('day')))).toBe('2026-11-21')
    expect(fromPicker(picker.startOf('day'))).toBe(startOfDay('2026-11-21'))
  },
)

test('a time that the clocks of the browser leave out is the time of the factory all the same', () => {
  process.env.TZ = 'America/New_York'
  const instant = startOfDay('2026-03-08') + 2.5 * 3600
  const picker = toPicker(instant)
  expect(picker.format('YYYY-MM-DD HH:mm')).toBe('2026-03-08 02:30')
  expect(fromPicker(picker)).toBe(instant)
})
