import type { CSSProperties } from 'react'
import './charts.css'

/** Bars in view and their width, px (specification section 9); more are scrolled to. */
const barsInView = 9
const barWidth = 32
const barStep = 56

interface Bar {
  readonly key: string
  readonly label: string
  readonly value: number
  /** The value in words. */
  readonly shown: string
  /** Colour of a status, such as `danger`. */
  readonly tone: string
  readonly hint?: string
}
interface BarChartProps {
  name: string
  bars: readonly Bar[]
  /** Height of a full bar; a larger value makes all lower. */
  full: number
}
export function BarChart({ name, bars, full }: BarChartProps) {
  const most = Math.max(full, ...bars.map(({ value }) => value))
  const size = {
    width: Math.min(bars.length, barsInView) * barStep,
    '--qt-bar': `${barWidth}px`,
    '--qt-bar-step': `${barStep}px`,
  } as CSSProperties
  return (
    <ul className="qt-bars" aria-label={name} style={size} tabIndex={bars.length > barsInView ? 0 : undefined}>
      {bars.map(({ key, label, value, shown, tone, hint }) => (
        <li key={key} title={hint}>
          <span className="qt-bar-room">
            <span className="qt-bar-value qt-number">{shown}</span>
            <span
              className="qt-bar"
              style={{
                height: `${most > 0 ? (100 * value) / most : 0}%`,
                background: `var(--qt-status-${tone}-bar)`,
              }}
            />
          </span>
          <span className="qt-bar-label">{label}</span>
        </li>
      ))}
    </ul>
  )
}
