import { isPositive, least, type Quantity, subtract, sum } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { AskedFor } from './asked-for.ts'

/**
 * What is open of an order line may come on several days: each announced arrival on its own, the rest by the line's. Each is a
 * supply of its own wherever days matter; what somebody has is kept by the line.
 */
export interface SupplyPart {
  readonly id: string
  /** 0 is the first to come. */
  readonly part: number
  readonly open_quantity: Quantity
}
const mark = '@'
/** Of the first part it is the line's own id, so that a line that comes at once is as any other supply. */
export const supplyOfPart = ({ id, part = 0 }: { readonly id: string; readonly part?: number }): string =>
  part === 0 ? id : `${id}${mark}${part}`
/** The line behind a supply. */
export const lineOfSupply = (supply: string): string => supply.split(mark, 1)[0]!

/** What is taken of each line, by supply: of the parts that come first. More than there is stays with the last. */
export function takenOfParts(
  parts: readonly SupplyPart[],
  taken: ReadonlyMap<string, Quantity>,
): Map<string, Quantity> {
  const found = new Map<string, Quantity>()
  for (const [id, own] of Map.groupBy(parts, part => part.id)) {
    let left = taken.get(id) ?? '0'
    own.sort((a, b) => a.part - b.part)
    own.forEach((part, index) => {
      const here = index === own.length - 1 ? left : least(left, part.open_quantity)
      if (isPositive(here)) found.set(supplyOfPart(part), here)
      left = subtract(left, here)
    })
  }
  return found
}

export interface Taker {
  /** Line that it takes of. */
  readonly id: string
  readonly by: string
  readonly quantity: Quantity
  /** When it has been told to have it. */
  readonly at: Instant | null
}
export interface TakersDay extends Pick<Taker, 'id' | 'by'> {
  /** Null: nobody knows the day. */
  readonly eta: Instant | null
}
/**
 * The day on which each taker of a line that comes on several days has all that it takes: who was told an earlier day has what
 * comes first.
 */
export function daysOfTakers(
  parts: readonly (SupplyPart & { readonly eta: Instant | null })[],
  takers: readonly Taker[],
): TakersDay[] {
  const days: TakersDay[] = []
  const taking = Map.groupBy(takers, taker => taker.id)
  for (const [id, of] of Map.groupBy(parts, part => part.id)) {
    const coming = of.toSorted((a, b) => a.part - b.part)
    let at = 0
    let left = coming[0]!.open_quantity
    const inTurn = (taking.get(id) ?? []).toSorted(
      (a, b) => (a.at ?? Infinity) - (b.at ?? Infinity) || (a.by < b.by ? -1 : 1),
    )
    for (const { by, quantity } of inTurn) {
      let wanted = subtract(quantity, least(quantity, left))
      left = subtract(left, least(quantity, left))
      while (isPositive(wanted) && at + 1 < coming.length) {
        left = coming[++at]!.open_quantity
        const here = least(wanted, left)
        wanted = subtract(wanted, here)
        left = subtract(left, here)
      }
      days.push({ id, by, eta: coming[at]!.eta })
    }
  }
  return days
}
/** What a line was asked for, by part: of those that come first. Who asked for no quantity has a part in each. */
export function askedOfParts<P extends SupplyPart & { readonly asked: readonly AskedFor[] }>(parts: readonly P[]): P[] {
  return [...Map.groupBy(parts, part => part.id).values()].flatMap(own => {
    if (own.length === 1) return own
    const left = new Map(own[0]!.asked.map(({ mo_id, quantity }) => [mo_id, quantity]))
    return own
      .toSorted((a, b) => a.part - b.part)
      .map(part => {
        let open = part.open_quantity
        const asked = part.asked.flatMap(({ mo_id }): AskedFor[] => {
          const wanted = left.get(mo_id)
          if (wanted === null || wanted === undefined) return [{ mo_id, quantity: null }]
          const here = least(wanted, open)
          open = subtract(open, here)
          left.set(mo_id, subtract(wanted, here))
          return isPositive(here) ? [{ mo_id, quantity: here }] : []
        })
        return { ...part, asked }
      })
  })
}

/** Lines as a whole: all of each, by the day of its last part. */
export function wholeLines<P extends SupplyPart & { readonly eta: number | null }>(parts: readonly P[]): P[] {
  return [...Map.groupBy(parts, part => part.id).values()].map(own => {
    const last = own.reduce((a, b) => (b.part > a.part ? b : a))
    return { ...last, part: 0, open_quantity: sum(own.map(part => part.open_quantity)) }
  })
}
