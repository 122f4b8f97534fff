import { currencyField } from '@qitao/access/model/company/currency.ts'
import { customValues } from '@qitao/core/custom.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import {
  because,
  choiceField,
  codeField,
  emailField,
  type Field,
  optional,
  percentField,
  plainString,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import { z } from 'zod'

/** What a customer and a supplier have alike. An empty code or name is told in the words of each (6203, 6207). */
export const partnerFields = (empty: ErrorDefinition) => {
  const orEmpty = (field: Field<string>): Field<string> => ({
    ...field,
    schema: z.preprocess(
      given => given ?? '',
      plainString(field.maxLength ?? 255).refine(value => value.trim() !== '', because(empty)),
    ),
  })
  return {
    code: orEmpty(codeField('编号', 'Code')),
    name: orEmpty(textField('名称', 'Name', 100)),
    contact: optional(textField('联系人', 'Contact', 50)),
    phone: optional(textField('电话', 'Phone', 50)),
    email: optional(emailField()),
    address: optional(textField('地址', 'Address')),
    currency: optional(currencyField()),
    tax_rate: optional(percentField('税率', 'Tax rate')),
    status: withDefault(choiceField('状态', 'Status', enabledStatus), 1),
    remark: remarkField(),
    custom: customValues(),
  }
}
/** Columns that the two rows of one partner share. */
export const sharedColumns = [
  'code',
  'name',
  'contact',
  'phone',
  'email',
  'address',
  'currency',
  'tax_rate',
  'status',
] as const
