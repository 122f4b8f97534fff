import { CheckCircleFilled, WarningFilled } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import type { ChangeEffect } from '../../model/change-request/change-request.calls.ts'
import { differenceText, lengthText } from '../../model/late/late-words.ts'

/** What a change would do to the plan: what stands against it, which orders gain or lose, which tasks move. */
export function ChangeEffectView({ of }: { of: ChangeEffect }) {
  const say = useSay()
  const { conflicts, moved, moved_count, orders, late_count, early_count } = of
  const pushed = moved_count - moved.filter(({ asked }) => asked).length
  return (
    <div className="qt-change-effect">
      {conflicts.length > 0 ? (
        <ul className="qt-change-conflicts" aria-label={say(text('冲突', 'Conflicts'))}>
          {conflicts.map(words => (
            <li key={words.zh}>
              <WarningFilled aria-hidden /> {say(words)}
            </li>
          ))}
        </ul>
      ) : (
        <p className="qt-change-sum">
          {late_count === 0 ? <CheckCircleFilled aria-hidden className="qt-change-fine" /> : null}
          <span className={late_count > 0 ? 'qt-late' : undefined}>
            {late_count > 0
              ? say(text('{n} 个工单延误加重', '{n} orders are later'), { n: late_count })
              : say(text('没有工单因此延误', 'No order is late by it'))}
          </span>
          {early_count > 0 ? (
            <span>{say(text('{n} 个工单延误减轻', '{n} orders are less late'), { n: early_count })}</span>
          ) : null}
          <span>
            {pushed > 0
              ? say(text('另有 {n} 个任务随之移动', '{n} other tasks are moved along'), { n: pushed })
              : say(text('不影响其他任务', 'No other task moves'))}
          </span>
        </p>
      )}
      {orders.length > 0 ? (
        <ul className="qt-change-lines" aria-label={say(text('受影响的工单', 'Orders that it moves'))}>
          {orders.map(({ mo_id, mo_no, finish_before, finish_time, tardiness_seconds }) => (
            <li key={mo_id}>
              <strong>{mo_no}</strong>
              <span>
                {say(text('完工', 'done'))} <Instant at={finish_before} /> → <Instant at={finish_time} />
              </span>
              <span className="qt-number">{differenceText(finish_time - finish_before, say)}</span>
              {tardiness_seconds > 0 ? (
                <span className="qt-late">
                  {say(text('延误 {length}', '{length} late'), { length: lengthText(tardiness_seconds, say) })}
                </span>
              ) : (
                <span className="qt-secondary">{say(text('交期内', 'in time'))}</span>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {moved.length > 0 ? (
        <ul className="qt-change-lines" aria-label={say(text('移动的任务', 'Tasks that move'))}>
          {moved.map(task => (
            <li key={`${task.task_id ?? ''} ${task.process_name} ${task.mo_no}`}>
              <span className={task.asked ? 'qt-change-asked' : undefined}>
                {task.mo_no} {task.process_name}
              </span>
              <span>
                {task.from_machine_no === task.machine_no
                  ? task.machine_no
                  : `${task.from_machine_no} → ${task.machine_no}`}
              </span>
              <span>
                {task.from_time === task.start_time ? null : (
                  <>
                    <Instant at={task.from_time} /> →{' '}
                  </>
                )}
                <Instant at={task.start_time} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {moved_count > moved.length ? (
        <p className="qt-secondary">
          {say(text('另有 {n} 个移动的任务未列出', '{n} moved tasks are not listed'), {
            n: moved_count - moved.length,
          })}
        </p>
      ) : null}
    </div>
  )
}
