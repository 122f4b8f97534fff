import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import type { ForecastPeriod } from '../model/forecast.calls.ts'

const height = 220
const step = 14
const margin = { left: 56, right: 12, top: 10, bottom: 22 }

/** History as a line, the forecast with its interval, what people set as points. Drawn as SVG: a few hundred points need no library. */
export function ForecastChart({
  name,
  periods,
  nameOf,
}: {
  name: string
  periods: readonly ForecastPeriod[]
  nameOf: (period: number) => string
}) {
  const say = useSay()
  const first = periods.findIndex(one => one.final_quantity !== null)
  const ahead = first < 0 ? periods.length : first
  const most = Math.max(
    1,
    ...periods.flatMap(one => [one.order_quantity, one.final_quantity, one.upper].map(value => Number(value ?? 0))),
  )
  // An interval far beyond everything would press all else flat.
  const known = Math.max(
    1,
    ...periods.flatMap(one => [one.order_quantity, one.final_quantity].map(value => Number(value ?? 0))),
  )
  const top = Math.min(most, 2 * known)
  const width = margin.left + margin.right + step * Math.max(1, periods.length - 1)
  const x = (at: number) => margin.left + step * at
  const y = (value: string | null) =>
    margin.top + (height - margin.top - margin.bottom) * (1 - Math.min(top, Number(value ?? 0)) / top)
  const line = (values: readonly (readonly [number, string | null])[]) =>
    values.map(([at, value], k) => `${k === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join('')
  const coming = periods.slice(ahead).map((one, k) => ({ ...one, at: ahead + k }))
  const band = coming.filter(one => one.upper !== null)
  return (
    <figure className="qt-forecast-chart">
      <div>
        <svg width={width} height={height} role="img" aria-label={name}>
          {[0, 0.5, 1].map(share => (
            <g key={share}>
              <line
                className="qt-forecast-grid"
                x1={margin.left}
                x2={width - margin.right}
                y1={y(String(top * share))}
                y2={y(String(top * share))}
              />
              <text x={margin.left - 6} y={y(String(top * share)) + 4} textAnchor="end">
                {Math.round(top * share).toLocaleString('en')}
              </text>
            </g>
          ))}
          {band.length > 0 ? (
            <path
              className="qt-forecast-band"
              d={`${line(band.map(one => [one.at, one.upper]))}${band
                .toReversed()
                .map(one => `L${x(one.at)} ${y(one.lower)}`)
                .join('')}Z`}
            />
          ) : null}
          <path
            className="qt-forecast-past"
            d={line(periods.slice(0, ahead).map((one, at) => [at, one.order_quantity]))}
          />
          <path
            className="qt-forecast-model"
            d={line(coming.filter(one => one.model_quantity !== null).map(one => [one.at, one.model_quantity]))}
          />
          {periods.map((one, at) =>
            one.abnormal ? (
              <circle key={one.period} className="qt-forecast-abnormal" cx={x(at)} cy={y(one.order_quantity)} r={4} />
            ) : null,
          )}
          {coming.map(one =>
            one.custom_quantity === null ? null : (
              <circle
                key={one.period}
                className="qt-forecast-custom"
                cx={x(one.at)}
                cy={y(one.custom_quantity)}
                r={4}
              />
            ),
          )}
          {periods.map((one, at) =>
            (periods.length - 1 - at) % 6 === 0 ? (
              <text key={one.period} x={x(at)} y={height - 6} textAnchor={at === periods.length - 1 ? 'end' : 'middle'}>
                {nameOf(one.period)}
              </text>
            ) : null,
          )}
        </svg>
      </div>
      <figcaption>
        {(
          [
            ['past', text('历史', 'History')],
            ['model', text('模型预测', 'Forecast')],
            ['band', text('95%区间', '95 % interval')],
            ['custom', text('人工', 'Set by people')],
            ['abnormal', text('异常', 'Abnormal')],
          ] as const
        ).map(([key, title]) => (
          <span key={key}>
            <i className={`qt-forecast-key-${key}`} aria-hidden /> {say(title)}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
