import type { Field } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { expectPrecision, placeIn } from '@qitao/core/given.rules.ts'
import { add, isMore, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { type ErrorDefinition, refuse } from '@qitao/core/refusal.ts'
import type { Text } from '@qitao/core/text.ts'

interface AnyLine {
  readonly id: string
  readonly unit_precision: number
}
/** What `ofLines` asks for. */
interface GivenOfLine {
  readonly line_id: string
  readonly quantity: Quantity
}
/** What is done to a line, with what was open of it before. */
interface Taken<L, G> {
  readonly line: L
  readonly given: G
  readonly row: number
  readonly open: Quantity
}

/** The line that is named; refused with the row in which it is. */
export const lineNamed = <L extends { readonly id: string }>(lines: readonly L[], id: string, row: number): L =>
  lines.find(line => line.id === id) ?? refuse(generalErrors.recordNotFound, { row, field: 'line_id' })

/**
 * Takes what is given from what is open of each line, and says what is left of all of them. Refused with the row: a line that is not
 * there, a quantity finer than its unit, and more than is open (`tooMuch`; its `detail` may say how much: `{left}`).
 */
export function takeOpen<L extends AnyLine, G extends GivenOfLine>(
  lines: readonly L[],
  given: readonly G[],
  openOf: (line: L) => Quantity,
  said: {
    readonly of: { readonly fields: { readonly quantity: Field } }
    readonly tooMuch: ErrorDefinition
    readonly detail: Text
  },
): { taken: Taken<L, G>[]; left: ReadonlyMap<string, Quantity> } {
  const left = new Map(lines.map(line => [line.id, openOf(line)]))
  const taken = given.map((one, index) => {
    const row = index + 1
    const line = lineNamed(lines, one.line_id, row)
    const place = placeIn(said.of, 'quantity', row)
    expectPrecision(one.quantity, line.unit_precision, place)
    const open = left.get(line.id)!
    if (isMore(one.quantity, open)) refuse(said.tooMuch, { ...place, left: add(open, '0'), detail: said.detail })
    left.set(line.id, subtract(open, one.quantity))
    return { line, given: one, row, open }
  })
  return { taken, left }
}
