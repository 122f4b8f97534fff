/**
 * When to order and how much, so that the promised share of what is asked for is given from stock at once (fill rate, type 2).
 * Position is looked at each day; at the reorder point or below it is filled up to that point and `cycleDays` of demand.
 */
import { expectedShortage, gammaShare, gammaShares } from './gamma.ts'

export interface ReorderAsk {
  /** Of a day. */
  readonly mean: number
  readonly deviation: number
  /** From order to receipt. */
  readonly leadDays: number
  /** Days of demand that are bought at a time. */
  readonly cycleDays: number
  /** Share that is bad of what comes, below 1. */
  readonly defectRate: number
  /** Orders are whole multiples of it; 0: any quantity. */
  readonly pack: number
  /** Share of the demand, below 1. */
  readonly fillRate: number
}
export interface ReorderAnswer {
  readonly reorderPoint: number
  /** Of it: for demand that swings, with what is asked for on the day on which the point is passed. */
  readonly fluctuationBuffer: number
  /** Of it: for what comes and is bad. */
  readonly qualityBuffer: number
  /** Bought beyond the point. */
  readonly cycleStock: number
}

export function reorder(ask: ReorderAsk): ReorderAnswer {
  const { mean, leadDays, cycleDays, defectRate, pack, fillRate } = ask
  if (mean <= 0) return { reorderPoint: 0, fluctuationBuffer: 0, qualityBuffer: 0, cycleStock: 0 }
  const cycleStock = mean * cycleDays
  const passed = undershoot(ask, cycleStock)
  const lead = { mean: mean * leadDays, variance: ask.deviation ** 2 * leadDays }
  // Above the point after an order: rounded up to packages it depends on how far the point was passed.
  const above = pack > 0 ? packed(cycleStock, pack, passed) : [cycleStock]
  const bought = above.reduce((sum, one) => sum + one, 0) / above.length
  const missed = (1 - fillRate) * (bought + passed.mean)
  /** Missed in a cycle: beyond the point before a receipt comes, less what was missing after the one before. */
  const missing = (point: number): number =>
    expectedShortage(point, lead.mean + passed.mean, lead.variance + passed.variance) -
    above.reduce((sum, one) => sum + expectedShortage(point + one, lead.mean, lead.variance), 0) / above.length
  const point = falling(missing, missed, lead.mean + passed.mean + 10 * Math.sqrt(lead.variance + passed.variance))
  const fluctuationBuffer = Math.max(0, point - lead.mean)
  const qualityBuffer = ((lead.mean + fluctuationBuffer) * defectRate) / (1 - defectRate)
  return { reorderPoint: lead.mean + fluctuationBuffer + qualityBuffer, fluctuationBuffer, qualityBuffer, cycleStock }
}

/**
 * Where a falling function has this value, at 0 or above: where the straight line between two points meets it, the one that stays
 * behind counting half (Illinois).
 */
function falling(of: (x: number) => number, value: number, most: number): number {
  let low = 0
  let above = of(0) - value
  if (above <= 0) return 0
  let high = Math.max(most, 1)
  let below = of(high) - value
  for (; below > 0; below = of(high) - value) {
    low = high
    above = below
    high *= 2
  }
  let stayed = 0
  for (let i = 0; i < mostSteps && high - low > 1e-9 * high; i++) {
    const between = (low * below - high * above) / (below - above)
    // A line that is flat at one end says little: then half way.
    const middle = i % 4 === 3 || !(between > low && between < high) ? (low + high) / 2 : between
    const at = of(middle) - value
    if (at === 0) return middle
    if (at > 0) {
      low = middle
      above = at
      if (stayed === 1) below /= 2
      stayed = 1
    } else {
      high = middle
      below = at
      if (stayed === -1) above /= 2
      stayed = -1
    }
    if (Math.abs(at) <= 1e-9 * value) return middle
  }
  return high
}
const mostSteps = 100

const parts = 9
/** How far orders of whole packages bring the position above the point, for parts of the undershoot that come equally often. */
function packed(cycle: number, pack: number, { mean, variance }: { mean: number; variance: number }): number[] {
  const above = (passed: number) => Math.ceil((cycle + passed) / pack - 1e-9) * pack - passed
  if (variance <= 0 || mean <= 0) return [above(mean)]
  const shape = mean ** 2 / variance
  return Array.from({ length: parts }, (_, k) => {
    const share = 1 - (k + 0.5) / parts
    return above((mean / shape) * falling(x => 1 - gammaShare(shape, x), share, 4 * shape + 10))
  })
}

/** Days after which hardly any cycle still goes on. */
const mostDays = 4000
/**
 * By how much the position is below the point when it is passed. Of gamma demand it is known: with S the sum of n days and P the
 * share below the cycle stock, E[X] = mean * sum P(S < cycle), and E[X²] = sum (2 mean E[S; S < cycle] + E[x²] P(S < cycle)).
 */
function undershoot({ mean, deviation }: ReorderAsk, cycle: number): { mean: number; variance: number } {
  if (deviation <= 0) {
    // So many whole days are asked for until the point is passed.
    return { mean: Math.max(0, Math.ceil(cycle / mean - 1e-9) * mean - cycle), variance: 0 }
  }
  const shape = (mean / deviation) ** 2
  const scale = deviation ** 2 / mean
  const second = deviation ** 2 + mean ** 2
  let days = 1
  let square = second
  for (let n = 1; n < mostDays; n++) {
    const [below, next] = gammaShares(n * shape, cycle / scale)
    days += below
    square += 2 * mean * (n * mean * next) + second * below
    if (below < 1e-10) break
  }
  const first = mean * days
  return { mean: Math.max(0, first - cycle), variance: Math.max(0, square - first ** 2) }
}

export interface Simulated {
  /** Share of the demand that was given at once. */
  readonly fillRate: number
  readonly averageStock: number
  readonly daysOut: number
  readonly orders: number
}
/** The same policy over a demand that was: it begins full, and what is missing is given later. */
export function simulate(
  demand: ArrayLike<number>,
  {
    reorderPoint,
    cycleStock,
    leadDays,
    pack,
  }: { reorderPoint: number; cycleStock: number; leadDays: number; pack: number },
): Simulated {
  const lead = Math.round(leadDays)
  const arriving = new Float64Array(demand.length + lead + 1)
  let stock = reorderPoint + cycleStock
  let position = stock
  let asked = 0
  let missed = 0
  let lying = 0
  let daysOut = 0
  let orders = 0
  for (let day = 0; day < demand.length; day++) {
    stock += arriving[day]!
    const wanted = demand[day]!
    const given = Math.max(0, Math.min(wanted, stock))
    asked += wanted
    missed += wanted - given
    if (given < wanted) daysOut++
    stock -= wanted
    position -= wanted
    lying += Math.max(0, stock)
    if (position > reorderPoint || asked === 0) continue
    const short = reorderPoint + cycleStock - position
    const order = pack > 0 ? Math.ceil(short / pack - 1e-9) * pack : short
    if (order <= 0) continue
    orders++
    position += order
    // Ordered in the evening, it is there in the morning after so many days.
    if (day + lead + 1 < arriving.length) arriving[day + lead + 1]! += order
  }
  const days = Math.max(1, demand.length)
  return { fillRate: asked > 0 ? 1 - missed / asked : 1, averageStock: lying / days, daysOut, orders }
}
