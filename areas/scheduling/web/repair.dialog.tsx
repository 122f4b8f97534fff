import { text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { EmptyState } from '@qitao/platform/web/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/error-state.tsx'
import { Instant } from '@qitao/platform/web/instant.tsx'
import { useSay } from '@qitao/platform/web/language.ts'
import { useCall } from '@qitao/platform/web/use-call.ts'
import { useCommand } from '@qitao/platform/web/use-command.ts'
import { Modal, Skeleton } from 'antd'
import { previewRepair, repairPlan } from '../model/schedule.calls.ts'
import { hoursText } from './summary-strip.tsx'
import { planCalls } from './use-plan.ts'

/** So many are listed; the rest is counted. */
const mostListed = 200

/** What has to move since something happened on the floor or to the material, before it is moved. */
export function RepairDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const say = useSay()
  const repair = useCommand(repairPlan, { refreshes: planCalls, done: onClose })
  const preview = useCall(previewRepair, open ? {} : null)
  const moved = preview.data?.moved ?? []
  const orders = preview.data?.orders ?? []
  const stay = preview.data?.stay ?? []
  return (
    <Modal
      open={open}
      width={720}
      title={say(text('修复计划', 'Put the plan right'))}
      onCancel={onClose}
      onOk={() => repair.run({})}
      okText={say(text('移动这些任务', 'Move these tasks'))}
      cancelText={say(text('取消', 'Cancel'))}
      okButtonProps={{ disabled: moved.length === 0, loading: repair.pending }}
    >
      <p className="qt-secondary">
        {say(
          text(
            '设备停机、报工延迟、物料改期或任务未按时开始后，只移动不再符合规则的任务和被它们推后的任务，其余不变。',
            'After a machine is down, a late report, another kit date or a task that did not begin: only what breaks a rule now moves, and what it pushes. All else stays.',
          ),
        )}
      </p>
      {preview.error ? (
        <ErrorState failure={preview.error} retry={preview.refetch} />
      ) : preview.isFetching || !preview.data ? (
        <Skeleton active />
      ) : moved.length === 0 && stay.length === 0 ? (
        <EmptyState text={text('计划符合所有规则，无需移动', 'The plan keeps every rule: nothing has to move')} />
      ) : (
        <div className="qt-plan-repair">
          {stay.length > 0 ? (
            <section>
              <h3 className="qt-plan-late">
                {say(text('设备停机但不会移动（{count}）', 'On a machine that is down, and not moved ({count})'), {
                  count: stay.length,
                })}
              </h3>
              <p className="qt-secondary">
                {say(
                  text(
                    '这些任务已派工或已锁定：先取消派工或解锁，再修复。',
                    'They are dispatched or locked: cancel the dispatch or unlock them, then put the plan right.',
                  ),
                )}
              </p>
              <ul className="qt-plan-chain">
                {stay.slice(0, mostListed).map(task => (
                  <li key={task.task_id}>
                    <span>
                      {task.mo_no} {task.process_name} · {task.machine_no}
                    </span>
                    <span>
                      <Instant at={task.start_time} /> – <Instant at={task.end_time} />
                    </span>
                  </li>
                ))}
              </ul>
              <More of={stay.length} />
            </section>
          ) : null}
          {orders.length > 0 ? (
            <section>
              <h3>{say(text('交期变化（{count}）', 'Orders earlier or later ({count})'), { count: orders.length })}</h3>
              <ul className="qt-plan-chain">
                {orders.slice(0, mostListed).map(order => {
                  const change = order.tardiness_seconds - order.tardiness_seconds_before
                  return (
                    <li key={order.mo_id}>
                      <span>{order.mo_no}</span>
                      <span className={change > 0 ? 'qt-plan-late' : undefined}>
                        {say(
                          change > 0
                            ? text('多延期 {hours}', 'later by {hours}')
                            : text('少延期 {hours}', 'earlier by {hours}'),
                          { hours: hoursText(Math.abs(change) / hourSeconds, say) },
                        )}
                      </span>
                      <Instant at={order.finish_time} />
                    </li>
                  )
                })}
              </ul>
            </section>
          ) : null}
          {moved.length > 0 ? (
            <section>
              <h3>{say(text('移动的任务（{count}）', 'Tasks that move ({count})'), { count: moved.length })}</h3>
              <ul className="qt-plan-chain">
                {moved.slice(0, mostListed).map(task => (
                  <li key={task.task_id}>
                    <span>
                      {task.mo_no} {task.process_name} · {task.machine_no}
                    </span>
                    <span>
                      <Instant at={task.from_time} /> → <Instant at={task.start_time} /> –{' '}
                      <Instant at={task.end_time} />
                    </span>
                  </li>
                ))}
              </ul>
              <More of={moved.length} />
            </section>
          ) : null}
        </div>
      )}
    </Modal>
  )
}

/** How many are not listed. */
function More({ of }: { of: number }) {
  const say = useSay()
  if (of <= mostListed) return null
  return <p className="qt-secondary">{say(text('还有 {count} 个', '{count} more'), { count: of - mostListed })}</p>
}
