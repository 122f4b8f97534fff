import {
  add,
  isMore,
  isPositive,
  least,
  most,
  multiply,
  type Quantity,
  roundUp,
  subtract,
  sum,
} from '@qitao/core/quantity.ts'
import {
  type ComponentInHand,
  coversOf,
  neededOf,
  pickedOf,
  servingOf,
  toPick,
  withPicked,
} from '@qitao/manufacturing/model/mo/picked.rules.ts'
import type { Need } from './report-trace.rules.ts'

export interface ComponentToUse extends ComponentInHand {
  readonly mo_id: string
  readonly operation_sequence: number
  readonly quantity_per: Quantity
  /** What the order holds for it in stock, by material. */
  readonly held: Readonly<Record<string, Quantity>>
  /** What earlier reports of its operation used, by material, as far as it is known. */
  readonly reported: Readonly<Record<string, Quantity>>
}
interface Reporting {
  readonly id: string
  readonly operation: {
    readonly sequence: number
    readonly reported_quantity: Quantity
    readonly defective_quantity: Quantity
  }
  readonly report: { readonly mo_id: string; readonly good: Quantity; readonly defective: Quantity }
}
/** What each report needs of each material, from what its pieces need by now and needed before. */
export function needsOf(reports: readonly Reporting[], components: readonly ComponentToUse[]): Map<string, Need[]> {
  const now = [...components]
  return new Map(
    reports.map(({ id, operation, report }) => {
      const done = add(operation.reported_quantity, operation.defective_quantity)
      const before = subtract(done, add(report.good, report.defective))
      const parts = now.flatMap((component, at) => {
        const { mo_id, operation_sequence, quantity_per, required_quantity, unit_precision } = component
        if (mo_id !== report.mo_id || operation_sequence !== operation.sequence) return []
        const neededFor = (pieces: Quantity) =>
          least(required_quantity, roundUp(multiply(quantity_per, pieces), unit_precision))
        const needed = neededFor(done)
        const upTo = least(needed, pickedOf(component))
        const fromLine = atLine(component, neededFor(before), upTo)
        const fromStock = isMore(needed, upTo)
          ? toPick({ ...component, required_quantity: needed }, component.held)
          : []
        const all = [
          ...fromLine,
          ...fromStock.map(({ material_id, quantity }) => ({ material_id, line: '0', open: quantity })),
        ]
        now[at] = withReported(fromStock.reduce(used, component), all)
        return all
      })
      const needs = [...Map.groupBy(parts, part => part.material_id)].map(([material_id, of]) => {
        const open = sum(of.map(part => part.open))
        return { material_id, open, need: add(open, sum(of.map(part => part.line))) }
      })
      return [id, needs.filter(({ need }) => isPositive(need))]
    }),
  )
}

interface Part {
  readonly material_id: string
  readonly line: Quantity
  readonly open: Quantity
}
/**
 * What lies at the line is used in this order: the component's own material, then what stands in for it. What earlier reports used is
 * taken off first, where it is known what that was, else in the same order.
 */
function atLine(component: ComponentToUse, from: Quantity, to: Quantity): Part[] {
  const lying = [{ material_id: component.material_id, quantity: component.own_quantity }, ...component.stand_ins].map(
    ({ material_id, quantity }) => {
      const serving = servingOf(component, material_id)!
      const known = coversOf(component.reported[material_id] ?? '0', serving.ratio)
      const covers = most('0', coversOf(quantity, serving.ratio))
      return { material_id, serving, covers, known: least(known, covers) }
    },
  )
  const before = shareOut(
    from,
    lying.map(({ known }) => known),
  )
  const unknown = shareOut(
    subtract(from, sum(before)),
    lying.map(({ covers }, at) => subtract(covers, before[at]!)),
  )
  const begins = lying.map((_, at) => add(before[at]!, unknown[at]!))
  const parts = shareOut(
    most('0', subtract(to, from)),
    lying.map(({ covers }, at) => subtract(covers, begins[at]!)),
  )
  return lying.flatMap(({ material_id, serving }, at) => {
    const upTo = (covers: Quantity) => neededOf(covers, serving)
    const line = subtract(upTo(add(begins[at]!, parts[at]!)), upTo(begins[at]!))
    return isPositive(line) ? [{ material_id, line, open: '0' }] : []
  })
}
/** So much of each, the first first, until it is enough. */
function shareOut(quantity: Quantity, rooms: readonly Quantity[]): Quantity[] {
  let left = quantity
  return rooms.map(room => {
    const part = least(room, left)
    left = subtract(left, part)
    return part
  })
}
const withReported = (component: ComponentToUse, parts: readonly Part[]): ComponentToUse => {
  const reported = { ...component.reported }
  for (const { material_id, line, open } of parts)
    reported[material_id] = sum([reported[material_id] ?? '0', line, open])
  return { ...component, reported }
}
function used(component: ComponentToUse, { material_id, quantity }: { material_id: string; quantity: Quantity }) {
  const held = { ...component.held }
  if (held[material_id] !== undefined) held[material_id] = most('0', subtract(held[material_id], quantity))
  return { ...withPicked(component, servingOf(component, material_id)!, quantity), held }
}
