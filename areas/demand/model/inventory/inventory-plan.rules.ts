import { type Quantity, roundHalfUp, roundUp } from '@qitao/core/quantity.ts'
import { abcOf, momentsOf, xyzOf } from '@qitao/planning/inventory/classes.ts'
import { reorder, type Simulated, simulate } from '@qitao/planning/inventory/reorder.ts'

/** What people have set, and what the material says. */
export interface PlanInput {
  readonly material_id: string
  readonly precision: number
  readonly fill_rate: Quantity
  readonly reorder_cycle: number
  readonly additional_time: number
  readonly defect_rate: Quantity
  readonly supply_lead_time: number
  readonly packaging_size: Quantity
  /** Of one unit that is consumed, and of one that lies; null: none is known, and no value is made up for it. */
  readonly price: Quantity | null
  readonly cost: Quantity | null
  /** Consumption of each day of the past year, the oldest first. */
  readonly days: readonly number[]
}
export interface ComputedPlan {
  readonly material_id: string
  readonly daily_average: Quantity
  readonly standard_deviation: Quantity
  readonly consumed_quantity: Quantity
  readonly consumed_amount: Quantity | null
  readonly xyz: string | null
  readonly fluctuation_buffer: Quantity
  readonly quality_buffer: Quantity
  readonly reorder_point: Quantity
  readonly reorder_quantity: Quantity
}
const percent = 100
const week = 7
/** What was first consumed yesterday is not yet known to be consumed each day. */
const leastDays = 28

/** From the first consumption on, four weeks at least: before it nobody asked. */
export function sinceFirst(days: readonly number[]): readonly number[] {
  const first = days.findIndex(value => value > 0)
  return first < 0 ? [] : days.slice(Math.max(0, Math.min(first, days.length - leastDays)))
}
const inWeeks = (days: readonly number[]): number[] =>
  Array.from({ length: Math.floor(days.length / week) }, (_, at) => {
    const end = days.length - week * at
    return days.slice(end - week, end).reduce((sum, value) => sum + value, 0)
  })
/** Returns of a day may be more than it took. */
const notBelowNothing = (days: readonly number[]) => days.map(value => Math.max(0, value))

export const leadDaysOf = ({
  supply_lead_time,
  additional_time,
}: Pick<PlanInput, 'supply_lead_time' | 'additional_time'>) => supply_lead_time + additional_time
export function pointFor(input: PlanInput, fill_rate: Quantity = input.fill_rate) {
  const { mean, deviation } = momentsOf(notBelowNothing(sinceFirst(input.days)))
  const { precision } = input
  const answer = reorder({
    ...{ mean, deviation, leadDays: leadDaysOf(input), cycleDays: input.reorder_cycle },
    ...{ defectRate: Number(input.defect_rate) / percent, pack: Number(input.packaging_size) },
    fillRate: Number(fill_rate) / percent,
  })
  const up = (value: number): Quantity => roundUp(roundHalfUp(String(value), 6), precision)
  return {
    ...{ mean, deviation },
    reorder_point: up(answer.reorderPoint),
    reorder_quantity: up(answer.cycleStock),
    fluctuation_buffer: roundHalfUp(String(answer.fluctuationBuffer), 6),
    quality_buffer: roundHalfUp(String(answer.qualityBuffer), 6),
  }
}

export function plansOf(inputs: readonly PlanInput[]): ComputedPlan[] {
  return inputs.map(input => {
    const { mean, deviation, ...point } = pointFor(input)
    const used = sinceFirst(input.days)
    const consumed = consumedOf(input)
    return {
      ...{ material_id: input.material_id, ...point },
      daily_average: roundHalfUp(String(mean), 6),
      standard_deviation: roundHalfUp(String(deviation), 6),
      consumed_quantity: roundHalfUp(String(consumed), 6),
      consumed_amount: input.price === null ? null : roundHalfUp(String(consumed * Number(input.price)), 2),
      xyz: used.length < week ? null : xyzOf(inWeeks(used)),
    }
  })
}
const consumedOf = ({ days }: PlanInput): number =>
  Math.max(
    0,
    days.reduce((sum, value) => sum + value, 0),
  )

export interface Worth {
  readonly material_id: string
  readonly abc: string | null
}
/** By what the consumption of a year is worth; null where no price is known. */
export const worthOf = (input: PlanInput): number | null =>
  input.price === null ? null : consumedOf(input) * Number(input.price)
/** Classes are of all materials together. */
export function classesOf(worths: ReadonlyMap<string, number | null>): Worth[] {
  const priced = [...worths].flatMap(([material_id, worth]) => (worth === null ? [] : [{ material_id, worth }]))
  const classes = abcOf(priced.map(({ worth }) => worth))
  const abc = new Map(priced.map(({ material_id }, at) => [material_id, classes[at]!]))
  return [...worths.keys()].map(material_id => ({ material_id, abc: abc.get(material_id) ?? null }))
}

export interface Point {
  readonly reorder_point: Quantity
  readonly reorder_quantity: Quantity
}
/** The past as it would have gone with a point. */
export function simulatedWith(input: PlanInput, { reorder_point, reorder_quantity }: Point): Simulated {
  return simulate(notBelowNothing(sinceFirst(input.days)), {
    ...{ reorderPoint: Number(reorder_point), cycleStock: Number(reorder_quantity) },
    ...{ leadDays: leadDaysOf(input), pack: Number(input.packaging_size) },
  })
}

const parts = 10
export function histogramOf(days: readonly number[], precision: number): { up_to: Quantity; days: number }[] {
  const used = notBelowNothing(sinceFirst(days))
  const most = Math.max(0, ...used)
  if (most === 0) return []
  const counts = new Array<number>(parts + 1).fill(0)
  for (const value of used) counts[value === 0 ? 0 : Math.min(parts, Math.ceil((parts * value) / most))]!++
  return counts.map((count, part) => ({ up_to: roundHalfUp(String((most * part) / parts), precision), days: count }))
}
