import { convert, isPositive, least, multiply, type Quantity, roundUp, subtract } from '@qitao/core/quantity.ts'

interface Hold {
  readonly id: string
  readonly source_id: string
  readonly quantity: Quantity
}
interface Gone {
  readonly source_id: string
  readonly quantity: Quantity
}

/**
 * Of what is held of sources from which goods have gone, the parts that go with the goods: what `stays` does not cover, the first
 * hold covered first. What neither stays nor went is held where it was: the promise is broken, and says so.
 */
export function partsThatFollow<G extends Gone>(
  holds: readonly Hold[],
  stays: ReadonlyMap<string, Quantity>,
  gone: readonly G[],
): (G & { readonly id: string })[] {
  const left = new Map(stays)
  const open = gone.map(one => one.quantity)
  return holds.flatMap(({ id, source_id, quantity }) => {
    const kept = least(quantity, left.get(source_id) ?? '0')
    left.set(source_id, subtract(left.get(source_id) ?? '0', kept))
    let missing = subtract(quantity, kept)
    return gone.flatMap((one, index) => {
      const part = one.source_id === source_id ? least(missing, open[index]!) : '0'
      if (!isPositive(part)) return []
      missing = subtract(missing, part)
      open[index] = subtract(open[index]!, part)
      return [{ ...one, id, quantity: part }]
    })
  })
}

export interface PassableHold extends Hold {
  readonly order_line_id: string
  readonly material_id: string
}
/** What a component of a work order that makes for promised lines lacks, and what may stand for it, its own material first. */
export interface NeedOfPromise {
  readonly component_id: string
  readonly mo_id: string
  readonly line_ids: readonly string[]
  readonly open: Quantity
  readonly stand: readonly { readonly material_id: string; readonly ratio: Quantity; readonly precision: number }[]
}
/** What goes from which hold to which component: never more than is held, lies there and is needed; the first hold and need first. */
export function partsToPass(
  holds: readonly PassableHold[],
  free: ReadonlyMap<string, Quantity>,
  needs: readonly NeedOfPromise[],
): { readonly id: string; readonly mo_id: string; readonly component_id: string; readonly quantity: Quantity }[] {
  const left = new Map(holds.map(({ id, quantity }) => [id, quantity]))
  const there = new Map(free)
  return needs.flatMap(({ component_id, mo_id, line_ids, stand, ...need }) => {
    let open = need.open
    return stand.flatMap(({ material_id, ratio, precision }) =>
      holds.flatMap(({ id, source_id, ...hold }) => {
        if (hold.material_id !== material_id || !line_ids.includes(hold.order_line_id) || !isPositive(open)) return []
        const wanted = roundUp(multiply(open, ratio), precision)
        const quantity = [left.get(id)!, there.get(source_id) ?? '0'].reduce(least, wanted)
        if (!isPositive(quantity)) return []
        left.set(id, subtract(left.get(id)!, quantity))
        there.set(source_id, subtract(there.get(source_id)!, quantity))
        open = subtract(open, convert(quantity, '1', ratio))
        return [{ id, mo_id, component_id, quantity }]
      }),
    )
  })
}

export interface GivenEdge {
  readonly id: string
  readonly component_id: string
  readonly quantity: Quantity
  /** In units of the component. */
  readonly covers: Quantity
  readonly precision: number
  /** So much of the component is needed for what a finished order has not made. */
  readonly need: Quantity
}
/** Of what a promise has given to an order that is finished short what the rest needs, the first ones first. */
export function partsForRest(edges: readonly GivenEdge[]): { readonly id: string; readonly quantity: Quantity }[] {
  const open = new Map(edges.map(({ component_id, need }) => [component_id, need]))
  return edges.flatMap(({ id, component_id, quantity, covers, precision }) => {
    const left = open.get(component_id)!
    if (!isPositive(left)) return []
    open.set(component_id, subtract(left, covers))
    return [{ id, quantity: least(quantity, roundUp(convert(left, quantity, covers), precision)) }]
  })
}

export interface NeedBelow {
  /** Order lines that are served by what needs it, those who come first first. */
  readonly line_ids: readonly string[]
  readonly material_id: string
  readonly mo_id: string
  readonly quantity: Quantity
}
/** What is held for order lines of what these work orders need, and for which it is: of several lines together never more than is needed. */
export function heldForNeeds(
  held: ReadonlyMap<string, ReadonlyMap<string, Quantity>>,
  needs: readonly NeedBelow[],
): { readonly material_id: string; readonly quantity: Quantity; readonly mo_ids: readonly string[] }[] {
  const open = needs.map(({ quantity }) => quantity)
  const byMaterialNeeded = Map.groupBy(
    needs.map((need, index) => ({ ...need, index })).filter(({ line_ids }) => line_ids.length > 0),
    ({ material_id }) => material_id,
  )
  return [...held].flatMap(([line_id, byMaterial]) =>
    [...byMaterial].flatMap(([material_id, there]) => {
      let left = there
      const served = (byMaterialNeeded.get(material_id) ?? []).flatMap(({ index, line_ids, mo_id }) => {
        const wanted = open[index]!
        if (!line_ids.includes(line_id) || !isPositive(wanted)) return []
        const part = least(left, wanted)
        left = subtract(left, part)
        open[index] = subtract(wanted, part)
        return [mo_id]
      })
      return served.length === 0 ? [] : [{ material_id, quantity: subtract(there, left), mo_ids: [...new Set(served)] }]
    }),
  )
}
