import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Button, Input, Segmented, Select } from 'antd'
import { type FormEvent, useState } from 'react'
import { queryTrace, type TraceAnswer, type TraceGapRow, type TraceNodeRow } from '../../model/trace/trace.calls.ts'
import { traceGap } from '../../model/trace/trace.rules.ts'
import { traceBy, traceDirection, traceKind } from '../../model/trace/trace-node.ts'
import { CasesView } from './cases.view.tsx'
import { HoldsView } from './holds.view.tsx'
import { NodePanel } from './node-panel.tsx'
import { PrintTrace } from './print-trace.tsx'
import { RecallView } from './recall.view.tsx'
import { SuspectsView } from './suspects.view.tsx'
import { TraceGraph } from './trace-graph.tsx'
import { type TraceAsked, type TraceView, useTraceQuestion } from './trace-question.ts'
import './trace.css'

const views = [
  { value: 'genealogy', title: text('谱系', 'Genealogy') },
  { value: 'recall', title: text('召回清单', 'Recall list') },
  { value: 'cases', title: text('召回案例', 'Cases') },
  { value: 'holds', title: text('冻结记录', 'Holds') },
  { value: 'suspects', title: text('共性嫌疑', 'Suspects') },
] as const

/** Where a product comes from and where it went, from the supplier's lot to the customer and back. */
export default function TracePage() {
  const say = useSay()
  const { asked, view, ask, shownCase, openCase } = useTraceQuestion()
  const needsNumber = view === 'genealogy' || view === 'recall'
  return (
    <div className="qt-page">
      <Ask
        key={`${asked.trace_by}/${asked.value}`}
        asked={asked}
        onAsk={next => ask(next, needsNumber ? view : 'genealogy')}
      />
      <div className="qt-list-head">
        <Segmented<TraceView>
          aria-label={say(text('显示方式', 'Shown as'))}
          value={view}
          onChange={next => ask(asked, next)}
          options={views.map(({ value, title }) => ({ value, label: say(title) }))}
        />
        {needsNumber && asked.value !== '' ? <PrintTrace asked={asked} /> : null}
      </div>
      {view === 'cases' ? (
        <CasesView shown={shownCase} open={openCase} ask={question => ask(question, 'recall')} />
      ) : view === 'holds' ? (
        <HoldsView />
      ) : view === 'suspects' ? (
        <SuspectsView />
      ) : asked.value === '' ? (
        <EmptyState
          text={text(
            '输入序列号、批号、工单、订单、出入库单或客户，看来源、去向和缺口',
            'Enter a serial number, lot, work order, sales order, receipt or customer to see where goods came from, where they went, and what is not recorded',
          )}
        />
      ) : view === 'recall' ? (
        <RecallView asked={asked} onCase={openCase} />
      ) : (
        <Genealogy asked={asked} ask={ask} />
      )}
    </div>
  )
}

function Ask({ asked, onAsk }: { asked: TraceAsked; onAsk: (next: TraceAsked) => void }) {
  const say = useSay()
  const language = useLanguage()
  const [by, setBy] = useState(asked.trace_by)
  const [value, setValue] = useState(asked.value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value.trim() !== '') onAsk({ trace_by: by, direction: asked.direction, value: value.trim() })
  }
  return (
    <form className="qt-trace-ask" onSubmit={submit}>
      <Select
        aria-label={say(text('追溯依据', 'Trace by'))}
        value={by}
        onChange={setBy}
        options={traceBy.list.map(state => ({ value: state.code, label: state[language] }))}
      />
      <Input
        aria-label={say(text('编号', 'Number'))}
        allowClear
        maxLength={100}
        placeholder={say(text('扫描或输入', 'Scan or type'))}
        value={value}
        onChange={event => setValue(event.target.value)}
      />
      <Button type="primary" htmlType="submit" disabled={value.trim() === ''}>
        {say(text('追溯', 'Trace'))}
      </Button>
      <Segmented
        aria-label={say(text('方向', 'Direction'))}
        value={asked.direction ?? traceDirection.codes.both}
        onChange={direction => onAsk({ ...asked, direction })}
        options={traceDirection.list.map(state => ({ value: state.code, label: state[language] }))}
      />
    </form>
  )
}

function Genealogy({ asked, ask }: { asked: TraceAsked; ask: (next: TraceAsked, view: TraceView) => void }) {
  const say = useSay()
  const answer = useCall(queryTrace, asked, { keepPrevious: true })
  const [selected, select] = useState<string>()
  if (answer.error) return <ErrorState failure={answer.error} retry={answer.refetch} />
  if (!answer.data) return <RowsSkeleton />
  const { nodes, starts, gaps } = answer.data
  const node = nodes.find(({ key }) => key === selected) ?? nodes.find(({ key }) => key === starts[0])
  return (
    <div className={answer.isPlaceholderData ? 'qt-waiting' : undefined} aria-busy={answer.isPlaceholderData}>
      <Completeness of={answer.data} />
      {gaps.length > 0 ? <Gaps of={gaps} onSelect={select} /> : null}
      <div className="qt-trace-screen">
        <TraceGraph of={answer.data} selected={node?.key} onSelect={select} />
        {node ? <NodePanel node={node} of={answer.data} ask={ask} /> : null}
        <TimeLine nodes={nodes} selected={node?.key} onSelect={select} />
        <NodeTable of={answer.data} selected={node?.key} onSelect={select} />
      </div>
      {answer.data.cut ? (
        <p className="qt-danger" role="alert">
          {say(
            text(
              '关系太多，只显示一部分：请从更具体的编号追溯',
              'There is more than is shown: trace from something narrower',
            ),
          )}
        </p>
      ) : null}
    </div>
  )
}

