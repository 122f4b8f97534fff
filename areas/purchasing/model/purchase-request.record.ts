import {
  choiceField,
  codeField,
  dayField,
  optional,
  quantityField,
  readOnly,
  referenceField,
  referencesField,
  remarkField,
  withDefault,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { purchaseRequestSource, purchaseRequestStatus } from './purchase.status.ts'

export const purchaseRequest = record('purchase_request', text('采购申请', 'Purchase request'), {
  no: readOnly(codeField('申请单号', 'Request no.')),
  material_id: referenceField('物料', 'Material', 'material'),
  demand_quantity: quantityField('需求数量', 'Demand quantity'),
  /** Empty: as much as is demanded. */
  quantity: optional(quantityField('申请数量', 'Quantity')),
  required_date: optional(dayField('需求日期', 'Required date')),
  /** Required date less the lead time of the material: from then on the order is late. */
  latest_order_date: readOnly(optional(dayField('最迟下单日', 'Latest order date'))),
  supplier_id: optional(referenceField('供应商', 'Supplier', 'supplier')),
  mo_ids: withDefault(referencesField('工单', 'MOs', 'mo', 2000), []),
  source: readOnly(choiceField('来源', 'Source', purchaseRequestSource)),
  status: readOnly(choiceField('状态', 'Status', purchaseRequestStatus)),
  purchase_order_id: readOnly(optional(referenceField('采购订单', 'Purchase order', 'purchase_order'))),
  remark: remarkField(),
})
