import { fitsPrecision, isEqual, multiply, type Quantity, quantityDecimals } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { MaterialBomLineInput } from './material-bom.record.ts'

export interface Replacement {
  readonly from_id: string
  readonly to_id: string
  /** So much of the new one for one of the old one. */
  readonly ratio: Quantity
  /** From that day on; null: at once. */
  readonly valid_from: Instant | null
}
/** What becomes of the line, in the order of the lines; or why nothing does. */
export type Replaced =
  | { readonly lines: MaterialBomLineInput[]; readonly quantity: Quantity; readonly whyNot?: undefined }
  | { readonly whyNot: Text }

/**
 * The components with one of them replaced. From a day on, both stand in it: the old one until then, the new one from then on. Replaced
 * back, what was one line becomes one line again.
 */
export function replaceIn(
  lines: readonly MaterialBomLineInput[],
  { from_id, to_id, ratio, valid_from: day }: Replacement,
  precision: number,
): Replaced {
  const old = lines.find(line => line.material_id === from_id)
  if (!old) return { whyNot: text('没有此物料', 'It is no component of it') }
  const quantity = multiply(old.quantity, ratio)
  if (!fitsPrecision(quantity, Math.min(precision, quantityDecimals)))
    return {
      whyNot: text('新用量的小数位超出新物料的单位', 'The new quantity has more decimals than the unit of the new one'),
    }
  const there = lines.find(line => line.material_id === to_id)
  if (there) {
    const joined = day === null && isEqual(there.quantity, quantity) ? join(there, old) : undefined
    if (!joined) return { whyNot: text('新物料已在此BOM中', 'The new one is a component of it already') }
    return { quantity, lines: lines.flatMap(line => (line === old ? [] : line === there ? joined : line)) }
  }
  if (day !== null && old.expiry_time !== null && old.expiry_time <= day)
    return { whyNot: text('此物料在该日之前已失效', 'It expires there before that day') }
  const next: MaterialBomLineInput = {
    ...old,
    material_id: to_id,
    quantity,
    substitutes: old.substitutes.filter(one => one.material_id !== to_id),
  }
  const isWhole = day === null || (old.valid_from !== null && old.valid_from >= day)
  const put = isWhole
    ? [next]
    : [
        { ...old, expiry_time: day },
        { ...next, valid_from: day },
      ]
  return { quantity, lines: lines.flatMap(line => (line === old ? put : line)) }
}

/** One line for the days of both, where one ends as the other begins. */
function join(there: MaterialBomLineInput, old: MaterialBomLineInput): MaterialBomLineInput | undefined {
  if (there.expiry_time !== null && there.expiry_time === old.valid_from)
    return { ...there, expiry_time: old.expiry_time }
  if (there.valid_from !== null && there.valid_from === old.expiry_time) return { ...there, valid_from: old.valid_from }
  return undefined
}

/** What goes in at the steps: the new one where the old one does; where it stands in the BoM already, there too. */
export function replaceInputs<P extends { readonly material_id: string; readonly quantity: Quantity }>(
  inputs: readonly P[],
  { from_id, to_id, ratio }: Pick<Replacement, 'from_id' | 'to_id' | 'ratio'>,
  stands: { readonly before: ReadonlySet<string>; readonly after: ReadonlySet<string> },
): { material_id: string; quantity: Quantity }[] {
  return inputs.flatMap(({ material_id, quantity }) => {
    const kept = material_id !== from_id || stands.after.has(from_id) ? [{ material_id, quantity }] : []
    const isNew = material_id === from_id && !stands.before.has(to_id)
    return isNew ? [...kept, { material_id: to_id, quantity: multiply(quantity, ratio) }] : kept
  })
}
