import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { addDays, dayOf, hourSeconds, startOfDay } from '@qitao/core/time.ts'
import { alterCalendarDays, queryCalendarList } from '@qitao/masterdata/model/calendar/calendar.calls.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import { expect, test } from 'vitest'
import { previewCalendarDays } from '../../model/calendar-effect/calendar-effect.calls.ts'
import { queryGantt } from '../../model/schedule.calls.ts'
import { aPlannedMo, aPlant, at } from '../../testing/plant.ts'

const app = await testApp()
const nobody = '018f0000-0000-7000-8000-000000000000'
const day = (n: number) => startOfDay(dayOf(at(n, 0), 'Asia/Shanghai'), 'Asia/Shanghai')

/** An order of day 2 that is due at its end, and one that has days to spare. */
async function set(company: TestCompany) {
  const plant = await aPlant(company)
  const tight = await aPlannedMo(company, plant, 2, { delivery_date: at(2, 0) })
  const easy = await aPlannedMo(company, plant, 4)
  const { result } = await company.admin.ok(queryCalendarList, {})
  return { plant, tight, easy, calendar_id: result[0]!.id }
}

contract(app, previewCalendarDays, {
  set,
  // From today, so that nothing can be made before its day either.
  good: ({ calendar_id }) => ({ calendar_id, dates: [day(0), day(1), day(2)], day_type: 3 as const }),
  check: async (data, { tight, plant }, company) => {
    // Three days of nine hours without a break are lost on the three machines; the order of the last of them comes a day later.
    expect(data).toMatchObject({ work_seconds: -27 * hourSeconds, machine_count: 3, moved_count: 2, order_count: 1 })
    expect(data.before).toEqual({ late_orders: 0, late_seconds: 0 })
    expect(data.after.late_orders).toBe(1)
    expect(data.orders[0]).toMatchObject({ mo_id: tight.id, mo_no: tight.no, late_seconds_before: 0 })
    expect(data.orders[0]!.finish_time).toBeGreaterThanOrEqual(at(3, 12))
    // Nothing of it has happened.
    const { tasks } = await company.admin.ok(queryGantt, { timestamp_range: [day(0), day(9)] })
    expect(tasks.find(one => one.mo_id === tight.id && one.machine_no === plant.saw.machine_no)?.start_time).toBe(
      at(2, 8),
    )
  },
  refused: ({ calendar_id }) => [
    ['a calendar that is gone', { calendar_id: nobody, dates: [day(2)], day_type: 3 }, generalErrors.recordNotFound],
    ['no day', { calendar_id, dates: [], day_type: 3 }, generalErrors.badParameter],
    [
      'a working day without shifts',
      { calendar_id, dates: [day(2)], day_type: 1, shifts: [] },
      masterdataErrors.badTimeRange,
    ],
  ],
  foreign: generalErrors.recordNotFound,
})

test('what was late before a change is not laid at its door, and a day that nothing stands on changes no order', async () => {
  const company = await app.company()
  const { calendar_id } = await set(company)
  // The plan does not know yet that its second day is off.
  await company.admin.ok(alterCalendarDays, { calendar_id, dates: [day(2)], day_type: 3 })
  const far = startOfDay(addDays(dayOf(day(2), 'Asia/Shanghai'), 60), 'Asia/Shanghai')
  const told = await company.admin.ok(previewCalendarDays, { calendar_id, dates: [far], day_type: 3 })
  expect(told).toMatchObject({ work_seconds: -9 * hourSeconds, moved_count: 0, orders: [] })
})
