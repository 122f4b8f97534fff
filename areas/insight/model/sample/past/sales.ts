import { addDays, type Day, isoWeekOf, mondayOf } from '@qitao/core/time.ts'
import { chance } from '../chance.ts'
import type { Factory } from '../factory.ts'

/** Pieces of a material, in the decimals of its unit. */
export interface PastLine {
  readonly material: string
  readonly quantity: number
}
export interface WantedSale {
  readonly customer: string
  readonly ordered: Day
  readonly wanted: Day
  /** The day on which it is to leave if it is made by then: some a little early, some late. */
  readonly leaves: Day
  readonly lines: readonly PastLine[]
}

/** Two whole years, so that seasons are seen twice, and what is wanted in the weeks to come: it is being made already. */
export const salesWeeks = 106
const weeksAhead = 8
const weekDays = 7
const weeksOfYear = 52
const groups = 3
const lateShare = 0.05
const mostLate = 6
const mostEarly = 6

function soldIn(
  [weekly, growth, season, peakWeek]: Factory['past']['sold'][string],
  code: string,
  weeksAgo: number,
  day: Day,
): number {
  const wave = Math.cos((2 * Math.PI * (isoWeekOf(day).week - peakWeek)) / weeksOfYear)
  const noise = 0.75 + chance(code, weeksAgo) / 2
  return Math.max(1, Math.round(weekly * (1 - (growth * weeksAgo) / weeksOfYear) * (1 + season * wave) * noise))
}

/** Each week some orders, each with every third product. */
export function wantedSales({ customers, past }: Factory, today: Day): WantedSale[] {
  const products = Object.keys(past.sold)
  const sales: WantedSale[] = []
  for (let weeksAgo = salesWeeks; weeksAgo >= -weeksAhead; weeksAgo--) {
    const monday = addDays(mondayOf(today), -weeksAgo * weekDays)
    for (let part = 0; part < groups; part++) {
      const wanted = addDays(monday, 1 + part)
      const late = chance('late', weeksAgo, part) < lateShare
      const days = late
        ? 1 + Math.floor(chance('by', weeksAgo, part) * mostLate)
        : -Math.floor(chance('early', weeksAgo, part) * mostEarly)
      sales.push({
        customer: customers[((weeksAgo + weeksAhead) * groups + part) % customers.length]![0],
        ordered: addDays(wanted, -14 - Math.floor(chance('ordered', weeksAgo, part) * 10)),
        ...{ wanted, leaves: addDays(wanted, days) },
        lines: products
          .filter((_, index) => index % groups === part)
          .map(material => ({ material, quantity: soldIn(past.sold[material]!, material, weeksAgo, wanted) })),
      })
    }
  }
  return sales
}
