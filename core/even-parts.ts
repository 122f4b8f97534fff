import { fromSteps, toSteps } from './quantity.ts'

/** The whole in so many parts that differ by one step of the unit at most. */
export function evenParts(whole: string, count: number, precision: number): string[] {
  const steps = toSteps(whole, precision)
  const each = Math.floor(steps / count)
  const left = steps - each * count
  return Array.from({ length: count }, (_, index) => fromSteps(each + (index < left ? 1 : 0), precision))
}
