import { type Text, text } from '@qitao/core/text.ts'

/** The groups of the standard units. A group is a free word; these have a name in both languages. */
export const unitGroups = {
  count: text('数量', 'Count'),
  weight: text('重量', 'Weight'),
  length: text('长度', 'Length'),
  area: text('面积', 'Area'),
  volume: text('体积', 'Volume'),
  time: text('时间', 'Time'),
  package: text('包装', 'Package'),
} as const satisfies Record<string, Text>

export const unitGroupTitle = (group: string | null): Text =>
  group === null ? text('未分组', 'No group') : ((unitGroups as Record<string, Text>)[group] ?? text(group, group))
