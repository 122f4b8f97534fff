import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Button } from 'antd'
import type { TraceAnswer, TraceNodeRow } from '../../model/trace/trace.calls.ts'
import { isGoods, traceDirection, traceKind } from '../../model/trace/trace-node.ts'
import type { TraceAsked, TraceView } from './trace-question.ts'

interface NodePanelProps {
  node: TraceNodeRow
  of: TraceAnswer
  ask: (next: TraceAsked, view: TraceView) => void
}
/** What is known of one node, its document, and where a trace of itself would go. */
export function NodePanel({ node, of: { edges, nodes }, ask }: NodePanelProps) {
  const say = useSay()
  const named = new Map(nodes.map(one => [one.key, one]))
  const beside = (key: string, quantity: string) => {
    const other = named.get(key)
    return (
      <li key={key}>
        {other?.no} {other && other.node_type === traceKind.codes.unmarked ? other.title : ''}{' '}
        <Quantity value={quantity} unit={isGoods(node.node_type) ? node.unit_name : other?.unit_name} />
      </li>
    )
  }
  const into = edges.filter(({ to }) => to === node.key)
  const outOf = edges.filter(({ from }) => from === node.key)
  const { ask: self } = node
  return (
    <aside className="qt-trace-panel" aria-label={say(text('节点', 'Node'))}>
      <p>
        <StatusTag of={traceKind.stateOf(node.node_type)} />{' '}
        {node.record_kind ? (
          <RecordLink kind={node.record_kind} id={node.object_id} no={node.no} />
        ) : (
          <strong>{node.no}</strong>
        )}
      </p>
      <p>{node.title}</p>
      {node.partner ? <p className="qt-secondary">{node.partner}</p> : null}
      {node.time === null ? null : (
        <p className="qt-secondary">
          <Instant at={node.time} />
        </p>
      )}
      {node.stock_quantity === null ? null : (
        <p>
          {say(text('在库', 'In stock'))} <Quantity value={node.stock_quantity} unit={node.unit_name} />
          {node.held_quantity && isPositive(node.held_quantity) ? (
            <>
              {' '}
              · {say(text('冻结', 'Held'))} <Quantity value={node.held_quantity} unit={node.unit_name} />
            </>
          ) : null}
        </p>
      )}
      {self ? (
        <div className="qt-trace-acts">
          <Button type="primary" onClick={() => ask({ ...self, direction: traceDirection.codes.both }, 'recall')}>
            {say(text('召回清单', 'Recall list'))}
          </Button>
          <Button onClick={() => ask({ ...self, direction: traceDirection.codes.both }, 'genealogy')}>
            {say(text('从这里追溯', 'Trace from here'))}
          </Button>
        </div>
      ) : null}
      <Beside title={say(text('来自', 'From'))} count={into.length}>
        {into.slice(0, mostBeside).map(edge => beside(edge.from, edge.quantity))}
      </Beside>
      <Beside title={say(text('去向', 'To'))} count={outOf.length}>
        {outOf.slice(0, mostBeside).map(edge => beside(edge.to, edge.quantity))}
      </Beside>
    </aside>
  )
}
const mostBeside = 12
function Beside({ title, count, children }: { title: string; count: number; children: React.ReactNode }) {
  if (count === 0) return null
  return (
    <section>
      <h4>
        {title} ({count})
      </h4>
      <ul>{children}</ul>
    </section>
  )
}
