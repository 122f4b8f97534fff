import { shareOf } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { dispatchStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { addChangeRequest } from '@qitao/scheduling/model/change-request/change-request.calls.ts'
import { Progress } from 'antd'
import { addDispatch } from '../../model/report.calls.ts'
import type { WorkshopMachine, WorkshopTaskRow } from '../../model/workshop/workshop.calls.ts'
import { latenessOf, type queuesOf, readinessOf } from '../../model/workshop/workshop.rules.ts'
import { Paused } from '../pause/paused.tsx'
import { peopleOf, productOf, TaskTime } from '../task.columns.tsx'
import { Kit, Lateness, ReadinessWord } from './task-state.tsx'

const hundred = 100
interface MachineQueueProps {
  machine: WorkshopMachine
  load: WorkshopMachine['loads'][number] | undefined
  queue: ReturnType<ReturnType<typeof queuesOf<WorkshopTaskRow>>['get']>
  now: number
  onGive: (task: WorkshopTaskRow) => void
  onAsk: (task: WorkshopTaskRow) => void
}
/** One machine: how full it is, and its tasks in their order. */
export function MachineQueue({ machine, load, queue, now, onGive, onAsk }: MachineQueueProps) {
  const say = useSay()
  const name = `${machine.machine_no} ${machine.name}`
  const tasks = queue?.tasks ?? []
  return (
    <section className="qt-workshop-machine" aria-label={name}>
      <header>
        <h3>{name}</h3>
        <span className="qt-secondary">{machine.workgroup_name}</span>
      </header>
      {load ? <Load of={load} /> : null}
      {tasks.length === 0 ? (
        <p className="qt-secondary">{say(text('没有任务', 'No task'))}</p>
      ) : (
        <ol>
          {tasks.map((task, index) => (
            <QueuedTask
              key={task.id}
              of={task}
              place={index + 1}
              isNext={task.id === queue?.next_id}
              now={now}
              onGive={() => onGive(task)}
              onAsk={() => onAsk(task)}
            />
          ))}
        </ol>
      )}
    </section>
  )
}

function Load({ of: { available_seconds, planned_seconds } }: { of: WorkshopMachine['loads'][number] }) {
  const say = useSay()
  const hours = (seconds: number) => Math.round((seconds * 10) / hourSeconds) / 10
  if (available_seconds === 0)
    return <p className="qt-secondary">{say(text('不开班', 'Does not work in this time'))}</p>
  const percent = Math.round((hundred * planned_seconds) / available_seconds)
  return (
    <div className="qt-workshop-load">
      <Progress
        aria-label={say(text('负荷', 'Load'))}
        percent={Math.min(percent, hundred)}
        showInfo={false}
        size="small"
        {...(percent > hundred ? { status: 'exception' as const } : { status: 'normal' as const })}
      />
      <span className="qt-number">
        {say(text('{planned} / {available} 小时', '{planned} / {available} h'), {
          planned: hours(planned_seconds),
          available: hours(available_seconds),
        })}
      </span>
    </div>
  )
}

interface QueuedTaskProps {
  of: WorkshopTaskRow
  place: number
  isNext: boolean
  now: number
  onGive: () => void
  onAsk: () => void
}
/** One task as its machine's queue tells it, with what may be done with it. */
export function QueuedTask({ of, place, isNext, now, onGive, onAsk }: QueuedTaskProps) {
  const say = useSay()
  const readiness = readinessOf(of)
  const done = readiness === 'done'
  const given = of.dispatch_status === dispatchStatus.codes.dispatched
  const people = peopleOf(of)
  const late = latenessOf(of, now) !== undefined
  return (
    <li
      className={`qt-workshop-task qt-workshop-${late ? 'late' : readiness}`}
      aria-current={isNext ? 'step' : undefined}
    >
      <div className="qt-floor-line">
        <strong>
          {place}. {of.process_name}
        </strong>
        <span>
          {isNext ? <span className="qt-workshop-next">{say(text('下一个', 'Next'))}</span> : null}{' '}
          <ReadinessWord of={of} />
        </span>
      </div>
      <p className="qt-workshop-product">{productOf(of)}</p>
      <div className="qt-floor-line">
        <RecordLink kind="mo" id={of.mo_id} no={of.mo_no} />
        <TaskTime of={of} done={done || late} />
      </div>
      <Paused of={of} />
      <div className="qt-floor-line">
        <Percent of={of} />
        <span>
          <Quantity value={of.reported_quantity} /> / <Quantity value={of.quantity} unit={of.unit_name} />
        </span>
      </div>
      <div className="qt-floor-line">
        <span>
          <Kit of={of} /> <Lateness of={of} now={now} />
        </span>
        <span className="qt-workshop-acts">
          {of.status === taskStatus.codes.not_started ? <AskButton of={of} onAsk={onAsk} /> : null}
          {given || done ? (
            <span className="qt-secondary">{people || '—'}</span>
          ) : (
            <ActButton
              size="small"
              act={{ title: text('派工', 'Dispatch'), run: needing(addDispatch, onGive) }}
              aria-label={say(text('派工 {no}', 'Dispatch {no}'), { no: of.task_no })}
            />
          )}
        </span>
      </div>
    </li>
  )
}

export function AskButton({ of, onAsk }: { of: WorkshopTaskRow; onAsk: () => void }) {
  const say = useSay()
  return (
    <ActButton
      size="small"
      act={{ title: text('申请变更', 'Ask for a change'), run: needing(addChangeRequest, onAsk) }}
      aria-label={say(text('申请变更 {no}', 'Ask for a change of {no}'), { no: of.task_no })}
    />
  )
}

function Percent({ of }: { of: WorkshopTaskRow }) {
  const say = useSay()
  return (
    <Progress
      className="qt-workshop-percent"
      aria-label={say(text('进度', 'Done'))}
      percent={Math.floor(shareOf(of.reported_quantity, of.quantity) * hundred)}
      size="small"
    />
  )
}
