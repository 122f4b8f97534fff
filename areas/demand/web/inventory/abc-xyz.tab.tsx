import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { type AbcXyzCell, showAbcXyz } from '../../model/inventory/inventory-plan.calls.ts'
import '../forecast.css'
import './inventory.css'

const rows = [
  ['A', text('消耗金额的前80%', 'The first 80 % of the value')],
  ['B', text('至95%', 'Up to 95 %')],
  ['C', text('其余', 'The rest')],
] as const
const columns = [
  ['X', text('平稳', 'Even')],
  ['Y', text('波动', 'Swinging')],
  ['Z', text('无规律', 'Wild')],
] as const

/** Nine cells by the value consumed and by how evenly. */
export function AbcXyzTab() {
  const say = useSay()
  const state = useCall(showAbcXyz, {})
  if (state.error && !state.data) return <ErrorState failure={state.error} retry={state.refetch} />
  if (!state.data) return <PageSkeleton />
  const { matrix } = state.data
  if (matrix.length === 0)
    return (
      <EmptyState
        text={text('还没有分类：在“库存分析”中点“计算库存计划”', 'No classes yet: press Calculate on the tab Analysis')}
      />
    )
  return (
    <div className="qt-page">
      <div className="qt-forecast-scroll">
        <table className="qt-forecast-table qt-abc-xyz">
          <thead>
            <tr>
              <th scope="col" />
              {columns.map(([xyz, words]) => (
                <th key={xyz} scope="col">
                  {xyz} <span className="qt-secondary">{say(words)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([abc, words]) => (
              <tr key={abc}>
                <th scope="row">
                  {abc} <span className="qt-secondary">{say(words)}</span>
                </th>
                {columns.map(([xyz]) => (
                  <td key={xyz}>
                    <Cell of={matrix.find(one => one.abc === abc && one.xyz === xyz)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Cell({ of }: { of: AbcXyzCell | undefined }) {
  const say = useSay()
  if (!of) return <span className="qt-none">—</span>
  const amounts = [
    [text('年消耗', 'Consumed'), of.consumed_amount],
    [text('库存', 'Stock'), of.stock_amount],
    [text('缓冲', 'Buffers'), of.buffer_amount],
  ] as const
  const facts = [
    ...amounts.flatMap(([title, value]) =>
      value === null ? [] : [[title, <Quantity key={title.en} value={value} decimals={2} />] as const],
    ),
    [text('平均满足率%', 'Mean fill rate %'), of.fill_rate ?? '—'] as const,
  ]
  return (
    <dl className="qt-abc-cell">
      <dt>{say(text('{count}种', '{count} materials'), { count: of.count })}</dt>
      {facts.map(([title, value]) => (
        <dd key={title.en}>
          <span className="qt-secondary">{say(title)}</span> <span className="qt-number">{value}</span>
        </dd>
      ))}
    </dl>
  )
}
