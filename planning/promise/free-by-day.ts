import type { Instant } from '@qitao/core/time.ts'
import { freeSupply } from './free-supply.ts'
import type { PromiseSnapshot } from './snapshot.ts'

/** From when so much in all is free of a material, in order of time. */
export type FreeByDay = readonly { readonly at: Instant; readonly quantity: number }[]

/** What nobody has or claims, of each of these materials: from stock at once, then as it comes in. */
export function freeByDay(snapshot: PromiseSnapshot, materials: readonly string[]): FreeByDay[] {
  const { of, left, arrives, now } = freeSupply(snapshot)
  return materials.map(material => {
    let quantity = 0
    const steps = new Map<Instant, number>([[now, 0]])
    for (const i of of.get(material) ?? []) {
      quantity += left[i]!
      steps.set(arrives[i]!, quantity)
    }
    return [...steps].map(([at, total]) => ({ at, quantity: total }))
  })
}
