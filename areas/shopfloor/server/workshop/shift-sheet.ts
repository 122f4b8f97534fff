import { formatQuantity } from '@qitao/core/quantity.ts'
import { type Language, say, text } from '@qitao/core/text.ts'
import { type Instant, minuteOf } from '@qitao/core/time.ts'
import type { Sheet } from '@qitao/platform/server/pdf/sheets.ts'
import type { WorkshopTaskRow } from '../../model/workshop/workshop.calls.ts'
import { queuesOf } from '../../model/workshop/workshop.rules.ts'

interface Heading {
  readonly company: string
  readonly begins: Instant
  readonly day: string
  readonly shift: string | undefined
  readonly zone: string
  readonly language: Language
}
/** One table for each machine, its tasks in their order. */
export function shiftSheet(
  tasks: readonly WorkshopTaskRow[],
  { company, begins, day, shift, zone, language }: Heading,
): Sheet {
  const words = (zh: string, en: string) => say(text(zh, en), language)
  const columns = [
    { title: words('序', 'No.'), share: 0.8, end: true },
    { title: words('工单', 'MO'), share: 3.2 },
    { title: words('工序', 'Process'), share: 2.4 },
    { title: words('产品', 'Product'), share: 4 },
    { title: words('计划开始', 'Planned start'), share: 3 },
    { title: words('计划完成', 'Planned finish'), share: 3 },
    { title: words('已报/数量', 'Done / all'), share: 2.4, end: true },
    { title: words('派给', 'Given to'), share: 2.6 },
    { title: words('良品', 'Good'), share: 1.4 },
    { title: words('不良', 'Scrap'), share: 1.4 },
  ]
  const rowOf = (task: WorkshopTaskRow, place: number) => [
    String(place + 1),
    task.mo_no,
    task.process_name,
    `${task.material_code} ${task.material_name}`,
    minuteOf(task.start_time, zone),
    // What should have been done before the shift is done first.
    `${minuteOf(task.end_time, zone)}${task.end_time <= begins ? ` ${words('逾期', 'overdue')}` : ''}`,
    `${formatQuantity(task.reported_quantity)} / ${formatQuantity(task.quantity)}`,
    [task.workgroup_name, ...task.assignees.map(({ name }) => name)].filter(Boolean).join(', '),
  ]
  const tables = [...queuesOf(tasks).values()]
    .map(({ tasks: own }) => ({
      title: `${own[0]!.machine_no} ${own[0]!.device_name}`,
      columns,
      rows: own.map(rowOf),
    }))
    .sort((a, b) => a.title.localeCompare(b.title, undefined, { numeric: true }))
  return {
    title: words('班次任务单', 'Shift list'),
    company,
    no: day,
    facts: [
      [words('班次', 'Shift'), shift ?? words('全天', 'Whole day')],
      [words('任务数', 'Tasks'), String(tasks.length)],
    ],
    tables,
    signatures: [words('班组长', 'Leader'), words('接班人', 'Next shift')],
  }
}
