import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import type { QcItemRow } from '../../model/scheme/method.record.ts'
import { capabilityOf, capableFrom, controlChart, fewestPoints, ruleText } from '../../model/task/control-chart.ts'
import { taskCalls } from '../../model/task/task.calls.ts'

const size = { width: 720, height: 180, left: 48, right: 8, top: 10, bottom: 12 }
/** The last values of a characteristic with its control limits, its tolerance, and the points that break a rule. */
export function ItemChart({ task_id, item }: { task_id: string; item: QcItemRow }) {
  const say = useSay()
  const { data } = useCall(taskCalls.chart, { task_id, item_id: item.id })
  if (!data) return null
  const values = data.points.map(({ value }) => value)
  const chart = controlChart(values)
  if (!chart)
    return (
      <p className="qt-secondary">
        {item.name}: {say(text('满{n}个数值后显示控制图', 'The chart needs {n} values'), { n: fewestPoints })}
      </p>
    )
  const limits = [item.lower_limit, item.upper_limit].flatMap(limit => (limit === null ? [] : [Number(limit)]))
  const all = [...values, ...limits, chart.upper, chart.lower]
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const span = most - least || 1
  const x = (index: number) =>
    size.left + (index * (size.width - size.left - size.right)) / Math.max(1, values.length - 1)
  const y = (value: number) => size.top + ((most - value) * (size.height - size.top - size.bottom)) / span
  const shown = (value: number) => String(Number(value.toPrecision(5)))
  const lines = [
    { value: chart.centre, name: 'CL', stroke: 'var(--qt-status-neutral-bar)', dash: '' },
    { value: chart.upper, name: 'UCL', stroke: 'var(--qt-status-warning-bar)', dash: '6 3' },
    { value: chart.lower, name: 'LCL', stroke: 'var(--qt-status-warning-bar)', dash: '6 3' },
    ...limits.map(value => ({ value, name: '', stroke: 'var(--qt-status-danger-bar)', dash: '2 2' })),
  ]
  const capability = capabilityOf(
    chart,
    {
      lower: item.lower_limit === null ? null : Number(item.lower_limit),
      upper: item.upper_limit === null ? null : Number(item.upper_limit),
    },
    values.length,
  )
  const broken = new Map(chart.broken.map(({ index, rules }) => [index, rules]))
  return (
    <figure style={{ margin: 0 }}>
      <figcaption>
        <strong>{item.name}</strong>{' '}
        <span className="qt-secondary">
          CL {shown(chart.centre)} · UCL {shown(chart.upper)} · LCL {shown(chart.lower)} · n={values.length}
        </span>{' '}
        {capability ? (
          <span className={capability.cpk < capableFrom ? 'qt-late' : 'qt-secondary'}>
            {capability.cp === null ? '' : `Cp ${capability.cp.toFixed(2)} · `}Cpk {capability.cpk.toFixed(2)}
          </span>
        ) : null}{' '}
        {broken.size > 0 ? (
          <span className="qt-late">
            {[...new Set([...broken.values()].flat())]
              .sort()
              .map(rule => say(ruleText[rule]))
              .join('; ')}
          </span>
        ) : null}
      </figcaption>
      <svg
        className="qt-qc-chart"
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={say(text('{name} 控制图', 'Control chart of {name}'), { name: item.name })}
      >
        {lines.map(({ value, name, stroke, dash }) => (
          <g key={`${name}${value}`}>
            <line
              x1={size.left}
              x2={size.width - size.right}
              y1={y(value)}
              y2={y(value)}
              stroke={stroke}
              strokeDasharray={dash}
            />
            <text x={0} y={y(value) + 4} fontSize="11" fill="currentColor">
              {name || shown(value)}
            </text>
          </g>
        ))}
        <polyline
          fill="none"
          stroke="var(--qt-status-info-bar)"
          points={values.map((value, index) => `${x(index)},${y(value)}`).join(' ')}
        />
        {data.points.map((point, index) => (
          <circle
            key={`${point.task_no}:${point.sample_no}`}
            cx={x(index)}
            cy={y(point.value)}
            r={broken.has(index) ? 5 : 3}
            fill={broken.has(index) ? 'var(--qt-status-danger-bar)' : 'var(--qt-status-info-bar)'}
          >
            <title>
              {[
                `${point.task_no} #${point.sample_no}: ${point.value}`,
                ...(broken.get(index) ?? []).map(rule => say(ruleText[rule])),
              ].join(' · ')}
            </title>
          </circle>
        ))}
      </svg>
    </figure>
  )
}
