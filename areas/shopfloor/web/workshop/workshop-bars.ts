import { formatQuantity, shareOf } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import type { GanttInterval, GanttRow, GanttTask } from '@qitao/platform/web/gantt/gantt-types.ts'
import type { Say } from '@qitao/platform/web/session/language.ts'
import type { WorkshopMachine, WorkshopTaskRow } from '../../model/workshop/workshop.calls.ts'
import { latenessOf, readinessOf } from '../../model/workshop/workshop.rules.ts'
import { productOf } from '../task.columns.tsx'
import { readinessWords } from './task-state.tsx'

/** The rows and bars of the workshop's chart. Pure. */

const spansOf = (spans: readonly (readonly [number, number])[]): GanttInterval[] =>
  spans.map(([start, end]) => ({ start, end }))

/** Machines as they stand on the board, under their workgroup where there are several; those of folded groups are left out. */
export function machineRows(machines: readonly WorkshopMachine[], folded: ReadonlySet<string>, say: Say): GanttRow[] {
  const groups = Map.groupBy(machines, ({ workgroup_name }) => workgroup_name)
  const row = ({ device_id, machine_no, name, working, frozen, loads: [day] }: WorkshopMachine): GanttRow => ({
    ...{ id: device_id, label: machine_no, sub_label: name, working: spansOf(working), frozen: spansOf(frozen) },
    ...(day && day.available_seconds > 0 ? { load_share: day.planned_seconds / day.available_seconds } : {}),
  })
  if (groups.size < 2) return machines.map(row)
  return [...groups].flatMap(([group, own]): GanttRow[] => {
    const id = `group:${group ?? ''}`
    const collapsed = folded.has(id)
    const heading = { id, kind: 'group' as const, label: group ?? say(text('未分组', 'No workgroup')), collapsed }
    return collapsed ? [heading] : [heading, ...own.map(row)]
  })
}

/** Nobody drags them: the plan is the planner's. */
export function taskBars(tasks: readonly WorkshopTaskRow[], now: number): GanttTask[] {
  return tasks.map(task => ({
    id: task.id,
    row_id: task.device_id,
    start: task.setup_start_time,
    end: task.end_time,
    setup_seconds: task.start_time - task.setup_start_time,
    label: task.mo_no,
    sub_label: [task.process_name, productOf(task), `${formatQuantity(task.quantity)} ${task.unit_name}`].join(' · '),
    colour: readinessWords[readinessOf(task)].colour,
    progress_share: shareOf(task.reported_quantity, task.quantity),
    late: latenessOf(task, now) !== undefined,
    group: task.mo_id,
    movable: false,
    resizable: false,
  }))
}

/** From what is overdue still to the end of what is looked at. */
export const rangeOfBars = (
  tasks: readonly WorkshopTaskRow[],
  [from, to]: readonly [number, number],
): GanttInterval => ({
  start: Math.min(from, ...tasks.map(task => task.setup_start_time)),
  end: Math.max(to, ...tasks.map(task => task.end_time)),
})

/** From the first machine that begins to the last that ends: what is looked at first. The whole of it when none works. */
export function workedSpan(machines: readonly WorkshopMachine[], [from, to]: readonly [number, number]): GanttInterval {
  const spans = machines
    .flatMap(({ working }) => working)
    .map(([start, end]) => [Math.max(start, from), Math.min(end, to)] as const)
    .filter(([start, end]) => start < end)
  if (spans.length === 0) return { start: from, end: to }
  return { start: Math.min(...spans.map(([start]) => start)), end: Math.max(...spans.map(([, end]) => end)) }
}
