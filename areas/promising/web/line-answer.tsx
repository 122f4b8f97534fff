import { isPositive, subtract } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { daysBetween } from '@qitao/core/time.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DayText, Instant } from '@qitao/platform/web/show/instant.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import type { ReactNode } from 'react'
import type { BecauseRow, DeliveryRow, InquiryLineRow } from '../model/inquiry.record.ts'
import { becauseText } from './because.ts'

const inTime = { zh: '按期', en: 'In time', colour: 'success' as const }
const late = { zh: '晚于期望', en: 'Later than wanted', colour: 'danger' as const }
const never = { zh: '计划期内不能交付', en: 'Not within the horizon', colour: 'danger' as const }

/** The answer for one line: all at once, by the wanted day, in parts; what decides each; what is held for it. */
export function LineAnswer({ line, mode }: { line: InquiryLineRow; mode: string }) {
  const say = useSay()
  const { full, wanted, parts, tasks, purchases, free } = line.answer
  const unit = line.unit_name
  const chosen = mode === 'full' && full ? full : parts.at(-1)
  const tag = !full ? never : wanted && !wanted.met ? late : inTime
  return (
    <section className="qt-answer">
      <header>
        <strong>
          {line.material_code} {line.material_name}
        </strong>
        <span>
          <Quantity value={line.quantity} unit={unit} />
          {' · '}
          {say(text('期望', 'wanted'))} <DayText of={line.requested_date} />
        </span>
      </header>
      <div className="qt-answer-options">
        <Option
          title={text('一次交付', 'In one delivery')}
          chosen={mode === 'full' && full !== null}
          tag={<StatusTag of={tag} />}
        >
          {full ? (
            <>
              <big>
                <DayText of={full.date} />
              </big>
              <Late line={line} date={full.date} />
              <Because of={full.because} />
            </>
          ) : (
            <p className="qt-secondary">{say(text('全部数量没有可承诺的日期', 'No date for the whole quantity'))}</p>
          )}
        </Option>
        <Option title={text('期望日期前', 'By the wanted day')}>
          <big>
            <Quantity value={wanted?.quantity} unit={unit} />
          </big>
          <p className="qt-secondary">
            {wanted?.met
              ? say(text('全部可以按期', 'All of it in time'))
              : say(text('此日期前最多可交', 'the most that can be had by then'))}
          </p>
        </Option>
        <Option title={text('分批交付', 'In parts')} wide chosen={mode === 'parts' || full === null}>
          <ol className="qt-answer-parts">
            {parts.map(part => (
              <Part key={`${part.time} ${part.quantity}`} part={part} unit={unit} />
            ))}
          </ol>
        </Option>
      </div>
      {chosen ? (
        <details>
          <summary>{say(text('为什么是这一天', 'Why this day'))}</summary>
          <ol className="qt-answer-chain">
            {chosen.chain.toReversed().map(one => (
              <li key={`${one.kind} ${one.from} ${one.until} ${one.object}`}>
                <Because of={one} />
              </li>
            ))}
          </ol>
        </details>
      ) : null}
      {free && free.length > 0 ? (
        <details>
          <summary>
            {say(text('按日可承诺量（{count}）', 'Free to promise by day ({count})'), {
              count: free.length,
            })}
          </summary>
          <table className="qt-answer-tasks">
            <tbody>
              {free.map(one => (
                <tr key={one.date}>
                  <th scope="row">
                    <DayText of={one.date} />
                  </th>
                  <td>
                    <Quantity value={one.quantity} unit={unit} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ) : null}
      {tasks.length > 0 ? (
        <details>
          <summary>
            {say(text('保留的设备时间（{count}）', 'Machine hours held ({count})'), { count: tasks.length })}
          </summary>
          <table className="qt-answer-tasks">
            <tbody>
              {tasks.map(task => (
                <tr key={`${task.machine_no} ${task.start_time}`}>
                  <th scope="row">{task.machine_no}</th>
                  <td>
                    {task.material_code} {task.process_name}
                  </td>
                  <td>
                    <Instant at={task.setup_start_time} /> – <Instant at={task.end_time} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ) : null}
      {purchases.length > 0 ? (
        <details>
          <summary>{say(text('需要采购（{count}）', 'To be bought ({count})'), { count: purchases.length })}</summary>
          <table className="qt-answer-tasks">
            <tbody>
              {purchases.map(lot => (
                <tr key={`${lot.material_code} ${lot.time}`}>
                  <th scope="row">{lot.material_code}</th>
                  <td>{lot.material_name}</td>
                  <td>
                    <Quantity value={lot.quantity} />
                  </td>
                  <td>
                    <DayText of={lot.time} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ) : null}
    </section>
  )
}

function Option({
  title,
  chosen = false,
  wide = false,
  tag,
  children,
}: {
  title: ReturnType<typeof text>
  chosen?: boolean
  wide?: boolean
  tag?: ReactNode
  children: ReactNode
}) {
  const say = useSay()
  return (
    <div className={`qt-answer-option${chosen ? ' qt-answer-held' : ''}${wide ? ' qt-answer-wide' : ''}`}>
      <h4>
        {say(title)} {tag}
        {chosen ? <span className="qt-secondary"> {say(text('已保留', 'held'))}</span> : null}
      </h4>
      {children}
    </div>
  )
}

function Part({ part, unit }: { part: DeliveryRow; unit: string }) {
  const say = useSay()
  const made = subtract(part.quantity, part.from_supply)
  return (
    <li>
      <DayText of={part.date} /> <Quantity value={part.quantity} unit={unit} />
      <span className="qt-secondary">
        {' '}
        {isPositive(made) && isPositive(part.from_supply)
          ? say(text('其中现有 {stock}', '{stock} of it from supply'), { stock: part.from_supply })
          : isPositive(made)
            ? say(text('生产', 'to be made'))
            : say(text('现有', 'from supply'))}
      </span>
    </li>
  )
}

function Late({ line, date }: { line: InquiryLineRow; date: number }) {
  const say = useSay()
  const { dayOf } = useOrgDate()
  const days = line.requested_date === null ? 0 : daysBetween(dayOf(line.requested_date), dayOf(date))
  if (days <= 0) return null
  return <span className="qt-promise-late"> {say(text('晚{days}天', '{days} days late'), { days })}</span>
}

function Because({ of }: { of: BecauseRow }) {
  const say = useSay()
  const dates = useOrgDate()
  const sentence = say(becauseText(of), {
    material: of.material_code,
    object: of.object ?? '',
    process: of.process_name ?? '',
    quantity: of.quantity ?? '',
    from: dates.minuteOf(of.from),
    until: dates.minuteOf(of.until),
    days: daysBetween(dates.dayOf(of.from), dates.dayOf(of.until)),
  })
  return (
    <p className="qt-answer-because" title={of.material_name}>
      {sentence}
    </p>
  )
}
