import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import type { Forecast } from '@qitao/planning/forecast/forecast.ts'
import { expect, test } from 'vitest'
import { demandErrors } from '../demand.errors.ts'
import type { ModelCode } from './forecast-config.record.ts'
import { bestModel, expectDroppable, expectParameters, expectTried } from './forecast-config.rules.ts'

const codeOf = (work: () => unknown): number | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof Refusal ? error.definition.code : Number.NaN
  }
}
const wrong = demandErrors.parameterInvalid.code

test.each<[ModelCode, Record<string, number>, number | undefined]>([
  ['holt', { alpha: 0.4, beta: 0.2 }, undefined],
  ['holt', { growth: 0.1 }, wrong],
  ['exponential', { alpha: 1 }, undefined],
  ['exponential', { alpha: 0 }, wrong],
  ['exponential', { alpha: 1.01 }, wrong],
  ['rolling_average', { window: 6 }, undefined],
  ['rolling_average', { window: 2.5 }, wrong],
  ['rolling_average', { window: 0 }, wrong],
  ['yoy', { growth: -0.5 }, undefined],
  ['yoy', { growth: -1 }, wrong],
  ['combined', {}, undefined],
  ['user_input', { window: 3 }, wrong],
])('parameters of %s: %j', (model, parameters, code) =>
  expect(codeOf(() => expectParameters({ model, parameters }))).toBe(code),
)

test('R-218, R-220: the default stays, and one that is enabled is disabled first', () => {
  const { enabled, disabled } = enabledStatus.codes
  const dropped = (material_id: string | null, status: number) => codeOf(() => expectDroppable({ material_id, status }))
  expect(dropped('m', disabled)).toBeUndefined()
  expect(dropped('m', enabled)).toBe(demandErrors.configEnabled.code)
  expect(dropped(null, disabled)).toBe(demandErrors.defaultConfigKept.code)
})

test('a single model is taken only where it is clearly nearer than the mean of all', () => {
  const tried = (origins: number, wape: number, ...models: [string, number][]) =>
    ({ origins, wape, models: models.map(([model, of]) => ({ model, wape: of })) }) as unknown as Forecast
  expect(bestModel(tried(4, 0.2, ['holt', 0.25], ['theta', 0.21]))).toBe('combined')
  expect(bestModel(tried(4, 0.2, ['holt', 0.195], ['theta', 0.3]))).toBe('combined')
  expect(bestModel(tried(4, 0.2, ['holt', 0.3], ['theta', 0.18]))).toBe('theta')
  expect(codeOf(() => expectTried(bestModel(tried(0, Number.NaN, ['holt', Number.NaN]))))).toBe(
    demandErrors.historyShort.code,
  )
})
