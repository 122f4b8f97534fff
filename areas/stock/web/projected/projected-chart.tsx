import { formatQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { useSize } from '@qitao/platform/web/show/use-size.ts'
import { useId, useRef } from 'react'
import type { ProjectedStock } from '../../model/stock.calls.ts'
import { axisTicks } from './axis-ticks.ts'

const height = 220
const margin = { left: 64, right: 12, top: 16, bottom: 24 }
const leastWidth = 320
/** px that the label of a day takes. */
const labelRoom = 64

/** What is left at the end of each day as a line that steps; red below nothing, beside the safety stock. */
export function ProjectedChart({ of }: { of: ProjectedStock }) {
  const say = useSay()
  const dates = useOrgDate()
  const clip = useId()
  const box = useRef<HTMLElement>(null)
  const width = Math.max(leastWidth, Math.floor(useSize(box).width))
  const { days, unit_name, short_day, low_day } = of
  const values = days.map(({ balance }) => Number(balance))
  const safety = Number(of.safety_stock)
  const ticks = axisTicks(Math.min(0, ...values), Math.max(1, safety, ...values))
  const [bottom, top] = [ticks[0]!, ticks.at(-1)!]
  const step = (width - margin.left - margin.right) / days.length
  const x = (index: number) => margin.left + step * index
  const y = (value: number) =>
    margin.top + ((height - margin.top - margin.bottom) * (top - value)) / Math.max(1e-9, top - bottom)
  const line = values.map((value, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(value)}H${x(at + 1)}`).join('')
  const every = Math.max(1, Math.ceil(labelRoom / step))
  const title = text('每日结存', 'Left at the end of each day')
  const short = (day: number) => dates.dayOf(day).slice(5)
  const figure = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 6 })
  const marked = [
    ...(low_day === null ? [] : [{ day: low_day, tone: 'warning' }]),
    ...(short_day === null ? [] : [{ day: short_day, tone: 'danger' }]),
  ]
  return (
    <figure ref={box} className="qt-trend" aria-label={say(title)}>
      <figcaption>
        <strong>{say(title)}</strong>
        <span className="qt-secondary">{unit_name}</span>
        {safety > 0 ? (
          <span className="qt-trend-key">
            <svg width={30} height={12} aria-hidden="true">
              <line x1={0} x2={30} y1={6} y2={6} className="qt-projected-safety" />
            </svg>
            {say(text('安全库存', 'Safety stock'))} {formatQuantity(of.safety_stock)}
          </span>
        ) : null}
      </figcaption>
      <div className="qt-trend-scroll">
        <svg width={width} height={height} role="img" aria-label={say(title)}>
          <clipPath id={clip}>
            <rect x={0} y={y(0)} width={width} height={height} />
          </clipPath>
          {ticks.map(value => (
            <g key={value}>
              <line className="qt-trend-grid" x1={margin.left} x2={width - margin.right} y1={y(value)} y2={y(value)} />
              <text x={margin.left - 6} y={y(value) + 4} textAnchor="end">
                {figure(value)}
              </text>
            </g>
          ))}
          {safety > 0 ? (
            <line
              className="qt-projected-safety"
              x1={margin.left}
              x2={width - margin.right}
              y1={y(safety)}
              y2={y(safety)}
            />
          ) : null}
          {marked.map(({ day, tone }) => {
            const at = days.findIndex(one => one.day === day)
            return (
              <line
                key={tone}
                className={`qt-projected-${tone}`}
                x1={x(at)}
                x2={x(at)}
                y1={margin.top}
                y2={height - margin.bottom}
              />
            )
          })}
          <path d={line} className="qt-projected-line" />
          <path d={line} className="qt-projected-line qt-projected-below" clipPath={`url(#${clip})`} />
          {days.map(({ day, balance }, at) => (
            <g key={day}>
              <rect x={x(at)} y={0} width={step} height={height} fill="transparent">
                <title>{`${dates.dayOf(day)}: ${formatQuantity(balance)} ${unit_name}`}</title>
              </rect>
              {at % every === 0 && x(at) + labelRoom / 2 <= width ? (
                <text x={x(at)} y={height - 6} textAnchor={at === 0 ? 'start' : 'middle'}>
                  {short(day)}
                </text>
              ) : null}
            </g>
          ))}
        </svg>
      </div>
    </figure>
  )
}
