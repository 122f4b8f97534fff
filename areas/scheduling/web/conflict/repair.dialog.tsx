import type { Out } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { formatQuantity } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { isFailure } from '@qitao/platform/web/call/failures.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import type { GanttStep } from '@qitao/platform/web/gantt/gantt-types.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { Pager } from '@qitao/platform/web/list/list-page.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import type { RepairCause } from '@qitao/site/model/repair-cause.ts'
import { Alert, Button, Modal, Radio, Skeleton } from 'antd'
import { useState } from 'react'
import { repairDifference } from '../../model/conflict/repair-difference.rules.ts'
import { previewRepair, repairPlan, undoRepair } from '../../model/schedule.calls.ts'
import { hoursText } from '../chart/summary-strip.tsx'
import { planCalls } from '../hand/use-plan.ts'
import { ForWhomLine } from './for-whom.tsx'
import { repairStep } from './repair-step.ts'

type Answer = Out<typeof previewRepair>
type Choice = Answer['choices'][number]

/** So many are listed; the rest is counted. */
const mostListed = 50
const pageSize = 20

/** What has to move since something happened on the floor or to the material, before it is moved. */
export function RepairDialog({
  open,
  onClose,
  onRepaired,
  cause,
}: {
  open: boolean
  onClose: () => void
  /** It can be undone and redone. */
  onRepaired: (step: GanttStep) => void
  /** Why it was opened, when something leads here. */
  cause?: RepairCause | undefined
}) {
  const say = useSay()
  const language = useLanguage()
  const repair = useCommand(repairPlan, { refreshes: planCalls, done: onClose })
  const preview = useCall(previewRepair, open ? {} : null)
  const choices = preview.data?.choices ?? []
  /** What was agreed to and is another by now. */
  const [seen, setSeen] = useState<Choice>()
  const [picked, choose] = useState<Choice['kind']>()
  // Who asks for an order wants it earlier.
  const wanted =
    cause && cause.kind !== 'receipt' && cause.kind !== 'outside' ? 'least_lateness' : preview.data?.advised
  const first = choices.find(({ kind }) => kind === wanted)
  // What was picked and is offered no more is not replaced by what nobody asked for.
  const chosen = picked === undefined ? (first ?? choices[0]) : choices.find(({ kind }) => kind === picked)
  const stay = preview.data?.stay ?? []
  const undo = useCommand(undoRepair, { refreshes: [...planCalls, previewRepair] })
  const last = preview.data?.last
  const agree = async (seen: Choice) => {
    const { kind, digest } = seen
    const { time } = preview.data!
    choose(kind)
    const agreed = { choice: kind, agreed: { digest, time } }
    const done = await repair.attempt(agreed)
    if (done.ok) onRepaired(repairStep(done.output.plan_version, agreed, language))
    // Something has moved since: what would be done now is shown instead, with what is another, until it is read.
    if (!done.ok && isFailure(done.failure, generalErrors.versionConflict)) {
      setSeen(seen)
      await preview.refetch()
    }
  }
  return (
    <Modal
      open={open}
      width={720}
      title={say(text('修复计划', 'Repair the plan'))}
      onCancel={onClose}
      afterClose={() => {
        choose(undefined)
        setSeen(undefined)
      }}
      onOk={() => chosen && void agree(chosen)}
      okText={say(text('移动这些任务', 'Move these tasks'))}
      cancelText={say(text('取消', 'Cancel'))}
      okButtonProps={{ disabled: !chosen, loading: repair.pending }}
    >
      {seen && !preview.isFetching && preview.data ? (
        <Changed seen={seen} now={choices.find(({ kind }) => kind === seen.kind)} onRead={() => setSeen(undefined)} />
      ) : null}
      {cause ? <p>{say(causeTexts[cause.kind], { no: cause.no })}</p> : null}
      <p className="qt-secondary">
        {say(
          text(
            '设备停机、报工延迟、物料改期或任务未按时开始后，在受影响的任务周围重新安排：换设备、用空档、调整顺序，必要时可加班或拆分到两台设备。已发布的任务最后才移动。',
            'After a machine is down, a late report, another kit date or a task that did not begin, what is affected is arranged anew: other machines, gaps, another sequence, overtime, or a task split over two machines where that pays. Published tasks move last.',
          ),
        )}
      </p>
      {last && !preview.isFetching ? (
        <p>
          {say(
            last.overtime_days > 0
              ? text(
                  '上次修复移动了{count}个任务，加班{days}天，此后计划未变。',
                  'The last repair moved {count} tasks and set {days} days of overtime; the plan has not changed since.',
                )
              : text(
                  '上次修复移动了{count}个任务，此后计划未变。',
                  'The last repair moved {count} tasks; the plan has not changed since.',
                ),
            { count: last.moved_count, days: last.overtime_days },
          )}
          {last.is_split ? say(text('并将一个任务拆分到两台设备。', ' It split one task over two machines.')) : null}{' '}
          <ActButton
            size="small"
            act={{
              title: text('撤销修复', 'Take it back'),
              ask: {
                title: text('撤销上次修复？', 'Take the last repair back?'),
                detail: text(
                  '任务回到修复前的位置，拆分的任务合并，为修复设的加班日恢复原状；原来的冲突会再次出现。',
                  'Its tasks go back to where they stood, what was split is one task again, days that were made overtime for it become what they were, and the conflicts are there again.',
                ),
                ok: text('撤销修复', 'Take it back'),
                cancel: text('返回', 'Back'),
              },
              run: undo.with({ plan_version: last.plan_version }),
            }}
          />
        </p>
      ) : null}
      {preview.error ? (
        <ErrorState failure={preview.error} retry={preview.refetch} />
      ) : preview.isFetching || !preview.data ? (
        <Skeleton active />
      ) : choices.length === 0 && stay.length === 0 ? (
        <EmptyState
          text={
            preview.data.before.late_orders > 0
              ? text(
                  '计划符合所有规则，也没有能减少延期的移动',
                  'The plan keeps every rule, and no move would make less of it late',
                )
              : text('计划符合所有规则，无需移动', 'The plan keeps every rule: nothing has to move')
          }
        />
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
                    'They are dispatched or locked: cancel the dispatch or unlock them, then repair the plan again.',
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
          {choices.length > 0 ? (
            <Choices before={preview.data.before} choices={choices} chosen={chosen?.kind} onChoose={choose} />
          ) : null}
          {chosen ? (
            <>
              <OvertimeDays days={chosen.overtime} />
              <SplitTask split={chosen.split} />
              <Moved key={chosen.kind} choice={chosen} />
            </>
          ) : null}
        </div>
      )}
    </Modal>
  )
}

