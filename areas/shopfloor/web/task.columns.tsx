import { text } from '@qitao/core/text.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import type { TaskRow } from '../model/report.calls.ts'
import './shopfloor.css'

export const productOf = (row: { material_code: string; material_name: string }): string =>
  `${row.material_code} ${row.material_name}`
export const machineOf = (task: TaskRow): string => `${task.machine_no} ${task.device_name}`
export const peopleOf = (task: TaskRow): string =>
  [task.workgroup_name, ...task.assignees.map(({ name }) => name)].filter(Boolean).join(', ')

/** From when to when; the day once when both are on it. What should be over by now and is not says so. */
export function TaskTime({ of, done }: { of: Pick<TaskRow, 'start_time' | 'end_time'>; done: boolean }) {
  const say = useSay()
  const { minuteOf } = useOrgDate()
  const from = minuteOf(of.start_time)
  const to = minuteOf(of.end_time)
  const sameDay = from.slice(0, 10) === to.slice(0, 10)
  const late = !done && of.end_time < Date.now() / 1000
  return (
    <span className={late ? 'qt-number qt-floor-late' : 'qt-number'}>
      {from} – {sameDay ? to.slice(11) : to.slice(5)}
      {late ? ` ${say(text('已超时', 'overdue'))}` : ''}
    </span>
  )
}
const cut = (words: string) => <span title={words}>{words}</span>

export const taskColumns = {
  product: {
    name: 'material_code',
    title: text('产品', 'Product'),
    width: 190,
    sort: false,
    render: (task: TaskRow) => cut(productOf(task)),
  },
  process: {
    name: 'process_id',
    width: 100,
    sort: false,
    render: (task: TaskRow) => cut(`${task.sequence} ${task.process_name}`),
  },
  machine: {
    name: 'machine_no',
    title: text('设备', 'Machine'),
    width: 160,
    sort: true,
    render: (task: TaskRow) => cut(machineOf(task)),
  },
  time: {
    name: 'start_time',
    title: text('计划时间', 'Planned time'),
    width: 220,
    sort: true,
    render: (task: TaskRow) => <TaskTime of={task} done={task.status === taskStatus.codes.done} />,
  },
  quantity: {
    name: 'reported_quantity',
    title: text('已报/数量', 'Reported / all'),
    width: 120,
    sort: false,
    render: (task: TaskRow) => (
      <>
        <Quantity value={task.reported_quantity} /> / <Quantity value={task.quantity} unit={task.unit_name} />
      </>
    ),
  },
  people: {
    name: 'user_ids',
    title: text('派给', 'Given to'),
    width: 160,
    sort: false,
    render: (task: TaskRow) => cut(peopleOf(task) || '—'),
  },
}
