import { type Text, text } from '@qitao/core/text.ts'
import { addDays, type Day } from '@qitao/core/time.ts'

/** Presets of the specification (section 9), in days back from today. */
const presets: readonly { title: Text; days: number }[] = [
  { title: text('近一个月', 'Last month'), days: 30 },
  { title: text('近三个月', 'Last three months'), days: 90 },
  { title: text('近半年', 'Last half year'), days: 180 },
]
/** Spans that end today. */
export const presetsUntil = (today: Day): readonly { title: Text; from: Day; to: Day }[] =>
  presets.map(({ title, days }) => ({ title, from: addDays(today, -days), to: today }))
