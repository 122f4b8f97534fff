import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { ThrottleButton } from '@qitao/platform/web/call/throttle-button.tsx'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { useState } from 'react'
import { callAndon } from '../model/andon/andon.calls.ts'
import { addReport, pauseTask, resumeTask, startTask, type TaskRow } from '../model/report.calls.ts'
import { AndonCallDialog } from './andon/andon-call.dialog.tsx'
import { floorCalls } from './floor-calls.ts'
import { useJobCards } from './job-cards.tsx'
import { PauseDialog } from './pause/pause.dialog.tsx'
import { Paused } from './pause/paused.tsx'
import { openRework } from './rework-choice.tsx'
import { machineOf, productOf, TaskTime } from './task.columns.tsx'
import './shopfloor.css'

/** One task, large enough to be read from a step away. */
export function TaskCard({ of, onReport }: { of: TaskRow; onReport: () => void }) {
  const say = useSay()
  const start = useCommand(startTask, { refreshes: floorCalls })
  const resume = useCommand(resumeTask, { refreshes: floorCalls })
  const [pausing, setPausing] = useState(false)
  const jobCards = useJobCards()
  const [calling, setCalling] = useState(false)
  const begun = of.status === taskStatus.codes.started
  const waits = !isPositive(of.reportable_quantity)
  return (
    <li className={begun ? 'qt-task qt-task-begun' : 'qt-task'}>
      <header>
        <strong className="qt-task-process">{of.process_name}</strong>
        <StatusTag of={taskStatus.stateOf(of.status)} />
      </header>
      <p className="qt-task-product">{productOf(of)}</p>
      <p className="qt-secondary">
        {of.mo_no}
        {of.order_no ? ` · ${of.order_no}` : ''} · {machineOf(of)}
      </p>
      <dl className="qt-task-figures">
        <div>
          <dt>{say(text('待报', 'To report'))}</dt>
          <dd>
            <Quantity value={of.open_quantity} unit={of.unit_name} />
          </dd>
        </div>
        <div>
          <dt>{say(text('现在可报', 'Available now'))}</dt>
          <dd className={waits ? 'qt-task-waits' : undefined}>
            <Quantity value={of.reportable_quantity} unit={of.unit_name} />
          </dd>
        </div>
        <div>
          <dt>{say(text('已报', 'Reported'))}</dt>
          <dd>
            <Quantity value={of.reported_quantity} />
          </dd>
        </div>
      </dl>
      <p>
        <TaskTime of={of} done={false} />
      </p>
      {of.dispatched_quantity || of.dispatch_remark ? (
        <p className="qt-task-note">
          {of.dispatched_quantity ? (
            <>
              {say(text('派给您', 'Given to you'))} <Quantity value={of.dispatched_quantity} unit={of.unit_name} />{' '}
            </>
          ) : null}
          {of.dispatch_remark}
        </p>
      ) : null}
      {of.paused_since === null ? null : (
        <p className="qt-task-note">
          <Paused of={of} />
        </p>
      )}
      {isPositive(of.rework_quantity) ? (
        <p className="qt-task-note">
          {say(openRework)} <Quantity value={of.rework_quantity} unit={of.unit_name} />
        </p>
      ) : null}
      {waits ? <p className="qt-task-note">{say(text('等待前道工序报工', 'Waits for the step before'))}</p> : null}
      <footer>
        <ActButton className="qt-touch" act={jobCards.act([of])} />
        <ActButton
          className="qt-touch"
          act={{ title: text('呼叫', 'Call'), danger: true, run: needing(callAndon, () => setCalling(true)) }}
        />
        {!begun ? null : of.paused_since === null ? (
          <ActButton
            className="qt-touch"
            act={{ title: pauseTask.title, run: needing(pauseTask, () => setPausing(true)) }}
          />
        ) : (
          <ThrottleButton className="qt-touch" loading={resume.pending} run={resume.with({ task_id: of.id })}>
            {say(resumeTask.title)}
          </ThrottleButton>
        )}
        {begun ? null : (
          <ThrottleButton
            className="qt-touch"
            loading={start.pending}
            disabled={waits}
            run={start.with({ task_id: of.id })}
          >
            {say(text('开工', 'Start'))}
          </ThrottleButton>
        )}
        <ThrottleButton
          className="qt-touch-primary"
          type="primary"
          disabled={waits && !begun}
          run={needing(addReport, onReport)}
        >
          {say(text('报工', 'Report'))}
        </ThrottleButton>
      </footer>
      {jobCards.dialog}
      {pausing ? <PauseDialog task={of} onClose={() => setPausing(false)} /> : null}
      {calling ? <AndonCallDialog task={of} onClose={() => setCalling(false)} /> : null}
    </li>
  )
}
