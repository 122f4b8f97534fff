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
 * those that lost most. Undefined: nothing is forecast that it could be spread by.
 */
export function spread(total: Quantity, cells: readonly SpreadCell[]): SpreadValue[] | undefined {
  const all = cells.reduce((sum, { quantity }) => sum + Number(quantity), 0)
  if (all <= 0)
    return Number(total) === 0 ? cells.map(({ material_id }) => ({ material_id, quantity: '0' })) : undefined
  // Shares of a forecast are no bookkeeping; what comes of them is counted in steps.
  const parts = cells.map(({ precision, quantity }) => {
    const step = 10 ** -precision
    const exact = (Number(total) * Number(quantity)) / all / step
    const steps = Math.floor(exact + 1e-9)
    return { step, steps, lost: exact - steps }
  })
  let left = Number(total) - parts.reduce((sum, { step, steps }) => sum + step * steps, 0)
  for (const part of parts.toSorted((a, b) => b.lost - a.lost)) {
    if (left < part.step - 1e-9) continue
    part.steps++
    left -= part.step
  }
  return cells.map(({ material_id, precision }, at) => ({
    material_id,
    quantity: fromSteps(parts[at]!.steps, precision),
  }))
}