function Completeness({ of: { used_count, recorded_count, gaps, edges } }: { of: TraceAnswer }) {
  const say = useSay()
  const percent = used_count === 0 ? null : Math.floor((recorded_count / used_count) * 100)
  const coarse = edges.filter(edge => edge.coarse).length
  return (
    <p className="qt-trace-figures" role="status">
      <span className={`qt-tag qt-trace-${percent === 100 && gaps.length === 0 ? 'whole' : 'holed'}`}>
        {percent === null
          ? say(text('无投入记录', 'Nothing went in'))
          : say(text('完整度 {percent}%', '{percent}% recorded'), { percent })}
      </span>{' '}
      {percent === null
        ? null
        : say(
            text(
              '{recorded}/{used} 项投入物料全部有批次或序列号',
              '{recorded} of {used} materials that went in are known by lot or piece in full',
            ),
            { recorded: recorded_count, used: used_count },
          )}
      {coarse > 0 ? (
        <span className="qt-secondary">
          {' '}
          · {say(text('{coarse} 条只到工单（虚线）', '{coarse} links by order only (broken lines)'), { coarse })}
        </span>
      ) : null}
    </p>
  )
}

const mostGaps = 50
function Gaps({ of, onSelect }: { of: readonly TraceGapRow[]; onSelect: (key: string) => void }) {
  const say = useSay()
  return (
    <section className="qt-trace-gaps" aria-label={say(text('缺口', 'Gaps'))}>
      <strong>{say(text('缺口 {count} 处', '{count} gaps'), { count: of.length })}</strong>
      <ul>
        {of.slice(0, mostGaps).map(gap => (
          <li key={`${gap.gap}/${gap.key}/${gap.no}/${gap.material_code}`}>
            <StatusTag of={traceGap.stateOf(gap.gap)} /> <Quantity value={gap.quantity} unit={gap.unit_name} />{' '}
            {gap.material_code} {gap.material_name} ·{' '}
            <button type="button" className="qt-link" onClick={() => onSelect(gap.key)}>
              {gap.no}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Choosing {
  selected: string | undefined
  onSelect: (key: string) => void
}
function TimeLine({ nodes, selected, onSelect }: { nodes: readonly TraceNodeRow[] } & Choosing) {
  const say = useSay()
  const timed = nodes.filter(({ time }) => time !== null).sort((a, b) => a.time! - b.time!)
  return (
    <section className="qt-trace-times" aria-label={say(text('时间线', 'Time line'))}>
      <h4>{say(text('时间线', 'Time line'))}</h4>
      <ol>
        {timed.slice(0, mostListed).map(node => (
          <li key={node.key}>
            <Instant at={node.time!} />{' '}
            <button
              type="button"
              className="qt-link"
              aria-pressed={node.key === selected}
              onClick={() => onSelect(node.key)}
            >
              {node.no}
            </button>{' '}
            <span className="qt-secondary">{node.partner ?? node.title}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
const mostListed = 500

function NodeTable({ of: { nodes, edges }, selected, onSelect }: { of: TraceAnswer } & Choosing) {
  const say = useSay()
  const sums = Map.groupBy(edges, ({ to }) => to)
  const inOrder = [...nodes].sort((a, b) => a.level - b.level || (a.key < b.key ? -1 : 1))
  return (
    <section className="qt-trace-table" aria-label={say(text('明细', 'Table'))}>
      <table>
        <thead>
          <tr>
            <th className="qt-number">{say(text('层级', 'Level'))}</th>
            <th>{say(text('类型', 'Kind'))}</th>
            <th>{say(text('编号', 'Number'))}</th>
            <th>{say(text('内容', 'What'))}</th>
            <th>{say(text('往来', 'Partner'))}</th>
            <th className="qt-number">{say(text('来源', 'From'))}</th>
            <th className="qt-number">{say(text('在库', 'In stock'))}</th>
          </tr>
        </thead>
        <tbody>
          {inOrder.slice(0, mostListed).map(node => (
            <tr key={node.key} aria-selected={node.key === selected}>
              <td className="qt-number">{node.level}</td>
              <td>
                <StatusTag of={traceKind.stateOf(node.node_type)} />
              </td>
              <td>
                <button type="button" className="qt-link" onClick={() => onSelect(node.key)}>
                  {node.no}
                </button>
              </td>
              <td>{node.title}</td>
              <td>{node.partner}</td>
              <td className="qt-number">{sums.get(node.key)?.length ?? 0}</td>
              <td className="qt-number">
                {node.stock_quantity === null ? null : <Quantity value={node.stock_quantity} unit={node.unit_name} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {nodes.length > mostListed ? (
        <p className="qt-secondary">
          {say(text('共 {count} 个，列出最近 {most} 个', '{count} in all, {most} are listed'), {
            count: nodes.length,
            most: mostListed,
          })}
        </p>
      ) : null}
    </section>
  )
}
