import type { GanttInterval, GanttProps } from './gantt-types.ts'

const month = 30 * 86_400

/** From the first start to the last end; nothing without tasks. */
export function extentOf({ tasks }: Pick<GanttProps, 'tasks'>): GanttInterval | undefined {
  let start = Number.POSITIVE_INFINITY
  let end = Number.NEGATIVE_INFINITY
  for (const task of tasks) {
    start = Math.min(start, task.start)
    end = Math.max(end, task.end)
  }
  return start < end ? { start, end } : undefined
}

/** Time that can be scrolled to. */
export function rangeOf(props: Pick<GanttProps, 'tasks' | 'now' | 'range'>): GanttInterval {
  if (props.range) return props.range
  const extent = extentOf(props) ?? { start: props.now, end: props.now }
  return { start: Math.min(extent.start, props.now) - month, end: Math.max(extent.end, props.now) + month }
}
