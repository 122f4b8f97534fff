import { CloseOutlined } from '@ant-design/icons'
import { formatQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import {
  capacityStatus,
  deliveryStatus,
  dispatchStatus,
  materialStatus,
  moStatus,
  publishStatus,
} from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { shortestTaskSeconds } from '@qitao/planning/scheduling/problem/problem.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DayText, Instant } from '@qitao/platform/web/show/instant.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Button } from 'antd'
import { type ReactNode, useMemo } from 'react'
import type { GanttOrder } from '../../model/chart/gantt.record.ts'
import { explainSetup } from '../../model/chart/setup-reason.calls.ts'
import type { TaskRow } from '../../model/task.record.ts'
import { LateOrder } from '../late/late-order.tsx'
import { chainOf, reasonText } from '../late/reasons.ts'
import { hoursText } from './summary-strip.tsx'

interface TaskPanelProps {
  task: TaskRow
  order: GanttOrder
  tasks: readonly TaskRow[]
  orders: ReadonlyMap<string, GanttOrder>
  acts: readonly Act[]
  onShow: (task_id: string) => void
  onChain: (task_ids: ReadonlySet<string>) => void
  onRepair: () => void
  onClose: () => void
}

/** One task: what it is, when it is due, and why it stands where it stands. */
export function TaskPanel({ task, order, tasks, orders, acts, onShow, onChain, onRepair, onClose }: TaskPanelProps) {
  const say = useSay()
  const finish = Math.max(order.planned_finish_time ?? 0, task.end_time)
  const late = finish > order.due
  const gap = hoursText(Math.abs(finish - order.due) / hourSeconds, say)
  const own = useMemo(
    () => tasks.filter(one => one.mo_id === task.mo_id).toSorted((a, b) => a.sequence - b.sequence),
    [tasks, task.mo_id],
  )
  return (
    <aside className="qt-plan-panel" aria-label={say(text('任务详情', 'Task'))}>
      <header>
        <h2>
          {order.no} · {task.process_name}
        </h2>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden />}
          aria-label={say(text('关闭', 'Close'))}
          onClick={onClose}
        />
      </header>
      <div className="qt-plan-panel-body">
        <p className={late ? 'qt-plan-late' : 'qt-secondary'}>
          {late
            ? say(text('工单比交期晚 {gap}', 'The order is {gap} late'), { gap })
            : say(text('工单比交期早 {gap}', 'The order has {gap} to spare'), { gap })}
        </p>
        <Lines
          lines={[
            [text('产品', 'Product'), `${order.material_code} ${order.material_name}`],
            [text('数量', 'Quantity'), `${formatQuantity(task.quantity)} ${order.unit_name}`],
            [text('已报工', 'Reported'), `${formatQuantity(task.reported_quantity)} ${order.unit_name}`],
            [text('订单', 'Sales order'), order.order_no ? `${order.order_no} ${order.customer_name ?? ''}` : null],
            [text('交期', 'Due'), <DayText key="due" of={order.delivery_date} />],
            [text('优先级', 'Priority'), String(order.priority)],
            [text('设备', 'Machine'), task.machine_no],
            [
              text('准备', 'Set-up'),
              task.start_time > task.setup_start_time ? (
                <span key="setup">
                  <Period from={task.setup_start_time} to={task.start_time} />
                  <SetupReason task_id={task.id} />
                </span>
              ) : null,
            ],
            [text('加工', 'Run'), <Period key="run" from={task.start_time} to={task.end_time} />],
            [
              text('说明', 'Note'),
              task.end_time - task.start_time === shortestTaskSeconds
                ? say(text('不足1小时的任务按1小时排', 'A task of less than an hour is planned as an hour'))
                : null,
            ],
            [
              text('实际', 'Actual'),
              task.actual_start_time === null ? null : (
                <span key="actual">
                  <Instant at={task.actual_start_time} /> – <Instant at={task.actual_finish_time} />
                </span>
              ),
            ],
          ]}
        />
        <div className="qt-plan-tags">
          <StatusTag of={moStatus.stateOf(order.status)} />
          <StatusTag of={taskStatus.stateOf(task.status)} />
          <StatusTag of={publishStatus.stateOf(task.publish_status)} />
          {order.capacity_status === null ? null : <StatusTag of={capacityStatus.stateOf(order.capacity_status)} />}
          {order.material_status === null ? null : <StatusTag of={materialStatus.stateOf(order.material_status)} />}
          {order.delivery_status === null ? null : <StatusTag of={deliveryStatus.stateOf(order.delivery_status)} />}
          {task.dispatch_status === dispatchStatus.codes.pending_dispatch ? null : (
            <StatusTag of={dispatchStatus.stateOf(task.dispatch_status)} />
          )}
        </div>
        {late ? <LateOrder key={order.id} order={order} onShow={onShow} onChain={onChain} onRepair={onRepair} /> : null}
        {task.status === taskStatus.codes.not_started ? (
          <WhyHere task={task} tasks={tasks} orders={orders} onShow={onShow} />
        ) : null}
        <section>
          <h3>{say(text('工单的工序', 'Steps of the order'))}</h3>
          <ol className="qt-plan-steps">
            {own.map(one => (
              <li key={one.id} aria-current={one.id === task.id ? 'step' : undefined}>
                <button type="button" className="qt-link" onClick={() => onShow(one.id)}>
                  {one.process_name}
                </button>
                <span className="qt-secondary">{one.machine_no}</span>
                <Period from={one.setup_start_time} to={one.end_time} />
              </li>
            ))}
          </ol>
        </section>
      </div>
      <footer className="qt-foot">
        {acts.map(act => (
          <ActButton key={act.title.zh} act={act} size="small" />
        ))}
      </footer>
    </aside>
  )
}

