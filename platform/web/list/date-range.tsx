import { type Text, text } from '@qitao/core/text.ts'
import { addDays, longestSearchSeconds } from '@qitao/core/time.ts'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useSay } from '../session/language.ts'
import { useOrgDate } from '../show/org-date.ts'
import { toast } from '../show/toast.ts'
import { presetsUntil } from './date-presets.ts'

interface DateRangeProps {
  /** From the first second of a day to the last second of another, in the organisation's zone. */
  value: readonly [number, number] | undefined
  onChange: (value: [number, number] | undefined) => void
  title: Text
}
/** A span of days to search in, at most one year. */
export function DateRange({ value, onChange, title }: DateRangeProps) {
  const say = useSay()
  const dates = useOrgDate()
  const today = dates.today()
  const name = say(title)
  return (
    <DatePicker.RangePicker
      aria-label={name}
      value={value ? [dates.toPicker(value[0]), dates.toPicker(value[1])] : null}
      placeholder={[say(text('{name}起', '{name} from'), { name }), say(text('止', 'to'))]}
      presets={presetsUntil(today).map(({ title: name, from, to }) => ({
        label: say(name),
        value: [dayjs(from), dayjs(to)],
      }))}
      onChange={picked => {
        const [first, last] = picked ?? []
        if (!first || !last) return onChange(undefined)
        const from = dates.startOfDay(first.format('YYYY-MM-DD'))
        const to = dates.startOfDay(addDays(last.format('YYYY-MM-DD'), 1)) - 1
        if (to - from <= longestSearchSeconds) return onChange([from, to])
        toast.error(text('查询日期跨度不能超过一年', 'The date span of a search is limited to one year'))
      }}
    />
  )
}
