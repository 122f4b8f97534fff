import { formatQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { type OrgDate, useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { TrendChart } from '@qitao/platform/web/show/trend-chart.tsx'
import type { PastPrice, PriceListCalls } from '../../model/price/price-list.calls.ts'
import './price.css'

/** How a price went: its steps as lines over the days on which one began, and each period with who set it. */
export function PriceHistoryDrawer({ calls, id, onClose }: { calls: PriceListCalls; id: string; onClose: () => void }) {
  const say = useSay()
  const dates = useOrgDate()
  const found = useCall(calls.history, { id })
  const name = found.data?.name ?? ''
  return (
    <DetailDrawer open wide title={text(`价格走势 ${name}`, `Price history ${name}`)} onClose={onClose}>
      {found.error ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !found.data ? (
        <RowsSkeleton />
      ) : (
        <>
          <Chart of={found.data.result} unit={`${found.data.currency} / ${found.data.unit_name}`} dates={dates} />
          <div className="qt-price-preview">
            <table aria-label={say(text('各期单价', 'Periods'))}>
              <thead>
                <tr>
                  <th>{say(text('起始数量', 'From quantity'))}</th>
                  <th>{say(text('单价', 'Price'))}</th>
                  <th>{say(text('生效日期', 'Valid from'))}</th>
                  <th>{say(text('失效日期', 'Valid to'))}</th>
                  <th>{say(text('修改人', 'Changed by'))}</th>
                </tr>
              </thead>
              <tbody>
                {found.data.result.map(one => (
                  <tr key={one.id}>
                    <td className="qt-number">{formatQuantity(one.from_quantity)}</td>
                    <td className="qt-number">{formatQuantity(one.price)}</td>
                    <td>{dates.dayOf(one.valid_from)}</td>
                    <td>{one.valid_to === null ? '—' : dates.dayOf(one.valid_to)}</td>
                    <td>{one.updated_by_name ?? '—'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </DetailDrawer>
  )
}

function Chart({ of, unit, dates }: { of: readonly PastPrice[]; unit: string; dates: OrgDate }) {
  const say = useSay()
  const days = [...new Set(of.map(one => one.valid_from))].sort((a, b) => a - b)
  const series = [...Map.groupBy(of, one => formatQuantity(one.from_quantity))].map(([from, steps]) => ({
    key: from,
    name: say(text('满 {from}', 'From {from}'), { from }),
    values: days.map(day => {
      const held = steps.filter(one => one.valid_from <= day && (one.valid_to === null || one.valid_to >= day)).at(-1)
      return held ? Number(held.price) : null
    }),
  }))
  return (
    <TrendChart
      name={say(text('单价', 'Price'))}
      labels={days.map(day => dates.dayOf(day))}
      series={series}
      unit={unit}
    />
  )
}
