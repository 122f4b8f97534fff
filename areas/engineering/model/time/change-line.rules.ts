import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'

/** An entry of the changeover matrix; null on a side means any, on the machine too. */
export interface Changeover {
  readonly device_id: string | null
  readonly from_material_id: string | null
  readonly to_material_id: string | null
  readonly from_series: string | null
  readonly to_series: string | null
  readonly change_seconds: number
}
export interface ChangedProduct {
  readonly material_id: string
  readonly series: string | null
}

/**
 * Seconds from one product to another on a machine: the machine's own entries come before those for any machine, then
 * product before series before any, the product that comes weighing more than the one that goes. No entry, or the same
 * product without an entry of its own: 0.
 */
export function changeoverSeconds(
  matrix: Iterable<Changeover>,
  device_id: string,
  from: ChangedProduct,
  to: ChangedProduct,
): number {
  const same = from.material_id === to.material_id
  let best: { seconds: number; weight: number } | undefined
  for (const one of matrix) {
    if (one.device_id !== null && one.device_id !== device_id) continue
    const fromWeight = closeness(one.from_material_id, one.from_series, from)
    const toWeight = closeness(one.to_material_id, one.to_series, to)
    if (fromWeight === undefined || toWeight === undefined) continue
    if (same && (one.from_material_id === null || one.to_material_id === null)) continue
    const weight = (one.device_id === null ? 0 : 100) + (fromWeight + toWeight) * 10 + toWeight
    if (best === undefined || weight > best.weight) best = { seconds: one.change_seconds, weight }
  }
  return best?.seconds ?? 0
}
function closeness(material_id: string | null, series: string | null, product: ChangedProduct): number | undefined {
  if (material_id !== null) return material_id === product.material_id ? 2 : undefined
  if (series !== null) return series === product.series ? 1 : undefined
  return 0
}

/** A side of an entry is a product or a series, not both. */
export function checkChangeover(entry: Omit<Changeover, 'device_id' | 'change_seconds'>): void {
  for (const side of ['from', 'to'] as const) {
    if (entry[`${side}_material_id`] !== null && entry[`${side}_series`] !== null) {
      refuse(generalErrors.badParameter, {
        field: `${side}_series`,
        detail: text('产品与系列只能填写一项', 'Give the product or the series, not both'),
      })
    }
  }
}
