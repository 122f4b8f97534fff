import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Button, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import type { GanttOrder } from '../../model/chart/gantt.record.ts'
import { type ChainPiece, explainLateOrder } from '../../model/late/late-order.calls.ts'
import { lengthText, pieceText } from '../../model/late/late-words.ts'
import { repairPlan } from '../../model/schedule.calls.ts'
import { Remedies } from './remedies.tsx'

interface LateOrderProps {
  order: GanttOrder
  /** Brings a task into sight. */
  onShow: (task_id: string) => void
  /** Tasks of the chain, to stand out on the chart. */
  onChain: (task_ids: ReadonlySet<string>) => void
  /** Looks at what has to move. */
  onRepair: () => void
}
const none: ReadonlySet<string> = new Set()
/** As many pieces as are read without scrolling away; the rest at a click. */
const mostPieces = 8

/** Why an order is late, piece by piece back in time, and what would help. */
export function LateOrder({ order, onShow, onChain, onRepair }: LateOrderProps) {
  const say = useSay()
  const told = useCall(explainLateOrder, { mo_id: order.id })
  const [asked, setAsked] = useState(false)
  const [all, setAll] = useState(false)
  const chain = told.data?.late?.chain
  useEffect(() => {
    onChain(new Set(chain?.flatMap(({ task_id }) => task_id ?? [])))
    return () => onChain(none)
  }, [chain, onChain])
  if (told.error) return <ErrorState failure={told.error} retry={told.refetch} />
  if (!told.data) return <Skeleton active paragraph={{ rows: 4 }} title={false} />
  if (!chain) return null
  return (
    <>
      <section>
        <h3>{say(text('为什么延期（从完工往前）', 'Why it is late, back from the finish'))}</h3>
        <ol className="qt-plan-chain qt-plan-pieces">
          {(all ? chain : chain.slice(0, mostPieces)).map(piece => (
            <Piece key={`${piece.from} ${piece.kind}`} piece={piece} late={order} onShow={onShow} />
          ))}
        </ol>
        {chain.length > mostPieces && !all ? (
          <button type="button" className="qt-link" onClick={() => setAll(true)}>
            {say(text('再看 {n} 段', '{n} more'), { n: chain.length - mostPieces })}
          </button>
        ) : null}
      </section>
      <section>
        <h3>{say(text('怎样补救', 'What would help'))}</h3>
        <p>
          {asked ? null : (
            <Button size="small" onClick={() => setAsked(true)}>
              {say(text('试算补救措施', 'Try remedies'))}
            </Button>
          )}{' '}
          <ActButton
            size="small"
            act={{ title: text('修复计划', 'Repair plan'), run: needing(repairPlan, onRepair) }}
          />
        </p>
        {asked ? <Remedies order={order} /> : null}
      </section>
    </>
  )
}

function Piece({ piece, late, onShow }: { piece: ChainPiece; late: GanttOrder; onShow: (task_id: string) => void }) {
  const say = useSay()
  const dates = useOrgDate()
  const { task_id, seconds, closed_seconds } = piece
  const words = pieceText(piece, late.id, say, dates.minuteOf)
  return (
    <li>
      <span className="qt-number qt-plan-length">{lengthText(seconds, say)}</span>
      <span>
        {task_id === null ? (
          words
        ) : (
          <button type="button" className="qt-link" onClick={() => onShow(task_id)}>
            {words}
          </button>
        )}
        <small className="qt-secondary qt-number">
          {' '}
          {dates.minuteOf(piece.from)}
          {closed_seconds > 0
            ? say(text('，其中停班 {closed}', ', closed for {closed}'), { closed: lengthText(closed_seconds, say) })
            : ''}
        </small>
      </span>
    </li>
  )
}
