import { optional, textField } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { useState } from 'react'
import { pastedValues } from '../../model/custom-values.rules.ts'
import { listForecasts, showForecast } from '../../model/forecast.calls.ts'
import { forecastCustom } from '../../model/forecast.record.ts'
import {
  alterForecastSeries,
  type ForecastGroupPeriod,
  type ForecastGroupRow,
  listForecastGroups,
  showForecastGroup,
} from '../../model/group/group.calls.ts'
import { forecastLevel } from '../../model/group/group.record.ts'
import { showForecastRelease } from '../../model/release/release.calls.ts'
import { type Dimension, usePeriodName } from '../periods.tsx'
import '../forecast.css'

export type Level = (typeof forecastLevel.list)[number]['code']
interface Drawer {
  of: ForecastGroupRow | undefined
  by: Level
  dimension: Dimension
  onClose: () => void
}

/** A series or a customer period by period, and its materials. A series is set here; customers are seen. */
export function GroupDrawer({ of, by, dimension, onClose }: Drawer) {
  return (
    <DetailDrawer open={of !== undefined} wide title={of?.group_name ?? ''} onClose={onClose}>
      {of ? <OfGroup key={of.id} group={of} by={by} dimension={dimension} /> : null}
    </DetailDrawer>
  )
}

function OfGroup({ group, by, dimension }: { group: ForecastGroupRow; by: Level; dimension: Dimension }) {
  const say = useSay()
  const nameOf = usePeriodName(dimension)
  const state = useCall(showForecastGroup, { time_dimension: dimension, by, key: group.id })
  const [set, setSet] = useState<{ values: string; from: ForecastGroupPeriod }>()
  if (state.error && !state.data) return <ErrorState failure={state.error} retry={state.refetch} />
  if (!state.data) return <PageSkeleton />
  const { result, materials } = state.data
  const canSet = by === forecastLevel.codes.series
  const [first] = result
  const whole = result.every(one => one.own_quantity !== null)
  const heads = [
    text('周期', 'Period'),
    text('模型合计', 'Models added up'),
    text('物料预测合计', 'Materials added up'),
    text('整体预测', 'As a whole'),
    ...(canSet ? [text('设定', 'Set')] : []),
  ]
  return (
    <>
      {canSet && first ? (
        <div className="qt-toolbar">
          <ActButton
            act={{
              title: text('采用整体预测', 'Take the forecast as a whole'),
              whyNot: whole
                ? undefined
                : text('没有整体预测：请先计算预测', 'There is none: calculate the forecast first'),
              run: needing(alterForecastSeries, () =>
                setSet({ values: result.map(one => one.own_quantity ?? '0').join(' '), from: first }),
              ),
            }}
          />
        </div>
      ) : null}
      <div className="qt-forecast-scroll">
        <table className="qt-forecast-table">
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
              <tr key={one.period}>
                <th scope="row">{nameOf(one.period)}</th>
                <td>
                  <Quantity value={one.model_quantity} />
                </td>
                <td>
                  <Quantity value={one.bottom_up_quantity} />
                </td>
                <td>
                  <Quantity value={one.own_quantity} />
                </td>
                {canSet ? (
                  <td>
                    <button
                      type="button"
                      className="qt-link"
                      aria-label={say(text('设定{period}', 'Set {period}'), { period: nameOf(one.period) })}
                      onClick={() => setSet({ values: one.bottom_up_quantity, from: one })}
                    >
                      {say(text('设定', 'Set'))}
                    </button>
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
        <table className="qt-forecast-table">
          <caption>{say(text('物料', 'Materials'))}</caption>
          <thead>
            <tr>
              <th scope="col">{say(text('物料', 'Material'))}</th>
              <th scope="col">{say(text('占比%', 'Share %'))}</th>
              <th scope="col">{say(text('预测合计', 'Forecast'))}</th>
            </tr>
          </thead>
          <tbody>
            {materials.map(one => (
              <tr key={one.id}>
                <th scope="row">
                  {one.material_code} {one.material_name}
                </th>
                <td>
                  <Quantity value={one.share} />
                </td>
                <td>
                  <Quantity value={one.bottom_up_quantity} unit={one.unit_name} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {set ? (
        <SeriesDialog
          series={group.id}
          dimension={dimension}
          periods={result}
          {...set}
          onClose={() => setSet(undefined)}
        />
      ) : null}
    </>
  )
}

interface Form {
  values: string | null
  reason: string
}
const form = {
  ...forecastCustom,
  fields: { ...forecastCustom.fields, values: optional(textField('数量', 'Quantities', 2000)) },
}
/** Sets the series from a period on: its materials are set by what each is forecast for. */
function SeriesDialog({
  series,
  dimension,
  periods,
  values,
  from,
  onClose,
}: {
  series: string
  dimension: Dimension
  periods: readonly ForecastGroupPeriod[]
  values: string
  from: ForecastGroupPeriod
  onClose: () => void
}) {
  const say = useSay()
  const nameOf = usePeriodName(dimension)
  const save = useCommand(alterForecastSeries, {
    refreshes: [showForecastGroup, listForecastGroups, listForecasts, showForecast, showForecastRelease],
  })
  const first = periods.indexOf(from)
  return (
    <DialogForm<Form>
      open
      title={say(text('设定系列预测：从{period}起', 'Set the series from {period}'), { period: nameOf(from.period) })}
      values={{ values, reason: '' }}
      save={saveWith(save, (given: Form) => ({
        ...{ time_dimension: dimension, series, reason: given.reason ?? '' },
        values: (pastedValues(given.values ?? '') ?? [given.values ?? '']).map((quantity, k) => ({
          period: (periods[first + k] ?? from).period,
          quantity,
        })),
      }))}
      onClose={onClose}
    >
      <Field of={form} name="values" autoFocus />
      <Field of={form} name="reason" />
      <p className="qt-secondary">
        {say(
          text(
            '按各物料的预测分摊，合计等于设定值；可粘贴一行数量，依次写入之后的周期。',
            'It is spread by what each material is forecast for, so that they add up to it. A row pasted from a sheet goes into the periods that follow.',
          ),
        )}
      </p>
    </DialogForm>
  )
}
