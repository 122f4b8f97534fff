import { isZero } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { mo } from '@qitao/manufacturing/model/mo/mo.record.ts'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { FormSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Progress, Tabs } from 'antd'
import { listReports, type ProgressRow, type ReportRow, reduceMos } from '../model/report.calls.ts'
import { floorCalls } from './floor-calls.ts'
import { ExpectedFinish, Late } from './progress-cells.tsx'
import { inputsOf, WorkTime } from './reports.tsx'
import { productOf } from './task.columns.tsx'
import './shopfloor.css'

/** One work order on its way: its steps and all that was reported on them. */
export function ProgressDrawer({ of, finishing, onClose }: { of: ProgressRow; finishing: Act; onClose: () => void }) {
  const say = useSay()
  const undo = useCommand(reduceMos, { refreshes: floorCalls })
  return (
    <DetailDrawer
      open
      title={of.no}
      onClose={onClose}
      history={{ of: mo, id: of.id }}
      actions={[
        finishing,
        {
          title: text('撤销全部报工', 'Undo all reports'),
          danger: true,
          whyNot: of.operations.every(operation => operation.status === taskStatus.codes.not_started)
            ? text('还没有报工', 'Nothing is reported yet')
            : undefined,
          ask: {
            title: text('撤销该工单的全部报工？', 'Undo all reports of the work order?'),
            objects: [of.no],
            danger: true,
          },
          run: undo.with({ mo_ids: [of.id] }),
        },
      ]}
    >
      <div className="qt-progress-head">
        <StatusTag of={moStatus.stateOf(of.status)} />
        <strong>{productOf(of)}</strong>
        <Progress aria-label={say(text('进度', 'Done'))} percent={Math.floor(of.percent)} />
        <span>
          {say(text('完成', 'Done'))} <Quantity value={of.completed_quantity} /> /{' '}
          <Quantity value={of.planned_quantity} unit={of.unit_name} />
          {isZero(of.defective_quantity) ? null : (
            <>
              {' · '}
              {say(text('不良', 'bad'))} <Quantity value={of.defective_quantity} />
            </>
          )}
        </span>
        <span>
          {say(text('交期', 'Due'))} <DueDate day={of.delivery_date} done={of.status >= moStatus.codes.completed} />
        </span>
        <span>
          {say(text('预计完成', 'Expected finish'))} <ExpectedFinish of={of} /> · <Late days={of.late_days} />
        </span>
      </div>
      <Tabs
        size="small"
        items={[
          { key: 'steps', label: say(text('工序', 'Steps')), children: <Steps of={of} /> },
          { key: 'reports', label: say(text('报工记录', 'Reports')), children: <ReportsOf mo_id={of.id} /> },
        ]}
      />
    </DetailDrawer>
  )
}

function Steps({ of }: { of: ProgressRow }) {
  const say = useSay()
  return (
    <ol className="qt-floor-list">
      {of.operations.map(step => (
        <li key={step.sequence}>
          <div className="qt-floor-line">
            <span>
              <span className="qt-number qt-secondary">{step.sequence}</span> <strong>{step.process_name}</strong>{' '}
              <span className="qt-secondary">{step.machine_no}</span>
            </span>
            <StatusTag of={taskStatus.stateOf(step.status)} />
          </div>
          <div className="qt-floor-line">
            <span>
              {say(text('良品', 'Good'))} <Quantity value={step.reported_quantity} /> /{' '}
              <Quantity value={of.planned_quantity} />
              {isZero(step.defective_quantity) ? null : (
                <>
                  {' · '}
                  {say(text('不良', 'bad'))} <Quantity value={step.defective_quantity} />
                </>
              )}
            </span>
            <span className="qt-secondary">
              <Instant at={step.start_time} /> – <Instant at={step.end_time} />
            </span>
          </div>
        </li>
      ))}
    </ol>
  )
}

function ReportsOf({ mo_id }: { mo_id: string }) {
  const found = useCall(listReports, { mo_id, page_size: 200 })
  if (found.error && !found.data) return <ErrorState failure={found.error} retry={found.refetch} />
  if (!found.data) return <FormSkeleton />
  if (found.data.result.length === 0) return <EmptyState text={text('还没有报工', 'Nothing is reported yet')} />
  return (
    <ul className="qt-floor-list">
      {found.data.result.map(row => (
        <ReportItem key={row.id} of={row} />
      ))}
    </ul>
  )
}
function ReportItem({ of }: { of: ReportRow }) {
  const say = useSay()
  return (
    <li className={of.revoked ? 'qt-floor-undone' : undefined}>
      <div className="qt-floor-line">
        <span>
          <Instant at={of.report_time} /> <strong>{of.process_name}</strong> {of.user_names}
        </span>
        {of.revoked ? <StatusTag of={{ ...text('已撤销', 'Undone'), colour: 'neutral' }} /> : null}
      </div>
      <div>
        {say(text('良品', 'Good'))} <Quantity value={of.finished_quantity} />
        {isZero(of.defective_quantity) ? null : (
          <>
            {' · '}
            {say(text('不良', 'bad'))} <Quantity value={of.defective_quantity} /> {of.defect_reason}
          </>
        )}
        {of.work_seconds > 0 ? (
          <>
            {' · '}
            <WorkTime seconds={of.work_seconds} />
          </>
        ) : null}
      </div>
      {of.inputs.length > 0 ? <div className="qt-secondary">{inputsOf(of)}</div> : null}
      {of.remark ? <div className="qt-secondary">{of.remark}</div> : null}
    </li>
  )
}
