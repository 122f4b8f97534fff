import type { DraftOf } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { addDays, type Day } from '@qitao/core/time.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { type Act, remove } from '@qitao/platform/web/list/act.ts'
import { ActButton, NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { PageTools } from '@qitao/platform/web/list/page-tools.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { usePageMemory } from '@qitao/platform/web/session/page-memory.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { firstOfMonth, gridOf } from '@qitao/platform/web/show/month-frame.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { Segmented, Select } from 'antd'
import { useState } from 'react'
import {
  alterCalendarDays,
  copyCalendarDays,
  dropCalendar,
  importPublicHolidays,
  queryCalendar,
  queryCalendarDetail,
  queryCalendarList,
  setCalendar,
} from '../model/calendar/calendar.calls.ts'
import { type CalendarRow, calendar } from '../model/calendar/calendar.record.ts'
import { exceptionsFor } from '../model/calendar/calendar.rules.ts'
import { calendarDay } from '../model/calendar/calendar-day.record.ts'
import { dayType } from '../model/calendar/day-type.status.ts'
import { CopyDaysDialog, HolidaysDialog } from './calendar-many.dialogs.tsx'
import { MonthView } from './month-view.tsx'
import { ShiftsInput } from './shifts-input.tsx'
import { WeekPattern } from './week-pattern.tsx'
import { YearView } from './year-view.tsx'
import './masterdata.css'

type Form = Record<string, unknown>
type DayForm = Omit<DraftOf<typeof calendarDay>, 'day_type'>
const refreshes = [queryCalendarList, queryCalendar, queryCalendarDetail]
type DayType = (typeof dayType.list)[number]['code']
const { working, rest, holiday, overtime } = dayType.codes
const nothing: ReadonlySet<Day> = new Set()

/** When people and machines work: the week of a calendar, and the days of a month that differ from it. */
export default function CalendarPage() {
  const say = useSay()
  const { may } = useSession()
  const changes = may(pages.calendars)
  const found = useCall(queryCalendarList, {})
  const save = useCommand(setCalendar, { refreshes, done: ({ id }) => setChosen(id) })
  const drop = useCommand(dropCalendar, { refreshes })
  const [chosen, setChosen] = usePageMemory<string | undefined>('calendar', undefined)
  const [form, setForm] = useState<{ open: boolean; old?: CalendarRow }>({ open: false })
  if (found.error && !found.data) return <ErrorState failure={found.error} retry={found.refetch} />
  if (!found.data) return <RowsSkeleton />

  const calendars = found.data.result
  const shown = calendars.find(one => one.id === chosen) ?? calendars.find(one => one.is_default) ?? calendars[0]
  const { old } = form
  const startNew = () => setForm({ open: true })
  const values: Form = old ? { name: old.name, is_default: old.is_default, shifts: old.shifts } : { shifts: [] }
  return (
    <div className="qt-page qt-md-calendar">
      {shown ? (
        <>
          <div className="qt-list-head">
            <Select
              className="qt-md-choose"
              aria-label={say(calendar.title)}
              value={shown.id}
              options={calendars.map(one => ({
                value: one.id,
                label: one.is_default ? `${one.name} · ${say(text('默认', 'default'))}` : one.name,
              }))}
              onChange={setChosen}
            />
            {changes ? (
              <div className="qt-toolbar">
                <ActButton
                  act={{
                    title: text('编辑班次', 'Edit shifts'),
                    run: needing(setCalendar, () => setForm({ open: true, old: shown })),
                  }}
                />
                <ActButton act={remove([shown.name], drop.with({ id: shown.id }))} />
                <NewButton run={needing(setCalendar, startNew)} />
              </div>
            ) : null}
          </div>
          <WeekPattern shifts={shown.shifts} />
          <Days key={shown.id} of={shown} calendars={calendars} changes={changes} />
        </>
      ) : (
        <EmptyState
          text={text(
            '还没有工作日历。没有日历的设备不能排产',
            'No calendar yet. Machines without one cannot be scheduled',
          )}
          next={changes ? <NewButton run={needing(setCalendar, startNew)} /> : null}
        />
      )}
      <FormDrawer<Form>
        key={old?.id ?? 'new'}
        open={form.open}
        title={old ? text(`工作日历 ${old.name}`, `Calendar ${old.name}`) : text('新建工作日历', 'New calendar')}
        values={values}
        save={saveWith(save, (given: Form) => (old ? { ...given, id: old.id, row_version: old.row_version } : given))}
        onClose={() => setForm(now => ({ ...now, open: false }))}
        history={old && { of: calendar, id: old.id }}
      >
        <Field of={calendar} name="name" autoFocus />
        <Field of={calendar} name="is_default" />
        <Field of={calendar} name="shifts" wide input={<ShiftsInput weekly />} />
      </FormDrawer>
    </div>
  )
}

interface DaysProps {
  of: CalendarRow
  calendars: readonly CalendarRow[]
  changes: boolean
}
function Days({ of, calendars, changes }: DaysProps) {
  const say = useSay()
  const dates = useOrgDate()
  const [month, setMonth] = usePageMemory<Day>('month', firstOfMonth(dates.today()))
  const [selected, setSelected] = useState<ReadonlySet<Day>>(new Set())
  const [asked, setAsked] = useState<{ open: boolean; day_type: DayType }>({ open: false, day_type: overtime })
  const alter = useCommand(alterCalendarDays, { refreshes, done: () => setSelected(new Set()) })
  const [view, setView] = usePageMemory<'month' | 'year'>('view', 'month')
  const [dialog, setDialog] = useState<'holidays' | 'copy'>()
  const year = Number(month.slice(0, 4))
  const [from, to] = view === 'year' ? ([`${year}-01-01`, `${year}-12-31`] as const) : gridOf(month)
  const found = useCall(
    queryCalendar,
    { calendar_id: of.id, timestamp_range: [dates.startOfDay(from), dates.startOfDay(to)] },
    { keepPrevious: true },
  )
  if (found.error && !found.data) return <ErrorState failure={found.error} retry={found.refetch} />
  if (!found.data) return <RowsSkeleton />

  const days = [...selected].toSorted()
  const target = { calendar_id: of.id, dates: days.map(dates.startOfDay) }
  const ask = (day_type: DayType) => setAsked({ open: true, day_type })
  const acts: Act[] = [
    { title: text('节假日', 'Holiday'), run: alter.with({ ...target, day_type: holiday }) },
    { title: text('休息日', 'Rest day'), run: alter.with({ ...target, day_type: rest }) },
    { title: text('加班…', 'Overtime…'), run: needing(alter.call, () => ask(overtime)) },
    { title: text('上班…', 'Working…'), run: needing(alter.call, () => ask(working)) },
    { title: text('恢复每周安排', 'As in the week'), run: alter.with({ ...target, day_type: null }) },
  ]
  const proposed = days[0] ? exceptionsFor(of.shifts, [days[0]], asked.day_type, undefined, null)[0]!.shifts : []
  const many = { of, calendars, year, onClose: () => setDialog(undefined) }
  const shown = { days: found.data.days, selected: changes ? selected : nothing, onSelect: setSelected }
  return (
    <>
      <div className="qt-toolbar">
        <Segmented
          aria-label={say(text('视图', 'View'))}
          value={view}
          onChange={setView}
          options={[
            { value: 'month', label: say(text('月', 'Month')) },
            { value: 'year', label: say(text('年', 'Year')) },
          ]}
        />
        {changes ? (
          <>
            <ActButton
              act={{
                title: text('导入法定节假日', 'Public holidays'),
                run: needing(importPublicHolidays, () => setDialog('holidays')),
              }}
            />
            {calendars.length > 1 ? (
              <ActButton
                act={{
                  title: text('复制特殊日', 'Copy special days'),
                  run: needing(copyCalendarDays, () => setDialog('copy')),
                }}
              />
            ) : null}
          </>
        ) : null}
      </div>
      {changes ? (
        <section className="qt-bulk" aria-label={say(text('修改所选日期', 'Change the chosen days'))}>
          {days.length === 0 ? (
            <span className="qt-secondary">
              {say(
                text(
                  '点击日期可设为节假日、休息日或加班日；按住 Shift 连选，点击星期选整列',
                  'Click days to make them holidays, rest or overtime days; Shift for a range, a weekday for its column',
                ),
              )}
            </span>
          ) : (
            <>
              <span aria-live="polite">{say(text('已选 {count} 天', '{count} days'), { count: days.length })}</span>
              {acts.map(act => (
                <ActButton key={act.title.zh} act={act} size="small" />
              ))}
              <PageTools page={pages.calendars} chosen={[of.id, ...days]} />
              <ActButton
                type="link"
                size="small"
                act={{ title: text('取消选择', 'Clear selection'), run: () => setSelected(new Set()) }}
              />
            </>
          )}
        </section>
      ) : null}
      {view === 'year' ? (
        <YearView
          {...shown}
          year={year}
          onYear={next => setMonth(`${next}-${month.slice(5)}`)}
          onMonth={next => {
            setMonth(next)
            setView('month')
          }}
        />
      ) : (
        <MonthView {...shown} month={month} onMonth={setMonth} />
      )}
      {dialog === 'holidays' ? <HolidaysDialog {...many} /> : null}
      {dialog === 'copy' ? <CopyDaysDialog {...many} /> : null}
      <FormDrawer<DayForm>
        key={`${asked.day_type} ${days.join()}`}
        open={asked.open}
        title={spanTitle(days)}
        values={{ shifts: proposed, remark: null }}
        save={saveWith(alter, (given: DayForm) => ({ ...given, ...target, day_type: asked.day_type }))}
        onClose={() => setAsked(now => ({ ...now, open: false }))}
      >
        <Field of={calendarDay} name="shifts" wide input={<ShiftsInput />} />
        <Field of={calendarDay} name="remark" />
      </FormDrawer>
    </>
  )
}

const spanTitle = (days: readonly Day[]) => {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const isRun = days.length > 1 && addDays(first, days.length - 1) === last
  const named = days.length < 2 ? first : isRun ? `${first} – ${last}` : `${first} …`
  return text(`${named} 的班次（${days.length} 天）`, `Shifts of ${named} (${days.length} days)`)
}
