import { text } from '@qitao/core/text.ts'
import { GoodsLines } from '@qitao/masterdata/web'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { withPicked } from '@qitao/stock/web'
import {
  addPurchaseRequests,
  countPurchaseRequests,
  listPurchaseRequests,
  type PurchaseRequestInput,
} from '../model/purchase-request.calls.ts'
import { purchaseRequest } from '../model/purchase-request.record.ts'

type Line = {
  [K in 'material_id' | 'demand_quantity' | 'quantity' | 'required_date' | 'supplier_id' | 'remark']:
    | PurchaseRequestInput[K]
    | null
}
interface Form {
  required_date: number | null
  supplier_id: string | null
  lines: Line[]
}
const blank = (): Line => ({
  ...{ material_id: null, demand_quantity: null, quantity: null },
  ...{ required_date: null, supplier_id: null, remark: null },
})
const refreshes = [listPurchaseRequests, countPurchaseRequests]

/** Requests for one or several materials, written together; what the head says holds for lines that say nothing. */
export function NewRequestsDialog({ onClose }: { onClose: () => void }) {
  const add = useCommand(addPurchaseRequests, { refreshes })
  return (
    <DialogForm<Form>
      open
      wide
      title={text('新建采购申请', 'New purchase request')}
      values={{ required_date: null, supplier_id: null, lines: [blank()] }}
      save={saveWith(add, ({ required_date, supplier_id, lines }: Form) => ({
        lines: lines.map(line => ({
          material_id: line.material_id,
          demand_quantity: line.demand_quantity,
          quantity: line.quantity,
          required_date: line.required_date ?? required_date,
          supplier_id: line.supplier_id ?? supplier_id,
          remark: line.remark,
        })),
      }))}
      onClose={onClose}
    >
      <Field of={purchaseRequest} name="required_date" autoFocus />
      <Field of={purchaseRequest} name="supplier_id" />
      <GoodsLines<Line>
        name="lines"
        of={purchaseRequest}
        title={text('物料', 'Materials')}
        blank={blank}
        change={withPicked}
        columns={[
          { name: 'material_id', width: 220 },
          { name: 'demand_quantity', width: 100 },
          { name: 'quantity', width: 100 },
          { name: 'required_date', width: 130 },
          { name: 'supplier_id', width: 150 },
          { name: 'remark' },
        ]}
      />
    </DialogForm>
  )
}
