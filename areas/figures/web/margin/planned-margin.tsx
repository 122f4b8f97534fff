import type { In, Out } from '@qitao/core/call.ts'
import { subtract } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { grossMargin, showPlannedMargin } from '../../model/margin/margin.calls.ts'
import { costElements, missingTexts } from '../../model/margin/planned-cost.rules.ts'

type Found = Out<typeof showPlannedMargin>
type Name = 'revenue' | (typeof costElements)[number] | 'cost' | 'margin'
const { fields } = grossMargin
const titles: Readonly<Record<Name, Text>> = {
  revenue: fields.revenue.title,
  material: fields.material_cost.title,
  labour: fields.labour_cost.title,
  machine: fields.other_cost.title,
  outside: fields.outsource_cost.title,
  overhead: fields.overhead_cost.title,
  cost: fields.cost.title,
  margin: fields.margin.title,
}
const names = ['revenue', ...costElements, 'cost', 'margin'] as const
/** Lines that are named. */
const mostNamed = 20

/** What an order, or what was shipped in a period, was planned to earn, what it has, and by what they differ. */
export function PlannedMarginDrawer({
  of,
  name,
  onClose,
}: {
  of: In<typeof showPlannedMargin>
  name: string
  onClose: () => void
}) {
  return (
    <DetailDrawer
      open
      wide
      title={text(`计划与实际毛利 · ${name}`, `Margin, planned and actual · ${name}`)}
      onClose={onClose}
    >
      <PlannedMargin of={of} />
    </DetailDrawer>
  )
}

export function PlannedMargin({ of }: { of: In<typeof showPlannedMargin> }) {
  const say = useSay()
  const found = useCall(showPlannedMargin, of)
  if (found.error) return <ErrorState failure={found.error} retry={found.refetch} />
  if (!found.data) return <RowsSkeleton />
  const { data } = found
  return (
    <>
      <p className="qt-margin-note">
        {say(
          text(
            '计划按现行BOM、工艺路线和今天的单价；差异只比较计划和实际都算得出的 {count} 条已发明细。',
            'Planned by BoM, routing and prices of today; variances are of the {count} shipped lines of which both are known.',
          ),
          { count: data.compared_count },
        )}
      </p>
      <Waterfall of={data} />
      <Sums of={data} />
      <Unmeasured of={data} />
    </>
  )
}

