import {
  choiceField,
  codeField,
  dayField,
  flagField,
  instantField,
  integerField,
  optional,
  quantityField,
  quantityFromZeroField,
  readOnly,
  referenceField,
  remarkField,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { answerStatus } from './supplier-answer.status.ts'

/** What a supplier says of a line of an order that was sent to him. */
export const supplierAnswer = record('supplier_answer', text('供应商答复', "Supplier's answer"), {
  line_id: referenceField('采购明细', 'Purchase order line', 'purchase_order_line'),
  line_no: readOnly(integerField('行号', 'Line')),
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  material_code: readOnly(codeField('物料编码', 'Material code')),
  asked_quantity: readOnly(quantityFromZeroField('采购数量', 'Ordered')),
  asked_eta: readOnly(optional(dayField('要求到货', 'Asked for'))),
  quantity: quantityField('答复数量', 'Answered quantity'),
  eta: dayField('答复到货', 'Answered date'),
  remark: remarkField(),
  status: readOnly(choiceField('状态', 'Status', answerStatus)),
  /** The line is another now than the one that he answered. */
  outdated: readOnly(flagField('明细已变', 'Line changed')),
  answered_by: readOnly(codeField('答复人', 'Answered by')),
  answered_time: readOnly(instantField('答复时间', 'Answered at')),
})
