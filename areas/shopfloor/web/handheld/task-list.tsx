import { add, isPositive } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { serverSeconds } from '@qitao/platform/web/call/server-clock.ts'
import { take } from '@qitao/platform/web/offline/device.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { beep } from '@qitao/platform/web/show/beep.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { memo, useState } from 'react'
import { pauseReason } from '../../model/pause/pause.status.ts'
import { pauseTask, resumeTask, startTask } from '../../model/report.calls.ts'
import { openRework } from '../rework-choice.tsx'
import { CallHelp, OpenCalls } from './call-help.tsx'
import type { ExpectedTask } from './expected.ts'
import { keptUpTo } from './kept-up-to.ts'
import { oneTap } from './one-tap.ts'
import { reportOf } from './report-sheet.tsx'

interface TaskListProps {
  tasks: readonly ExpectedTask[]
  open: (task: ExpectedTask) => void
  clockOf: (milliseconds: number) => string
}
/**
 * The tasks of the holder in their sequence; several can be reported in one go with all that is open of each. Drawn when they change, not
 * with each label that opens one.
 */
export const TaskList = memo(function TaskList({ tasks, open, clockOf }: TaskListProps) {
  const say = useSay()
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  /** Numbers of those of which no report was kept. */
  const [missed, setMissed] = useState<readonly string[]>([])
  const [once] = useState(oneTap)
  const picked = tasks.filter(({ id }) => chosen?.has(id))
  const choose = (id: string) => setChosen(before => new Set(before).symmetricDifference(new Set([id])))
  const reportAll = async () => {
    // At once, so that nothing is left to tap while they are kept.
    setChosen(undefined)
    setMissed([])
    const left = await keptUpTo(picked, async task => {
      const amounts = { finished_quantity: add(task.reportable_quantity, '0'), defective_quantity: '0' }
      return (await take(reportOf(task, { ...amounts, finishes: false }))) === true
    })
    if (left.length > 0) {
      beep(false)
      setMissed(left.map(({ task_no }) => task_no))
      setChosen(new Set(left.map(({ id }) => id)))
    }
    return false
  }
  return (
    <>
      {tasks.length > 1 ? (
        <button
          type="button"
          className="qt-m-button"
          aria-pressed={chosen !== undefined}
          onClick={() => {
            setMissed([])
            setChosen(chosen ? undefined : new Set())
          }}
        >
          {say(chosen ? text('取消多选', 'Stop choosing') : text('一次报多个任务', 'Report several tasks'))}
        </button>
      ) : null}
      {missed.length > 0 ? (
        <p className="qt-m-problem" role="alert">
          {say(text('没有保存，请再报一次：{nos}', 'Not kept, report them again: {nos}'), { nos: missed.join(', ') })}
        </p>
      ) : null}
      <ul className="qt-m-list" aria-label={say(text('我的任务', 'My tasks'))}>
        {tasks.map(task => (
          <Task
            key={task.id}
            {...{ task, open, clockOf }}
            chosen={chosen?.has(task.id)}
            choose={chosen && (() => choose(task.id))}
          />
        ))}
      </ul>
      {chosen ? (
        <div className="qt-m-foot">
          <button
            type="button"
            className="qt-m-button qt-m-primary"
            disabled={picked.length === 0}
            onClick={() => void once(reportAll)}
          >
            {say(text('报工 {n} 个任务，各报全部可报数量', 'Report {n} tasks, each with all that is available'), {
              n: picked.length,
            })}
          </button>
        </div>
      ) : null}
    </>
  )
})

