import { isZero } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { useState } from 'react'
import { forecastModel } from '../model/demand.status.ts'
import { type ForecastPeriod, showForecast, showModelAccuracy } from '../model/forecast.calls.ts'
import { CustomDialog } from './custom.dialog.tsx'
import { ForecastChart } from './forecast-chart.tsx'
import { MoveDialog } from './move.dialog.tsx'
import { type Dimension, usePeriodName } from './periods.tsx'
import './forecast.css'

export interface Shown {
  readonly material_id?: string | null | undefined
  readonly material_code: string
  readonly material_name: string
}
interface DrawerProps {
  shown: Shown | undefined
  dimension: Dimension
  onClose: () => void
}

/** One material: history and forecast, what people set instead, and which models speak in it. */
export function ForecastDrawer({ shown, dimension, onClose }: DrawerProps) {
  return (
    <DetailDrawer
      open={shown !== undefined}
      wide
      title={shown ? `${shown.material_code} ${shown.material_name}` : ''}
      onClose={onClose}
    >
      {shown?.material_id ? <OfMaterial material_id={shown.material_id} dimension={dimension} /> : null}
    </DetailDrawer>
  )
}

function OfMaterial({ material_id, dimension }: { material_id: string; dimension: Dimension }) {
  const say = useSay()
  const nameOf = usePeriodName(dimension)
  const state = useCall(showForecast, { material_id, time_dimension: dimension })
  const [set, setSet] = useState<ForecastPeriod>()
  const [moved, setMoved] = useState<Move>()
  if (state.error && !state.data) return <ErrorState failure={state.error} retry={state.refetch} />
  if (!state.data) return <PageSkeleton />
  const { record, result } = state.data
  const isForecast = record.computed_time !== null
  const ahead = result.filter(one => one.final_quantity !== null)
  return (
    <>
      <ForecastChart name={say(text('需求历史与预测', 'Demand and forecast'))} periods={result} nameOf={nameOf} />
      {isForecast ? (
        <>
          <div className="qt-forecast-scroll">
            <Periods periods={ahead} unit={record.unit_name} nameOf={nameOf} onSet={setSet} onMove={setMoved} />
          </div>
          <Models material_id={material_id} dimension={dimension} origins={record.origin_count ?? 0} />
        </>
      ) : (
        <EmptyState text={text('还没有预测：点“计算预测”', 'No forecast yet: press Calculate')} />
      )}
      {set ? (
        <CustomDialog
          material_id={material_id}
          dimension={dimension}
          periods={ahead}
          from={set}
          onClose={() => setSet(undefined)}
        />
      ) : null}
      {moved ? (
        <MoveDialog
          material_id={material_id}
          dimension={dimension}
          periods={ahead}
          {...moved}
          onClose={() => setMoved(undefined)}
        />
      ) : null}
    </>
  )
}

