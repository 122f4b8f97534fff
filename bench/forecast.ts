/**
 * Forecast bench: forecasts each series of a set, and writes what it forecast.
 *   npm run bench:forecast -- --in SET.json --out FORECASTS.json [--history N]
 * SET holds { granularity, horizon, season?, series: [{ id, train, test? }] }; only `train` is read to forecast, of it the last N values.
 * Prints processor seconds, and of sets with `test` how many of the actual values lie in the 95 % interval.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Forecaster } from '@qitao/planning/forecast/forecast.ts'

interface SeriesSet {
  readonly granularity: 'month' | 'week'
  readonly season?: number
  readonly horizon: number
  readonly series: readonly {
    readonly id: string
    readonly train: readonly number[]
    readonly test?: readonly number[]
  }[]
}

const { values: options } = parseArgs({
  options: { in: { type: 'string' }, out: { type: 'string' }, history: { type: 'string' } },
})
if (!options.in || !options.out) {
  console.error('usage: npm run bench:forecast -- --in SET.json --out FORECASTS.json [--history N]')
  process.exit(2)
}
const set = JSON.parse(readFileSync(options.in, 'utf8')) as SeriesSet
const kept = options.history ? Number(options.history) : Number.POSITIVE_INFINITY
const histories = set.series.map(({ train }) => train.slice(-Math.min(kept, train.length)))

const before = process.cpuUsage()
const forecaster = new Forecaster({
  season: set.season ?? (set.granularity === 'week' ? 52 : 12),
  horizon: set.horizon,
  longest: Math.max(1, ...histories.map(history => history.length)),
})
const results = histories.map(history => forecaster.forecast(history))
const { user, system } = process.cpuUsage(before)
const seconds = (user + system) / 1e6

const asObject = (of: (result: (typeof results)[number]) => Float64Array) =>
  Object.fromEntries(set.series.map(({ id }, i) => [id, [...of(results[i]!)]]))
writeFileSync(
  options.out,
  JSON.stringify({
    method: 'qitao',
    seconds,
    forecasts: asObject(result => result.values),
    lower: asObject(result => result.lower),
    upper: asObject(result => result.upper),
    models: Object.fromEntries(
      set.series.map(({ id }, i) => [
        id,
        {
          kind: results[i]!.kind,
          shares: Object.fromEntries(results[i]!.models.map(({ model, share }) => [model, Number(share.toFixed(4))])),
        },
      ]),
    ),
  }),
)

let inside = 0
let tested = 0
set.series.forEach(({ test = [] }, i) => {
  const { lower, upper } = results[i]!
  test.forEach((actual, h) => {
    tested++
    if (lower[h]! <= actual && actual <= upper[h]!) inside++
  })
})
console.log(`${set.series.length} series, ${seconds.toFixed(2)} processor seconds`)
if (tested > 0) console.log(`95 % interval holds ${((100 * inside) / tested).toFixed(1)} % of ${tested} values`)
