import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { recordAddress, recordCalls, stateOfRecord } from '@qitao/platform/web/list/record-parts.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { mostRelated, queryRelatedGraph, type RelatedGraphAnswer } from '../../model/find.calls.ts'
import type { DocumentKind } from '../../model/record-kinds.ts'
import { keyOf } from '../../model/related-graph.rules.ts'
import { placeNodes } from '../../model/trace/trace-layout.ts'
import '../trace/trace.css'
import './related-graph.css'

const column = 212
const row = 66
const width = 176
const height = 54
const half = 2

/** The chain of a document as a drawing: to the left what it came from, to the right all that it led to. Each opens at a press. */
export default function RelatedGraph({ kind, id, onLeave }: { kind: string; id: string; onLeave: () => void }) {
  const say = useSay()
  const found = useCall(queryRelatedGraph, { kind: kind as DocumentKind, id })
  if (found.error && !found.data) return <ErrorState failure={found.error} retry={found.refetch} />
  if (!found.data) return <RowsSkeleton />
  return (
    <>
      <Drawing of={found.data} own={keyOf(kind, id)} onLeave={onLeave} />
      {found.data.is_cut ? (
        <p className="qt-secondary">
          {say(text('只列出最近的 {most} 个单据', 'The nearest {most} documents are shown'), { most: mostRelated })}
        </p>
      ) : null}
    </>
  )
}

function Drawing({ of: { nodes, edges }, own, onLeave }: { of: RelatedGraphAnswer; own: string; onLeave: () => void }) {
  const say = useSay()
  const { may } = useSession()
  const placed = useMemo(() => placeNodes(nodes, edges), [nodes, edges])
  const at = new Map([...placed].map(([key, place]) => [key, { x: place.column * column, y: place.row * row }]))
  const columns = Math.max(0, ...[...placed.values()].map(place => place.column)) + 1
  const rows = Math.max(0, ...[...placed.values()].map(place => place.row)) + 1
  return (
    <section className="qt-related-graph" aria-label={say(text('关联单据图', 'Graph of related documents'))}>
      <div className="qt-trace-sheet" style={{ width: columns * column - (column - width), height: rows * row }}>
        <svg aria-hidden="true" width={columns * column} height={rows * row}>
          {edges.map(edge => {
            const [from, to] = [at.get(edge.from), at.get(edge.to)]
            if (!from || !to) return null
            const [x, y, u, v] = [from.x + width, from.y + height / half, to.x, to.y + height / half]
            const bend = Math.max(30, Math.abs(u - x) / half)
            const isOwn = edge.from === own || edge.to === own
            return (
              <path
                key={`${edge.from}>${edge.to}`}
                className={`qt-trace-edge${isOwn ? ' qt-trace-near' : ''}`}
                d={`M${x},${y} C${x + bend},${y} ${u - bend},${v} ${u},${v}`}
              />
            )
          })}
        </svg>
        {nodes.map(node => {
          const place = at.get(node.key)
          if (!place) return null
          const title = recordCalls().kinds[node.kind]!.title
          const state = stateOfRecord(node.kind, node)
          const words = `${say(title)} ${node.no} ${node.name ?? ''} ${state ? say(state) : ''}`.trim()
          return (
            <Link
              key={node.key}
              className={`qt-trace-node${node.key === own ? ' qt-trace-start' : ''}`}
              style={{
                left: place.x,
                top: place.y,
                width,
                height,
                borderInlineStartColor: `var(--qt-status-${state?.colour ?? 'neutral'}-bar)`,
              }}
              to={recordAddress(node.kind, node, may) ?? ''}
              aria-current={node.key === own ? 'true' : undefined}
              aria-label={words}
              title={words}
              onClick={onLeave}
            >
              <strong>{node.no}</strong>
              <span>
                {say(title)}
                {state ? ` · ${say(state)}` : ''}
              </span>
              <span>{node.name}</span>
            </Link>
          )
        })}
      </div>
    </section>
  )
}
