import { useId, useRef, useState } from 'react'
import { AsTable, ChartTable, type Series } from './chart-table.tsx'
import { niceTop, toneOf } from './trend-chart.tsx'
import { useSize } from './use-size.ts'
import './trend-chart.css'

interface ColumnChartProps {
  readonly name: string
  /** What stands along the bottom, in a word. */
  readonly head: string
  readonly labels: readonly string[]
  readonly series: readonly Series[]
  readonly unit?: string | null
  /** One upon the other; side by side when absent. */
  readonly stacked?: boolean
}
const height = 200
const margin = { left: 60, right: 16, top: 12, bottom: 24 }
const leastWidth = 420
const widest = 48
const leastColumn = 14
const labelWidth = 84
const letterWidth = 7

/** Columns are told apart by their hatching as well as by colour. */
function Hatch({ id, at }: { id: string; at: number }) {
  const lines = ['', 'M0 8L8 0', 'M0 4H8', 'M0 0L8 8M0 8L8 0', 'M4 0V8'][at % 5]
  return (
    <pattern id={id} width={8} height={8} patternUnits="userSpaceOnUse">
      <rect width={8} height={8} fill={toneOf(at)} />
      {lines ? <path d={lines} stroke="var(--qt-panel)" strokeWidth={1.5} /> : null}
    </pattern>
  )
}

/** Values of groups as columns, beside each other or stacked; the same as a table for who reads it so. */
export function ColumnChart({ name, head, labels, series, unit, stacked = false }: ColumnChartProps) {
  const [asTable, setAsTable] = useState(false)
  const box = useRef<HTMLElement>(null)
  const room = useSize(box).width
  const id = useId()
  const sumOf = (at: number, sign: 1 | -1) =>
    series.reduce((sum, { values }) => sum + Math.max(0, sign * (values[at] ?? 0)), 0)
  const all = stacked
    ? labels.flatMap((_, at) => [sumOf(at, 1), -sumOf(at, -1)])
    : series.flatMap(({ values }) => values.filter(value => value !== null))
  const top = niceTop(Math.max(0, ...all))
  const least = Math.min(0, ...all)
  const bottom = least < 0 ? -niceTop(-least) : 0
  const inGroup = stacked ? 1 : Math.max(1, series.length)
  const across = margin.left + margin.right
  const width = Math.max(
    Math.min(leastWidth, room || leastWidth),
    Math.floor(room),
    across + labels.length * (inGroup * leastColumn + 12),
  )
  const step = (width - across) / Math.max(1, labels.length)
  const column = Math.min(widest, Math.max(2, (step - 12) / inGroup))
  const y = (value: number) =>
    margin.top + (height - margin.top - margin.bottom) * (1 - (value - bottom) / Math.max(1e-9, top - bottom))
  const every = Math.max(1, Math.ceil(labelWidth / Math.max(1, step)))
  const fits = Math.max(4, Math.floor((step * every) / letterWidth))
  return (
    <figure ref={box} className="qt-trend" aria-label={name}>
      <figcaption>
        <strong>{name}</strong>
        {unit ? <span className="qt-secondary">{unit}</span> : null}
        {series.length > 1
          ? series.map(({ key, name: of }, at) => (
              <span key={key} className="qt-trend-key">
                <svg width={16} height={12} aria-hidden="true">
                  <rect width={16} height={12} fill={`url(#${id}${at})`} />
                </svg>
                {of}
              </span>
            ))
          : null}
        <AsTable pressed={asTable} onPress={setAsTable} />
      </figcaption>
      {/* The keys stand outside of the drawing and are hatched as it is. */}
      <svg width={0} height={0} className="qt-chart-hatches" aria-hidden="true">
        <defs>
          {series.map(({ key }, at) => (
            <Hatch key={key} id={`${id}${at}`} at={at} />
          ))}
        </defs>
      </svg>
      {asTable ? (
        <ChartTable head={head} labels={labels} series={series} />
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
            {labels.map((label, at) => {
              const middle = margin.left + step * (at + 0.5)
              const floors = { up: 0, down: 0 }
              return (
                <g key={at}>
                  {series.map(({ key, name: of, values }, k) => {
                    const value = values[at] ?? null
                    if (value === null) return null
                    const side = value < 0 ? 'down' : 'up'
                    const from = stacked ? floors[side] : 0
                    if (stacked) floors[side] += value
                    const x = stacked ? middle - column / 2 : middle + column * (k - inGroup / 2)
                    return (
                      <rect
                        key={key}
                        x={x}
                        y={Math.min(y(from), y(from + value))}
                        width={Math.max(1, column - 1)}
                        height={Math.abs(y(from) - y(from + value))}
                        fill={`url(#${id}${k})`}
                      >
                        <title>{`${of} ${label}: ${value.toLocaleString('en-US')}`}</title>
                      </rect>
                    )
                  })}
                  {at % every === 0 ? (
                    <text x={middle} y={height - 6} textAnchor="middle">
                      <title>{label}</title>
                      {label.length > fits ? `${label.slice(0, fits - 1)}…` : label}
                    </text>
                  ) : null}
                </g>
              )
            })}
            <line className="qt-trend-grid" x1={margin.left} x2={width - margin.right} y1={y(0)} y2={y(0)} />
          </svg>
        </div>
      )}
    </figure>
  )
}
