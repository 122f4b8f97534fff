import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useMemo } from 'react'
import type { TraceAnswer } from '../../model/trace/trace.calls.ts'
import { mostDrawn, placeNodes } from '../../model/trace/trace-layout.ts'
import { traceKind } from '../../model/trace/trace-node.ts'

const column = 212
const row = 58
const width = 168
const height = 46
const half = 2

interface TraceGraphProps {
  of: TraceAnswer
  selected: string | undefined
  onSelect: (key: string) => void
}
/** Where goods come from to the left, where they went to the right. Lines that are broken go by order: all its products may have it. */
export function TraceGraph({ of: { nodes, edges, starts, gaps }, selected, onSelect }: TraceGraphProps) {
  const say = useSay()
  const placed = useMemo(() => placeNodes(nodes, edges), [nodes, edges])
  const at = new Map([...placed].map(([key, place]) => [key, { x: place.column * column, y: place.row * row }]))
  const broken = new Set(gaps.map(({ key }) => key))
  const isStart = new Set(starts)
  const columns = Math.max(0, ...[...placed.values()].map(place => place.column)) + 1
  const rows = Math.max(0, ...[...placed.values()].map(place => place.row)) + 1
  return (
    <section className="qt-trace-graph" aria-label={say(text('谱系图', 'Genealogy'))}>
      <div className="qt-trace-sheet" style={{ width: columns * column - (column - width), height: rows * row }}>
        <svg aria-hidden="true" width={columns * column} height={rows * row}>
          {edges.map(edge => {
            const [from, to] = [at.get(edge.from), at.get(edge.to)]
            if (!from || !to) return null
            const [x, y, u, v] = [from.x + width, from.y + height / half, to.x, to.y + height / half]
            const bend = Math.max(30, Math.abs(u - x) / half)
            const isNear = selected === edge.from || selected === edge.to
            return (
              <path
                key={`${edge.from}>${edge.to}`}
                className={`qt-trace-edge${edge.coarse ? ' qt-trace-coarse' : ''}${isNear ? ' qt-trace-near' : ''}`}
                d={`M${x},${y} C${x + bend},${y} ${u - bend},${v} ${u},${v}`}
              />
            )
          })}
        </svg>
        {nodes.map(node => {
          const place = at.get(node.key)
          if (!place) return null
          const { colour, ...kind } = traceKind.stateOf(node.node_type)
          return (
            <button
              key={node.key}
              type="button"
              className={`qt-trace-node${isStart.has(node.key) ? ' qt-trace-start' : ''}${broken.has(node.key) ? ' qt-trace-broken' : ''}`}
              style={{
                left: place.x,
                top: place.y,
                width,
                height,
                borderInlineStartColor: `var(--qt-status-${colour}-bar)`,
              }}
              aria-pressed={selected === node.key}
              title={`${say(kind)} ${node.no} ${node.title} ${node.partner ?? ''}`}
              onClick={() => onSelect(node.key)}
            >
              <strong>{node.no}</strong>
              <span>{node.partner ? `${node.partner} · ${node.title}` : node.title}</span>
            </button>
          )
        })}
      </div>
      {nodes.length > mostDrawn ? (
        <p className="qt-secondary">
          {say(text('图中只画最近的 {most} 个，全部见下表', 'The nearest {most} are drawn; the table has all'), {
            most: mostDrawn,
          })}
        </p>
      ) : null}
    </section>
  )
}
