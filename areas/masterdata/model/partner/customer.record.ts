import { choiceField, optional, textField, withDefault } from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { masterdataErrors } from '../masterdata.errors.ts'
import { partnerFields } from './partner.fields.ts'
import { customerKind } from './partner-kind.status.ts'

const { code, name, ...others } = partnerFields(masterdataErrors.customerFieldEmpty)

export const customer = record('customer', text('客户', 'Customer'), {
  code,
  name,
  partner_kind: withDefault(choiceField('类型', 'Kind', customerKind), 0),
  level: optional(textField('等级', 'Class', 20)),
  ...others,
})
export type CustomerRow = RowOf<typeof customer>
