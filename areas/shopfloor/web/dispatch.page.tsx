import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { dispatchStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useState } from 'react'
import {
  addDispatch,
  cancelDispatch,
  exportDispatch,
  listDispatchTasks,
  reassignTasks,
  type TaskRow,
} from '../model/report.calls.ts'
import { notDispatched } from '../model/report.rules.ts'
import { floorTask } from '../model/task.record.ts'
import { DispatchDialog, ReassignDialog } from './dispatch.dialog.tsx'
import { floorCalls, useLiveFloor } from './floor-calls.ts'
import { useJobCards } from './job-cards.tsx'
import { taskColumns } from './task.columns.tsx'

const isGiven = (task: TaskRow) => task.dispatch_status === dispatchStatus.codes.dispatched
const isBegun = (task: TaskRow) => task.status !== taskStatus.codes.not_started
const given = text('任务已派工', 'The task is dispatched already')
const isDone = (task: TaskRow) => task.status === taskStatus.codes.done
const done = text('任务已完成', 'The task is done')
const begun = text('任务已开工，不能取消派工', 'The task has begun, its dispatch cannot be undone')

/** Who does what on which machine: the tasks of the published plan, given to people and workgroups. */
export default function DispatchPage() {
  const [giving, setGiving] = useState<readonly TaskRow[]>()
  const [passing, setPassing] = useState<readonly TaskRow[]>()
  const jobCards = useJobCards()
  const cancel = useCommand(cancelDispatch, { refreshes: floorCalls })
  useLiveFloor()
  const undo = (tasks: readonly TaskRow[]): Act => ({
    title: text('取消派工', 'Undo dispatch'),
    danger: true,
    whyNot: tasks.some(isGiven) ? (tasks.every(isBegun) ? begun : undefined) : notDispatched,
    ask: {
      title: text('取消派工？', 'Undo the dispatch?'),
      objects: tasks.map(({ task_no }) => task_no),
      ok: text('取消派工', 'Undo the dispatch'),
      cancel: text('返回', 'Back'),
    },
    run: cancel.with({ task_ids: tasks.map(({ id }) => id) }),
  })
  const give = (tasks: readonly TaskRow[]): Act => ({
    title: text('派工', 'Dispatch'),
    whyNot: tasks.every(isGiven) ? given : undefined,
    run: needing(addDispatch, () => setGiving(tasks.filter(task => !isGiven(task)))),
  })
  const pass = (tasks: readonly TaskRow[]): Act => ({
    title: text('改派', 'Re-assign'),
    whyNot: !tasks.some(isGiven) ? notDispatched : tasks.filter(isGiven).every(isDone) ? done : undefined,
    run: needing(reassignTasks, () => setPassing(tasks.filter(task => isGiven(task) && !isDone(task)))),
  })
  return (
    <>
      <ListPage
        call={listDispatchTasks}
        record={floorTask}
        columns={[
          { name: 'task_no', width: 155 },
          { name: 'dispatch_status', sort: false, width: 90 },
          taskColumns.machine,
          taskColumns.process,
          taskColumns.time,
          taskColumns.people,
          taskColumns.quantity,
          { name: 'dispatched_quantity', sort: false, width: 100 },
          { name: 'dispatch_remark', sort: false, width: 140 },
          taskColumns.product,
          { name: 'status', width: 100 },
          { name: 'picking_status', sort: false, width: 100 },
          { name: 'mo_no', title: text('工单号', 'MO no.'), hidden: true },
          { name: 'order_no', title: text('销售订单', 'Sales order'), hidden: true },
        ]}
        filters={[
          'keyword',
          'dispatch_status',
          { name: 'device_ids', of: 'device_id', many: true },
          'workgroup_id',
          { name: 'timestamp_range', range: true, title: text('计划开始', 'Planned start') },
        ]}
        rowActions={task => (isGiven(task) ? [pass([task]), undo([task])] : [give([task])])}
        bulkActions={tasks => [give(tasks), pass(tasks), undo(tasks), jobCards.act(tasks)]}
        toolbar={list => <ExchangeButtons list={list} exports={exportDispatch} />}
      />
      {jobCards.dialog}
      {passing ? <ReassignDialog tasks={passing} onClose={() => setPassing(undefined)} /> : null}
      {giving ? <DispatchDialog tasks={giving} onClose={() => setGiving(undefined)} /> : null}
    </>
  )
}