/** The plan has moved on between looking and agreeing: nothing was done, and this is what is another. It stays until it is read. */
function Changed({ seen, now, onRead }: { seen: Choice; now: Choice | undefined; onRead: () => void }) {
  const say = useSay()
  const { isGone, late_orders, late_hours, added, dropped, elsewhere } = repairDifference(seen, now)
  const place = (task: Choice['moved'][number]) => (
    <>
      {task.machine_no} <Instant at={task.start_time} />
    </>
  )
  const name = ({ mo_no, process_name }: Choice['moved'][number]) => `${mo_no} ${process_name}`
  const rows = [
    ...elsewhere.map(({ before, after }) => ({
      key: after.task_id,
      what: (
        <>
          {name(after)}: {place(before)} → {place(after)}
        </>
      ),
    })),
    ...added.map(task => ({
      key: task.task_id,
      what: (
        <>
          {say(text('新增移动', 'Moves too'))} {name(task)}: {place(task)}
        </>
      ),
    })),
    ...dropped.map(task => ({
      key: task.task_id,
      what: (
        <>
          {say(text('不再移动', 'Moves no more'))} {name(task)}
        </>
      ),
    })),
  ]
  return (
    <Alert
      type="warning"
      showIcon
      className="qt-plan-repair-changed"
      title={say(
        text('计划在您确认前已变化，尚未移动任何任务', 'The plan changed before you agreed: nothing was moved'),
      )}
      description={
        <>
          <p>
            {isGone
              ? say(
                  text(
                    '您选择的方案「{kind}」已不再适用，请重新选择。',
                    'The choice “{kind}” is offered no more: choose again.',
                  ),
                  { kind: say(kindTexts[seen.kind]) },
                )
              : say(
                  text(
                    '方案「{kind}」：延期工单 {from} → {to}，延期合计 {was} → {is}。',
                    'The choice “{kind}”: late orders {from} → {to}, late in all {was} → {is}.',
                  ),
                  {
                    ...{ kind: say(kindTexts[seen.kind]), from: late_orders[0], to: late_orders[1] },
                    ...{ was: hoursText(late_hours[0], say), is: hoursText(late_hours[1], say) },
                  },
                )}
          </p>
          {rows.length === 0 && !isGone ? (
            <p>
              {say(
                text(
                  '移动的任务不变，计划的其他部分已变化。',
                  'The same tasks move to the same places; something else of the plan is another.',
                ),
              )}
            </p>
          ) : isGone ? null : (
            <ul>
              {rows.slice(0, mostListed).map(({ key, what }) => (
                <li key={key}>{what}</li>
              ))}
            </ul>
          )}
          {isGone ? null : <More of={rows.length} />}
        </>
      }
      action={
        <Button size="small" onClick={onRead}>
          {say(text('知道了', 'Got it'))}
        </Button>
      }
    />
  )
}

