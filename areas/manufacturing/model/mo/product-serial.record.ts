import { codeField, optional, readOnly, referenceField, textField } from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'

/** The number of one piece of a product, given to a work order or a goods receipt. */
export const productSerial = record('serial_number', text('序列号', 'Serial number'), {
  serial_no: readOnly(codeField('序列号', 'Serial no.')),
  material_id: referenceField('物料', 'Material', 'material'),
  mo_id: optional(referenceField('工单', 'MO', 'mo')),
  receipt_id: optional(referenceField('入库单', 'Goods receipt', 'receipt')),
  lot_number: readOnly(optional(codeField('批次号', 'Lot no.'))),
  material_code: readOnly(textField('物料编号', 'Material code')),
  material_name: readOnly(textField('物料名称', 'Material name')),
  mo_no: readOnly(optional(codeField('工单号', 'MO no.'))),
  receipt_no: readOnly(optional(codeField('入库单号', 'Receipt no.'))),
  created_by_name: readOnly(optional(textField('生成人', 'Made by'))),
})
export type ProductSerialRow = RowOf<typeof productSerial>
