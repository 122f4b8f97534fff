import type { GanttData } from '../../model/chart/gantt.record.ts'
import { timesOf } from '../../model/chart/task-times.ts'
import type { TaskRow } from '../../model/task.record.ts'
import type { Grouping } from './gantt-data.ts'

/** What words find on the chart, in the order in which it is gone through: machines, then tasks as time goes. */
export interface Found {
  readonly kind: 'row' | 'task'
  readonly id: string
}

/**
 * Orders by their number, sales order, customer, product's code and name; machines by number and name. Only what stands in the
 * time shown: one can go there. On a chart of orders a machine is found by its tasks.
 */
export function findOnChart(
  { orders, rows }: Pick<GanttData, 'orders' | 'rows'>,
  tasks: readonly TaskRow[],
  words: string,
  { grouping, range }: { grouping: Grouping; range: readonly [number, number] },
): Found[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return []
  const has = (...texts: readonly (string | null)[]) => texts.some(text => text?.toLowerCase().includes(wanted))
  const ofOrder = new Set(
    orders.flatMap(order =>
      has(order.no, order.order_no, order.customer_name, order.material_code, order.material_name) ? order.id : [],
    ),
  )
  const machines = rows.filter(machine => has(machine.machine_no, machine.name))
  const onMachine = new Set(grouping === 'order' ? machines.map(({ id }) => id) : [])
  const found = tasks.flatMap(task => {
    if (!ofOrder.has(task.mo_id) && !onMachine.has(task.device_id)) return []
    const { setup_start_time: start, end_time: end } = timesOf(task)
    return end > range[0] && start < range[1] ? { id: task.id, start } : []
  })
  return [
    ...(grouping === 'machine' ? machines.map(({ id }) => ({ kind: 'row' as const, id })) : []),
    ...found.toSorted((a, b) => a.start - b.start).map(({ id }) => ({ kind: 'task' as const, id })),
  ]
}
