import { isEqual, type Quantity } from '@qitao/core/quantity.ts'

/** A line of two versions: null where one has none. */
export interface LineChange<L> {
  readonly kind: 'added' | 'removed' | 'changed' | 'same'
  readonly before: L | null
  readonly after: L | null
}
/** Lines at the same place in two versions; those that are gone come first. */
export function sideBySide<L>(
  before: readonly L[],
  after: readonly L[],
  keyOf: (line: L) => string | number,
  isSame: (one: L, other: L) => boolean,
): LineChange<L>[] {
  const old = new Map(before.map(line => [keyOf(line), line]))
  const kept = new Set(after.map(keyOf))
  const gone = before.flatMap((line): LineChange<L>[] =>
    kept.has(keyOf(line)) ? [] : [{ kind: 'removed', before: line, after: null }],
  )
  const rest = after.map((line): LineChange<L> => {
    const was = old.get(keyOf(line))
    if (!was) return { kind: 'added', before: null, after: line }
    return { kind: isSame(was, line) ? 'same' : 'changed', before: was, after: line }
  })
  return [...gone, ...rest]
}

interface Step {
  readonly process_id: string
  readonly overlap_quantity: Quantity | null
  readonly wait_seconds: number
}
interface Node extends Step {
  readonly ordering_node: number
  readonly next_nodes: readonly number[]
  readonly inputs: readonly { readonly material_id: string; readonly quantity: Quantity }[]
  readonly outputs: readonly { readonly material_id: string; readonly quantity: Quantity }[]
}
const isSameQuantity = (one: Quantity | null, other: Quantity | null): boolean =>
  one === null || other === null ? one === other : isEqual(one, other)
const isSameStep = (one: Step, other: Step): boolean =>
  one.process_id === other.process_id &&
  one.wait_seconds === other.wait_seconds &&
  isSameQuantity(one.overlap_quantity, other.overlap_quantity)
function isSamePorts(one: Node['inputs'], other: Node['inputs']): boolean {
  const quantities = new Map(other.map(({ material_id, quantity }) => [material_id, quantity]))
  return (
    one.length === other.length &&
    one.every(({ material_id, quantity }) => isEqual(quantity, quantities.get(material_id) ?? '-1'))
  )
}

/** Steps of two routings, in the order of the work. */
export const compareSteps = <S extends Step & { readonly sequence: number }>(
  before: readonly S[],
  after: readonly S[],
): LineChange<S>[] =>
  sideBySide(before, after, step => step.sequence, isSameStep).toSorted(byPlace(step => step.sequence))
/** Processes of two manufacturing BoMs, with what goes in and out, in the order of the work. */
export const compareNodes = <N extends Node>(before: readonly N[], after: readonly N[]): LineChange<N>[] =>
  sideBySide(
    before,
    after,
    node => node.ordering_node,
    (one, other) =>
      isSameStep(one, other) &&
      one.next_nodes.toSorted().join() === other.next_nodes.toSorted().join() &&
      isSamePorts(one.inputs, other.inputs) &&
      isSamePorts(one.outputs, other.outputs),
  ).toSorted(byPlace(node => node.ordering_node))
const byPlace =
  <L>(placeOf: (line: L) => number) =>
  (a: LineChange<L>, b: LineChange<L>): number =>
    placeOf((a.after ?? a.before)!) - placeOf((b.after ?? b.before)!)
