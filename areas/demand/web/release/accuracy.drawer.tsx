import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { forecastModel } from '../../model/demand.status.ts'
import { type AccuracyRow, listAccuracyCells } from '../../model/release/release.calls.ts'
import { type Dimension, usePeriodName } from '../periods.tsx'
import { type By, subjectOf } from './accuracy-subject.ts'

interface Cells {
  by: By
  dimension: Dimension
  lag: number | undefined
}

/** What a row of the accuracy is made of: each material and period that a release spoke of. */
export function AccuracyDrawer({
  of,
  onClose,
  ...cells
}: Cells & { of: AccuracyRow | undefined; onClose: () => void }) {
  const say = useSay()
  return (
    <DetailDrawer open={of !== undefined} wide title={of ? say(subjectOf(cells.by, of)) : ''} onClose={onClose}>
      {of ? <CellsOf row={of} {...cells} /> : null}
    </DetailDrawer>
  )
}

function CellsOf({ row, by, dimension, lag }: Cells & { row: AccuracyRow }) {
  const say = useSay()
  const nameOf = usePeriodName(dimension)
  const state = useCall(listAccuracyCells, {
    ...{ time_dimension: dimension, by, key: row.id },
    ...(lag === undefined ? {} : { lag }),
  })
  if (state.error && !state.data) return <ErrorState failure={state.error} retry={state.refetch} />
  if (!state.data) return <PageSkeleton />
  const { result, total } = state.data
  const heads = [
    text('物料', 'Material'),
    text('周期', 'Period'),
    text('提前', 'Lag'),
    text('版本', 'Version'),
    text('模型', 'Model'),
    text('模型预测', 'Models said'),
    text('发布', 'Released'),
    text('实际', 'Asked for'),
    text('人工', 'Set by'),
  ]
  const model = (code: string | null) => {
    const known = forecastModel.list.find(one => one.code === code)
    return known ? say(known) : '—'
  }
  return (
    <div className="qt-forecast-scroll">
      <table className="qt-forecast-table">
        <caption>{say(text('误差最大的在前', 'The largest errors first'))}</caption>
        <thead>
          <tr>
            {heads.map(title => (
              <th key={title.en} scope="col">
                {say(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {result.map(one => (
            <tr key={one.id}>
              <th scope="row">
                {one.material_code} {one.material_name}
              </th>
              <td>{nameOf(one.period)}</td>
              <td>{one.lag}</td>
              <td>{one.release_number}</td>
              <td>{model(one.model)}</td>
              <td>
                <Quantity value={one.model_quantity} unit={one.unit_name} />
              </td>
              <td>
                <Quantity value={one.quantity} unit={one.unit_name} />
              </td>
              <td>
                <Quantity value={one.actual_quantity} unit={one.unit_name} />
              </td>
              <td>{one.author_name ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > result.length ? (
        <p className="qt-secondary">
          {say(text('共{total}格，只列出{shown}格。', 'The first {shown} of {total}.'), {
            total,
            shown: result.length,
          })}
        </p>
      ) : null}
    </div>
  )
}
