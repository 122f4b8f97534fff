import { enabledStatus } from '@qitao/core/enabled.status.ts'
import {
  convert,
  fitsPrecision,
  formatQuantity,
  isLess,
  isPositive,
  roundDown,
  subtract,
} from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import type { GanttHandle } from '@qitao/platform/web/gantt/gantt-types.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Button, DatePicker, Form, Modal, Select } from 'antd'
import type { Dayjs } from 'dayjs'
import { type RefObject, useRef, useState } from 'react'
import type { GanttData, GanttOrder } from '../../model/chart/gantt.record.ts'
import { machinesFor } from '../../model/problem/chart-problem.rules.ts'
import { splitTask } from '../../model/schedule.calls.ts'
import type { TaskRow } from '../../model/task.record.ts'
import { tellWarnings, whyNotSplit } from './split-parts.ts'
import type { PartSteps } from './split-steps.ts'
import { type Plan, planCalls } from './use-plan.ts'

interface SplitProps {
  task: TaskRow
  order: GanttOrder
  data: GanttData
  /** All tasks as they stand, to undo exactly. */
  tasks: ReadonlyMap<string, TaskRow>
  chart: RefObject<GanttHandle | null>
  steps: PartSteps
  onClose: () => void
}
const undoMs = 10_000

/** The act that opens the dialog, and the dialog while it is open. */
export function useSplit(
  plan: Plan,
  orders: ReadonlyMap<string, GanttOrder>,
  chart: RefObject<GanttHandle | null>,
  steps: PartSteps,
) {
  const [task_id, setTask] = useState<string>()
  const task = task_id === undefined ? undefined : plan.taskById.get(task_id)
  const order = task && orders.get(task.mo_id)
  const act = (tasks: readonly TaskRow[]): Act => ({
    title: text('拆分…', 'Split…'),
    whyNot: whyNotSplit(tasks),
    run: needing(splitTask, () => setTask(tasks[0]?.id)),
  })
  const dialog =
    task && order && plan.data ? (
      <SplitDialog
        key={task.id}
        task={task}
        order={order}
        data={plan.data}
        tasks={plan.taskById}
        chart={chart}
        steps={steps}
        onClose={() => {
          setTask(undefined)
          // The button that opened it may be gone with the task: keys, Ctrl+Z first of all, go to the chart.
          setTimeout(() => chart.current?.focus())
        }}
      />
    ) : null
  return { act, dialog }
}

/** Takes a part off a task: how much, and where it is made. The task keeps the rest and its place. */
function SplitDialog({ task, order, data, tasks, chart, steps, onClose }: SplitProps) {
  const say = useSay()
  const dates = useOrgDate()
  const decimals = order.unit_precision
  const [quantity, setQuantity] = useState<string | null>(() => roundDown(convert(task.quantity, '1', '2'), decimals))
  const [machine, setMachine] = useState(task.device_id)
  const [start, setStart] = useState<Dayjs | null>(null)
  // The tasks as they are when this one is split.
  const before = useRef(tasks)
  const split = useCommand(splitTask, {
    sheet: true,
    refreshes: planCalls,
    success: null,
    done: answer => {
      const { task: kept, part, warnings } = answer
      const sign = `split:${part.id}`
      const both = steps.split(answer, before.current)
      const undo = () => {
        toast.close(sign)
        return both.undo()
      }
      const step = { ...both, undo }
      chart.current?.record(step)
      toast.notice(
        {
          sign,
          type: 'success',
          duration: undoMs,
          text: say(text('已拆分：{rest} + {part}', 'Split: {rest} + {part}'), {
            rest: formatQuantity(kept.quantity),
            part: formatQuantity(part.quantity),
          }),
        },
        <Button size="small" onClick={() => chart.current?.undo(step)}>
          {say(text('撤销', 'Undo'))}
        </Button>,
      )
      tellWarnings(warnings)
    },
  })

  const fits =
    quantity !== null && isPositive(quantity) && isLess(quantity, task.quantity) && fitsPrecision(quantity, decimals)
  const able = machinesFor(data.problem, task.operation_id)
  const machines = data.rows.filter(
    ({ id, status }) => id === task.device_id || (able.has(id) && status === enabledStatus.codes.enabled),
  )
  const run = async () => {
    if (!fits || split.pending) return
    const machine_no = data.rows.find(({ id }) => id === machine)?.machine_no
    before.current = tasks
    const done = await split.run({
      ...{ task_id: task.id, quantity, row_version: task.row_version },
      ...(machine_no === undefined ? {} : { machine_no }),
      ...(start ? { start_time: dates.fromPicker(start) } : {}),
    })
    if (done) onClose()
  }
  const beside = machine !== task.device_id
  return (
    <Modal
      open
      title={say(text('拆分任务', 'Split the task'))}
      onCancel={onClose}
      okText={say(text('拆分', 'Split'))}
      cancelText={say(text('取消', 'Cancel'))}
      okButtonProps={{ disabled: !fits, loading: split.pending }}
      onOk={run}
    >
      <p>
        <strong>
          {order.no} · {task.process_name}
        </strong>
        <br />
        <span className="qt-secondary">
          {formatQuantity(task.quantity)} {order.unit_name} · {task.machine_no} · <Instant at={task.start_time} /> –{' '}
          <Instant at={task.end_time} />
        </span>
      </p>
      <Form layout="vertical">
        <Form.Item
          label={say(text('拆出数量', 'Quantity to take off'))}
          validateStatus={fits ? '' : 'error'}
          extra={say(
            fits
              ? text('原任务保留 {rest} {unit}', 'The task keeps {rest} {unit}')
              : text('须大于0且小于{all}', 'More than 0 and less than {all}'),
            {
              all: formatQuantity(task.quantity),
              rest: fits ? formatQuantity(subtract(task.quantity, quantity)) : '',
              unit: order.unit_name,
            },
          )}
        >
          <NumberInput
            autoFocus
            aria-label={say(text('拆出数量', 'Quantity to take off'))}
            value={quantity}
            onChange={setQuantity}
            decimals={decimals}
            unit={order.unit_name}
            onPressEnter={() => void run()}
          />
        </Form.Item>
        <div className="qt-plan-pair">
          <Form.Item label={say(text('设备', 'Machine'))}>
            <Select
              aria-label={say(text('设备', 'Machine'))}
              value={machine}
              onChange={setMachine}
              showSearch={{ optionFilterProp: 'label' }}
              options={machines.map(({ id, machine_no, name }) => ({ value: id, label: `${machine_no} ${name}` }))}
            />
          </Form.Item>
          <Form.Item label={say(text('开始时间', 'Start'))}>
            <DatePicker
              aria-label={say(text('开始时间', 'Start'))}
              showTime={{ format: 'HH:mm' }}
              format="YYYY-MM-DD HH:mm"
              value={start}
              onChange={setStart}
              placeholder={say(beside ? text('同时开始', 'Side by side') : text('紧接其后', 'Right behind'))}
            />
          </Form.Item>
        </div>
        <p className="qt-secondary">
          {say(
            text(
              '重新排程时仍分开排，直到合并。后道工序等待所有部分。',
              'The schedule keeps them apart until they are joined. The next step waits for all parts.',
            ),
          )}
        </p>
      </Form>
    </Modal>
  )
}
