import { isZero } from '@qitao/core/quantity.ts'
import type { State } from '@qitao/core/status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { applyPlanMessages, listPlanMessages } from '@qitao/manufacturing/model/plan/plan-message.calls.ts'
import { messageKindOf, reasonText } from '@qitao/manufacturing/model/plan/plan-message.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { Segmented } from 'antd'
import { useState } from 'react'
import {
  type PegRow,
  type SupplyDemandPeriod,
  type SupplyDemandRow,
  showPegging,
  showSupplyDemand,
} from '../../model/balance/supply-demand.calls.ts'
import { pegDemandKind, pegState, pegSupplyKind, supplyStatus } from '../../model/balance/supply-demand.status.ts'
import { type Dimension, usePeriodName } from '../periods.tsx'
import '../forecast.css'
import './balance.css'

/** One material: period by period, who has what, and what the plan asks for. */
export function SupplyDemandDrawer({
  of: row,
  dimension,
  onClose,
}: {
  of: SupplyDemandRow
  dimension: Dimension
  onClose: () => void
}) {
  const { may } = useSession()
  const material_id = row.material_id!
  return (
    <DetailDrawer open wide title={`${row.material_code} ${row.material_name}`} onClose={onClose}>
      <Periods of={row} dimension={dimension} />
      <Pegging material_id={material_id} dimension={dimension} unit={row.unit_name} />
      {may(pages.materialPlan) ? <Messages material_id={material_id} /> : null}
    </DetailDrawer>
  )
}

