import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { placeNodes } from './flow-layout.ts'
import '../engineering.css'

interface GraphNode {
  readonly ordering_node: number
  readonly next_nodes: readonly number[]
  readonly process_name?: string
  readonly inputs: readonly unknown[]
  readonly outputs: readonly { readonly material_code: string }[]
}
const box = { width: 150, height: 46, gapX: 48, gapY: 18, pad: 12 }
const longestName = 10

/** The flow as boxes in columns with arrows between them. */
export function FlowGraph({ nodes }: { nodes: readonly GraphNode[] }) {
  const say = useSay()
  if (nodes.length === 0) return null
  const placed = placeNodes(nodes)
  const at = new Map(
    placed.map(({ node, column, row }) => [
      node.ordering_node,
      { x: box.pad + column * (box.width + box.gapX), y: box.pad + row * (box.height + box.gapY) },
    ]),
  )
  const width = Math.max(...[...at.values()].map(place => place.x)) + box.width + box.pad
  const height = Math.max(...[...at.values()].map(place => place.y)) + box.height + box.pad
  return (
    <div className="qt-flow-box">
      <svg width={width} height={height} className="qt-flow" role="img" aria-label={say(text('工艺流程图', 'Flow'))}>
        <defs>
          <marker id="qt-flow-arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0,0 L8,4 L0,8 z" />
          </marker>
        </defs>
        {nodes.flatMap(node =>
          node.next_nodes.map(next => {
            const from = at.get(node.ordering_node)
            const to = at.get(next)
            if (!from || !to) return null
            const [x1, y1, x2, y2] = [from.x + box.width, from.y + box.height / 2, to.x, to.y + box.height / 2]
            const bend = Math.max(20, (x2 - x1) / 2)
            return (
              <path
                key={`${node.ordering_node} ${next}`}
                className="qt-flow-link"
                markerEnd="url(#qt-flow-arrow)"
                d={`M${x1},${y1} C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}`}
              />
            )
          }),
        )}
        {placed.map(({ node }) => {
          const { x, y } = at.get(node.ordering_node)!
          const name = node.process_name ?? ''
          return (
            <g key={node.ordering_node} transform={`translate(${x},${y})`}>
              <title>{name}</title>
              <rect width={box.width} height={box.height} rx={6} className="qt-flow-node" />
              <text x={10} y={19}>
                {node.ordering_node} {name.length > longestName ? `${name.slice(0, longestName)}…` : name}
              </text>
              <text x={10} y={36} className="qt-flow-note">
                {say(text('投入 {count}', 'in {count}'), { count: node.inputs.length })}
                {node.outputs.length > 0 ? ` → ${node.outputs.map(port => port.material_code).join(', ')}` : ''}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}
