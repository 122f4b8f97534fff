import { addDays, type Day } from '@qitao/core/time.ts'
import { useRef } from 'react'

/** Days are chosen by a press; with Shift all from the one before; many at once are chosen, or left when all were. */
export function useDayChoice(selected: ReadonlySet<Day>, onSelect: (days: ReadonlySet<Day>) => void) {
  const last = useRef<Day>(undefined)
  const one = (day: Day, range: boolean) => {
    const next = new Set(selected)
    if (range && last.current) {
      const [start, end] = [last.current, day].toSorted()
      for (let between = start!; between <= end!; between = addDays(between, 1)) next.add(between)
    } else if (!next.delete(day)) next.add(day)
    last.current = day
    onSelect(next)
  }
  const many = (days: readonly Day[]) => {
    const all = days.every(day => selected.has(day))
    const next = new Set(selected)
    for (const day of days) all ? next.delete(day) : next.add(day)
    onSelect(next)
  }
  return { one, many }
}
