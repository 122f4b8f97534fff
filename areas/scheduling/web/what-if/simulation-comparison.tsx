import { type Text, text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { type Say, useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { differenceText } from '../../model/late/late-words.ts'
import { compareSimulations, type PlanFigures } from '../../model/what-if/simulation.calls.ts'
import { hoursText } from '../chart/summary-strip.tsx'
import { SimulationBounds } from './simulation-bounds.tsx'

type Compared = NonNullable<ReturnType<typeof useCall<typeof compareSimulations>>['data']>
type PlanOf = Compared['plans'][number]

interface Figure {
  readonly title: Text
  readonly of: (plan: PlanOf) => number
  readonly show: (plan: PlanOf, say: Say) => string
  /** More is better. */
  readonly more?: boolean
  /** Neither more nor less is better. */
  readonly neutral?: boolean
}
const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`
const hoursOf = (key: keyof PlanFigures & `${string}_hours`, title: Text): Figure => ({
  title,
  of: plan => plan.figures[key],
  show: (plan, say) => hoursText(plan.figures[key], say),
})
const countOf = (key: 'late_orders' | 'unplanned_orders', title: Text): Figure => ({
  title,
  of: plan => plan.figures[key],
  show: plan => String(plan.figures[key]),
})
const figures: readonly Figure[] = [
  {
    title: text('按期率', 'On time'),
    of: plan => plan.figures.on_time_share,
    show: plan => percent(plan.figures.on_time_share),
    more: true,
  },
  countOf('late_orders', text('延期工单', 'Late orders')),
  hoursOf('tardiness_hours', text('总延期', 'Total lateness')),
  hoursOf('weighted_tardiness_hours', text('加权延期（现行优先级）', 'Weighted lateness (priorities in force)')),
  hoursOf('setup_hours', text('准备与换型', 'Set-up')),
  hoursOf('makespan_hours', text('全部完工还需', 'All done in')),
  countOf('unplanned_orders', text('未排工单', 'Not placed')),
  {
    title: text('14天负荷', 'Load, 14 days'),
    of: plan => plan.figures.load_share,
    show: plan => percent(plan.figures.load_share),
    neutral: true,
  },
  {
    title: text('最忙设备', 'Busiest machine'),
    of: plan => plan.figures.busiest_load_share,
    show: ({ figures: { busiest_machine_no: no, busiest_load_share: share } }) =>
      no === null ? '–' : `${no} ${percent(share)}`,
    neutral: true,
  },
  {
    title: text('变动任务', 'Tasks moved'),
    of: plan => plan.moved_tasks,
    show: plan => String(plan.moved_tasks),
    neutral: true,
  },
]
const tone = (difference: number, more = false): string | undefined =>
  difference === 0 ? undefined : difference > 0 === more ? 'qt-sim-better' : 'qt-sim-worse'

/** The plan in force and some versions, column beside column: figures first, then each order that differs. */
export function SimulationComparison({ version_ids }: { version_ids: readonly string[] }) {
  const compared = useCall(compareSimulations, { version_ids: [...version_ids] }, { keepPrevious: true })
  if (compared.error) return <ErrorState failure={compared.error} retry={compared.refetch} />
  if (!compared.data) return <PageSkeleton />
  return (
    <div className="qt-sim-compare">
      <Figures plans={compared.data.plans} />
      {compared.data.plans.map(({ id, name }) => id && <SimulationBounds key={id} version_id={id} name={name} />)}
      <Orders compared={compared.data} />
    </div>
  )
}

function Figures({ plans }: { plans: readonly PlanOf[] }) {
  const say = useSay()
  const now = plans[0]!
  return (
    <table aria-label={say(text('指标对比', 'Figures'))}>
      <thead>
        <tr>
          <th scope="col">{say(text('指标', 'Figure'))}</th>
          {plans.map(plan => (
            <th key={plan.id ?? ''} scope="col">
              {plan.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {figures.map(({ title, of, show, more, neutral }) => (
          <tr key={title.zh}>
            <td>{say(title)}</td>
            {plans.map(plan => {
              // What reads the same is neither better nor worse.
              const isSame = neutral || show(plan, say) === show(now, say)
              return (
                <td key={plan.id ?? ''} className={`qt-number ${isSame ? '' : (tone(of(plan) - of(now), more) ?? '')}`}>
                  {show(plan, say)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** More rows than these nobody compares by eye; the most changed come first. */
const mostOrders = 200

function Orders({ compared: { plans, orders } }: { compared: Compared }) {
  const say = useSay()
  const dates = useOrgDate()
  if (orders.length === 0)
    return <EmptyState text={text('各版本工单完工时间相同', 'All orders finish at the same time')} />
  const change = (order: Compared['orders'][number], index: number): number => {
    const [now, then] = [order.finishes[0]!.finish_time, order.finishes[index]!.finish_time]
    return now === null || then === null ? 0 : then - now
  }
  const largest = (order: Compared['orders'][number]) =>
    Math.max(...plans.map((_, index) => Math.abs(change(order, index))), 0)
  const shown = orders.toSorted((a, b) => largest(b) - largest(a)).slice(0, mostOrders)
  return (
    <table aria-label={say(text('工单差异', 'Orders that differ'))}>
      <thead>
        <tr>
          <th scope="col">{say(text('工单（{n}单有差异）', 'Order ({n} differ)'), { n: orders.length })}</th>
          <th scope="col">{say(text('交期', 'Due'))}</th>
          {plans.map(plan => (
            <th key={plan.id ?? ''} scope="col">
              {plan.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map(order => (
          <tr key={order.id}>
            <td>
              {order.no} <span className="qt-secondary">{order.material_name}</span>
            </td>
            <td className="qt-number">
              <DayText of={order.delivery_date} />
            </td>
            {order.finishes.map(({ finish_time, priority }, index) => (
              <td key={plans[index]!.id ?? ''} className="qt-number">
                <span className={finish_time !== null && finish_time > order.due ? 'qt-plan-late' : undefined}>
                  {finish_time === null ? say(text('未排', 'Not placed')) : dates.minuteOf(finish_time)}
                </span>{' '}
                {index > 0 ? (
                  <span className={tone(change(order, index))}>{differenceText(change(order, index), say)}</span>
                ) : null}
                {priority === order.finishes[0]!.priority && index > 0 ? null : (
                  <span className="qt-secondary"> P{priority}</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
