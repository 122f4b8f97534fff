import { isPositive } from '@qitao/core/quantity.ts'

interface OpenLine {
  readonly id: string
  readonly material_code: string
  readonly material_name: string
}
type OpenRow<L> = Omit<L, 'quantity'> & {
  readonly line_id: string
  readonly open_quantity: string
  /** All that is open, as long as nobody says less. */
  readonly quantity: string | null
}
/** Lines of which something is open, as they are asked about: goods by code and name. */
export const openRows = <L extends OpenLine>(lines: readonly L[], openOf: (line: L) => string): OpenRow<L>[] =>
  lines.flatMap(line => {
    const open_quantity = openOf(line)
    const { id: line_id, material_code, material_name } = line
    return isPositive(open_quantity)
      ? [
          {
            ...line,
            line_id,
            open_quantity,
            quantity: open_quantity,
            material_name: `${material_code} ${material_name}`,
          },
        ]
      : []
  })
/** Whether anything is said of a line: nothing, and none of it, are not sent. */
export const isGiven = (quantity: string | null): quantity is string => !!quantity && isPositive(quantity)
