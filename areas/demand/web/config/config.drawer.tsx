import type { AnyCall } from '@qitao/core/call.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { multiply } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { Form } from 'antd'
import {
  addForecastConfig,
  alterDefaultForecastConfig,
  alterForecastConfig,
  type ForecastConfigRow,
} from '../../model/config/forecast-config.calls.ts'
import { forecastConfig, type ModelCode, parameterFields } from '../../model/config/forecast-config.record.ts'
import { parameterNames, wholeOfIt } from '../../model/config/forecast-config.rules.ts'
import type { Dimension } from '../periods.tsx'

export interface EditedConfig {
  readonly of: 'default' | 'material'
  /** Absent: a new one. */
  readonly row: ForecastConfigRow | undefined
  readonly dimension: Dimension
}
type Parameter = keyof typeof parameterFields
interface Values extends Partial<Record<Parameter, string | number | null>> {
  material_id: string | null
  model: ModelCode
  like_material_id: string | null
  like_share: string | null
}
const form = { ...forecastConfig, fields: { ...forecastConfig.fields, ...parameterFields } }
const all = Object.keys(parameterFields) as Parameter[]
/** Growth is typed in percent and kept as a share. */
const shown = (name: Parameter, value: number) => (name === 'growth' ? multiply(String(value), '100') : String(value))
const kept = (name: Parameter, value: string) => Number(name === 'growth' ? multiply(value, '0.01') : value)
const parametersOf = (values: Values): Record<string, number> =>
  Object.fromEntries(
    all.flatMap(name => {
      const value = values[name]
      const belongs = parameterNames(values.model).includes(name)
      return belongs && value !== null && value !== undefined && value !== '' ? [[name, kept(name, String(value))]] : []
    }),
  )

/** The model of a material, or of all that have none of their own. */
export function ConfigDrawer({
  of: { of, row, dimension },
  refreshes,
  onClose,
}: {
  of: EditedConfig
  refreshes: readonly AnyCall[]
  onClose: () => void
}) {
  const add = useCommand(addForecastConfig, { refreshes })
  const alter = useCommand(alterForecastConfig, { refreshes })
  const usual = useCommand(alterDefaultForecastConfig, { refreshes })
  const chosen = (values: Values) => ({
    ...{ model: values.model, time_dimension: dimension, parameters: parametersOf(values) },
  })
  const material = (values: Values) => ({
    ...chosen(values),
    material_id: values.material_id ?? '',
    like_material_id: values.like_material_id,
    like_share: values.like_share,
  })
  return (
    <FormDrawer<Values>
      open
      title={of === 'default' ? text('默认模型', 'Default model') : text('预测配置', 'Forecast config')}
      values={{
        material_id: row?.material_id ?? null,
        model: row?.model ?? 'combined',
        like_material_id: row?.like_material_id ?? null,
        like_share: row?.like_share ?? wholeOfIt,
        ...Object.fromEntries(
          Object.entries(row?.parameters ?? {}).map(([name, value]) => [name, shown(name as Parameter, value)]),
        ),
      }}
      save={
        of === 'default'
          ? saveWith(usual, chosen)
          : row
            ? saveWith(alter, (values: Values) => ({ ...material(values), id: row.id, row_version: row.row_version }))
            : saveWith(add, (values: Values) => ({ ...material(values), status: enabledStatus.codes.enabled }))
      }
      reload={refreshAnd(refreshes, onClose)}
      onClose={onClose}
    >
      {of === 'material' ? <Field of={form} name="material_id" autoFocus /> : null}
      <Field of={form} name="model" />
      <Parameters />
      {of === 'material' ? <Field of={form} name="like_material_id" /> : null}
      {of === 'material' ? <Field of={form} name="like_share" /> : null}
    </FormDrawer>
  )
}

/** Those of the model that is chosen; what stays empty is found. */
function Parameters() {
  const model = Form.useWatch('model') as string | undefined
  return parameterNames(model ?? '').map(name => <Field key={name} of={form} name={name as Parameter} />)
}
