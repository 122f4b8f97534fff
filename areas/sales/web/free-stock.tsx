import { isLess, isQuantity } from '@qitao/core/quantity.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Form } from 'antd'
import { queryFreeProducts } from '../model/sales-order.calls.ts'
import './sales.css'

interface FreeStockProps {
  material_id: string
  wanted?: string | null | undefined
  /** The order that is edited: what it holds itself is free for it. */
  order_id: string | undefined
}
/**
 * What is free of a product while a line of it is typed; in red where the line wants more. All lines of the form ask one question, so
 * that they are told of one moment.
 */
export function FreeStock({ material_id, wanted, order_id }: FreeStockProps) {
  const lines = (Form.useWatch('lines') ?? []) as readonly { readonly material_id?: string | null }[]
  const all = new Set([material_id, ...lines.flatMap(line => line.material_id ?? [])])
  const found = useCall(queryFreeProducts, { material_ids: [...all].sort(), order_id }, { keepPrevious: true })
  const free = found.data?.result.find(one => one.material_id === material_id)?.free_quantity
  if (free === undefined) return <span className="qt-none">—</span>
  const lacks = wanted != null && isQuantity(wanted) && isLess(free, wanted)
  return (
    <span className={lacks ? 'qt-late' : undefined}>
      <Quantity value={free} />
    </span>
  )
}