interface Move {
  readonly from: ForecastPeriod
  /** Where it was dropped; undefined: nobody has said yet. */
  readonly to: ForecastPeriod | undefined
}
function Periods({
  periods,
  unit,
  nameOf,
  onSet,
  onMove,
}: {
  periods: readonly ForecastPeriod[]
  unit: string
  nameOf: (period: number) => string
  onSet: (period: ForecastPeriod) => void
  onMove: (move: Move) => void
}) {
  const say = useSay()
  const [dragged, setDragged] = useState<ForecastPeriod>()
  const [over, setOver] = useState<number>()
  const letGo = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  const heads = [
    text('周期', 'Period'),
    text('模型', 'Model'),
    text('最低', 'Low'),
    text('最高', 'High'),
    text('人工', 'Set'),
    text('最终', 'Final'),
    text('已下单', 'Ordered'),
    text('未消耗', 'Open'),
    text('原因', 'Reason'),
  ]
  return (
    <table className="qt-forecast-table">
      <caption>{say(text('预测（{unit}）', 'Forecast ({unit})'), { unit })}</caption>
      <thead>
        <tr>
          {heads.map(title => (
            <th key={title.en} scope="col" className={title.en === 'Reason' ? 'qt-forecast-reason' : undefined}>
              {say(title)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {periods.map(one => (
          <tr
            key={one.period}
            className={over === one.period ? 'qt-forecast-over' : undefined}
            onDragOver={event => {
              if (!dragged || dragged.period === one.period) return
              event.preventDefault()
              setOver(one.period)
            }}
            onDrop={() => {
              if (dragged && dragged.period !== one.period) onMove({ from: dragged, to: one })
              letGo()
            }}
          >
            <th scope="row">{nameOf(one.period)}</th>
            <td>
              <Quantity value={one.model_quantity} />
            </td>
            <td>
              <Quantity value={one.lower} />
            </td>
            <td>
              <Quantity value={one.upper} />
            </td>
            <td>
              <button
                type="button"
                className="qt-link"
                aria-label={say(text('设定{period}', 'Set {period}'), { period: nameOf(one.period) })}
                onClick={() => onSet(one)}
              >
                {one.custom_quantity === null ? say(text('设定', 'Set')) : <Quantity value={one.custom_quantity} />}
              </button>
            </td>
            <td
              draggable={isMovable(one)}
              className={isMovable(one) ? 'qt-forecast-movable' : undefined}
              onDragStart={() => setDragged(one)}
              onDragEnd={letGo}
            >
              {isMovable(one) ? (
                <button
                  type="button"
                  className="qt-link"
                  title={say(text('拖到其他周期，或点按移动', 'Drag it to another period, or press to move it'))}
                  aria-label={say(text('移动{period}的预测', 'Move the forecast of {period}'), {
                    period: nameOf(one.period),
                  })}
                  onClick={() => onMove({ from: one, to: undefined })}
                >
                  <Quantity value={one.final_quantity} />
                </button>
              ) : (
                <Quantity value={one.final_quantity} />
              )}
            </td>
            <td>{isZero(one.order_quantity) ? '—' : <Quantity value={one.order_quantity} />}</td>
            <td>
              <Quantity value={one.open_quantity} />
            </td>
            <td className="qt-forecast-reason">
              {one.reason === null ? '' : `${one.reason} · ${one.author_name ?? ''}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const isMovable = ({ final_quantity }: ForecastPeriod): boolean => final_quantity !== null && !isZero(final_quantity)

/** Which models speak in the forecast, how much, and why: how they did when they were tried. */
function Models({ material_id, dimension, origins }: { material_id: string; dimension: Dimension; origins: number }) {
  const say = useSay()
  const state = useCall(showModelAccuracy, { material_id, time_dimension: dimension })
  if (state.error && !state.data) return <ErrorState failure={state.error} retry={state.refetch} />
  const models = state.data?.result ?? []
  if (models.length === 0) return null
  return (
    <>
      <p className="qt-secondary">
        {origins > 0
          ? say(
              text(
                '每个模型在过去的{count}个时点重新试算；预测是所有模型的平均，误差平方越小权重越大。',
                'Each model was tried from {count} moments of the past; the forecast is the mean of all, and the smaller its squared error, the more a model counts.',
              ),
              { count: origins },
            )
          : say(
              text(
                '历史太短，无法试算：各模型权重相同。',
                'The history is too short for a trial: all models count the same.',
              ),
            )}
      </p>
      <table className="qt-forecast-table">
        <caption>{say(text('模型', 'Models'))}</caption>
        <thead>
          <tr>
            {[
              text('模型', 'Model'),
              text('权重%', 'Share %'),
              text('准确率%', 'Accuracy %'),
              text('偏差%', 'Bias %'),
            ].map(title => (
              <th key={title.en} scope="col">
                {say(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {models.map(one => (
            <tr key={one.model}>
              <th scope="row">{say(forecastModel.stateOf(one.model))}</th>
              <td>
                <Quantity value={one.share} />
              </td>
              <td>
                <Quantity value={one.accuracy} />
              </td>
              <td>
                <Quantity value={one.bias} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
