import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { startOfDay } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import {
  alterCalendarDays,
  dropCalendar,
  queryCalendar,
  queryCalendarDetail,
  queryCalendarList,
  setCalendar,
} from '../../model/calendar/calendar.calls.ts'
import { masterdataErrors } from '../../model/masterdata.errors.ts'
import { aCalendar, aDevice } from '../../testing/factories.ts'
import { loadCalendars } from '../index.ts'

const app = await testApp()
const nobody = '018f0000-0000-7000-8000-000000000000'
const hour = 3600
const zone = 'Asia/Shanghai'
const at = (day: string): number => startOfDay(day, zone)
const weekdays = [1, 2, 3, 4, 5]
const lunch = { start_second: 12 * hour, end_second: 13 * hour }
const day = { name: '白班', week_days: weekdays, start_second: 8 * hour, end_second: 17 * hour, breaks: [lunch] }
const night = { name: '夜班', week_days: weekdays, start_second: 20 * hour, end_second: 4 * hour, breaks: [] }
/** Monday to Sunday. */
const week: [number, number] = [at('2026-11-16'), at('2026-11-22')]

const aWeek = (company: TestCompany) => company.admin.ok(setCalendar, { name: '厂历', shifts: [day, night] })

contract(app, queryCalendarList, {
  set: aWeek,
  good: () => ({ keyword: '厂' }),
  check: data => expect(data.result).toMatchObject([{ name: '厂历', is_default: true }]),
  refused: () => [['a page of none', { page: 0 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, queryCalendarDetail, {
  set: aWeek,
  good: ({ id }) => ({ id }),
  check: data => expect(data.record).toMatchObject({ name: '厂历', shifts: [{ name: '白班' }, { name: '夜班' }] }),
  refused: () => [['one that is gone', { id: nobody }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, queryCalendar, {
  set: aWeek,
  good: ({ id }) => ({ calendar_id: id, timestamp_range: week }),
  check: data => {
    expect(data.days.map(one => one.work_seconds / hour)).toEqual([16, 16, 16, 16, 16, 0, 0])
    expect(data.days.map(one => one.day_type)).toEqual([1, 1, 1, 1, 1, 2, 2])
    expect(data.days[0]!.date).toBe(week[0])
  },
  refused: ({ id }) => [
    ['more than a year', { calendar_id: id, timestamp_range: [0, 400 * 24 * hour] }, generalErrors.dateSpanOverYear],
    ['one that is gone', { calendar_id: nobody }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, setCalendar, {
  set: async company => ({ id: (await aWeek(company)).id }),
  good: ({ id }) => ({ id, row_version: 0, name: '两班', shifts: [night] }),
  check: async (_, { id }, company) => {
    const { calendar, days } = await company.admin.ok(queryCalendar, { calendar_id: id, timestamp_range: week })
    expect(calendar).toMatchObject({ name: '两班', is_default: true, row_version: 1 })
    expect(days[0]!.work_seconds).toBe(8 * hour)
  },
  refused: () => {
    const wrong = masterdataErrors.badTimeRange
    const one = (...shifts: object[]) => ({ name: 'x', shifts })
    return [
      ['a name that exists', { name: '厂历', shifts: [day] }, generalErrors.duplicateCode],
      ['an empty name', { name: '', shifts: [day] }, generalErrors.fieldRequired],
      ['no shift', one(), generalErrors.badParameter],
      ['shifts over each other', one(day, { ...night, start_second: 16 * hour }), wrong],
      ['a night that runs into the next day', one(day, { ...night, end_second: 9 * hour }), wrong],
      [
        'a break outside its shift',
        one({ ...day, breaks: [{ start_second: 17 * hour, end_second: 18 * hour }] }),
        wrong,
      ],
      ['breaks over each other', one({ ...day, breaks: [lunch, { ...lunch, start_second: 12.5 * hour }] }), wrong],
      [
        'a shift that is all break',
        one({ ...day, breaks: [{ start_second: 8 * hour, end_second: 17 * hour }] }),
        wrong,
      ],
      ['an eighth day', one({ ...day, week_days: [8] }), generalErrors.badParameter],
      ['an old version', { id: nobody, row_version: 0, ...one(day) }, generalErrors.recordNotFound],
    ]
  },
  foreign: generalErrors.recordNotFound,
})
contract(app, alterCalendarDays, {
  set: async company => ({ id: (await aWeek(company)).id }),
  good: ({ id }) => ({
    calendar_id: id,
    dates: [at('2026-11-21'), at('2026-11-21')],
    day_type: 4 as const,
    remark: '赶工',
  }),
  check: async (data, { id }, company) => {
    expect(data.affected).toBe(1)
    const { days } = await company.admin.ok(queryCalendar, { calendar_id: id, timestamp_range: week })
    expect(days[5]).toMatchObject({ day_type: 4, is_exception: true, work_seconds: 16 * hour, remark: '赶工' })
  },
  refused: ({ id }) => [
    [
      'shifts over each other',
      {
        calendar_id: id,
        dates: [at('2026-11-17')],
        day_type: 4,
        shifts: [{ name: 'x', start_second: 3 * hour, end_second: 9 * hour }],
      },
      masterdataErrors.badTimeRange,
    ],
    [
      'a working day without shifts',
      { calendar_id: id, dates: [at('2026-11-17')], day_type: 1, shifts: [] },
      masterdataErrors.badTimeRange,
    ],
    ['a type that is none', { calendar_id: id, dates: [at('2026-11-17')], day_type: 9 }, generalErrors.badParameter],
    ['milliseconds', { calendar_id: id, dates: [1_735_689_600_000], day_type: 3 }, generalErrors.badParameter],
    ['one that is gone', { calendar_id: nobody, dates: [at('2026-11-17')], day_type: 3 }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, dropCalendar, {
  set: async company => {
    const { id } = await aWeek(company)
    const [used, free] = [await aCalendar(company), await aCalendar(company)]
    await aDevice(company, { calendar_id: used.id })
    return { id, used: used.id, free: free.id }
  },
  good: ({ free }) => ({ id: free }),
  refused: ({ id, used }) => [
    ['one that a machine works by', { id: used }, generalErrors.dataInUse],
    ['the default one while there are others', { id }, generalErrors.dataInUse],
    ['one that is gone', { id: nobody }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('holidays close a day, and a day may follow the week again', async () => {
  const company = await app.company()
  const { admin } = company
  const { id } = await aWeek(company)
  const dates = [at('2026-11-16'), at('2026-11-17')]
  await admin.ok(alterCalendarDays, { calendar_id: id, dates, day_type: 3 })
  const hours = async () =>
    (await admin.ok(queryCalendar, { calendar_id: id, timestamp_range: week })).days.map(one => one.work_seconds / hour)
  expect(await hours()).toEqual([0, 0, 16, 16, 16, 0, 0])
  await admin.ok(alterCalendarDays, { calendar_id: id, dates: [dates[1]!], day_type: null })
  expect(await hours()).toEqual([0, 16, 16, 16, 16, 0, 0])
})
test('there is one default calendar, and the engine gets all of them', async () => {
  const company = await app.company()
  const { admin } = company
  const first = await aWeek(company)
  const second = await admin.ok(setCalendar, { name: '新厂历', shifts: [day], is_default: true })
  await admin.ok(alterCalendarDays, { calendar_id: first.id, dates: [at('2026-11-16')], day_type: 2 })
  const calendars = await company.as(tx => loadCalendars(tx, company.org_id))
  expect(calendars.map(({ id, is_default }) => [id, is_default]).toSorted()).toEqual(
    [
      [first.id, false],
      [second.id, true],
    ].toSorted(),
  )
  expect(calendars.find(({ id }) => id === first.id)!.weekly).toEqual({
    zone,
    shifts: [
      {
        days: weekdays,
        fromSecond: 8 * hour,
        toSecond: 17 * hour,
        breaks: [{ fromSecond: 12 * hour, toSecond: 13 * hour, spannable: true }],
      },
      { days: weekdays, fromSecond: 20 * hour, toSecond: 4 * hour, breaks: [] },
    ],
    exceptions: [{ day: '2026-11-16', shifts: [] }],
  })
})
