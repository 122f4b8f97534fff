import { choiceField, daysField, optional, withDefault } from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { masterdataErrors } from '../masterdata.errors.ts'
import { overReceiptField } from '../over-receipt.ts'
import { partnerFields } from './partner.fields.ts'
import { supplierKind } from './partner-kind.status.ts'

const { code, name, ...others } = partnerFields(masterdataErrors.supplierFieldEmpty)

export const supplier = record('supplier', text('供应商', 'Supplier'), {
  code,
  name,
  partner_kind: withDefault(choiceField('类型', 'Kind', supplierKind), 1),
  lead_time: withDefault(daysField('供货周期', 'Lead time'), 0),
  /** Empty: as the company says. */
  over_receipt_percent: optional(overReceiptField()),
  ...others,
})
export type SupplierRow = RowOf<typeof supplier>
