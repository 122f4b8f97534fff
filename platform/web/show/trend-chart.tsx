import { text } from '@qitao/core/text.ts'
import { useRef, useState } from 'react'
import { useSay } from '../session/language.ts'
import { AsTable, ChartTable, type Series } from './chart-table.tsx'
import { useSize } from './use-size.ts'
import './trend-chart.css'

interface TrendChartProps {
  readonly name: string
  readonly labels: readonly string[]
  readonly series: readonly Series[]
  readonly unit?: string | null
}
const height = 200
const margin = { left: 60, right: 16, top: 12, bottom: 24 }
const leastStep = 28
const leastWidth = 420
/** Lines are told apart by dashes and marks as well as by colour. */
const dashes = ['', '6 3', '2 3', '10 3 2 3', '1 4']
const tones = ['info', 'warning', 'done', 'danger', 'neutral']
const marks = ['circle', 'square', 'triangle', 'diamond', 'cross'] as const
export const mostSeries = dashes.length

/** Values over time as lines; the same as a table for who reads it so. */
export function TrendChart({ name, labels, series, unit }: TrendChartProps) {
  const say = useSay()
  const [asTable, setAsTable] = useState(false)
  const box = useRef<HTMLElement>(null)
  const room = useSize(box).width
  const all = series.flatMap(({ values }) => values.filter(value => value !== null))
  const top = niceTop(Math.max(0, ...all))
  const bottom = Math.min(0, ...all)
  // As wide as there is room; many periods scroll.
  const width = Math.max(
    Math.min(leastWidth, room || leastWidth),
    Math.floor(room),
    margin.left + margin.right + leastStep * Math.max(1, labels.length - 1),
  )
  const step = labels.length > 1 ? (width - margin.left - margin.right) / (labels.length - 1) : 0
  const x = (at: number) => margin.left + (labels.length > 1 ? step * at : (width - margin.left - margin.right) / 2)
  const y = (value: number) =>
    margin.top + (height - margin.top - margin.bottom) * (1 - (value - bottom) / Math.max(1e-9, top - bottom))
  const every = Math.max(1, Math.ceil(64 / Math.max(1, step)))
  return (
    <figure ref={box} className="qt-trend" aria-label={name}>
      <figcaption>
        <strong>{name}</strong>
        {unit ? <span className="qt-secondary">{unit}</span> : null}
        {series.map(({ key, name: of }, at) => (
          <span key={key} className="qt-trend-key">
            <svg width={30} height={12} aria-hidden="true">
              <line
                x1={0}
                x2={30}
                y1={6}
                y2={6}
                stroke={toneOf(at)}
                strokeWidth={2}
                strokeDasharray={dashes[at % dashes.length]}
              />
              <Mark at={at} x={15} y={6} />
            </svg>
            {of}
          </span>
        ))}
        <AsTable pressed={asTable} onPress={setAsTable} />
      </figcaption>
      {asTable ? (
        <ChartTable head={say(text('周期', 'Period'))} labels={labels} series={series} />
      ) : (
        <div className="qt-trend-scroll">
          <svg width={width} height={height} role="img" aria-label={name}>
            {[0, 0.5, 1].map(share => {
              const value = bottom + (top - bottom) * share
              return (
                <g key={share}>
                  <line
                    className="qt-trend-grid"
                    x1={margin.left}
                    x2={width - margin.right}
                    y1={y(value)}
                    y2={y(value)}
                  />
                  <text x={margin.left - 6} y={y(value) + 4} textAnchor="end">
                    {value.toLocaleString('en-US', { maximumFractionDigits: 1 })}
                  </text>
                </g>
              )
            })}
            {series.map(({ key, name: of, values }, at) => (
              <g key={key}>
                <path
                  d={lineOf(values, x, y)}
                  fill="none"
                  stroke={toneOf(at)}
                  strokeWidth={2}
                  strokeDasharray={dashes[at % dashes.length]}
                />
                {values.map((value, k) =>
                  value === null ? null : (
                    <g key={labels[k]}>
                      <title>{`${of} ${labels[k]}: ${value.toLocaleString('en-US')}`}</title>
                      <Mark at={at} x={x(k)} y={y(value)} />
                    </g>
                  ),
                )}
              </g>
            ))}
            {labels.map((label, at) =>
              (labels.length - 1 - at) % every === 0 ? (
                <text
                  key={label}
                  x={x(at)}
                  y={height - 6}
                  textAnchor={at === labels.length - 1 && at > 0 ? 'end' : 'middle'}
                >
                  {label}
                </text>
              ) : null,
            )}
          </svg>
        </div>
      )}
    </figure>
  )
}
export const toneOf = (at: number): string => `var(--qt-status-${tones[at % tones.length]}-bar)`

function Mark({ at, x, y }: { at: number; x: number; y: number }) {
  const fill = toneOf(at)
  switch (marks[at % marks.length]) {
    case 'square':
      return <rect x={x - 3.5} y={y - 3.5} width={7} height={7} fill={fill} />
    case 'triangle':
      return <path d={`M${x} ${y - 4.5}L${x + 4.5} ${y + 3.5}H${x - 4.5}Z`} fill={fill} />
    case 'diamond':
      return <path d={`M${x} ${y - 5}L${x + 5} ${y}L${x} ${y + 5}L${x - 5} ${y}Z`} fill={fill} />
    case 'cross':
      return (
        <path
          d={`M${x - 4} ${y - 4}L${x + 4} ${y + 4}M${x + 4} ${y - 4}L${x - 4} ${y + 4}`}
          stroke={fill}
          strokeWidth={2}
        />
      )
    default:
      return <circle cx={x} cy={y} r={3.5} fill={fill} />
  }
}
/** A gap where nothing was measured. */
export function lineOf(
  values: readonly (number | null)[],
  x: (at: number) => number,
  y: (value: number) => number,
): string {
  let path = ''
  values.forEach((value, at) => {
    if (value === null) return
    path += `${at > 0 && values[at - 1] !== null ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`
  })
  return path
}
export function niceTop(most: number): number {
  if (most <= 0) return 1
  const ten = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 2.5, 5, 10].find(one => one * ten >= most) ?? 10) * ten
}
