import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'

/** An entry of the changeover matrix; null on a side means any, on the machine too. */
export interface Changeover {
  readonly device_id: string | null
  /** It holds for the machine because it is one of its workgroup. */
  readonly by_workgroup?: boolean
  readonly from_material_id: string | null
  readonly to_material_id: string | null
  readonly from_series: string | null
  readonly to_series: string | null
  /** The field of the products that its values are of: such as their colour. */
  readonly attribute?: string | null
  readonly from_value?: string | null
  readonly to_value?: string | null
  readonly change_seconds: number
}
export interface ChangedProduct {
  readonly material_id: string
  readonly series: string | null
  /** Its values of the attributes that changeovers go by (`traitOf`). */
  readonly traits?: readonly string[]
}
/** A value of an attribute, as a product has it. */
export const traitOf = (attribute: string, value: string): string => `${attribute}=${value}`

/**
 * The entry that holds from one product to another on a machine: the machine's own come before those of its workgroup, these before
 * those for any machine; then product before series or attribute before any, the product that comes weighing more than the one that
 * goes. Of several attributes that change the longest change holds: the others are done beside it. Of the same product only its own.
 */
export function changeoverOf<C extends Changeover>(
  matrix: Iterable<C>,
  device_id: string,
  from: ChangedProduct,
  to: ChangedProduct,
): C | undefined {
  const same = from.material_id === to.material_id
  let best: { entry: C; weight: number } | undefined
  for (const entry of matrix) {
    if (entry.device_id !== null && entry.device_id !== device_id) continue
    const fromWeight = closeness(entry, 'from', from)
    const toWeight = closeness(entry, 'to', to)
    if (fromWeight === undefined || toWeight === undefined) continue
    if (same && (entry.from_material_id === null || entry.to_material_id === null)) continue
    const place = entry.device_id === null ? 0 : entry.by_workgroup ? 50 : 100
    const weight = place + (fromWeight + toWeight) * 10 + toWeight
    if (best === undefined || weight > best.weight || (weight === best.weight && isLonger(entry, best.entry)))
      best = { entry, weight }
  }
  return best?.entry
}
const isLonger = (one: Changeover, other: Changeover): boolean => one.change_seconds > other.change_seconds

/** No entry: 0. */
export const changeoverSeconds = (
  matrix: Iterable<Changeover>,
  device_id: string,
  from: ChangedProduct,
  to: ChangedProduct,
): number => changeoverOf(matrix, device_id, from, to)?.change_seconds ?? 0

/** What a side of an entry asks of a product: itself, its series or a value; null: any. */
export function sideOf(
  entry: Changeover,
  side: 'from' | 'to',
): { readonly material: string } | { readonly series: string } | { readonly trait: string } | null {
  const material = entry[`${side}_material_id`]
  if (material !== null) return { material }
  const series = entry[`${side}_series`]
  if (series !== null) return { series }
  const value = entry[`${side}_value`] ?? null
  return value === null || !entry.attribute ? null : { trait: traitOf(entry.attribute, value) }
}
function closeness(entry: Changeover, side: 'from' | 'to', product: ChangedProduct): number | undefined {
  const asked = sideOf(entry, side)
  if (asked === null) return 0
  if ('material' in asked) return asked.material === product.material_id ? 2 : undefined
  if ('series' in asked) return asked.series === product.series ? 1 : undefined
  return product.traits?.includes(asked.trait) ? 1 : undefined
}

/** A side of an entry is a product, a series or a value of the attribute; the machine is one, those of a workgroup, or any. */
export function checkChangeover(
  entry: Omit<Changeover, 'device_id' | 'change_seconds' | 'by_workgroup'> & {
    readonly device_id?: string | null | undefined
    readonly workgroup_id?: string | null | undefined
  },
): void {
  for (const side of ['from', 'to'] as const) {
    if (entry[`${side}_material_id`] !== null && entry[`${side}_series`] !== null) {
      refuse(generalErrors.badParameter, {
        field: `${side}_series`,
        detail: text('产品与系列只能填写一项', 'Give the product or the series, not both'),
      })
    }
    const value = entry[`${side}_value`] ?? null
    if (value !== null && !entry.attribute) {
      refuse(generalErrors.badParameter, {
        field: 'attribute',
        detail: text('请选择属性', 'Choose the attribute that the value is of'),
      })
    }
    if (value !== null && (entry[`${side}_material_id`] !== null || entry[`${side}_series`] !== null)) {
      refuse(generalErrors.badParameter, {
        field: `${side}_value`,
        detail: text('属性值与产品、系列只能填写一项', 'Give a value, or a product or series'),
      })
    }
  }
  if (entry.attribute && !entry.from_value && !entry.to_value) {
    refuse(generalErrors.badParameter, {
      field: 'from_value',
      detail: text('请填写属性值', 'Give a value of the attribute'),
    })
  }
  if (entry.device_id && entry.workgroup_id) {
    refuse(generalErrors.badParameter, {
      field: 'workgroup_id',
      detail: text('设备与班组只能填写一项', 'Give the machine or the workgroup, not both'),
    })
  }
}
