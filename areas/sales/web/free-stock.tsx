import { isLess, isQuantity } from '@qitao/core/quantity.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Form } from 'antd'
import { queryFreeProducts } from '../model/sales-order.calls.ts'
import { quantityFromStock } from '../model/sales-order.rules.ts'
import './sales.css'

interface FreeStockProps {
  material_id: string
  /** Its line as it is typed; what is on work orders needs no stock. */
  line?: {
    readonly quantity?: string | null
    readonly planned_quantity?: string
    readonly shipped_quantity?: string
    readonly offset_quantity?: string | null
  }
  /** The order that is edited: what it holds itself is free for it. */
  order_id: string | undefined
}
/**
 * What is free of a product while a line of it is typed; in red where that and what is made for the line do not cover it. All lines of the form ask one question, so
 * that they are told of one moment.
 */
export function FreeStock({ material_id, line, order_id }: FreeStockProps) {
  const lines = (Form.useWatch('lines') ?? []) as readonly { readonly material_id?: string | null }[]
  const all = new Set([material_id, ...lines.flatMap(line => line.material_id ?? [])])
  const found = useCall(queryFreeProducts, { material_ids: [...all].sort(), order_id }, { keepPrevious: true })
  const free = found.data?.result.find(one => one.material_id === material_id)?.free_quantity
  if (free === undefined) return <span className="qt-none">—</span>
  const { quantity, offset_quantity, ...made } = line ?? {}
  const lacks =
    quantity != null &&
    isQuantity(quantity) &&
    isLess(
      free,
      quantityFromStock({
        ...made,
        quantity,
        offset_quantity: isQuantity(offset_quantity ?? '') ? offset_quantity! : '0',
      }),
    )
  return (
    <span className={lacks ? 'qt-late' : undefined}>
      <Quantity value={free} />
    </span>
  )
}