const owners = {
  machine: text('本设备', 'of this machine'),
  workgroup: text('本班组', 'of its workgroup'),
  all: text('所有设备', 'of any machine'),
}
/** From which product it is changed over, and which entry of the matrix says how long. */
function SetupReason({ task_id }: { task_id: string }) {
  const say = useSay()
  const found = useCall(explainSetup, { task_id }).data
  if (!found?.before) return null
  const { before, change } = found
  const any = say(text('不限', 'any'))
  return (
    <span className="qt-secondary">
      <br />
      {say(text('前一产品 {code}（{no}）', 'after {code} ({no})'), { code: before.material_code, no: before.mo_no })}
      {change === null ? null : (
        <>
          <br />
          {say(
            text('换型 {what}{from} → {to}：{time}（{whose}）', 'changeover {what}{from} → {to}: {time} ({whose})'),
            {
              what: change.attribute_name === null ? '' : `${change.attribute_name} `,
              from: change.from ?? any,
              to: change.to ?? any,
              time: hoursText(change.change_seconds / hourSeconds, say),
              whose: say(owners[change.whose]),
            },
          )}
        </>
      )}
    </span>
  )
}

/** The chain of what holds it back, read from the plan's own bindings. */
function WhyHere({ task, tasks, orders, onShow }: Pick<TaskPanelProps, 'task' | 'tasks' | 'orders' | 'onShow'>) {
  const say = useSay()
  const dates = useOrgDate()
  const chain = useMemo(() => chainOf(task, new Map(tasks.map(one => [one.operation_id, one]))), [task, tasks])
  const more = task.reasons.slice(1)
  return (
    <section>
      <h3>{say(text('为什么在这里', 'Why it is here'))}</h3>
      {chain.every(step => !step.reason) ? (
        <p className="qt-secondary">
          {say(text('此任务不是由排程放置，没有记录原因。', 'The schedule did not place it; no reason is kept.'))}
        </p>
      ) : (
        <ol className="qt-plan-chain">
          {chain.map(({ task: at, reason }, index) => (
            <li key={at.id}>
              {index > 0 ? (
                <button type="button" className="qt-link" onClick={() => onShow(at.id)}>
                  {orders.get(at.mo_id)?.no} {at.process_name} · {at.machine_no}
                </button>
              ) : null}
              <span>
                {reason ? reasonText(reason, say, dates.minuteOf) : say(text('没有记录原因', 'No reason is kept'))}
              </span>
            </li>
          ))}
        </ol>
      )}
      {more.length > 0 ? (
        <>
          <h4>{say(text('同时受限于', 'Also held by'))}</h4>
          <ul className="qt-plan-chain">
            {more.map(reason => (
              <li key={`${reason.kind}${reason.object_id}`}>{reasonText(reason, say, dates.minuteOf)}</li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  )
}

function Lines({ lines }: { lines: readonly (readonly [title: ReturnType<typeof text>, value: ReactNode])[] }) {
  const say = useSay()
  return (
    <dl className="qt-facts">
      {lines.map(([title, value]) =>
        value === null ? null : (
          <div key={title.zh}>
            <dt>{say(title)}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
const Period = ({ from, to }: { from: number; to: number }) => (
  <span>
    <Instant at={from} /> – <Instant at={to} />
  </span>
)
