import { customValues } from '@qitao/core/custom.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import {
  because,
  choiceField,
  codeField,
  type Field,
  optional,
  plainString,
  quantityFromZero,
  quantityFromZeroField,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isMore, isQuantity } from '@qitao/core/quantity.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'

const mostPercent = '100'

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
    email: optional(textField('邮箱', 'Email', 100)),
    address: optional(textField('地址', 'Address')),
    currency: optional(textField('币种', 'Currency', 10)),
    tax_rate: optional(
      quantityFromZeroField('税率', 'Tax rate', {
        unit: text('%', '%'),
        schema: quantityFromZero.refine(
          value => !isQuantity(value) || !isMore(value, mostPercent),
          because(generalErrors.badParameter, { detail: text('应在0到100之间', 'It must be from 0 to 100') }),
        ),
      }),
    ),
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
