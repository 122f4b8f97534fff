import { type Text, text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { type Say, useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Button, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import type { GanttOrder } from '../../model/chart/gantt.record.ts'
import { type ChainPiece, explainLateOrder } from '../../model/late/late-order.calls.ts'
import { repairPlan } from '../../model/schedule.calls.ts'
import { lengthText } from './length-text.ts'
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

const sentences: Readonly<Record<ChainPiece['kind'], Text>> = {
  task: text('{process} 在 {machine} 加工', '{process} runs on {machine}'),
  predecessor: text('先做 {mo} {process}（{machine}）', '{mo} {process} runs first ({machine})'),
  machine: text('{machine} 被 {mo} {process} 占用', '{machine} is taken by {mo} {process}'),
  resource: text('班组{group}在做 {mo} {process}', '{group} works on {mo} {process}'),
  lock: text('{mo} {process} 固定不动：{why}', '{mo} {process} stays: {why}'),
  changeover: text('{machine} 准备与换型', 'Set-up and change-over on {machine}'),
  calendar: text('{machine} 不在工作时间', '{machine} is closed'),
  frozen: text('{machine} 冻结', '{machine} is frozen'),
  slack: text('{process} 没有约束，可提前到 {from}', 'Nothing holds {process}: it could start at {from}'),
  material: text('{process} 等物料 {material}', '{process} waits for {material}'),
  not_before: text('{process} 要求不早于 {to}', '{process} was asked to start no earlier than {to}'),
  waiting: text('{process} 前的冷却、固化时间', 'Cooling or curing before {process}'),
}
const whys: Readonly<Record<NonNullable<ChainPiece['why']>, Text>> = {
  running: text('已开工', 'begun'),
  locked: text('已锁定', 'locked'),
  published: text('已发布', 'published'),
}

/** A piece of an order's chain in a sentence. */
export const pieceText = (piece: ChainPiece, mo_id: string, say: Say, minuteOf: (instant: number) => string): string =>
  say(sentences[piece.kind], {
    process: piece.process_name,
    machine: piece.machine_no ?? '',
    mo: piece.mo_id === mo_id ? '' : piece.mo_no,
    group: piece.workgroup_name ?? '',
    material: piece.material_code ?? '',
    why: piece.why ? say(whys[piece.why]) : '',
    from: minuteOf(piece.from),
    to: minuteOf(piece.to),
  })

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
