import { FilterOutlined, SearchOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { Badge, Button, Input, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { pickerOf } from '../form/pickers.ts'
import { tabLeaves } from '../form/tab-onward.ts'
import { useLanguage, useSay } from '../session/language.ts'
import { useSize } from '../show/use-size.ts'
import { DateRange } from './date-range.tsx'
import type { ShownFilter } from './filters.ts'
import type { FilterValues } from './list-state.ts'

/** At most so many filters stand in the line; the others, and those without room, come with "more". */
const filtersInLine = 4
/** Least widths in px, as the style sheet has them. */
const filterWidth = 150
const rangeWidth = 220
const moreWidth = 100
const gap = 8
/** Milliseconds of rest after which typed words are searched. */
const typingRest = 300

interface FilterBarProps {
  filters: readonly ShownFilter[]
  values: FilterValues
  filtered: boolean
  onChange: (changes: FilterValues) => void
  onClear: () => void
}
export function FilterBar({ filters, values, filtered, onChange, onClear }: FilterBarProps) {
  const say = useSay()
  const bar = useRef<HTMLElement>(null)
  const { width } = useSize(bar)
  const shown = filters.filter(filter => filter.kind !== 'fixed')
  const inLine = fitting(shown, width)
  const further = shown.slice(inLine)
  const activeFurther = further.filter(filter => values[filter.name] !== undefined).length
  const [opened, setOpen] = useState<boolean>()
  const open = opened ?? (activeFurther > 0 && inLine > 1)
  const draw = (filter: ShownFilter) => (
    <div key={filter.name} className={`qt-filter qt-filter-${filter.kind}`}>
      <FilterInput filter={filter} value={values[filter.name]} onChange={value => onChange({ [filter.name]: value })} />
    </div>
  )
  return (
    <search className="qt-filters" ref={bar}>
      {shown.slice(0, inLine).map(draw)}
      {open ? further.map(draw) : null}
      {further.length > 0 ? (
        <Badge count={open ? 0 : activeFurther} size="small">
          <Button type="text" icon={<FilterOutlined aria-hidden />} aria-expanded={open} onClick={() => setOpen(!open)}>
            {say(open ? text('收起', 'Less') : text('更多', 'More'))}
          </Button>
        </Badge>
      ) : null}
      {filtered ? (
        <Button type="link" onClick={onClear}>
          {say(text('清空条件', 'Clear all'))}
        </Button>
      ) : null}
    </search>
  )
}

/** How many filters have room in a line of `width` px; all that may stand there before the line is laid out. */
function fitting(filters: readonly ShownFilter[], width: number): number {
  const most = Math.min(filtersInLine, filters.length)
  if (width === 0) return most
  let used = 0
  for (let n = 0; n < most; n++) {
    used += (filters[n]!.kind === 'range' ? rangeWidth : filterWidth) + gap
    const isLast = n === filters.length - 1
    if (used + (isLast ? 0 : moreWidth) > width) return Math.max(n, 1)
  }
  return most
}

function FilterInput({
  filter,
  value,
  onChange,
}: {
  filter: ShownFilter
  value: unknown
  onChange: (value: unknown) => void
}) {
  const say = useSay()
  const language = useLanguage()
  const title = say(filter.title)
  const prefix = value === undefined ? null : <span className="qt-filter-name">{title}</span>
  if (filter.kind === 'own' && filter.input) return filter.input({ value, onChange })
  if (filter.kind === 'range') {
    return <DateRange title={filter.title} value={value as [number, number] | undefined} onChange={onChange} />
  }
  if (filter.kind === 'reference' && filter.refersTo) {
    const Picker = pickerOf(filter.refersTo)
    return (
      <Picker
        aria-label={title}
        placeholder={title}
        multiple={filter.many}
        value={value as string | undefined}
        onChange={next => onChange(next ?? undefined)}
      />
    )
  }
  if (filter.kind === 'choice' || filter.kind === 'flag') {
    const options =
      filter.kind === 'flag'
        ? [
            { value: true, label: say(text('是', 'Yes')) },
            { value: false, label: say(text('否', 'No')) },
          ]
        : (filter.options ?? []).map(option => ({ value: option.code, label: option[language] }))
    return (
      <Select<unknown>
        aria-label={title}
        placeholder={title}
        prefix={prefix}
        {...(filter.many ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
        onInputKeyDown={tabLeaves}
        allowClear
        options={options as { value: string; label: string }[]}
        value={value}
        popupMatchSelectWidth={false}
        onChange={onChange}
      />
    )
  }
  return (
    <SearchInput
      title={title}
      value={(value as string | undefined) ?? ''}
      onChange={onChange}
      main={filter.name === 'keyword'}
    />
  )
}

/** Searches when typing rests, on Enter and on clearing. `/` jumps here. */
function SearchInput({
  title,
  value,
  onChange,
  main,
}: {
  title: string
  value: string
  onChange: (value: string | undefined) => void
  main: boolean
}) {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setTyped(value), [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (words: string) => {
    clearTimeout(timer.current)
    const next = words.trim()
    if (next !== value) onChange(next || undefined)
  }
  return (
    <Input
      aria-label={title}
      placeholder={title}
      prefix={main ? <SearchOutlined aria-hidden /> : null}
      allowClear
      maxLength={100}
      value={typed}
      {...(main ? { 'data-search': 'main' } : {})}
      onChange={event => {
        const words = event.target.value
        setTyped(words)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => search(words), words === '' ? 0 : typingRest)
      }}
      onPressEnter={() => search(typed)}
    />
  )
}