function Sums({ of }: { of: Found }) {
  const say = useSay()
  const { org } = useSession()
  const hidden = new Set<Name>([
    ...(of.prices_hidden ? (['material', 'outside'] as const) : []),
    ...(of.wages_hidden ? (['labour', 'overhead'] as const) : []),
  ])
  const varianceOf = new Map(of.variances.map(({ element, amount }) => [element as Name, amount]))
  const { cost: planned } = of.compared
  const { cost: actual } = of.actual
  const costVariance = planned && actual ? subtract(actual, planned) : null
  const money = (name: Name, value: string | null | undefined, signed = false) =>
    hidden.has(name) ? (
      <span className="qt-secondary">{say(text('无权查看', 'No right'))}</span>
    ) : (
      <Quantity value={value ?? null} unit={org.currency} decimals={2} signed={signed} />
    )
  const heads = [
    text('计划（全部）', 'Planned, all'),
    text('计划（已发）', 'Planned, shipped'),
    text('实际（已发）', 'Actual, shipped'),
    text('差异', 'Variance'),
  ]
  return (
    <div className="qt-trend-scroll">
      <table className="qt-figure-table qt-margin-table">
        <caption className="qt-secondary">{say(text('按成本要素', 'By element'))}</caption>
        <thead>
          <tr>
            <th scope="col">{say(text('要素', 'Element'))}</th>
            {heads.map(head => (
              <th key={head.zh} scope="col">
                {say(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map(name => {
            const variance = name === 'cost' ? costVariance : varianceOf.get(name)
            const isWorse = Number(variance ?? 0) * (name === 'cost' || isCost(name) ? -1 : 1) < 0
            return (
              <tr key={name}>
                <th scope="row">{say(titles[name])}</th>
                <td className="qt-number">{money(name, of.planned[name])}</td>
                <td className="qt-number">{of.compared_count === 0 ? '—' : money(name, of.compared[name])}</td>
                <td className="qt-number">{of.compared_count === 0 ? '—' : money(name, of.actual[name])}</td>
                <td className={isWorse ? 'qt-number qt-danger' : 'qt-number qt-not-worse'}>
                  {of.compared_count === 0 ? '—' : money(name, variance, true)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
const isCost = (name: Name): boolean => costElements.some(element => element === name)

function Unmeasured({ of }: { of: Found }) {
  const say = useSay()
  if (of.unmeasured_count === 0) return null
  const reasons = (line: Found['unmeasured'][number]) =>
    [
      ...(line.without_price ? [say(text('无本币销售单价', 'No sales price in own currency'))] : []),
      ...line.missing.map(({ kind, of: what }) => say(missingTexts[kind], { of: what })),
    ].join('；')
  return (
    <section>
      <p className="qt-danger">
        {say(text('{count} 条明细缺价，未计入计划：', '{count} lines lack a price and are not in the plan:'), {
          count: of.unmeasured_count,
        })}
      </p>
      <ul className="qt-margin-missing">
        {of.unmeasured.slice(0, mostNamed).map(line => (
          <li key={line.id}>
            {line.name}：{reasons(line)}
          </li>
        ))}
      </ul>
    </section>
  )
}

const step = 84
const height = 180
const foot = 40
interface Bar {
  readonly name: Text
  readonly from: number
  readonly to: number
  readonly tone: 'total' | 'less' | 'more'
}
/** From revenue to the planned margin, and on to the actual one: where it went. */
function barsOf(of: Found): Bar[] | undefined {
  const value = (amount: string | null | undefined) => (amount == null ? Number.NaN : Number(amount))
  const from = of.compared_count > 0 ? of.compared : of.planned
  const bars: Bar[] = [{ name: titles.revenue, from: 0, to: value(from.revenue), tone: 'total' }]
  let at = value(from.revenue)
  for (const element of costElements) {
    const next = at - value(from[element])
    bars.push({ name: titles[element], from: at, to: next, tone: 'less' })
    at = next
  }
  bars.push({ name: text('计划毛利', 'Planned'), from: 0, to: at, tone: 'total' })
  if (of.compared_count > 0) {
    for (const { element, amount } of of.variances) {
      if (element === 'margin' || Number(amount) === 0) continue
      const next = at + (element === 'revenue' ? value(amount) : -value(amount))
      const title = titles[element]
      bars.push({
        name: text(`${title.zh}差异`, `${title.en} var.`),
        ...{ from: at, to: next, tone: next < at ? 'less' : 'more' },
      })
      at = next
    }
    bars.push({ name: text('实际毛利', 'Actual'), from: 0, to: at, tone: 'total' })
  }
  return bars.every(({ from: a, to: b }) => Number.isFinite(a) && Number.isFinite(b)) ? bars : undefined
}
function Waterfall({ of }: { of: Found }) {
  const say = useSay()
  const bars = barsOf(of)
  if (!bars || bars.every(({ to }) => to === 0)) return null
  const most = Math.max(0, ...bars.flatMap(({ from, to }) => [from, to]))
  const least = Math.min(0, ...bars.flatMap(({ from, to }) => [from, to]))
  const y = (value: number) => 16 + ((most - value) / (most - least || 1)) * height
  const width = bars.length * step
  const shown = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
  return (
    <div className="qt-trend-scroll">
      <svg
        className="qt-waterfall"
        role="img"
        aria-label={say(text('毛利瀑布图', 'Waterfall of the margin'))}
        viewBox={`0 0 ${width} ${height + 16 + foot}`}
        style={{ inlineSize: '100%', minInlineSize: width / 2, maxInlineSize: width }}
      >
        <line x1={0} x2={width} y1={y(0)} y2={y(0)} className="qt-waterfall-zero" />
        {bars.map(({ name, from, to, tone }, at) => (
          <g key={name.zh}>
            <title>{`${say(name)} ${(to - from).toFixed(2)}`}</title>
            <rect
              className={`qt-waterfall-${tone}`}
              x={at * step + 12}
              width={step - 24}
              y={Math.min(y(from), y(to))}
              height={Math.max(1, Math.abs(y(from) - y(to)))}
            />
            <text x={at * step + step / 2} y={Math.min(y(from), y(to)) - 4} textAnchor="middle">
              {shown.format(to - from)}
            </text>
            <text x={at * step + step / 2} y={height + 36} textAnchor="middle">
              {say(name)}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
}
