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
  addPurchaseRequest,
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
const blank: RequestForm = {
  ...{ material_id: null, demand_quantity: null, quantity: null },
  ...{ required_date: null, supplier_id: null, remark: null },
}

/** A request: to write while it is open, to read once it is ordered. */
export function RequestDrawer({ old, onClose }: { old: PurchaseRequestRow | undefined; onClose: () => void }) {
  const refreshes = [listPurchaseRequests, countPurchaseRequests]
  const add = useCommand(addPurchaseRequest, { refreshes })
  const alter = useCommand(alterPurchaseRequest, { refreshes })
  if (old && !purchaseRequestStatus.can('alter', old.status)) {
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
  const values: RequestForm = old ? { ...old } : blank
  return (
    <FormDrawer<RequestForm>
      open
      title={old ? text(`采购申请 ${old.no}`, `Request ${old.no}`) : text('新建采购申请', 'New purchase request')}
      values={values}
      save={
        old
          ? saveWith(alter, (form: RequestForm) => ({
              ...form,
              mo_ids: old.mo_ids,
              id: old.id,
              row_version: old.row_version,
            }))
          : saveWith(add, (form: RequestForm) => form)
      }
      reload={refreshAnd(refreshes, onClose)}
      onClose={onClose}
      history={old && { of: purchaseRequest, id: old.id }}
    >
      {fields.map((name, index) => (
        <Field
          key={name}
          of={purchaseRequest}
          name={name}
          autoFocus={index === 0}
          {...(name === 'material_id' && old ? { known: `${old.material_code} ${old.material_name}` } : {})}
          {...(name === 'supplier_id' && old?.supplier_name ? { known: old.supplier_name } : {})}
        />
      ))}
      {old ? <Related kind="purchase_request" id={old.id} /> : null}
    </FormDrawer>
  )
}
