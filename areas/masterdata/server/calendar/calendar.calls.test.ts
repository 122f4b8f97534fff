import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { startOfDay } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import {
  alterCalendarDays,
  copyCalendarDays,
  dropCalendar,
  importPublicHolidays,
  queryCalendar,
  queryCalendarDetail,
  queryCalendarList,
  queryPublicHolidays,
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
contract(app, queryPublicHolidays, {
  set: async () => ({}),
  good: () => ({ year: 2026 }),
  check: ({ years, days }) => {
    expect(years).toContain(2026)
    expect(days.find(one => one.date === at('2026-10-01'))).toMatchObject({ name: '国庆节', is_off: true })
    expect(days.find(one => one.date === at('2026-10-10'))).toMatchObject({ name_en: 'National Day', is_off: false })
  },
  refused: () => [['a year that is none', { year: 20_260 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.days.length).toBeGreaterThan(0),
})
/** A holiday on a weekday, one that a person has decided about, and a Saturday that is worked instead. */
const ofOctober = [at('2026-10-01'), at('2026-10-02'), at('2026-10-10')]
contract(app, importPublicHolidays, {
  set: async company => {
    const { id } = await aWeek(company)
    await company.admin.ok(alterCalendarDays, {
      calendar_id: id,
      dates: [at('2026-10-02')],
      day_type: 4,
      remark: '值班',
    })
    return { id }
  },
  good: ({ id }) => ({ calendar_ids: [id], dates: ofOctober }),
  check: async (data, { id }, company) => {
    expect(data).toEqual({ affected: 2, kept: 1 })
    const range = [at('2026-10-01'), at('2026-10-10')] as [number, number]
    const { days } = await company.admin.ok(queryCalendar, { calendar_id: id, timestamp_range: range })
    expect(days[0]).toMatchObject({ day_type: 3, work_seconds: 0, remark: '国庆节' })
    expect(days[1]).toMatchObject({ day_type: 4, remark: '值班' })
    expect(days[9]).toMatchObject({ day_type: 1, work_seconds: 16 * hour, remark: '国庆节调休' })
  },
  refused: ({ id }) => [
    ['a day that is no holiday', { calendar_ids: [id], dates: [at('2026-11-17')] }, masterdataErrors.badTimeRange],
    ['no day', { calendar_ids: [id], dates: [] }, generalErrors.badParameter],
    ['a calendar that is gone', { calendar_ids: [id, nobody], dates: ofOctober }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, copyCalendarDays, {
  set: async company => {
    const { id } = await aWeek(company)
    const { id: other } = await aCalendar(company)
    await company.admin.ok(importPublicHolidays, { calendar_ids: [id], dates: ofOctober })
    await company.admin.ok(alterCalendarDays, {
      calendar_id: other,
      dates: [at('2026-10-02')],
      day_type: 2,
      remark: '盘点',
    })
    return { id, other }
  },
  good: ({ id, other }) => ({
    calendar_id: id,
    target_ids: [other, id],
    timestamp_range: [at('2026-10-01'), at('2026-10-05')] as [number, number],
  }),
  check: async (data, { other }, company) => {
    expect(data).toEqual({ affected: 1, kept: 1 })
    const range = [at('2026-10-01'), at('2026-10-10')] as [number, number]
    const { days } = await company.admin.ok(queryCalendar, { calendar_id: other, timestamp_range: range })
    expect(days.filter(one => one.is_exception).map(one => [one.date, one.remark])).toEqual([
      [at('2026-10-01'), '国庆节'],
      [at('2026-10-02'), '盘点'],
    ])
  },
  refused: ({ id, other }) => [
    ['to none', { calendar_id: id, target_ids: [], timestamp_range: week }, generalErrors.badParameter],
    [
      'to one that is gone',
      { calendar_id: id, target_ids: [other, nobody], timestamp_range: week },
      generalErrors.recordNotFound,
    ],
    [
      'from one that is gone',
      { calendar_id: nobody, target_ids: [other], timestamp_range: week },
      generalErrors.recordNotFound,
    ],
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

test('what was decided before is overwritten where that is asked for', async () => {
  const company = await app.company()
  const { admin } = company
  const { id } = await aWeek(company)
  await admin.ok(alterCalendarDays, { calendar_id: id, dates: [at('2026-10-02')], day_type: 4 })
  const told = await admin.ok(importPublicHolidays, { calendar_ids: [id, id], dates: ofOctober, overwrite: true })
  expect(told).toEqual({ affected: 3, kept: 0 })
  const again = await admin.ok(importPublicHolidays, { calendar_ids: [id], dates: ofOctober })
  expect(again).toEqual({ affected: 0, kept: 3 })
})
