import { add, convert, multiply, type Quantity, roundUp } from '@qitao/core/quantity.ts'
import type { RefusalData } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { engineeringErrors } from '../engineering.errors.ts'

/** When a component is used: by what begins from `valid_from` on and before `expiry_time`; null: without end. */
export interface Validity {
  readonly valid_from: Instant | null
  readonly expiry_time: Instant | null
}
export const isValidAt = ({ valid_from, expiry_time }: Validity, at: Instant): boolean =>
  (valid_from === null || valid_from <= at) && (expiry_time === null || expiry_time > at)
export const hasValidity = ({ valid_from, expiry_time }: Partial<Validity>): boolean =>
  (valid_from ?? expiry_time ?? null) !== null

/** Whether a substitute may be taken for what begins then: approved, and on its days. */
export const isSubstituteAt = (
  of: { readonly [K in keyof Validity]?: Instant | null | undefined } & { readonly approved?: boolean | undefined },
  at: Instant,
): boolean =>
  of.approved !== false && isValidAt({ valid_from: of.valid_from ?? null, expiry_time: of.expiry_time ?? null }, at)

/** Of the components and of what goes in at the steps: what is used by what begins then. */
export function usedAt<
  L extends Validity & { readonly material_id: string },
  N extends { readonly inputs: readonly { readonly material_id: string }[] },
>(of: { readonly lines: readonly L[]; readonly nodes: readonly N[] }, at: Instant): { lines: L[]; nodes: N[] } {
  const off = new Set(of.lines.flatMap(line => (isValidAt(line, at) ? [] : line.material_id)))
  return {
    lines: of.lines.filter(line => !off.has(line.material_id)),
    nodes: of.nodes.map(node =>
      off.size === 0 ? node : { ...node, inputs: node.inputs.filter(input => !off.has(input.material_id)) },
    ),
  }
}

/** The next version after the highest number among the versions: V1, V2 ... */
export function nextVersion(versions: Iterable<string>): string {
  let highest = 0
  for (const version of versions) {
    const number = /(\d{1,9})$/.exec(version)?.[1]
    if (number !== undefined) highest = Math.max(highest, Number(number))
  }
  return `V${highest + 1}`
}

/** What `quantity` of a product needs of a component, scrap on top, rounded up to the component's precision. */
export const componentNeed = (
  quantity: Quantity,
  line: { readonly quantity: Quantity; readonly scrap_rate: Quantity },
  base_quantity: Quantity,
  precision: number,
): Quantity => roundUp(convert(multiply(quantity, line.quantity), add('1', line.scrap_rate), base_quantity), precision)

/** The refusal of what leads back to itself (5519), with the way round. */
export const wayRound = (way: readonly string[], place: RefusalData = {}) => ({
  error: engineeringErrors.bomCycle,
  data: { ...place, path: way.join(' → '), detail: text('循环路径：{path}', 'The way round: {path}') },
})
