/**
 * Whether the fill rate that is promised is reached: `npm run bench:fill-rate -- [items of a cell] [days]`. Items of each cell of ABC and
 * XYZ, with lead times, cycles and packages as they come, get their reorder point from mean and deviation as the inventory plan gives it, and
 * live through so many days of a demand of their own. Fails where a cell misses its promise by more than half a point.
 */
import { type Xyz, xyzOf } from '@qitao/planning/inventory/classes.ts'
import { reorder, simulate } from '@qitao/planning/inventory/reorder.ts'
import { gammaDraw } from '@qitao/planning/inventory/testing/gamma-draw.ts'
import { seededRandom } from '@qitao/planning/random.ts'

const items = Number(process.argv[2] ?? 200)
const days = Number(process.argv[3] ?? 20_000)
const most = 0.5
const week = 7
const percent = 100
/** What is promised of each cell; A first, X first. */
const promised = { A: [0.98, 0.97, 0.95], B: [0.97, 0.95, 0.93], C: [0.95, 0.93, 0.9] } as const
/** Daily pieces of a cell's items, and how much a week of them varies; the demand of Z comes on some days only. */
const sizes = { A: [50, 500], B: [10, 50], C: [1, 10] } as const
const variations = { X: [0.1, 0.45], Y: [0.55, 0.95], Z: [1.1, 1.6] } as const
const packs = [0, 0, 1, 5, 25]

const random = seededRandom(23)
const between = (low: number, high: number) => low + (high - low) * random()
const whole = (low: number, high: number) => Math.floor(between(low, high + 1))

/** A day's demand of a mean and deviation, as likely as `comes`: what swings much comes seldom. */
function demandOf(mean: number, deviation: number, comes: number): Float64Array {
  const size = mean / comes
  // Variance of what comes, so that all days together have the deviation.
  const variance = (deviation ** 2 + mean ** 2) / comes - size ** 2
  const shape = size ** 2 / variance
  return Float64Array.from({ length: days }, () =>
    random() < comes ? (gammaDraw(random, shape) * variance) / size : 0,
  )
}

const before = process.cpuUsage()
let missed = 0
console.log(`${items} items of each cell, ${days} days of each`)
console.log('cell   promised   reached   off, points   items beyond   by themselves')
for (const [abc, rates] of Object.entries(promised)) {
  for (const [at, xyz] of (['X', 'Y', 'Z'] as const).entries()) {
    const fillRate = rates[at]!
    const reached: number[] = []
    let beyond = 0
    let alone = 0
    for (let item = 0; item < items; item++) {
      const [smallest, largest] = sizes[abc as keyof typeof sizes]
      const [least, widest] = variations[xyz]
      const mean = between(smallest, largest)
      const deviation = mean * between(least, widest) * Math.sqrt(week)
      const leadDays = whole(1, 45)
      const cycleDays = whole(1, 30)
      const pack = packs[whole(0, packs.length - 1)]!
      const comes = xyz === 'Z' ? between(0.2, 1) : 1
      const demand = demandOf(mean, deviation, Math.min(1, comes))
      const found = cellOf(demand)
      if (found !== xyz) continue
      const answer = reorder({ mean, deviation, leadDays, cycleDays, defectRate: 0, pack, fillRate })
      const { fillRate: share } = simulate(demand, { ...answer, leadDays, pack })
      // Bought for long, a promise is kept without a buffer, and more than kept: no stock below nothing could change it.
      if (answer.fluctuationBuffer === 0) {
        alone++
        if (share < fillRate - most / percent) beyond++
        continue
      }
      reached.push(share)
      if (Math.abs(share - fillRate) * percent > most) beyond++
    }
    const average = reached.reduce((sum, one) => sum + one, 0) / reached.length
    const off = (average - fillRate) * percent
    if (Math.abs(off) > most) missed++
    console.log(
      `${abc}${xyz}     ${(fillRate * percent).toFixed(0).padStart(7)} %   ${(average * percent).toFixed(2).padStart(6)} %   ${off.toFixed(2).padStart(11)}   ${String(beyond).padStart(6)} of ${reached.length + alone}   ${String(alone).padStart(8)}`,
    )
  }
}
const { user, system } = process.cpuUsage(before)
console.log(`${((user + system) / 1e6).toFixed(1)} processor seconds`)
if (missed > 0) {
  console.error(`${missed} cells miss their promise by more than ${most} points`)
  process.exitCode = 1
}

/** By what a week of it varies, as the inventory plan tells it. */
function cellOf(demand: Float64Array): Xyz {
  const weeks = Array.from({ length: Math.floor(days / week) }, (_, at) =>
    demand.subarray(at * week, (at + 1) * week).reduce((sum, one) => sum + one, 0),
  )
  return xyzOf(weeks)
}
