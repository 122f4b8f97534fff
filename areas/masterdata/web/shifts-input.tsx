import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { explain, Refusal } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { daySeconds, hourSeconds } from '@qitao/core/time.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { weekDays } from '@qitao/platform/web/show/week-days.ts'
import { Button, Checkbox, Input, TimePicker } from 'antd'
import dayjs from 'dayjs'
import type { Shift, WeeklyShift } from '../model/calendar/calendar.record.ts'
import { checkShifts, checkWeek, workSecondsOf } from '../model/calendar/calendar.rules.ts'
import { HoursText } from './hours.tsx'
import './masterdata.css'

type AnyShift = Shift & { readonly week_days?: readonly number[] }
interface ShiftsInputProps {
  /** Shifts of a week say on which days they begin. */
  weekly?: boolean
  value?: readonly AnyShift[]
  onChange?: (value: readonly AnyShift[]) => void
}
const workingWeek = [1, 2, 3, 4, 5]
const usualShift = { start_second: 8 * hourSeconds, end_second: 17 * hourSeconds }
const usualBreak = { start_second: 12 * hourSeconds, end_second: 13 * hourSeconds, spannable: true }

/** Shifts with their breaks; what is wrong with them is said while they are typed, by the rule that the server has. */
export function ShiftsInput({ weekly = false, value = [], onChange }: ShiftsInputProps) {
  const say = useSay()
  const problem = useProblem(value, weekly)
  const replace = (index: number, changed: Partial<AnyShift>) =>
    onChange?.(value.map((shift, at) => (at === index ? { ...shift, ...changed } : shift)))
  const add = () => {
    // A new shift begins when the last one ends.
    const last = value.at(-1)
    const start_second = last ? last.end_second % daySeconds : usualShift.start_second
    const length = usualShift.end_second - usualShift.start_second
    const shift = {
      name: say(text(`班次${value.length + 1}`, `Shift ${value.length + 1}`)),
      start_second,
      end_second: (start_second + length) % daySeconds,
      breaks: last ? [] : [usualBreak],
    }
    onChange?.([...value, weekly ? { ...shift, week_days: last?.week_days ?? workingWeek } : shift])
  }
  return (
    <div className="qt-md-shifts">
      {value.map((shift, index) => (
        <ShiftInput
          key={index}
          shift={shift}
          onChange={changed => replace(index, changed)}
          onRemove={() => onChange?.(value.filter((_, at) => at !== index))}
        />
      ))}
      {problem ? (
        <p role="alert" className="qt-md-problem">
          {problem}
        </p>
      ) : null}
      <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={add}>
        {say(text('添加班次', 'Add a shift'))}
      </Button>
    </div>
  )
}

function useProblem(shifts: readonly AnyShift[], weekly: boolean): string | undefined {
  const language = useLanguage()
  try {
    if (weekly) checkWeek(shifts as readonly WeeklyShift[])
    else checkShifts(shifts)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return explain(error.definition, error.data, language)
    throw error
  }
}

interface ShiftInputProps {
  shift: AnyShift
  onChange: (changed: Partial<AnyShift>) => void
  onRemove: () => void
}
function ShiftInput({ shift, onChange, onRemove }: ShiftInputProps) {
  const say = useSay()
  const changeBreak = (index: number, changed: object) =>
    onChange({ breaks: shift.breaks.map((pause, at) => (at === index ? { ...pause, ...changed } : pause)) })
  return (
    <fieldset className="qt-md-shift">
      <legend className="qt-md-hidden">{shift.name}</legend>
      <div className="qt-md-line">
        <Input
          value={shift.name}
          maxLength={50}
          aria-label={say(text('班次名称', 'Shift name'))}
          onChange={event => onChange({ name: event.target.value })}
        />
        <Remove what={text('删除班次', 'Remove the shift')} run={onRemove} />
      </div>
      {shift.week_days ? (
        <Checkbox.Group
          className="qt-md-days"
          value={[...shift.week_days]}
          options={weekDays.map(({ day, short }) => ({ value: day, label: say(short) }))}
          onChange={days => onChange({ week_days: [...days].toSorted((a, b) => a - b) })}
        />
      ) : null}
      <div className="qt-md-line">
        <TimeSpan of={shift} title={text('工作时间', 'Working time')} onChange={onChange} />
        <span className="qt-secondary">
          <HoursText seconds={Math.max(0, workSecondsOf(shift))} />
        </span>
      </div>
      {shift.breaks.map((pause, index) => (
        <div key={index} className="qt-md-line">
          <span className="qt-secondary">{say(text('休息', 'Break'))}</span>
          <TimeSpan
            of={pause}
            title={text('休息时间', 'Break')}
            afterMidnight={pause.start_second < shift.start_second}
            onChange={changed => changeBreak(index, changed)}
          />
          <Checkbox
            checked={pause.spannable}
            title={say(text('任务可以在休息前后接续', 'A task may stop before the break and go on after it'))}
            onChange={event => changeBreak(index, { spannable: event.target.checked })}
          >
            {say(text('可跨休息', 'Work goes on after it'))}
          </Checkbox>
          <Remove
            what={text('删除休息', 'Remove the break')}
            run={() => onChange({ breaks: shift.breaks.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
      <Button
        type="link"
        size="small"
        className="qt-md-add"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => onChange({ breaks: [...shift.breaks, usualBreak] })}
      >
        {say(text('添加休息', 'Add a break'))}
      </Button>
    </fieldset>
  )
}

interface TimeSpanProps {
  of: { readonly start_second: number; readonly end_second: number }
  title: { zh: string; en: string }
  /** It begins on the day after its shift does. */
  afterMidnight?: boolean
  onChange: (changed: { start_second: number; end_second: number }) => void
}
/** From and to on the clock; an end that is not after the start is on the next day. */
function TimeSpan({ of: { start_second, end_second }, title, afterMidnight = false, onChange }: TimeSpanProps) {
  const say = useSay()
  const nextDay = afterMidnight || end_second % daySeconds <= start_second
  return (
    <span className="qt-md-span">
      <ClockInput
        label={`${say(title)} ${say(text('开始', 'from'))}`}
        second={start_second}
        onChange={second => onChange({ start_second: second, end_second })}
      />
      <span>–</span>
      <ClockInput
        label={`${say(title)} ${say(text('结束', 'to'))}`}
        second={end_second}
        onChange={second => onChange({ start_second, end_second: second })}
      />
      {nextDay ? <span className="qt-secondary">{say(text('次日', 'next day'))}</span> : null}
    </span>
  )
}

function ClockInput({
  label,
  second,
  onChange,
}: {
  label: string
  second: number
  onChange: (second: number) => void
}) {
  return (
    <TimePicker
      aria-label={label}
      className="qt-md-clock"
      format="HH:mm"
      minuteStep={5}
      needConfirm={false}
      allowClear={false}
      suffixIcon={null}
      value={dayjs()
        .startOf('day')
        .hour(Math.floor(second / hourSeconds) % 24)
        .minute(Math.floor((second % hourSeconds) / 60))}
      onChange={picked => picked && onChange(picked.hour() * hourSeconds + picked.minute() * 60)}
    />
  )
}

function Remove({ what, run }: { what: { zh: string; en: string }; run: () => void }) {
  const say = useSay()
  return (
    <Button
      type="text"
      size="small"
      icon={<DeleteOutlined aria-hidden />}
      aria-label={say(what)}
      title={say(what)}
      onClick={run}
    />
  )
}
