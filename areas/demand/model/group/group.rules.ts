import { fromSteps, type Quantity } from '@qitao/core/quantity.ts'

export interface SpreadCell {
  readonly material_id: string
  readonly precision: number
  readonly quantity: Quantity
}
export interface SpreadValue {
  readonly material_id: string
  readonly quantity: Quantity
}

/**
 * What each is to be so that all add up to `total`: by what it is now, in whole steps of its unit; steps that are left over go to
 * those that lost most, and what is less than a step of theirs to the largest of those with the finest unit. Undefined: nothing is
 * forecast that it could be spread by.
 */
export function spread(total: Quantity, cells: readonly SpreadCell[]): SpreadValue[] | undefined {
  const all = cells.reduce((sum, { quantity }) => sum + Number(quantity), 0)
  if (all <= 0)
    return Number(total) === 0 ? cells.map(({ material_id }) => ({ material_id, quantity: '0' })) : undefined
  const finest = Math.max(...cells.map(({ precision }) => precision))
  const wanted = Math.round(Number(total) * 10 ** finest)
  // Shares of a forecast are no bookkeeping; what comes of them is counted in steps, and all steps in the finest ones.
  const parts = cells.map(({ precision, quantity }) => {
    const size = 10 ** (finest - precision)
    const exact = (wanted * Number(quantity)) / all / size
    const steps = Math.floor(exact + 1e-9)
    return { size, steps, exact, lost: exact - steps }
  })
  let left = wanted - parts.reduce((sum, { size, steps }) => sum + size * steps, 0)
  for (const part of parts.toSorted((a, b) => b.lost - a.lost)) {
    if (left < part.size || part.lost <= 0) continue
    part.steps++
    left -= part.size
  }
  const [largest] = parts.filter(({ size }) => size === 1).toSorted((a, b) => b.exact - a.exact)
  largest!.steps += left
  return cells.map(({ material_id, precision }, at) => ({
    material_id,
    quantity: fromSteps(parts[at]!.steps, precision),
  }))
}
