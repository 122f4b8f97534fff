import { dayField } from '@qitao/core/field.ts'
import { addDays } from '@qitao/core/time.ts'
import { FieldInput } from '@qitao/platform/web/form/field-input.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'

const day = dayField('截至', 'At the end of')

/** A day whose end is meant: the moment at which the next one begins. */
export function EndOfDay({ value, onChange }: { value: unknown; onChange: (value: unknown) => void }) {
  const say = useSay()
  const dates = useOrgDate()
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input of a day is its control
    <label className="qt-stock-day">
      <span className="qt-secondary">{say(day.title)}</span>
      <FieldInput
        of={day}
        value={typeof value === 'number' ? dates.startOfDay(dates.dayOf(value - 1)) : null}
        onChange={begin =>
          onChange(typeof begin === 'number' ? dates.startOfDay(addDays(dates.dayOf(begin), 1)) : undefined)
        }
      />
    </label>
  )
}
