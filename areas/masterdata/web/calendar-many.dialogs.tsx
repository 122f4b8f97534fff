import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { Section } from '@qitao/platform/web/form/section.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Alert, Checkbox, Form, InputNumber, Select } from 'antd'
import { useEffect } from 'react'
import {
  copyCalendarDays,
  importPublicHolidays,
  queryCalendar,
  queryCalendarDetail,
  queryCalendarList,
  queryPublicHolidays,
} from '../model/calendar/calendar.calls.ts'
import type { CalendarRow } from '../model/calendar/calendar.record.ts'
import { dayType } from '../model/calendar/day-type.status.ts'

const refreshes = [queryCalendarList, queryCalendar, queryCalendarDetail]
const told = ({ affected, kept }: { affected: number; kept: number }) =>
  kept === 0
    ? text(`已修改 ${affected} 天`, `Days changed: ${affected}`)
    : text(
        `已修改 ${affected} 天；${kept} 天此前已单独设置，保持不变`,
        `Days changed: ${affected}; set before and left as they are: ${kept}`,
      )
const chosen = { required: true, type: 'array', min: 1 } as const

interface DialogProps {
  of: CalendarRow
  calendars: readonly CalendarRow[]
  year: number
  onClose: () => void
}

function Overwrite() {
  const say = useSay()
  return (
    <Form.Item name="overwrite" valuePropName="checked">
      <Checkbox>
        {say(text('已单独设置的日期也覆盖', 'Also replace days that had been set one by one before'))}
      </Checkbox>
    </Form.Item>
  )
}

interface HolidayForm {
  calendar_ids: string[]
  year: number
  dates: number[]
  overwrite: boolean
}
/** Public holidays and the days worked instead, put into one calendar or several. */
export function HolidaysDialog({ of, calendars, year, onClose }: DialogProps) {
  const say = useSay()
  const command = useCommand(importPublicHolidays, { refreshes, success: told })
  return (
    <DialogForm<HolidayForm>
      open
      wide
      title={text('导入法定节假日（中国）', 'Import public holidays (China)')}
      values={{ calendar_ids: [of.id], year, dates: [], overwrite: false }}
      save={saveWith(command, ({ year: _, ...form }: HolidayForm) => form)}
      onClose={onClose}
    >
      <Section>
        <Form.Item name="year" label={say(text('年份', 'Year'))} rules={[{ required: true }]}>
          <InputNumber autoFocus min={2000} max={2100} precision={0} />
        </Form.Item>
        <Form.Item
          name="calendar_ids"
          label={say(text('日历', 'Calendars'))}
          rules={[{ ...chosen, message: say(text('请选择日历', 'Choose calendars')) }]}
        >
          <Select mode="multiple" options={calendars.map(one => ({ value: one.id, label: one.name }))} />
        </Form.Item>
        <Overwrite />
      </Section>
      <Days />
    </DialogForm>
  )
}

function Days() {
  const say = useSay()
  const language = useLanguage()
  const dates = useOrgDate()
  const form = Form.useFormInstance()
  const year = Form.useWatch('year', form) as number | null | undefined
  const found = useCall(queryPublicHolidays, year ? { year } : null)
  const days = found.data?.days
  useEffect(() => {
    form.setFieldValue(
      'dates',
      (days ?? []).map(one => one.date),
    )
  }, [days, form])
  if (found.error) return <ErrorState failure={found.error} retry={found.refetch} />
  if (!found.data || !days) return <RowsSkeleton />
  const last = found.data.years.at(-1)
  if (days.length === 0)
    return (
      <Alert
        type="info"
        showIcon
        title={say(
          text(
            '{year}年的放假安排未收录。国务院通常在上一年11月公布，本版本收录到{last}年；可先手工设置，或从其他日历复制。',
            'The holidays of {year} are not known. They are announced in November of the year before; this version knows them up to {last}. Set the days by hand, or copy them from another calendar.',
          ),
          { year: year ?? '', last: last ?? '' },
        )}
      />
    )
  return (
    <Form.Item
      name="dates"
      label={say(text('日期', 'Days'))}
      rules={[{ ...chosen, message: say(text('请选择日期', 'Choose days')) }]}
    >
      <Checkbox.Group className="qt-md-holidays">
        {days.map(one => (
          <Checkbox key={one.date} value={one.date}>
            <span className="qt-number">{dates.dayOf(one.date).slice(5)}</span>{' '}
            {language === 'zh' ? one.name : one.name_en}{' '}
            <StatusTag of={one.is_off ? dayType.states.holiday : dayType.states.working} />
          </Checkbox>
        ))}
      </Checkbox.Group>
    </Form.Item>
  )
}

interface CopyForm {
  target_ids: string[]
  year: number
  overwrite: boolean
}
/** The days of a year that differ from the week, put into other calendars. */
export function CopyDaysDialog({ of, calendars, year, onClose }: DialogProps) {
  const say = useSay()
  const dates = useOrgDate()
  const command = useCommand(copyCalendarDays, { refreshes, success: told })
  return (
    <DialogForm<CopyForm>
      open
      title={text(`复制 ${of.name} 的特殊日`, `Copy the special days of ${of.name}`)}
      values={{ target_ids: [], year, overwrite: false }}
      save={saveWith(command, ({ year: of_year, ...form }: CopyForm) => ({
        ...form,
        calendar_id: of.id,
        timestamp_range: [dates.startOfDay(`${of_year}-01-01`), dates.startOfDay(`${of_year}-12-31`)] as [
          number,
          number,
        ],
      }))}
      onClose={onClose}
    >
      <Section>
        <Form.Item name="year" label={say(text('年份', 'Year'))} rules={[{ required: true }]}>
          <InputNumber autoFocus min={2000} max={2100} precision={0} />
        </Form.Item>
        <Form.Item
          name="target_ids"
          label={say(text('复制到', 'Into'))}
          rules={[{ ...chosen, message: say(text('请选择日历', 'Choose calendars')) }]}
        >
          <Select
            mode="multiple"
            options={calendars.filter(one => one.id !== of.id).map(one => ({ value: one.id, label: one.name }))}
          />
        </Form.Item>
        <Overwrite />
      </Section>
    </DialogForm>
  )
}
