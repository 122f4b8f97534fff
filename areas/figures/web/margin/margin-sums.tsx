import { type Text, text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import type { ReactNode } from 'react'
import { grossMargin, type MarginSummary } from '../../model/margin/margin.calls.ts'

const elements = ['material_cost', 'labour_cost', 'other_cost', 'outsource_cost', 'overhead_cost'] as const

/** The sums over all rows, elements of the cost with their share of the revenue, and how many lines are in none of it. */
export function MarginSums({
  of,
  onUnmeasured,
  children,
}: {
  of: MarginSummary
  onUnmeasured: () => void
  children: ReactNode
}) {
  const say = useSay()
  const { org } = useSession()
  const share = (value: string | null) =>
    value === null || !Number(of.revenue) ? null : ((100 * Number(value)) / Number(of.revenue)).toFixed(1)
  const card = (title: Text, value: string | null, below: ReactNode) => (
    <div key={title.zh} className="qt-figure-card qt-figure-plain">
      <span className="qt-figure-title">{say(title)}</span>
      <span className="qt-figure-value">
        <Quantity value={value} unit={org.currency} decimals={0} />
      </span>
      <span className="qt-figure-change">{below}</span>
    </div>
  )
  return (
    <section className="qt-margin-sum" aria-label={say(text('合计', 'Whole'))}>
      <p className="qt-margin-note">
        {children}
        {' · '}
        {say(
          text(
            '金额按订单单价，不扣税；成本为材料、人工、设备、委外和制造费用',
            'At the prices of the orders, tax not taken off; cost is material, labour, machines, outsourcing and overhead',
          ),
        )}
        {of.unmeasured_count > 0 ? (
          <>
            {' · '}
            <button type="button" className="qt-link qt-danger" onClick={onUnmeasured}>
              {say(
                text(
                  '{count} 条明细缺单价、成本价或为外币，未计入',
                  '{count} lines lack a price or cost, or are in another currency: not counted',
                ),
                {
                  count: of.unmeasured_count,
                },
              )}
            </button>
          </>
        ) : null}
      </p>
      <div className="qt-figure-cards">
        {card(
          grossMargin.fields.revenue.title,
          of.revenue,
          say(text('{count} 条明细', '{count} lines'), { count: of.line_count - of.unmeasured_count }),
        )}
        {elements
          .filter(name => name !== 'overhead_cost' || Number(of[name]) !== 0)
          .map(name => {
            const percent = share(of[name])
            return card(
              grossMargin.fields[name].title,
              of[name],
              percent === null ? '—' : say(text('占收入 {percent}%', '{percent}% of revenue'), { percent }),
            )
          })}
        {card(
          grossMargin.fields.margin.title,
          of.margin,
          of.margin_rate === null ? '—' : say(text('毛利率 {rate}%', 'Rate {rate}%'), { rate: of.margin_rate }),
        )}
      </div>
    </section>
  )
}
