import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { addDispatch, reassigned, reassignTasks, type TaskRow } from '../model/report.calls.ts'
import { floorTask } from '../model/task.record.ts'
import { floorCalls } from './floor-calls.ts'
import { machineOf } from './task.columns.tsx'
import './shopfloor.css'

interface Given {
  user_ids: string[] | null
  workgroup_id: string | null
  dispatched_quantity: string | null
  dispatch_remark: string | null
}
const namedAtMost = 8

/** Gives tasks to people, to a workgroup, or to both; they may then report them. */
export function DispatchDialog({ tasks, onClose }: { tasks: readonly TaskRow[]; onClose: () => void }) {
  const say = useSay()
  const add = useCommand(addDispatch, { refreshes: floorCalls })
  return (
    <DialogForm<Given>
      open
      title={text('派工', 'Dispatch')}
      values={{ user_ids: [], workgroup_id: null, dispatched_quantity: null, dispatch_remark: null }}
      save={saveWith(
        add,
        ({ user_ids, workgroup_id, dispatched_quantity, dispatch_remark }: Given) => ({
          task_ids: tasks.map(({ id }) => id),
          user_ids: user_ids ?? [],
          workgroup_id,
          quantity: dispatched_quantity,
          remark: dispatch_remark,
        }),
        text('派工', 'Dispatch'),
      )}
      onClose={onClose}
    >
      <NamedTasks tasks={tasks} />
      <Field of={floorTask} name="user_ids" autoFocus />
      <Field of={floorTask} name="workgroup_id" />
      <Field of={floorTask} name="dispatched_quantity" />
      <Field of={floorTask} name="dispatch_remark" />
      <p className="qt-secondary">
        {say(text('派给班组时，班组成员都可以报工。', 'All members of the workgroup may report what is given to it.'))}
      </p>
    </DialogForm>
  )
}

/** Which tasks, and who has them now. */
function NamedTasks({ tasks }: { tasks: readonly TaskRow[] }) {
  const say = useSay()
  const more = tasks.length - namedAtMost
  return (
    <ul className="qt-named-tasks">
      {tasks.slice(0, namedAtMost).map(task => (
        <li key={task.id}>
          <strong>{task.task_no}</strong> {task.process_name} · {machineOf(task)}{' '}
          <span className="qt-secondary">{task.assignees.map(({ name }) => name).join(', ')}</span>
        </li>
      ))}
      {more > 0 ? <li className="qt-secondary">{say(text('另有{more}个任务', 'and {more} more'), { more })}</li> : null}
    </ul>
  )
}

interface Passed {
  user_ids: string[] | null
  workgroup_id: string | null
  reason: string | null
}
/** Tasks go to others, begun or not, as when a shift ends; what is reported stays with whom did it. */
export function ReassignDialog({ tasks, onClose }: { tasks: readonly TaskRow[]; onClose: () => void }) {
  const say = useSay()
  const reassign = useCommand(reassignTasks, { refreshes: floorCalls })
  return (
    <DialogForm<Passed>
      open
      title={text('改派', 'Re-assign')}
      values={{ user_ids: [], workgroup_id: null, reason: null }}
      save={saveWith(
        reassign,
        ({ user_ids, workgroup_id, reason }: Passed) => ({
          task_ids: tasks.map(({ id }) => id),
          user_ids: user_ids ?? [],
          workgroup_id,
          reason: reason ?? '',
        }),
        text('改派', 'Re-assign'),
      )}
      onClose={onClose}
    >
      <NamedTasks tasks={tasks} />
      <Field of={floorTask} name="user_ids" autoFocus />
      <Field of={floorTask} name="workgroup_id" />
      <Field of={reassigned} name="reason" wide />
      <p className="qt-secondary">
        {say(text('已报工的数量保留在原报工人名下。', 'What is reported stays with whom reported it.'))}
      </p>
    </DialogForm>
  )
}
