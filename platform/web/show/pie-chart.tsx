import './charts.css'

/** px (specification section 9). */
const size = 124
const radius = 62

interface Slice {
  readonly key: string
  readonly label: string
  /** Not negative. */
  readonly value: number
  readonly shown: string
  readonly tone: string
}
/** Shares of a whole, with their names and values beside it. */
export function PieChart({ name, slices }: { name: string; slices: readonly Slice[] }) {
  const whole = slices.reduce((sum, { value }) => sum + value, 0)
  let before = 0
  return (
    <figure className="qt-pie" aria-label={name}>
      <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <circle cx={radius} cy={radius} r={radius} fill="var(--qt-line)" />
        {/* A stroke as wide as the radius is a slice; it begins at the top. */}
        <g fill="none" strokeWidth={radius} transform={`rotate(-90 ${radius} ${radius})`}>
          {slices.map(({ key, value, tone }) => {
            const share = whole > 0 ? (100 * value) / whole : 0
            const from = before
            before += share
            return (
              <circle
                key={key}
                cx={radius}
                cy={radius}
                r={radius / 2}
                pathLength={100}
                stroke={`var(--qt-status-${tone}-bar)`}
                strokeDasharray={`${share} ${100 - share}`}
                strokeDashoffset={-from}
              />
            )
          })}
        </g>
      </svg>
      <ul>
        {slices.map(({ key, label, shown, tone }) => (
          <li key={key}>
            <i style={{ background: `var(--qt-status-${tone}-bar)` }} />
            {label}
            <span className="qt-number">{shown}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
