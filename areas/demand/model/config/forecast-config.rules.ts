import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { type Forecast, Forecaster } from '@qitao/planning/forecast/forecast.ts'
import type { ModelName, ModelParameters, Sizes } from '@qitao/planning/forecast/models.ts'
import { demandErrors } from '../demand.errors.ts'
import { forecastModel } from '../demand.status.ts'
import type { ModelCode } from './forecast-config.record.ts'

export interface ModelChoice {
  readonly model: ModelCode
  readonly parameters: Readonly<Record<string, number>>
}
const share = { least: 0, most: 1, above: true } as const
/** Which parameters a model has, and between what they lie. */
const parametersOf: Partial<
  Record<ModelCode, Readonly<Record<string, { least: number; most: number; above?: true; whole?: true }>>>
> = {
  rolling_average: { window: { least: 1, most: 156, whole: true } },
  exponential: { alpha: share },
  holt: { alpha: share, beta: share },
  yoy: { growth: { least: -1, most: 10, above: true } },
}
export const parameterNames = (model: string): readonly string[] => Object.keys(parametersOf[model as ModelCode] ?? {})

/** As people read what is fixed: 'alpha 0.4, beta 0.2'. */
export const fixedWords = ({ model, parameters }: ModelChoice): string | null =>
  parameterNames(model)
    .filter(name => parameters[name] !== undefined)
    .map(name =>
      name === 'growth' ? `growth ${Math.round(100 * parameters[name]!)} %` : `${name} ${parameters[name]}`,
    )
    .join(', ') || null

/** Only what the model knows, and within its bounds (5305). */
export function expectParameters({ model, parameters }: ModelChoice): void {
  for (const [name, value] of Object.entries(parameters)) {
    const bounds = parametersOf[model]?.[name]
    if (!bounds)
      refuse(demandErrors.parameterInvalid, {
        ...{ field: name, name, model: forecastModel.stateOf(model).en },
        detail: text('该模型没有参数“{name}”', 'This model has no parameter {name}'),
      })
    const { least, most, above, whole } = bounds
    if (value > most || value < least || (above && value === least) || (whole && !Number.isInteger(value)))
      refuse(demandErrors.parameterInvalid, {
        ...{ field: name, name, least, most },
        detail: text('“{name}”应在{least}到{most}之间', '{name} must be from {least} to {most}'),
      })
  }
}

export interface ConfigState {
  readonly material_id: string | null
  readonly status: number
}
/** The default stays (5306); one that is in use is disabled first (5303). */
export function expectDroppable({ material_id, status }: ConfigState): void {
  if (material_id === null) refuse(demandErrors.defaultConfigKept)
  expectDisabled({ status })
}
export function expectDisabled({ status }: Pick<ConfigState, 'status'>): void {
  if (status === enabledStatus.codes.enabled) refuse(demandErrors.configEnabled)
}

/** A material begins with another one, not with itself (5305). */
export function expectOther(material_id: string, like_material_id: string): void {
  if (material_id === like_material_id)
    refuse(demandErrors.parameterInvalid, {
      ...{ field: 'like_material_id' },
      detail: text('参照物料应是另一种物料', 'It can only be like another material'),
    })
}
/** Percent of what the like material was asked for, where nothing else is said. */
export const wholeOfIt = '100'

/** A single model is taken only where it is so much nearer than the mean of all: the best of the past is often the luckiest. */
const clearly = 0.95
/** Null: nothing could be tried. */
export type BestModel = ModelCode | null
/** The model that came nearest at the origins tried. */
export function bestModel({ origins, wape, models }: Forecast): BestModel {
  if (origins === 0 || !Number.isFinite(wape)) return null
  const nearest = models.reduce((best, one) => (one.wape < best.wape ? one : best))
  return nearest.wape < clearly * wape ? nearest.model : 'combined'
}

/** Refused where nothing could be tried (5326). */
export const expectTried = (best: BestModel): ModelCode => best ?? refuse(demandErrors.historyShort)

export const combined: ModelChoice = { model: 'combined', parameters: {} }
/** Forecasts by the choices of people, with room for one series after another; each choice is made ready once. */
export function forecastersOf(sizes: Sizes): (choice: ModelChoice) => Forecaster {
  const ready = new Map<string, Forecaster>()
  return ({ model, parameters }) => {
    const key = JSON.stringify([model, parameters])
    const known = ready.get(key)
    if (known) return known
    const made =
      model === 'combined' || model === 'user_input'
        ? new Forecaster(sizes)
        : new Forecaster({ ...sizes, model: model as ModelName, parameters: parameters as ModelParameters })
    ready.set(key, made)
    return made
  }
}