const lines: readonly (readonly [keyof SupplyDemandPeriod, Text])[] = [
  ['order_quantity', text('销售订单', 'Orders')],
  ['need_quantity', text('工单需求', 'Work orders')],
  ['forecast_quantity', text('净预测', 'Net forecast')],
  ['transit_quantity', text('在途', 'In transit')],
  ['production_quantity', text('在制', 'In production')],
  ['balance_quantity', text('结存', 'Left')],
]
function Periods({ of: row, dimension }: { of: SupplyDemandRow; dimension: Dimension }) {
  const say = useSay()
  const nameOf = usePeriodName(dimension)
  const state = useCall(showSupplyDemand, { material_id: row.material_id!, time_dimension: dimension })
  if (state.error && !state.data) return <ErrorState failure={state.error} retry={state.refetch} />
  if (!state.data) return <PageSkeleton />
  const abnormal = (one: SupplyDemandPeriod) => one.supply_status === supplyStatus.codes.abnormal
  return (
    <>
      <p className="qt-secondary">
        {say(text('现有 {opening}，再订货点 {rop} {unit}', '{opening} at hand, ROP {rop} {unit}'), {
          ...{ opening: row.opening_quantity ?? '0', rop: row.safety_stock ?? '0', unit: row.unit_name },
        })}
      </p>
      <div className="qt-forecast-scroll">
        <table className="qt-forecast-table qt-balance">
          <caption>{say(text('逐期供需', 'Period by period'))}</caption>
          <thead>
            <tr>
              <th scope="col">{row.unit_name}</th>
              {state.data.result.map(one => (
                <th key={one.period} scope="col" className={abnormal(one) ? 'qt-danger' : undefined}>
                  {nameOf(one.period)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(([name, title]) => (
              <tr key={name}>
                <th scope="row">{say(title)}</th>
                {state.data!.result.map(one => (
                  <td
                    key={one.period}
                    className={name === 'balance_quantity' && abnormal(one) ? 'qt-danger' : undefined}
                  >
                    {name !== 'balance_quantity' && isZero(one[name] as string) ? (
                      ''
                    ) : (
                      <Quantity value={one[name] as string} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const stateOf = <C extends string>(statuses: { readonly list: readonly State<C>[] }, code: C | null) =>
  statuses.list.find(state => state.code === code)
function Pegging({ material_id, dimension, unit }: { material_id: string; dimension: Dimension; unit: string }) {
  const say = useSay()
  const [side, setSide] = useState<'demand' | 'supply'>('demand')
  const state = useCall(showPegging, { material_id, time_dimension: dimension })
  if (state.error && !state.data) return <ErrorState failure={state.error} retry={state.refetch} />
  if (!state.data) return <PageSkeleton />
  /** What is known of a side; where nothing is, why. */
  const sideOf = (one: PegRow, kind: State<string> | undefined, words: readonly (string | null)[]) =>
    kind ? [say(kind), ...words].filter(Boolean).join(' ') : <StatusTag of={stateOf(pegState, one.state)} />
  const demand = (one: PegRow) =>
    sideOf(one, stateOf(pegDemandKind, one.demand_kind), [one.demand_no, one.product_name])
  const supply = (one: PegRow) => sideOf(one, stateOf(pegSupplyKind, one.supply_kind), [one.supply_no])
  const byTime = (one: PegRow) => (side === 'demand' ? one.needed_time : one.available_time) ?? 0
  const rows =
    side === 'demand'
      ? state.data.result
      : state.data.result.toSorted(
          (a, b) => (a.supply_no ?? '~').localeCompare(b.supply_no ?? '~') || byTime(a) - byTime(b),
        )
  return (
    <>
      <div className="qt-balance-head">
        <strong>{say(text('供需对应', 'Who has what'))}</strong>
        <Segmented
          aria-label={say(text('供需对应的方向', 'Read from'))}
          value={side}
          onChange={setSide}
          options={[
            { value: 'demand', label: say(text('按需求', 'By demand')) },
            { value: 'supply', label: say(text('按供应', 'By supply')) },
          ]}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState text={text('没有供应，也没有需求', 'Neither supply nor demand')} />
      ) : (
        <div className="qt-forecast-scroll">
          <table className="qt-forecast-table qt-pegging">
            <thead>
              <tr>
                {(side === 'demand'
                  ? [text('需求', 'Demand'), text('需要', 'Needed'), text('供应', 'Supply'), text('到货', 'Available')]
                  : [text('供应', 'Supply'), text('到货', 'Available'), text('需求', 'Demand'), text('需要', 'Needed')]
                ).map(title => (
                  <th key={title.en} scope="col">
                    {say(title)}
                  </th>
                ))}
                <th scope="col">{say(text('数量（{unit}）', 'Quantity ({unit})'), { unit })}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(one => {
                const ofDemand = [
                  <td key="demand">{demand(one)}</td>,
                  <td key="needed">{one.needed_time === null ? '—' : <DayText of={one.needed_time} />}</td>,
                ]
                const ofSupply = [
                  <td key="supply">{supply(one)}</td>,
                  <td key="available">{one.available_time === null ? '—' : <DayText of={one.available_time} />}</td>,
                ]
                return (
                  <tr key={one.id}>
                    {side === 'demand' ? [...ofDemand, ...ofSupply] : [...ofSupply, ...ofDemand]}
                    <td>
                      <Quantity value={one.quantity} />
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
          {state.data.cut ? (
            <p className="qt-secondary">
              {say(text('只列出前1000行，其余合并在“其余”中。', 'The first 1000 rows; all others stand in the rest.'))}
            </p>
          ) : null}
        </div>
      )}
    </>
  )
}

/** What the last material plan asks for of it. */
function Messages({ material_id }: { material_id: string }) {
  const say = useSay()
  const apply = useCommand(applyPlanMessages, { refreshes: [listPlanMessages, showPegging] })
  const state = useCall(listPlanMessages, { material_id, page_size: 50 })
  const messages = state.data?.result ?? []
  if (state.error && !state.data) return <ErrorState failure={state.error} retry={state.refetch} />
  if (messages.length === 0) return null
  return (
    <table className="qt-forecast-table qt-pegging">
      <caption>{say(text('计划消息', 'Plan messages'))}</caption>
      <tbody>
        {messages.map(one => (
          <tr key={one.id}>
            <td>{say(messageKindOf(one))}</td>
            <td>
              <Quantity value={one.quantity} unit={one.unit_name} />
            </td>
            <td>
              <DayText of={one.to_time} />
            </td>
            <td>{[one.source_no, one.mo_no].filter(Boolean).join(' → ')}</td>
            <td>{say(reasonText(one.reason))}</td>
            <td>
              <ActButton
                act={{
                  title: text('执行', 'Apply'),
                  ask: {
                    title: text('执行建议？', 'Carry out the suggestion?'),
                    objects: [[one.source_no, one.material_code].filter(Boolean).join(' ')],
                  },
                  run: apply.with({ message_ids: [one.id] }),
                }}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
