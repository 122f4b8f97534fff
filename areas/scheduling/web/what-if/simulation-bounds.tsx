import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { differenceText, lengthText, pieceText } from '../../model/late/late-words.ts'
import { type BoundOrder, explainSimulation } from '../../model/what-if/simulation.calls.ts'
import { RemedyWords } from '../late/remedies.tsx'

/** Why a version brings the orders that it was made for forward by nothing: what binds each, and the least that would move it. */
export function SimulationBounds({ version_id, name }: { version_id: string; name: string }) {
  const say = useSay()
  const told = useCall(explainSimulation, { version_id })
  if (told.error) return <ErrorState failure={told.error} retry={told.refetch} />
  if (!told.data)
    return (
      <p className="qt-secondary">
        {say(text('正在查找 {name} 的制约…', 'Looking for what binds {name} …'), { name })}
      </p>
    )
  const { orders, more } = told.data
  if (orders.length === 0) return null
  return (
    <section className="qt-sim-bounds" aria-label={say(boundsTitle, { name })}>
      <h3>{say(boundsTitle, { name })}</h3>
      <ul>
        {orders.map(order => (
          <Bound key={order.mo_id} order={order} />
        ))}
      </ul>
      {more > 0 ? <p className="qt-secondary">{say(text('还有 {n} 单', '{n} more orders'), { n: more })}</p> : null}
    </section>
  )
}
const boundsTitle = text('{name}：为何没有提前', '{name}: why nothing comes earlier')

function Bound({ order }: { order: BoundOrder }) {
  const say = useSay()
  const { no, tardiness_seconds, smallest, bound } = order
  return (
    <li>
      <p>
        <strong>{no}</strong> <span className="qt-secondary">{gainText()}</span>{' '}
        {tardiness_seconds > 0 ? (
          <span className="qt-plan-late">
            {say(text('延期 {late}', '{late} late'), { late: lengthText(tardiness_seconds, say) })}
          </span>
        ) : null}
      </p>
      <Binds order={order} />
      {smallest ? (
        <>
          <p className="qt-secondary">{say(text('最小的改变：', 'The smallest change that moves it:'))}</p>
          <RemedyWords remedy={smallest} />
        </>
      ) : bound && bound.piece.kind !== 'lock' ? (
        <p className="qt-secondary">
          {say(
            text(
              '单独加班、催料、换设备或插单都不能让它更早。',
              'Overtime, earlier material, another machine or going first do not move it one by one.',
            ),
          )}
        </p>
      ) : null}
    </li>
  )
  function gainText(): string {
    const { gained_seconds: gained } = order
    if (gained === null) return ''
    if (gained === 0) return say(text('完工时间不变', 'The same finish'))
    return say(text('完工 {change}', 'Finish {change}'), { change: differenceText(-gained, say) })
  }
}

/** What it waits for the longest; the nearest piece of it, and how much of it there is. */
function Binds({ order: { mo_id, finish, bound } }: { order: BoundOrder }) {
  const say = useSay()
  const dates = useOrgDate()
  if (finish === null) return <p>{say(text('此版本没有排入', 'This version does not place it'))}</p>
  if (!bound)
    return (
      <p>
        {say(
          text('没有等待：从现在起只剩自身加工时间。', 'It waits for nothing: from now on there is only its own work.'),
        )}
      </p>
    )
  const { piece, pieces, seconds } = bound
  return (
    <p>
      {say(text('制约：{what}，至 {to}', 'It is bound: {what}, until {to}'), {
        what: pieceText(piece, mo_id, say, dates.minuteOf),
        to: dates.minuteOf(piece.to),
      })}
      {pieces > 1
        ? say(text('；同类共 {n} 段，{length}', '; {n} pieces like it, {length}'), {
            ...{ n: pieces, length: lengthText(seconds, say) },
          })
        : say(text('（{length}）', ' ({length})'), { length: lengthText(seconds, say) })}
    </p>
  )
}