const causeTexts: Record<RepairCause['kind'], Text> = {
  receipt: text('采购订单 {no} 的到货日期已改变。', 'The receipt of purchase order {no} has moved.'),
  due_earlier: text('工单 {no} 的交期已提前。', 'Work order {no} is due earlier now.'),
  late: text('工单 {no} 在计划上延期。', 'Work order {no} is late on the plan.'),
  outside: text('工单 {no} 的委外工序推迟返回。', 'A supplier brings a step of work order {no} later.'),
}
const kindTexts: Record<Choice['kind'], Text> = {
  fewest_moves: text('移动最少', 'Fewest moves'),
  balanced: text('兼顾两者', 'Between the two'),
  least_lateness: text('延期最少', 'Least lateness'),
  with_overtime: text('加班', 'With overtime'),
  with_split: text('拆分', 'With a split'),
}
const reasonTexts: Record<Choice['moved'][number]['reason'], Text> = {
  machine_stopped: text('{object} 停机', '{object} is down'),
  overdue: text('应已开工而未开工', 'should have begun'),
  material: text('物料 {object} 未到', 'material {object} comes later'),
  predecessor: text('等待 {object}', 'waits for {object}'),
  machine_taken: text('原位置由 {object} 占用', '{object} takes its place'),
  earlier: text('提前以减少延期', 'earlier, so that less is late'),
  split: text('拆分到两台设备', 'split over two machines'),
  new: text('新插入', 'comes in anew'),
  resource: text('人员、模具或换线', 'people, moulds or set-up'),
}

