import { type Quantity as Amount, amountOf, roundHalfUp } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { daySeconds, hourSeconds } from '@qitao/core/time.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { BarChart } from '@qitao/platform/web/show/bar-chart.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Segmented } from 'antd'
import { useState } from 'react'
import { type DeviceOee, queryDeviceOee } from '../../model/equipment/equipment.calls.ts'

type Seconds = Exclude<
  keyof DeviceOee['total'],
  'oee' | 'availability' | 'performance' | 'quality' | 'good_quantity' | 'defective_quantity'
>
interface Step {
  readonly of: Seconds
  readonly title: Text
  readonly means: Text
  /** What the steps before leave; else a loss. */
  readonly remains?: true
}
/** Top to bottom: each loss is taken from what stands above it. */
const steps: readonly Step[] = [
  {
    of: 'calendar_seconds',
    title: text('日历时间', 'Calendar time'),
    means: text(
      '工作日历的班次时间×同时任务数，只算到现在',
      'Shifts of its calendar, times its tasks at a time, up to now',
    ),
    remains: true,
  },
  {
    of: 'planned_stop_seconds',
    title: text('计划停机', 'Planned stops'),
    means: text('保养和其他冻结', 'Maintenance and other freezes'),
  },
  {
    of: 'breakdown_seconds',
    title: text('故障停机', 'Breakdowns'),
    means: text('类型为故障的冻结', 'Freezes of the kind breakdown'),
  },
  {
    of: 'idle_seconds',
    title: text('无任务', 'No task ran'),
    means: text('设备可用，但没有已开工的任务', 'Open, and no task was started'),
  },
  {
    of: 'run_seconds',
    title: text('运行时间', 'Run time'),
    means: text('任务实际开工到完工之间的工作时间', 'Working time from the actual start of tasks to their finish'),
    remains: true,
  },
  {
    of: 'speed_seconds',
    title: text('速度损失', 'Speed'),
    means: text(
      '运行时间减去按标准工时（100% OEE）应需的时间；负数表示快于标准',
      'Run time less what the cycle times at 100 % OEE ask for; below 0: quicker',
    ),
  },
  {
    of: 'quality_seconds',
    title: text('质量损失', 'Quality'),
    means: text('做出不良品所占的标准时间', 'Standard time that went into scrap'),
  },
  {
    of: 'effective_seconds',
    title: text('有效时间', 'Effective time'),
    means: text('良品的标准时间', 'Standard time of good pieces'),
    remains: true,
  },
]
const spans = [7, 30, 90] as const
const full = 100

