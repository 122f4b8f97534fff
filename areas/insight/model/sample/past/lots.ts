import { addDays, dayFromEpoch, dayOf, epochDay, type Instant } from '@qitao/core/time.ts'
import { standardUnits } from '@qitao/masterdata/model/unit/standard-units.ts'
import { chance } from '../chance.ts'
import type { Factory } from '../factory.ts'
import { paceOf } from './pace.ts'
import type { PastLine, WantedSale } from './sales.ts'

/** Pieces that are made together: of a sold line, or of what the lots of some days need. */
export interface Lot {
  readonly material: string
  readonly good: number
  /** Scrap of each of its steps. */
  readonly scrap: readonly number[]
  readonly released: Instant
  readonly uses: readonly PastLine[]
  /** Of the sale that it is made for, and its line. */
  readonly sale?: readonly [sale: number, line: number]
  /** Lots whose pieces it uses. */
  readonly after: number[]
}

/** Released so long before they are wanted: a few days, and the days in work with their waiting. */
const slackDays = { sold: 4, parts: 3 }
const waiting = 1.7

/** Decimals in which a material is counted. */
export function precisionOf({ finished, semiFinished, bought }: Factory): (material: string) => number {
  const units = new Map([
    ...[...finished, ...semiFinished].map(one => [one[0], one[5]] as const),
    ...bought.map(one => [one[0], one[4]] as const),
  ])
  const precision = new Map(standardUnits.map(({ name, precision }): [string, number] => [name, precision]))
  return material => precision.get(units.get(material)!) ?? 0
}
export const roundUpTo = (quantity: number, decimals: number): number => {
  const scale = 10 ** decimals
  // A little off from the floating point is not a piece more.
  return Math.ceil(quantity * scale - 1e-6) / scale
}

/** All that is made for these sales, level by level down from what is sold. */
export function lotsFor(
  factory: Factory,
  sales: readonly WantedSale[],
  at: (day: string) => Instant,
  zone: string,
): Lot[] {
  const { recipes, past } = factory
  const { lotDays } = past
  const pace = paceOf(factory, zone)
  const lead = (product: string, pieces: number, slack: number) =>
    Math.ceil(slack + waiting * pace.days(product, Math.max(...pace.inLots(product, pieces))))
  const decimals = precisionOf(factory)
  const recipeOf = new Map(recipes.map(recipe => [recipe.product, recipe]))
  const lots: Lot[] = []
  const needs = new Map<string, { readonly lot: number; readonly quantity: number }[]>()
  const make = (material: string, good: number, released: Instant, sale?: Lot['sale']): number => {
    const { steps } = recipeOf.get(material)!
    const number = lots.length
    const scrap = steps.map(({ process }, index) => {
      const share = past.processes[process]![0] * (0.5 + chance('scrap', material, number, index))
      return Math.floor(good * share + chance('piece', material, number, index))
    })
    const planned = good + scrap.reduce((all, one) => all + one, 0)
    const uses = new Map<string, number>()
    for (const [used, per, loss = '0'] of steps.flatMap(step => step.uses))
      uses.set(used, (uses.get(used) ?? 0) + planned * Number(per) * (1 + Number(loss)))
    const lines = [...uses].map(([used, quantity]) => ({
      material: used,
      quantity: roundUpTo(quantity, decimals(used)),
    }))
    lots.push({ material, good, scrap, released, uses: lines, after: [], ...(sale ? { sale } : {}) })
    for (const { material: used, quantity } of lines)
      if (recipeOf.has(used)) needs.set(used, [...(needs.get(used) ?? []), { lot: number, quantity }])
    return number
  }
  for (const [index, { wanted, lines }] of sales.entries())
    for (const [line, { material, quantity }] of lines.entries())
      for (const pieces of pace.inLots(material, quantity))
        make(material, pieces, at(addDays(wanted, -lead(material, quantity, slackDays.sold))), [index, line])
  // Recipes stand in the order in which things are made: their makers come before what they are made of.
  for (const { product } of recipes.toReversed()) {
    const phase = Math.floor(chance('phase', product) * lotDays)
    const bucketOf = ({ lot }: { lot: number }) =>
      Math.floor((epochDay(dayOf(lots[lot]!.released, zone)) - phase) / lotDays)
    for (const [bucket, own] of Map.groupBy(needs.get(product) ?? [], bucketOf)) {
      const pieces = own.reduce((all, { quantity }) => all + quantity, 0)
      const first = dayFromEpoch(bucket * lotDays + phase)
      const released = at(addDays(first, -lead(product, pieces, slackDays.parts)))
      const made = pace.inLots(product, pieces).map(part => make(product, part, released))
      for (const { lot } of own) lots[lot]!.after.push(...made)
    }
  }
  return lots
}
