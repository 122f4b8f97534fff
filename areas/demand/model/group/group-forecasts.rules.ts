import type { Quantity } from '@qitao/core/quantity.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { Factors } from '../event/event.rules.ts'
import { forecasterFor, type Horizon, type MaterialDemand } from '../forecast.rules.ts'
import { forecastLevel } from './group.record.ts'

type Level = CodeOf<typeof forecastLevel>
export interface GroupDemand {
  /** The series, or the id of the customer; empty: without one. */
  readonly key: string
  /** Number of the period, from 0. */
  readonly at: number
  readonly quantity: Quantity
  readonly precision: number
}
export interface GroupForecast {
  readonly grouped_by: Level
  readonly group_key: string
  readonly periods: readonly { readonly period: Instant; readonly quantity: Quantity }[]
  readonly wape: number | null
}

/** What groups are forecast for as a whole: their materials' ups and downs even out, so that a whole is seen clearer than its parts. */
export function groupForecasts(
  horizon: Horizon,
  dimension: number,
  levels: readonly { readonly by: Level; readonly demands: readonly GroupDemand[] }[],
  factorsOf: (demand: MaterialDemand) => Factors | undefined,
): GroupForecast[] {
  const forecast = forecasterFor(horizon, dimension, { factorsOf })
  return levels.flatMap(({ by, demands }) =>
    [...Map.groupBy(demands, one => one.key)].map(([group_key, of]) => {
      const quantities = horizon.past.map(() => 0)
      for (const { at, quantity } of of) quantities[at] = Number(quantity)
      const { periods, wape } = forecast({
        // What is known of one material is not known of the whole.
        material_id: '',
        precision: Math.max(...of.map(one => one.precision)),
        series: by === forecastLevel.codes.series && group_key !== '' ? group_key : null,
        quantities,
      })
      const kept = periods.map(({ period, quantity }) => ({ period, quantity }))
      return { grouped_by: by, group_key, periods: kept, wape }
    }),
  )
}