interface TaskProps {
  task: ExpectedTask
  open: (task: ExpectedTask) => void
  clockOf: (milliseconds: number) => string
  chosen: boolean | undefined
  choose: (() => void) | undefined
}
function Task({ task, open, clockOf, chosen, choose }: TaskProps) {
  const say = useSay()
  const { id, mo_id, task_no, process_name, unit_name } = task
  const state = taskStatus.stateOf(task.status)
  const begun = task.status === taskStatus.codes.started
  const waits = !isPositive(task.reportable_quantity)
  const [once] = useState(oneTap)
  const [pausing, setPausing] = useState(false)
  const [calling, setCalling] = useState(false)
  const at = serverSeconds
  const pause = async (reason: (typeof pauseReason.list)[number]) => {
    setPausing(false)
    await take({
      path: pauseTask.path,
      lane: mo_id,
      title: text(`暂停 ${process_name} ${task_no}：${reason.zh}`, `Pause ${process_name} ${task_no}: ${reason.en}`),
      input: { task_id: id, reason: reason.code, at: at() },
    })
    return false
  }
  const resume = async () => {
    await take({
      path: resumeTask.path,
      lane: mo_id,
      title: text(`继续 ${process_name} ${task_no}`, `Go on with ${process_name} ${task_no}`),
      input: { task_id: id, at: at() },
    })
    return false
  }
  const start = async () => {
    await take({
      path: startTask.path,
      lane: mo_id,
      title: text(`开工 ${process_name} ${task_no}`, `Start ${process_name} ${task_no}`),
      input: { task_id: id, start_time: at() },
    })
    // Given up in the outbox, it is begun anew.
    return false
  }
  const figure = (title: Text, value: string) => (
    <div>
      <dt>{say(title)}</dt>
      <dd>
        <Quantity value={value} unit={unit_name} />
      </dd>
    </div>
  )
  return (
    <li className={begun ? 'qt-m-card qt-m-begun' : 'qt-m-card'}>
      <header>
        <strong>{process_name}</strong>
        <span className={`qt-m-tag qt-m-${state.colour}`}>{say(state)}</span>
      </header>
      <p>
        {task.material_code} {task.material_name}
      </p>
      <p className="qt-m-quiet">
        {task_no} · {task.machine_no} {task.device_name}
      </p>
      <p className="qt-m-quiet">
        {clockOf(task.start_time * 1000)} – {clockOf(task.end_time * 1000)}
      </p>
      <dl className="qt-m-figures">
        {figure(text('待报', 'To report'), task.open_quantity)}
        {figure(text('现在可报', 'Available now'), task.reportable_quantity)}
        {isPositive(task.waiting_quantity) ? figure(text('本机待发送', 'Waits here'), task.waiting_quantity) : null}
      </dl>
      {isPositive(task.rework_quantity) ? (
        <p className="qt-m-note">
          {say(openRework)} <Quantity value={task.rework_quantity} unit={unit_name} />
        </p>
      ) : null}
      {task.dispatch_remark ? <p className="qt-m-note">{task.dispatch_remark}</p> : null}
      {task.paused_since === null || task.pause_reason === null ? null : (
        <p className="qt-m-note" role="status">
          {say(text('已暂停', 'Paused'))} · {say(pauseReason.stateOf(task.pause_reason))} ·{' '}
          {clockOf(task.paused_since * 1000)}
        </p>
      )}
      <OpenCalls task_id={id} />
      {waits ? <p className="qt-m-note">{say(text('等待前道工序报工', 'Waits for the step before'))}</p> : null}
      {choose ? (
        <label className="qt-m-check">
          <input type="checkbox" checked={chosen ?? false} disabled={waits} onChange={choose} />
          <span>{say(text('选择 {no}', 'Choose {no}'), { no: task_no })}</span>
        </label>
      ) : (
        <footer>
          <button
            type="button"
            className="qt-m-button qt-m-danger-button"
            aria-expanded={calling}
            onClick={() => setCalling(!calling)}
          >
            {say(text('呼叫', 'Call'))}
          </button>
          {begun ? (
            task.paused_since === null ? (
              <button
                type="button"
                className="qt-m-button"
                aria-expanded={pausing}
                onClick={() => setPausing(!pausing)}
              >
                {say(pauseTask.title)}
              </button>
            ) : (
              <button type="button" className="qt-m-button" onClick={() => void once(resume)}>
                {say(resumeTask.title)}
              </button>
            )
          ) : (
            <button type="button" className="qt-m-button" onClick={() => void once(start)}>
              {say(text('开工', 'Start'))}
            </button>
          )}
          <button type="button" className="qt-m-button qt-m-primary" onClick={() => open(task)}>
            {say(text('报工', 'Report'))}
          </button>
        </footer>
      )}
      {calling && !choose ? <CallHelp task={task} onClose={() => setCalling(false)} /> : null}
      {pausing && !choose && begun && task.paused_since === null ? (
        <fieldset className="qt-m-reasons">
          <legend>{say(text('暂停原因', 'Why it rests'))}</legend>
          {pauseReason.list.map(reason => (
            <button
              key={reason.code}
              type="button"
              className="qt-m-button"
              onClick={() => void once(() => pause(reason))}
            >
              {say(reason)}
            </button>
          ))}
        </fieldset>
      ) : null}
    </li>
  )
}
