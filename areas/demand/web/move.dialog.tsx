import { positiveQuantity, quantityField } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Form, Select } from 'antd'
import { type ForecastPeriod, listForecasts, moveForecast, showForecast } from '../model/forecast.calls.ts'
import { forecastCustom } from '../model/forecast.record.ts'
import { showForecastRelease } from '../model/release/release.calls.ts'
import { type Dimension, usePeriodName } from './periods.tsx'

interface Values {
  to: number
  quantity: string
  reason: string
}
const form = {
  ...forecastCustom,
  fields: { ...forecastCustom.fields, quantity: quantityField('移动数量', 'Move', { schema: positiveQuantity }) },
}

/** So much of a period is expected in another: the sum stays. */
export function MoveDialog({
  material_id,
  dimension,
  periods,
  from,
  to,
  onClose,
}: {
  material_id: string
  dimension: Dimension
  periods: readonly ForecastPeriod[]
  from: ForecastPeriod
  /** Where it was dropped. */
  to: ForecastPeriod | undefined
  onClose: () => void
}) {
  const say = useSay()
  const nameOf = usePeriodName(dimension)
  const save = useCommand(moveForecast, { refreshes: [showForecast, listForecasts, showForecastRelease] })
  const others = periods.filter(({ period }) => period !== from.period)
  const next = others.find(({ period }) => period > from.period) ?? others[0]
  return (
    <DialogForm<Values>
      open
      title={say(text('移动{period}的预测', 'Move the forecast of {period}'), { period: nameOf(from.period) })}
      values={{ to: (to ?? next)?.period ?? from.period, quantity: from.final_quantity ?? '', reason: '' }}
      save={saveWith(save, ({ to, quantity, reason }: Values) => ({
        ...{ material_id, time_dimension: dimension, from: from.period, to, quantity, reason: reason ?? '' },
      }))}
      onClose={onClose}
    >
      <Form.Item name="to" label={say(text('移到', 'To'))} required>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={others.map(({ period, final_quantity }) => ({
            value: period,
            label: say(text('{period}（现为{quantity}）', '{period} (now {quantity})'), {
              ...{ period: nameOf(period), quantity: final_quantity ?? '0' },
            }),
          }))}
        />
      </Form.Item>
      <Field of={form} name="quantity" autoFocus />
      <Field of={form} name="reason" />
      <p className="qt-secondary">
        {say(
          text(
            '合计不变：两个周期都记为人工设定，并记下原因。供需计划在发布预测后采用。',
            'The sum stays: both periods are set by you, with the reason. The plan takes it once the forecast is released.',
          ),
        )}
      </p>
    </DialogForm>
  )
}
