import { isPositive, least, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { supplySource } from './mo.status.ts'

interface Edge {
  readonly id: string
  readonly source_type: number
  readonly quantity: Quantity
  /** In units of the component. */
  readonly covers: Quantity
  readonly locked: boolean
}
/** What comes is given up before what lies there, and what a person has chosen last. */
const order: Readonly<Record<number, number>> = {
  [supplySource.codes.in_transit]: 0,
  [supplySource.codes.in_inspection]: 1,
  [supplySource.codes.in_production]: 2,
  [supplySource.codes.in_stock]: 3,
}

/** Which edges a component gives up, and how much of each in its own units, when it needs so much less. */
export function givenUp<E extends Edge>(edges: readonly E[], over: Quantity): (readonly [E, Quantity])[] {
  let left = over
  return edges
    .toSorted(
      (a, b) =>
        Number(a.locked) - Number(b.locked) ||
        (order[a.source_type] ?? 0) - (order[b.source_type] ?? 0) ||
        (a.id < b.id ? 1 : -1),
    )
    .flatMap(edge => {
      // A substitute is given up whole or not at all: what is left of it would be no whole of its unit.
      const isAsIs = edge.covers === edge.quantity
      const off = isAsIs ? least(left, edge.covers) : isPositive(subtract(edge.covers, left)) ? '0' : edge.covers
      if (!isPositive(off)) return []
      left = subtract(left, off)
      return [[edge, isAsIs ? off : edge.quantity] as const]
    })
}
