import { isPositive, least, type Quantity, subtract } from '@qitao/core/quantity.ts'

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
