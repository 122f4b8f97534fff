import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import type { OutsourceOrderRow } from '../model/outsource-order.calls.ts'

type Sum = 'sent_quantity' | 'received_quantity' | 'loss_quantity' | 'left_quantity'
/** Column of a quantity that is summed over the lines of an order. */
export const sumOf = <N extends Sum>(name: N) => ({
  name,
  sort: false,
  render: (row: OutsourceOrderRow) => <Quantity value={row[name]} />,
})
