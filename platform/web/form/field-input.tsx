import { type Field, wordsIn } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { DatePicker, Input, Select, Switch } from 'antd'
import type { FocusEvent } from 'react'
import { useLanguage, useSay } from '../session/language.ts'
import { useOrgDate } from '../show/org-date.ts'
import { NumberInput } from './number-input.tsx'
import { mostDecimals } from './number-text.ts'
import { type PickedRow, pickerOf } from './pickers.ts'

interface FieldInputProps {
  of: Field
  value?: unknown
  onChange?: (value: unknown, picked?: PickedRow) => void
  disabled?: boolean | undefined
  id?: string | undefined
  autoFocus?: boolean | undefined
  onBlur?: (() => void) | undefined
  /** What to show for a reference before its record is loaded. */
  known?: string | undefined
  decimals?: number | undefined
  /** In a cell of line items: a list to choose from is open at once, what is written is selected, so that typing replaces it. */
  inCell?: boolean | undefined
}

const selectAll = ({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>): void => target.select()

/** The input of a field by its kind. Its value is the wire value: decimal strings, seconds, ids, codes. */
export function FieldInput({ of: field, value, onChange, known, decimals, inCell = false, ...rest }: FieldInputProps) {
  const say = useSay()
  const language = useLanguage()
  const dates = useOrgDate()
  const own = { ...rest, 'aria-label': say(field.title) }
  const selecting = inCell ? { onFocus: selectAll } : {}
  switch (field.kind) {
    case 'quantity':
    case 'money':
      return (
        <NumberInput
          {...own}
          inCell={inCell}
          decimals={decimals ?? Math.min(field.decimals ?? mostDecimals, mostDecimals)}
          unit={field.unit && say(field.unit)}
          value={value as string}
          onChange={next => onChange?.(next)}
        />
      )
    case 'integer':
      return (
        <NumberInput
          {...own}
          inCell={inCell}
          decimals={0}
          unit={field.unit && say(field.unit)}
          value={value as number}
          onChange={next => onChange?.(next === null ? null : Number(next))}
        />
      )
    case 'day':
    case 'instant': {
      const withTime = field.kind === 'instant'
      return (
        <DatePicker
          {...own}
          className="qt-wide"
          {...(withTime ? { showTime: { format: 'HH:mm' } } : {})}
          format={withTime ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD'}
          value={typeof value === 'number' ? dates.toPicker(value) : null}
          onChange={picked =>
            onChange?.(
              !picked ? null : withTime ? dates.fromPicker(picked) : dates.startOfDay(picked.format('YYYY-MM-DD')),
            )
          }
        />
      )
    }
    case 'choice':
      return (
        <Select
          {...own}
          defaultOpen={inCell}
          allowClear={!field.required}
          options={(field.options ?? []).map(option => ({ value: option.code, label: option[language] }))}
          value={value as string}
          placeholder={say(text('请选择', 'Choose'))}
          onChange={next => onChange?.(next ?? null)}
        />
      )
    case 'flag':
      return (
        <Switch
          id={rest.id ?? ''}
          aria-label={own['aria-label']}
          disabled={Boolean(rest.disabled)}
          checked={value === true}
          onChange={next => onChange?.(next)}
        />
      )
    case 'reference':
    case 'references': {
      const Picker = pickerOf(field.refersTo ?? '')
      return (
        <Picker
          {...own}
          known={known}
          defaultOpen={inCell}
          multiple={field.kind === 'references'}
          placeholder={say(text('输入编号或名称搜索', 'Type a code or name'))}
          value={value as string}
          onChange={(next, picked) => onChange?.(next, picked)}
        />
      )
    }
    case 'remark':
      return (
        <Input.TextArea
          {...own}
          {...selecting}
          autoSize={{ minRows: 1, maxRows: 4 }}
          showCount={{
            formatter: ({ count, maxLength }) => (count > (maxLength ?? 0) * 0.8 ? `${count}/${maxLength}` : ''),
          }}
          maxLength={field.maxLength ?? 255}
          value={(value as string | null) ?? ''}
          onChange={event => onChange?.(event.target.value)}
        />
      )
    default:
      // A code that is one of many known ones: found by typing a part of it or of its name.
      if (field.options)
        return (
          <Select
            {...own}
            defaultOpen={inCell}
            showSearch={{ optionFilterProp: 'label' }}
            allowClear={!field.required}
            popupMatchSelectWidth={false}
            options={field.options.map(option => ({ value: option.code, label: `${option.code} ${option[language]}` }))}
            value={(value as string | null) || null}
            placeholder={say(text('请选择', 'Choose'))}
            onChange={next => onChange?.(next ?? null)}
          />
        )
      if (field.words)
        return (
          <Input.TextArea
            {...own}
            autoComplete="off"
            // A cell keeps its height: what stands below it would move away under the hand that is about to press it.
            autoSize={{ minRows: 1, maxRows: inCell ? 1 : 6 }}
            {...(field.maxLength ? { maxLength: field.maxLength } : {})}
            showCount={
              !inCell && {
                formatter: ({ value: written }) =>
                  say(text('共 {count} 个', '{count}'), { count: wordsIn(written).length }),
              }
            }
            value={(value as string | null) ?? ''}
            onChange={event => onChange?.(event.target.value)}
          />
        )
      return (
        <Input
          {...own}
          {...selecting}
          autoComplete="off"
          {...(field.maxLength ? { maxLength: field.maxLength } : {})}
          value={(value as string | null) ?? ''}
          onChange={event => onChange?.(event.target.value)}
        />
      )
  }
}