/** OEE and where the time and its money went. */
export function OeeTab({ id }: { id: string }) {
  const say = useSay()
  const dates = useOrgDate()
  const [span, setSpan] = useState<number>(spans[1])
  const end = dates.startOfDay(dates.today()) + daySeconds
  const found = useCall(
    queryDeviceOee,
    { id, timestamp_range: [end - span * daySeconds, end - 1] },
    { keepPrevious: true },
  )
  if (found.error) return <ErrorState failure={found.error} retry={found.refetch} />
  if (!found.data) return <PageSkeleton />
  const { total, days, hourly_rate } = found.data
  return (
    <>
      <div className="qt-list-head">
        <Segmented<number>
          aria-label={say(text('时段', 'Period'))}
          value={span}
          onChange={setSpan}
          options={spans.map(days => ({ value: days, label: say(text('最近{days}天', 'Last {days} days'), { days }) }))}
        />
      </div>
      <dl className="qt-facts">
        <Figure title={text('OEE', 'OEE')} value={`${total.oee}%`} />
        <Figure title={text('时间开动率 A', 'Availability A')} value={`${total.availability}%`} />
        <Figure title={text('性能 P', 'Performance P')} value={`${total.performance}%`} />
        <Figure title={text('合格率 Q', 'Quality Q')} value={`${total.quality}%`} />
        <Figure
          title={text('良品 / 不良', 'Good / scrap')}
          value={`${trimmed(total.good_quantity)} / ${trimmed(total.defective_quantity)}`}
        />
        <Figure title={text('故障次数', 'Breakdowns')} value={String(found.data.breakdowns)} />
        <Figure title={text('平均故障间隔 MTBF', 'MTBF')} value={hoursOf(found.data.mtbf_seconds)} />
        <Figure title={text('平均修复时间 MTTR', 'MTTR')} value={hoursOf(found.data.mttr_seconds)} />
      </dl>
      <h3 className="qt-md-heading">{say(text('时间损失', 'Where the time went'))}</h3>
      <div className="qt-losses-box">
        <table className="qt-plain-table qt-losses">
          <thead>
            <tr>
              <th scope="col">{say(text('去向', 'Part'))}</th>
              <th scope="col" className="qt-number">
                {say(text('小时', 'Hours'))}
              </th>
              <th scope="col" className="qt-number">
                {say(text('占日历时间', 'Of calendar time'))}
              </th>
              <th scope="col" className="qt-number">
                {say(text('金额', 'Cost'))}
              </th>
              <th scope="col">{say(text('含义', 'Meaning'))}</th>
            </tr>
          </thead>
          <tbody>
            {steps.map(step => (
              <tr key={step.of} className={step.remains ? 'qt-losses-remains' : ''}>
                <th scope="row">{say(step.title)}</th>
                <td className="qt-number">{(total[step.of] / hourSeconds).toFixed(1)}</td>
                <td className="qt-number">
                  <Share of={total[step.of]} whole={total.calendar_seconds} loss={!step.remains} />
                </td>
                <td className="qt-number">
                  {hourly_rate === null ? '—' : <Quantity value={costOf(total[step.of], hourly_rate)} decimals={2} />}
                </td>
                <td className="qt-secondary">{say(step.means)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hourly_rate === null ? (
        <p className="qt-secondary">
          {say(text('未填写小时费率，因此没有金额。', 'There is no rate per hour, so there is no cost.'))}
        </p>
      ) : (
        <p className="qt-secondary">
          {say(text('金额 = 小时 × 小时费率 {rate}', 'Cost = hours x rate of {rate} per hour'), {
            rate: trimmed(hourly_rate),
          })}
        </p>
      )}
      <h3 className="qt-md-heading">{say(text('每天的OEE', 'OEE by day'))}</h3>
      <BarChart
        name={say(text('每天的OEE', 'OEE by day'))}
        full={full}
        bars={days.toReversed().map(day => ({
          key: String(day.date),
          label: dates.dayOf(day.date).slice(5),
          value: Number(day.oee),
          shown: day.calendar_seconds === 0 ? '·' : `${Math.round(Number(day.oee))}%`,
          tone: 'info',
          hint: say(text('{date}：开动 {a}% × 性能 {p}% × 合格 {q}%', '{date}: A {a}% x P {p}% x Q {q}%'), {
            ...{ date: dates.dayOf(day.date), a: day.availability, p: day.performance, q: day.quality },
          }),
        }))}
      />
    </>
  )
}

const trimmed = (value: Amount): string => roundHalfUp(value, 2)
const hoursOf = (seconds: number | null): string => (seconds === null ? '—' : `${(seconds / hourSeconds).toFixed(1)} h`)
const costOf = (seconds: number, rate: Amount): Amount => amountOf((seconds / hourSeconds).toFixed(6), rate)

function Figure({ title, value }: { title: Text; value: string }) {
  const say = useSay()
  return (
    <div>
      <dt>{say(title)}</dt>
      <dd className="qt-number">{value}</dd>
    </div>
  )
}

function Share({ of, whole, loss }: { of: number; whole: number; loss: boolean }) {
  const percent = whole === 0 ? 0 : (full * of) / whole
  return (
    <span className="qt-losses-share">
      <span
        className={loss ? 'qt-losses-bar qt-losses-lost' : 'qt-losses-bar'}
        style={{ width: `${Math.max(0, Math.min(full, percent))}%` }}
      />
      <span>{percent.toFixed(1)}%</span>
    </span>
  )
}