/** The choices side by side, with what they make of the plan. */
function Choices({
  before,
  choices,
  chosen,
  onChoose,
}: {
  before: Answer['before']
  choices: readonly Choice[]
  chosen: Choice['kind'] | undefined
  onChoose: (kind: Choice['kind']) => void
}) {
  const say = useSay()
  const rows: readonly [Text, (totals: Answer['before']) => string][] = [
    [text('延期工单', 'Late orders'), totals => String(totals.late_orders)],
    [text('延期合计', 'Late in all'), totals => hoursText(totals.late_hours, say)],
    [text('按优先级加权', 'Weighted by priority'), totals => hoursText(totals.weighted_late_hours, say)],
    [text('准备与换型', 'Set-up'), totals => hoursText(totals.setup_seconds / hourSeconds, say)],
  ]
  return (
    <table className="qt-plan-choices">
      <thead>
        <tr>
          <td />
          <th scope="col">{say(text('现在', 'Now'))}</th>
          {choices.map(({ kind }) => (
            <th key={kind} scope="col">
              <Radio checked={kind === chosen} onChange={() => onChoose(kind)}>
                {say(kindTexts[kind])}
              </Radio>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([title, of]) => (
          <tr key={title.en}>
            <th scope="row">{say(title)}</th>
            <td className="qt-number">{of(before)}</td>
            {choices.map(({ kind, totals }) => (
              <td key={kind} className="qt-number">
                {of(totals)}
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row">{say(text('移动的任务', 'Tasks that move'))}</th>
          <td />
          {choices.map(({ kind, moved }) => (
            <td key={kind} className="qt-number">
              {moved.length}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}

/** Days that are worked on: their calendar is prolonged with the moves. */
function OvertimeDays({ days }: { days: Choice['overtime'] }) {
  const say = useSay()
  const [first] = days
  if (!first) return null
  const hours = days.reduce((sum, { seconds }) => sum + seconds, 0) / hourSeconds
  return (
    <section>
      <h3>
        {say(text('加班（{count}天，共{hours}）', 'Overtime ({count} days, {hours} in all)'), {
          ...{ count: days.length, hours: hoursText(hours, say) },
        })}
      </h3>
      <p className="qt-secondary">
        {say(
          text(
            '日历「{calendar}」的最后一班延长，共用它的 {machines} 台设备都会延长。',
            'The last shift of the calendar {calendar} goes on, for all {machines} machines that share it.',
          ),
          { calendar: first.calendar_name, machines: first.machines },
        )}
      </p>
      <ul className="qt-plan-chain">
        {days.slice(0, mostListed).map(({ day, seconds }) => (
          <li key={day}>
            <span className="qt-number">{day}</span>
            <span>+{hoursText(seconds / hourSeconds, say)}</span>
          </li>
        ))}
      </ul>
      <More of={days.length} />
    </section>
  )
}

/** A task that is made in two parts: how much of it goes where. */
function SplitTask({ split }: { split: Choice['split'] }) {
  const say = useSay()
  if (!split) return null
  return (
    <section>
      <h3>{say(text('拆分的任务', 'A task in two parts'))}</h3>
      <p className="qt-secondary">
        {say(
          text(
            '两台设备同时生产，使延期工单按期完成；撤销修复时合并为一个任务。',
            'Two machines make it at the same time, so that a late order is on time; it is one task again when the repair is taken back.',
          ),
        )}
      </p>
      <ul className="qt-plan-chain">
        <li>
          <span>
            {split.mo_no} {split.process_name} · {split.machine_no}
          </span>
          <span className="qt-number">{formatQuantity(split.quantity)}</span>
        </li>
        <li>
          <span>
            {split.mo_no} {split.process_name} · {split.part_machine_no}
          </span>
          <span>
            <Instant at={split.start_time} /> – <Instant at={split.end_time} />
          </span>
          <span className="qt-number">{formatQuantity(split.part_quantity)}</span>
        </li>
      </ul>
    </section>
  )
}

/** What a choice moves, and why; and the orders that it makes earlier or later. */
function Moved({ choice: { moved, orders } }: { choice: Choice }) {
  const say = useSay()
  const [page, setPage] = useState(1)
  return (
    <>
      <section>
        <h3>{say(text('移动的任务（{count}）', 'Tasks that move ({count})'), { count: moved.length })}</h3>
        <ul className="qt-plan-chain">
          {moved.slice((page - 1) * pageSize, page * pageSize).map(task => (
            <li key={task.task_id}>
              <span>
                {task.mo_no} {task.process_name} ·{' '}
                {task.from_machine_no === task.machine_no
                  ? task.machine_no
                  : `${task.from_machine_no} → ${task.machine_no}`}
                {task.order_no === null ? null : (
                  <small className="qt-secondary">
                    {' '}
                    {[task.customer_name, task.order_no].filter(Boolean).join(' · ')}
                  </small>
                )}
              </span>
              <span>
                <Instant at={task.from_time} /> → <Instant at={task.start_time} /> – <Instant at={task.end_time} />
              </span>
              <span className="qt-secondary">{say(reasonTexts[task.reason], { object: task.object ?? '' })}</span>
            </li>
          ))}
        </ul>
        {moved.length > pageSize ? (
          <Pager fixed page={page} size={pageSize} total={moved.length} onChange={setPage} />
        ) : null}
      </section>
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
                  <ForWhomLine of={order} />
                </li>
              )
            })}
          </ul>
          <More of={orders.length} />
        </section>
      ) : null}
    </>
  )
}

/** How many are not listed. */
function More({ of }: { of: number }) {
  const say = useSay()
  if (of <= mostListed) return null
  return <p className="qt-secondary">{say(text('还有 {count} 个', '{count} more'), { count: of - mostListed })}</p>
}
