import { optional, textField } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useState } from 'react'
import { pastedValues } from '../model/custom-values.rules.ts'
import { alterForecastCustom, type ForecastPeriod, listForecasts, showForecast } from '../model/forecast.calls.ts'
import { forecastCustom } from '../model/forecast.record.ts'
import { showForecastRelease } from '../model/release/release.calls.ts'
import { type Dimension, usePeriodName } from './periods.tsx'

interface Form {
  values: string | null
  reason: string
}
const form = {
  ...forecastCustom,
  fields: { ...forecastCustom.fields, values: optional(textField('数量', 'Quantities', 2000)) },
}

/** Sets a period, or as many as there are values pasted; empty gives the first back to the models. */
export function CustomDialog({
  material_id,
  dimension,
  periods,
  from,
  onClose,
}: {
  material_id: string
  dimension: Dimension
  periods: readonly ForecastPeriod[]
  from: ForecastPeriod
  onClose: () => void
}) {
  const say = useSay()
  const nameOf = usePeriodName(dimension)
  const save = useCommand(alterForecastCustom, { refreshes: [showForecast, listForecasts, showForecastRelease] })
  const [wrong, setWrong] = useState(false)
  const first = periods.indexOf(from)
  return (
    <DialogForm<Form>
      open
      title={say(text('设定预测：从{period}起', 'Set the forecast from {period}'), { period: nameOf(from.period) })}
      values={{ values: from.custom_quantity ?? from.model_quantity ?? '', reason: from.reason ?? '' }}
      save={saveWith(save, ({ values, reason }: Form) => {
        const quantities = pastedValues(values ?? '')
        setWrong(quantities === undefined)
        const given = quantities === undefined ? [values ?? ''] : quantities.length === 0 ? [null] : quantities
        return {
          material_id,
          time_dimension: dimension,
          reason: reason ?? '',
          values: given.map((quantity, k) => ({ period: (periods[first + k] ?? from).period, quantity })),
        }
      })}
      onClose={onClose}
    >
      <Field of={form} name="values" autoFocus />
      <Field of={form} name="reason" />
      <p className={wrong ? 'qt-danger' : 'qt-secondary'}>
        {say(
          text(
            '可从表格粘贴一行数量，依次写入之后的周期；留空则恢复模型预测。',
            'A row pasted from a sheet goes into the periods that follow. Empty: what the models say holds again.',
          ),
        )}
      </p>
    </DialogForm>
  )
}
