import { text } from '@qitao/core/text.ts'
import { useSay } from '../session/language.ts'

export interface Series {
  readonly key: string
  readonly name: string
  readonly values: readonly (number | null)[]
}

/** What a chart draws, as a table for who reads it so. */
export function ChartTable({
  head,
  labels,
  series,
}: {
  head: string
  labels: readonly string[]
  series: readonly Series[]
}) {
  return (
    <div className="qt-trend-scroll">
      <table className="qt-figure-table">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {series.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, at) => (
            <tr key={at}>
              <th scope="row">{label}</th>
              {series.map(({ key, values }) => (
                <td key={key} className="qt-number">
                  {values[at]?.toLocaleString('en-US') ?? '—'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Turns a chart into its table and back. */
export function AsTable({ pressed, onPress }: { pressed: boolean; onPress: (next: boolean) => void }) {
  const say = useSay()
  return (
    <button type="button" className="qt-link" aria-pressed={pressed} onClick={() => onPress(!pressed)}>
      {pressed ? say(text('看图', 'Chart')) : say(text('看表', 'Table'))}
    </button>
  )
}
