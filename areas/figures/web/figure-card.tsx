import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { lineOf } from '@qitao/platform/web/show/trend-chart.tsx'
import type { ReactNode } from 'react'
import type { ToldFigure } from '../model/dashboard.calls.ts'
import { type FigureKey, figureOf } from '../model/figures.ts'
import { Change, FigureValue } from './figure-value.tsx'
import './figures.css'

const spark = { width: 120, height: 28, edge: 3 }

/** A figure with its change against the range before and its weeks; it opens its rows. */
export function FigureCard({
  told,
  more = null,
  onOpen,
}: {
  /** What it was at another time, in words. */
  more?: ReactNode
  told: Partial<ToldFigure> & { figure: FigureKey; value: string | null }
  onOpen: () => void
}) {
  const say = useSay()
  const { title, formula } = figureOf(told.figure)
  return (
    <button type="button" className="qt-figure-card" title={say(formula)} onClick={onOpen}>
      <span className="qt-figure-title">{say(title)}</span>
      <span className="qt-figure-value">
        <FigureValue figure={told.figure} value={told.value} />
      </span>
      {told.before !== undefined ? (
        <span className="qt-figure-change">
          <Change figure={told.figure} value={told.value} before={told.before} />{' '}
          {told.before !== null && told.value !== null ? (
            <span className="qt-secondary">{say(text('较上期', 'on the period before'))}</span>
          ) : null}
        </span>
      ) : null}
      {more ? <span className="qt-figure-change qt-secondary">{more}</span> : null}
      {told.trend ? <Spark values={told.trend.map(value => (value === null ? null : Number(value)))} /> : null}
    </button>
  )
}
function Spark({ values }: { values: readonly (number | null)[] }) {
  const say = useSay()
  const known = values.filter(value => value !== null)
  if (known.length < 2) return null
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const { width, height, edge } = spark
  const x = (at: number) => edge + ((width - 2 * edge) * at) / (values.length - 1)
  const y = (value: number) => edge + (height - 2 * edge) * (1 - (value - least) / Math.max(1e-9, most - least))
  return (
    <svg
      className="qt-spark"
      width={width}
      height={height}
      role="img"
      aria-label={say(text('近12周：{values}', 'Last 12 weeks: {values}'), {
        values: values.map(value => value ?? '—').join(', '),
      })}
    >
      <path d={lineOf(values, x, y)} fill="none" stroke="var(--qt-primary)" strokeWidth={2} />
    </svg>
  )
}
