import { text } from '@qitao/core/text.ts'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { Facts } from '@qitao/platform/web/show/facts.tsx'
import { Related } from '@qitao/platform/web/show/related.tsx'
import { purchaseRequestStatus } from '../model/purchase.status.ts'
import {
  alterPurchaseRequest,
  countPurchaseRequests,
  listPurchaseRequests,
  type PurchaseRequestRow,
} from '../model/purchase-request.calls.ts'
import { purchaseRequest } from '../model/purchase-request.record.ts'

interface RequestForm {
  material_id: string | null
  material_name?: string
  demand_quantity: string | null
  quantity: string | null
  required_date: number | null
  supplier_id: string | null
  supplier_name?: string | null
  remark: string | null
}
const fields = ['material_id', 'demand_quantity', 'quantity', 'required_date', 'supplier_id', 'remark'] as const
/** A request: to alter while it is open, to read once it is ordered. */
export function RequestDrawer({ old, onClose }: { old: PurchaseRequestRow; onClose: () => void }) {
  const refreshes = [listPurchaseRequests, countPurchaseRequests]
  const alter = useCommand(alterPurchaseRequest, { refreshes })
  if (!purchaseRequestStatus.can('alter', old.status)) {
    return (
      <DetailDrawer open title={old.no} onClose={onClose} history={{ of: purchaseRequest, id: old.id }}>
        <Facts
          of={purchaseRequest}
          row={old}
          names={[
            'status',
            'material_id',
            'demand_quantity',
            'quantity',
            'required_date',
            'supplier_id',
            'source',
            'purchase_order_id',
            'remark',
          ]}
        />
        <Related kind="purchase_request" id={old.id} />
      </DetailDrawer>
    )
  }
  const values: RequestForm = { ...old }
  return (
    <FormDrawer<RequestForm>
      open
      title={text(`采购申请 ${old.no}`, `Request ${old.no}`)}
      values={values}
      save={saveWith(alter, (form: RequestForm) => ({
        ...form,
        mo_ids: old.mo_ids,
        id: old.id,
        row_version: old.row_version,
      }))}
      reload={refreshAnd(refreshes, onClose)}
      onClose={onClose}
      history={{ of: purchaseRequest, id: old.id }}
    >
      {fields.map((name, index) => (
        <Field
          key={name}
          of={purchaseRequest}
          name={name}
          autoFocus={index === 0}
          {...(name === 'material_id' ? { known: `${old.material_code} ${old.material_name}` } : {})}
          {...(name === 'supplier_id' && old.supplier_name ? { known: old.supplier_name } : {})}
        />
      ))}
      <Related kind="purchase_request" id={old.id} />
    </FormDrawer>
  )
}
