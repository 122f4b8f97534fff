import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import {
  type InventoryPlanRow,
  type SimulatedPlan,
  simulateInventoryPlan,
} from '../../model/inventory/inventory-plan.calls.ts'
import '../forecast.css'
import '../balance/balance.css'
import './inventory.css'

const lines = [
  ['reorder_point', text('再订货点', 'ROP')],
  ['reorder_quantity', text('补货批量', 'Bought beyond it')],
  ['fill_rate', text('满足率%', 'Fill rate %')],
  ['average_stock', text('平均库存', 'Average stock')],
  ['days_out', text('缺货天数', 'Days short')],
  ['order_count', text('补货次数', 'Orders')],
] as const satisfies readonly (readonly [keyof SimulatedPlan, unknown])[]

/** The past year with the point in use and with the computed one, before anybody accepts it. */
export function InventoryPlanDrawer({
  of: row,
  acts,
  onClose,
}: {
  of: InventoryPlanRow
  acts: readonly Act[]
  onClose: () => void
}) {
  const say = useSay()
  const state = useCall(simulateInventoryPlan, { material_id: row.material_id! })
  return (
    <DetailDrawer open wide title={`${row.material_code} ${row.material_name}`} actions={acts} onClose={onClose}>
      {state.error && !state.data ? (
        <ErrorState failure={state.error} retry={state.refetch} />
      ) : state.data ? (
        <>
          <table className="qt-forecast-table">
            <caption>
              {say(text('过去{days}天的模拟（{unit}）', 'The past {days} days, simulated ({unit})'), {
                days: state.data.day_count,
                unit: row.unit_name,
              })}
            </caption>
            <thead>
              <tr>
                <th scope="col" />
                <th scope="col">{say(text('在用', 'In use'))}</th>
                <th scope="col">{say(text('计算', 'Computed'))}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map(([name, title]) => (
                <tr key={name}>
                  <th scope="row">{say(title)}</th>
                  <td>
                    <Quantity value={String(state.data!.in_use[name])} />
                  </td>
                  <td>
                    <Quantity value={String(state.data!.computed[name])} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <table className="qt-forecast-table">
            <caption>{say(text('满足率与库存', 'What another promise takes'))}</caption>
            <thead>
              <tr>
                {[
                  text('满足率%', 'Fill rate %'),
                  text('再订货点', 'ROP'),
                  text('比在用增加的金额', 'Money more than in use'),
                ].map(title => (
                  <th key={title.en} scope="col">
                    {say(title)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {state.data.sensitivity.map(one => (
                <tr key={one.fill_rate}>
                  <th scope="row">{one.fill_rate}</th>
                  <td>
                    <Quantity value={one.reorder_point} />
                  </td>
                  <td>{one.amount === null ? '—' : <Quantity value={one.amount} decimals={2} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Histogram of={state.data.histogram} />
          <p className="qt-secondary">{say(formula)}</p>
        </>
      ) : (
        <PageSkeleton />
      )}
    </DetailDrawer>
  )
}

function Histogram({ of }: { of: readonly { up_to: string; days: number }[] }) {
  const say = useSay()
  const most = Math.max(1, ...of.map(({ days }) => days))
  if (of.length === 0)
    return <p className="qt-secondary">{say(text('过去一年没有消耗。', 'Nothing was consumed in the past year.'))}</p>
  return (
    <table className="qt-forecast-table qt-histogram">
      <caption>{say(text('每日消耗的分布', 'Days by what was consumed'))}</caption>
      <tbody>
        {of.map(({ up_to, days }, at) => (
          <tr key={up_to + String(at)}>
            <th scope="row">{at === 0 ? '0' : `≤ ${up_to}`}</th>
            <td>
              <span className="qt-histogram-bar" style={{ width: `${(100 * days) / most}%` }} />
            </td>
            <td>{days}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const formula = text(
  '公式：每日检查库存头寸（现有＋在途＋在制－需求），不高于再订货点时补到“再订货点＋日均×补货周期”。再订货点＝日均×（供货提前期＋附加时间）＋波动缓冲＋质量缓冲；波动缓冲按伽马分布求得，使从库存直接满足的数量达到目标满足率（第二类），含越过再订货点当天的需求；质量缓冲＝（日均×提前期＋波动缓冲）×不良率÷（1－不良率）。ABC：年消耗金额累计80%为A、95%为B、其余C；XYZ：周消耗变异系数不超过0.5为X、不超过1为Y、其余Z。',
  'Formula: each day the position (at hand, in transit and in production less what is needed) is looked at; at the reorder point or below it is filled up to the point and daily average x reorder cycle. Point = daily average x (lead time + additional time) + fluctuation buffer + quality buffer. The fluctuation buffer is found with the gamma distribution so that the target share of what is asked for is given from stock at once (type 2), what is asked for on the day on which the point is passed included. Quality buffer = (daily average x lead time + fluctuation buffer) x defect rate / (1 - defect rate). ABC: A up to 80 % of the value consumed, B up to 95 %, C the rest. XYZ: variation of weekly consumption up to 0.5 X, up to 1 Y, above it Z.',
)
