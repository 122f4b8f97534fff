import { isLess, isQuantity } from '@qitao/core/quantity.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { queryFreeProducts } from '../model/sales-order.calls.ts'
import './sales.css'

/** What is free of a product while a line of it is typed; in red where the line wants more. */
export function FreeStock({ material_id, wanted }: { material_id: string; wanted?: string | null | undefined }) {
  const found = useCall(queryFreeProducts, { material_ids: [material_id] })
  const free = found.data?.result[0]?.free_quantity
  if (free === undefined) return <span className="qt-none">—</span>
  const lacks = wanted != null && isQuantity(wanted) && isLess(free, wanted)
  return (
    <span className={lacks ? 'qt-late' : undefined}>
      <Quantity value={free} />
    </span>
  )
}
